"""A ruling as a referee types it, read as the kind and the facts that a file of rulings has.

    france: F NORM - ENG              order      power, order
    france: void A PAR - BUR          void       power, order; power, unit for "void A PAR"
    france: A RUH does not stand      units      the units after the phase, without that one
    france: A RUH stands              units      with that one
    france has A PAR, F BRE           units      all its units after the phase; "no units"
    france has 12 TP                  treasury   power, tp
    BEL, HOL belong to no one         centers, control or province, whichever the ruleset has
    france and spain are at war       relation   powers, is; at peace, allied; or "war between ..."
    LOR: france 3, spain 1            infs       state, infs
    LOR is aligned with france        status     state, status
    option draw-votes = none          option     option, value
    note Anna plays France now        note       text
    entry unit=A SAA to=LOR is=legal  any kind, with each fact by its name

Lists are in brackets (`powers=[france, spain]`), tables in braces. Names of powers, states and
places are read as their codes. Only the form is read here: whether a ruling applies is checked
as it is in a file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from generator.archive.game.game import Game
from generator.engine.errors import GameError, UsageError
from generator.engine.primer import TaughtRuling
from generator.engine.rulings import NOTE
from generator.engine.words import nearest

Facts = dict[str, Any]
Units = Callable[[], Sequence[tuple[str, str]]]
"""The units after the phase as it comes out without the ruling: owners and units."""

_FACT: Final = re.compile(r"(?:^|[\s,]+)([a-z][a-z_]*)\s*=\s*")
_GROUP: Final = re.compile(r"""\[[^\]]*\]|\{[^}]*\}|(?<==)"[^"]*"|(?<==)'[^']*'""")
_UNIT: Final = re.compile(r"(A|F|army|fleet)\s+(?:in\s+|of\s+)?(.+)", re.IGNORECASE)
_STANDS: Final = re.compile(r"(.+?)\s+(stands|does not stand)")
_VOID: Final = re.compile(r"(?:void|not)\s+(.+)")
_HAS: Final = re.compile(r"(.+?)\s+has\s+(.+)")
_BELONGS: Final = re.compile(r"(.+?)\s+(?:belongs?\s+to|(?:is|are)\s+held\s+by)\s+(.+)")
_RELATION: Final = re.compile(r"(.+?)\s+and\s+(.+?)\s+(?:are\s+)?(?:at\s+)?(war|peace|allied)")
_BETWEEN: Final = re.compile(r"(war|peace|alliance)\s+between\s+(.+?)\s+and\s+(.+)")
_IS: Final = re.compile(r"(.+?)\s+is\s+(.+)")
_NUMBER: Final = re.compile(r"-?\d+")
_SHARE: Final = re.compile(r"(.+?)\s*[:=]?\s*(\d+)")
_FORMS: Final = (
    '"france: A PAR - BUR", "france: void A PAR - BUR", "france has A PAR, F BRE", '
    '"BEL belongs to france", "note ...", or a kind with its facts by name'
)


def read_ruling(game: Game, text: str, units: Units) -> tuple[str, Facts]:
    """The kind and the facts of a ruling. Raises UsageError if the text is not a ruling."""
    reader = _Reader(game, game.ruleset.primer().rulings, units)
    found = reader.read(" ".join(text.split()))
    if found is None:
        raise UsageError("this is not a ruling", hint=reader.hint(text))
    return found


