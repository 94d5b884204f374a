"""The story of a game: the facts of each phase, and what pages take from them."""
