"""What pages show of a plain game: its maps, and the names of its places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType

from generator.engine.chronicle import Figure, Gazetteer, ProvinceFacts
from generator.engine.orders import Convoy, Hold, Move, SupportHold, SupportMove
from generator.engine.picture import OrderSign, Picture, UnitSign
from generator.engine.verdicts import Verdict
from generator.rulesets.plain.facts import PlainFacts
from generator.rulesets.plain.state import PlainState


def draw_position(
    facts: PlainFacts, state: PlainState, title: str, verdicts: Sequence[Verdict] = ()
) -> Picture:
    """The map of a position, with what was ordered for it."""
    board = facts.board
    told = [
        f"{facts.powers[power].name}: {', '.join(map(str, own)) or 'no units'}"
        for power, own in state.units.items()
    ]
    return Picture(
        board=board.name,
        title=title,
        subtitle="",
        land=state.centers,
        centers=MappingProxyType({code: state.centers.get(code) for code in board.centers}),
        units=tuple(UnitSign(power, unit) for power, unit in state.stands()),
        orders=tuple(_order_signs(facts, verdicts)),
        description=f"{title}. {'. '.join(told)}.",
    )


def _order_signs(facts: PlainFacts, verdicts: Sequence[Verdict]) -> Iterator[OrderSign]:
    """The orders that can be drawn; the number of each is that of its verdict."""
    for number, verdict in enumerate(verdicts, 1):
        outcome = verdict.outcome
        match verdict.meant:
            case Hold(unit):
                yield OrderSign(number, verdict.power, "hold", unit.at, outcome)
            case Move(unit, to):
                yield OrderSign(number, verdict.power, "move", unit.at, outcome, to)
            case SupportHold(unit, other):
                yield OrderSign(number, verdict.power, "support-hold", unit.at, outcome, other.at)
            case SupportMove(unit, other, to):
                yield OrderSign(
                    number, verdict.power, "support-move", unit.at, outcome, other.at, to
                )
            case Convoy(unit, army, to):
                yield OrderSign(number, verdict.power, "convoy", unit.at, outcome, army.at, to)


def make_gazetteer(facts: PlainFacts) -> Gazetteer:
    """The names of the board, for the pages that follow a game; centers are the points."""
    provinces = {}
    for code, province in facts.board.provinces.items():
        near = (
            *province.army,
            *province.fleet,
            *(to for at in province.coasts.values() for to in at.fleet),
        )
        provinces[code] = ProvinceFacts(
            code,
            province.name,
            province.kind,
            owner=province.home or "",
            value=int(province.center),
            is_center=province.center,
            neighbors=tuple(sorted({place.partition("/")[0] for place in near})),
        )
    return Gazetteer(
        provinces=MappingProxyType(provinces),
        figures=MappingProxyType({
            "centers": Figure("Centers", "Centers", "centers that it owns"),
            "units": Figure("Units", "Units", "armies and fleets on the board"),
        }),
        points="centers",
        goal=facts.goal[0],
        goal_rule=facts.goal[1],
        topics=MappingProxyType({"war": frozenset({"dislodged", "center-taken"})}),
    )  # fmt: skip
