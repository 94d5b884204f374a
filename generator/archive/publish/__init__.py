"""A referee's repository: founding it, publishing it, and the proposals of players."""
