"""What every page is on: addresses, words, texts, the theme, and the view of a game."""
