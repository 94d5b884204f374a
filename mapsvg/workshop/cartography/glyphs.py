"""Lighter letters: the outlines of a font with fewer points, and its kerning as a plain table.

Maps carry the letters that they use (mapsvg.subset), so every point counts. EB Garamond repeats the
worn edges of its metal type: 87 points a letter. Within TOLERANCE a third of them will do, and the
difference is invisible: it is a quarter of a pixel where a letter is 60 pixels high. Pages show
larger letters, and keep to half of that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeAlias

import numpy as np
from fontTools.pens.basePen import decomposeQuadraticSegment
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0
from numpy.typing import NDArray

TOLERANCE: Final = 4.0
"""How far an outline may move, in thousandths of the font size."""
PAGE_TOLERANCE: Final = 2.0
"""The same for the letters of pages, which may be twice as large."""
UNITS: Final = 500
"""Units of the lighter font to its size: half of what it was, so that most steps fit a byte."""
LEAST_KERN: Final = 10
"""Kerning below this many thousandths is left out."""
_FLAT_STEP: Final = 12  # length of the pieces that a straight line is cut into
_BENT_STEP: Final = 8

Points: TypeAlias = NDArray[np.float64]


def lighten(font: TTFont, letters: str) -> None:
    """Redraw all letters of a font with fewer points, without accents that are separate parts; its
    tables for typesetting become only the kerning between `letters`."""
    pairs = kerning(font, letters)
    _redraw(font, font.getGlyphOrder(), TOLERANCE)
    for tag in ("GSUB", "GPOS", "GDEF", "STAT", "gasp"):
        if tag in font:
            del font[tag]
    font["kern"] = _kern_table(pairs)
    scale_upem(font, UNITS)


def smooth(font: TTFont) -> None:
    """Redraw the letters of a page with fewer points; accented letters keep their parts."""
    table = font["glyf"]
    whole = [name for name in font.getGlyphOrder() if not table[name].isComposite()]
    _redraw(font, whole, PAGE_TOLERANCE)


def kerning(font: TTFont, letters: str) -> dict[tuple[str, str], int]:
    """{(glyph, the next one): how much closer (negative) they are} for pairs of those letters."""
    characters = font.getBestCmap()
    wanted = {characters[ord(letter)] for letter in letters if ord(letter) in characters}
    layout = font["GPOS"].table
    numbers = {
        number
        for record in layout.FeatureList.FeatureRecord
        if record.FeatureTag == "kern"
        for number in record.Feature.LookupListIndex
    }
    total: dict[tuple[str, str], int] = {}
    for number in sorted(numbers):
        found: dict[tuple[str, str], int] = {}
        for part in layout.LookupList.Lookup[number].SubTable:
            inner = part.ExtSubTable if part.LookupType == 9 else part
            for pair, value in _pairs(inner, wanted) if inner.LookupType == 2 else ():
                found.setdefault(pair, value)  # the first subtable that knows a pair decides
        for pair, value in found.items():
            total[pair] = total.get(pair, 0) + value
    return {pair: total[pair] for pair in sorted(total) if abs(total[pair]) >= LEAST_KERN}


def _pairs(part: Any, wanted: set[str]) -> Iterator[tuple[tuple[str, str], int]]:
    """The pairs of one subtable: single ones, or classes of letters."""
    firsts = part.Coverage.glyphs
    if part.Format == 1:
        for first, rows in zip(firsts, part.PairSet, strict=True):
            for row in rows.PairValueRecord:
                if first in wanted and row.SecondGlyph in wanted:
                    yield (first, row.SecondGlyph), getattr(row.Value1, "XAdvance", 0)
        return
    one, two = part.ClassDef1.classDefs, part.ClassDef2.classDefs
    for first in firsts:
        for second in sorted(wanted) if first in wanted else ():
            row = part.Class1Record[one.get(first, 0)].Class2Record[two.get(second, 0)]
            yield (first, second), getattr(row.Value1, "XAdvance", 0)


def _kern_table(pairs: dict[tuple[str, str], int]) -> Any:
    inner = KernTable_format_0()
    inner.version, inner.coverage, inner.apple, inner.tupleIndex = 0, 1, False, None
    inner.kernTable = dict(pairs)
    table = newTable("kern")
    table.version, table.kernTables = 0, [inner]
    return table


def _redraw(font: TTFont, names: Iterable[str], tolerance: float) -> None:
    glyphs, table, moves = font.getGlyphSet(), font["glyf"], font["hmtx"]
    drawn = {name: _redrawn(glyphs, name, tolerance) for name in names}
    table.glyphs |= drawn
    for name in font.getGlyphOrder():
        # A browser moves each letter so that its outermost point is here; letters that are made
        # of others have theirs as well.
        table[name].recalcBounds(table)
        moves[name] = (moves[name][0], getattr(table[name], "xMin", 0))


def _redrawn(glyphs: Any, name: str, tolerance: float) -> Any:
    pen = TTGlyphPen(None)
    for outline in _outlines(glyphs, name):
        start, pieces = refit(outline, tolerance)
        pen.moveTo(start)
        for number, (control, end) in enumerate(pieces):
            if control is not None:
                pen.qCurveTo(control, end)
            elif number < len(pieces) - 1:  # the last line closes automatically
                pen.lineTo(end)
        pen.closePath()
    return pen.glyph(dropImpliedOnCurves=True)


def _outlines(glyphs: Any, name: str) -> Iterator[Points]:
    """Each closed line of a letter as a row of points, dense enough for its curves."""
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    line: list[Points] = []
    for act, places in pen.value:
        if act == "moveTo":
            line = [np.array(places[0], float)]
        elif act == "lineTo":
            line += _straight(line[-1], np.array(places[0], float))
        elif act == "qCurveTo":
            if places[-1] is None:
                raise ValueError(f"{name}: an outline without a point on it")
            for control, end in decomposeQuadraticSegment(places):
                line += _bent(line[-1], np.array(control, float), np.array(end, float))
        elif len(line) > 2:
            line += _straight(line[-1], line[0])
            yield np.array(line[:-1])


def _straight(a: Points, b: Points) -> list[Points]:
    number = max(1, int(np.hypot(*(b - a)) // _FLAT_STEP))
    return [a + (b - a) * step / number for step in range(1, number + 1)] if (a != b).any() else []


def _bent(a: Points, control: Points, b: Points) -> list[Points]:
    length = np.hypot(*(control - a)) + np.hypot(*(b - control))
    number = max(2, min(8, int(length // _BENT_STEP)))
    shares = [step / number for step in range(1, number + 1)]
    return [(1 - t) ** 2 * a + 2 * t * (1 - t) * control + t * t * b for t in shares]


Place = tuple[int, int]


def refit(line: Points, tolerance: float) -> tuple[Place, list[tuple[Place | None, Place]]]:
    """A closed line as few straight lines and curves within the tolerance: where it starts, and the
    control point (None: straight) and the end of each piece.

    From the sharpest corner on, each piece reaches as far as it can.
    """
    ahead = np.roll(line, -1, 0) - line
    angles = np.arctan2(ahead[:, 1], ahead[:, 0])
    turns = np.abs((angles - np.roll(angles, 1) + np.pi) % (2 * np.pi) - np.pi)
    line = np.roll(line, -int(turns.argmax()), 0)
    line = np.vstack([line, line[:1]])
    last = len(line) - 1
    pieces: list[tuple[Place | None, Place]] = []
    at = 0
    while at < last:
        reached, control = at + 1, None
        step, beyond = 2, last + 1
        while reached < beyond - 1:
            tried = min(at + step, last) if beyond > last else (reached + beyond) // 2
            fits, found = _fitted(line[at : tried + 1], tolerance)
            if fits:
                reached, control = tried, found
                if tried == last:
                    break
                step *= 2
            else:
                beyond = tried
        pieces.append((control, _place(line[reached])))
        at = reached
    return _place(line[0]), pieces


def _place(point: Points) -> Place:
    return round(float(point[0])), round(float(point[1]))


def _fitted(line: Points, tolerance: float) -> tuple[bool, Place | None]:
    """Whether one straight line or one curve will do for those points, and its control point."""
    a, b = line[0].round(), line[-1].round()
    along = b - a
    length = np.hypot(*along)
    if length > 0:
        away = np.abs(along[0] * (line[:, 1] - a[1]) - along[1] * (line[:, 0] - a[0])) / length
        shares = (line - a) @ along / length
        inside = shares.min() > -tolerance and shares.max() < length + tolerance
        if away.max() <= tolerance and inside:
            return True, None
    steps = np.hypot(*np.diff(line, axis=0).T)
    t = np.concatenate([[0.0], np.cumsum(steps)]) / steps.sum()
    for _ in range(3):
        weights = 2 * t * (1 - t)
        ends = np.outer((1 - t) ** 2, a) + np.outer(t * t, b)
        control = ((weights[:, None] * (line - ends)).sum(0) / (weights**2).sum()).round()
        gap = ends + np.outer(weights, control) - line
        if np.hypot(*gap.T).max() <= tolerance:
            return True, _place(control)
        # Each point is compared with the nearest of the curve: a step of Newton's towards it.
        slope = 2 * np.outer(1 - t, control - a) + 2 * np.outer(t, b - control)
        bend = 2 * (b - 2 * control + a)
        change = (slope**2).sum(1) + (gap * bend).sum(1)
        change = np.where(np.abs(change) < 1e-9, 1e-9, change)
        t = np.clip(t - (gap * slope).sum(1) / change, 0, 1)
    return False, None
