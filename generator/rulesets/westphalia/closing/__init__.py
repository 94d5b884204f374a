"""Tradeoffs, the Imperial Election, and the end of a Round."""
