"""The pages of the site: a folder for each kind."""
