"""Imperial Power and the Initiative Order."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from generator.rulesets.westphalia.faith.upheaval import set_initiative
from generator.rulesets.westphalia.state.power import imperial_power, initiative_order, power_parts
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import Foreign
from tests.rules.westphalia.rounds import at_phase, play
from tests.rules.westphalia.table import ally, give, protestant, six


@pytest.mark.rule("POW-IP-1")
def test_orthodox_provinces_and_allies() -> None:
    """Five provinces, two of them heretical, with Trier and Hesse as allies: 3 + 3 + 5."""
    state = protestant(give(six(), "red", "A1"), "A2", "A4")
    state = ally(ally(state, "trier", "red"), "hesse", "red")
    assert power_parts(state, "red") == (3, 8, 0, 0)
    assert imperial_power(state, "red") == 11


@pytest.mark.rule("POW-GEN-4")
@pytest.mark.rule("POW-IP-1")
def test_orthodox_is_what_is_of_the_players_own_religion() -> None:
    state = protestant(six(), "A2", "A4")
    assert imperial_power(state, "red") == 2
    assert imperial_power(state.with_player("red", religion="protestant"), "red") == 2


@pytest.mark.rule("POW-IP-2")
def test_a_principality_has_two_and_one_for_each_province() -> None:
    assert imperial_power(six(), "bohemia") == 6
    assert imperial_power(six(), "trier") == 3
    assert imperial_power(six(), "ulm") == 0


@pytest.mark.rule("POW-IP-3")
def test_the_religion_of_an_ally_does_not_matter() -> None:
    state = ally(protestant(six(), "saxony"), "saxony", "red")
    assert power_parts(state, "red").allies == 4


@pytest.mark.rule("POW-IP-4")
@pytest.mark.parametrize(("round_number", "bonus"), [(1, 3), (2, 4), (3, 5), (4, 6), (6, 8)])
def test_the_emperors_bonus_grows(round_number: int, bonus: int) -> None:
    state = replace(six(), round=round_number)
    assert power_parts(state, "purple").bonus == bonus
    assert power_parts(state, "red").bonus == 0


@pytest.mark.rule("POW-IP-5")
@pytest.mark.rule("POW-FP-10")
@pytest.mark.parametrize(
    ("round_number", "dice", "home_ip"), [(3, (4, 5), 7), (1, (5, 6), 0), (4, (3, 4), 13)]
)
def test_the_home_gives_what_the_troubles_leave(
    round_number: int, dice: tuple[int, int], home_ip: int
) -> None:
    """Rolled in a Round for the next one; never less than nothing."""
    state = give(six(), "hesse", "A3 A2 A4 B3", capital=False, town=False)
    state = state.with_player("red", foreign=Foreign("france", "SW"), tasks=("heresy", "war"))
    state = at_phase(protestant(state, "purple"), "election", round_number)
    label = f"r{round_number}/fp/red"
    done = play(state, rolls={f"{label}/1": dice[0], f"{label}/2": dice[1]})
    assert imperial_power(done.state, "red") == home_ip


@pytest.mark.rule("POW-INI-1")
def test_the_emperor_first_then_the_weakest() -> None:
    """Emperor 10; the others 7, 5 and 9 go 5, 7, 9."""
    state = six("purple red green white orange black")
    state = ally(ally(state, "trier", "red"), "hesse", "white")
    state = protestant(state, "A1")
    powers = [imperial_power(state, one) for one in initiative_order(state)]
    assert initiative_order(state)[0] == "purple"
    assert powers[1:] == sorted(powers[1:])
    assert initiative_order(state)[1] == "green"


@pytest.mark.rule("POW-INI-2")
def test_equals_go_clockwise_from_the_emperor() -> None:
    assert initiative_order(six()) == ("purple", "black", "red", "green", "white", "orange")


@pytest.mark.rule("POW-INI-3")
def test_the_order_of_the_round_stays() -> None:
    progress = Progress(six())
    set_initiative(progress)
    order = progress.state.initiative
    assert ally(progress.state, "bohemia", "black").order == order


@pytest.mark.rule("POW-GEN-6")
def test_influence_is_placed_in_initiative_order() -> None:
    """Purple goes before green, so that green comes too late for Trier."""
    state = at_phase(six("purple green white orange red black"), "diplomacy")
    for player in ("purple", "green"):
        state = state.with_player(player, saved=1, tasks=("heresy", "diplomacy"))
    done = play(state, {"green": "INFLUENCE trier 1", "purple": "INFLUENCE trier 1"})
    placed = [one.powers[0] for one in done.events if one.kind == "influence-placed"]
    assert placed == ["purple", "green"]
    assert done.state.principalities["trier"].ally == "purple"


@pytest.mark.rule("POW-IP-4")
@pytest.mark.rule("POW-VIC-8")
def test_the_bonus_at_the_peace_is_that_of_the_last_round() -> None:
    """Purple was elected at the end of Round 5, and survives Round 6."""
    state = protestant(six(), "trier")
    for player in state.seats:
        state = state.with_player(player, tasks=("heresy", "diplomacy"), fought=True)
    state = at_phase(state, "election", 6)
    assert power_parts(state, "purple").bonus == 8
    (scores,) = [
        one for one in play(state, rolls={"r6/emperor": 6}).events if one.kind == "peace-scores"
    ]
    assert scores.data["scores"]["purple"] == 4 + 8 + 3
