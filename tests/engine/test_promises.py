"""Promises: what can be read of them, and what a record makes of each."""

from __future__ import annotations

import pytest

from generator.engine.errors import UsageError
from generator.engine.promises import Pledge, Promise, Stage, judge, read_promise, read_terms

POWERS = {"france": "france", "French": "france", "England": "england", "English": "england"}
PLACES = {"burgundy": "BUR", "bur": "BUR", "picardy": "PIC", "munich": "MUN", "mun": "MUN"}
FILED = "1901 1-spring-movement"


def promise(line: str) -> Promise:
    return read_promise(line, "france", POWERS, FILED, 1)


def terms(text: str) -> Pledge | None:
    return read_terms(text, PLACES, {"england": "england"})


def stage(year: int, number: int, **facts: object) -> Stage:
    key = f"{year} {number}-movement"
    return Stage(year, key, f"{year}, {number}", **facts)  # type: ignore[arg-type]


def standing(text: str, *stages: Stage, year: int = 1902, ended: bool = False) -> tuple[str, str]:
    made = Promise(1, "france", "england", FILED, text, 1902)
    found = judge(made, terms(text), stages, year, ended=ended)
    return found.standing, found.stage.title if found.stage else ""


def test_a_promise_is_read() -> None:
    made = promise("Promise to the English until 1903 sealed:  no unit  in Burgundy")
    assert (made.to, made.until, made.sealed) == ("england", 1903, True)
    assert made.text == "no unit in Burgundy"
    assert promise("PROMISE TO ENGLAND: peace").until == 0
    other = promise("PROMISE TO ENGLAND SEALED UNTIL 1903: peace")
    assert (other.to, other.until, other.sealed) == ("england", 1903, True)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("PROMISE ENGLAND: peace", "this is no promise"),
        ("PROMISE TO ENGLND: peace", "there is no power 'ENGLND' (did you mean england?)"),
        ("PROMISE TO FRANCE: peace", "promises something to another one"),
        ("PROMISE TO ENGLAND UNTIL 1900: peace", "cannot be until '1900' (UNTIL 1901 or later"),
        ("PROMISE TO ENGLAND UNTIL May: peace", "cannot be until 'May'"),
        ("PROMISE TO ENGLAND: ", "says nothing"),
        (f"PROMISE TO ENGLAND: {'x' * 301}", "longer than 300 characters"),
        ("PROMISE TO ENGLAND: a\u202eb", "signs that cannot be shown"),
    ],
)
def test_what_is_no_promise_is_said(line: str, problem: str) -> None:
    with pytest.raises(UsageError) as error:
        promise(line)
    assert problem in str(error.value)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("no unit in Burgundy", Pledge("no-unit", ("BUR",))),
        ("No units in BUR, Picardy and Munich.", Pledge("no-unit", ("BUR", "PIC", "MUN"))),
        ("no attack on England", Pledge("no-move", (), "england")),
        ("no move into Burgundy", Pledge("no-move", ("BUR",))),
        ("support A MUN", Pledge("support", ("MUN",))),
        ("no unit in Burgandy", None),
        ("eternal friendship", None),
    ],
)
def test_what_the_record_can_judge(text: str, found: Pledge | None) -> None:
    assert terms(text) == found


def test_no_unit_is_broken_in_the_first_phase_that_has_one() -> None:
    clean = stage(1901, 1, units=[("england", "BUR"), ("france", "PAR")])
    there = stage(1901, 2, units=[("france", "BUR")])
    assert standing("no unit in Burgundy", clean) == ("open", "")
    assert standing("no unit in Burgundy", clean, there, there) == ("broken", "1901, 2")


def test_a_unit_that_stood_there_when_the_promise_was_filed_has_a_movement_to_leave() -> None:
    """A phase without movement breaks nothing that stood there; one that comes there, it does."""
    stood = [("france", "BUR")]
    talks = stage(1901, 1, units=stood, before=stood)
    left = stage(1901, 2, units=[("france", "PAR")], before=stood, moves=[("france", ("PAR",))])
    stays = stage(1901, 2, units=stood, before=stood, moves=[("england", ("NTH",))])
    built = stage(1901, 3, units=stood)
    assert standing("no unit in Burgundy", talks, left) == ("open", "")
    assert standing("no unit in Burgundy", talks, stays) == ("broken", "1901, 2")
    assert standing("no unit in Burgundy", talks, left, built) == ("broken", "1901, 3")


def test_what_came_before_or_after_the_term_does_not_count() -> None:
    early = Stage(1900, "1900 3-movement", "1900, 3", [("france", "BUR")])
    late = stage(1903, 1, units=[("france", "BUR")])
    end = stage(1902, 2)
    assert standing("no unit in Burgundy", early, end, late, year=1903) == ("kept", "1902, 2")


def test_no_attack_counts_orders_and_who_held_the_province_before() -> None:
    held = {"MUN": "england"}
    order = stage(1901, 1, moves=[("england", ("BUR",)), ("france", ("MUN",))], held=held)
    assert standing("no attack on England", order) == ("broken", "1901, 1")
    assert standing("no move into Burgundy", order) == ("open", "")
    free = stage(1901, 1, moves=[("france", ("MUN",))])
    assert standing("no attack on England", free, ended=True) == ("kept", "1901, 1")


def test_a_support_is_kept_when_given_and_broken_when_the_term_is_over_without() -> None:
    given = stage(1901, 2, supports=[("france", ("MUN", "BOH"))])
    assert standing("support A MUN", stage(1901, 1)) == ("open", "")
    assert standing("support A MUN", stage(1901, 1), given) == ("kept", "1901, 2")
    assert standing("support A MUN", stage(1901, 1), year=1903) == ("broken", "1901, 1")


def test_text_is_judged_by_the_referee_alone() -> None:
    assert standing("eternal friendship", year=1910) == ("not read", "")
    said = Promise(1, "france", "england", FILED, "peace", 0, verdict="kept", reason="I saw it")
    assert judge(said, None, (), 1901, ended=False)[0] == "kept"
