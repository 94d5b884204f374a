"""What some editions have and others lack, each with all that belongs to it."""
