"""The pages of a game: its front page, its data and feeds, and all families of pages together."""
