"""Peace Treaties: POW-PCE-1 to 24. On the board, green (B1 A1 B2 C1) is red's (A3 A2 A4 B3) and
Hesse's (C3 C2 D4) neighbor."""

from __future__ import annotations

import pytest

from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import Wishes
from generator.rulesets.westphalia.wars import treaties
from tests.rules.westphalia.table import (
    ally,
    di,
    events,
    foreign,
    give,
    kinds,
    number_of,
    peace,
    protestant,
    six,
    verdicts,
)


@pytest.mark.rule("POW-PCE-1")
def test_two_provinces_without_a_town_or_one_with_a_town() -> None:
    state = give(six(), "green", "C2 B3", town=False)
    done = peace(state, "red", "green", "red: TAKE A1 B2")
    assert number_of(done.state, "red") == 5
    assert [done.state.provinces[code].owner for code in ("A1", "B2")] == ["red", "red"]
    with_town = state.with_province("C1", town=True)
    assert verdicts(peace(with_town, "red", "green", "red: TAKE A1 C1")) == [
        "red: TREATY green TAKE A1 C1 illegal POW-PCE-1"
    ]
    done = peace(with_town, "red", "green", "red: TAKE C1")
    assert done.state.provinces["C1"].owner == "red"
    assert done.state.provinces["C1"].town, "conquered towns stay towns"
    three = peace(state, "red", "green", "red: TAKE A1 B2 C1")
    assert verdicts(three) == ["red: TREATY green TAKE A1 B2 C1 illegal POW-PCE-1"]


@pytest.mark.rule("POW-PCE-1")
def test_lines_are_a_preference_list_and_taking_nothing_is_legal() -> None:
    done = peace(six(), "red", "green", "red: TAKE B1; red: TAKE B2; red: TAKE A1")
    assert verdicts(done) == [
        "red: TREATY green TAKE B1 illegal POW-PCE-15",
        "red: TREATY green TAKE B2 success",
        "red: TREATY green TAKE A1 excess POW-PCE-1",
    ]
    assert number_of(done.state, "red") == 5
    assert number_of(peace(six(), "red", "green", "red: TAKE none").state, "red") == 4


@pytest.mark.rule("POW-PCE-2")
def test_allies_of_the_loser_may_lose_provinces_and_others_not() -> None:
    state = ally(six(), "hesse", "green")
    done = peace(state, "red", "green", "red: TAKE C2")
    assert done.state.provinces["C2"].owner == "red"
    assert verdicts(peace(six(), "red", "green", "red: TAKE C2")) == [
        "red: TREATY green TAKE C2 illegal POW-PCE-2"
    ]
    assert verdicts(peace(six(), "red", "green", "red: TAKE Z9")) == [
        "red: TREATY green TAKE Z9 illegal POW-PCE-2"
    ]


@pytest.mark.rule("POW-PCE-3")
def test_a_town_costs_two() -> None:
    state = six().with_province("A1", town=True).with_player("red", saved=3)
    done = peace(state, "red", "green", "red: TAKE A1")
    assert done.state.players["red"].saved == 1
    assert [event.rule for event in events(done, "influence-unsaved")] == ["POW-PCE-3"]


@pytest.mark.rule("POW-PCE-4")
def test_a_province_that_was_not_adjacent_costs_one() -> None:
    state = six().with_player("red", saved=3)
    assert peace(state, "red", "green", "red: TAKE A1 C1").state.players["red"].saved == 2
    assert peace(state, "red", "green", "red: TAKE A1 B2").state.players["red"].saved == 3


@pytest.mark.rule("POW-PCE-4")
@pytest.mark.rule("POW-DI-7")
def test_what_it_costs_is_taken_where_the_winner_wishes() -> None:
    state = di(six(), "bohemia", red=1).with_player("red", saved=1)
    wishes = Wishes(loss=("bohemia", "saved"))
    done = peace(state.with_player("red", wishes=wishes), "red", "green", "red: TAKE A1 C1")
    assert done.state.influence("red", "bohemia") == 0
    assert done.state.players["red"].saved == 1


