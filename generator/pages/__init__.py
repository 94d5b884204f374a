"""What the site consists of: one module for each family of pages."""

from generator.pages.maps import map_scene
from generator.pages.material import map_svg
from generator.pages.page import Page
from generator.pages.settings import SiteSettings, read_settings
from generator.pages.site import Site, read_site, site_pages

__all__ = [
    "Page",
    "Site",
    "SiteSettings",
    "map_scene",
    "map_svg",
    "read_settings",
    "read_site",
    "site_pages",
]
