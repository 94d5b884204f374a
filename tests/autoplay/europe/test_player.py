"""The Europe player's orders: legal, complete, sensible, and the same whenever they are asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from generator.autoplay import get_player
from generator.autoplay.europe.player import PLAYER, intended_orders
from generator.engine.chance import Chance
from generator.engine.orders.values import (
    Convoy,
    Disband,
    Hold,
    Move,
    Retreat,
    SupportHold,
    SupportMove,
)
from generator.engine.phases import OrderBook, Setup, Sheet, WrittenOrder
from generator.engine.units import Piece
from generator.engine.verdicts import Verdict
from generator.rulesets.europe.playing.play import play_phase
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import (
    BolsterUnit,
    BuildUnit,
    Declare,
    DiplomaticAttack,
    PlaceInfs,
    Transfer,
)
from generator.rulesets.europe_1619 import EDITION, RULESET
from generator.rulesets.europe_1619.reichstag_meeting import ReichstagCall, ReichstagVote
from generator.rulesets.europe_1619_draft import RULESET as DRAFT
from tests.autoplay.europe.playing import SEEDS, Played, phases, play, six_years


def verdicts_on_intentions(phase: Played) -> list[Verdict]:
    """What becomes of all orders of a phase as they were meant, without slips."""
    sheets = {
        power: Sheet(
            power, tuple(WrittenOrder(str(o), line, 1, o) for line, o in enumerate(meant, 1))
        )
        for power, meant in phase.meant.items()
    }
    resolution = play_phase(EDITION, phase.before, OrderBook(sheets))
    return [one for one in resolution.verdicts if one.note != "no order given"]


def opened(position: Mapping[str, Any]) -> EuropeState:
    return RULESET.opening(Setup(position=position))


def orders_of(state: EuropeState, power: str, seed: str = "ember") -> tuple[Any, ...]:
    return intended_orders(EDITION, state, power, Chance(seed, ""))


# --- what every player promises


def test_a_player_knows_the_state_and_nothing_else() -> None:
    """Its orders follow from a state that was written and read back, in whatever order powers
    are asked; so the orders of others cannot have been seen."""
    for phase in six_years("ember")[:12]:
        copied = RULESET.load(RULESET.dump(phase.before))
        for power in reversed(RULESET.awaits(copied)):
            lines = PLAYER.write_orders(RULESET, copied, power, Chance("ember", ""))
            assert lines == phase.sheets[power]


def test_the_same_player_plays_the_draft_edition() -> None:
    assert get_player("europe-1619-draft") is PLAYER
    state = DRAFT.opening(Setup())
    last = state.year + 1
    outcomes: Counter[str] = Counter()
    while state.year <= last:
        chance = Chance("ember", str(state.moment))
        texts = {
            power: "\n".join(PLAYER.write_orders(DRAFT, state, power, chance))
            for power in DRAFT.awaits(state)
        }
        resolution = DRAFT.adjudicate(state, DRAFT.read(state, texts), (), chance)
        outcomes.update(verdict.outcome for verdict in resolution.verdicts)
        state = resolution.state
    assert outcomes["success"] > 0.9 * outcomes.total()


# --- orders are legal


@pytest.mark.parametrize("kind", ["diplomatic", "movement", "retreats", "builds"])
def test_at_least_99_of_100_intended_orders_are_permitted(kind: str) -> None:
    judged: Counter[str] = Counter()
    for phase in phases(kind):
        judged.update(one.outcome for one in verdicts_on_intentions(phase))
    refused = judged["illegal"] + judged["excess"]
    assert refused <= 0.01 * judged.total(), judged


def test_every_unit_of_a_power_and_its_states_gets_one_order() -> None:
    for phase in phases("movement"):
        standing = phase.before.standing
        for power, meant in phase.meant.items():
            own = {
                unit.piece for side, unit in phase.before.stands if standing.side_of(side) == power
            }
            assert sorted(order.unit for order in meant) == sorted(own)


def test_own_units_do_not_go_to_one_place_nor_change_places() -> None:
    for phase in phases("movement"):
        for meant in phase.meant.values():
            goals = [one.to.partition("/")[0] for one in meant if isinstance(one, Move)]
            assert len(goals) == len(set(goals))
            ways = {(o.unit.province, o.to.partition("/")[0]) for o in meant if isinstance(o, Move)}
            assert not any((to, start) in ways for start, to in ways)


def test_all_infs_are_placed_and_no_more() -> None:
    for phase in phases("diplomatic"):
        for power, meant in phase.meant.items():
            placed = sum(one.number for one in meant if isinstance(one, PlaceInfs))
            assert placed == phase.before.facts.infs_of(power, phase.before.year)


def test_retreats_go_where_they_may_and_no_two_to_one_place() -> None:
    seen = 0
    for phase in phases("retreats"):
        places = {one.unit.piece: one.places for one in phase.before.displaced}
        for meant in phase.meant.values():
            goals = [order.to for order in meant if isinstance(order, Retreat)]
            assert len(goals) == len(set(goals))
            for order in meant:
                assert isinstance(order, Retreat | Disband)
                assert isinstance(order, Disband) or order.to in places[order.unit]
            seen += len(goals)
    assert seen > 0


# --- and make a game


def test_a_few_years_have_all_that_the_game_is_about() -> None:
    meant: Counter[type] = Counter()
    declared: Counter[str] = Counter()
    events: Counter[str] = Counter()
    for seed in SEEDS:
        for phase in six_years(seed):
            for orders in phase.meant.values():
                meant.update(type(order) for order in orders)
                declared.update(one.kind for one in orders if isinstance(one, Declare))
            events.update(event.kind for event in phase.resolution.events)
    for order in (DiplomaticAttack, Transfer, BolsterUnit, BuildUnit, Move, SupportMove,
                  SupportHold, ReichstagCall, ReichstagVote):  # fmt: skip
        assert meant[order] > 0, order
    for kind in ("war", "alliance", "dissolution", "armistice"):
        assert declared[kind] > 0, kind
    for kind in ("captured", "dislodged", "liberated", "evicted", "reichstag"):
        assert events[kind] > 0, kind
    assert meant[PlaceInfs] > 300


def test_most_alliances_that_are_offered_are_made() -> None:
    outcomes: Counter[str] = Counter()
    for phase in phases("diplomatic"):
        for verdict in verdicts_on_intentions(phase):
            if verdict.order.startswith("ALLIANCE"):
                outcomes[verdict.outcome] += 1
    assert outcomes["success"] > 10
    assert outcomes["success"] > 2 * outcomes["void"] > 0


def test_vassals_are_won_in_time() -> None:
    *_, last = play("ember", 10)
    assert any(one.kind == "vassal" for one in last.resolution.state.statuses.values())


def test_an_expanding_power_walks_into_the_state_that_nobody_protects() -> None:
    """Pomerania is unaligned, and one of the two armies beside it takes it."""
    state = opened({"phase": "movement", "units": {"poland": ["A POS", "A DAN"]}})
    goals = [one.to for one in orders_of(state, "poland") if isinstance(one, Move)]
    assert "POM" in goals


def test_an_army_goes_by_convoy_where_a_fleet_alone_is_too_weak() -> None:
    state = opened(
        {
            "phase": "movement",
            "units": {"england": ["A LON +2", "F NAR"], "dutch": ["A HLD"]},
            "wars": [["england", "dutch"]],
        }
    )
    meant = orders_of(state, "england")
    assert Move(Piece("A", "LON"), "HLD") in meant
    assert Convoy(Piece("F", "NAR"), Piece("A", "LON"), "HLD") in meant


def test_a_unit_leaves_the_state_that_has_become_neutral() -> None:
    state = opened(
        {
            "phase": "movement",
            "units": {"spain": ["A TUS"], "TUS": [], "MOD": []},
            "infs": {"TUS": {"spain": 1, "papacy": 1}},
        }
    )
    (order,) = (one for one in orders_of(state, "spain") if one.unit == Piece("A", "TUS"))
    assert isinstance(order, Move)


def test_a_center_in_danger_is_not_left() -> None:
    """A strong Spanish army stands before Holland: the Dutch army in it does not walk away."""
    state = opened({"phase": "movement", "units": {"dutch": ["A HLD +1"], "spain": ["A BRB +1"]}})
    (order,) = (one for one in orders_of(state, "dutch") if one.unit == Piece("A", "HLD"))
    assert isinstance(order, Hold | SupportHold) or order == Move(Piece("A", "HLD"), "BRB")


def test_a_power_buys_what_it_can_pay_and_no_more() -> None:
    rich = opened({"phase": "builds", "treasury": {"france": 30}, "units": {"france": ["A CHA"]}})
    bought = [one for one in orders_of(rich, "france") if isinstance(one, BuildUnit)]
    assert len(bought) == 4
    poor = opened({"phase": "builds", "units": {"saxony": ["A SAX +5"]}})
    assert orders_of(poor, "saxony") == ()


def test_a_power_without_room_and_with_money_clears_its_only_site() -> None:
    state = opened(
        {"phase": "movement", "treasury": {"sweden": 20}, "units": {"sweden": ["F STO"]}}
    )
    (order,) = (o for o in orders_of(state, "sweden") if o.unit == Piece("F", "STO"))
    assert isinstance(order, Move)


def test_what_is_due_is_paid_back_by_the_honest() -> None:
    chance = Chance("ember", "")
    loans = [{"year": 1616, "lender": "spain", "debtor": "papacy", "amount": 2, "interest": 1,
              "due": 1619}]  # fmt: skip
    state = opened({"phase": "builds", "treasury": {"papacy": 9}, "loans": loans})
    meant = intended_orders(EDITION, state, "papacy", chance)
    assert Transfer("repayment", 3, "spain") in meant


@pytest.mark.parametrize("seed", ["onyx", pytest.param("heron", marks=pytest.mark.slow)])
def test_games_end_by_the_rules(seed: str) -> None:
    *_, last = play(seed, 40)
    assert last.resolution.state.ending is not None
