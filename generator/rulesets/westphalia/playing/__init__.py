"""Playing a phase, with the referee's rulings."""
