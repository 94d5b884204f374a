"""The dossier of a power as a page: one file for its player alone, and never part of a site."""

from __future__ import annotations

from generator.archive.people.dossier import Dossier
from generator.pages.base.theme import Templates


def dossier_page(templates: Templates, dossier: Dossier, color: str) -> bytes:
    """The page as UTF-8 HTML that needs no other file; printed it has two pages. `color` is the
    power's, as "#rrggbb"."""
    values = {"dossier": dossier, "color": color}
    return templates.render("dossier.html", values).encode()
