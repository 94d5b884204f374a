"""Players who are away or silent: what they have said of it, and who writes for them."""
