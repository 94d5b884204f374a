"""A position in tables, as referees keep them, to be compared with a list of one's own."""

from __future__ import annotations

from collections.abc import Iterator

from generator.engine.report import Section, plain_cell
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
    yield Section("Units", head=("Side", "Units"), rows=tuple(units))
    if facts.treasury.kept and not facts.treasury.public:  # or it stands in the standings
        money = [(facts.name_of(power), str(sum_)) for power, sum_ in state.treasury.items()]
        head = ("Power", facts.treasury.currency)
        yield Section("Treasuries", head=head, rows=tuple(money))
    yield standing_tracker(state)
    if facts.declarations.made:
        yield standing_relations(state)
    captured = [
        (code, board.name_of(code), facts.name_of(state.standing.owners[code]) or "nobody",
         facts.name_of(one.holder), str(one.year))
        for code, one in state.captures.items()
    ]  # fmt: skip
    columns = ("Province", "", "Owner", "Held by", "Since")
    yield Section("Captured provinces", head=columns, rows=tuple(captured))
    for feature in edition.features:
        for section in feature.registers(state):
            rows = tuple(tuple(map(plain_cell, row.cells)) for row in section.entries)
            yield Section(section.title, head=section.columns, rows=rows)
