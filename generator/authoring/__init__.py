"""Making a variant: what is wrong with its folder, its map, and variants of other programs."""
