"""The base of the desk's program in a browser: packages by name, each checked by its hash."""
