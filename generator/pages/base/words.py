"""How outcomes are told apart: a word, an icon and a class for each, never color alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from generator.engine.verdicts import Outcome

__all__ = ["LOOKS", "Look", "look_of", "tally"]


class Look(Struct, frozen=True):
    """`word` stands in a table, `counted` after a number, `means` in a legend.

    `icon` names a symbol of the theme, `css` a class `vd-...`.
    """

    word: str
    counted: str
    means: str
    icon: str
    css: str


LOOKS: Final[Mapping[Outcome | str, Look]] = {
    "success": Look("succeeds", "carried out", "carried out as ordered", "ok", "ok"),
    "hold": Look("holds", "held", "stays where it is", "hold", "hold"),
    "bounce": Look("bounces", "bounced", "beaten: stopped by another unit", "fail", "fail"),
    "cut": Look("cut", "cut", "beaten: the support was cut", "cut", "cut"),
    "disrupted": Look(
        "convoy broken", "with a broken convoy", "beaten: its convoy was broken", "gap", "gap"
    ),
    "dislodged": Look("dislodged", "dislodged", "beaten: driven out", "dis", "dis"),
    "void": Look("unmatched", "unmatched", "void: possible, but no order fits it", "void", "void"),
    "illegal": Look("illegal", "illegal", "impossible, whatever others ordered", "bar", "bar"),
    "excess": Look("too many", "more than due", "possible, but more than is due", "over", "over"),
}
_ORDER: Final = tuple(LOOKS)


def look_of(outcome: Outcome, kind: str = "") -> Look:
    """The look of a verdict. A hold that nobody broke holds; it does not succeed at anything."""
    return LOOKS["hold"] if outcome == "success" and kind == "hold" else LOOKS[outcome]


def tally(looks: Iterable[Look]) -> str:
    """ "14 carried out, 3 held, 1 cut": in one fixed order, only what occurs."""
    counts: dict[str, int] = {}
    for look in looks:
        counts[look.counted] = counts.get(look.counted, 0) + 1
    words = [LOOKS[name].counted for name in _ORDER]
    return ", ".join(f"{counts[word]} {word}" for word in words if word in counts)
