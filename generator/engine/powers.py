"""Powers as every part of the program knows them."""

from __future__ import annotations

from msgspec import Struct


class PowerFacts(Struct, frozen=True):
    """A power's name and look. `color` is "#rrggbb"; `letter` tells it apart without color.

    `tint` is the color of the states that follow it, "" where a ruleset has none. `short` is what
    it is called where there is little room, "" where that is its name.
    """

    id: str
    name: str
    adjective: str
    color: str
    letter: str
    tint: str = ""
    short: str = ""
