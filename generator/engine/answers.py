"""Resolving one case of `theatrum resolve`: a position with the orders for its phase."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from generator.engine.chance import Chance
from generator.engine.errors import UsageError
from generator.engine.phases import Document, Resolution, Setup
from generator.engine.ruleset import Ruleset

_KEYS: Final = ("id", "position", "options", "state", "private", "orders", "seed")


def answer_case(
    ruleset: Ruleset[Any], case: Mapping[str, Any], *, verdicts: bool = True
) -> dict[str, Any]:
    """What becomes of one phase.

    The case opens a game with `position`, the tables of a position file (the opening is the
    default), and `options`, those that differ from their defaults; or it has `state` and `private`,
    the tables of a state file. `orders` is a text or a list of orders for each power, `seed` a text
    to draw from. The answer has the next `year` and `phase`, the public and private `state`, and
    with `verdicts` what became of every order, and all events. Raises TheatrumError for a case that
    cannot be.
    """
    own = ruleset.answer(case, verdicts=verdicts)
    if own is not None:
        return own
    unknown = [name for name in case if name not in _KEYS]
    if unknown:
        raise UsageError(f"there is no {', '.join(unknown)}", hint=f"a case has {', '.join(_KEYS)}")
    if "state" in case:
        state = ruleset.load(Document(_table(case, "state"), _table(case, "private")))
    else:
        state = ruleset.opening(Setup(_table(case, "options"), _table(case, "position")))
    texts = {power: _text(power, lines) for power, lines in _table(case, "orders").items()}
    moment = ruleset.moment(state)
    chance = Chance(str(case.get("seed", "")), f"{moment.year}/{moment.slug}")
    resolution = ruleset.adjudicate(state, ruleset.read(state, texts), (), chance)
    document, coming = ruleset.dump(resolution.state), ruleset.moment(resolution.state)
    answer = {"year": coming.year, "phase": coming.phase, "state": _plain(document.public)}
    if document.private:
        answer["private"] = _plain(document.private)
    return {**answer, **_said(resolution)} if verdicts else answer


def _table(case: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = case.get(name, MappingProxyType({}))
    if not isinstance(table, Mapping):
        raise UsageError(f"{name} is not an object")
    return table


def _text(power: str, lines: Any) -> str:
    if isinstance(lines, str):
        return lines
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise UsageError(f"{power} has no list of orders", text="orders")
    return "\n".join(lines)


def _said(resolution: Resolution[Any]) -> dict[str, Any]:
    return {
        "verdicts": [
            {
                "power": verdict.power,
                "order": verdict.order,
                "outcome": verdict.outcome,
                "reasons": [str(reason) for reason in verdict.reasons],
                **({"known_to": list(verdict.known_to)} if verdict.known_to else {}),
            }
            for verdict in resolution.verdicts
        ],
        "events": [
            {
                "kind": event.kind,
                "rule": event.rule,
                "text": event.text,
                **({"data": _plain(event.data)} if event.data else {}),
                **({"known_to": list(event.known_to)} if event.known_to else {}),
            }
            for event in resolution.events
        ],
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value
