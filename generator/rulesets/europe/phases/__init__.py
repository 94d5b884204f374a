"""The phases of a year. Each module has `play(turn)`: it settles all entries, says what follows."""
