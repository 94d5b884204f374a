"""A ruleset's year as a value: its phases and their steps, as the sequence of play has them.

    influence = DeferredModule("generator.rulesets.europe.steps.influence")

    DIPLOMATIC = Phase(
        "diplomatic",
        "{year}, diplomacy",
        (
            Step("influence", influence.place_infs, takes=(PlaceInfs,), does="INFs are placed"),
            Step("attacks", influence.resolve_attacks, takes=(DiplomaticAttack,)),
        ),
        awaits=_living,
        following="movement",
    )

    YEAR = Course((DIPLOMATIC, MOVEMENT))
    edition = YEAR.adding(Added("diplomatic", Step("reichstag", meet), after="attacks"))

A phase of which a year has several is numbered: one with the slug "faith", numbered "faith-#", is
"faith-3" in a game, and one numbered "battles-#-round-#" is "battles-1-round-3".

Invariants: the slugs of a course are distinct, and so are the names of the steps of a phase; a step
is added beside one that is there. The modules of steps are deferred, so that checking an order
imports those of one phase and not of the whole year.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.engine.errors import BrokenPromise
from generator.engine.phases import Moment
from generator.engine.verdicts import Outcome

START: Final = "start"
END: Final = "end"
NEW_YEAR: Final = "new-year"
REVEAL: Final = "reveal"
"""The parts of a course that belong to no single phase: the steps at the start and at the end of
every phase, when a year begins, and when the game is over."""

FEATURES: Final = ""
"""Among the sections of a report: the place of features' sections that no phase lists."""

REFEREES: Final = "referee"
"""Among the traits of a phase: no one but the referee decides in it, and games wait for him."""

REFUSED: Final[frozenset[Outcome]] = frozenset({"illegal", "void", "excess"})
"""The outcomes of an order that does not count."""

_NUMBER: Final = re.compile(r"\d+")


class Step(Struct, frozen=True):
    """One thing that a phase does. `play` works on the turn under way.

    `takes` are the types of the orders that it settles; `does` describes their effect to a player
    who gives one in another phase ("INFs are placed"), or is "". `when` decides whether the step is
    played. A step that is not `tried` settles no order, and is left out when a sheet is only
    checked.
    """

    name: str
    play: Callable[[Any], object]
    takes: tuple[type, ...] = ()
    does: str = ""
    when: Callable[[Any], bool] | None = None
    tried: bool = True


Steps = tuple[Step, ...]


def nobody(state: Any) -> tuple[str, ...]:
    """For phases in which no power decides anything."""
    return ()


def once(phase: Phase, state: Any) -> tuple[str, ...]:
    """For phases of which every year has one."""
    return (phase.slug,)


def never(phase: Phase, state: Any) -> tuple[str, ...]:
    """For phases without a schedule."""
    return ()


Held = Callable[["Phase", Any], Iterable[str]]


def held_if(test: Callable[[Any], bool], held: Held = once) -> Held:
    """The phases that are `held`, if the game passes a test."""
    return lambda phase, state: held(phase, state) if test(state) else ()


def several(most: int) -> Held:
    """Phases that are numbered from 1 to `most`."""
    return lambda phase, state: [phase.slug_of(number) for number in range(1, most + 1)]


class Phase(Struct, frozen=True):
    """A phase of a year.

    `title` is for people, with a `{year}`. `steps` are what it does in order. `awaits` returns the
    powers from whom orders are due. `following` is the slug of the next phase, or a function that
    returns it when the steps have been played; "" where a step sets it. `numbered` is the pattern
    of the slugs where a year has several, "" where it has one; the last number is after the title,
    and `{0}` in it is the first. `held` gives those that a year has by the options of a game, in
    their order. `traits` are other facts about the phase, in the ruleset's own words.

    `forms` are the ways to write its orders; `units` shows which orders to units it takes beside
    them. Of orders with an outcome in `secret` only their author learns. `name` is the phase in a
    sentence ("the diplomatic phase"), `order` one of its orders ("a diplomatic order"; "" where it
    takes none), `business` what it is there for ("diplomacy"). `sections` are the titles of its
    report in their order.
    """

    slug: str
    title: str
    steps: Steps
    awaits: Callable[[Any], Iterable[str]] = nobody
    following: str | Callable[[Any], str] = ""
    forms: tuple[Any, ...] = ()
    units: Literal["", "movement", "retreat"] = ""
    secret: frozenset[Outcome] = frozenset()
    name: str = ""
    order: str = ""
    business: str = ""
    sections: tuple[str, ...] = ()
    numbered: str = ""
    held: Held = once
    traits: frozenset[str] = frozenset()

    def slug_of(self, *numbers: int) -> str:
        """The slug of one of several phases."""
        slug = self.numbered
        for number in numbers:
            slug = slug.replace("#", str(number), 1)
        return slug

    def next_after(self, turn: Any) -> str:
        """The slug of the phase that follows a turn, "" where a step has to set it."""
        return self.following if isinstance(self.following, str) else self.following(turn)


