"""The mistakes in a variant's folder: with file, line and what to do, all of it at once."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, Final, TypeVar

from msgspec import Struct

from generator.archive.files.reading import FileErrors, TomlText, read_toml
from generator.engine.board import standing_problem
from generator.engine.errors import FileError, GameError, Place, Severity, TheatrumError
from generator.engine.orders.words import KEYWORDS, letters_of
from generator.engine.phases import Setup
from generator.engine.ruleset import Ruleset
from generator.engine.typed import FaultyTable
from generator.engine.units import parse_unit
from generator.engine.words import nearest
from generator.rulesets import VARIANTS, get_ruleset
from generator.rulesets.standard.facts import CODE, POWER_ID, Province, Topology
from generator.rulesets.standard.facts import FactsTable as Facts
from generator.rulesets.variants import RULESET, base_named, is_of_diplomacy, know, texts_of

T = TypeVar("T")
BOARD: Final = "board.toml"
_APART: Final = 20
"""How far the colors of two powers are from each other at least (the distance in CIE L*a*b*)."""


class Fault(Struct, frozen=True):
    """One thing that is wrong. `at` are the provinces that it is about, for a picture."""

    severity: Severity
    error: FileError
    at: tuple[str, ...] = ()


def check_files(folder: Path) -> tuple[Ruleset[Any] | None, list[Fault]]:
    """The ruleset in a variant's folder, None where it cannot be played, and what is wrong with
    its files."""
    try:
        ruleset = read_toml(folder / RULESET)
        base = base_named(ruleset.data)
        board = read_toml(folder / BOARD) if is_of_diplomacy(base) else None
    except FileError as error:
        return None, [Fault("error", error)]
    except GameError as error:
        return None, [Fault("error", ruleset.error(error.problem, "base", hint=error.hint))]
    faults = list(_check_tables(ruleset, board)) if board else list(_check_edition(ruleset, base))
    if any(fault.severity == "error" for fault in faults):
        return None, faults
    made = None
    try:
        made = know(folder.name, texts_of(folder))
        made.opening(Setup())
    except (TheatrumError, KeyError, ValueError) as error:
        VARIANTS.pop(made.id if made else "", None)
        return None, [*faults, *(Fault("error", found) for found in _placed(error, ruleset))]
    return made, faults


def _check_edition(ruleset: TomlText, base: str) -> Iterator[Fault]:
    """Entries of the facts that the edition does not have."""
    known = {*get_ruleset(base).fact_tables, "base", "options"}
    for key in ruleset.data:
        if key not in known:
            hint = nearest(key, known, None)
            yield Fault("error", ruleset.error(f"{base} has no {key}", key, hint=hint))


def _placed(error: Exception, file: TomlText) -> Iterator[FileError]:
    """The error where the variant's own file has what it is about."""
    if isinstance(error, FaultyTable):
        yield from file.faults(error.faults)
    elif isinstance(error, TheatrumError):
        place = error.place if error.place and error.place.line else Place(str(file.path))
        yield FileError(error.problem, place=place, hint=error.hint)
    else:
        yield FileError(
            f"{error} is missing or wrong",
            place=Place(str(file.path)),
            hint="compare with the example that theatrum ruleset new makes",
        )


def _check_tables(ruleset: TomlText, board: TomlText) -> Iterator[Fault]:
    """First whether the entries are what they may be, then whether they fit each other."""
    facts, topology = _read(ruleset, Facts), _read(board, Topology)
    if isinstance(facts, Facts) and isinstance(topology, Topology):
        yield from _Checks(ruleset, board, facts, topology).all()
    for found in (facts, topology):
        yield from found if isinstance(found, list) else ()


def _read(file: TomlText, kind: type[T]) -> T | list[Fault]:
    try:
        return file.read(kind)
    except FileErrors as errors:
        return [Fault("error", error) for error in errors.errors]


