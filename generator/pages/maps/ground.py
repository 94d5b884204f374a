"""The drawings that the maps of a game's phases are told from, which their pages load once.

    duel/drawing.js          the drawing of the opening
    duel/1902/drawing.js     what the first map of the year has besides
    duel/1902/fall/          what this map has besides those two

Pages from the disk may fetch nothing but scripts. Readers without scripts see the map's file
instead.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

from markupsafe import Markup
from msgspec.structs import replace

from generator.pages.base.gameview import GameView, PhaseLink
from generator.pages.base.maker import PageMaker
from generator.pages.base.page import DRAWING, Page, digest
from generator.pages.maps.differences import Differences
from generator.pages.maps.drawing import NOTHING, MapView, map_view
from generator.pages.maps.material import Material

# The map takes the room that the page keeps for it, before the scripts that need it run.
# `restore` says the same in Python.
_SCRIPT: Final = """\
((base) => {
const restore = (code) => {
const parts = code.split("^").map((part, number) =>
number % 2 ? part.split(".").map((one) => parseInt(one, 36)) : part);
const size = parts.reduce((sum, part, number) => sum + (number % 2 ? part[1] : part.length), 0);
// Letters in one row: pieces of a text that grows are dear to copy.
const letters = new Uint16Array(base.length + size);
let at = 0;
const write = (text) => {
for (let number = 0; number < text.length; number++) letters[at++] = text.charCodeAt(number);
};
const copy = (start, size) => { letters.copyWithin(at, start, start + size); at += size; };
write(base);
parts.forEach((part, number) => number % 2 ? copy(...part) : write(part));
return new TextDecoder("utf-16le").decode(letters);
};
if (self.drawingOfYear) base = `${restore(self.drawingOfYear)}^`;
const code = document.querySelector(".mapbox > [type='text/plain']");
code.insertAdjacentHTML("afterend", restore(code.textContent).slice(base.length));
code.previousElementSibling.remove();
})(`BASE`);
"""


class Ground:
    """The drawing of a game's opening; or `within` that, of the first phase of a later year.

    `source` is the digest of what it was made from.
    """

    def __init__(
        self,
        view: GameView,
        phase: PhaseLink,
        material: Material,
        source: str,
        within: Ground | None = None,
    ):
        self._view = view
        self._material = material
        self._within = within
        folder = view.year_address(phase.year) if within else view.address
        self.address: str = f"{folder}{DRAWING}"
        """Of the file that pages load."""
        self.source: str = digest(source, within.source) if within else source

    @cached_property
    def _svg(self) -> str:
        material = self._material
        drawn = map_view(material.drawn, material.picture, "", self._view, material.snapshot)
        return str(drawn.svg)

    @cached_property
    def _differences(self) -> Differences:
        return Differences(self._svg, self._within._differences if self._within else None)

    def told(self, shown: MapView, phase: PhaseLink) -> MapView:
        """The map of a phase as what it has besides the ground; its file has others, too."""
        code = Markup(self._differences.code(str(shown.svg)))
        file, name = phase.map
        views = tuple(replace(one, anchor=f"{name}-{one.anchor}") for one in shown.views)
        return replace(
            shown,
            svg=NOTHING,
            code=code,
            drawings=(self.address, *((self._within.address,) if self._within else ())),
            file=file,
            anchor=name,
            views=views,
        )

    def script(self) -> bytes:
        """The file that pages load; that of a year comes before that of its game."""
        text = self._differences.told if self._within else self._differences.base
        for letters in ("\\", "`", "${"):
            text = text.replace(letters, f"\\{letters}")
        made = (
            f"self.drawingOfYear=`{text}`;\n" if self._within else _SCRIPT.replace("BASE", text, 1)
        )
        return made.encode()


def drawing_page(maker: PageMaker, view: GameView, ground: Ground) -> Page:
    """The `drawing.js` of a game or of one of its years."""
    inputs = (("source", ground.source), ("game", view.digest))
    return maker.file(ground.address, "data", inputs, ground.script, view.slug)
