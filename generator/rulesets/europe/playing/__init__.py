"""Playing a phase, and checking sheets before it is played."""
