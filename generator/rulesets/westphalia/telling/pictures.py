"""The map of a moment: owners, religions, towns, alliances and influence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Literal

from generator.engine.phases import Resolution
from generator.engine.picture import CenterSign, HomeSign, MarkSign, Paint, Picture
from generator.rulesets.westphalia.data.event_kinds import DICE_PLACED, GAME_OVER
from generator.rulesets.westphalia.data.facts import principalities
from generator.rulesets.westphalia.land.victory import balance_of
from generator.rulesets.westphalia.state.power import imperial_power
from generator.rulesets.westphalia.state.state import NOTHING, Religion, State
from generator.rulesets.westphalia.state.words import (
    LEAGUES,
    RELIGION,
    RELIGION_COLORS,
    count,
    home_name,
    player_name,
)
from generator.rulesets.westphalia.telling.chronicle import names


def picture_of_state(state: State) -> Picture:
    """The position that waits for orders, or the one in which the game ended."""
    return _picture(state, GAME_OVER.parts(state.ending.text)["title"] if state.ending else "")


def picture_of_phase(before: State, resolution: Resolution[State]) -> Picture:
    """The position after a phase, with the dice of faith that lay there: nothing moves on this
    board, so that it shows no other orders."""
    when = f"Round {before.round}, {before.moment.year}"
    return _picture(resolution.state, when, _dice(before, resolution))


def _dice(before: State, resolution: Resolution[State]) -> Mapping[str, tuple[Religion, int]]:
    """The faith and number of the dice that were left in each place, on its capital; those of two
    faiths remove each other (POW-FTH-9)."""
    counts: Counter[str] = Counter()
    for place, _, faith in before.lying:
        counts[place] += 1 if faith == "catholic" else -1
    for event in resolution.events:
        if event.kind == DICE_PLACED.slug:
            faith = before.players[event.powers[0]].religion
            counts[event.data["place"]] += event.data["number"] * (1 if faith == "catholic" else -1)
    found: dict[str, tuple[Religion, int]] = {}
    for place, number in counts.items():
        code = before.capital_of(place) if place in before.principalities else place
        if number:
            found[code] = ("catholic" if number > 0 else "protestant", abs(number))
    return found


def _picture(
    state: State, subtitle: str, dice: Mapping[str, tuple[Religion, int]] = NOTHING
) -> Picture:
    seated = [code for code, one in state.provinces.items() if one.town]
    players, places = state.players, state.provinces.items()
    land = {code: one.owner if one.owner in players else "" for code, one in places}
    marks = {code: _marks(state, code, dice.get(code)) for code in state.provinces}
    return Picture(
        f"westphalia-{state.board.players}",
        "The Peace of Westphalia",
        subtitle or f"Round {state.round}, {state.moment.year}",
        MappingProxyType(land),
        MappingProxyType({code: _holder(state, code) for code in seated}),
        fills=MappingProxyType(_fills(state)),
        center_kinds=MappingProxyType({code: _center(state, code) for code in seated}),
        markers=MappingProxyType(marks),
        corner=_corner(state),
        style="blocks",
        powers=state.seats,
        description=_description(state),
        captions=MappingProxyType(_captions(state)),
        notes=_spelled_out(state),
        stacks=MappingProxyType(_stacks(state)),
        words=names().signs,
        homes=_homes(state),
        colors=MappingProxyType({str(one): color for one, color in RELIGION_COLORS.items()}),
    )


def _holder(state: State, code: str) -> str | None:
    owner = state.provinces[code].owner
    if state.is_player(owner):
        return owner
    return state.principalities[owner].ally or None


def _fills(state: State) -> dict[str, Paint]:
    """Principalities in the tint of the player whose ally they are, unaligned ones in a neutral
    tint; heretical provinces of players with stripes; homes beyond an edge in the tint of their
    players."""
    fills: dict[str, Paint] = {}
    for name, one in state.principalities.items():
        kind = Paint("vassal", one.ally, "", name) if one.ally else Paint("unaligned", state=name)
        fills |= dict.fromkeys(state.lands[name], kind)
    for player, who in state.players.items():
        heretical = (
            code for code in state.lands[player] if state.provinces[code].religion != who.religion
        )
        fills |= dict.fromkeys(heretical, Paint("own", player, hatched=True))
    for home in _homes(state):
        fills.setdefault(home.at, Paint("aligned", home.power))
    return fills


def _center(state: State, code: str) -> CenterSign:
    """Capitals of Princes, Electors, other capitals and conquered towns each have their own
    sign."""
    one = state.provinces[code]
    if not one.capital:
        return "dot"
    if state.is_player(one.owner):
        return "crown" if one.owner == state.emperor else "star"
    return "double" if state.principalities[one.owner].elector else "triangle"


def _marks(state: State, code: str, dice: tuple[Religion, int] | None) -> tuple[MarkSign, ...]:
    """The religion of a province, and beside it the marks of the moment: dice of faith, or the sign
    of its capital."""
    one = state.provinces[code]
    marks = [MarkSign(one.religion, f"{code} is {RELIGION[one.religion]}")]
    if dice:
        faith, number = dice
        said = count(number, f"{RELIGION[faith]} die", f"{RELIGION[faith]} dice")
        kind: Literal["catholic-dice", "protestant-dice"] = (
            "catholic-dice" if faith == "catholic" else "protestant-dice"
        )
        marks.append(MarkSign(kind, f"{code}: {said}", str(number)))
    elif one.capital:
        is_player = state.is_player(one.owner)
        marks += _banner(state, one.owner) if is_player else _fate(state, one.owner)
    return tuple(marks)


def _fate(state: State, name: str) -> Iterator[MarkSign]:
    """The role of a principality in this Round: the Target of the Religious War, or drawn."""
    one, war = state.principalities[name], state.religious_war
    if war and war.target == name and war.status == "pending":
        said = f"{one.name} is the Target of the Religious War: {player_name(war.rotf)} declared it"
        yield MarkSign("text", said, "T", war.rotf)
    elif one.drawn:
        yield MarkSign("text", f"{one.name} was drawn in the upheaval", "U")


def _banner(state: State, player: str) -> Iterator[MarkSign]:
    """The League of a player, on his capital; another sign if he leads the defense."""
    league, war = state.players[player].league, state.religious_war
    if war and war.status == "pending" and war.dotf == player:
        said = f"{player_name(player)} is the Defender of the Faith in {LEAGUES[league]}"
        yield MarkSign("text", said, "D", player)
    elif league:
        said = f"{player_name(player)} is in {LEAGUES[league]}"
        yield MarkSign("text", said, "C" if league == "catholic" else "E", player)


def _captions(state: State) -> dict[str, str]:
    """The letters of principalities on their provinces."""
    found: dict[str, str] = {}
    for name in state.principalities:
        row = principalities().get(name)
        found |= dict.fromkeys(state.lands[name], row.label if row else "Free")
    return found


def _spelled_out(state: State) -> tuple[str, ...]:
    """The meanings of the letters of the principalities on the map."""
    rows = (principalities().get(name) for name in state.principalities if state.lands[name])
    said = sorted(f"{row.label} {row.name}" for row in rows if row)
    return (", ".join(said),) if said else ()


def _stacks(state: State) -> dict[str, tuple[tuple[str, int], ...]]:
    """Influence on the capital of each principality, the largest first; saved Influence on that of
    its owner."""
    found: dict[str, tuple[tuple[str, int], ...]] = {}
    for name, one in state.principalities.items():
        if one.influence:
            rows = sorted(one.influence.items(), key=lambda row: -row[1])
            found[state.capital_of(name)] = tuple(rows)
    for player, who in state.players.items():
        capital = state.capital_of(player)
        if capital and who.saved:
            found[capital] = ((player, who.saved),)
    return found


def _homes(state: State) -> tuple[HomeSign, ...]:
    """The homes of Foreign Powers, with the Imperial Power that each gives in this Round, the last
    roll for troubles, and the Influence saved there."""
    found = []
    for player, one in state.players.items():
        if home := one.foreign:
            rolled = (f"rolled {home.roll}",) if home.roll else ()
            lines = (home_name(home.home), f"{home.home_ip} IP", *rolled)
            found.append(HomeSign(home.edge, player, lines, one.saved))
    return tuple(found)


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