class Added(Struct, frozen=True):
    """A step that an edition or a feature adds to a phase, or to another part of the course:
    `before` or `after` the step of that name, or at the end. `of` is the phase that it is for where
    its part belongs to every phase, "" for all."""

    part: str
    step: Step
    before: str = ""
    after: str = ""
    of: str = ""


class Course(Struct, frozen=True, dict=True):
    """The phases of a year, numbered from 1 in their order.

    `others` has the steps of START, END, NEW_YEAR and REVEAL, as far as there are any. `added` are
    the steps that were added to phases and to these.
    """

    phases: tuple[Phase, ...]
    others: Mapping[str, Steps] = MappingProxyType({})
    added: tuple[Added, ...] = ()

    @cached_property
    def by_slug(self) -> Mapping[str, Phase]:
        return MappingProxyType({phase.slug: phase for phase in self.phases})

    @cached_property
    def slugs(self) -> tuple[str, ...]:
        return tuple(self.by_slug)

    @cached_property
    def _numbered(self) -> Mapping[str, Phase]:
        return {phase.numbered: phase for phase in self.phases if phase.numbered}

    def get(self, slug: str) -> Phase | None:
        """The phase of a slug, with its number or without, or None."""
        return self.by_slug.get(slug) or self._numbered.get(_NUMBER.sub("#", slug))

    def __getitem__(self, slug: str) -> Phase:
        phase = self.get(slug)
        if phase is None:
            raise KeyError(slug)
        return phase

    def __contains__(self, slug: str) -> bool:
        return self.get(slug) is not None

    def moment(self, year: int, slug: str) -> Moment:
        """The moment of a phase; its number is the same where earlier phases were skipped."""
        return Moment(year, self.slugs.index(slug) + 1, slug)

    def title(self, moment: Moment) -> str:
        phase = self[moment.phase]
        numbers = () if moment.phase == phase.slug else _NUMBER.findall(moment.phase)
        title = phase.title.format(*numbers, year=moment.year)
        return f"{title} {numbers[-1]}" if numbers else title

    def awaited(self, state: Any) -> tuple[str, ...]:
        """The powers from whom orders are due; no one when the game is over."""
        return () if state.ending is not None else tuple(self[state.moment.phase].awaits(state))

    def changing(self, slug: str, **changes: Any) -> Course:
        """The course with other values of fields of one phase."""
        phases = tuple(
            replace(phase, **changes) if phase.slug == slug else phase for phase in self.phases
        )
        return replace(self, phases=phases)

    def adding(self, *added: Added) -> Course:
        """The course with more steps; those at one place are in the order in which they came."""
        return replace(self, added=(*self.added, *added))

    def steps(self, part: str, of: str = "") -> Steps:
        """The steps of a phase or of another part, those that were added among them; without those
        for another phase than `of`.

        BrokenPromise: a step was added beside one that is not there.
        """
        phase = self.get(part)
        slug, listed = (phase.slug, phase.steps) if phase else (part, self.others.get(part, ()))
        beside: dict[tuple[str, bool], list[Step]] = {}
        for added in self.added:
            if added.part == slug and added.of in ("", of):
                beside.setdefault((added.before or added.after, bool(added.before)), []).append(
                    added.step
                )
        last = beside.pop(("", False), [])
        found: list[Step] = []
        for step in listed:
            found += (*beside.pop((step.name, True), ()), step, *beside.pop((step.name, False), ()))
        if beside:
            raise BrokenPromise(f"{part} has no step {', '.join(name for name, _ in beside)}")
        return (*found, *last)

    def play(
        self,
        part: str,
        turn: Any,
        *,
        of: str = "",
        trying: bool = False,
        until: Callable[[Any], bool] | None = None,
    ) -> None:
        """Play the steps of a phase or of another part on a turn, of the phase `of` where the part
        belongs to every phase; `trying`: a sheet is checked. Stop once `until` returns True for the
        turn."""
        for step in self.steps(part, of):
            if until is not None and until(turn):
                return
            if (step.tried or not trying) and (step.when is None or step.when(turn)):
                step.play(turn)

    def taker_of(self, order: Any, but: str) -> tuple[Phase, Step] | None:
        """The first phase, other than `but`, with a step that takes an order of this type and has
        words for its effect; and that step."""
        for phase in self.phases:
            for step in self.steps(phase.slug) if phase.slug != but else ():
                if step.does and isinstance(order, step.takes):
                    return phase, step
        return None


def reordered(steps: Steps, names: Iterable[str]) -> Steps:
    """The same steps, with those of these names in this order; all others stay where they are."""
    order = tuple(names)
    known = {step.name: step for step in steps}
    moved = iter([known[name] for name in order])
    return tuple(next(moved) if step.name in order else step for step in steps)
