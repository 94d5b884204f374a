"""What only some may know: which of it becomes public, sealing it, revealing it at the end."""
