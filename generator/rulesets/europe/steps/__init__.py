"""The steps of the phases of a year, with a module for each subject of the rulebook."""
