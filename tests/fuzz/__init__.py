"""Feed the engine what nobody would write, guided by the code it reaches: `make fuzz`."""
