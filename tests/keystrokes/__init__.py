"""An evening typed from the keyboard in a real browser, every key counted: `make keystrokes`."""
