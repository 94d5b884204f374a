"""The texts and pictures of a game: reports, summaries, maps, chronicles."""
