"""SVG elements with our rounding: the one module that knows svgwrite.

svgwrite makes the root element. Its content is written as text at once, the same text as a tree of
elements would give: tests/mapsvg/test_canvas.py compares the two.

    canvas.circle(group, 10, 20, 5, class_="disc")     <circle class="disc" cx="10" cy="20" r="5"/>

Attribute names are written as Python names (class_, stroke_width), and come out sorted.

Gain: over 10 % of a full build of the sample site. Trees of elements for its 300 maps, written by
xml.etree, take 2.0 s of processor time; planning, drawing and writing them here 1.4 s in all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

SVG_NAMESPACE = "http://www.w3.org/2000/svg"

Value = str | int | float | None

# Characters that XML 1.0 does not allow: one in a name would make the whole file unreadable.
_FORBIDDEN = dict.fromkeys(
    (*range(0x09), 0x0B, 0x0C, *range(0x0E, 0x20), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF)
)
# Characters that are not printable and yet allowed; in an attribute they would become spaces.
_BLANKS = {ord(blank): f"&#{ord(blank):02};" for blank in "\r\n\t"}


class Element:
    """An element that others may be put into; made by a canvas."""

    __slots__ = ("_name", "head", "inside")

    def __init__(self, name: str, head: str, text: str) -> None:
        self._name = name
        self.head = head
        self.inside: list[Part] = [text] if text else []

    @property
    def end(self) -> str:
        return f"</{self._name}>"

    def write(self, out: list[str]) -> None:
        """Append the element's text, piece by piece; its class, which others have, too, is one."""
        head, between, rest = self.head.partition('" ')
        if rest:
            out.append(f'{head}"')
            head, between = "", " "
        if not self.inside:
            out.append(f"{head}{between}{rest}/>")
            return
        out.append(f"{head}{between}{rest}>")
        _write_all(self.inside, out)
        out.append(self.end)


Part = str | Element
"""A part of a drawing: elements as text, or one that contains others."""


class Canvas:
    """A tree of SVG elements; every method adds to `parent`, None for the outermost.

    bare: for a file, in which nothing is pointed at. Everything for scripts and for pointing is
    left out: `data_` attributes, titles of parts, and the ids that are written `id_` here; elements
    are then written as one text, also by `pieces`.
    """

    def __init__(self, *, bare: bool = False) -> None:
        self.bare = bare
        self._top: list[Part] = []

    def element(
        self, parent: Element | None, name: str, text: str = "", **attributes: Value
    ) -> Element:
        """Any element by its name, with optional text inside it."""
        made = Element(name, self._head(name, attributes), escape_text(text))
        self._add(parent, made)
        return made

    def group(self, parent: Element | None = None, **attributes: Value) -> Element:
        made = Element("g", self._head("g", attributes), "")
        self._add(parent, made)
        return made

    def title(self, parent: Element | None, text: str) -> None:
        """The name of a part, for readers who point at it."""
        if not self.bare:
            self._add(parent, f"<title>{escape_text(text)}</title>" if text else "<title/>")

    def path(self, parent: Element | None, d: str, **attributes: Value) -> None:
        """A <path>; `d`, which is written as it is, is a piece that others may have, too."""
        head = self._head("path", {"d": d, **attributes})
        self.pieces(parent, f"{head}/>".partition(d) if d else [f"{head}/>"])

    def rect(
        self,
        parent: Element | None,
        x: float,
        y: float,
        width: float,
        height: float,
        **attributes: Value,
    ) -> None:
        """A <rect>; x and y are its upper left corner."""
        box = {"x": round(x), "y": round(y), "width": round(width), "height": round(height)}
        self._leaf(parent, "rect", {**box, **attributes})

    def circle(
        self, parent: Element | None, x: float, y: float, radius: float, **attributes: Value
    ) -> None:
        place = {"cx": round(x), "cy": round(y), "r": round(radius)}
        self._leaf(parent, "circle", {**place, **attributes})

    def line(
        self,
        parent: Element | None,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        **attributes: Value,
    ) -> None:
        ends = {"x1": round(x1), "y1": round(y1), "x2": round(x2), "y2": round(y2)}
        self._leaf(parent, "line", {**ends, **attributes})

    def text(
        self, parent: Element | None, text: str, x: float, y: float, **attributes: Value
    ) -> None:
        """A <text>; x and y are its anchor on the base line."""
        # Most texts are in the middle of a group, where x is 0 by default.
        head = self._head("text", {"x": round(x) or None, "y": round(y), **attributes})
        inside = escape_text(text)
        self._add(parent, f"{head}>{inside}</text>" if inside else f"{head}/>")

    def use(self, parent: Element | None, target: str, **attributes: Value) -> None:
        """A <use> of the id `target`, with the plain href that every browser and resvg read."""
        self._leaf(parent, "use", {"href": f"#{target}", **attributes})

    def raw(self, parent: Element | None, fragment: str) -> None:
        """A ready-made piece of SVG, put in as it is."""
        self._add(parent, fragment)

    def pieces(self, parent: Element | None, fragments: Iterable[str]) -> None:
        """One in pieces, which other maps of the board have, too, but not all of them."""
        for piece in ["".join(fragments)] if self.bare else filter(None, fragments):
            self._add(parent, piece)

    def texts(self) -> tuple[str, ...]:
        """The same, piece by piece."""
        return tuple(written(self._top))

    def fragment(self) -> str:
        """The drawing, without a root around it."""
        return "".join(written(self._top))

    def take(self) -> list[Part]:
        """Remove the drawing from here and return it."""
        drawn, self._top = self._top, []
        return drawn

    def tostring(self, root: str, **attributes: Value) -> str:
        """The drawing, inside a root element."""
        empty = _empty_root(root, tuple(attributes.items()))
        inside = self.fragment()
        return f"{empty.removesuffix(' />')}>{inside}</{root}>" if inside else empty

    def _leaf(self, parent: Element | None, name: str, attributes: Mapping[str, Value]) -> None:
        self._add(parent, f"{self._head(name, attributes)}/>")

    def _head(self, name: str, attributes: Mapping[str, Value]) -> str:
        """The beginning of a tag."""
        if self.bare:
            attributes = {
                key: value
                for key, value in attributes.items()
                if key != "id_" and not key.startswith("data_")
            }
        return _head(name, attributes)

    def _add(self, parent: Element | None, part: Part) -> None:
        (self._top if parent is None else parent.inside).append(part)


