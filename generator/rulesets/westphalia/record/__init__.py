"""States as tables of files."""
