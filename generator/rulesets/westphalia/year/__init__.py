"""The phases of a game in one table, and what follows on what."""
