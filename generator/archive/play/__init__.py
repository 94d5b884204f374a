"""The steps of a game: founding, adjudicating, taking back, correcting, ending, verifying."""
