"""The page for an address that is not there."""

from __future__ import annotations

from generator.pages.base.house import House
from generator.pages.base.page import Page

__all__ = ["not_found_page"]


def not_found_page(house: House) -> Page:
    """`404.html`. A server shows it at any depth, so with a known base its links start there."""
    return house.page("404.html", "text", "notfound.html", (), dict)
