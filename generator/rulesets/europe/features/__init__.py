"""Features that only some editions have, each complete in its module."""
