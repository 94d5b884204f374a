"""The tables of the reports: influence, relations, loans, strengths and scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from generator.engine.chronicle import InfluenceChange
from generator.engine.events import EventKind
from generator.engine.phases import Resolution
from generator.engine.report import Cell, Named, Row, Section, joined, table
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.state.standing import Pair
from generator.rulesets.europe.state.state import ComingChange, EuropeState
from generator.rulesets.europe.steps.influence import ATTACK, PLACEMENT, allotment_of
from generator.rulesets.europe.steps.prices import next_price
from generator.rulesets.europe.steps.purchases import TREASURIES
from generator.rulesets.europe.steps.scores import SCORE
from generator.rulesets.europe.steps.transfers import LOANS
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.wording import named_side

Played = Resolution[EuropeState]

_SIGNS: Final = {"war": "W", "alliance": "A", "peace": "."}
_COMING: Final = {
    "war": "W",
    "alliance": "A",
    "armistice": ".",
    "surrender": ".",
    "dissolution": ".",
}


def influence_changes(played: Played) -> Iterator[InfluenceChange]:
    """The INFs placed and lost in a diplomatic phase, as far as they are public."""
    powers = played.state.facts.powers
    placed, lost = _changes(played)
    for code in played.state.states:
        more, less = _in_order(powers, placed.get(code)), _in_order(powers, lost.get(code))
        for power in dict.fromkeys((*more, *less)):
            yield InfluenceChange(code, power, more.get(power, 0), less.get(power, 0))


Changes = Mapping[str, Mapping[str, int]]
"""INFs by state, then by power; states without a change are left out."""


def _changes(played: Played) -> tuple[Changes, Changes]:
    """The public placements and losses of the phase."""
    placed: dict[str, dict[str, int]] = {}
    lost: dict[str, dict[str, int]] = {}
    for event in played.events:
        data = event.data
        if not event.public:
            continue
        if event.kind == PLACEMENT.slug:
            for code, number in data["placed"].items():
                placed.setdefault(code, {})[data["power"]] = number
        elif event.kind == ATTACK.slug:
            of_state = lost.setdefault(data["state"], {})
            for power in (data["by"], data["against"]):
                of_state[power] = of_state.get(power, 0) + data["lost"]
    return placed, lost


def _in_order(powers: Iterable[str], counts: Mapping[str, int] | None) -> dict[str, int]:
    """Counts in the order of the powers, those of 0 left out."""
    return {power: counts[power] for power in powers if counts.get(power)} if counts else {}


def placements_table(edition: Edition, before: EuropeState, played: Played) -> Section:
    """The allotment of every power, and its placements as far as they are public."""
    facts = before.facts
    rows = []
    events = [row for row in enumerate(played.events, 1) if row[1].kind == PLACEMENT.slug]
    shown = all(event.public for _, event in events)
    told = {event.data["power"]: (number, event) for number, event in events if event.public}
    for power in before.living:
        number, event = told.get(power, (0, None))
        own = event.data["placed"] if event else {}
        allotted = allotment_of(edition, before, power)
        cells = [named_side(facts, power), str(edition.yearly_infs(before, power))]
        if shown:
            where = ((Named(facts.name_of(code), side=code), f" {n}") for code, n in own.items())
            cells += [str(sum(own.values())), str(allotted - sum(own.values()))]
            cells.append(tuple(joined(where)))
        rows.append(Row(tuple(cells), number, event.rule if event else ""))
    rest = "Left" if facts.influence.unused == "kept" else "Lost"
    head = ("Power", "Allotted", *(("Placed", rest, "Where") if shown else ()))
    return table(f"INFs of {before.year}", head, rows)


def tracker_table(edition: Edition, before: EuropeState, played: Played) -> Section:
    """The tracker in letters: a power's cell `5+2-1` is five INFs after two placed, one lost."""
    notes = ("5+2-1: five INFs, two of them placed this year, after an attack cost one",)
    return _tracker(played.state, *_changes(played), notes)


def standing_tracker(state: EuropeState) -> Section:
    """The tracker of a moment, without what a phase has changed."""
    return _tracker(state, {}, {}, ())


