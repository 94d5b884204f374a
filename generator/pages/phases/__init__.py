"""Pages of phases, years and turns, the replay, two phases compared."""
