"""The files of an edition as values: powers, states, provinces, rules, options."""
