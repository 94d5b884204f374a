"""Values as people write them on the command line."""

from __future__ import annotations

from typing import Any, Final

import tomli

from generator.engine.errors import UsageError

_DEEPEST: Final = 40
_SHOWN: Final = 40


def value_in(written: str) -> Any:
    """A value as TOML has it; a word without quotes is a text. Raises UsageError for one that is
    nested too deep, or no number that can be."""
    shown = written if len(written) <= _SHOWN else f"{written[:_SHOWN]}..."
    problem = "is nested too deeply"
    try:
        value = tomli.loads(f"value = {written}")["value"]
    except tomli.TOMLDecodeError:
        return written
    except (RecursionError, ValueError) as error:
        if not isinstance(error, RecursionError):
            problem = "is not a number that can be"
        raise UsageError(problem, text=shown) from None
    level = [value]
    for _ in range(_DEEPEST):
        level = [
            item
            for table in level
            if isinstance(table, dict | list)
            for item in (table.values() if isinstance(table, dict) else table)
        ]
    if level:
        raise UsageError(problem, text=shown, hint=f"at most {_DEEPEST} lists around a value")
    return value
