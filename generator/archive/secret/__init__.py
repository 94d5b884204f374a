"""Secrets: which of them become public, sealing them, revealing them at the end."""
