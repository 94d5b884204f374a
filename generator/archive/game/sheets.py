"""Order sheets: an empty table for the next phase, and putting orders into it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import wrap
from typing import Any

from generator.archive.files.layout import orders_path, secret_orders_path
from generator.archive.files.reading import parse_toml, read_exact_text
from generator.archive.files.toml_editing import without
from generator.archive.files.toml_layout import WIDTH, literal_text
from generator.archive.game.authorship import AUTHOR_KEYS, PLAYER, Authorship, author_lines
from generator.archive.game.orders import read_year_orders
from generator.archive.game.settings import GameSettings
from generator.engine.ruleset import Ruleset


def waiting_path(settings: GameSettings, year: int, power: str) -> str:
    """The file in which a power's orders wait for their phase."""
    if settings.orders == "private":
        return secret_orders_path(year, power)
    return orders_path(year, power)


def format_sheet(
    phase: str, orders: str, comment: str = "", authorship: Authorship = PLAYER
) -> str:
    """A power's table for one phase."""
    lines = "".join(f"# {line}\n" for line in comment.splitlines())
    said = author_lines(authorship)
    return f"{lines}[{phase}]\norders = {literal_text(orders)}\n{said}"


def sheet_for(ruleset: Ruleset[Any], state: Any, power: str) -> str:
    """The empty sheet of a power for the phase that `state` waits for; its units, and
    what it has to decide besides, as a comment."""
    moment = ruleset.moment(state)
    comments = [ruleset.phase_title(moment)]
    signs = [sign for sign in ruleset.picture(state).units if sign.owner == power]
    dislodged = [sign for sign in signs if sign.state == "dislodged"]
    units = [str(sign.unit) for sign in dislodged or signs]
    if units:
        comments += _wrapped("dislodged: " if dislodged else "units: ", units)
    comments += wrap(ruleset.advice(state, power), WIDTH)
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


def order_text(text: str) -> str:
    """Orders as an order file holds them: plain line ends, and one at the end; "" for none."""
    plain = text.replace("\r\n", "\n").strip("\n")
    return f"{plain}\n" if plain else ""


def with_orders(
    path: Path,
    before: str,
    phase: str,
    orders: str,
    comment: str = "",
    authorship: Authorship = PLAYER,
) -> str:
    """Return the text of an order file with the orders of a phase put in, and all else unchanged
    except the author of the orders that they replace.

    `path` is for messages. Where the file has no table for the phase, it gets one at its end, below
    the comment. Raises FileError if `before` is not TOML.
    """
    end = "\r\n" if "\r\n" in before else "\n"
    text = before.replace("\r\n", "\n")
    toml = parse_toml(text.removeprefix("\ufeff"), path)
    table = toml.data.get(phase)
    for key in AUTHOR_KEYS:
        if isinstance(table, dict) and key in table:
            text = without(path, text, (phase, key))
            toml = parse_toml(text.removeprefix("\ufeff"), path)
    said = author_lines(authorship)
    spots, mark = toml.spots, len(text) - len(toml.text)
    if (phase, "orders") in spots:
        spot = spots[phase, "orders"]
        rest = text[spot.end + mark :]
        if said:
            said = f"\n{said.rstrip()}"  # on separate lines below the orders
        text = f"{text[: spot.value + mark]}{literal_text(orders)}{said}{rest}"
    elif phase in toml.data:  # a table without orders
        head = text.find("\n", spots[phase,].key + mark)
        head = len(text) if head < 0 else head
        said = f"\n{said.rstrip()}" if said else ""
        text = f"{text[:head]}\norders = {literal_text(orders)}{said}{text[head:]}"
    else:
        text = f"{text}{_gap(text)}{format_sheet(phase, orders, comment, authorship)}"
    return text.replace("\n", end)


def without_orders(
    before: str, phase: str, orders: str, comment: str = "", authorship: Authorship = PLAYER
) -> str:
    """The text of an order file without what `with_orders` added at its end; unchanged if that
    is not there."""
    end = "\r\n" if "\r\n" in before else "\n"
    sheet = format_sheet(phase, orders, comment, authorship)
    left = _cut(before, sheet.replace("\n", end), end)
    return before if left is None else left


def _gap(before: str) -> str:
    return "" if not before else "\n" if before.endswith("\n") else "\n\n"


def _cut(before: str, sheet: str, end: str) -> str | None:
    """A file without the sheet at its end; None if no sheet is there."""
    if before == sheet:
        return ""
    return before[: -len(end + sheet)] if before.endswith(f"{end}{end}{sheet}") else None


def open_sheets(
    folder: Path,
    settings: GameSettings,
    ruleset: Ruleset[Any],
    state: Any,
    files: Mapping[str, str],
) -> dict[str, str]:
    """Order files with an empty sheet added for every power whose orders are due now.

    {path: new text}, only for files that change: a power may have sent its orders early. `files`
    are texts that are about to be written.
    """
    if ruleset.ending(state) is not None:
        return {}
    moment = ruleset.moment(state)
    there = read_year_orders(folder, moment.year, ruleset.powers)
    opened: dict[str, str] = {}
    for power in ruleset.awaits(state):
        if power in there.of(moment.phase):
            continue
        path = waiting_path(settings, moment.year, power)
        before = files.get(path, "")
        if path not in files and (folder / path).exists():
            before = read_exact_text(folder / path)
        end = "\r\n" if "\r\n" in before else "\n"
        if f"[{moment.phase}]" in before.splitlines():
            continue  # a table without orders
        sheet = sheet_for(ruleset, state, power).replace("\n", end)
        gap = _gap(before.replace("\r\n", "\n")).replace("\n", end)
        opened[path] = f"{before}{gap}{sheet}"
    return opened


def withdraw_sheets(
    folder: Path, settings: GameSettings, ruleset: Ruleset[Any], state: Any
) -> dict[str, str]:
    """Order files without the sheets that `open_sheets` added and no one has touched since.

    {path: new text}; "" where nothing is left of the file.
    """
    if ruleset.ending(state) is not None:
        return {}
    moment = ruleset.moment(state)
    files: dict[str, str] = {}
    for power in ruleset.awaits(state):
        path = waiting_path(settings, moment.year, power)
        if not (folder / path).exists():
            continue
        before = read_exact_text(folder / path)
        end = "\r\n" if "\r\n" in before else "\n"
        left = _cut(before, sheet_for(ruleset, state, power).replace("\n", end), end)
        if left is not None:
            files[path] = left
    return files
