"""The phases of a game in one table, and their sequence."""
