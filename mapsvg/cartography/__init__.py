"""Builds the geometry of boards from real coastlines. A development tool: the program needs only
what it writes, `mapsvg/boards/*.json`."""
