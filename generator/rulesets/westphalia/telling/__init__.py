"""What is said of a game: reports, summaries, maps, chronicles."""
