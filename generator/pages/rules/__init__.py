"""Rules at work in a game, and the rulings of its referee."""
