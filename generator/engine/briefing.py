"""The facts of a position that a power needs, for its dossier: debts and deadlines that expire, who
may enter its land, and what would tip the minor states. Its own secrets are in `Confided`.

A ruleset answers with the functions that its phases are played by, never with a second reading of
its rules. The dossier leaves out empty parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from generator.engine.report import Section, table

if TYPE_CHECKING:
    from generator.engine.board import Board
    from generator.engine.movement import MovementPolicy, Stand
    from generator.engine.rulebook import PowerFacts

NOTHING: Final = Section("")
"""An empty part, which is left out."""

ENTRANTS: Final = "Who may enter your land"


class Placing(Struct, frozen=True):
    """The influence that a power may still place: `left` of it, and `needed`, how much more of it
    makes each minor state follow the power if nothing else changes. States that are closed to it,
    out of its reach or its own already are left out."""

    left: int
    needed: Mapping[str, int]


class Brief(Struct, frozen=True):
    """A power's briefing. `expires` are sentences about its debts and about what ends or begins in
    a certain year; the others are sections with sentences, or with `head` and `rows`."""

    expires: tuple[str, ...] = ()
    entrants: Section = NOTHING
    minors: Section = NOTHING


def reach(
    board: Board,
    stands: Iterable[Stand],
    lands: Iterable[str],
    may_enter: Callable[[Stand, str], bool],
) -> str:
    """Where units can be in one step without a convoy: `A BUR to ALS, LOR; F NTH to HOL`. Only
    `lands` count, and those which `may_enter` allows."""
    wanted = frozenset(lands)
    found = []
    for stand in stands:
        unit = stand[1]
        places = board.army_from(unit.at) if unit.kind == "A" else board.fleet_from(unit.at)
        near = dict.fromkeys(place.partition("/")[0] for place in places)
        to = [code for code in near if code in wanted and may_enter(stand, code)]
        if to:
            found.append(f"{unit.piece} to {', '.join(to)}")
    return "; ".join(found)


def by_reach(
    board: Board,
    powers: Mapping[str, PowerFacts],
    stands: Sequence[Stand],
    power: str,
    lands: Sequence[str],
    policy: MovementPolicy | None = None,
) -> Section:
    """Whose units can be at once in which of a power's `lands`, for rulesets in which only a policy
    (by default that of Diplomacy) decides who may enter."""
    rows = []
    for other, facts in powers.items():
        units = [stand for stand in stands if stand[0] == other != power]
        near = reach(
            board,
            units,
            lands,
            lambda stand, code: policy is None or policy.may_enter(stand, code) is None,
        )
        if near:
            rows.append((facts.name, near))
    head = ("Power", "Can be there at once")
    notes = ("Convoys are not counted.",)
    return table(ENTRANTS, head, rows, notes=notes) if rows else NOTHING
