"""Foreign Powers: leaving, being driven out, and what they are afterwards."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.archive import load_game
from generator.archive.game.sheets import sheet_for
from generator.archive.people.reminding import reminders
from generator.rulesets.westphalia.diplomacy.foreign import (
    drive_out,
    free_homes,
    leave_empire,
    leaving_refusal,
)
from generator.rulesets.westphalia.diplomacy.games import games_of
from generator.rulesets.westphalia.faith.conversion import usual_tasks
from generator.rulesets.westphalia.land.influence import league_refusal, remove, total_influence
from generator.rulesets.westphalia.land.lands import hand_over
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.orders import JoinLeague, LeaveEmpire
from generator.rulesets.westphalia.state.power import power_parts
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import Foreign, ReligiousWar, State
from generator.rulesets.westphalia.wars.gathering import gather_leagues
from tests.autoplay.samples import GAMES
from tests.rules.westphalia.rounds import at_phase, play, texts_of, verdict, why
from tests.rules.westphalia.table import after, ally, di, foreign, give, protestant, six


def left(
    state: State, player: str = "red", home: str = "", edge: str = "", name: str = ""
) -> State:
    progress = Progress(state)
    leave_empire(progress, player, LeaveEmpire(home, edge, name))
    return progress.state


def driven(state: State, player: str = "red") -> State:
    progress = Progress(state)
    drive_out(progress, player)
    return progress.state


@pytest.mark.rule("POW-FP-1")
def test_who_is_weak_may_leave() -> None:
    """Six in Round 3 is too much; fifteen in Round 4 is not, but a conquered town is."""
    state = ally(six(), "trier", "red")
    assert leaving_refusal(six(), "red") is None
    assert (
        why(leaving_refusal(replace(state, round=3), "red"))
        == "has 7 IP, and more than 5 is too much"
    )
    strong = ally(ally(state, "bohemia", "red"), "mainz", "red", red=1)
    late = replace(strong, round=4)
    assert power_parts(late, "red").total == 16
    assert leaving_refusal(late, "red") is not None
    assert leaving_refusal(give(late, "green", "A4"), "red") is None
    town = late.with_province("A4", town=True, owner="red")
    assert "not the capital: A4" in why(leaving_refusal(town, "red"))


@pytest.mark.rule("POW-FP-1")
def test_leaving_is_ordered_at_the_end_of_the_round() -> None:
    state = at_phase(six(), "election")
    done = play(state, {"red": "FOREIGN france EDGE SW AS ulm", "green": "FOREIGN france EDGE N"})
    assert verdict(done, "green", "FOREIGN france EDGE N") == "success"
    assert verdict(done, "red", "FOREIGN france EDGE SW AS ulm") == "illegal POW-FP-4"


@pytest.mark.rule("POW-FP-3")
def test_driven_out_after_what_the_war_has_cost() -> None:
    """Seven DI: two go with an ally that is destroyed, one to another rule; of four two stay."""
    state = six().with_player("white", saved=3, league="catholic")
    state = di(di(state, "alsace", white=2), "hesse", white=2)
    progress = Progress(give(state, "alsace", "B7 A6 C7 C8", capital=False))
    for code in progress.state.lands["alsace"]:
        hand_over(progress, code, "red", "POW-PCE-1")
    remove(progress, "white", "hesse", 1, "POW-PCE-12")
    assert total_influence(progress.state, "white") == 4
    drive_out(progress, "white")
    white = progress.state.players["white"]
    assert (white.saved, white.league, white.left) == (2, "", True)
    assert white.foreign is not None
    assert white.foreign.home_ip == 0
    assert total_influence(progress.state, "white") == 2


@pytest.mark.rule("POW-FP-3")
def test_a_religious_war_passes_to_who_has_most_influence_with_the_target() -> None:
    state = protestant(di(six(), "hesse", black=1, green=2), "red", "black", "green")
    for player in ("red", "black", "green"):
        state = state.with_player(player, league="evangelical")
    state = replace(state, religious_war=ReligiousWar("hesse", "red", "pending"))
    war = driven(state).religious_war
    assert war is not None
    assert war.rotf == "green"
    lapsed = driven(di(state, "hesse")).religious_war
    assert lapsed is not None
    assert lapsed.status == "cancelled"


@pytest.mark.rule("POW-FP-3")
def test_who_was_driven_out_leads_no_game_in_this_round() -> None:
    state = driven(six().with_player("red", tasks=("heresy", "diplomacy")))
    assert "red" not in [game.leader for game in games_of(state)]


@pytest.mark.rule("POW-FP-4")
def test_the_steps_of_leaving() -> None:
    """Provinces, half the influence, religion and score, home and edge."""
    state = di(six(), "hesse", red=3).with_player("red", saved=2, saints=5)
    after = left(state, "red", "spain", "S", "ulm")
    red = after.players["red"]
    assert after.lands["ulm"] == ("A2", "A3", "A4", "B3")
    assert after.capital_of("ulm") == "A3"
    assert after.lands["red"] == ()
    assert (red.saved, red.saints, red.religion) == (2, 5, "catholic")
    assert after.influence("red", "hesse") == 0
    assert red.foreign == Foreign("spain", "S")


@pytest.mark.rule("POW-FP-5")
def test_provinces_left_behind_become_a_principality_too() -> None:
    after = driven(six())
    assert len(after.lands["ansbach"]) == 4


@pytest.mark.rule("POW-FP-6")
def test_the_new_principality_is_of_the_capitals_religion() -> None:
    """One heretical province flips; it is unaligned, and no Elector."""
    after = left(protestant(six(), "A2"), "red", name="ulm")
    assert {after.provinces[code].religion for code in after.lands["ulm"]} == {"catholic"}
    ulm = after.principalities["ulm"]
    assert (ulm.ally, ulm.elector, dict(ulm.influence)) == ("", False, {})


@pytest.mark.rule("POW-FP-6")
def test_when_all_names_are_used_it_is_a_free_city() -> None:
    """E-44."""
    from generator.rulesets.westphalia.land.lands import free_names
    from generator.rulesets.westphalia.state.state import Principality

    state = six()
    for name in tuple(free_names(state)):
        table = {**state.principalities, name: Principality(name, name)}
        state = replace(state, principalities=table)
    after = left(state)
    assert after.principalities["free_a3"].name == "Free City of A3"


@pytest.mark.rule("POW-FP-7")
def test_two_homes_at_one_edge() -> None:
    after = left(left(six(), "red", "france", "SW"), "green", "spain", "SW")
    edges = [after.players[one].foreign.edge for one in ("red", "green")]  # type: ignore[union-attr]
    assert edges == ["SW", "SW"]


@pytest.mark.rule("POW-FP-4")
def test_every_home_is_used_once() -> None:
    after = left(left(six(), "red", "france"), "green", "france")
    green = after.players["green"].foreign
    assert green is not None
    assert (green.home, green.edge) == ("denmark", "N")
    assert "france" not in free_homes(after)
    assert "transylvania" not in free_homes(after)


@pytest.mark.rule("POW-FP-9")
def test_a_home_is_no_place_for_dice_or_conquest() -> None:
    """No order can name it."""
    state = at_phase(left(six(), "red", "france", "SW"), "faith")
    state = replace(state, dice={"green": 1})
    done = play(state, {"green": "FAITH france"})
    assert verdict(done, "green", "FAITH france") == "illegal POW-MAIL-3"


@pytest.mark.rule("POW-FP-11")
def test_land_in_the_empire_gives_power_as_usual() -> None:
    state = left(six(), "red", "france", "SW")
    state = give(state, "red", "G1 G3")
    assert power_parts(state, "red").own == 2


@pytest.mark.rule("POW-FP-12")
def test_a_foreign_power_plays_the_rest_of_the_game() -> None:
    state = foreign(six(), "green").with_player("green", tasks=("heresy", "diplomacy"), saved=1)
    assert usual_tasks(state, "green") == ("heresy", "diplomacy")
    assert "green" in [game.leader for game in games_of(state)]
    done = play(at_phase(state, "diplomacy"), {"green": "INFLUENCE trier 1\nLEAGUE catholic"})
    assert done.state.principalities["trier"].ally == "green"


@pytest.mark.rule("POW-FP-14")
@pytest.mark.rule("POW-ELE-1")
def test_an_emperor_who_leaves_is_dead_and_may_be_elected_again() -> None:
    state = at_phase(ally(ally(six(), "trier", "black"), "mainz", "black"), "election", 3)
    # The bonus makes the Emperor too strong to leave, if he owns all his land.
    state = give(state, "salzburg", "E6 G4 G5")
    done = play(state, {"purple": "FOREIGN france EDGE SW", "black": "VOTE ALL purple"})
    assert verdict(done, "purple", "FOREIGN france EDGE SW").startswith("illegal")
    weak = protestant(state, "F5")
    done = play(weak, {"purple": "FOREIGN france EDGE SW", "black": "VOTE ALL purple"})
    assert "POW-FP-14" in [one.rule for one in done.events if one.kind == "emperor-dies"]
    assert done.state.emperor == "purple"
    assert not done.state.emperor_left


@pytest.mark.rule("POW-FP-15")
def test_a_conquered_town_never_becomes_a_capital() -> None:
    progress = Progress(left(six(), "red", "france", "SW"))
    hand_over(progress, "E1", "red", "POW-PCE-1")
    assert progress.state.provinces["E1"].town
    assert progress.state.capital_of("red") == ""


# --- how it is told, and what is wished for


@pytest.mark.rule("POW-FP-4")
@pytest.mark.parametrize(
    ("saved", "told"),
    [(0, "there was no DI to keep"), (1, "of 1 DI nothing is left"), (5, "of 5 DI 2 is left")],
)
def test_what_is_kept_is_told_sensibly(saved: int, told: str) -> None:
    progress = Progress(six().with_player("red", saved=saved))
    leave_empire(progress, "red", LeaveEmpire("france", "SW"))
    (event,) = [one for one in progress.events if one.kind == "left-empire"]
    assert event.text == f"Red becomes a Foreign Power: France, at the edge SW; {told}"


@pytest.mark.rule("POW-FP-6")
def test_provinces_that_convert_with_a_new_principality_are_told() -> None:
    progress = Progress(protestant(six(), "A2", "B3"))
    leave_empire(progress, "red", LeaveEmpire("", name="ulm"))
    (event,) = [one for one in progress.events if one.kind == "principality-founded"]
    assert event.text.endswith("with its capital A3; A2 and B3 become Catholic with it")


@pytest.mark.rule("POW-FP-1")
def test_homes_are_a_list_by_preference() -> None:
    """France is taken by green, who is before red in Initiative; Spain is red's second wish."""
    state = at_phase(six(), "election")
    text = "FOREIGN france EDGE SW\nFOREIGN spain EDGE S\nFOREIGN milan"
    done = play(state, {"green": "FOREIGN france EDGE N", "red": text})
    assert verdict(done, "red", "FOREIGN france EDGE SW") == "illegal POW-FP-4"
    assert verdict(done, "red", "FOREIGN spain EDGE S") == "success"
    assert verdict(done, "red", "FOREIGN milan") == "excess POW-FP-1"
    red = done.state.players["red"].foreign
    assert red is not None
    assert (red.home, red.edge) == ("spain", "S")


