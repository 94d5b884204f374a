"""A game as its folder has it: settings, orders, rulings, states, and which states are needed."""
