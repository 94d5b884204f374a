"""The drawing that all maps of a game's phases are told from, which their pages load once.

A page has what its own map has besides, and the game's `drawing.js` the rest: the drawing of the
opening. Pages from the disk may fetch nothing but scripts. Readers without scripts see the map's
file instead.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

from markupsafe import Markup
from msgspec.structs import replace

from generator.pages.base.gameview import GameView
from generator.pages.base.maker import PageMaker
from generator.pages.base.page import DRAWING, Page
from generator.pages.maps.differences import SIGN, Differences
from generator.pages.maps.drawing import NOTHING, MapView, map_view
from generator.pages.maps.material import Material

__all__ = ["Ground", "drawing_page"]

# The map comes just behind what is said of it, while the page is still being read: nothing moves
# later. `restore` says the same in Python.
_SCRIPT: Final = """\
((base) => {
const code = document.currentScript.previousElementSibling;
let text = base;
code.textContent.split("%s").forEach((part, number) => {
const [start, size] = part.split(".").map((one) => parseInt(one, 36));
text += number %% 2 ? text.slice(start, start + size) : part;
});
code.insertAdjacentHTML("afterend", text.slice(base.length));
})(`%s`);
"""


class Ground:
    """The drawing of a game's opening. `source` is the digest of what it was made from."""

    def __init__(self, view: GameView, opening: Material, source: str):
        self._view = view
        self._opening = opening
        self.source: Final = source

    @property
    def address(self) -> str:
        """Of the file that pages load."""
        return f"{self._view.address}{DRAWING}"

    @cached_property
    def _differences(self) -> Differences:
        opening = self._opening
        drawn = map_view(opening.svg, opening.picture, "", self._view, opening.snapshot)
        return Differences(str(drawn.svg))

    def told(self, shown: MapView) -> MapView:
        """The same map as what it has besides the ground."""
        code = Markup(self._differences.code(str(shown.svg)))
        return replace(shown, svg=NOTHING, code=code, drawing=self.address)

    def script(self) -> bytes:
        """The file that pages load."""
        base = self._differences.base
        for letters in ("\\", "`", "${"):
            base = base.replace(letters, f"\\{letters}")
        return (_SCRIPT % (SIGN, base)).encode()


def drawing_page(maker: PageMaker, view: GameView, ground: Ground) -> Page:
    """The game's `drawing.js`."""
    inputs = (("source", ground.source), ("game", view.digest))
    return maker.file(ground.address, "data", inputs, ground.script, view.slug)
