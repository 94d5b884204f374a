"""The page for an address that is not there."""

from __future__ import annotations

from generator.pages.base.maker import PageMaker
from generator.pages.base.page import Page

__all__ = ["not_found_page"]


def not_found_page(maker: PageMaker) -> Page:
    """`404.html`. A server shows it at any depth, so with a known base its links start there."""
    return maker.page("404.html", "text", "notfound.html", (), dict)
