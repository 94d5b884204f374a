"""Empty order sheets: the table for the phase that comes next, ready to paste orders into."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from generator.archive.layout import orders_path
from generator.archive.orders import read_year_orders
from generator.archive.reading import read_exact_text
from generator.archive.toml_layout import WIDTH, literal_text
from generator.engine.ruleset import Ruleset

__all__ = ["format_sheet", "open_sheets", "sheet_for", "withdraw_sheets"]


def format_sheet(phase: str, orders: str, comment: str = "") -> str:
    """A power's table for one phase."""
    lines = "".join(f"# {line}\n" for line in comment.splitlines())
    return f"{lines}[{phase}]\norders = {literal_text(orders)}\n"


def sheet_for(ruleset: Ruleset[Any], state: Any, power: str) -> str:
    """The empty sheet of a power for the phase that `state` waits for; its units as a comment."""
    moment = ruleset.moment(state)
    comments = [ruleset.phase_title(moment)]
    signs = [sign for sign in ruleset.picture(state).units if sign.owner == power]
    dislodged = [sign for sign in signs if sign.state == "dislodged"]
    units = [str(sign.unit) for sign in dislodged or signs]
    if units:
        comments += _wrapped("dislodged: " if dislodged else "units: ", units)
    return format_sheet(moment.phase, "", "\n".join(comments))


def _wrapped(label: str, items: list[str]) -> list[str]:
    lines = [label + items[0]]
    for item in items[1:]:
        if len(lines[-1]) + len(item) + 5 > WIDTH:
            lines[-1] += ","
            lines.append(" " * len(label) + item)
        else:
            lines[-1] += f", {item}"
    return lines


def open_sheets(folder: Path, ruleset: Ruleset[Any], state: Any) -> dict[str, str]:
    """Order files with an empty sheet added for every power whose orders are due now.

    {path: new text}, only for files that change: a power may have sent its orders early.
    """
    if ruleset.ending(state) is not None:
        return {}
    moment = ruleset.moment(state)
    there = read_year_orders(folder, moment.year, ruleset.powers)
    files: dict[str, str] = {}
    for power in ruleset.awaits(state):
        if power in there.of(moment.phase):
            continue
        path = orders_path(moment.year, power)
        before = read_exact_text(folder / path) if (folder / path).exists() else ""
        end = "\r\n" if "\r\n" in before else "\n"
        if f"[{moment.phase}]" in before.splitlines():
            continue  # a table without orders
        sheet = sheet_for(ruleset, state, power).replace("\n", end)
        gap = "" if not before else end if before.endswith("\n") else end + end
        files[path] = f"{before}{gap}{sheet}"
    return files


def withdraw_sheets(folder: Path, ruleset: Ruleset[Any], state: Any) -> dict[str, str]:
    """Order files without the sheets that `open_sheets` added and nobody has touched since.

    {path: new text}; "" where nothing is left of the file.
    """
    if ruleset.ending(state) is not None:
        return {}
    moment = ruleset.moment(state)
    files: dict[str, str] = {}
    for power in ruleset.awaits(state):
        path = orders_path(moment.year, power)
        if not (folder / path).exists():
            continue
        before = read_exact_text(folder / path)
        end = "\r\n" if "\r\n" in before else "\n"
        sheet = sheet_for(ruleset, state, power).replace("\n", end)
        if before == sheet:
            files[path] = ""
        elif before.endswith(f"{end}{end}{sheet}"):
            files[path] = before[: -len(end + sheet)]
    return files
