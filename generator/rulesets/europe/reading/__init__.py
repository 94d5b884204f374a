"""The orders of a sheet, from text to values."""
