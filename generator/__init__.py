"""Theatrum: adjudicates play-by-mail diplomacy wargames and publishes them as a static site."""

__all__ = ["__version__"]

__version__ = "1.0.0"
