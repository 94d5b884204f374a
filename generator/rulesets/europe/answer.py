"""Resolving one case of `theatrum resolve`: a position with the orders for its phase."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from generator.engine.errors import UsageError
from generator.engine.phases import Resolution, Setup
from generator.rulesets.europe.playing.play import play_phase
from generator.rulesets.europe.playing.read import read_sheets
from generator.rulesets.europe.record.document import dump_state
from generator.rulesets.europe.record.opening import open_game
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.turn.edition import Edition

__all__ = ["answer_case"]

_KEYS: Final = ("id", "position", "options", "orders")


def answer_case(edition: Edition, case: Mapping[str, Any], verdicts: bool) -> dict[str, Any]:
    """What becomes of one phase.

    `position` has the tables of a position file (all optional; the opening is the default),
    `options` the options that differ from their defaults, `orders` a list of order texts for each
    power. The answer has the next `year` and `phase`, the public and private `state`, and with
    `verdicts` what became of every order and all events. Raises TheatrumError for a case that
    cannot be.
    """
    if not isinstance(case, Mapping):
        raise UsageError("a case is a JSON object")
    unknown = [name for name in case if name not in _KEYS]
    if unknown:
        raise UsageError(f"there is no {', '.join(unknown)}", hint=f"a case has {', '.join(_KEYS)}")
    setup = Setup(_table(case, "options"), _table(case, "position"))
    state = open_game(edition, setup)
    texts = {power: _text(power, lines) for power, lines in _table(case, "orders").items()}
    resolution = play_phase(edition, state, read_sheets(edition, state, texts))
    document = dump_state(edition, resolution.state)
    answer: dict[str, Any] = {
        "year": resolution.state.moment.year,
        "phase": resolution.state.moment.phase,
        "state": _plain(document.public),
    }
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


def _said(resolution: Resolution[EuropeState]) -> dict[str, Any]:
    return {
        "verdicts": [
            {
                "power": one.power,
                "order": one.order,
                "outcome": one.outcome,
                "reasons": [str(reason) for reason in one.reasons],
                **({"known_to": list(one.known_to)} if one.known_to else {}),
            }
            for one in resolution.verdicts
        ],
        "events": [
            {
                "kind": one.kind,
                "rule": one.rule,
                "text": one.text,
                **({"data": _plain(one.data)} if one.data else {}),
                **({"known_to": list(one.known_to)} if one.known_to else {}),
            }
            for one in resolution.events
        ],
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value
