"""Resolving one case of `theatrum resolve`: a state's tables and orders in, verdicts and tables
out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.engine.chance import Chance
from generator.engine.errors import FileError
from generator.engine.phases import Document
from generator.rulesets.westphalia.playing.playing import play_phase
from generator.rulesets.westphalia.reading.read import read_sheets
from generator.rulesets.westphalia.record.document import dump_state, load_state

__all__ = ["answer_case"]

_KEYS = ("state", "private", "orders", "seed")


def answer_case(case: Mapping[str, Any], verdicts: bool = True) -> dict[str, Any]:
    """What becomes of a case: `state` (and `private`) as game folders have them, `orders` by
    player, and a `seed` to draw from.

    Raises FileError for anything else, GameError for a game that is over.
    """
    unknown = [key for key in case if key not in _KEYS]
    if unknown:
        raise FileError(f"there is no {unknown[0]}", hint=f"a case has {', '.join(_KEYS)}")
    if not isinstance(case.get("state"), Mapping):
        raise FileError("the state is missing", hint='"state": the tables of a state file')
    orders = case.get("orders", {})
    if not isinstance(orders, Mapping) or not all(isinstance(v, str) for v in orders.values()):
        raise FileError("orders are a table of texts by player")
    state = load_state(Document(case["state"], case.get("private", {})))
    book = read_sheets(state, orders)
    chance = Chance(str(case.get("seed", "")), f"{state.moment.year}/{state.moment.slug}")
    done = play_phase(state, book, (), chance)
    document = dump_state(done.state)
    answer: dict[str, Any] = {
        "state": dict(document.public),
        "private": {name: dict(table) for name, table in document.private.items()},
        "events": [[event.kind, event.rule, event.text] for event in done.events],
    }
    if verdicts:
        answer["verdicts"] = [
            [one.power, one.order, one.outcome, [str(reason) for reason in one.reasons]]
            for one in done.verdicts
        ]
        answer["complaints"] = [str(one) for one in book.complaints]
    return answer
