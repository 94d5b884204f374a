"""The kinds of the referee's rulings."""
