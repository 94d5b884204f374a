"""Reading order sheets: one short line for each order."""
