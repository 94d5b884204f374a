"""Variants of jDip: variants.xml with its adjacency file, and its drawing where one is there.

A file may have several variants: the one that is called as the new folder is read, or the first.
Notes list what jDip plays differently; a file that cannot do without it is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from xml.parsers import expat

from msgspec import Struct

from generator.archive.files.reading import read_bytes, read_text
from generator.authoring.folder import Foreign, color_of, slug_of
from generator.engine.errors import FileError, Place
from generator.engine.orders.words import letters_of
from mapsvg import GeometryError
from mapsvg.workshop.inkscape import Shape, read_page

_ANYWHERE: Final = "VALUE_BUILDS_ANY_OWNED"
_PLAYED: Final = ("VALUE_BUILDS_HOME_ONLY", _ANYWHERE)
_UNITS: Final = {"army": "A", "fleet": "F"}
_LAYERS: Final = {"sea": "Sea", "impassable": "Impassable"}


class _Element(Struct, frozen=True):
    tag: str
    given: Mapping[str, str]
    line: int


def read_variant(path: Path, name: str) -> Foreign:
    """The variant in a variants.xml that has this name. Raises FileError with the line."""
    reader = _Reader(path)
    return reader.read(_chosen(path, name, reader.notes))


def _elements(path: Path) -> list[_Element]:
    """The elements of an XML file in their order; entities are refused."""
    found: list[_Element] = []
    parser = expat.ParserCreate()

    def refuse(*_: object) -> None:
        place = Place(str(path), parser.CurrentLineNumber)
        raise FileError("declares an entity, which is not read", place=place)

    parser.EntityDeclHandler = refuse
    parser.StartElementHandler = lambda tag, given: found.append(
        _Element(tag, given, parser.CurrentLineNumber)
    )
    try:
        parser.Parse(read_bytes(path), True)
    except expat.ExpatError as error:
        problem = f"is not XML: {expat.ErrorString(error.code)}"
        raise FileError(problem, place=Place(str(path), error.lineno)) from None
    except (LookupError, ValueError) as error:  # of the encoding that it declares
        hint = "save the file as UTF-8, without another encoding in its first line"
        raise FileError(f"cannot be read: {error}", place=Place(str(path), 1), hint=hint) from None
    return found


def _chosen(path: Path, name: str, notes: list[str]) -> list[_Element]:
    """The elements of one variant, after those of the drawings that the file knows."""
    maps: list[_Element] = []
    variants: list[list[_Element]] = []
    for one in _elements(path):
        if one.tag == "MAP_DEFINITION":
            maps.append(one)
        elif one.tag == "VARIANT":
            variants.append([one])
        elif variants:
            variants[-1].append(one)
    if not variants:
        hint = "a variants.xml has <VARIANT name=...>"
        raise FileError("has no variant", place=Place(str(path)), hint=hint)
    named = [of for of in variants if slug_of(of[0].given.get("name", "")) == name]
    chosen = (named or variants)[0]
    others = [of[0].given.get("name", "") for of in variants if of is not chosen]
    if others:
        said = chosen[0].given.get("name", "")
        notes.append(f"{said} is read; a name like theirs reads one of: {', '.join(others)}")
    return [*maps, *chosen]


class _Reader:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.notes: list[str] = []
        # The names of a place, in small letters, and its code here.
        self._codes: dict[str, str] = {}

    def _fail(self, problem: str, one: _Element, path: Path | None = None) -> FileError:
        return FileError(problem, place=Place(str(path or self.path), one.line))

    def _beside(self, one: _Element, key: str) -> Path:
        """The file beside this one that an element names."""
        name = one.given.get(key, "")
        if not name or Path(name).name != name:
            raise self._fail(f"<{one.tag}> needs {key}, the name of a file beside this one", one)
        return self.path.with_name(name)

    def read(self, elements: Sequence[_Element]) -> Foreign:
        by_tag: dict[str, list[_Element]] = {}
        for one in elements:
            by_tag.setdefault(one.tag, []).append(one)
        for tag in ("MAP", "STARTINGTIME", "POWER"):
            if tag not in by_tag:
                raise self._fail(f"<{tag}> is missing", elements[-1])
        board = self._board(self._beside(by_tag["MAP"][0], "adjacencyURI"))
        facts: dict[str, Any] = {
            "title": by_tag["VARIANT"][0].given.get("name", "Variant"),
            "base": "standard",
            "first_year": self._first_year(by_tag["STARTINGTIME"][0]),
        }
        for one in by_tag.get("WINNING_SUPPLY_CENTERS", ()):
            facts["victory"] = self._number(one)
        for tag in ("YEARS_WITHOUT_SC_CAPTURE", "GAME_LENGTH"):
            if tag in by_tag:
                self.notes.append(f"{tag} does not end games here; use the option end-year")
        if any(self._is_anywhere(one) for one in by_tag.get("RULEOPTION", ())):
            facts["build"] = "anywhere"
        facts |= self._powers(by_tag, board)
        return Foreign(facts, {"provinces": board}, self._drawing(by_tag, board), self.notes)

    def _number(self, one: _Element) -> int:
        value = one.given.get("value", "")
        if not value.isdecimal():
            raise self._fail(f"{value!r} is not a number", one)
        return int(value)

    def _first_year(self, one: _Element) -> int:
        turn = [part.strip().lower() for part in one.given.get("turn", "").split(",")]
        if len(turn) != 3 or turn[0] != "spring" or turn[2] != "movement":
            raise self._fail("a game must begin with a movement in spring", one)
        if not turn[1].isdecimal() or not int(turn[1]):
            raise self._fail(f"{turn[1]} is not a year that a game can begin in", one)
        return int(turn[1])

    def _is_anywhere(self, one: _Element) -> bool:
        value = one.given.get("value", "")
        if value not in _PLAYED:
            self.notes.append(f"{one.given.get('name')} = {value} is not known here")
        return value == _ANYWHERE

    # --- powers

    def _powers(
        self, by_tag: Mapping[str, Sequence[_Element]], board: Mapping[str, dict[str, Any]]
    ) -> dict[str, Any]:
        ids: dict[str, str] = {}
        powers: dict[str, dict[str, Any]] = {}
        for number, one in enumerate(by_tag["POWER"]):
            power = slug_of(one.given.get("name", ""))
            if not power:
                raise self._fail("a power without a name", one)
            if one.given.get("active", "true") == "true":
                powers[power] = {
                    "name": one.given["name"],
                    "adjective": one.given.get("adjective") or one.given["name"],
                    "color": color_of(number),
                    "homes": [],
                    "units": [],
                }
            else:
                self.notes.append(f"{one.given['name']} does not play: its units are neutral")
            names = (power, *one.given.get("altnames", "").split(","))
            ids |= {slug_of(name): power for name in names}
        for one in by_tag.get("SUPPLYCENTER", ()):
            code = self._code(one.given.get("province", ""), one)
            board[code]["center"] = True
            if board[code]["kind"] == "sea":
                board[code]["kind"] = "coastal"
                self.notes.append(
                    f"{code} has a center, and only fleets border on it: it is read as an island, "
                    "which armies reach by convoy; no fleet convoys there"
                )
            home, owner = (slug_of(one.given.get(key, "none")) for key in ("homepower", "owner"))
            if home != owner and ids.get(owner) in powers:
                self.notes.append(
                    f"{code} has the owner {owner} in jDip, and no owner here at first"
                )
            if ids.get(home) in powers:
                powers[ids[home]]["homes"].append(code)
        neutral: list[str] = []
        for one in by_tag.get("INITIALSTATE", ()):
            kind = _UNITS.get(one.given.get("unit", ""))
            if kind is None:
                raise self._fail(f"there are no units of the kind {one.given.get('unit')}", one)
            at = self._code(one.given.get("province", ""), one)
            coast = one.given.get("unitcoast", "").upper()
            unit = (
                f"{kind} {at}/{coast}" if coast in board[at].get("coasts", ()) else f"{kind} {at}"
            )
            owner = ids.get(slug_of(one.given.get("power", "")), "")
            (powers[owner]["units"] if owner in powers else neutral).append(unit)
        return {"powers": powers, **({"neutral": {"units": neutral}} if neutral else {})}

    def _code(self, said: str, one: _Element, path: Path | None = None) -> str:
        if said.lower() not in self._codes:
            raise self._fail(f"there is no province {said}", one, path)
        return self._codes[said.lower()]

    # --- the board

    def _board(self, path: Path) -> dict[str, dict[str, Any]]:
        rows: list[tuple[_Element, list[_Element]]] = []
        for one in _elements(path):
            if one.tag == "PROVINCE":
                rows.append((one, []))
            elif one.tag in ("UNIQUENAME", "ADJACENCY") and rows:
                rows[-1][1].append(one)
            elif one.tag == "BORDER":
                said = one.given.get("description", one.given.get("id", ""))
                raise self._fail(
                    f"borders with rules of their own are not played: {said}", one, path
                )
        for one, inner in rows:
            code = one.given.get("shortname", "").upper()
            if not code:
                raise self._fail("a province without a shortname", one, path)
            names = [row.given.get("name", "") for row in inner if row.tag == "UNIQUENAME"]
            for name in (code, *names):
                self._codes.setdefault(name.lower(), code)
        for one, _ in rows:  # a short name goes before what another place is called besides
            self._codes[one.given["shortname"].lower()] = one.given["shortname"].upper()
        return {
            one.given["shortname"].upper(): self._province(one, inner, path) for one, inner in rows
        }

    def _province(self, one: _Element, inner: Sequence[_Element], path: Path) -> dict[str, Any]:
        code = one.given["shortname"].upper()
        ways: dict[str, list[str]] = {}
        for way in inner:
            if way.tag == "ADJACENCY":
                refs = (self._place(ref, way, path) for ref in way.given.get("refs", "").split())
                # In jDip, a place that nobody or only fleets can enter borders on itself.
                others = (to for to in refs if to.partition("/")[0] != code)
                ways.setdefault(way.given.get("type", "mv"), []).extend(others)
        is_land = "mv" in ways
        if one.given.get("isConvoyableCoast") == "true":
            self.notes.append(f"fleets in {code} cannot convoy here")
        army = list(dict.fromkeys(ways.pop("mv", ())))
        fleet = list(dict.fromkeys(ways.pop("xc", ())))
        by_water = bool(fleet or ways)
        kind = ("coastal" if by_water else "inland") if is_land else "sea"
        if is_land and not army and not by_water:
            kind = "impassable"
        coasts = {
            coast.upper(): {"name": _coast_name(coast), "fleet": list(dict.fromkeys(to))}
            for coast, to in ways.items()
        }
        row = {
            "name": one.given.get("fullname", code),
            "kind": kind,
            "aliases": self._aliases(code, inner),
            "army": army,
            "fleet": fleet,
            "coasts": coasts,
        }
        return {key: value for key, value in row.items() if value}

    def _place(self, ref: str, row: _Element, path: Path) -> str:
        """`bul-sc` or `bul/sc` as BUL/SC."""
        if ref.lower() in self._codes:
            return self._codes[ref.lower()]
        said, _, coast = ref.replace("/", "-").rpartition("-")
        return f"{self._code(said or ref, row, path)}/{coast.upper()}"

    def _aliases(self, code: str, inner: Sequence[_Element]) -> list[str]:
        """The other names of a place that no other place has."""
        taken = {letters_of(name) for name, of in self._codes.items() if of != code}
        names = (row.given.get("name", "") for row in inner if row.tag == "UNIQUENAME")
        return [name for name in names if letters_of(name) and letters_of(name) not in taken]

    # --- the drawing

    def _drawing(
        self, by_tag: Mapping[str, Sequence[_Element]], board: Mapping[str, Mapping[str, Any]]
    ) -> str:
        """The provinces of jDip's drawing as a drawing that is read here, "" without one: the
        board is then drawn as a graph."""
        asked = [one.given.get("ref") for one in by_tag.get("MAP_GRAPHIC", ())]
        files = [
            self._beside(one, "URI")
            for one in by_tag.get("MAP_DEFINITION", ())
            if one.given.get("id") in asked
        ]
        for file in files:
            if file.is_file():
                try:
                    page = read_page(read_text(file), str(file))
                except GeometryError as error:
                    raise FileError(str(error), place=Place(str(file))) from None
                shapes = {
                    self._codes[said]: shape
                    for shape in page.shapes
                    if (said := shape.id.lstrip("_").lower()) in self._codes and shape.rings
                }
                missing = sorted(set(board) - set(shapes))
                if not missing:
                    return _drawn(shapes, board, page.box)
                self.notes.append(f"{file.name} does not draw {', '.join(missing)}: it is not used")
        return ""


def _drawn(
    shapes: Mapping[str, Shape],
    board: Mapping[str, Mapping[str, Any]],
    box: tuple[float, float, float, float] | None,
) -> str:
    view = " ".join(f"{number:g}" for number in box) if box else ""
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
        + (f' viewBox="{view}">' if view else ">")
    ]
    for layer in ("Sea", "Land", "Impassable"):
        lines.append(f'<g inkscape:groupmode="layer" inkscape:label="{layer}">')
        for code, shape in shapes.items():
            if _LAYERS.get(board[code]["kind"], "Land") == layer:
                path = "".join(
                    f"M{' '.join(f'{x:.1f},{y:.1f}' for x, y in ring)}Z" for ring in shape.rings
                )
                lines.append(f'<path inkscape:label="{code}" d="{path}"/>')
        lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""])


def _coast_name(coast: str) -> str:
    names = {"n": "north", "s": "south", "e": "east", "w": "west"}
    return f"{names.get(coast[:1].lower(), coast)} coast"
