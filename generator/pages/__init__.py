"""What the site consists of: a folder for each kind of pages."""
