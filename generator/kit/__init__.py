"""What the desk's program runs on in a browser: packages by name, each checked by its hash."""
