"""What powers, minor states and places are called on sheets."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Final

from generator.engine.board import Board
from generator.engine.forms.matching import SlotKind
from generator.engine.forms.names import Spellings, certain, shortened
from generator.engine.forms.slots import list_of, named, number, text
from generator.engine.forms.tokens import Token, words_of
from generator.engine.orders.words import HEADINGS
from generator.rulesets.europe.data.facts import Facts, is_minor
from generator.rulesets.europe.reading.slots import (
    SHORT_COASTS,
    TYPES,
    coast,
    place_name,
    unit_name,
    unit_type,
)

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
    side (a power or a state), place, places, unit (`A BUR`, `F IRE (EC)`, also `BUR` alone), units,
    type ("A" or "F"), coast, text; and `more` kinds of features, each with its names.
    `headings` are words of features that may head a part of a sheet, beside those of all phases.
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
            "type": unit_type("army or fleet"),
            "coast": coast("a coast"),
            "text": text("a text"),
            "unit": unit_name(),
            "powers": list_of("power"),
            "states": list_of("state"),
            "places": list_of("place"),
            "units": list_of("unit"),
        }
        # What is no power, state or place, with the kind and the first of its names.
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
        """How hints write a power, a state, a place or a name of a feature: `SPAIN`, `BRE Bremen`,
        `WALLENSTEIN`."""
        if side in self.more:
            return self.more[side][1]
        if side in self.facts.powers:
            return self.facts.powers[side].order_name
        if side in self.facts.states:
            return f"{side} {self.facts.states[side].name}"
        return f"{side} {self.board.name_of(side)}"

    def described(self, kind: str, meaning: str) -> str:
        """What a name means that stands in the wrong place."""
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
        return tokens[at].text in TYPES or (at > 0 and (tokens[at].text,) in SHORT_COASTS)


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
    places = {
        words_of(name)
        for province in board.provinces.values()
        for name in (province.code, province.name)
    }
    found: dict[Words, str] = {}
    taken: set[Words] = set()
    for place, rank in enumerate(ranks):
        # Half a name may be somebody else's whole one: Saxony is not Lower Saxony.
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
