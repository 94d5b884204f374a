"""Mails of players, read."""
