"""Pages of minor states: who has influence there, who had it."""