@pytest.mark.rule("POW-PCE-5")
def test_the_emperor_pays_no_distance_for_land_of_a_foreign_power() -> None:
    state = foreign(six("red green white orange purple black"), "black", "S")
    state = state.with_player("red", saved=2)
    done = peace(state, "red", "black", "red: TAKE G1 G3")
    assert done.state.players["red"].saved == 2
    assert done.state.players["red"].took_from_foreign
    other = peace(state.with_player("white", saved=2), "white", "black", "white: TAKE G1 G3")
    assert other.state.players["white"].saved == 0


@pytest.mark.rule("POW-PCE-6")
def test_a_defender_who_wins_has_the_same_rights() -> None:
    """Black, attacked by red who has the ally Hesse, takes two provinces, and his ally one."""
    state = ally(ally(six(), "hesse", "red"), "wurttemberg", "black")
    orders = "black: TAKE A2 A4; black: wurttemberg TAKE D4"
    done = peace(state, "black", "red", orders)
    owners = [done.state.provinces[code].owner for code in ("A2", "A4", "D4")]
    assert owners == ["black", "black", "wurttemberg"]


@pytest.mark.rule("POW-PCE-7")
def test_each_ally_may_take_one_adjacent_province() -> None:
    state = ally(six(), "hesse", "red")
    done = peace(state, "red", "green", "red: TAKE A1; red: hesse TAKE C1")
    assert done.state.provinces["C1"].owner == "hesse"
    assert number_of(done.state, "hesse") == 4
    far = peace(state, "red", "green", "red: TAKE none; red: hesse TAKE A1")
    assert verdicts(far)[-1] == "red: TREATY green ALLY hesse TAKE A1 illegal POW-PCE-7"
    two = peace(state, "red", "green", "red: TAKE none; red: hesse TAKE B2 C1")
    assert verdicts(two)[-1] == "red: TREATY green ALLY hesse TAKE B2 C1 illegal POW-PCE-7"
    other = peace(state, "red", "green", "red: TAKE none; red: bohemia TAKE C1")
    assert "red: TREATY green ALLY bohemia TAKE C1 illegal POW-PCE-7" in verdicts(other)


@pytest.mark.rule("POW-PCE-8")
def test_an_ally_that_could_take_and_does_not_is_slighted() -> None:
    state = ally(ally(six(), "hesse", "red"), "mainz", "red")
    done = peace(state, "red", "green", "red: TAKE none; red: hesse TAKE none")
    assert done.state.influence("red", "hesse") == 1
    assert done.state.influence("red", "mainz") == 1, "Mainz touches no enemy"
    assert [event.rule for event in events(done, "influence-lost")] == ["POW-PCE-8"]


@pytest.mark.rule("POW-PCE-9")
def test_a_province_gone_meanwhile_slights_all_the_same() -> None:
    """E-25: red himself takes the only ones that Hesse could have had."""
    state = ally(six(), "hesse", "red")
    state = give(state, "red", "A1").with_player("red", saved=1)
    done = peace(state, "red", "green", "red: TAKE B2 C1; red: hesse TAKE C1")
    assert done.state.influence("red", "hesse") == 1


@pytest.mark.rule("POW-PCE-10")
def test_a_principality_takes_two_provinces_of_the_losers_choice() -> None:
    state = ally(six(), "hesse", "green")
    done = peace(state, "bohemia", "green", "green: YIELD C1 C2")
    assert [done.state.provinces[code].owner for code in ("C1", "C2")] == ["bohemia", "bohemia"]
    assert verdicts(done) == ["green: YIELD C1 > C2 success"]


