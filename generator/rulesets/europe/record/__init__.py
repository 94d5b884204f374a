"""States as tables of files, and the positions that games begin with."""
