"""The strip below the map: the powers, and the signs that this map uses, each with its word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from msgspec import Struct

from mapsvg.layers.land import fill_of
from mapsvg.layers.samples import (
    LegendEntry,
    fill_entries,
    order_entries,
    power_sample,
    sign_entries,
    sign_texts,
)
from mapsvg.lettering import Face, text_width, wrap_text
from mapsvg.sheet import PANEL_WIDTH, Sheet

_TEXT = 210
ROW = 380
_LEFT = 260
_GAP = 330
# A long legend is set smaller, by these shares, until it has at most so many rows.
_SHARES = (1.0, 0.88, 0.78)
_ROWS = 4
_STEP = 250  # by how much rows become narrower at a time while they are evened out


class Legend(Struct, frozen=True):
    """The entries in rows that fit the map's width, and the lines of the notes below them.

    share: how large everything is, 1 at most.
    """

    rows: Sequence[Sequence[LegendEntry]] = ()
    notes: Sequence[str] = ()
    share: float = 1.0

    @property
    def height(self) -> int:
        """How much the legend adds below the map, in panel units."""
        lines = len(self.rows) + len(self.notes)
        return round((lines * ROW + 200) * self.share) if lines else 0


def plan_legend(sheet: Sheet) -> Legend:
    """The text of a map's legend, and its line breaks."""
    signs = [*fill_entries(sheet), *sign_entries(sheet), *order_entries(sheet)]
    groups = [_power_entries(sheet), signs]
    legend = Legend()
    for share in _SHARES:
        width = PANEL_WIDTH / share
        rows = [row for entries in groups for row in _even_rows(entries, width)]
        lines = [
            line
            for note in sheet.scene.notes
            for line in wrap_text(note, _face(strong=False), _TEXT, width - 2 * _LEFT)
        ]
        legend = Legend(rows, lines, share)
        if len(rows) <= _ROWS:
            break
    return legend


def draw_legend(sheet: Sheet, legend: Legend) -> None:
    layer = sheet.layer("legend")
    left, top, _, height = sheet.area
    strip = sheet.panel(layer, (left, top + height))
    sheet.canvas.rect(strip, 0, 0, PANEL_WIDTH, legend.height, class_="panel")
    if legend.share != 1:
        strip = sheet.canvas.group(strip, transform=f"scale({legend.share})")
    canvas = sheet.canvas
    words = {
        style: canvas.group(strip, class_=f"words {style}".strip(), font_size=_TEXT)
        for style in ("", "strong", "faint")
    }
    y = 100 + ROW // 2
    for row in legend.rows:
        x = float(_LEFT)
        for entry in row:
            move = f"translate({round(x + entry.width / 2)} {y})"
            canvas.pieces(canvas.group(strip, transform=move), sign_texts(sheet, entry.sign))
            x += entry.width + 70
            canvas.text(words["strong" if entry.strong else ""], entry.words, x, y + 70)
            x += text_width(entry.words, _face(entry.strong), _TEXT) + _GAP
        y += ROW
    for line in legend.notes:
        canvas.text(words["faint"], line, _LEFT, y + 70)
        y += ROW


def _face(strong: bool) -> Face:
    return "AlegreyaSans-Bold" if strong else "AlegreyaSans-Regular"


def _even_rows(entries: list[LegendEntry], width: float) -> list[list[LegendEntry]]:
    """As few rows as the width allows, as even as they can be: no entry has a row to itself."""
    # The width of an entry is that of its sign, the gap behind it, and its words.
    widths = tuple(
        entry.width + 70 + text_width(entry.words, _face(entry.strong), _TEXT) for entry in entries
    )
    left = iter(entries)
    return [list(islice(left, number)) for number in _row_lengths(widths, width)]


@lru_cache(maxsize=256)
def _row_lengths(widths: tuple[float, ...], width: float) -> tuple[int, ...]:
    rows = _fill_rows(widths, width)
    narrower = width - _STEP
    while narrower > width / 2:
        found = _fill_rows(widths, narrower)
        if len(found) > len(rows):
            break
        rows, narrower = found, narrower - _STEP
    return tuple(rows)


def _fill_rows(widths: tuple[float, ...], width: float) -> list[int]:
    """How many entries each row has if every row is filled before the next begins."""
    rows: list[int] = []
    x = width
    for needed in widths:
        if x + needed > width - _LEFT:
            rows.append(0)
            x = _LEFT
        rows[-1] += 1
        x += needed + _GAP
    return rows


def _power_entries(sheet: Sheet) -> list[LegendEntry]:
    scene = sheet.scene
    counts, seen = Counter(scene.centers.values()), _seen_powers(sheet)
    entries = []
    for key in scene.powers:
        if key in seen:
            words = scene.name_of(key)
            if scene.centers and scene.center_look == "owned":
                words += f"  {counts[key]}"
            entries.append(LegendEntry(words, 360, power_sample(sheet, key), strong=True))
    return entries


def _seen_powers(sheet: Sheet) -> set[str | None]:
    """The powers of which a map shows anything: one that has fallen has no color to explain."""
    scene = sheet.scene
    seen: set[str | None] = {unit.power for unit in scene.units if sheet.shows_unit(unit)}
    for code in sheet.board.outlines.land:
        if sheet.shows_province(code):
            fill = fill_of(sheet, code)
            seen |= {fill.power, fill.native}
    if not sheet.view:
        seen.update(scene.centers.values())
        seen |= {tile.power for tile in scene.tiles} | {sign.power for sign in scene.markers}
        seen |= {power for stack in scene.stacks for power, _ in stack.counts}
    return seen
