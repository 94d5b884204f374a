"""A referee's repository: founding it and publishing it."""
