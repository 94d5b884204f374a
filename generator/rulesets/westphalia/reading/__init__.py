"""The orders of a sheet: read, and checked before their phase is played."""