@pytest.mark.rule("POW-PCE-10")
def test_it_takes_one_if_there_is_only_one() -> None:
    state = give(six(), "red", "A1 B2")
    done = peace(state, "bohemia", "green")
    assert number_of(done.state, "bohemia") == 5
    assert number_of(done.state, "green") == 1
    assert done.state.players["green"].foreign is None


@pytest.mark.rule("POW-PCE-10")
def test_allies_must_give_what_the_loser_has_not() -> None:
    """E-27, E-28: the loser owns towns only, and his ally's last open province goes too."""
    state = give(six(), "red", "A1 B2 C1")
    state = give(ally(state, "hesse", "green"), "red", "D4")
    done = peace(state, "bohemia", "green")
    assert done.state.provinces["C2"].owner == "bohemia"
    assert done.state.influence("green", "hesse") == 1, "two of three for the province lost"
    assert done.state.players["green"].foreign is None


@pytest.mark.rule("POW-PCE-11")
@pytest.mark.rule("POW-FP-5")
def test_a_loser_without_an_open_province_is_eliminated() -> None:
    done = peace(give(six(), "red", "A1 B2 C1"), "bohemia", "green")
    assert done.state.players["green"].foreign is not None
    assert done.state.provinces["B1"].owner not in ("green", "bohemia")
    assert "eliminated" in kinds(done)


@pytest.mark.rule("POW-PCE-11")
def test_a_foreign_power_stays_one_and_loses_nothing() -> None:
    state = foreign(give(six(), "red", "A1 B2 C1"), "green").with_province("B1", town=True)
    done = peace(state, "bohemia", "green")
    assert done.state.provinces == state.provinces
    assert "eliminated" not in kinds(done)


@pytest.mark.rule("POW-PCE-12")
def test_the_loser_pays_for_each_province_that_his_ally_lost() -> None:
    state = ally(six(), "brandenburg", "green", green=4)
    done = peace(state, "red", "green", "red: TAKE A5 C6")
    assert done.state.influence("green", "brandenburg") == 0
    assert done.state.principalities["brandenburg"].ally == ""


@pytest.mark.rule("POW-PCE-13")
def test_only_players_conquer_towns() -> None:
    state = ally(six(), "hesse", "red").with_province("C1", town=True)
    done = peace(state, "red", "green", "red: TAKE none; red: hesse TAKE C1")
    assert verdicts(done)[-1] == "red: TREATY green ALLY hesse TAKE C1 illegal POW-PCE-13"


@pytest.mark.rule("POW-PCE-14")
def test_all_influence_on_a_conquered_principality_is_gone() -> None:
    state = give(di(six(), "anhalt", white=1, red=1), "white", "B5")
    done = peace(state, "purple", "anhalt", "purple: TAKE B4")
    assert "anhalt" not in done.state.principalities
    assert done.state.provinces["B4"].owner == "purple"
    assert not done.state.provinces["B4"].capital
    assert "principality-destroyed" in kinds(done)


@pytest.mark.rule("POW-PCE-15")
def test_a_capital_is_safe_while_its_power_has_more() -> None:
    assert verdicts(peace(six(), "red", "hesse", "red: TAKE C3")) == [
        "red: TREATY hesse TAKE C3 illegal POW-PCE-15"
    ]
    done = peace(give(six(), "white", "C2 D4"), "red", "hesse", "red: TAKE C3")
    assert done.state.provinces["C3"].owner == "red"


@pytest.mark.rule("POW-PCE-16")
def test_a_last_province_may_become_a_vassal_instead() -> None:
    state = give(six(), "white", "B5")
    state = di(state, "anhalt", white=1, orange=1)
    done = peace(state, "purple", "anhalt", "purple: VASSALIZE B4")
    anhalt = done.state.principalities["anhalt"]
    assert (dict(anhalt.influence), anhalt.ally) == ({"purple": 2}, "purple")
    assert done.state.provinces["B4"].owner == "anhalt"
    assert not events(done, "influence-unsaved"), "it costs nothing"


