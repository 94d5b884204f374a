"""What the files of the ruleset say, as values; the board; the lots."""
