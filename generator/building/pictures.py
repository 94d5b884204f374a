"""Maps as PNG, kept between builds: drawn again only if the drawing, or what draws, has changed.

A page of the kind "map" whose name ends in .png is made as a drawing, beside the other pages of its
phase. The drawing waits in a file of its own until all pages are made; then it becomes the picture.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from msgspec import Struct

from generator.building.output import write_whole
from generator.building.processes import Processes
from generator.engine.errors import FileError, Place
from generator.pages.base.page import Page, digest

_SUFFIX: Final = ".png"


def is_picture(page: Page) -> bool:
    """Whether a page is a map as PNG."""
    return page.kind == "map" and page.address.endswith(_SUFFIX)


def waiting_folder(output: Path) -> Path:
    """Where the drawings of a site wait, each in a file with the address of its picture."""
    return output.absolute().parent / ".cache" / "waiting" / output.name


class Pictures(Struct):
    """The pictures that are kept in `folder`, by what they show; `waiting` has the drawings."""

    folder: Path
    waiting: Path

    def picture(self, address: str) -> bytes:
        """The picture at an address, drawn if need be. Raises FileError."""
        self.draw([address])
        return self._kept(address).read_bytes()

    def name(self, address: str) -> str:
        """The name under which a picture is kept. Raises FileError without its drawing."""
        from generator.pages.maps.drawing import renderer

        drawing = self.waiting / address
        try:
            return digest(renderer(), drawing.read_bytes())
        except OSError as error:
            raise FileError("there is no map to draw from", place=Place(str(drawing))) from error

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

        `progress` receives how many of how many are done, and which was the last. Raises FileError
        for a drawing that cannot be drawn.
        """
        wanted = {self._kept(address): address for address in addresses if not self.has(address)}
        jobs = [partial(_draw, self.waiting / address, kept) for kept, address in wanted.items()]
        work = processes.start(jobs) if processes and processes.number > 1 < len(jobs) else None
        for number, (job, address) in enumerate(zip(jobs, wanted.values(), strict=True)):
            problem = work.result(number) if work else None
            problem = job() if problem is None else problem
            if problem:
                place = Place(str(self.waiting / address))
                raise FileError(f"cannot be drawn: {problem}", place=place)
            if progress:
                progress(number + 1, len(jobs), address)

    def prune(self, names: Iterable[str]) -> None:
        """Remove all pictures but these, and all drawings."""
        shutil.rmtree(self.waiting, ignore_errors=True)
        if not self.folder.is_dir():
            return
        kept = {f"{name}{_SUFFIX}" for name in names}
        for entry in sorted(os.listdir(self.folder)):
            if entry not in kept:
                os.unlink(self.folder / entry)

    def _kept(self, address: str) -> Path:
        return self.folder / f"{self.name(address)}{_SUFFIX}"


def _draw(drawing: Path, picture: Path) -> str:
    """Draw one picture, in whatever process. Gives what went wrong."""
    from generator.pages.maps.drawing import map_png

    try:
        write_whole(str(picture), map_png(drawing.read_text(encoding="utf-8")))
    except (OSError, ValueError, FileError) as error:
        return str(error)
    return ""
