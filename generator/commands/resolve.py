"""`theatrum resolve`: one JSON case on each line in, one JSON answer on each line out."""

from __future__ import annotations

import json
import os
import sys
import traceback
from argparse import Namespace
from collections.abc import Callable, Iterator
from typing import Any, Final, NoReturn

from generator.commands.options import parse_options
from generator.commands.variant import ruleset_called
from generator.engine.answers import answer_case
from generator.engine.errors import TheatrumError

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
        # Whoever sends one case and waits gets its answer; whoever sends many pays one flush each
        # 64 KiB.
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

    A defect of ours is told to `defects`, as a traceback, and the next line is read.
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
