"""Cases at the edges of several rules at once."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

import generator.rulesets.westphalia as package
from generator.engine.errors import FileError
from generator.rulesets.westphalia.closing.closing import count_votes, watch_emperor
from generator.rulesets.westphalia.closing.tradeoffs import make_tradeoffs, reward_emperor
from generator.rulesets.westphalia.data import event_kinds
from generator.rulesets.westphalia.data.facts import rulebook
from generator.rulesets.westphalia.diplomacy.foreign import drive_out, leaving_refusal
from generator.rulesets.westphalia.faith.dice import roll_faith
from generator.rulesets.westphalia.faith.upheaval import concession, hold_upheaval
from generator.rulesets.westphalia.land.lands import convert_principality
from generator.rulesets.westphalia.land.victory import check_victory
from generator.rulesets.westphalia.record.document import dump_state, flaws_of, load_state
from generator.rulesets.westphalia.state.power import imperial_power, power_parts
from generator.rulesets.westphalia.state.progress import Progress
from tests.rules.westphalia.rounds import at_phase, dice, play, thrown
from tests.rules.westphalia.table import ally, foreign, give, protestant, six

RULE = re.compile(r"POW-[A-Z]+-\d+")


@pytest.mark.rule("POW-UPH-3")
def test_an_ally_that_converts_stays_an_ally() -> None:
    """E-01: alliance and influence are untouched, and its Imperial Power still counts."""
    progress = Progress(ally(six(), "hesse", "red"))
    before = imperial_power(progress.state, "red")
    convert_principality(progress, "hesse", "POW-UPH-3")
    assert progress.state.principalities["hesse"].ally == "red"
    assert imperial_power(progress.state, "red") == before


@pytest.mark.rule("POW-UPH-5")
def test_only_heretical_provinces_left() -> None:
    """E-02: a Catholic Prince with nothing Catholic but the capital loses nothing."""
    state = protestant(six(), "A2", "A4", "B3")
    assert concession(state, "red") == ""
    progress = Progress(state)
    hold_upheaval(progress, thrown({f"r1/upheaval/player/{one}": 1 for one in state.seats}))
    assert progress.state.provinces["A3"].religion == "catholic"


@pytest.mark.rule("POW-FTH-2")
def test_zeal_goes_by_who_is_saved_after_the_conversions() -> None:
    """E-07: red converts and leaves its place among the saved Catholics to orange."""
    state = at_phase(six("purple red white orange green black"), "choice")
    for player, saints in {"red": 9, "white": 8, "orange": 5}.items():
        state = state.with_player(player, saints=saints)
    rolls = dice("r1/faith/red", "6 6 6 6 6 6 6")
    done = play(state, {"red": "CONVERT\nCHOOSE heresy war"}, rolls)
    earned = {one.powers[0]: one.data["parts"] for one in done.events if one.kind == "faith-earned"}
    assert "Zeal" in earned["orange"]
    assert "Zeal" not in earned["green"]


@pytest.mark.rule("POW-FTH-2")
def test_what_is_rolled_does_not_change_what_others_earn() -> None:
    """Faith is earned by all before anybody rolls."""
    state = protestant(six(), "red", "green", "white")
    for player, points in {"red": 3, "green": 2, "white": 2}.items():
        state = state.with_player(player, reformation=points, tasks=("heresy", "war"))
    progress = Progress(state)
    roll_faith(progress, thrown(dice("r1/faith/red", "1 1 1 1 1 1 1")))
    earned = {
        one.powers[0]: one.data["faith"] for one in progress.events if one.kind == "faith-earned"
    }
    assert earned == {"red": 7, "green": 7, "white": 7}


@pytest.mark.rule("POW-FTH-10")
def test_principalities_and_provinces_convert_apart_from_each_other() -> None:
    """E-09: red's die on Anhalt's land and on its own land both count."""
    state = six().with_player("red", religion="protestant")
    state = replace(at_phase(protestant(state, "A3"), "faith"), dice={"red": 3})
    done = play(state, {"red": "FAITH anhalt x2\nFAITH A2 ALSO A4"})
    assert done.state.religion_of("anhalt") == "protestant"
    assert done.state.provinces["A4"].religion == "protestant"


@pytest.mark.rule("POW-FP-1")
def test_a_prince_with_nothing_but_the_capital_stays_one() -> None:
    """E-30: also with any Imperial Power, unless he leaves."""
    state = give(six(), "hesse", "A2 A4 B3")
    assert state.players["red"].foreign is None
    assert leaving_refusal(state, "red") is None


@pytest.mark.rule("POW-FP-14")
@pytest.mark.rule("POW-IP-4")
def test_a_foreign_emperor_keeps_the_crown() -> None:
    """E-41: he has the bonus, is none of the "other Foreign Powers", and dies as others do."""
    state = replace(foreign(six(), "purple"), landed=("purple",), emperor_rounds=0)
    assert power_parts(state, "purple").bonus == 3
    progress = Progress(state)
    reward_emperor(progress)
    assert progress.state.players["purple"].saved == 1
    make_tradeoffs(progress, thrown({f"r1/tradeoff/{one}": 6 for one in state.seats}))
    assert not [one for one in progress.events if one.rule == "POW-TRD-7"]
    alive = Progress(state)
    assert not watch_emperor(alive, thrown({"r1/emperor": 5}))
    gone = Progress(replace(state, emperor_left=True))
    assert watch_emperor(gone, thrown({}))


@pytest.mark.rule("POW-FP-14")
def test_who_left_in_this_round_may_be_elected() -> None:
    """E-42."""
    progress = Progress(ally(six(), "trier", "black"))
    drive_out(progress, "red")
    assert count_votes(progress.state, {"trier": "red"}).winner == "red"


@pytest.mark.rule("POW-ELE-5")
def test_the_game_goes_on_with_one_prince() -> None:
    """E-43: all others are Foreign Powers; principalities still hold the Electorate."""
    progress = Progress(at_phase(six(), "election"))
    for player in progress.state.seats[1:]:
        drive_out(progress, player)
    done = play(progress.state, rolls={"r1/emperor": 1})
    assert done.state.moment.phase == "upheaval"
    assert done.state.emperor in done.state.seats
    assert len(done.state.electors) == 7


@pytest.mark.rule("POW-FP-5")
def test_towns_stay_where_they_are() -> None:
    """E-45: a conquered town becomes a town of the principality that is left behind."""
    progress = Progress(give(six(), "red", "D1", capital=False))
    drive_out(progress, "red")
    left = progress.state.provinces["D1"].owner
    assert left == progress.state.provinces["A3"].owner
    assert progress.state.provinces["D1"].town
    assert progress.state.capital_of(left) == "A3"


@pytest.mark.rule("POW-VIC-3")
def test_the_first_check_point_that_sees_it_ends_the_game() -> None:
    """E-46: what has ended does not begin again, whatever the next treaty does."""
    progress = Progress(replace(six(), round=5))
    assert check_victory(progress, "treaty")
    progress.state = protestant(progress.state, "trier")
    assert check_victory(progress, "treaty")


def test_every_kind_of_event_has_its_section_in_the_report() -> None:
    """Secret ones need none. What is told under "Also" would be a kind that somebody forgot."""
    secret = {"hand-dealt", "cards-drawn"}
    known = {kind.slug for kind in event_kinds.EVENTS if kind.section or kind.tabled} | secret
    told = set()
    for path in Path(str(package.__file__)).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Attribute(attr="tell"),
                    args=[ast.Name(name) | ast.Attribute(attr=name), *_],
                ):
                    told.add(getattr(event_kinds, name).slug)
    assert len(told) > 50
    assert told - known == set()


def test_every_rule_that_the_program_names_is_in_the_rulebook() -> None:
    known = {rule.id for rule in rulebook().rules}
    named = set()
    for path in Path(str(package.__file__)).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Constant(str(text)) if RULE.fullmatch(text):
                    named.add(text)
    assert len(known) == 286
    assert named <= known


@pytest.mark.parametrize(
    ("changes", "flaw"),
    [
        ({"emperor": ""}, "there is no Emperor"),
        ({"emperor": "blue"}, "the Emperor blue is not a player"),
        ({"initiative": ("red", "green")}, "Initiative is not an order of all players"),
        ({"setup_order": ("red",) * 6}, "Setup Order is not an order of all players"),
        ({"ballots": {"hesse": "red"}}, "ballots: hesse cannot be"),
        ({"ballots": {"trier": "blue"}}, "ballots: blue cannot be"),
    ],
)
def test_a_state_that_cannot_be_has_its_flaw_named(changes: dict[str, object], flaw: str) -> None:
    state = replace(at_phase(six(), "choice"), **changes)  # type: ignore[arg-type]
    assert any(said.startswith(flaw) for said in flaws_of(state))
    written = dump_state(state)
    with pytest.raises(FileError):
        load_state(written)


def test_the_throne_is_empty_between_death_and_election_only() -> None:
    vacant = replace(six(), emperor="")
    assert flaws_of(at_phase(vacant, "ballot-2")) == ()
    assert flaws_of(at_phase(vacant, "election")) == ()
    assert flaws_of(at_phase(vacant, "upheaval")) == ("there is no Emperor",)
