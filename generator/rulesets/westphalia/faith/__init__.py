"""Religious Upheaval, choices, conversions, and the dice of faith."""
