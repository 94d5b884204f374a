"""All calls of git, in one place. The build never needs it; publishing does."""
