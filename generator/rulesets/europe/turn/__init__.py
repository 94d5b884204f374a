"""A phase under way, the edition that it is played by, and the questions that features answer."""