@pytest.mark.rule("POW-FP-1")
def test_who_wants_to_stay_first_of_all_stays() -> None:
    done = play(at_phase(six(), "election"), {"red": "FOREIGN none\nFOREIGN france"})
    assert verdict(done, "red", "FOREIGN none") == "success"
    assert done.state.players["red"].foreign is None


@pytest.mark.rule("POW-FP-6")
def test_a_name_that_is_in_use_is_replaced_and_said_so() -> None:
    done = play(at_phase(six(), "election"), {"red": "FOREIGN france EDGE SW AS hesse"})
    (said,) = [one for one in done.verdicts if one.power == "red" and "FOREIGN" in one.order]
    assert said.reasons[0].text == (
        "leaves the Empire; the rules name the land, for Hesse is on the map already"
    )
    assert "ansbach" in done.state.principalities


@pytest.mark.rule("POW-FP-6")
def test_who_is_driven_out_has_named_home_edge_and_land_before() -> None:
    wished = play(at_phase(six(), "upheaval"), {"red": "FOREIGN spain EDGE N AS ulm"}).state
    gone = driven(wished)
    assert gone.players["red"].foreign == Foreign("spain", "N")
    assert gone.capital_of("ulm") == "A3"


@pytest.mark.rule("POW-FP-1")
@pytest.mark.parametrize(
    ("pacing", "phase", "rule"),
    [
        ("merged", "election", ["POW-FP-1"]),
        ("merged", "choice", []),
        ("stepwise", "leaving", ["POW-FP-1"]),
        ("stepwise", "election", []),
    ],
)
def test_who_is_too_strong_is_warned_where_leaving_is_ordered(
    pacing: str, phase: str, rule: list[str]
) -> None:
    """Elsewhere FOREIGN says where to go if the player is driven out."""
    state = at_phase(ally(six(pacing=pacing), "trier", "red"), phase)
    book = RULESET.read(state, {"red": "FOREIGN france EDGE SW"})
    assert [one.rule for one in book.complaints] == rule


