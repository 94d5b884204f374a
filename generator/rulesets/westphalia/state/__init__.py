"""The position between two phases, the orders that change it, and what all rules ask of it."""
