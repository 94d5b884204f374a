"""Reading the sheets of the Europe family."""
