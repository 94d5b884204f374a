"""The base of every page: addresses, words, texts, the theme, and the view of a game."""
