"""The Religious Upheaval."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from generator.engine.chance import Chance, Lots
from generator.rulesets.westphalia.diplomacy.actions import target_refusal
from generator.rulesets.westphalia.faith.upheaval import begin_round, concession, hold_upheaval
from generator.rulesets.westphalia.land.victory import balance_of
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.power import imperial_power
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State
from tests.rules.westphalia.rounds import at_phase, opened, play, texts_of, thrown
from tests.rules.westphalia.table import ally, foreign, give, protestant, six


def shaken(state: State, rolls: dict[str, int] | None = None) -> Progress:
    progress = Progress(state)
    hold_upheaval(progress, thrown(rolls or {}))
    return progress


def drawn(state: State) -> list[str]:
    return [name for name, one in state.principalities.items() if one.drawn]


def princes(state: State, **rolls: int) -> dict[str, int]:
    """Rolls of the Princes; who is not named rolls a 6."""
    label = f"r{state.round}/upheaval/player"
    return {f"{label}/{one}": rolls.get(one, 6) for one in state.seats}


@pytest.mark.rule("POW-UPH-1")
@pytest.mark.rule("POW-GEN-3")
@pytest.mark.parametrize(("seats", "number"), [("", 2), (" blue", 3), (" blue yellow", 3)])
def test_two_are_drawn_and_three_from_seven_players_on(seats: str, number: int) -> None:
    """Electors are in the bag like other principalities."""
    state = opened("upheaval", seats=f"red green white orange purple black{seats}")
    progress = shaken(state)
    assert len(drawn(progress.state)) == number
    (event,) = [one for one in progress.events if one.kind == "upheaval-drawn"]
    assert sorted(event.data["drawn"]) == sorted(drawn(progress.state))


@pytest.mark.rule("POW-GEN-3")
def test_electors_are_in_the_bag() -> None:
    """In the catalogue's vector Brandenburg and Mainz are drawn first."""
    state = opened("upheaval")
    chance = Chance("peace-of-westphalia", "any")
    done = RULESET.adjudicate(state, RULESET.read(state, {}), (), chance)
    assert texts_of(done, "upheaval-drawn") == ["Upheaval: Brandenburg and Mainz are drawn"]


@pytest.mark.rule("POW-UPH-2")
@pytest.mark.rule("POW-UPH-10")
def test_only_catholics_are_drawn_early() -> None:
    """All but Hesse are Protestant: there is one draw, and it is Hesse."""
    state = six()
    others = [name for name in state.principalities if name != "hesse"]
    progress = shaken(protestant(state, *others), princes(state))
    assert drawn(progress.state) == ["hesse"]
    (event,) = [one for one in progress.events if one.kind == "upheaval-drawn"]
    assert event.rule == "POW-UPH-10"


@pytest.mark.rule("POW-UPH-3")
def test_all_provinces_convert_and_the_alliance_stays() -> None:
    state = ally(six(), "bohemia", "red")
    others = [name for name in state.principalities if name != "bohemia"]
    progress = shaken(protestant(state, *others), princes(state))
    assert progress.state.religion_of("bohemia") == "protestant"
    assert {
        progress.state.provinces[code].religion for code in progress.state.lands["bohemia"]
    } == {"protestant"}
    assert progress.state.principalities["bohemia"].ally == "red"
    assert progress.state.principalities["bohemia"].influence == {"red": 4}


@pytest.mark.rule("POW-UPH-4")
def test_a_prince_gives_up_what_he_has_named() -> None:
    state = at_phase(six(), "upheaval")
    before = imperial_power(state, "green")
    done = play(state, {"green": "CONCEDE C1 > A1"}, princes(state, green=3, red=4))
    assert done.state.provinces["C1"].religion == "protestant"
    assert imperial_power(done.state, "green") == before - 1
    assert all(done.state.provinces[code].religion == "catholic" for code in ("A1", "A2", "B2"))


@pytest.mark.rule("POW-UPH-4")
def test_protestants_and_foreign_powers_do_not_roll() -> None:
    state = foreign(protestant(six(), "red"), "green")
    progress = shaken(state, {f"r1/upheaval/player/{one}": 6 for one in state.seats})
    rolled = [one.powers[0] for one in progress.events if one.kind == "upheaval-roll"]
    assert sorted(rolled) == ["black", "orange", "purple", "white"]


