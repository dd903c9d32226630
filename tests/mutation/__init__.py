"""Change the engine one operator at a time, and see whether the tests notice: `make mutation`."""
