"""Whole games going out and coming in, also those of other programs."""
