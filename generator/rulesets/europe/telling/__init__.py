"""The accounts of a game: reports, summaries, maps, books, remedies."""
