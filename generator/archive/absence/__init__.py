"""Players who send nothing: the standing orders that they have sent, and who writes for them."""
