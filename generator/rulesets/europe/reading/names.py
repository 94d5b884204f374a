"""The names of powers, minor states and places on sheets, and the kinds of slots for pieces on the
board: places with coasts, and units."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Final

from generator.engine.board import Board
from generator.engine.forms.matching import Matcher, Reading, SlotKind
from generator.engine.forms.names import Spellings, certain, list_of, named, number, shortened, text
from generator.engine.forms.tokens import Token, words_of
from generator.engine.orders.words import COAST_WORDS, HEADINGS, SHORT_COASTS
from generator.engine.units import Piece
from generator.rulesets.europe.data.facts import Facts, is_minor

TYPES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("a", "army", "armies"), "A"),
    **dict.fromkeys(("f", "fleet", "fleets"), "F"),
}
_COASTS: Final = {tuple(name.split()): coast for name, coast in COAST_WORDS.items()}
_SHORT_COASTS: Final = {
    **{tuple(name.split()): coast for name, coast in SHORT_COASTS.items()},
    **_COASTS,
}
_ARTICLES: Final = ("a", "an")
_INSIDE: Final = ("in", "at")


def found_by(label: str, find: Callable[[Matcher, int], tuple[str, int]]) -> SlotKind:
    """The text that a function finds at a position, with its end; "" for nothing."""

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        found, after = find(matcher, at)
        if found:
            yield Reading(found, after)

    return SlotKind(label, readings)


def place_name(named: SlotKind) -> SlotKind:
    """A place, with its coast where one follows."""

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        for reading in named.readings(matcher, at):
            found, after = _coast_at(matcher, reading.end, _COASTS)
            if found and not reading.guesses:
                yield Reading(f"{reading.value}/{found}", after)
            yield reading

    return named._replace(readings=readings)


def unit_name() -> SlotKind:
    """A unit: its type, perhaps its strength in brackets, and its place with a coast."""

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        kind, here = _type_at(matcher, at)
        if kind:
            here = _past_strength(matcher, here)
            if matcher.word(here) in _INSIDE:
                here += 1
            for place, after, guesses in matcher.of_kind("place", matcher.skip(here)):
                yield Reading(Piece(kind, place), after, guesses)
        for place, after, guesses in matcher.of_kind("place", at):
            # A place whose name begins with what would be a type is longer than that.
            if not kind or after > at + 1:
                yield Reading(Piece("", place), after, guesses)

    return SlotKind("", readings, skips="-")


def _coast_at(matcher: Matcher, at: int, known: Mapping[Words, str]) -> tuple[str, int]:
    """The coast at a position ("" for none) and its end. In brackets its name may be short."""
    here, tokens = at, matcher.tokens
    while here < len(tokens) and tokens[here].text in ("(", "[", "/"):
        here += 1
        known = _SHORT_COASTS
    for count in (2, 1):
        words = tuple(t.text for t in tokens[here : here + count] if t.sort == "word")
        if len(words) == count and words in known:
            return known[words], here + count
    return "", at


def _short_coast_at(matcher: Matcher, at: int) -> tuple[str, int]:
    return _coast_at(matcher, at, _SHORT_COASTS)


def _type_at(matcher: Matcher, at: int) -> tuple[str, int]:
    """The type of a unit and where it ends; "" if there is no type."""
    word = matcher.word(at)
    # `a fleet in Andalusia`, but `A PAR`.
    if word in _ARTICLES and len(matcher.word(at + 1)) > 1:
        kind, after = _type_at(matcher, at + 1)
        if kind:
            return kind, after
    return (TYPES[word], at + 1) if word in TYPES else ("", at)


def _past_strength(matcher: Matcher, at: int) -> int:
    """Past a strength in brackets behind a type: `A(2) FLA`."""
    texts = [token.text for token in matcher.tokens[at : at + 3]]
    marked = len(texts) == 3 and texts[0] in "([" and texts[2] in ")]"
    return at + 3 if marked and matcher.tokens[at + 1].sort == "number" else at


Words = tuple[str, ...]

_MORE_HEADINGS: Final = (
    "attack attacks declaration declarations diplomacy diplomatic inf influence"
    " influences infs minor minors phases placement placements points purchases retreat"
    " states transaction transactions transfers vote votes"
)
_HEADINGS: Final = HEADINGS.union(_MORE_HEADINGS.split())


class Names:
    """The names of a game, and the kinds of slots that orders have.

    number (also negative), year, power, powers (one or more, with commas or `and`), state, states,
    side (a power or a state), place, places, unit (`A BUR`, `F IRE (EC)`, also just `BUR`), units,
    type ("A" or "F"), coast, text; and `more` kinds of features, each with its names. `headings`
    are words of features that may head a part of a sheet, beside those of all phases.
    """

    no_orders: Mapping[str, str] = MappingProxyType(
        dict.fromkeys(TYPES, "the order does not say what becomes of the unit")
    )

    def __init__(
        self,
        facts: Facts,
        board: Board,
        more: Mapping[str, Mapping[str, str]] = MappingProxyType({}),
        headings: Iterable[str] = (),
    ) -> None:
        self.headings: Collection[str] = _HEADINGS.union(headings)
        self.facts = facts
        self.board = board
        self.authors: Collection[str] = facts.powers
        joined = {words_of(power.name) for power in facts.powers.values() if "&" in power.name}
        powers = Spellings(_powers(facts), frozenset(joined))
        states = Spellings(_states(facts, board, powers.spellings))
        places = Spellings(_places(board))
        # Where a power and a state share a spelling, it means the state.
        sides = Spellings({**powers.spellings, **states.spellings}, powers.joined)
        self.tables = {"power": powers, "place": places, "state": states, "side": sides}
        self.kinds: dict[str, SlotKind] = {
            "number": number("a number"),
            "year": number("a year", "year", range(1000, 10000)),
            "power": named("power", "power", powers),
            "state": named("state", "minor state", states),
            "side": named("side", "power or minor state", sides),
            "place": place_name(named("place", "province", places, "a place")),
            "type": found_by("army or fleet", _type_at),
            "coast": found_by("a coast", _short_coast_at),
            "text": text("a text"),
            "unit": unit_name(),
            "powers": list_of("power"),
            "states": list_of("state"),
            "places": list_of("place"),
            "units": list_of("unit"),
        }
        # Names of other kinds than powers, states and places, with the kind and the first name.
        self.more: dict[str, tuple[str, str]] = {}
        for kind, names in more.items():
            for name, meaning in names.items():
                self.more.setdefault(meaning, (kind, name.upper()))
            self.tables[kind] = Spellings({words_of(name): one for name, one in names.items()})
            self.kinds[kind] = named(kind, kind, self.tables[kind])

    @property
    def sides(self) -> Spellings:
        """Powers and states together."""
        return self.tables["side"]

    @cached_property
    def nations(self) -> Mapping[str, str]:
        """The spellings of powers and states, also those that a place has."""
        return {" ".join(words): side for words, side in self.sides.spellings.items()}

    def called(self, side: str) -> str:
        """How hints write a power, a state, a place or a feature's name: `SPAIN`, `BRE Bremen`."""
        if side in self.more:
            return self.more[side][1]
        if side in self.facts.powers:
            return self.facts.powers[side].order_name
        if side in self.facts.states:
            return f"{side} {self.facts.states[side].name}"
        return f"{side} {self.board.name_of(side)}"

    def described(self, kind: str, meaning: str) -> str:
        """The meaning of a name that is in the wrong place."""
        if kind == "power":
            return "a power"
        if meaning in self.more:
            return f"a {kind}"
        if kind == "state" or (is_minor(meaning) and meaning in self.facts.states):
            return "a minor state"
        facts = self.facts.provinces.get(meaning.partition("/")[0])
        owner = f" of {self.facts.name_of(facts.owner)}" if facts and facts.owner else ""
        return f"a {'province' if facts else 'sea'}{owner}"

    def is_known(self, tokens: Sequence[Token], at: int) -> bool:
        """Whether a word is one of a unit, or the coast of a place in front of it."""
        return tokens[at].text in TYPES or (at > 0 and (tokens[at].text,) in _SHORT_COASTS)