@pytest.mark.rule("POW-PCE-16")
def test_a_players_capital_may_become_a_new_vassal() -> None:
    """E-29: the loser becomes a Foreign Power."""
    state = give(six(), "red", "A1 B2 C1")
    done = peace(state, "red", "green", "red: VASSALIZE B1 AS ulm")
    assert done.state.provinces["B1"].owner == "ulm"
    assert done.state.principalities["ulm"].ally == "red"
    assert done.state.influence("red", "ulm") == 2
    assert done.state.players["green"].foreign is not None


@pytest.mark.rule("POW-PCE-17")
def test_only_the_smallest_powers_become_vassals() -> None:
    assert verdicts(peace(six(), "red", "hesse", "red: VASSALIZE C3")) == [
        "red: TREATY hesse VASSALIZE C3 illegal POW-PCE-17"
    ]


@pytest.mark.rule("POW-PCE-18")
def test_an_electors_last_province_is_only_vassalized() -> None:
    assert verdicts(peace(six(), "red", "trier", "red: TAKE D1")) == [
        "red: TREATY trier TAKE D1 illegal POW-PCE-18"
    ]
    done = peace(six(), "red", "trier", "red: VASSALIZE D1")
    assert done.state.principalities["trier"].ally == "red"
    assert done.state.principalities["trier"].elector
    taken = peace(six(), "red", "bohemia", "red: TAKE E7")
    assert taken.state.provinces["E7"].owner == "red"


@pytest.mark.rule("POW-PCE-19")
def test_taking_from_a_principality_oneself_costs_all_influence_there() -> None:
    """E-23. An ally's taking does not."""
    state = di(ally(six(), "brandenburg", "green", green=5), "trier", white=3)
    state = di(state, "brandenburg", green=5, white=1)
    done = peace(state, "white", "green", "white: TAKE A5")
    assert done.state.influence("white", "brandenburg") == 0
    helped = ally(state, "saxony", "white")
    done = peace(helped, "white", "green", "white: TAKE none; white: saxony TAKE C6")
    assert done.state.provinces["C6"].owner == "saxony"
    assert done.state.influence("white", "brandenburg") == 1


@pytest.mark.rule("POW-PCE-20")
@pytest.mark.rule("POW-MAP-7")
def test_a_principality_brings_its_religion_and_nobody_earns_by_it() -> None:
    state = protestant(ally(six(), "hesse", "red"), "C1")
    done = peace(state, "red", "green", "red: TAKE none; red: hesse TAKE C1")
    assert done.state.provinces["C1"].religion == "catholic"
    scores = [one.saints + one.reformation for one in done.state.players.values()]
    assert scores == [0] * 6


@pytest.mark.rule("POW-PCE-21")
def test_a_players_conquest_keeps_religion_and_town() -> None:
    state = protestant(six(), "A1").with_province("A1", town=True)
    province = peace(state, "red", "green", "red: TAKE A1").state.provinces["A1"]
    assert (province.owner, province.religion, province.town) == ("red", "protestant", True)


@pytest.mark.rule("POW-PCE-22")
def test_automatic_treaty_takes_what_is_open_near_and_orthodox() -> None:
    """A1 and B2, not C1 which is not adjacent."""
    done = peace(six(), "red", "green")
    assert done.state.lands["red"] == ("A1", "A2", "A3", "A4", "B2", "B3")
    heretical = peace(protestant(six(), "A1"), "red", "green")
    assert "A1" in heretical.state.lands["red"], "rather than nothing"
    assert events(done, "treaty-automatic")[0].data["taken"] == ["A1", "B2"]


@pytest.mark.rule("POW-PCE-22")
def test_automatic_treaty_leaves_the_allies_their_best() -> None:
    """Hesse touches B2 and C1; B2, the lower, is left to it."""
    done = peace(ally(six(), "hesse", "red"), "red", "green")
    assert done.state.provinces["B2"].owner == "hesse"
    assert done.state.provinces["A1"].owner == "red"
    assert done.state.influence("red", "hesse") == 3


