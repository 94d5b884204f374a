"""The drawings from which the maps of a game's phases are made, which their pages load once.

    duel/drawing.js          the drawing of the opening, with all that never changes on the board
    duel/1902/drawing.js     what the first map of the year has besides
    duel/1902/fall/          what this map has besides those two

A drawing lists the texts that it consists of (mapsvg.Drawn); any that another one has, too, are
copied from there. Pages from the disk may fetch nothing but scripts. Readers without scripts see
the map's file instead.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from markupsafe import Markup
from msgspec.structs import replace

from generator.pages.base.gameview import GameView, PhaseLink
from generator.pages.base.maker import PageMaker
from generator.pages.base.page import DRAWING, Page, digest
from generator.pages.maps.drawing import MapView, map_view
from generator.pages.maps.material import Material

_OWN: Final = "^"
"""Begins a text of the drawing itself."""
_COPIED: Final = "~"
"""Begins what is copied: the number of the first text, and how many if they are several."""
_WRITTEN: Final = str.maketrans({sign: f"&#{ord(sign)};" for sign in (_COPIED, _OWN)})

# The map takes the room that the page keeps for it, before the scripts that need it run.
_SCRIPT: Final = """\
((ground) => {
const texts = [];
const draw = (code) => {
const start = texts.length;
for (const part of code.split(/(?=[~^])/)) {
const rest = part.slice(1);
if (part[0] === "^") { texts.push(rest); continue; }
const [from, count] = rest.split(".").map((one) => parseInt(one, 16));
texts.push(...texts.slice(from, from + (count || 1)));
}
return texts.slice(start).join("");
};
draw(ground);
if (self.drawingOfYear) draw(self.drawingOfYear);
const code = document.querySelector(".mapbox > [type='text/plain']");
code.insertAdjacentHTML("afterend", draw(code.textContent));
code.previousElementSibling.remove();
})(`BASE`);
"""


class Told:
    """The texts of a drawing, and of those that it copies from.

        ~0.8c^<path class="province land pw-france"~8d      140 texts, a new one, and another

    `texts` are all texts so far, `code` is the drawing in short.
    """

    def __init__(self, drawing: Sequence[str], before: Told | None = None):
        whole = "".join(drawing)
        own: Sequence[str] = (
            [part.translate(_WRITTEN) for part in drawing]
            if _OWN in whole or _COPIED in whole
            else drawing
        )
        self.texts: Sequence[str] = [*(before.texts if before else ()), *own]
        # The first one is whole: what pages link to is found there.
        self.code = "".join(f"{_OWN}{part}" for part in own)
        if before:
            self.code = _code(own, self.texts, before.places)

    @cached_property
    def places(self) -> dict[str, list[int]]:
        places: dict[str, list[int]] = {}
        for number, text in enumerate(self.texts):
            places.setdefault(text, []).append(number)
        return places


def _code(own: Sequence[str], texts: Sequence[str], known: Mapping[str, Sequence[int]]) -> str:
    """The code of the last of all texts, of which those before them are `known` by their places."""
    here: dict[str, int] = {}
    code: list[str] = []
    first = after = told = 0  # of the copy in progress; and how much was written before it
    for number, part in enumerate(own, len(texts) - len(own)):
        if first < after < told and texts[after] == part:
            after += 1
            continue
        if first < after:
            code.append(_copied(first, after))
        if found := known.get(part):
            # The next place of several: most that follows there follows here, too.
            first = found[min(bisect_left(found, after), len(found) - 1)]
            after, told = first + 1, number
        elif part in here:
            first = here[part]
            after, told = first + 1, number
        else:
            code.append(f"{_OWN}{part}")
            here[part] = number
            first = after
    if first < after:
        code.append(_copied(first, after))
    return "".join(code)


def _copied(first: int, after: int) -> str:
    several = f".{after - first:x}" if after > first + 1 else ""
    return f"{_COPIED}{first:x}{several}"


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
    def _told(self) -> Told:
        material = self._material
        drawn = map_view(material.drawn, material.picture, "", self._view, material.snapshot)
        if self._within:
            return Told(drawn.parts, self._within._told)
        from mapsvg import board_texts

        return Told((*board_texts(material.picture.board), *drawn.parts))

    def told(self, shown: MapView, phase: PhaseLink) -> MapView:
        """The map of a phase as what it has besides the ground; its file has others, too."""
        code = Markup(Told(shown.parts, self._told).code)
        file, name = phase.map
        views = tuple((f"{name}-{anchor}", title, box) for anchor, title, box in shown.views)
        return replace(
            shown,
            parts=(),
            code=code,
            drawings=(self.address, *((self._within.address,) if self._within else ())),
            file=file,
            anchor=name,
            views=views,
        )

    def script(self) -> bytes:
        """The file that pages load; that of a year comes before that of its game."""
        text = self._told.code
        for letters in ("\\", "`", "${"):
            text = text.replace(letters, f"\\{letters}")
        of_year = f"self.drawingOfYear=`{text}`;\n"
        return (of_year if self._within else _SCRIPT.replace("BASE", text, 1)).encode()


def drawing_page(maker: PageMaker, view: GameView, ground: Ground) -> Page:
    """The `drawing.js` of a game or of one of its years."""
    inputs = (("source", ground.source), ("game", view.digest))
    return maker.file(ground.address, "data", inputs, ground.script, view.slug)
