"""What the files of an edition say, as values: powers, states, provinces, rules, options."""
