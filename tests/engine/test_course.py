"""A year as a value: phases, their steps, and those that are added."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

from generator.engine.course import START, Added, Course, Phase, Step
from generator.engine.errors import BrokenPromise
from generator.engine.phases import Moment


class Placement: ...


class March: ...


def noting(name: str, **fields: Any) -> Step:
    """A step that writes its name into the list that it is played on."""
    return Step(name, lambda turn: turn.append(name), **fields)


SPRING = (
    noting("places", takes=(Placement,), does="counters are placed"),
    noting("news", tried=False),
    noting("storm", when=lambda turn: "calm" not in turn),
)
SUMMER = (noting("marches", takes=(March,)),)
COURSE = Course(
    (
        Phase("spring", "Spring {year}", SPRING, following="summer"),
        Phase("summer", "Summer {year}", SUMMER, following=lambda turn: turn[-1]),
    ),
    MappingProxyType({START: (noting("dawn"),)}),
)


def played(course: Course, part: str, *before: str, trying: bool = False) -> list[str]:
    turn = list(before)
    course.play(part, turn, trying=trying)
    return turn[len(before) :]


def test_added_steps_stand_beside_the_step_that_they_name() -> None:
    course = COURSE.adding(
        Added("spring", noting("last")),
        Added("spring", noting("early"), before="places"),
        Added("spring", noting("second"), after="places"),
        Added("spring", noting("third"), after="places"),
        Added("summer", noting("heat"), before="marches"),
    )
    assert played(course, "spring") == [
        "early", "places", "second", "third", "news", "storm", "last",
    ]  # fmt: skip
    assert played(course, "summer") == ["heat", "marches"]


def test_a_step_beside_one_that_is_not_there_is_refused() -> None:
    course = COURSE.adding(Added("spring", noting("lost"), after="storms"))
    with pytest.raises(BrokenPromise, match="spring has no step storms"):
        course.steps("spring")


def test_the_phase_that_takes_an_order_is_found_where_its_step_says_what_it_does() -> None:
    found = COURSE.taker_of(Placement(), but="summer")
    assert found is not None
    assert (found[0].slug, found[1].does) == ("spring", "counters are placed")
    assert COURSE.taker_of(Placement(), but="spring") is None
    assert COURSE.taker_of(March(), but="spring") is None  # its step says nothing of them


NUMBERED = Course(
    (
        Phase("spring", "Spring {year}", SPRING),
        Phase("battle", "{year}, battle", SUMMER, numbered="battle-#"),
        Phase("round", "{year}, battle {0}, round", SUMMER, numbered="battle-#-round-#"),
    )
)


@pytest.mark.parametrize(
    ("slug", "kind", "title"),
    [
        ("spring", "spring", "Spring 1510"),
        ("battle", "battle", "1510, battle"),
        ("battle-12", "battle", "1510, battle 12"),
        ("battle-2-round-13", "round", "1510, battle 2, round 13"),
    ],
)
def test_a_numbered_phase_is_known_by_its_slug(slug: str, kind: str, title: str) -> None:
    assert (NUMBERED[slug].slug, NUMBERED.title(Moment(1510, 1, slug))) == (kind, title)


@pytest.mark.parametrize("slug", ["spring-1", "battle-", "battle-2-round-x", "battle-1-2", "#"])
def test_a_number_where_none_belongs_is_no_phase(slug: str) -> None:
    assert slug not in NUMBERED
    with pytest.raises(KeyError, match=slug):
        NUMBERED[slug]


def test_a_numbered_phase_makes_its_slugs_and_plays_its_steps() -> None:
    assert NUMBERED["round"].slug_of(2, 13) == "battle-2-round-13"
    assert NUMBERED["spring"].held(NUMBERED["spring"], None) == ("spring",)
    course = NUMBERED.adding(Added("round", noting("retreat")))
    assert played(course, "battle-2-round-13") == ["marches", "retreat"]
