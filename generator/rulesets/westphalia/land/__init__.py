"""Provinces and principalities: who has them, influence in them, Leagues, and who wins."""
