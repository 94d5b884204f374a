"""The boxes that a province must hold, and the ways to write its name and to group them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import asdict, replace

from mapsvg.lettering import Face, text_width
from mapsvg.shapes import ProvinceKind, Sizes
from mapsvg.workshop.cartography.raster import Box

GAP = 40
# Font sizes on a map 20000 units wide, where 125 units are 10 px of a picture 1600 px wide.
LAND_SIZES = (210, 190, 170, 155, 140, 128)
SEA_SIZES = (240, 215, 190, 170, 150, 135)
SMALL_SIZES = (118, 109, 101)

# A thing is one box or two that cross: a place for an army or a fleet has room for either.
Thing = tuple[Box, ...]
Lettering = tuple[tuple[str, ...], int]  # the lines of a label, and their font size


class Kit(Struct, frozen=True):
    """The boxes of a board, and how much larger its letters are than on a map 20000 units wide."""

    army: Box
    fleet: Box
    aside_army: Box
    aside_fleet: Box
    center: Box
    marker: Box
    coast_label: Box
    scale: float = 1.0


class Spot(Struct, frozen=True):
    """A thing in a group, and its center's offset from the group's."""

    thing: Thing
    dx: float
    dy: float


def make_kit(sizes: Sizes, width: int) -> Kit:
    return Kit(scale=width / 20_000, **{name: Box(*size) for name, size in asdict(sizes).items()})


def unit_slot(kit: Kit, kind: ProvinceKind, coasts: bool = False) -> Thing:
    """The thing for a unit in a province: an army inland, a fleet at sea, else either.

    coasts: fleets have places of their own on named coasts.
    """
    if kind == "sea":
        return (kit.fleet,)
    return (kit.army,) if kind == "inland" or coasts else (kit.army, kit.fleet)


def aside_slot(kit: Kit, kind: ProvinceKind, coasts: bool = False) -> Thing:
    """The same for a unit that has lost its place there and is shown beside it."""
    return unit_slot(replace(kit, army=kit.aside_army, fleet=kit.aside_fleet), kind, coasts)


def outline(thing: Thing) -> Box:
    return Box(max(box.width for box in thing), max(box.height for box in thing))


def label_box(lines: Sequence[str], size: int, *, at_sea: bool) -> Box:
    """The box of a label: its widest line, and from the first capital to the last descender."""
    face: Face = "EBGaramond-Italic" if at_sea else "EBGaramond-Bold"
    width = max(text_width(line, face, size) for line in lines)
    return Box(width, size * len(lines))


def letterings(kit: Kit, text: str, sizes: Sequence[int]) -> Iterator[Lettering]:
    """Ways to write a name, the best first."""
    for size in sizes:
        for lines in _splits(text):
            yield lines, round(size * kit.scale)


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


def arrangements(
    kit: Kit, label: Box, size: int, slot: Thing, center: bool
) -> Iterator[dict[str, Spot]]:
    """Groups of label, unit and center disc around the group's middle, the nicest first."""
    unit, disc = outline(slot), kit.center
    # The ring of a support around an army may not cover the disc beside it.
    beside = max(GAP, (kit.fleet.width - unit.width) / 2 + GAP / 2)
    # Descenders hang out of the label's box.
    gap = GAP + 0.08 * size
    row = unit.width + (disc.width + beside if center else 0)
    for side in (1, -1):
        unit_x = side * (row - unit.width) / 2
        disc_x = -side * (row - disc.width) / 2
        drop = (label.height + unit.height) / 2 + gap
        for below in (1, -1):
            group = {
                "label": Spot((label,), 0, -below * drop / 2),
                "unit": Spot(slot, unit_x, below * drop / 2),
            }
            if center:
                group["center"] = Spot((disc,), disc_x, below * drop / 2)
            yield group
    if center:
        # A column: label, disc and unit one below the other, for narrow provinces.
        height = label.height + disc.height + unit.height + 2 * gap
        label_y = -height / 2 + label.height / 2
        disc_y = -height / 2 + label.height + gap + disc.height / 2
        unit_y = height / 2 - unit.height / 2
        for flip in (1, -1):
            yield {
                "label": Spot((label,), 0, flip * label_y),
                "center": Spot((disc,), 0, flip * disc_y),
                "unit": Spot(slot, 0, flip * unit_y),
            }
    # A row: label beside the unit, for flat provinces.
    width = label.width + unit.width + GAP + (disc.width + beside if center else 0)
    for side in (1, -1):
        x = -width / 2
        group = {}
        if center:
            group["center"] = Spot((disc,), side * (x + disc.width / 2), 0)
            x += disc.width + beside
        group["unit"] = Spot(slot, side * (x + unit.width / 2), 0)
        group["label"] = Spot((label,), side * (width / 2 - label.width / 2), 0)
        yield group
