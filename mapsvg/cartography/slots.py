"""The boxes that a province must hold, and the ways to write its name and to group them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mapsvg.cartography.raster import Box
from mapsvg.geometry import ProvinceKind
from mapsvg.lettering import Face, text_width

ARMY = Box(260, 260)
FLEET = Box(380, 200)
DISC = Box(140, 140)
MARKER = Box(140, 140)
COAST_LABEL = Box(150, 90)
GAP = 40
LAND_SIZES = (210, 190, 170, 155, 140, 128)
SEA_SIZES = (240, 215, 190, 170, 150, 135)

# A thing is one box or two that cross: where an army or a fleet may stand there is room for either.
Thing = tuple[Box, ...]
Lettering = tuple[tuple[str, ...], int]  # the lines of a label, and their font size


@dataclass(frozen=True, slots=True)
class Spot:
    """A thing in a group, and its center's offset from the group's."""

    thing: Thing
    dx: float
    dy: float


def unit_slot(kind: ProvinceKind) -> Thing:
    """What may stand in a province of that kind: an army inland, a fleet at sea, else either."""
    return {"inland": (ARMY,), "sea": (FLEET,)}.get(kind, (ARMY, FLEET))


def outline(thing: Thing) -> Box:
    """The box around a thing."""
    return Box(max(box.width for box in thing), max(box.height for box in thing))


def label_box(lines: Sequence[str], size: int, *, at_sea: bool) -> Box:
    """The box of a label: its widest line, and from the first capital to the last descender."""
    face: Face = "EBGaramond-Italic" if at_sea else "EBGaramond-Bold"
    width = max(text_width(line, face, size) for line in lines)
    return Box(width, size * len(lines))


def letterings(name: str, kind: ProvinceKind) -> Iterator[Lettering]:
    """Ways to write a name, the best first."""
    splits = _splits(name)
    for size in SEA_SIZES if kind == "sea" else LAND_SIZES:
        for lines in splits:
            yield lines, size


def code_letterings(code: str, kind: ProvinceKind) -> Iterator[Lettering]:
    """Ways to write the code, where the name has no room."""
    for size in (SEA_SIZES if kind == "sea" else LAND_SIZES)[2:]:
        yield (code,), size


def _splits(name: str) -> list[tuple[str, ...]]:
    """The name on one line, then on two, the evenest first."""
    words = name.replace("-", "- ").split()
    pairs = []
    for cut in range(1, len(words)):
        first = " ".join(words[:cut]).replace("- ", "-")
        second = " ".join(words[cut:]).replace("- ", "-")
        pairs.append((first, second))
    pairs.sort(key=lambda pair: (max(map(len, pair)), pair))
    return [(name,), *pairs[:1]]


def arrangements(label: Box, size: int, slot: Thing, center: bool) -> Iterator[dict[str, Spot]]:
    """Groups of label, unit and center disc around the group's middle, the nicest first."""
    unit = outline(slot)
    # The ring of a support around an army must not cover the disc beside it.
    beside = max(GAP, (FLEET.width - unit.width) / 2 + GAP / 2)
    # Descenders hang out of the label's box.
    gap = GAP + 0.08 * size
    row = unit.width + (DISC.width + beside if center else 0)
    for side in (1, -1):
        unit_x = side * (row - unit.width) / 2
        disc_x = -side * (row - DISC.width) / 2
        drop = (label.height + unit.height) / 2 + gap
        for below in (1, -1):
            group = {
                "label": Spot((label,), 0, -below * drop / 2),
                "unit": Spot(slot, unit_x, below * drop / 2),
            }
            if center:
                group["center"] = Spot((DISC,), disc_x, below * drop / 2)
            yield group
    if center:
        # A column: label, disc and unit one below the other, for narrow provinces.
        height = label.height + DISC.height + unit.height + 2 * gap
        label_y = -height / 2 + label.height / 2
        disc_y = -height / 2 + label.height + gap + DISC.height / 2
        unit_y = height / 2 - unit.height / 2
        for flip in (1, -1):
            yield {
                "label": Spot((label,), 0, flip * label_y),
                "center": Spot((DISC,), 0, flip * disc_y),
                "unit": Spot(slot, 0, flip * unit_y),
            }
    # A row: label beside the unit, for flat provinces.
    width = label.width + unit.width + GAP + (DISC.width + beside if center else 0)
    for side in (1, -1):
        x = -width / 2
        group = {}
        if center:
            group["center"] = Spot((DISC,), side * (x + DISC.width / 2), 0)
            x += DISC.width + beside
        group["unit"] = Spot(slot, side * (x + unit.width / 2), 0)
        group["label"] = Spot((label,), side * (width / 2 - label.width / 2), 0)
        yield group
