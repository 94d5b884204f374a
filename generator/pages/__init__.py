"""What the site consists of: one module for each family of pages."""

from generator.pages.maps import MapStyle, draw_document, map_scene
from generator.pages.material import map_svg, material_of
from generator.pages.page import Page
from generator.pages.settings import SiteSettings, read_settings
from generator.pages.site import Site, read_site, site_pages

__all__ = [
    "MapStyle",
    "Page",
    "Site",
    "SiteSettings",
    "draw_document",
    "map_scene",
    "map_svg",
    "material_of",
    "read_settings",
    "read_site",
    "site_pages",
]
