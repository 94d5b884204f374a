"""Files on disk: where they stand, reading, writing as a whole, TOML with its places and layout."""
