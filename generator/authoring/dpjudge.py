"""Variants in the format of DPjudge, the `.map` files that the package `diplomacy` has, too.

Notes list the parts of a file that Theatrum leaves out; it refuses a file that cannot be played
without them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from generator.archive.files.reading import read_text
from generator.authoring.folder import Foreign, color_of, slug_of
from generator.engine.errors import FileError, Place
from generator.engine.orders.words import letters_of
from generator.engine.words import listed

_KINDS: Final = {
    "WATER": "sea", "LAND": "inland", "COAST": "coastal", "PORT": "coastal", "SHUT": "impassable"
}  # fmt: skip
_DEEPEST: Final = 5
_COAST: Final = re.compile(r"\((.+)\)\s*$")


def read_map(path: Path) -> Foreign:
    """The variant in a .map file. Files that it builds on are looked for beside it. Raises
    FileError with the line."""
    reader = _Reader()
    reader.read(path)
    return reader.made(path)


class _Reader:
    def __init__(self) -> None:
        self.notes: list[str] = []
        self.names: dict[str, str] = {}
        self.aliases: dict[str, list[str]] = {}
        self.unclear: dict[str, list[str]] = {}
        # By the place as it is written: `BUL/EC`, and `bul` for armies where there are coasts.
        self.kinds: dict[str, str] = {}
        self.abuts: dict[str, list[str]] = {}
        self.powers: dict[str, dict[str, Any]] = {}
        self.dummies: list[str] = []
        self.centers: set[str] = set()
        # Where a home, a center or a dummy is first called so: what it is may follow later.
        self._at = Place("")
        self._said: dict[str, Place] = {}
        self.neutral: list[str] = []
        self.anywhere = False
        self.victory = 0
        self.first_year = 0
        self._depth = 0

    def read(self, path: Path) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise FileError("builds on too many other files", place=Place(str(path)))
        power = ""
        for number, line in enumerate(read_text(path).splitlines(), 1):
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            self._at = Place(str(path), number)
            try:
                power = self._line(path, line, words, power)
            except (ValueError, IndexError, KeyError) as error:
                place = Place(str(path), number)
                problem = f"cannot be read: {line.strip()}"
                raise FileError(problem, place=place, hint=str(error)) from None
        self._depth -= 1

    def _line(self, path: Path, line: str, words: list[str], power: str) -> str:
        """Take a line; gives the power that the next lines are about."""
        first, rest = words[0].upper(), words[1:]
        if "=" in line:
            self._name(line)
        elif first in ("MAP", "USE", "USES"):
            for name in rest:
                self.read(path.with_name(name if "." in name else f"{name}.map"))
        elif first == "BEGIN":
            season, year, kind = (word.upper() for word in rest)
            if (season, kind) != ("SPRING", "MOVEMENT"):
                raise ValueError("a game must begin with a movement in spring")
            self.first_year = int(year)
        elif first == "VICTORY":
            self.victory = int(rest[0])
        elif first in ("RULE", "RULES"):
            for rule in map(str.upper, rest):
                self.anywhere |= rule == "BUILD_ANY"
                if rule != "BUILD_ANY":
                    self.notes.append(f"the rule {rule} is not known: games ignore it")
        elif first in _KINDS or first == "AMEND":
            self._place(first, rest)
        elif first == "DROP":
            for code in rest:
                self._drop(code.upper())
        elif first == "UNPLAYED":
            for name in " ".join(rest).replace(",", " ").split():
                del self.powers[_power_id(name)]
        elif first in ("DUMMY", "DUMMIES"):
            self.dummies += self._noted([_power_id(name) for name in rest] or [power])
        elif first in ("A", "F"):
            unit = f"{first} {rest[0].upper()}"
            self._clear(unit)
            (self.powers[power]["units"] if power else self.neutral).append(unit)
        elif first == "UNITS":
            self.powers[power]["units"].clear()
        elif first in ("UNOWNED", "NEUTRAL", "CENTERS") and (first != "CENTERS" or not power):
            self.centers |= set(self._noted([code.upper() for code in rest]))
            return ""
        elif first in ("OWNS", "CENTERS", "INHABITS", "HOME", "HOMES"):
            raise ValueError(
                f"{first}: a power owns its home centers when a game begins, no others"
            )
        else:
            return self._power(line)
        return power

    def _noted(self, names: list[str]) -> list[str]:
        for name in names:
            self._said.setdefault(name, self._at)
        return names

    def _name(self, line: str) -> None:
        name, _, words = line.partition("=")
        if "->" in name:
            raise ValueError("renaming a place is not supported")
        code, *aliases = words.split()
        code = code.upper()
        self.names[code] = name.strip()
        for alias in aliases:
            said = alias.rstrip("?").replace("+", " ")
            if alias.endswith("?"):
                self.unclear.setdefault(said, []).append(code)
            else:
                self.aliases.setdefault(code, []).append(said)

    def _place(self, kind: str, rest: list[str]) -> None:
        place, *more = rest
        if not re.fullmatch(r"([A-Z]\w*|[a-z]\w*)(/[A-Za-z]{2})?", place, re.ASCII):
            raise ValueError(f"{place} is not the code of a place")
        other = place.swapcase()
        if other in self.kinds:
            self.kinds[place] = self.kinds.pop(other)
            self.abuts[place] = self.abuts.pop(other)
        if kind != "AMEND":
            self.kinds[place] = kind
            if more:
                self.abuts[place] = []
        if more and more[0].upper() != "ABUTS":
            raise ValueError("ABUTS is missing")
        near = self.abuts.setdefault(place, [])
        for to in more[1:]:
            if to.startswith("-"):
                gone = to[1:].upper()
                near[:] = [one for one in near if not one.upper().startswith(gone)]
            else:
                near.append(to)

    def _drop(self, code: str) -> None:
        for place in [one for one in self.kinds if one.upper().startswith(code)]:
            del self.kinds[place]
            self.abuts.pop(place, None)
        for near in self.abuts.values():
            near[:] = [one for one in near if not one.upper().startswith(code)]
        self.names.pop(code, None)
        self.centers.discard(code)

    def _clear(self, unit: str) -> None:
        at = unit[2:].partition("/")[0]
        for units in (*(row["units"] for row in self.powers.values()), self.neutral):
            units[:] = [one for one in units if one[2:].partition("/")[0] != at]

    def _power(self, line: str) -> str:
        """`RUSSIA (RUSSIAN:R) MOS SEV STP WAR`."""
        found = re.fullmatch(
            r"\s*([A-Za-z][\w'-]*)\s*(?:\(([^:()]*)(?::(\w?))?\))?((?:\s+\w+)*)\s*", line
        )
        if not found:
            raise ValueError("the line is not understood")
        name, adjective, letter, homes = found.groups(default="")
        power = _power_id(name)
        row = self.powers.setdefault(power, {"name": _titled(name), "units": [], "homes": []})
        row["adjective"] = _titled(adjective) or row["name"]
        if letter:
            row["letter"] = letter.upper()
        codes = self._noted([code.upper() for code in homes.split()])
        for other in self.powers.values():
            other["homes"] = [code for code in other["homes"] if code not in codes]
        row["homes"] += codes
        return power

    # --- what came of it

    def made(self, path: Path) -> Foreign:
        for power in dict.fromkeys(self.dummies):
            if power not in self.powers:
                raise FileError(f"there is no power {power}", place=self._said[power])
            row = self.powers.pop(power)
            self.neutral += row["units"]
            self.centers |= set(row["homes"])
            self.notes.append(f"{row['name']} has no player: its units are neutral")
        homes = {code for row in self.powers.values() for code in row["homes"]}
        ports = sorted(place.upper() for place, kind in self.kinds.items() if kind == "PORT")
        if ports:
            self.notes.append(f"fleets in {listed(ports)} cannot convoy here (PORT)")
        codes = {place.upper().partition("/")[0] for place in self.kinds}
        provinces = {code: self._province(code) for code in sorted(codes)}
        for code in sorted(self.centers | homes):
            if code not in provinces:
                raise FileError(f"there is no province {code}", place=self._said[code])
            provinces[code]["center"] = True
        facts: dict[str, Any] = {
            "title": _titled(path.stem.replace("_", " ")),
            "base": "standard",
            "first_year": self.first_year or 1901,
        }
        if self.victory:
            facts["victory"] = self.victory
        if self.anywhere:
            facts["build"] = "anywhere"
        facts["powers"] = {
            power: {**row, "color": color_of(number)}
            for number, (power, row) in enumerate(self.powers.items())
        }
        if self.neutral:
            facts["neutral"] = {"units": self.neutral}
        ambiguous = {said: codes for said, codes in self.unclear.items() if len(codes) > 1}
        board = {"ambiguous": ambiguous} if ambiguous else {}
        return Foreign(facts, {**board, "provinces": provinces}, "", self.notes)

    def _province(self, code: str) -> dict[str, Any]:
        whole = code if code in self.kinds else code.lower()
        coasts = [place for place in self.kinds if place.startswith(f"{code}/")]
        kind = self.kinds.get(whole) or self.kinds[coasts[0]]
        row: dict[str, Any] = {"name": self.names.get(code, code), "kind": _KINDS[kind]}
        aliases = [said for said in self.aliases.get(code, ()) if self._is_free(said, code)]
        if aliases:
            row["aliases"] = aliases
        if kind == "SHUT":
            return row
        armies = list(dict.fromkeys(self._armies(whole))) if kind != "WATER" else []
        if armies:
            row["army"] = armies
        if coasts:
            row["coasts"] = {
                place.partition("/")[2]: {
                    "name": self._coast_name(place),
                    "fleet": list(dict.fromkeys(self._fleets(place))),
                }
                for place in coasts
            }
        elif kind != "LAND" and (fleets := list(dict.fromkeys(self._fleets(code)))):
            row["fleet"] = fleets
        return row

    def _armies(self, place: str) -> Iterator[str]:
        for to in self.abuts.get(place, ()):
            code = to.upper().partition("/")[0]
            mixed = to == to.title() and to != to.upper()
            if self._kind_of(code) not in ("WATER", "SHUT", "") and not mixed:
                yield code

    def _fleets(self, place: str) -> Iterator[str]:
        for to in self.abuts.get(place, ()):
            known = to.upper() in self.kinds
            if to[0].isupper() and known and self._kind_of(to.upper()) not in ("LAND", "SHUT", ""):
                yield to.upper()

    def _kind_of(self, place: str) -> str:
        return self.kinds.get(place) or self.kinds.get(place.lower(), "")

    def _is_free(self, said: str, code: str) -> bool:
        """Whether an alias is not the name or code of something else."""
        word = letters_of(said)
        return bool(word) and all(
            word not in (letters_of(other), letters_of(name)) or other == code
            for other, name in self.names.items()
        )

    def _coast_name(self, place: str) -> str:
        found = _COAST.search(self.names.get(place, ""))
        return found[1].lower() if found else place.partition("/")[2]


def _power_id(name: str) -> str:
    return slug_of(name)


def _titled(name: str) -> str:
    return " ".join(word.capitalize() for word in name.replace("-", " ").split())