def _tracker(state: EuropeState, placed: Changes, lost: Changes, notes: tuple[str, ...]) -> Section:
    """Every minor state in which INFs may be placed, in the facts' order."""
    facts = state.facts
    initials = [facts.confessions[creed].name[:1] for creed in facts.confessions]
    head = (
        "State", "", "Label", "SC", "HRE", *(facts.powers[power].code for power in state.living),
        "All", "Leader", "Status", "Patron", "/".join(initials), "Marker", "Captor",
    )  # fmt: skip
    rows = (
        _tracker_row(state, code, placed.get(code, {}), lost.get(code, {}))
        for code in state.states
        if facts.states[code].pliant
    )
    return table("Influence tracker", head, rows, notes=notes, part="influence")


def _tracker_row(
    state: EuropeState, code: str, placed: Mapping[str, int], lost: Mapping[str, int]
) -> tuple[str, ...]:
    facts, minor, status = state.facts, state.facts.states[code], state.statuses[code]
    infs = _in_order(facts.powers, state.infs[code])
    total, most = sum(infs.values()), max(infs.values(), default=0)
    leaders = [power for power, number in infs.items() if number == most]
    confessions = dict.fromkeys(facts.confessions, 0)
    for power, number in infs.items():
        confessions[facts.powers[power].confession] += number

    def cell(power: str) -> str:
        more, less = placed.get(power), lost.get(power)
        number = infs.get(power, 0)
        if not (number or more or less):
            return "."  # as in most cells
        return f"{number}{f'+{more}' if more else ''}{f'-{less}' if less else ''}"

    def name(side: str) -> str:
        return facts.powers[side].code if side in facts.powers else side

    leader = name(leaders[0]) if len(leaders) == 1 else "tied"
    marker = state.markers.get(code)
    return (
        code,
        minor.name,
        minor.label,
        str(facts.provinces[minor.seat].center or ""),
        "HRE" if "hre" in minor.marks else "",
        *map(cell, state.living),
        str(total),
        f"{leader} {round(100 * most / total)}%" if total else "",
        status.kind,
        name(status.patron),
        "/".join(map(str, confessions.values())),
        facts.confessions[marker].name if marker else "",
        # The INFs in a captured state count for nothing until it is free.
        f"{name(status.captor)}{', suspended' if status.captor and total else ''}",
    )


def relations_table(edition: Edition, before: EuropeState, played: Played) -> Section:
    """The relations between powers this year, and behind a > from when on otherwise."""
    return standing_relations(played.state)


def standing_relations(state: EuropeState) -> Section:
    facts, powers = state.facts, state.living
    coming = {change.pair: change for change in state.changes}
    rows = (
        (facts.name_of(power), *(_relation(state, coming, power, other) for other in powers))
        for power in powers
    )
    head = ("", *(facts.powers[power].code for power in powers))
    years = sorted({change.year for change in state.changes})
    notes = ("W war, A alliance, . peace", *(f">: from {year} on" for year in years))
    return table(f"Relations in {state.year}", head, rows, notes=notes, part="diplomacy")


def _relation(state: EuropeState, coming: Mapping[Pair, ComingChange], one: str, other: str) -> str:
    if one == other:
        return ""
    now = _SIGNS[state.standing.relation(one, other)]
    change = coming.get((one, other)) or coming.get((other, one))
    return f"{now}>{_COMING[change.kind]}" if change else now


def ledger_table(edition: Edition, before: EuropeState, played: Played) -> Section:
    """The loans that are not paid back."""
    facts = played.state.facts
    number, data = _data(played, LOANS)
    rows = []
    for loan in data.get("loans", ()):
        terms = (
            str(loan["amount"]),
            str(loan["interest"] or ""),
            str(loan["year"]),
            f"{loan['due']}{', overdue' if loan['overdue'] else ''}" if loan["due"] else "",
        )
        sides = loan["debtor"], loan["lender"]
        named = (named_side(facts, side) if side else "the referee" for side in sides)
        rows.append((*named, *terms))
    head = ("Debtor", "Lender", "Amount", "Interest", "Lent in", "Due in")
    return table("Loans not paid back", head, rows, event=number)


