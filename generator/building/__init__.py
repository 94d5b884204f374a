"""Building the site: which pages are stale, making and writing them, checking their links."""
