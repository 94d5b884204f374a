"""`theatrum resolve`: one JSON case on each line in, one JSON answer on each line out."""

from __future__ import annotations

import json
import os
import sys
import traceback
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NoReturn

from generator.commands.ruleset import parse_options, ruleset_called
from generator.engine.chance import Chance
from generator.engine.errors import TheatrumError, UsageError
from generator.engine.phases import Document, Resolution, Setup
from generator.engine.ruleset import Ruleset

_CHUNK: Final = 1 << 16

Answer = Callable[[dict[str, Any]], dict[str, Any]]


def run(options: Namespace) -> int:
    """Answers until the input ends. Exit code 1 only after our own defect."""
    ruleset = ruleset_called(options.ruleset, options.games)
    chosen = parse_options(ruleset, options.option)
    verdicts = not options.no_verdicts

    def answer(case: dict[str, Any]) -> dict[str, Any]:
        if chosen:
            own = case.get("options")
            case["options"] = {**chosen, **own} if isinstance(own, dict) else own or chosen
        return answer_case(ruleset, case, verdicts=verdicts)

    defects: list[str] = []
    write, flush = sys.stdout.buffer.write, sys.stdout.buffer.flush
    for lines in _bursts(sys.stdin.buffer.fileno()):
        for line in lines:
            if line.strip():
                write(answer_line(line, answer, defects).encode("ascii") + b"\n")
        # A program that sends one case and waits gets its answer; one that sends many pays for one
        # flush each 64 KiB.
        flush()
    if defects:
        print(defects[0], file=sys.stderr)
    return 1 if defects else 0


def _bursts(descriptor: int) -> Iterator[list[bytes]]:
    """The lines of the input, as many at a time as have come."""
    rest: list[bytes] = []
    while chunk := os.read(descriptor, _CHUNK):
        first, *others = chunk.split(b"\n")
        rest.append(first)
        if others:
            yield [b"".join(rest), *others[:-1]]
            rest = [others[-1]]
    yield [b"".join(rest)]


def answer_line(line: bytes, answer: Answer, defects: list[str]) -> str:
    """The answer to one line as JSON, whatever the line holds.

    The traceback of a defect is appended to `defects`, and the next line is read.
    """
    case: Any = None
    try:
        case = _decode(line.decode("utf-8-sig"))
        if not isinstance(case, dict):
            return _error(None, "each case must be a JSON object")
        return _encode(answer(case))
    except TheatrumError as error:
        return _error(case, str(error))
    except RecursionError:
        return _error(case, "the case is nested too deeplyly")
    except ValueError as error:
        if case is None:
            return _error(None, f"not JSON: {error}")
        return _defect(case, error, defects)
    except Exception as error:
        return _defect(case, error, defects)


def _defect(case: Any, error: Exception, defects: list[str]) -> str:
    defects.append(traceback.format_exc())
    return _error(case, f"a defect of theatrum: {type(error).__name__}: {error}")


def _error(case: Any, problem: str) -> str:
    answer = {"id": case.get("id") if isinstance(case, dict) else None, "error": problem}
    try:
        return _encode(answer)
    except (ValueError, RecursionError):
        return _encode({"id": None, "error": problem})


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number in JSON")


_decode = json.JSONDecoder(parse_constant=_no_number).decode
_encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


_KEYS: Final = ("id", "position", "options", "state", "private", "orders", "seed")


def answer_case(
    ruleset: Ruleset[Any], case: Mapping[str, Any], *, verdicts: bool = True
) -> dict[str, Any]:
    """The result of one phase.

    The case opens a game with `position`, the tables of a position file (the opening is the
    default), and `options`, those that differ from their defaults; or it has `state` and `private`,
    the tables of a state file. `orders` is a text or a list of orders for each power, `seed` a text
    to draw from. The answer has the next `year` and `phase`, the public and private `state`, and
    with `verdicts` the result of every order, and all events. Raises TheatrumError for an
    impossible case.
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
