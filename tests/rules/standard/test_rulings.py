"""The referee's rulings."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.errors import GameError
from generator.engine.phases import Ruling
from generator.rulesets.standard import RULESET
from tests.rules.standard.play import play, winter

BOHEMIA = "austria: A VIE - GAL\nrussia: A WAR H\nitaly: A TYR H"


def ruling(kind: str, phase: str = "spring-movement", number: int = 1, **facts: Any) -> Ruling:
    return Ruling(number, phase, kind, "the mail was late", facts=facts)


@pytest.mark.rule("STD-RUL-1")
def test_a_ruling_comes_last_and_is_shown_with_its_reason() -> None:
    given = ruling("units", power="austria", units=["A BOH"])
    turn = play(BOHEMIA, rulings=[given])
    assert turn.said("austria: A VIE - GAL") == "success STD-MOV-3"
    assert turn.units("austria") == ["A BOH"]
    (event,) = [one for one in turn.events if one.kind == "ruling"]
    assert event.rule == "STD-RUL-1"
    assert event.text == "Ruling 1: Austria has A BOH (the mail was late)"


@pytest.mark.rule("STD-RUL-1")
@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (ruling("order", phase="fall-movement"), "belongs to fall-movement"),
        (ruling("pardon"), "no kind 'pardon'"),
        (Ruling(1, "spring-movement", "end", "  ", facts={"result": "draw"}), "no reason"),
        (Ruling(1, "spring-movement", "end", "so", "STD-X-1", {"result": "draw"}), "no rule"),
        (ruling("order", power="spain", order="A MAD H"), "no power 'spain'"),
        (ruling("order", power="austria", order="A VIE -> ???"), "cannot be read"),
        (ruling("order", power="austria", order="A WAR - GAL"), "no unit in WAR"),
        (ruling("void", power="austria", order="A TRI - VEN"), "no order on the sheet"),
        (ruling("void", power="austria"), "give either order or unit"),
        (
            ruling("void", power="austria", order="A VIE H", unit="A VIE"),
            "give either order or unit",
        ),
        (ruling("units", power="austria", units=["A TYR"]), "share a province"),
        (ruling("units", power="austria", units=["A ADR"]), "cannot be"),
        (ruling("units", power="austria", units="A VIE"), "not a list"),
        (ruling("centers", power="austria", centers=["BOH"]), "not a supply center"),
        (ruling("end", result="victory", powers=[]), "one power"),
        (ruling("end", result="peace"), "not draw or victory"),
        (ruling("end", result="draw", winner="austria"), "there is no winner"),
    ],
)
def test_a_ruling_that_does_not_apply_is_refused(given: Ruling, problem: str) -> None:
    with pytest.raises(GameError, match=problem) as caught:
        play(BOHEMIA, rulings=[given])
    assert str(caught.value).startswith("ruling 1 does not apply: ")


def test_no_loss_is_told_of_a_unit_that_stands_by_a_ruling() -> None:
    """France has to remove two units; by the ruling the army in the Ruhr stays."""
    stays = ruling("units", "winter-adjustments", power="france", units=["A RUH"])
    units, centers = "france: A RUH, A SIL", "austria: VIE"
    turn = winter(units, centers, rulings=[stays])
    assert turn.units("france") == ["A RUH"]
    assert [text for kind in ("removed", "civil-disorder") for text in turn.texts(kind)] == [
        "France's army in Silesia is removed by the rule for civil disorder"
    ]
    assert RULESET.summary(turn.before, turn.resolution)[0] == "France loses its unit in Silesia."
    both = ruling("units", "winter-adjustments", power="france", units=["A RUH", "A SIL"])
    turn = winter(units, centers, rulings=[both])
    assert not turn.texts("removed") + turn.texts("civil-disorder")
    assert RULESET.summary(turn.before, turn.resolution) == ("No one builds or removes a unit.",)


def test_nothing_is_due_in_a_game_that_a_ruling_has_ended() -> None:
    taken = "austria: A BUD - SER"
    assert "units-due" in play(taken, phase="fall-movement").kinds()
    ended = play(
        taken, phase="fall-movement", rulings=[ruling("end", "fall-movement", result="draw")]
    )
    assert "units-due" not in ended.kinds()
    assert ended.kinds()[-1] == "draw"


def test_a_build_that_a_ruling_takes_back_is_not_told() -> None:
    none = ruling("units", "winter-adjustments", power="france", units=["F BRE"])
    turn = winter("", "france: PAR, MAR", "france: BUILD A PAR", [none])
    assert turn.kinds() == ["ruling"]
    assert RULESET.summary(turn.before, turn.resolution) == (
        "Ruling 1: France has F BRE (the mail was late).",
    )


def test_a_unit_that_a_ruling_puts_back_was_not_dislodged_and_did_not_retreat() -> None:
    fight = "austria: A BOH - MUN\naustria: A TYR S A BOH - MUN\ngermany: A MUN H"
    back = [ruling("units", power="austria", units=["A BOH", "A TYR"])]
    back.append(ruling("units", number=2, power="germany", units=["A MUN"]))
    assert play(fight, rulings=back).kinds() == ["ruling", "ruling"]
    gone = [ruling("units", power="austria", units=["A BOH", "A TYR"])]
    assert play(fight, rulings=gone).texts("dislodged") == [
        "Germany's army in Munich is dislodged by Austria's army from Bohemia"
    ]
    ruled = ruling("units", "spring-retreats", power="germany", units=["A KIE"])
    turn = play(fight).then("germany: A MUN - BER", [ruled])
    assert turn.units("germany") == ["A KIE"]
    assert turn.kinds() == ["ruling"]


@pytest.mark.rule("STD-RUL-2")
def test_a_ruling_gives_a_unit_another_order() -> None:
    turn = play(BOHEMIA, rulings=[ruling("order", power="austria", order="A VIE - BOH")])
    assert turn.units("austria") == ["A BOH"]
    assert turn.verdict("austria: A VIE - BOH").note == "ruling 1"
    assert turn.said("austria: A VIE - GAL") == "void STD-RUL-1"
    assert turn.verdict("austria: A VIE - GAL").note == "ruling 1"


@pytest.mark.rule("STD-RUL-2")
@pytest.mark.parametrize("facts", [{"order": "A Vienna - Galicia"}, {"unit": "A VIE"}])
def test_a_ruling_makes_an_order_void(facts: dict[str, str]) -> None:
    turn = play(BOHEMIA, rulings=[ruling("void", power="austria", **facts)])
    assert turn.units("austria") == ["A VIE"]
    assert turn.verdict("austria: A VIE - GAL").note == "ruling 1"


@pytest.mark.rule("STD-RUL-2")
def test_a_ruled_build_comes_before_the_others() -> None:
    given = ruling("order", "winter-adjustments", power="germany", order="BUILD F KIE")
    turn = winter("germany: A PRU", "germany: BER, KIE", "germany: BUILD A BER", [given])
    assert turn.units("germany") == ["A PRU", "F KIE"]
    assert turn.verdict("germany: BUILD A BER").outcome == "excess"


@pytest.mark.rule("STD-RUL-3")
def test_a_ruling_sets_the_ownership_of_centers() -> None:
    given = ruling("centers", "fall-movement", power="italy", centers=["SER"])
    turn = play("austria: A SER H\nitaly: A ROM H", phase="fall-movement", rulings=[given])
    assert turn.state.centers["SER"] == "italy"
    assert "Austria takes Serbia" not in turn.texts("center-taken")
    given = ruling("centers", power="", centers=["VIE"])
    assert "VIE" not in play("austria: A VIE H", rulings=[given]).state.centers


@pytest.mark.rule("STD-RUL-3")
def test_units_that_a_ruling_sets_close_retreats() -> None:
    given = ruling("units", power="france", units=["A TUS"])
    turn = play(
        "austria: A TRI - VEN\naustria: A TYR S A TRI - VEN\nitaly: A VEN H\nfrance: A MAR H",
        rulings=[given],
    )
    assert turn.retreats("A VEN") == ["APU", "PIE", "ROM"]


@pytest.mark.rule("STD-RUL-4")
def test_a_ruling_ends_the_game() -> None:
    given = ruling("end", result="victory", powers=["austria"])
    ending = play(BOHEMIA, rulings=[given]).state.ending
    assert ending is not None
    assert (ending.kind, ending.powers) == ("victory", ("austria",))
    drawn = play(BOHEMIA, rulings=[ruling("end", result="draw")]).state.ending
    assert drawn is not None
    assert drawn.kind == "draw"