@lru_cache(maxsize=64)
def _empty_root(root: str, attributes: tuple[tuple[str, Value], ...]) -> str:
    # Imported here: it takes as long as all of our modules, and colors and places do not need it.
    from svgwrite.base import BaseElement
    from svgwrite.etree import etree

    # Never with debug: validation is slow and refuses data-*, aria-* and paint-order.
    outer: Any = BaseElement(debug=False)
    outer.elementname = root
    outer.attribs = {_attribute(key): _rounded(value) for key, value in attributes}
    empty: str = etree.tostring(outer.get_xml(), encoding="unicode")
    return empty


def written(parts: Iterable[Part]) -> list[str]:
    """The text of what was drawn, piece by piece."""
    out: list[str] = []
    _write_all(parts, out)
    return out


def _write_all(parts: Iterable[Part], out: list[str]) -> None:
    for part in parts:
        if isinstance(part, str):
            out.append(part)
        else:
            part.write(out)


def _head(name: str, attributes: Mapping[str, Value]) -> str:
    """The beginning of a tag, with its attributes sorted; those without a value are left out."""
    head = f"<{name}"
    for key, opening in _sorted_names(tuple(attributes)):
        value = attributes[key]
        if type(value) is int:  # as most are that are not text
            head += f'{opening}{value}"'
        elif isinstance(value, str):
            value = _escape_value(value)
            if value:
                head += f'{opening}{value}"'
        elif value is not None:
            head += f'{opening}{_rounded(value)}"'
    return head


@lru_cache(maxsize=512)
def _sorted_names(keys: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """For each key of an element the text before its value, in the order of the names."""
    names = sorted((_attribute(key), key) for key in keys)
    return tuple((key, f' {name}="') for name, key in names)


def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _rounded(value: Value) -> Value:
    """A float with at most two decimals (an opacity), a whole number without any; clean text."""
    if isinstance(value, float):
        short = round(value, 2)
        return int(short) if short == int(short) else short
    return clean_text(value) if isinstance(value, str) else value


def clean_text(text: str) -> str:
    """The text without the characters that XML forbids."""
    return text if text.isprintable() else text.translate(_FORBIDDEN)


def escape_text(text: str) -> str:
    """The text, escaped for a place between two tags."""
    if not text.isprintable():
        text = text.translate(_FORBIDDEN)
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    return text.replace(">", "&gt;") if ">" in text else text


@lru_cache(maxsize=2048)
def _escape_value(text: str) -> str:
    """The text, escaped for the quotes of an attribute."""
    # Nearly all are numbers, paths and classes, with nothing to escape.
    if text.isprintable() and not ("&" in text or '"' in text or "<" in text or ">" in text):
        return text
    escaped = escape_text(text)
    if '"' in escaped:
        escaped = escaped.replace('"', "&quot;")
    return escaped if escaped.isprintable() else escaped.translate(_BLANKS)


def number_pairs(values: Iterable[int]) -> str:
    """Integers as path data, with a space only where no minus sign separates them."""
    return " ".join(map(str, values)).replace(" -", "-")
