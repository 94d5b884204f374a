"""The local page: the site as a preview, and the pages of the referee beside it."""
