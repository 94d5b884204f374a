"""The demand of an objective, as a condition on the board: `ALL(OCCUPY BOH, ALIGN SAX)`.

    OCCUPY BOH                     a province, or a state's home center, held and not one's own
    ALIGN SAX                      a state aligned with the owner of the objective
    NO_INFLUENCE POLAND IN BRA     INFs of a power in a state, suspended ones too
    CENTERS >= 8                   also TREASURY and STRENGTH
    NOT(PRESENT LOR)               also ALL(..., ...) and ANY(..., ...)
    TEXT "most centers"            in free words, which the referee judges

A condition is kept in this notation, with codes; `read_term` reads it with names, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, get_args

from msgspec import Struct

from generator.engine.errors import GameError
from generator.engine.forms.tokens import words_of
from generator.engine.words import listed, nearest
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.turn.turn import Turn

Kind = Literal["military", "political", "strategic"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

_JOINING: Final = ("ALL", "ANY", "NOT")
_FORMS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "OCCUPY": ("land",),
        "ALIGN": ("state",),
        "ELIMINATE": ("power",),
        "NO_INFLUENCE": ("power", "IN", "state"),
        "CONFESSION": ("state", "IS", "confession"),
        "NOT_CONTROLLED": ("province", "BY", "power"),
        "CENTERS": (">=", "number"),
        "TREASURY": (">=", "number"),
        "STRENGTH": (">=", "number"),
        "ALLIED": ("power",),
        "AT_PEACE": ("power",),
        "PRESENT": ("place",),
    }
)
"""The forms with what follows their names: a kind of name, or a word in capitals."""

_SPACED: Final = re.compile(r"\b(NO|AT|NOT)\s+(?=INFLUENCE\b|PEACE\b|CONTROLLED\b)", re.IGNORECASE)
_PIECE: Final = re.compile(r'"[^"]*"|>=|[(),]|[^\s(),"]+')


class Term(Struct, frozen=True):
    """A condition. `names` are codes and ids in the order of the form, `number` what has to be
    reached, `parts` the conditions that ALL, ANY and NOT join, `text` that of a TEXT."""

    form: str
    names: tuple[str, ...] = ()
    number: int = 0
    parts: tuple[Term, ...] = ()
    text: str = ""

    def __str__(self) -> str:
        if self.parts:
            return f"{self.form}({', '.join(map(str, self.parts))})"
        if self.form == "TEXT":
            return f'TEXT "{self.text}"'
        names, words = iter(self.names), [self.form]
        for slot in _FORMS[self.form]:
            if slot == "number":
                words.append(str(self.number))
            else:
                words.append(slot if slot == ">=" or slot.isupper() else next(names).upper())
        return " ".join(words)

    def words(self, facts: Facts) -> str:
        """The condition in a sentence without its subject: "to hold Bohemia"."""
        if self.parts:
            told = [part.words(facts) for part in self.parts]
            if self.form == "NOT":
                return f"not {told[0]}"
            return listed(told) if self.form == "ALL" else " or ".join(told)
        if self.form == "TEXT":
            return f"“{self.text}”"
        board = facts.board
        slots = (slot for slot in _FORMS[self.form] if slot.islower())
        called = [
            facts.name_of(name) if slot in ("power", "state") else
            facts.confessions[name].name if slot == "confession" else board.name_of(name)
            for slot, name in zip(slots, self.names, strict=False)
        ]  # fmt: skip
        return _WORDS[self.form].format(*called, number=self.number)


_WORDS: Final = {
    "OCCUPY": "to hold {0}",
    "ALIGN": "to be the patron of {0}",
    "ELIMINATE": "to see {0} eliminated",
    "NO_INFLUENCE": "to see {0} without INFs in {1}",
    "CONFESSION": "to see the {1} marker in {0}",
    "NOT_CONTROLLED": "to see {0} out of the hands of {1}",
    "CENTERS": "to hold {number} centers",
    "TREASURY": "to own {number}",
    "STRENGTH": "to have a total strength of {number}",
    "ALLIED": "to be allied with {0}",
    "AT_PEACE": "to be at peace with {0}",
    "PRESENT": "to have a unit in {0}",
}


# --- which slots a condition may fill


def kinds_of(term: Term) -> tuple[Kind, ...]:
    """The kinds of objectives that a condition may be: a strategic one may be anything."""
    forms = {part.form for part in _leaves(term)}
    joined = term.form != "NOT" and all(part.form != "NOT" for part in _joined(term))
    if joined and forms == {"OCCUPY"}:
        return "military", "strategic"
    return ("political", "strategic") if joined and forms == {"ALIGN"} else ("strategic",)


def needs_approval(term: Term) -> bool:
    """Whether a condition counts only once the referee has approved of it."""
    return kinds_of(term) == ("strategic",) and term.form not in ("ELIMINATE", "NO_INFLUENCE")


def free_texts(term: Term) -> bool:
    """Whether a referee has to judge it."""
    return any(part.form == "TEXT" for part in _leaves(term))


def _joined(term: Term) -> Iterator[Term]:
    for part in term.parts:
        yield part
        yield from _joined(part)


def _leaves(term: Term) -> Iterator[Term]:
    if not term.parts:
        yield term
    for part in term.parts:
        yield from _leaves(part)


# --- whether it is met


def is_met(turn: Turn, power: str, term: Term) -> bool:
    """Whether the board as it is fulfils a condition of a power; a TEXT it never does."""
    if term.parts:
        met = [is_met(turn, power, part) for part in term.parts]
        return not met[0] if term.form == "NOT" else (all if term.form == "ALL" else any)(met)
    if term.form == "TEXT":
        return False
    return _TESTS[term.form](turn, power, term)


_TESTS: Final[Mapping[str, Callable[[Turn, str, Term], bool]]] = MappingProxyType(
    {
        "OCCUPY": lambda turn, power, term: (
            turn.standing.holders[term.names[0]] == power != turn.standing.owners[term.names[0]]
        ),
        "ALIGN": lambda turn, power, term: turn.statuses[term.names[0]].patron == power,
        "ELIMINATE": lambda turn, power, term: term.names[0] in turn.eliminated,
        "NO_INFLUENCE": lambda turn, power, term: (
            not turn.infs.get(term.names[1], {}).get(term.names[0])
        ),
        "CONFESSION": lambda turn, power, term: turn.markers.get(term.names[0]) == term.names[1],
        "NOT_CONTROLLED": lambda turn, power, term: (
            turn.standing.holders[term.names[0]] != term.names[1]
        ),
        "CENTERS": lambda turn, power, term: (
            sum(turn.standing.holders[code] == power for code in turn.facts.centers) >= term.number
        ),
        "TREASURY": lambda turn, power, term: turn.treasury.get(power, 0) >= term.number,
        "STRENGTH": lambda turn, power, term: (
            sum(unit.strength for side, unit in turn.stands if side == power) >= term.number
        ),
        "ALLIED": lambda turn, power, term: turn.standing.allied(power, term.names[0]),
        "AT_PEACE": lambda turn, power, term: not turn.standing.at_war(power, term.names[0]),
        "PRESENT": lambda turn, power, term: any(
            side == power and unit.province == term.names[0] for side, unit in turn.stands
        ),
    }
)


# --- how it is written


def read_term(text: str, facts: Facts, owner: str) -> Term:
    """Parse a condition. GameError: it cannot be read, or is about its own power."""
    if text.startswith('"'):
        return Term("TEXT", text=_quoted(text))
    reader = _Reader(_SPACED.sub(r"\1_", text), facts, owner)
    term = reader.term()
    if reader.pieces:
        raise GameError(f"{' '.join(reader.pieces)!r} is too much", hint=_HINT)
    return term


_HINT: Final = 'like OCCUPY NET, ALIGN SAX, ALL(ALIGN HES, ALIGN WUR) or TEXT "..."'
_DEEPEST: Final = 4


class _Reader:
    def __init__(self, text: str, facts: Facts, owner: str) -> None:
        self.pieces = _PIECE.findall(text)
        self.facts = facts
        self.owner = owner

    def take(self, wanted: str = "") -> str:
        """The next piece, which is `wanted` if that is given."""
        found = self.pieces.pop(0) if self.pieces else ""
        if not found or (wanted and found.upper() != wanted):
            after = f", not {found!r}" if found else ""
            what = f"{wanted!r} is expected" if wanted else "the objective ends too early"
            raise GameError(f"{what}{after}", hint=_HINT)
        return str(found)

    def term(self, depth: int = 0) -> Term:
        form = self.take().upper()
        if form in _JOINING and depth < _DEEPEST:
            self.take("(")
            parts = [self.term(depth + 1)]
            while form != "NOT" and self.pieces and self.pieces[0] == ",":
                self.take()
                parts.append(self.term(depth + 1))
            self.take(")")
            return Term(form, parts=tuple(parts))
        if form == "TEXT":
            return Term("TEXT", text=_quoted(self.take()))
        if form not in _FORMS:
            raise GameError(f"{form!r} is no objective", hint=nearest(form, _FORMS, "objectives"))
        names: list[str] = []
        number = ""
        for slot in _FORMS[form]:
            if slot == "number":
                number = self.take()
                if not number.isdecimal() or len(number) > 4:
                    raise GameError(f"{number!r} is not a number from 0 to 9999", hint=_HINT)
            elif slot == ">=" or slot.isupper():
                self.take(slot)
            else:
                names.append(self.name(slot))
        return Term(form, tuple(names), int(number or 0))

    def name(self, kind: str) -> str:
        words = [self.take()]
        while (
            self.pieces
            and self.pieces[0] not in (",", ")", "(", ">=")
            and (self.pieces[0].upper() not in ("IN", "IS", "BY"))
        ):
            words.append(self.take())
        found = _meaning(self.facts, kind, " ".join(words))
        if kind == "power" and found == self.owner:
            raise GameError(f"no objective of {self.facts.name_of(found)} is about itself")
        if kind == "land" and self.facts.provinces[found].owner == self.owner:
            name = self.facts.board.name_of(found)
            raise GameError(f"{name} is its own land, and holding it is no objective")
        return found


def _quoted(text: str) -> str:
    said = " ".join(text.replace('"', " ").split())
    if not said:
        raise GameError("the objective says nothing", hint='like TEXT "..."')
    return said


def _meaning(facts: Facts, kind: str, text: str) -> str:
    """The code or the id that a name stands for."""
    if kind == "confession":
        known: Mapping[Any, str] = {words_of(creed): creed for creed in facts.confessions}
    else:
        # Names cost time, and stored terms have only codes.
        exact = _by_code(facts, kind, text)
        if exact:
            return exact
        known = _named(facts, kind)
    found = known.get(words_of(text))
    if found is None:
        spelled = [" ".join(words) for words in known]
        raise GameError(f"there is no {kind} {text!r}", hint=nearest(text, spelled, None))
    return found


def _by_code(facts: Facts, kind: str, text: str) -> str:
    among: Mapping[str, Any] = {
        "power": facts.powers,
        "state": facts.states,
        "place": facts.board.provinces,
    }.get(kind, facts.provinces)
    name = text.lower() if kind == "power" else text.upper()
    if kind == "land" and name in facts.states and name not in among:
        return facts.states[name].seat
    return name if name in among else ""


def _named(facts: Facts, kind: str) -> Mapping[Any, str]:
    from generator.rulesets.europe.reading.names import Names

    tables = Names(facts, facts.board).tables
    if kind in ("power", "state"):
        return tables[kind].spellings
    places = {words: code.partition("/")[0] for words, code in tables["place"].spellings.items()}
    if kind == "place":
        return places
    land = {words: code for words, code in places.items() if code in facts.provinces}
    if kind == "province":
        return land
    seats = {words: facts.states[code].seat for words, code in tables["state"].spellings.items()}
    return {**seats, **land}