@pytest.mark.rule("POW-FP-3")
def test_who_was_driven_out_joins_no_league_in_this_round() -> None:
    """Not even the Emperor, whom a Religious War would ask."""
    gone = driven(six(), "purple")
    assert why(league_refusal(gone, "purple", "catholic")).startswith("has left")
    state = replace(gone, religious_war=ReligiousWar("hesse", "red", "pending"))
    state = protestant(state, "red").with_player("red", league="evangelical")
    done = after(gather_leagues, state, {"purple": [JoinLeague("catholic")]})
    assert done.state.players["purple"].league == ""


def homeless(phase: str = "religious-war", **options: str) -> State:
    """Red has been driven out in the wars of this Round, and had named no home."""
    gone = driven(give(six(**options), "white", "A2 A3 A4 B3", town=False, capital=False))
    return at_phase(gone, phase)


@pytest.mark.rule("POW-FP-4")
@pytest.mark.parametrize(
    ("pacing", "last"),
    [("merged", "Tradeoffs and Imperial Election"), ("stepwise", "Foreign Powers")],
)
def test_who_was_driven_out_is_told_to_name_a_home_and_until_when(pacing: str, last: str) -> None:
    state = homeless(pacing=pacing)
    advice = RULESET.advice(state, "red")
    assert "the home is in Denmark at the edge N" in advice
    assert "FOREIGN sweden EDGE N" in advice
    assert advice.endswith(f"by the deadline of {last}")
    assert RULESET.advice(state, "green") == ""
    (table,) = [one for one in RULESET.tables(state) if one.title == "Foreign Powers"]
    assert f"{advice}." in str(table)
    sheet = sheet_for(RULESET, state, "red").splitlines()
    assert advice in " ".join(line.removeprefix("# ") for line in sheet)


