"""Maps as PNG, kept between builds: drawn again only if the SVG, or what draws, has changed.

A page of the kind "map" whose name ends in .png is the picture of the SVG beside it, or where there
is none, of the phase in whose folder it is.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from pathlib import Path, PurePosixPath
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from generator.building.output import write_whole
from generator.building.processes import Processes
from generator.engine.errors import FileError, Place
from generator.pages.base.page import Page, digest, map_of

_SUFFIX: Final = ".png"
_DEPTH: Final = 3
"""A phase's page lies in the folders of its game, its year, and its own."""


def is_picture(page: Page) -> bool:
    """Whether a page is a map as PNG."""
    return page.kind == "map" and page.address.endswith(_SUFFIX)


class _Drawing(Struct, frozen=True):
    """A picture to be drawn: the file that its map comes from, the map, and the picture's file."""

    address: str
    svg: str
    png: str


class Pictures(Struct, dict=True):
    """The pictures that are kept in `folder`, by what they show; `output` has the SVGs."""

    folder: Path
    output: Path

    @cached_property
    def renderer(self) -> str:
        """A digest of what draws: programs, fonts, width."""
        from importlib.metadata import version

        from generator.pages.maps.drawing import PNG_WIDTH
        from mapsvg import font_files, png

        fonts = [part for file in font_files() for part in (file.name, file.read_bytes())]
        programs = [f"{name} {version(name)}" for name in ("resvg_py", "pillow")]
        code = Path(png.__file__).read_bytes()
        return digest(str(PNG_WIDTH), code, *programs, *fonts)

    def page(self, page: Page) -> Page:
        """The page as it is made here. It depends on what draws, too."""

        inputs = (*page.inputs, ("renderer", self.renderer))
        return replace(page, inputs=inputs, make=partial(self.picture, page.address))

    def picture(self, address: str) -> bytes:
        """The picture at an address, drawn if need be. Raises FileError."""
        self.draw([address])
        return self._kept(address).read_bytes()

    def name(self, address: str) -> str:
        """The name under which a picture is kept. Raises FileError without the SVG."""
        return digest(self.renderer, self._map(address)[1])

    def has(self, address: str) -> bool:
        """Whether a picture need not be drawn."""
        return self._kept(address).is_file()

    def draw(
        self,
        addresses: Sequence[str],
        processes: Processes | None = None,
        progress: Callable[[int, int, str], None] | None = None,
    ) -> None:
        """Draw the pictures that are not kept yet, a second each; equal ones once.

        `progress` is told how many of how many are done, and which was the last. Raises FileError
        for an SVG that cannot be drawn.
        """
        wanted = {
            str(self._kept(address)): address for address in addresses if not self.has(address)
        }
        drawings = [
            _Drawing(str(self._svg(address)), self._map(address)[0], kept)
            for kept, address in wanted.items()
        ]
        for number, (drawing, problem) in enumerate(_drawn(drawings, processes), 1):
            if problem:
                raise FileError(f"cannot be drawn: {problem}", place=Place(drawing.address))
            if progress:
                progress(number, len(drawings), wanted[drawing.png])

    def prune(self, names: Iterable[str]) -> None:
        """Remove all pictures but these."""
        if not self.folder.is_dir():
            return
        kept = {f"{name}{_SUFFIX}" for name in names}
        for entry in sorted(os.listdir(self.folder)):
            if entry not in kept:
                os.unlink(self.folder / entry)

    def _map(self, address: str) -> tuple[str, str]:
        """The map of a picture as SVG, and what tells it from others. Raises FileError."""
        from mapsvg import read_map

        svg = self._svg(address)
        try:
            text = svg.read_text(encoding="utf-8")
            is_beside = svg.parent == (self.output / address).parent
            return read_map(text, "" if is_beside else map_of(_folder(address))[1])
        except (OSError, ValueError) as error:
            raise FileError("there is no map to draw from", place=Place(str(svg))) from error

    def _svg(self, address: str) -> Path:
        """The file with the map of a picture."""
        beside = self.output / f"{address.removesuffix(_SUFFIX)}.svg"
        folder = _folder(address)
        if beside.is_file() or folder.count("/") != _DEPTH:
            return beside
        return self.output / map_of(folder)[0]

    def _kept(self, address: str) -> Path:
        return self.folder / f"{self.name(address)}{_SUFFIX}"


def _folder(address: str) -> str:
    """The address of the page that a picture is beside."""
    return f"{PurePosixPath(address).parent}/"


def _drawn(
    drawings: Sequence[_Drawing], processes: Processes | None
) -> Iterable[tuple[_Drawing, str]]:
    """Each drawing once it is made, with what went wrong."""
    if processes is None or processes.number < 2 or len(drawings) < 2:
        for drawing in drawings:
            yield drawing, _draw(drawing)
        return
    work = processes.start([partial(_draw, drawing) for drawing in drawings])
    for number, drawing in enumerate(drawings):
        problem = work.result(number)
        yield drawing, _draw(drawing) if problem is None else problem


def _draw(drawing: _Drawing) -> str:
    """Draw one picture, in whatever process. Gives what went wrong."""
    from generator.pages.maps.drawing import map_png

    try:
        data = map_png(drawing.svg)
    except (OSError, ValueError) as error:
        return str(error)
    try:
        write_whole(drawing.png, data)
    except FileError as error:
        return str(error)
    return ""
