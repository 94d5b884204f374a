"""Files on disk: their layout, reading, writing as a whole, TOML with its places and layout."""