@pytest.mark.rule("POW-FP-4")
@pytest.mark.parametrize("phase", ["religious-war", "election"])
def test_who_was_driven_out_chooses_home_and_edge_until_the_foreign_powers(phase: str) -> None:
    state = homeless(phase)
    taken = state.players["red"].foreign
    assert taken is not None
    text = "FOREIGN spain EDGE N\nFOREIGN milan"
    assert not RULESET.read(state, {"red": text}).complaints
    done = play(state, {"red": text})
    assert verdict(done, "red", "FOREIGN spain EDGE N") == "success"
    assert verdict(done, "red", "FOREIGN milan") == "excess POW-FP-1"
    now = done.state.players["red"].foreign
    assert now is not None
    assert (now.home, now.edge) == ("spain", "N")
    assert texts_of(done, "home-chosen") == ["Red chooses the home: Spain, at the edge N"]
    assert RULESET.advice(done.state, "red") == ""
    assert RULESET.load(RULESET.dump(done.state)) == done.state


@pytest.mark.rule("POW-FP-4")
def test_a_home_that_is_taken_is_refused_and_none_keeps_what_the_rules_gave() -> None:
    state = foreign(homeless(), "green")
    done = play(state, {"red": "FOREIGN france EDGE SW\nFOREIGN none"})
    assert verdict(done, "red", "FOREIGN france EDGE SW") == "illegal POW-FP-4"
    assert verdict(done, "red", "FOREIGN none") == "success"
    assert done.state.players["red"].foreign == state.players["red"].foreign
    assert RULESET.advice(state, "red")
    assert not RULESET.advice(done.state, "red")


@pytest.mark.rule("POW-FP-4")
def test_who_has_named_a_home_before_or_left_of_his_own_will_is_told_nothing() -> None:
    named = play(at_phase(six(), "upheaval"), {"red": "FOREIGN spain EDGE N"}).state
    assert RULESET.advice(at_phase(driven(named), "religious-war"), "red") == ""
    for phase in ("upheaval", "ballot-1", "peace"):
        assert RULESET.advice(at_phase(left(six()), phase), "red") == ""
    late = homeless("ballot-1")
    done = RULESET.read(late, {"red": "FOREIGN spain EDGE N"})
    assert [one.rule for one in done.complaints] == ["POW-FP-1"]


def _later(folder: str, names: list[str]) -> set[str]:
    """What there was not yet before the leagues of 1585, and what tells of it."""
    gone = {"1610", "1635", "chain.toml", "commitments.toml", "revealed"} & set(names)
    if folder.endswith(os.path.join("1585", "state")):
        gone |= {name for name in names if name[0] in "678"}
    return gone


@pytest.mark.rule("POW-FP-4")
def test_the_reminder_of_who_was_driven_out_says_what_to_file_and_by_when(tmp_path: Path) -> None:
    """Sample game: white was driven out in the wars of 1585, and named no home."""
    folder = tmp_path / "cuius-regio"
    shutil.copytree(GAMES / "cuius-regio", folder, ignore=_later)
    settings = folder / "game.toml"
    dated = settings.read_text("utf-8") + "\n[dates.1585]\nleagues = 2027-03-07T20:00:00Z\n"
    settings.write_text(dated, "utf-8")
    (one,) = [one for one in reminders(load_game(folder)) if one.power == "white"]
    assert "White was driven out" in one.body
    assert "like FOREIGN poland EDGE NE" in " ".join(one.body.split())
    assert "7 March 2027" in one.body
    report = RULESET.report(
        load_game(folder).current_state(), load_game(folder).phases[-1].resolution()
    )
    assert "Homes to choose" in [section.title for section in report]
