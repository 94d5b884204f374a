"""What the map of a moment shows: who owns what, religions, towns, alliances and influence."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from generator.engine.phases import Resolution
from generator.engine.picture import CenterSign, MarkSign, Paint, Picture
from generator.rulesets.westphalia.facts import principalities
from generator.rulesets.westphalia.power import imperial_power
from generator.rulesets.westphalia.state import State
from generator.rulesets.westphalia.victory import balance_of
from generator.rulesets.westphalia.words import RELIGION, home_name, player_name

__all__ = ["picture_of_phase", "picture_of_state"]

_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "star": "capital of a Prince",
        "star-double": "capital of the Emperor",
        "double": "capital of an Elector",
        "triangle": "capital of a principality",
        "dot": "conquered town",
        "aligned": "ally of a player",
        "unaligned": "unaligned principality",
        "hatched": "heretical to its owner",
        "catholic": "Catholic",
        "protestant": "Protestant",
        "text U": "drawn in the upheaval",
        "text T": "Target of the Religious War",
    }
)
"""What the legend calls the signs of this board."""


def picture_of_state(state: State) -> Picture:
    """The position that waits for orders, or the one in which the game ended."""
    return _picture(state, state.ending.text.partition(":")[0] if state.ending else "")


def picture_of_phase(before: State, resolution: Resolution[State]) -> Picture:
    """The position after a phase: nothing moves over this board, so that what was ordered does not
    show on it."""
    return _picture(resolution.state, "")


def _picture(state: State, subtitle: str) -> Picture:
    seated = [code for code, one in state.provinces.items() if one.town]
    board = len(state.seats)
    return Picture(
        f"westphalia-{board}",
        "The Peace of Westphalia",
        subtitle or f"Round {state.round}, {state.moment.year}",
        MappingProxyType(
            {
                code: one.owner if state.is_player(one.owner) else ""
                for code, one in state.provinces.items()
            }
        ),
        MappingProxyType({code: _holder(state, code) for code in seated}),
        fills=MappingProxyType(_fills(state)),
        center_kinds=MappingProxyType({code: _center(state, code) for code in seated}),
        markers=MappingProxyType({code: _marks(state, code) for code in state.provinces}),
        corner=_corner(state),
        style="blocks",
        powers=state.seats,
        description=_description(state),
        captions=MappingProxyType(_captions(state)),
        stacks=MappingProxyType(_stacks(state)),
        words=_WORDS,
    )


def _holder(state: State, code: str) -> str | None:
    owner = state.provinces[code].owner
    if state.is_player(owner):
        return owner
    return state.principalities[owner].ally or None


def _fills(state: State) -> dict[str, Paint]:
    """Principalities in the tint of the player whose ally they are, or of nobody; heretical
    provinces of players with stripes; what lies beyond an edge in the color of who lives there."""
    fills: dict[str, Paint] = {}
    for name, one in state.principalities.items():
        kind = Paint("aligned", one.ally, "", name) if one.ally else Paint("unaligned", state=name)
        fills |= dict.fromkeys(state.lands[name], kind)
    for player, who in state.players.items():
        heretical = (
            code for code in state.lands[player] if state.provinces[code].religion != who.religion
        )
        fills |= dict.fromkeys(heretical, Paint("own", player, hatched=True))
    for edge, homes in _homes(state).items():
        fills[edge] = Paint("own", homes[0][0])
    return fills


def _center(state: State, code: str) -> CenterSign:
    """Capitals of Princes, Electors, other capitals and conquered towns look each their own way."""
    one = state.provinces[code]
    if not one.capital:
        return "dot"
    if state.is_player(one.owner):
        return "star-double" if one.owner == state.emperor else "star"
    return "double" if state.principalities[one.owner].elector else "triangle"


def _marks(state: State, code: str) -> tuple[MarkSign, ...]:
    one = state.provinces[code]
    marks = [MarkSign(one.religion, f"{code} is {RELIGION[one.religion]}")]
    principality = state.principalities.get(one.owner)
    if principality is None or not one.capital:
        return tuple(marks)
    war = state.religious_war
    if war and war.target == one.owner and war.status == "pending":
        marks.append(
            MarkSign("text", f"{principality.name} is the Target of the Religious War", "T")
        )
    elif principality.drawn:
        marks.append(MarkSign("text", f"{principality.name} was drawn in the upheaval", "U"))
    return tuple(marks)


def _captions(state: State) -> dict[str, str]:
    """The letters of principalities on their provinces, and homes beyond the edges."""
    found: dict[str, str] = {}
    for name in state.principalities:
        row = principalities().get(name)
        label = row.label if row else "Free"
        found |= dict.fromkeys(state.lands[name], label)
    for edge, homes in _homes(state).items():
        found[edge] = "\n".join(home_name(home) for _, home in homes)
    return found


def _stacks(state: State) -> dict[str, tuple[tuple[str, int], ...]]:
    """Influence on the capital of each principality, the largest first; saved Influence on that of
    its owner, and beyond the edge where a Foreign Power has its home: there also 0, for the
    counters tell whose homes they are."""
    found: dict[str, tuple[tuple[str, int], ...]] = {}
    for name, one in state.principalities.items():
        if one.influence:
            rows = sorted(one.influence.items(), key=lambda row: -row[1])
            found[state.capital_of(name)] = tuple(rows)
    for player, who in state.players.items():
        capital = state.capital_of(player)
        if capital and who.saved:
            found[capital] = ((player, who.saved),)
    for edge, homes in _homes(state).items():
        found[edge] = tuple((player, state.players[player].saved) for player, _ in homes)
    return found


def _homes(state: State) -> dict[str, list[tuple[str, str]]]:
    """The Foreign Powers at each edge, with their homes."""
    found: dict[str, list[tuple[str, str]]] = {}
    for player, one in state.players.items():
        if one.foreign:
            found.setdefault(one.foreign.edge, []).append((player, one.foreign.home))
    return found


def _corner(state: State) -> tuple[str, ...]:
    """The balance of religions, the Emperor, and the homes outside the map."""
    balance = balance_of(state)
    provinces, electors = balance.provinces, balance.electors
    lines = [
        f"{provinces['catholic']} provinces Catholic, {provinces['protestant']} Protestant",
        f"Electors {electors['catholic']} Catholic, {electors['protestant']} Protestant",
    ]
    if state.emperor:
        religion = RELIGION[state.players[state.emperor].religion]
        lines.append(f"Emperor {player_name(state.emperor)}, {religion}")
    for player, one in state.players.items():
        if one.foreign:
            lines.append(f"{player_name(player)} in {home_name(one.foreign.home)}")
    return tuple(lines)


def _description(state: State) -> str:
    """The position in words, for those who do not see the map."""
    parts = []
    for player in state.seats:
        own = ", ".join(state.lands[player]) or "no province"
        parts.append(f"{player_name(player)} has {own} and {imperial_power(state, player)} IP")
    for name, one in state.principalities.items():
        ally = f", ally of {player_name(one.ally)}" if one.ally else ""
        parts.append(f"{one.name} has {', '.join(state.lands[name])}{ally}")
    return "; ".join(parts)
