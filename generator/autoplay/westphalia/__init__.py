"""Players of the Peace of Westphalia: they convert, court Electors, fight and make peace."""
