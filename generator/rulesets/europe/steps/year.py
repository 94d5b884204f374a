"""The start of a year: what was declared takes effect, and INFs are allotted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from generator.engine.course import NEW_YEAR
from generator.engine.events import EventKind, Sentence
from generator.engine.verdicts import Event
from generator.engine.words import listed
from generator.rulesets.europe.state.standing import Relation
from generator.rulesets.europe.state.state import ComingChange
from generator.rulesets.europe.steps.influence import allotment_of
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import Story, few, named_sides

_EFFECTS: Final = {
    "war": ("war-begins", "{one} and {other} are at war", 32),
    "alliance": ("alliance-begins", "{one} and {other} are allied", 26),
    "armistice": ("war-ends", "the war between {one} and {other} is over", 28),
    "surrender": (
        "surrender-begins",
        "{by} has surrendered: the war of {one} and {other} is over",
        30,
    ),
    "dissolution": ("alliance-ends", "the alliance of {one} and {other} is over", 24),
}
"""For each kind of declaration: the cause, what is then so, and the weight of the news."""


def effect_of(change: ComingChange) -> str:
    """The cause that is reported when a declaration takes effect."""
    return _EFFECTS[change.kind][0]


def open_year(turn: Turn, year: int) -> None:
    """Begin a year: `turn.year` is the new one from here on, and the phase that follows is set."""
    turn.year = year
    turn.edition.course.play(NEW_YEAR, turn)


def allot_infs(turn: Turn) -> None:
    """Report the INFs of the year, and continue with its diplomacy.

    A year after the last regular one has neither, unless the edition repeats the allotments of the
    last year.
    """
    facts, year = turn.facts, turn.year
    if year > facts.last_year and facts.allotment.after_last != "repeat":
        text = f"{year} begins with orders: an extension has no INFs and no diplomacy"
        turn.report(EXTENSION_YEAR, "year-extended", text, year=year)
        turn.go("movement")
        return
    # They need no storing: the facts have them year by year, and the state what was bought.
    infs = {power: allotment_of(turn.edition, turn, power) for power in turn.living}
    if any(infs.values()):
        report_allotments(turn, infs)
    turn.go(turn.edition.course.slugs[0])


def take_effect(turn: Turn) -> None:
    """Bring the declarations that wait for this year into effect."""
    due = [change for change in turn.changes if change.year <= turn.year]
    if not due:
        return
    turn.changes = [change for change in turn.changes if change.year > turn.year]
    for change in due:
        after = "alliance" if change.kind == "dissolution" else "war"
        turn.relations[change.pair] = (
            Relation(change.kind, turn.year)
            if change.kind in ("war", "alliance")
            else Relation("peace", turn.year, after)
        )
        cause, text, weight = _EFFECTS[change.kind]
        one, other, by = map(turn.facts.name_of, (*change.pair, *change.by, "")[:3])
        turn.report(
            RELATION,
            cause,
            f"{text.format(one=one, other=other, by=by)} from {turn.year} on",
            weight=weight,
            pair=list(change.pair),
            relation=turn.relations[change.pair].kind,
            since=turn.year,
        )
    turn.politics_changed()


def report_allotments(turn: Turn, infs: Mapping[str, int]) -> None:
    """Report how many INFs each power has to place in the year."""
    said = listed(f"{turn.facts.name_of(power)} {number}" for power, number in infs.items())
    text = f"INFs to place in {turn.year}: {said}"
    turn.report(ALLOTMENT, "inf-allotted", text, powers=(), year=turn.year, infs=infs)


# --- the kinds of events


_STANDS: Final = {"war": "at war", "alliance": "allied", "peace": "at peace"}


def _relations(story: Story, events: list[Event]) -> str:
    parts = []
    for kind, words in _STANDS.items():
        pairs = [event.data["pair"] for event in events if event.data["relation"] == kind]
        named = [" with ".join(map(story.facts.name_of, pair)) for pair in pairs]
        if named:
            first, _, other = named[0].partition(" with ")
            parts.append(few([f"{first} is {words} with {other}", *named[1:]]))
    return f"from {events[0].data['since']} on {'; '.join(parts)}"


RELATION: Final = EventKind(
    "relation",
    section="The new year",
    topics=("diplomacy",),
    columns={
        "Powers": lambda facts, event: named_sides(facts, event.data["pair"], " and "),
        "Relation": "relation",
        "since": "since",
    },
    sentences=(Sentence(_relations),),
)
EXTENSION_YEAR: Final = EventKind("extension-year", section="The new year", topics=("diplomacy",))
ALLOTMENT: Final = EventKind("allotment", section="INFs of the new year", topics=("influence",))
