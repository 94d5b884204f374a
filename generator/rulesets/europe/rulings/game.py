"""Rulings on the game itself: scores, options, its end, and notes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from generator.engine.ruleset import Ending
from generator.engine.rulings import NOTE, NOTE_KIND, RulingKind, fact_words
from generator.engine.words import count, listed
from generator.rulesets.europe.data.chosen import choose
from generator.rulesets.europe.steps.scores import GAME_OVER, TIE
from generator.rulesets.europe.turn.ruling_facts import RulingFacts, refuse
from generator.rulesets.europe.turn.turn import Turn

_RESULTS: Final = ("victory", "draw", "ended")
_OTHER: Final = "ruling"
"""The item of a score under which a ruling may enter points of any other kind."""


def _check_score(turn: Turn, facts: RulingFacts) -> None:
    facts.power()
    facts.number("points")
    items = [item.id for item in turn.facts.scoring.items]
    items += [item for row in turn.scores.values() for item in row]
    facts.text("item", dict.fromkeys((*items, _OTHER)))


def _score_words(turn: Turn, facts: RulingFacts) -> str:
    points, item = facts.number("points"), facts.text("item")
    what = item.replace("_", " ") if item != _OTHER else "another reason"
    return f"{turn.facts.name_of(facts.power())} scores {count(points, 'point')} for {what}"


def _chosen(turn: Turn, facts: RulingFacts) -> dict[str, Any]:
    """All options with the one that a ruling changes."""
    name = facts.text("option")
    if rule := turn.edition.rulebook.settled.get(name):
        raise refuse(
            facts.ruling, f"{name} is no longer an option; the reading of {rule} replaced it"
        )
    option = turn.edition.options.get(name)
    if option is not None and option.opening:
        raise refuse(facts.ruling, f"{name} shapes the opening, and cannot change any more")
    values, wrong = choose(turn.edition, {**turn.options, name: facts.ruling.facts["value"]})
    if wrong:
        raise refuse(facts.ruling, "; ".join(wrong))
    return values


def _check_option(turn: Turn, facts: RulingFacts) -> None:
    _chosen(turn, facts)


def _set_option(turn: Turn, facts: RulingFacts) -> None:
    turn.vary(options=_chosen(turn, facts))


def _option_words(turn: Turn, facts: RulingFacts) -> str:
    name, value = facts.text("option"), facts.ruling.facts["value"]
    option = turn.edition.options[name]
    said = next((means for choice, means in option.choices.items() if choice == value), "")
    return f"from {turn.year} on: {option.title}: {said or fact_words(value)}"


def _check_end(turn: Turn, facts: RulingFacts) -> None:
    result = facts.text("result", _RESULTS)
    powers = facts.powers() if "powers" in facts else ()
    if result == "victory" and not powers:
        raise refuse(facts.ruling, "a victory names its winner in powers")
    if result == "ended" and powers:
        raise refuse(facts.ruling, "a game that just ends has no winners")


def _end_game(turn: Turn, facts: RulingFacts) -> None:
    result = facts.text("result")
    named = facts.powers() if "powers" in facts else ()
    powers = tuple(power for power in turn.living if power in named or not named)
    ending = Ending(
        result,  # type: ignore[arg-type]
        powers if result != "ended" else (),
        f"{_verdict(turn, result, powers)} ({facts.said})",
    )
    turn.end(ending)
    # Whoever won, drew or was tied by the rules of this phase has not after all.
    turn.unsay(GAME_OVER, TIE)
    turn.report(GAME_OVER, "ruling", ending.text, powers=ending.powers)


def _verdict(turn: Turn, result: str, powers: tuple[str, ...]) -> str:
    names = listed(map(turn.facts.name_of, powers))
    if result == "victory":
        return f"{names} {'wins' if len(powers) == 1 else 'win'}"
    return f"A draw of {names}" if result == "draw" else "The game ends"


def _end_words(turn: Turn, facts: RulingFacts) -> str:
    result = facts.text("result")
    powers = facts.powers() if "powers" in facts else turn.living
    said = _verdict(turn, result, powers)
    return said if result == "victory" else said[0].lower() + said[1:]


GAME_KINDS: Final[Mapping[str, RulingKind]] = MappingProxyType(
    {
        "score": RulingKind(
            ("power", "item", "points"),
            (),
            "during",
            _check_score,
            _score_words,
            phases=("scoring",),
        ),
        "option": RulingKind(
            ("option", "value"), (), "before", _check_option, _option_words, _set_option
        ),
        "end": RulingKind(("result",), ("powers",), "after", _check_end, _end_words, _end_game),
        NOTE: NOTE_KIND,
    }
)
