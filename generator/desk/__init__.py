"""The desk's side of the program: it reads and tries orders in a player's browser."""
