"""Printing: results to standard output, messages to standard error, images into files."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO

from generator.archive.files.reading import reason
from generator.archive.files.writing import patiently
from generator.engine.errors import FileError, Place, UsageError, visible
from generator.engine.report import Section
from generator.engine.ruleset import Ruleset

if TYPE_CHECKING:
    from generator.pages.maps.forum import ForumImage

_heard: Final[ContextVar[list[tuple[bool, str]] | None]] = ContextVar("heard", default=None)


@contextmanager
def heard() -> Iterator[list[tuple[bool, str]]]:
    """The lines that commands would print meanwhile: whether it is a result, and its lines.
    For the local page."""
    lines: list[tuple[bool, str]] = []
    token = _heard.set(lines)
    try:
        yield lines
    finally:
        _heard.reset(token)


def is_heard() -> bool:
    """Whether the local page runs the command."""
    return _heard.get() is not None


def has_person() -> bool:
    """Whether someone sits at a terminal and can be asked."""
    return not is_heard() and sys.stdin is not None and sys.stdin.isatty()


def show(line: str) -> None:
    """A line of the result."""
    _print(line, sys.stdout)


def say(line: str) -> None:
    """A line for the person at the terminal."""
    _print(line, sys.stderr)


def _print(line: str, stream: TextIO) -> None:
    if (lines := _heard.get()) is not None:
        lines.append((stream is sys.stdout, visible(line)))
        return
    try:
        print(visible(line), file=stream)
    except BrokenPipeError:
        drop(stream)


def agrees(question: str) -> bool:
    """Whether the person at the terminal answers yes. Ask only where there is one."""
    print(f"{question}? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def finish_output() -> None:
    """Print the rest of the output, at the end of a command."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            drop(stream)


def drop(stream: TextIO) -> None:
    """Drop all that goes to a stream from here on: its reader, like `head`, has closed the pipe.
    What a command writes to the disk does not depend on who reads its report."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def show_json(value: Any) -> None:
    """The result for a program."""
    # Controls occur only within strings, where JSON knows these escapes; it does not know the
    # escapes for letters that a console lacks.
    is_ascii = not (sys.stdout.encoding or "").lower().startswith("utf")
    show(json.dumps(value, indent=1, ensure_ascii=is_ascii, default=str))


def write_result(data: bytes, output: Path | None) -> None:
    """The result to a file, as a whole or not at all; into a device or a pipe; to standard output
    without one."""
    if output is None and (lines := _heard.get()) is not None:
        lines.append((True, visible(data.decode("utf-8", "replace")).rstrip("\n")))
        return
    if output is None:
        if sys.stdout.isatty() and b"\0" in data[:1024]:
            raise UsageError(
                "a picture cannot be printed in the terminal", hint="give a file name with -o"
            )
        try:
            sys.stdout.flush()
            if sys.stdout.isatty():
                data = visible(data.decode("utf-8", "replace")).encode()
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            drop(sys.stdout)
        return
    place = Place(str(output))
    if not output.name:
        raise UsageError("not the name of a file", text=repr(str(output)))
    part = output.with_name(f".{output.name}.part")
    try:
        if output.exists() and not output.is_file() and not output.is_dir():
            # /dev/null and the like are written into: replacing them by a file, as root can, would
            # break them for every program.
            output.write_bytes(data)
            return
        with suppress(FileNotFoundError):  # of a command that was killed, or a link to elsewhere
            part.unlink()
        part.write_bytes(data)
        patiently(os.replace, part, output)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise FileError(
            f"cannot be written: {reason(error)}", place=place, hint="choose another file with -o"
        ) from None


def refused(error: OSError) -> int:
    """Report an error of the system, such as a full disk; returns the exit code."""
    if error.filename is None:
        # Without this, Python would complain at its end that the rest cannot go out, either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    place = Place(str(error.filename or "standard output"))
    say(str(FileError(f"cannot be used: {reason(error)}", place=place)))
    return FileError.exit_code


def make_output_folder(folder: Path) -> None:
    """Make a folder for results, with its parents. Raises FileError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        place = Place(str(folder))
        raise FileError(f"cannot be made: {reason(error)}", place=place) from None


def write_images(images: Iterable[Callable[[], ForumImage]], folder: Path) -> None:
    """The images that these calls draw, each as a file of a folder. Raises FileError."""
    from generator.building.processes import results_of

    make_output_folder(folder)
    for image in results_of(list(images)):
        path = folder / image.name
        write_result(image.data, path)
        say(f"{path} ({image.said})")


SECRET: Final = "for the referee only"


def report_lines(sections: Iterable[Section]) -> Iterator[str]:
    """The lines of a report, each section below its title; every title of a secret one is
    marked."""
    for section in sections:
        yield ""
        yield f"{section.title} ({SECRET})" if section.secret else section.title
        yield from (f"  {line}" for line in section.lines)
        yield from (f"  {line}".rstrip() for line in _table(section))
        yield from (f"  ({note})" for note in section.notes)


def power_names(ruleset: Ruleset[Any], powers: Iterable[str]) -> str:
    """Powers by their names: "Austria, England"."""
    return ", ".join(power_name(ruleset, power) for power in powers)


def power_name(ruleset: Ruleset[Any], power: str) -> str:
    return ruleset.powers[power].short or ruleset.powers[power].name


def report_facts(sections: Iterable[Section]) -> list[dict[str, Any]]:
    """The sections for a program."""
    return [
        {
            "title": section.title,
            "secret": section.secret,
            "lines": list(section.lines),
            "head": list(() if section.worded else section.columns),
            "rows": list(map(list, () if section.worded else section.plain_rows)),
            "notes": list(section.notes),
        }
        for section in sections
    ]


def _table(section: Section) -> Iterator[str]:
    if not section.rows or section.worded:
        return
    lines = [section.columns, *section.plain_rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        yield "  ".join(cells)
