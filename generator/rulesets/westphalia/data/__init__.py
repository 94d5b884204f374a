"""The contents of the ruleset's files, as values; the board; the lots."""
