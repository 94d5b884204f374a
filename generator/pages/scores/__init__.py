"""Scores, treasury and counts over the years: their tables and charts."""
