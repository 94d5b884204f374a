"""SVG elements with our rounding: the one module that knows svgwrite.

Always debug=False: validation is slow and refuses data-*, aria-* and paint-order; the tests
validate what comes out. Attribute names are written as Python names: class_, stroke_width.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from svgwrite.base import BaseElement
from svgwrite.etree import etree

SVG_NAMESPACE = "http://www.w3.org/2000/svg"
_RAW = "raw-fragment"
_PLACE = re.compile(rf'<{_RAW} n="(\d+)" />')

_SETTINGS = BaseElement(debug=False)

Value = str | int | float | None

# What XML 1.0 does not allow: such a character in a name would make the whole file unreadable.
_FORBIDDEN = dict.fromkeys(
    (*range(0x09), 0x0B, 0x0C, *range(0x0E, 0x20), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF)
)


class Canvas:
    """A tree of SVG elements; every method adds to `parent`, None for the outermost."""

    def __init__(self) -> None:
        self._fragments: list[str] = []
        self._top: list[Any] = []

    def element(self, parent: Any, name: str, text: str = "", **attributes: Value) -> Any:
        """Any element by its name, with optional text inside it."""
        return self._add(parent, _Element(name, attributes, text))

    def group(self, parent: Any = None, **attributes: Value) -> Any:
        """A <g>."""
        return self._add(parent, _Element("g", attributes))

    def path(self, parent: Any, d: str, **attributes: Value) -> Any:
        """A <path>; `d` is written as it is."""
        return self._add(parent, _Element("path", {"d": d, **attributes}))

    def rect(
        self, parent: Any, x: float, y: float, width: float, height: float, **attributes: Value
    ) -> Any:
        """A <rect>; x and y are its upper left corner."""
        box = {"x": round(x), "y": round(y), "width": round(width), "height": round(height)}
        return self._add(parent, _Element("rect", {**box, **attributes}))

    def circle(self, parent: Any, x: float, y: float, radius: float, **attributes: Value) -> Any:
        """A <circle>."""
        place = {"cx": round(x), "cy": round(y), "r": round(radius)}
        return self._add(parent, _Element("circle", {**place, **attributes}))

    def line(
        self, parent: Any, x1: float, y1: float, x2: float, y2: float, **attributes: Value
    ) -> Any:
        """A <line>."""
        ends = {"x1": round(x1), "y1": round(y1), "x2": round(x2), "y2": round(y2)}
        return self._add(parent, _Element("line", {**ends, **attributes}))

    def text(self, parent: Any, text: str, x: float, y: float, **attributes: Value) -> Any:
        """A <text>; x and y are its anchor on the base line."""
        place = {"x": round(x), "y": round(y)}
        return self._add(parent, _Element("text", {**place, **attributes}, text))

    def use(self, parent: Any, target: str, **attributes: Value) -> Any:
        """A <use> of the id `target`, with the plain href that every browser and resvg read."""
        return self._add(parent, _Element("use", {"href": f"#{target}", **attributes}))

    def raw(self, parent: Any, fragment: str) -> None:
        """A ready-made piece of SVG, put in as it is: outlines that were serialised before."""
        self._add(parent, _Element(_RAW, {"n": len(self._fragments)}))
        self._fragments.append(fragment)

    def fragment(self) -> str:
        """What was drawn, without a root around it."""
        text = "".join(etree.tostring(one.get_xml(), encoding="unicode") for one in self._top)
        return _PLACE.sub(lambda found: self._fragments[int(found[1])], text)

    def tostring(self, root: str, **attributes: Value) -> str:
        """What was drawn, inside a root element."""
        outer = _Element(root, attributes)
        outer.elements = self._top
        text = etree.tostring(outer.get_xml(), encoding="unicode")
        return _PLACE.sub(lambda found: self._fragments[int(found[1])], text)

    def _add(self, parent: Any, element: Any) -> Any:
        if parent is None:
            self._top.append(element)
        else:
            parent.add(element)
        return element


class _Element(BaseElement):  # type: ignore[misc]  # svgwrite has no types
    """Any SVG element, with optional text."""

    def __init__(self, name: str, attributes: dict[str, Value], text: str = "") -> None:
        # The settings of another element are shared: making them anew costs more than the rest.
        super().__init__(factory=_SETTINGS)
        self.elementname = name
        self.attribs = {_attribute(key): _plain(value) for key, value in attributes.items()}
        self._text = text

    def get_xml(self) -> Any:
        xml = super().get_xml()
        if self._text:
            xml.text = clean_text(self._text)
        return xml


@lru_cache(maxsize=512)
def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _plain(value: Value) -> Value:
    """A float with at most two decimals (an opacity), a whole number without any; clean text."""
    if isinstance(value, float):
        short = round(value, 2)
        return int(short) if short == int(short) else short
    return clean_text(value) if isinstance(value, str) else value


def clean_text(text: str) -> str:
    """The text without the characters that XML forbids; escaping is left to the serialiser."""
    return text if text.isprintable() else text.translate(_FORBIDDEN)


def number_pairs(values: Iterable[int]) -> str:
    """Integers as path data, with a space only where no minus sign separates them."""
    out: list[str] = []
    for value in values:
        out.append(f" {value}" if value >= 0 and out else str(value))
    return "".join(out)