@pytest.mark.rule("POW-PCE-22")
def test_automatic_treaty_takes_a_town_if_nothing_is_free_and_it_can_be_paid() -> None:
    state = give(six(), "white", "A1 B2").with_province("C1", town=True)
    assert number_of(peace(state, "red", "green").state, "red") == 4
    rich = peace(state.with_player("red", saved=2), "red", "green")
    assert rich.state.provinces["C1"].owner == "red"
    assert rich.state.players["red"].saved == 0


@pytest.mark.rule("POW-PCE-22")
def test_automatic_yield_gives_heretical_provinces_and_keeps_alliances() -> None:
    state = protestant(six(), "C1")
    assert peace(state, "bohemia", "green").state.lands["bohemia"][:2] == ("A1", "C1")
    bound = ally(protestant(six(), "C1"), "hesse", "green", green=2)
    assert peace(bound, "bohemia", "green").state.lands["green"] == ("B1", "B2")
    poor = give(ally(protestant(six(), "hesse"), "hesse", "green", green=2), "red", "A1")
    taken = peace(poor, "bohemia", "green").state.lands["bohemia"]
    assert {"C2", "D4"} <= set(taken), "heretical ones go first"


@pytest.mark.rule("POW-PCE-23")
def test_the_winner_takes_before_his_ally() -> None:
    state = ally(give(six(), "red", "B2"), "hesse", "red").with_player("red", saved=1)
    done = peace(state, "red", "green", "red: TAKE C1; red: hesse TAKE C1")
    assert done.state.provinces["C1"].owner == "red"
    assert done.state.influence("red", "hesse") == 1
    taken = [event.kind for event in done.events]
    assert taken.index("province-taken") < taken.index("influence-lost")


@pytest.mark.rule("POW-PCE-23")
def test_the_end_of_the_game_is_asked_after_each_treaty(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def check_victory(progress: Progress, point: str) -> bool:
        asked.append((number_of(progress.state, "red"), point))
        return True

    monkeypatch.setattr(treaties, "check_victory", check_victory)
    peace(six(), "red", "green")
    assert asked == [(6, "treaty")]


@pytest.mark.rule("POW-PCE-24")
@pytest.mark.rule("POW-FP-2")
def test_who_loses_his_last_province_becomes_a_foreign_power_at_once() -> None:
    state = give(six(), "red", "A1 B2 C1").with_player("red", saved=2)
    done = peace(state, "red", "green", "red: TAKE B1")
    assert done.state.players["green"].foreign is not None
    assert done.state.provinces["B1"].owner == "red"
    assert done.state.players["red"].saved == 0


@pytest.mark.rule("POW-FP-13")
def test_a_foreign_power_without_land_stays_one() -> None:
    state = foreign(give(six(), "red", "A1 B2 C1"), "green")
    done = peace(state, "red", "green", "red: TAKE B1")
    assert done.state.players["green"].foreign == state.players["green"].foreign
    assert "left-empire" not in kinds(done)


@pytest.mark.rule("POW-ALY-1")
def test_a_principality_made_smaller_may_find_an_ally() -> None:
    """Alliances are judged again when the size has changed: two are enough for two provinces."""
    done = peace(di(six(), "hesse", white=2), "red", "hesse", "red: TAKE C2")
    assert done.state.principalities["hesse"].ally == "white"


@pytest.mark.rule("POW-DI-7")
def test_a_winner_who_cannot_pay_loses_what_he_has() -> None:
    """E-22."""
    poor = six().with_province("A1", town=True)
    assert peace(poor, "red", "green", "red: TAKE A1").state.provinces["A1"].owner == "red"


def test_lines_for_a_treaty_that_is_not_made_are_void() -> None:
    done = peace(six(), "red", "green", "green: TAKE A4")
    assert verdicts(done) == ["green: TREATY green TAKE A4 void POW-PCE-1"]