class _Checks:
    def __init__(
        self, ruleset: TomlText, board: TomlText, facts: Facts, topology: Topology
    ) -> None:
        self._ruleset, self._board = ruleset, board
        self._facts, self._provinces = facts, topology.provinces

    def all(self) -> Iterator[Fault]:
        for code, province in self._provinces.items():
            yield from self._province(code, province)
        yield from self._names()
        yield from self._powers()
        yield from self._units()
        yield from self._colors()
        yield from self._victory()

    def _in_board(self, problem: str, *path: str | int, hint: str = "", **more: Any) -> Fault:
        return Fault(
            more.get("severity", "error"),
            self._board.error(problem, "provinces", *path, hint=hint),
            more.get("at", (str(path[0]),)),
        )

    def _in_rules(self, problem: str, *path: str | int, hint: str = "", **more: Any) -> Fault:
        error = self._ruleset.error(problem, *path, hint=hint)
        return Fault(more.get("severity", "error"), error, more.get("at", ()))

    # --- the board

    def _province(self, code: str, one: Province) -> Iterator[Fault]:
        if not CODE.fullmatch(code):
            hint = "use capital letters and digits, like BUR"
            yield self._in_board(f"{code} cannot be a code", code, hint=hint)
        if one.kind == "impassable":
            if one.army or one.fleet or one.coasts:
                hint = "remove its borders, or change its kind"
                yield self._in_board(f"{code} is impassable and has borders", code, hint=hint)
            return
        if one.center and one.kind == "sea":
            yield self._in_board(f"{code} is a sea with a center", code, "center", hint="no center")
        if one.kind == "sea" and one.army:
            hint = "list it under fleet"
            yield self._in_board(f"{code} is a sea that armies enter", code, "army", hint=hint)
        if one.kind == "inland" and (one.fleet or one.coasts):
            hint = 'kind = "coastal", or no fleet'
            yield self._in_board(f"{code} is inland and has borders for fleets", code, hint=hint)
        if one.coasts and one.fleet:
            hint = f"put them into {' and '.join(f'coasts.{coast}' for coast in one.coasts)}"
            yield self._in_board(
                f"{code} has coasts, and borders for fleets outside them", code, "fleet", hint=hint
            )
        if not (one.army or one.fleet or one.coasts):
            hint = 'write where units go from here, or kind = "impassable"'
            yield self._in_board(f"{code} has no borders: no unit can get there", code, hint=hint)
        for to in one.army:
            yield from self._way("army", code, code, to, (code, "army"))
        for to in one.fleet:
            yield from self._way("fleet", code, code, to, (code, "fleet"))
        for coast, shore in one.coasts.items():
            for to in shore.fleet:
                place = f"{code}/{coast}"
                yield from self._way("fleet", code, place, to, (code, "coasts", coast, "fleet"))

    def _way(
        self, kind: str, code: str, place: str, to: str, path: tuple[str | int, ...]
    ) -> Iterator[Fault]:
        """A border that is listed: it leads somewhere, and back."""
        there, _, coast = to.partition("/")
        if there not in self._provinces:
            hint = nearest(there, self._provinces, "provinces")
            yield self._in_board(f"there is no province {there}", *path, hint=hint)
            return
        one = self._provinces[there]
        place_there: tuple[str, ...]
        if kind == "army":
            back, place_there = one.army, (there, "army")
        elif coast:
            if coast not in one.coasts:
                hint = nearest(to, [f"{there}/{name}" for name in one.coasts], "coasts")
                yield self._in_board(f"there is no coast {to}", *path, hint=hint)
                return
            back, place_there = one.coasts[coast].fleet, (there, "coasts", coast, "fleet")
        else:
            if one.coasts:
                hint = f"write {' or '.join(f'{there}/{name}' for name in one.coasts)}"
                yield self._in_board(
                    f"{there} has coasts; {to} is not one of them", *path, hint=hint
                )
                return
            back, place_there = one.fleet, (there, "fleet")
        if place not in back:
            says = "an army goes" if kind == "army" else "a fleet goes"
            entry = ".".join(("provinces", *map(str, place_there)))
            yield self._in_board(
                f"{says} from {place} to {to}, and not back",
                *path,
                hint=f"add {place} to {entry}, or take {to} away here",
                at=(code, there),
            )

    def _names(self) -> Iterator[Fault]:
        """Names and codes that orders could confuse."""
        seen: dict[str, tuple[str, str]] = {}
        for code, one in self._provinces.items():
            for said in dict.fromkeys((code, one.name, *one.aliases)):
                word = letters_of(said)
                if not word:
                    yield self._in_board(f"{said!r} has no letters", code, hint="give it a name")
                    continue
                other, _ = seen.setdefault(word, (code, said))
                if other != code:
                    yield self._in_board(
                        f"{said} is also the name of {other} in orders",
                        code,
                        hint="change one of the two names",
                        at=(code, other),
                    )
            if letters_of(one.name) in KEYWORDS:
                hint = "choose another name"
                yield self._in_board(
                    f"{one.name} is a word used in orders", code, "name", hint=hint
                )
        for power, row in self._facts.powers.items():
            for said in dict.fromkeys((row.name, row.adjective or row.name)):
                word = letters_of(said)
                if word in seen:
                    yield self._in_rules(
                        f"{said} is a power and the province {seen[word][0]}: orders that mark a "
                        "power can be misread",
                        "powers", power, "name",
                        hint="change one of the two names",
                        severity="warning",
                        at=(seen[word][0],),
                    )  # fmt: skip

    # --- powers

    def _powers(self) -> Iterator[Fault]:
        if len(self._facts.powers) < 2:
            yield self._in_rules(
                "a variant needs two powers or more", "powers", hint="add [powers.x]"
            )
        owners: dict[str, str] = {}
        letters: dict[str, str] = {}
        for power, row in self._facts.powers.items():
            if not POWER_ID.fullmatch(power):
                hint = "use lower-case letters, digits and hyphens, like red"
                yield self._in_rules(f"{power} cannot be a power's id", "powers", power, hint=hint)
            if not row.homes:
                some = next((code for code, one in self._provinces.items() if one.center), "XYZ")
                hint = f'homes = ["{some}", ...]: the centers that it owns at first, and builds in'
                yield self._in_rules(f"{row.name} has no home centers", "powers", power, hint=hint)
            for at, code in enumerate((*row.homes, *row.territory)):
                key = "homes" if at < len(row.homes) else "territory"
                path = ("powers", power, key)
                problem = hint = ""
                if code not in self._provinces:
                    problem, hint = (
                        f"there is no province {code}",
                        nearest(code, self._provinces, "provinces"),
                    )
                elif (kind := self._provinces[code].kind) in ("sea", "impassable"):
                    kind_words = "a sea" if kind == "sea" else "impassable"
                    problem = f"{code} is {kind_words}, which no power can own"
                elif code in owners:
                    problem = f"{code} is land of {owners[code]} already"
                if problem:
                    yield self._in_rules(problem, *path, hint=hint, at=(code,))
                else:
                    owners[code] = row.name
            letter = (row.letter or row.name)[:1].upper()
            if letter in letters:
                yield self._in_rules(
                    f"{row.name} has the letter {letter}, as {letters[letter]} has",
                    "powers", power,
                    hint='letter = "..." gives it another one, for maps without color',
                    severity="warning",
                )  # fmt: skip
            letters.setdefault(letter, row.name)

    def _units(self) -> Iterator[Fault]:
        taken: dict[str, str] = {}
        sides: list[tuple[tuple[str, ...], tuple[str, ...]]] = [
            (("powers", power, "units"), row.units) for power, row in self._facts.powers.items()
        ]
        if self._facts.neutral:
            sides.append((("neutral", "units"), self._facts.neutral.units))
        for path, texts in sides:
            for text in texts:
                problem, hint = self._standing(text)
                province = text.partition(" ")[2].partition("/")[0]
                if not problem and province in taken:
                    problem, hint = (
                        f"{taken[province]} is also in {province}",
                        "remove one of them",
                    )
                if problem:
                    yield self._in_rules(f"{text}: {problem}", *path, hint=hint, at=(province,))
                taken.setdefault(province, text)

    def _standing(self, text: str) -> tuple[str, str]:
        """Why a unit cannot be where it is, and what to write."""
        try:
            unit = parse_unit(text)
        except GameError:
            return "is not a unit", "A BUR is an army in BUR, F STP/SC a fleet on a coast"
        known = unit.province in self._provinces
        hint = "" if known else nearest(unit.province, self._provinces, "provinces")
        return standing_problem(self._provinces, unit.kind, unit.at), hint

    def _colors(self) -> Iterator[Fault]:
        for (_, one), (power, two) in combinations(self._facts.powers.items(), 2):
            if (apart := _distance(one.color, two.color)) < _APART:
                yield self._in_rules(
                    f"the colors of {one.name} and {two.name} are {apart:.0f} apart, too similar "
                    "for a map",
                    "powers", power, "color",
                    hint=f"make them differ by at least {_APART}",
                    severity="warning",
                    at=(*one.homes, *two.homes),
                )  # fmt: skip

    def _victory(self) -> Iterator[Fault]:
        homes = {code for row in self._facts.powers.values() for code in row.homes}
        centers = homes | {code for code, one in self._provinces.items() if one.center}
        most = self._facts.victory
        if most is not None and most > len(centers):
            hint = f"there are {len(centers)} centers"
            yield self._in_rules(f"no power can win with {most} centers", "victory", hint=hint)
        for power, row in self._facts.powers.items():
            if most is not None and len(row.homes) >= most:
                hint = "set a higher victory, or fewer homes"
                yield self._in_rules(
                    f"{row.name} has won before the first turn", "powers", power, "homes", hint=hint
                )


def _distance(one: str, two: str) -> float:
    pairs = zip(_lab(one), _lab(two), strict=True)
    return math.hypot(*(a - b for a, b in pairs))


def _lab(color: str) -> tuple[float, float, float]:
    """CIE L*a*b* of "#rrggbb" under daylight."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
