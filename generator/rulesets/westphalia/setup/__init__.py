"""The setup: provinces, Electors, principalities and first influence."""
