"""Tradeoffs: what it costs not to take part, and what the Emperor owes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from generator.rulesets.westphalia.closing.tradeoffs import make_tradeoffs, reward_emperor
from generator.rulesets.westphalia.land.influence import total_influence
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.power import imperial_power
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State
from tests.rules.westphalia.rounds import at_phase, play, texts_of, thrown, verdict
from tests.rules.westphalia.table import ally, foreign, give, six


def table(**options: object) -> State:
    """Everybody has taken part in heresy and diplomacy, and fought."""
    state = six(**options)
    for player in state.seats:
        state = state.with_player(player, tasks=("heresy", "diplomacy"), fought=True)
    return state


def traded(state: State, **rolls: int) -> Progress:
    progress = Progress(state)
    reward_emperor(progress)
    make_tradeoffs(progress, thrown({f"r1/tradeoff/{one}": roll for one, roll in rolls.items()}))
    return progress


def saved(progress: Progress, player: str) -> int:
    return progress.state.players[player].saved


@pytest.mark.rule("POW-TRD-1")
def test_a_prince_may_lose_a_province_to_the_other_religion() -> None:
    state = at_phase(table().with_player("red", tasks=("diplomacy", "war")), "election")
    done = play(state, {"red": "CONCEDE B3"}, {"r1/tradeoff/red": 2})
    assert done.state.provinces["B3"].religion == "protestant"
    kept = play(state, {"red": "CONCEDE B3"}, {"r1/tradeoff/red": 4})
    assert kept.state.provinces["B3"].religion == "catholic"


@pytest.mark.rule("POW-TRD-2")
def test_a_foreign_power_has_more_troubles() -> None:
    """A roll of 6 becomes 7: in Round 2 the home gives 1."""
    state = foreign(table().with_player("red", tasks=("diplomacy", "war")), "red")
    done = play(at_phase(state, "election"), rolls={"r1/fp/red/1": 2, "r1/fp/red/2": 4})
    home = done.state.players["red"].foreign
    assert home is not None
    assert (home.home_ip, home.trouble) == (1, 0)


@pytest.mark.rule("POW-TRD-3")
def test_no_diplomacy_costs_one() -> None:
    state = table().with_player("red", tasks=("heresy", "war"), saved=2)
    assert saved(traded(state), "red") == 1


@pytest.mark.rule("POW-TRD-4")
def test_no_war_costs_two_whatever_was_chosen() -> None:
    """Who chose war and fought none pays; who was attacked and did not choose it does not."""
    state = table().with_player("red", tasks=("heresy", "war"), saved=5, fought=False)
    assert saved(traded(state), "red") == 2
    state = table().with_player("red", saved=5)
    assert saved(traded(state), "red") == 5


@pytest.mark.rule("POW-TRD-5")
def test_the_emperor_gains_where_the_empire_is_whole() -> None:
    assert saved(traded(table()), "purple") == 1


@pytest.mark.rule("POW-TRD-5")
def test_not_if_another_foreign_power_had_land_at_any_time() -> None:
    assert saved(traded(replace(table(), landed=("green",))), "purple") == 0
    assert saved(traded(replace(table(), landed=("purple",))), "purple") == 1


@pytest.mark.rule("POW-TRD-5")
def test_the_emperor_may_place_what_he_gains() -> None:
    state = at_phase(table(), "election")
    done = play(state, {"purple": "INFLUENCE trier 2", "red": "INFLUENCE trier 1"})
    assert done.state.influence("purple", "trier") == 1
    assert verdict(done, "red", "INFLUENCE trier 1") == "illegal POW-TRD-5"


@pytest.mark.rule("POW-TRD-6")
def test_the_emperor_gains_for_land_won_back() -> None:
    state = table().with_player("purple", took_from_foreign=True)
    assert saved(traded(state), "purple") == 3


@pytest.mark.rule("POW-TRD-7")
def test_the_emperor_pays_for_land_left_to_strangers() -> None:
    state = foreign(table(), "green").with_player("purple", saved=5)
    assert saved(traded(state), "purple") == 3
    fought = state.with_player("purple", fought_foreign=True)
    assert saved(traded(fought), "purple") == 6
    landless = give(state, "hesse", "B1 A1 B2 C1", capital=False, town=False)
    assert saved(traded(landless), "purple") == 6


@pytest.mark.rule("POW-TRD-8")
def test_gains_come_before_losses() -> None:
    """An Emperor with nothing gains 1 and then loses 2, of which 1 exists."""
    state = table().with_player("purple", fought=False)
    progress = traded(state)
    assert saved(progress, "purple") == 0
    kinds = [one.kind for one in progress.events if "purple" in one.powers]
    assert kinds == ["influence-gained", "influence-unsaved"]


def test_lost_influence_ends_alliances() -> None:
    state = ally(table(), "trier", "red").with_player("red", fought=False)
    before = imperial_power(state, "red")
    progress = traded(state)
    assert total_influence(progress.state, "red") == 0
    assert progress.state.allies_of("red") == ()
    assert imperial_power(progress.state, "red") == before - 3


# --- in Initiative Order


def owing(**options: object) -> State:
    """Purple, red and black have fought no war, in that order of Initiative."""
    state = table(**options)
    for player in ("red", "purple", "black"):
        state = state.with_player(player, fought=False, saved=3)
    return state


@pytest.mark.rule("POW-TRD-8")
@pytest.mark.parametrize(
    ("pacing", "phase", "after"),
    [("merged", "election", "closing"), ("stepwise", "tradeoffs", "leaving")],
)
def test_on_request_each_pays_when_what_went_before_is_known(
    pacing: str, phase: str, after: str
) -> None:
    """The Emperor gains and pays at once, the others each in a phase of their own."""
    state = at_phase(ally(owing(pacing=pacing), "hesse", "red"), phase)
    first = play(state, {"red": "REQUEST initiative\nLOSS hesse", "purple": "INFLUENCE trier 1"})
    assert verdict(first, "red", "REQUEST initiative") == "success"
    assert texts_of(first, "tradeoffs-in-order") == [
        "Tradeoffs go in Initiative Order: Purple, Red and Black"
    ]
    assert first.state.influence("purple", "trier") == 1
    assert [first.state.players[one].saved for one in ("purple", "red", "black")] == [1, 3, 3]
    assert first.state.moment.phase == "tradeoffs-2"
    assert RULESET.awaits(first.state) == ("red",)
    second = play(first.state, {"red": "LOSS saved"})
    assert [second.state.players[one].saved for one in ("purple", "red", "black")] == [1, 1, 3]
    assert (second.state.moment.phase, RULESET.awaits(second.state)) == ("tradeoffs-3", ("black",))
    third = play(second.state)
    assert third.state.players["black"].saved == 1
    assert third.state.moment.phase == after


@pytest.mark.rule("POW-TRD-8")
def test_what_comes_after_the_tradeoffs_is_asked_for_again() -> None:
    state = at_phase(ally(owing(), "trier", "red"), "election")
    sheet = "REQUEST initiative\nVOTE ALL black\nFOREIGN none"
    done = play(state, {"red": sheet})
    for order in ("VOTE ALL black", "FOREIGN none"):
        assert verdict(done, "red", order) == "void POW-TRD-8"
        (said,) = [one for one in done.verdicts if one.order == order]
        assert said.known_to == ("red",)
    while done.state.moment.phase.startswith("tradeoffs"):
        done = play(done.state)
    assert "red" in RULESET.awaits(done.state)
    last = play(done.state, {"red": "VOTE ALL black"}, {"r1/emperor": 1})
    assert (last.state.emperor, last.state.moment.phase) == ("black", "upheaval")


@pytest.mark.rule("POW-TRD-8")
def test_nobody_waits_without_need() -> None:
    """Green pays nothing; and where only red pays there is no order to keep."""
    done = play(at_phase(owing(), "election"), {"green": "REQUEST initiative"})
    assert verdict(done, "green", "REQUEST initiative") == "void POW-TRD-8"
    assert done.state.moment.phase == "upheaval"
    alone = at_phase(table().with_player("red", fought=False), "election")
    book = RULESET.read(alone, {"red": "REQUEST initiative"})
    assert [one.rule for one in book.complaints] == ["POW-TRD-8"]
    done = play(alone, {"red": "REQUEST initiative"})
    assert verdict(done, "red", "REQUEST initiative") == "void POW-TRD-8"
    assert done.state.moment.phase == "upheaval"


@pytest.mark.rule("POW-TRD-8")
@pytest.mark.rule("POW-TRD-7")
def test_in_order_or_not_the_same_is_paid() -> None:
    state = foreign(owing(), "green").with_player("purple", saved=9)
    state = at_phase(state, "election")
    rolls = {"r1/emperor": 6, "r1/fp/green/1": 3, "r1/fp/green/2": 3}
    at_once = play(state, rolls=rolls).state
    done = play(state, {"black": "REQUEST initiative"})
    while done.state.moment.phase.startswith("tradeoffs"):
        done = play(done.state)
    in_order = play(done.state, rolls=rolls).state
    assert in_order.players == at_once.players
    assert in_order.moment.phase == at_once.moment.phase


@pytest.mark.rule("POW-TRD-8")
@pytest.mark.parametrize(
    ("pacing", "phase", "said"),
    [
        ("merged", "election", []),
        ("merged", "tradeoffs-2", ["the Tradeoffs go in Initiative Order already"]),
        ("stepwise", "tradeoffs", []),
        ("stepwise", "election", ["the Tradeoffs are over"]),
    ],
)
def test_where_initiative_order_may_be_asked_for(pacing: str, phase: str, said: list[str]) -> None:
    """Also between an Emperor's death and the election."""
    state = at_phase(owing(pacing=pacing), phase)
    if said:
        state = replace(state, emperor="")
    book = RULESET.read(state, {"red": "REQUEST initiative"})
    assert [one.problem for one in book.complaints] == said
