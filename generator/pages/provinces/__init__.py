"""Pages of provinces: who held them, what happened there."""
