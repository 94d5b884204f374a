"""A position in tables, as referees keep them, to be compared with a list of one's own."""

from __future__ import annotations

from collections.abc import Iterator

from generator.engine.report import Section, table
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.telling.report_tables import standing_relations, standing_tracker
from generator.rulesets.europe.turn.edition import Edition


def sheets_of(edition: Edition, state: EuropeState) -> tuple[Section, ...]:
    """The units, the tracker, the relations, what is captured, and what features keep."""
    return tuple(section for section in _sheets(edition, state) if section.rows)


def _sheets(edition: Edition, state: EuropeState) -> Iterator[Section]:
    facts, board = state.facts, state.facts.board
    sides = [*state.living, *(side for side in state.units if side in state.states)]
    units = [
        (facts.name_of(side), ", ".join(map(str, state.units.get(side, ()))) or "none")
        for side in sides
    ]
    yield table("Units", ("Side", "Units"), units)
    if facts.treasury.kept and not facts.treasury.public:  # or it stands in the standings
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
