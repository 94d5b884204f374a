"""The layers of a map, one module for each kind; each adds its group to a sheet's canvas."""
