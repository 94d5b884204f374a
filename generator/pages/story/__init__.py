"""The story of a game: what each phase tells, and what pages take from it."""
