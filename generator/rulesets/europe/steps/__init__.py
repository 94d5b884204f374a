"""What the phases of a year do, a module for each matter of the rulebook."""
