"""Builds the geometry of boards from real coastlines. The program needs only what it writes,
`mapsvg/boards/*.json`."""
