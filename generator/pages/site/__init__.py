"""The site: its home page, rulebooks, statistics, and the games on it."""
