"""The position between two phases, and the orders that change it."""