def _powers(facts: Facts) -> dict[Words, str]:
    sure = certain(
        (words_of(name), power)
        for power, one in facts.powers.items()
        for name in (power, one.order_name, one.name, one.adjective, one.code, *one.aliases)
    )
    return {**shortened(sure), **sure}


def _states(facts: Facts, board: Board, powers: Mapping[Words, str]) -> dict[Words, str]:
    """Codes win over names, names over labels, and all of them over what follows: the provinces
    of a state, the halves of a double name, and beginnings."""
    ranks: tuple[list[tuple[Words, str]], ...] = ([], [], [], [], [])

    def add(rank: int, name: str, code: str) -> None:
        ranks[rank].append((words_of(name), code))

    for code, one in facts.states.items():
        add(0, code, code)
        for name in (one.name, *one.aliases):
            add(1, name, code)
        if one.label:
            add(2, one.label, code)
        for province in one.provinces:
            add(1, province, code)
            for name in (board.name_of(province), *board.provinces[province].aliases):
                add(3, name, code)
        for name in (one.name, *one.aliases):
            for half in name.split("-") if "-" in name else ():
                add(4, half, code)
    places = {words_of(name) for one in board.provinces.values() for name in (one.code, one.name)}
    found: dict[Words, str] = {}
    taken: set[Words] = set()
    for place, rank in enumerate(ranks):
        # Half a name may be the whole name of another: Saxony is not Lower Saxony.
        foreign = places | powers.keys() if place == 4 else ()
        for words, code in certain(rank).items():
            if words not in taken and words not in foreign:
                found[words] = code
        taken.update(words for words, _ in rank)
    return {**shortened(found, (*powers, *places)), **found}


def _places(board: Board) -> dict[Words, str]:
    found = certain(
        (words_of(name), code)
        for code, one in board.provinces.items()
        for name in (one.name, *one.aliases)
    )
    found.update((words_of(code), code) for code in board.codes)
    return {**shortened(found), **found}
