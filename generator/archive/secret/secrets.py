"""The parts of a game that everyone may read, and those that a phase makes public."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from generator.archive.files.layout import (
    ANNOUNCED,
    MANIFESTS,
    PRIVATE,
    PUBLIC,
    RECEIVED,
    REVEALED,
    REVEALED_SEED,
    SEALED,
    orders_path,
    scan_files,
    scan_years,
)
from generator.archive.files.reading import read_exact_text
from generator.archive.game.authorship import NO_ORDERS
from generator.archive.game.game import Game, load_game
from generator.archive.game.orders import HIDDEN_ORDER, HIDDEN_REMARK, OrderText, read_public_orders
from generator.archive.game.sheets import with_orders, without_orders
from generator.engine.errors import FileError, Place
from generator.engine.phases import Moment, OrderBook, Resolution, Sheet, WrittenOrder
from generator.engine.verdicts import Verdict

_OF_YEAR: Final = re.compile(r"(orders/[a-z0-9-]+|state/[a-z0-9-]+|rulings)\.toml\Z")


def is_secret(path: str) -> bool:
    """Whether a path in a game's folder is one that may never be committed: what is in
    private/, and what theatrum itself needs while it writes."""
    top = path.partition("/")[0]
    return top == PRIVATE or top.startswith(".theatrum")


def is_sealed(path: str) -> bool:
    """Whether a path is that of an encrypted file, or of a manifest of such files."""
    ending = ".toml" if path.startswith(f"{MANIFESTS}/") else ".age"
    return path.startswith(f"{SEALED}/") and path.endswith(ending)


def is_below(folder: Path, path: Path, top: str) -> bool:
    """Whether a file is below a folder of the game."""
    return path.is_relative_to(folder / top)


def public_files(folder: Path) -> tuple[str, ...]:
    """The files of a game that may be committed, sorted: those that are part of one.

    What was revealed, and the seed, are among them only when the game is over or archived. Raises
    FileError for a game that cannot be read, and for symbolic links.
    """
    game = load_game(folder)
    found = [name for name in (*PUBLIC, RECEIVED, ANNOUNCED) if (folder / name).is_file()]
    found += scan_files(folder, "press")
    found += [path for path in scan_files(folder, SEALED) if is_sealed(path)]
    for year in scan_years(folder):
        for path in scan_files(folder, str(year)):
            if _OF_YEAR.match(path.partition("/")[2]):
                found.append(path)
    if game.is_over or game.settings.archived:
        found += scan_files(folder, REVEALED)
    elif REVEALED_SEED in found:
        found.remove(REVEALED_SEED)
    for path in found:
        if (folder / path).is_symlink():
            raise FileError(
                "is a symbolic link",
                place=Place(str(folder / path)),
                hint="replace it with the file itself",
            )
    return tuple(sorted(found))


def extract_of(text: str, sheet: Sheet | None, verdicts: tuple[Verdict, ...]) -> str:
    """The public part of a power's orders. `verdicts` are all of the phase.

    An order is public if it has a verdict under the power's own name, and all orders made from the
    same words have public verdicts: an order for another side would show who is behind it. Nothing
    shows that there was more: no gap, no blank line, and no remark except that a sheet is empty on
    purpose.
    """
    if text.strip() == NO_ORDERS:
        return text
    hidden = _hidden(sheet, verdicts)
    told = (order for order in sheet.orders if order not in hidden) if sheet is not None else ()
    written = dict.fromkeys((order.line, order.column, order.text) for order in told)
    return "".join(f"{text}\n" for _, _, text in written)


def marked_extract(text: str, sheet: Sheet | None, verdicts: tuple[Verdict, ...]) -> str:
    """The public part of a power's orders in an older game: the lines, with a mark in the place of
    each that is withheld, and then also of each remark."""
    hidden = {order.line for order in _hidden(sheet, verdicts)}
    ordered = {order.line for order in sheet.orders} if sheet is not None else set()
    if not hidden:
        return text
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if number in hidden:
            lines[number - 1] = HIDDEN_ORDER
        elif number not in ordered and line.strip():
            lines[number - 1] = HIDDEN_REMARK
    return "\n".join(lines)


def _hidden(sheet: Sheet | None, verdicts: tuple[Verdict, ...]) -> list[WrittenOrder]:
    """The orders of a sheet that not everyone may read."""
    if sheet is None:
        return []
    public: dict[str, bool] = {}
    for verdict in verdicts:
        if verdict.power == sheet.power:
            for written in (verdict.order, verdict.written):
                public[written] = public.get(written, True) and verdict.public
    return [order for order in sheet.orders if not public.get(order.text, False)]


def extracts(
    texts: Mapping[str, OrderText],
    book: OrderBook,
    resolution: Resolution[Any],
    files: Mapping[str, str],
    *,
    marked: bool = False,
) -> dict[str, str]:
    """The public part of each power's orders for a phase; empty ones are left out.

    `files` are those of the phase. Where none of them is secret, no order is. `marked`: as in older
    games (see `marked_extract`).
    """
    is_open = not any(map(is_secret, files))
    extract = marked_extract if marked else extract_of
    found = {
        power: text.text
        if is_open
        else extract(text.text, book.sheets.get(power), resolution.verdicts)
        for power, text in texts.items()
    }
    return {power: text for power, text in found.items() if text.strip()}


def publish_orders(
    game: Game, moment: Moment, texts: Mapping[str, OrderText], public: Mapping[str, str]
) -> dict[str, str]:
    """The public order files, by path, with the public parts of orders that waited in private/,
    and who wrote them where it was not the player.

    `public` are the extracts of `texts`.
    """
    title = game.ruleset.phase_title(moment)
    files: dict[str, str] = {}
    for power, whole in texts.items():
        if power not in public and not whole.authorship.author:
            continue
        if is_below(game.folder, whole.path, PRIVATE):
            path = orders_path(moment.year, power)
            there = game.folder / path
            before = read_exact_text(there) if there.exists() else ""
            text = public.get(power, "")
            after = with_orders(there, before, moment.phase, text, title, whole.authorship)
            if after != before:
                files[path] = after
    return files


def withdraw_orders(game: Game, moment: Moment, files: Mapping[str, str]) -> dict[str, str]:
    """The public order files without what `publish_orders` added; "" where nothing is left.

    `files` are texts that are about to be written. Texts that someone changed since then stay.
    """
    title, year = game.ruleset.phase_title(moment), moment.year
    public = read_public_orders(game.folder, year, game.ruleset.powers, told=False)
    whole = game.year_orders(year).of(moment.phase)
    left: dict[str, str] = {}
    for power, text in public.of(moment.phase).items():
        path = orders_path(year, power)
        waited = is_below(game.folder, whole[power].path, PRIVATE)
        if waited:
            before = files[path] if path in files else read_exact_text(text.path)
            after = without_orders(before, moment.phase, text.text, title, text.authorship)
            if after != before:
                left[path] = after
    return left
