"""What standard Diplomacy tells the pages that follow a game."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from generator.engine.board import Province
from generator.engine.chronicle import Figure, Gazetteer, ProvinceFacts, Snapshot
from generator.engine.events import topics_of
from generator.rulesets.standard import facts
from generator.rulesets.standard.event_kinds import EVENTS
from generator.rulesets.standard.state import StandardState, center_counts


def make_gazetteer(goal: int) -> Gazetteer:
    """The board's names; there are no minor states, no influence, no money. `goal` centers win."""
    board = facts.board()
    homes = {code: power for power, own in facts.homes().items() for code in own}
    return Gazetteer(
        provinces=MappingProxyType(
            {
                code: _province(province, homes.get(code, ""))
                for code, province in board.provinces.items()
            }
        ),
        figures=MappingProxyType({
            "centers": Figure("Supply centers", "Centers", "supply centers that it owns"),
            "units": Figure("Units", "Units", "armies and fleets on the board"),
        }),
        points="centers",
        goal=goal,
        goal_rule=facts.rulebook().causes.get("victory", ""),
        topics=topics_of(("war", "builds", "scores"), EVENTS),
        power_notes=MappingProxyType({
            power: (f"home centers: {', '.join(map(board.name_of, facts.homes()[power]))}",)
            for power in facts.powers()
        }),
    )  # fmt: skip


def _province(province: Province, owner: str) -> ProvinceFacts:
    coasts = ", ".join(coast.name for coast in province.coasts.values())
    return ProvinceFacts(
        province.code,
        province.name,
        province.kind,
        owner=owner,
        value=int(province.center),
        is_center=province.center,
        neighbors=tuple(sorted(_neighbors(province))),
        notes=(f"coasts: {coasts}",) if coasts else (),
    )


def _neighbors(province: Province) -> set[str]:
    places: Iterable[str] = (
        *province.army,
        *province.fleet,
        *(to for coast in province.coasts.values() for to in coast.fleet),
    )
    return {place.partition("/")[0] for place in places}


def take_snapshot(state: StandardState) -> Snapshot:
    """The position in figures."""
    centers = center_counts(state)
    units = {power: len(own) for power, own in state.units.items()}
    return Snapshot(
        holders={**state.land, **state.centers},
        units=tuple((power, str(unit)) for power, unit in state.stands()),
        figures={"centers": centers, "units": units},
        points=centers,
    )
