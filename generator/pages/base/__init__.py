"""What every page stands on: addresses, words, texts, the theme, and the view of a game."""