@pytest.mark.rule("POW-UPH-4")
def test_without_a_list_the_first_province_without_a_town() -> None:
    """E6 goes before F5, which is the capital, and before a town that was conquered."""
    state = six()
    assert concession(state, "purple") == "E6"
    assert concession(state.with_province("E6", town=True), "purple") == "G4"


@pytest.mark.rule("POW-UPH-4")
def test_what_was_lost_meanwhile_is_passed_over() -> None:
    """E-03: a province that is gone, and the capital, are no concession."""
    state = six()
    wishes = replace(state.players["green"].wishes, concede=("A3", "B1", "C1"))
    assert concession(state.with_player("green", wishes=wishes), "green") == "C1"


@pytest.mark.rule("POW-UPH-5")
def test_the_capital_does_not_convert() -> None:
    state = protestant(six(), "A1", "B2", "C1")
    progress = shaken(state, princes(state, green=1))
    assert progress.state.provinces["B1"].religion == "catholic"
    assert "POW-UPH-5" in [one.rule for one in progress.events if one.kind == "upheaval-roll"]


@pytest.mark.rule("POW-UPH-6")
def test_one_province_less_and_one_more() -> None:
    state = six()
    others = [name for name in state.principalities if name != "trier"]
    before = balance_of(protestant(state, *others)).provinces
    after = balance_of(shaken(protestant(state, *others), princes(state, red=2)).state).provinces
    # Trier and a province of red.
    assert after["catholic"] == before["catholic"] - 2
    assert after["protestant"] == before["protestant"] + 2


def late(name: str, roll: int, state: State | None = None) -> State:
    """Round 4 in which only one principality can be drawn, and what became of it."""
    state = replace(state or six(), round=4)
    progress = Progress(state)
    bag = sorted(state.principalities)
    order = next(
        key
        for key in (bytes([number]) for number in range(256))
        if Lots(lambda key=key: key).shuffle("r4/upheaval/bag", bag)[0] == name  # type: ignore[misc]
    )
    rolls = {f"r4/upheaval/{one}": (roll if one == name else 6) - 1 for one in bag}
    hold_upheaval(progress, Lots(lambda: order, thrown=rolls))
    assert name in drawn(progress.state)
    assert not [one for one in progress.events if one.kind == "upheaval-roll" and one.powers]
    return progress.state


@pytest.mark.rule("POW-UPH-7")
def test_late_a_single_province_converts_and_a_larger_one_rolls() -> None:
    assert late("trier", 6).religion_of("trier") == "protestant"
    assert late("hesse", 5).religion_of("hesse") == "catholic"
    assert late("hesse", 3).religion_of("hesse") == "protestant"


@pytest.mark.rule("POW-UPH-8")
def test_late_a_protestant_becomes_catholic() -> None:
    assert late("trier", 6, protestant(six(), "trier")).religion_of("trier") == "catholic"


@pytest.mark.rule("POW-UPH-9")
def test_who_was_drawn_is_a_target_in_this_round_only() -> None:
    """Hesse was drawn and did not convert: a Target now, but not in the next Round."""
    state = late("hesse", 6, protestant(six(), "red"))
    state = state.with_player("red", league="evangelical", reformation=9)
    assert target_refusal(state, "red", "hesse") is None
    progress = Progress(state)
    begin_round(progress)
    again = progress.state.with_player("red", league="evangelical")
    assert target_refusal(again, "red", "hesse") is not None


@pytest.mark.rule("POW-UPH-10")
def test_principalities_come_before_the_princes() -> None:
    state = six()
    progress = shaken(state, princes(state, purple=1))
    kinds = [one.kind for one in progress.events]
    assert kinds.index("principality-converted") < kinds.index("upheaval-roll")
    rolled = [one.powers[0] for one in progress.events if one.kind == "upheaval-roll"]
    assert rolled == list(state.initiative)


def test_a_conquered_town_goes_last() -> None:
    state = give(six(), "red", "D1", capital=False)
    assert concession(protestant(state, "A2", "A4", "B3"), "red") == "D1"
