"""The standard player plays by the rules, with purpose, and to an end."""

from __future__ import annotations

from collections import Counter

import pytest

from generator.autoplay.standard import intended_orders
from generator.engine.board import province_of
from generator.engine.chance import Chance
from generator.engine.movement import judge_orders
from generator.engine.orders import Build, Convoy, Disband, Hold, Move, Remove, Retreat, Waive
from generator.engine.orders.values import SupportHold, SupportMove, UnitOrder
from generator.engine.phases import Setup
from generator.rulesets.standard import RULESET
from tests.autoplay.playing import Played, play, three_years

SEEDS = ("ember", "flint")


def phases(kind: str) -> list[Played]:
    """The phases of both games whose slug ends with `kind`."""
    return [p for seed in SEEDS for p in three_years(seed) if p.before.moment.phase.endswith(kind)]


def unit_orders(phase: Played) -> list[UnitOrder | None]:
    """What every unit is meant to do, in the order of the state's stands."""
    orders: dict[str, UnitOrder] = {}
    for meant in phase.meant.values():
        for order in meant:
            assert isinstance(order, UnitOrder)
            assert order.unit.province not in orders
            orders[order.unit.province] = order
    return [orders.get(unit.province) for _, unit in phase.before.stands()]


def test_at_least_97_of_100_intended_orders_are_legal_and_matched() -> None:
    judged: Counter[str] = Counter()
    for phase in phases("movement"):
        orders = unit_orders(phase)
        assert None not in orders, "a unit was forgotten"
        for judgment in judge_orders(RULESET.facts.board, phase.before.stands(), orders):
            judged[judgment.status] += 1
    assert judged["legal"] >= 0.97 * judged.total(), judged


def test_plans_are_more_than_holds_and_own_units_rarely_bounce_each_other() -> None:
    kinds: Counter[type] = Counter()
    clashes = 0
    for phase in phases("movement"):
        orders = unit_orders(phase)
        kinds.update(type(order) for order in orders)
        goals = [
            (owner, province_of(order.to))
            for (owner, _), order in zip(phase.before.stands(), orders, strict=True)
            if isinstance(order, Move)
        ]
        clashes += len(goals) - len(set(goals))
    assert kinds[Hold] < 0.15 * kinds.total()
    assert kinds[SupportHold] + kinds[SupportMove] > 0.1 * kinds.total()
    assert clashes <= 0.01 * kinds.total()


def test_england_lands_on_the_continent_by_convoy() -> None:
    """With a fleet in the North Sea and nothing but armies beside it, the army goes by sea."""
    units = {"england": ["F NTH", "A YOR"], "germany": ["A MUN"]}
    centers = {"england": ["LON", "LVP", "EDI"], "germany": ["MUN", "BER", "KIE"]}
    state = RULESET.opening(Setup(position={"units": units, "centers": centers}))
    fall = RULESET.opening(
        Setup(position={"year": 1902, "phase": "fall-movement", "units": units, "centers": centers})
    )
    for one in (state, fall):
        orders = intended_orders(one, "england", Chance("ember", ""))
        assert any(isinstance(order, Convoy) for order in orders)
        assert any(isinstance(order, Move) and order.unit.kind == "A" for order in orders)


def test_a_threatened_center_is_guarded() -> None:
    """Two armies stand before Paris: the French armies do not both walk away from it."""
    units = {"france": ["A PAR", "A GAS"], "germany": ["A BUR", "A PIC"]}
    centers = {"france": ["PAR"], "germany": ["MUN"]}
    state = RULESET.opening(
        Setup(position={"year": 1902, "phase": "fall-movement", "units": units, "centers": centers})
    )
    orders = {o.unit.at: o for o in intended_orders(state, "france", Chance("ember", ""))
              if isinstance(o, UnitOrder)}  # fmt: skip
    assert not isinstance(orders["PAR"], Move) or orders["PAR"].to in ("BUR", "PIC")


def test_retreats_go_where_they_may() -> None:
    seen = 0
    for phase in phases("retreats"):
        for power, meant in phase.meant.items():
            own = {one.unit.piece: one for one in phase.before.dislodged if one.owner == power}
            goals = []
            for order in meant:
                assert isinstance(order, Retreat | Disband)
                if isinstance(order, Retreat):
                    assert order.to in own[order.unit].places
                    goals.append(province_of(order.to))
            assert {order.unit for order in meant if not isinstance(order, Waive)} == set(own)
            assert len(goals) == len(set(goals))
            seen += len(goals)
    assert seen > 5


def test_builds_and_removals_are_all_carried_out() -> None:
    counts: Counter[type] = Counter()
    for phase in phases("adjustments"):
        texts = {power: "\n".join(map(str, meant)) for power, meant in phase.meant.items()}
        book = RULESET.read(phase.before, texts)
        verdicts = RULESET.adjudicate(phase.before, book, (), Chance("ember", "")).verdicts
        assert [v for v in verdicts if v.outcome != "success"] == []
        for meant in phase.meant.values():
            counts.update(type(order) for order in meant)
    assert counts[Build] > 20
    assert counts[Remove] > 0


def test_a_phase_of_seven_powers_needs_few_thousand_positions() -> None:
    """Speed, counted in positions resolved: no busy machine changes that."""
    from generator.autoplay import planning

    calls = 0
    real = planning.resolve_movement

    def counted(*args: object, **options: object) -> object:
        nonlocal calls
        calls += 1
        return real(*args, **options)  # type: ignore[arg-type]

    state = phases("movement")[-1].before
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planning, "resolve_movement", counted)
        for power in state.units:
            intended_orders(state, power, Chance("flint", ""))
    assert 0 < calls < 12000


@pytest.mark.parametrize(
    "seed", ["ember", *(pytest.param(seed, marks=pytest.mark.slow) for seed in ("flint", "gravel"))]
)
def test_games_end_by_the_rules(seed: str) -> None:
    *_, last = play(seed, 25)
    assert last.resolution.state.ending is not None