class _Reader:
    """Tries the forms of the module, the kinds with facts by name first."""

    def __init__(self, game: Game, kinds: Mapping[str, TaughtRuling], units: Units) -> None:
        ruleset = game.ruleset
        # The codes of names, by words in lower case.
        self.powers = {
            word.lower(): power
            for power, facts in ruleset.powers.items()
            for word in (power, facts.name, facts.short, facts.adjective)
            if word
        }
        minors = ruleset.gazetteer(game.current_state()).minors
        self.states = {word.lower(): at for at, one in minors.items() for word in (at, one.name)}
        names = ruleset.names().items()
        self.places = {word.lower(): at for at, name in names for word in (name, at)}
        self.kinds = kinds
        self.units = units

    def read(self, text: str) -> tuple[str, Facts] | None:
        kind, _, rest = text.partition(" ")
        if kind in self.kinds and (_FACT.match(rest) or not rest):
            return kind, self._facts(rest)
        if kind == NOTE:
            return kind, {"text": rest}
        if kind == "option" and kind in self.kinds and "=" in rest:
            name, _, value = rest.partition("=")
            return kind, {"option": name.strip(), "value": _value(value.strip())}
        head, colon, rest = (part.strip() for part in text.partition(":"))
        if colon and rest:
            return self._of_side(head, rest)
        for form, reads in (
            (_BELONGS, self._land),
            (_RELATION, self._relation),
            (_BETWEEN, lambda what, one, other: self._relation(one, other, what)),
            (_HAS, self._holdings),
            (_IS, self._status),
        ):
            found = form.fullmatch(text)
            read = reads(*found.groups()) if found else None
            if read is not None:
                return read
        return None

    def hint(self, text: str) -> str:
        """The nearest form, or all forms."""
        first, colon, _ = text.strip().partition(":")
        if colon:
            near = nearest(first.strip(), {**self.powers, **self.states}, None)
            if near:
                return near
        near = nearest(text.split()[0], self.kinds, None) if text.split() else ""
        return near or f"write {_FORMS}: {', '.join(self.kinds)}"

    # --- the forms

    def _of_side(self, head: str, rest: str) -> tuple[str, Facts] | None:
        power = self.powers.get(head.lower())
        if power is None:
            return self._infs(head, rest)
        stands, void = _STANDS.fullmatch(rest), _VOID.fullmatch(rest)
        if stands and _UNIT.fullmatch(stands[1]):
            return self._one_unit(power, self._unit(stands[1]), stands[2] == "stands")
        if void is None:
            return "order", {"power": power, "order": rest}
        unit = _UNIT.fullmatch(void[1])
        if unit and self._place(unit[2]) is not None:
            return "void", {"power": power, "unit": self._unit(void[1])}
        return "void", {"power": power, "order": void[1]}

    def _infs(self, head: str, rest: str) -> tuple[str, Facts] | None:
        state = self.states.get(head.lower())
        shares = [_SHARE.fullmatch(part) for part in _parts(rest)]
        if state is None or "infs" not in self.kinds or not all(shares):
            return None
        infs = {self._code(share[1]): int(share[2]) for share in shares if share}
        return "infs", {"state": state, "infs": infs}

    def _holdings(self, head: str, rest: str) -> tuple[str, Facts] | None:
        side = self.powers.get(head.lower()) or self.states.get(head.lower())
        if side is None:
            return None
        number = re.fullmatch(r"(-?\d+)(\s+\w+)?", rest)
        if number:
            return ("treasury", {"power": side, "tp": int(number[1])}) if self._has("tp") else None
        units = [] if rest in ("no units", "no unit") else _parts(rest)
        if not all(map(_UNIT.fullmatch, units)):
            return None
        return self._all_units(side, [self._unit(unit) for unit in units])

    def _one_unit(self, side: str, unit: str, stands: bool) -> tuple[str, Facts]:
        """All units of a side after the phase, with one more or without one of them."""
        own = [text for owner, text in self.units() if owner == side]
        others = [text for text in own if _province(text) != _province(unit)]
        if not stands and len(others) == len(own):
            raise GameError(f"{side} has no unit in {_province(unit)} after the phase")
        return self._all_units(side, [*others, unit] if stands else others)

    def _all_units(self, side: str, units: list[str]) -> tuple[str, Facts]:
        whose = "side" if "side" in self.kinds["units"].facts else "power"
        return "units", {whose: side, "units": units}

    def _land(self, head: str, rest: str) -> tuple[str, Facts] | None:
        places = [self._place(part) for part in _parts(head)]
        owner = "" if rest.lower() in ("nobody", "its owner") else self._code(rest)
        if None in places:
            return None
        if "centers" in self.kinds:
            return "centers", {"power": owner, "centers": places}
        if len(places) > 1:
            raise UsageError("write one ruling per province", hint=f"{places[0]} first")
        if "control" in self.kinds:
            return "control", {"province": places[0], "holder": owner}
        return "province", {"province": places[0], "owner": owner}

    def _relation(self, one: str, other: str, what: str) -> tuple[str, Facts] | None:
        powers = [self.powers.get(name.lower()) for name in (one, other)]
        if None in powers:
            return None
        return "relation", {"powers": powers, "is": "alliance" if what == "allied" else what}

    def _status(self, head: str, rest: str) -> tuple[str, Facts] | None:
        state = self.states.get(head.lower())
        if state is None or "status" not in self.kinds:
            return None
        word, _, patron = rest.replace(" with ", " ").replace(" of ", " ").partition(" ")
        patron = patron.removeprefix("with ").removeprefix("of ")
        return "status", {"state": state, "status": f"{word} {self._code(patron)}".strip()}

    # --- words

    def _facts(self, text: str) -> Facts:
        """Facts by their names: a value ends where the next name begins."""
        # Text in brackets, braces or quotes has no names of facts.
        masked = _GROUP.sub(lambda group: "\0" * len(group[0]), text)
        found = list(_FACT.finditer(masked))
        ends = [*(one.start() for one in found[1:]), len(text)]
        return {
            one[1]: self._named(_value(text[one.end() : end].strip().rstrip(",")))
            for one, end in zip(found, ends, strict=True)
        }

    def _named(self, value: Any) -> Any:
        """The codes for names of powers, states and places; all else unchanged: war is not WAR."""
        if isinstance(value, list):
            return [self._named(one) for one in value]
        if isinstance(value, dict):
            return {self._named(name): one for name, one in value.items()}
        if not isinstance(value, str):
            return value
        code = self._code(value)
        return value if code.lower() == value.lower() and code not in self.powers else code

    def _code(self, word: str) -> str:
        tables = (self.powers, self.states, self.places)
        return next((table[word.lower()] for table in tables if word.lower() in table), word)

    def _place(self, word: str) -> str | None:
        return self.places.get(word.lower())

    def _unit(self, text: str) -> str:
        found = _UNIT.fullmatch(text)
        if found is None:
            return text
        return f"{found[1][0].upper()} {self._place(found[2]) or found[2].upper()}"

    def _has(self, fact: str) -> bool:
        return any(fact in kind.facts for kind in self.kinds.values())


def _parts(text: str) -> list[str]:
    return [part.strip() for part in re.split(r",|\band\b", text) if part.strip()]


def _province(unit: str) -> str:
    return unit.split()[1].partition("/")[0]


def _value(text: str) -> Any:
    """A fact as it was typed: a number, true or false, a list, a table, otherwise a text."""
    if text[:1] == "[" and text[-1:] == "]":
        return [_value(part) for part in _items(text)]
    if text[:1] == "{" and text[-1:] == "}":
        rows = (part.partition("=") for part in _items(text))
        return {name.strip(): _value(value.strip()) for name, _, value in rows}
    if text in ("true", "false"):
        return text == "true"
    if _NUMBER.fullmatch(text):
        return int(text)
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if quoted else text


def _items(text: str) -> Iterable[str]:
    return (part.strip() for part in text[1:-1].split(",") if part.strip())
