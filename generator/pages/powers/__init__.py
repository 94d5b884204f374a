"""Pages of powers, and of what binds them to each other."""
