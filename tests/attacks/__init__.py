"""Input made to do harm: each attack is refused, or does nothing."""
