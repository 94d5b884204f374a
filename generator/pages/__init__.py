"""What the site consists of: a folder for each kind of pages."""

from generator.pages.base.page import Page
from generator.pages.base.settings import SiteSettings, read_settings
from generator.pages.maps.drawing import MapStyle, draw_document, map_scene
from generator.pages.maps.material import map_svg, material_of
from generator.pages.site.site import Site, read_site, site_pages

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