def strength_table(edition: Edition, before: EuropeState, played: Played) -> Section:
    """Every power's treasury, strength, and price of the next point of strength: after the rulings
    of the phase, which come after the event."""
    state = played.state
    facts = state.facts
    number, data = _data(played, TREASURIES)
    rows = []
    for power in data.get("by_power", ()):
        units = state.units[power]
        strength = sum(unit.strength for unit in units)
        figures = (state.treasury[power], len(units), strength)
        cells = (*map(str, figures), str(next_price(facts, strength) or "none"))
        rows.append((named_side(facts, power), *cells))
    head = ("Power", "Treasury", "Units", "Strength", "Next point")
    return table("Treasuries and strengths", head, rows, event=number)


_YEAR: Final = (("Year", "year"), ("Points", "points"), ("Rank", "rank"), ("Missing", "missing"))
_ROUND: Final = (("VPs", "year"), ("Rank", "rank"), ("Rounds", "rounds"), ("All VPs", "total"))
"""The last columns of a table of scores, with the figures in them."""


def score_table(edition: Edition, before: EuropeState, played: Played) -> Section:
    """The points of every power, item by item; the best comes first."""
    scores = [
        (number, event)
        for number, event in enumerate(played.events, 1)
        if event.kind == SCORE.slug and event.public
    ]
    items = list(dict.fromkeys(name for _, event in scores for name in event.data["items"]))
    facts = played.state.facts
    columns = [name.replace("_", " ") for name in items]
    last = dict(_ROUND if facts.victory.mode == "rounds" else _YEAR)
    awarded = any("sums" in event.data for _, event in scores)
    head = ("Power", *columns, *last, *(("Aligned states",) if awarded else ()))
    rows = []
    for number, event in sorted(scores, key=lambda one: int(one[1].data["rank"])):
        row = event.data
        cells = (
            *(str(row["items"].get(name, "")) for name in items),
            *(str(row[name]) for name in last.values()),
        )
        said = (_awards(facts, row),) if awarded else ()
        rows.append(Row((named_side(facts, row["power"]), *cells, *said), number, event.rule))
    if scores and facts.elimination.listed:
        for power, year in played.state.eliminated.items():
            cells = (*("" for _ in items), "0", "0", f"eliminated ({year})", "")
            cells += ("",) if awarded else ()
            rows.append(Row((named_side(facts, power), *cells)))
    return table("Scores", head, rows)


def _awards(facts: Facts, row: Mapping[str, Any]) -> Cell:
    """The scores of the aligned states of a power: `Prussia 3 × 8, Saxony 27`."""
    parts = []
    for state, (times, whole) in row["sums"].items():
        points = row["states"][state]
        term = f"{times} × {whole}" if points == times * whole else str(points)
        parts.append((Named(facts.name_of(state), side=state), f" {term}"))
    return tuple(joined(parts))


def _data(played: Played, kind: EventKind) -> tuple[int, Mapping[str, Any]]:
    """The number and the figures of the one public event of a kind; 0 and none without it."""
    for number, event in enumerate(played.events, 1):
        if event.kind == kind.slug and event.public:
            return number, event.data
    return 0, {}


# --- a position in tables, to be compared with a list of one's own


def sheets_of(edition: Edition, state: EuropeState) -> tuple[Section, ...]:
    """The units, the tracker, the relations, what is captured, and what features keep."""
    return tuple(section for section in _sheets(edition, state) if section.rows)


def _sheets(edition: Edition, state: EuropeState) -> Iterator[Section]:
    facts, board = state.facts, state.facts.board
    sides = [*state.living, *(side for side in state.units if side in state.states)]
    units = [
        (facts.name_of(one), ", ".join(map(str, state.units.get(one, ()))) or "none")
        for one in sides
    ]
    yield table("Units", ("Side", "Units"), units)
    if facts.treasury.kept and not facts.treasury.public:  # or it is in the standings
        money = [(facts.name_of(power), str(sum_)) for power, sum_ in state.treasury.items()]
        head = ("Power", facts.treasury.currency)
        yield table("Treasuries", head, money)
    yield standing_tracker(state)
    if facts.declarations.made:
        yield standing_relations(state)
    captured = [
        (code, board.name_of(code), facts.name_of(state.standing.owners[code]) or "nobody",
         facts.name_of(one.holder), str(one.year))
        for code, one in state.captures.items()
    ]  # fmt: skip
    columns = ("Province", "", "Owner", "Held by", "Since")
    yield table("Captured provinces", columns, captured)
    for feature in edition.features:
        yield from feature.registers(state)
