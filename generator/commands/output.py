"""Printing: results to standard output, messages to standard error."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from generator.archive.reading import reason
from generator.engine.errors import FileError, Place, UsageError

__all__ = ["counted", "say", "show", "show_json", "write_result"]


def show(line: str) -> None:
    """A line of the result."""
    print(line)


def say(line: str) -> None:
    """A line for the person at the terminal."""
    print(line, file=sys.stderr)


def show_json(value: Any) -> None:
    """The result for a program."""
    print(json.dumps(value, indent=1, ensure_ascii=False, default=str))


def write_result(data: bytes, output: Path | None) -> None:
    """The result to a file, as a whole or not at all; to standard output without one."""
    if output is None:
        if sys.stdout.isatty() and b"\0" in data[:1024]:
            raise UsageError("a picture is not for the terminal", hint="name a file with -o")
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    part = output.with_name(f".{output.name}.part")
    try:
        part.write_bytes(data)
        os.replace(part, output)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise FileError(f"cannot be written: {reason(error)}", place=Place(str(output))) from None


def counted(number: int, one: str, several: str = "") -> str:
    """A number with its noun: "1 order", "2 orders", "2 bounces"."""
    return f"{number} {one if number == 1 else several or one + 's'}"
