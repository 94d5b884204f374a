"""Why a line cannot be read as any form, and the nearest reading that could be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from generator.engine.forms.matching import SlotKind, Wanted, match_pattern
from generator.engine.forms.names import WHOLE_NUMBER, Names
from generator.engine.forms.pattern import Alternatives, Fillers, Form, Pattern, Word, parse_pattern
from generator.engine.forms.tokens import Token
from generator.engine.orders.spelling import (
    FOREIGN_LETTERS,
    Fault,
    Speller,
    did_you_mean,
    either,
    word_at,
)

# More tokens than any order has: looking for what was meant would only take time.
_LONGEST: Final = 40


FormPattern = tuple[Form, Pattern]
"""A form and its parsed pattern."""


def patterns_of(forms: Sequence[Form], names: Names) -> tuple[FormPattern, ...]:
    return tuple((form, parse_pattern(form.pattern, names.kinds)) for form in forms)


def _furthest(
    patterns: Sequence[FormPattern], tokens: Sequence[Token], kinds: Mapping[str, SlotKind]
) -> tuple[Wanted, Form]:
    """The form that fits the most tokens, and what those that come so far want next."""
    best, (furthest, _) = Wanted(), patterns[0]
    for form, pattern in patterns:
        wanted = Wanted()
        match_pattern(pattern, tokens[:_LONGEST], kinds, wanted)
        if best.add(wanted):
            furthest = form
    return best, furthest


class Diagnosis:
    """Finds faults in tokens that no form of a phase fits."""

    def __init__(self, patterns: Sequence[FormPattern], names: Names) -> None:
        self.patterns = patterns
        self.names = names
        self.words = frozenset(
            word for _, pattern in patterns for word in _words(pattern) if word.isalpha()
        )
        self._speller = Speller(
            [(word, word.upper()) for word in sorted(self.words) if len(word) > 2], shortened=False
        )

    def is_prose(self, tokens: Sequence[Token]) -> bool:
        """Whether most words are neither words of orders nor names."""
        unknown = self._unknown(tokens)
        return len(unknown) > 2 + len(tokens) // 2 or (
            len(unknown) == len(tokens) and not self._nearly(tokens)
        )

    def faults(self, tokens: Sequence[Token], line: str) -> tuple[Fault, ...]:
        """The faults of one order; at least one."""
        start = tokens[0].start
        if self.is_prose(tokens) or not self.patterns:
            return (Fault(start, "this is not an order", self._examples()),)
        if len(tokens) == 1 and self._unknown(tokens):
            word = word_at(line, start, tokens[0].end)
            return (_no_word(start, word, (self._nearly(tokens),)),)
        no_order = self.names.no_orders.get(tokens[0].text)
        if no_order is not None:
            return (Fault(start, no_order, self._examples()),)
        guessed = self.guessed(tokens, line)
        if guessed:
            return guessed
        wanted, form = _furthest(self.patterns, tokens, self.names.kinds)
        if wanted.at >= len(tokens):
            problem = f"the order breaks off: {self._missing(wanted)} is missing"
            return (Fault(tokens[-1].start, problem, _like(form)),)
        return (self._misplaced(tokens, wanted, form, line),)

    def _unknown(self, tokens: Sequence[Token]) -> tuple[int, ...]:
        """Positions of words that are neither names nor words of orders."""
        known: set[int] = set()
        for at, token in enumerate(tokens):
            if token.sort != "word":
                known.add(at)
                continue
            if token.text in self.words or self.names.is_known(tokens, at):
                known.add(at)
            for table in self.names.tables.values():
                found = table.first_at(tokens, at)
                if found is not None:
                    known.update(range(at, found[1]))
        return tuple(at for at in range(len(tokens)) if at not in known)

    def _nearly(self, tokens: Sequence[Token]) -> str:
        """The word of orders that a single word probably is, or ""."""
        meant = self._speller.nearest(tokens[0].text) if len(tokens) == 1 else ()
        # For half of a short word anything may be meant.
        return next((word for word in meant if len(word) > 3), "")

    def guessed(self, tokens: Sequence[Token], line: str) -> tuple[Fault, ...]:
        """The unknown words, as what they stand for in the first form that would fit."""
        unknown = frozenset(self._unknown(tokens) if len(tokens) <= _LONGEST else ())
        for form, pattern in self.patterns if unknown else ():
            match = match_pattern(pattern, tokens, self.names.kinds, None, unknown)
            if match is not None and match.guesses:
                return tuple(
                    self._odd(tokens[at], kind, form, line)
                    for at, kind in sorted(match.guesses.items())
                )
        return ()

    def _odd(self, token: Token, kind: str, form: Form, line: str) -> Fault:
        """An unknown word that stands for a name, or for a word of the form's pattern."""
        text = word_at(line, token.start, token.end)
        if kind.startswith("word "):
            return _no_word(token.start, text, (kind.removeprefix("word ").upper(),))
        meant = self.names.tables[kind].nearest(token.text)
        hint = did_you_mean([self.names.called(meaning) for meaning in meant], _like(form))
        if not line[token.start : token.end].isascii() and not meant:
            hint = FOREIGN_LETTERS
        return Fault(token.start, f"there is no {self.names.kinds[kind].noun} {text}", hint)

    def _misplaced(self, tokens: Sequence[Token], wanted: Wanted, form: Form, line: str) -> Fault:
        """The fault of a token that is in another's place."""
        token = tokens[wanted.at]
        start = token.start
        text = word_at(line, start, token.end)
        like = _like(form) if wanted.at else self._examples()
        kinds, tables = self.names.kinds, self.names.tables
        named = [kind for kind in wanted.kinds if kind in tables]
        if token.sort == "number":
            return Fault(start, self._number_problem(token, text, wanted), like)
        if token.text in self.words and named and wanted.at:
            return Fault(start, f"{self._missing(wanted)} is missing before {text}", like)
        if token.sort == "word" and len(named) == 1:
            (kind,) = named
            for other in tables:
                found = tables[other].first_at(tokens, wanted.at)
                if other != kind and found is not None:
                    what = self.names.described(other, found[0])
                    return Fault(start, f"{text} is {what}, not a {kinds[kind].noun}", like)
            return self._odd(token, kind, form, line)
        meant = self._speller.nearest(token.text) if token.sort == "word" else ()
        if "end" in wanted.kinds:  # of a whole order: for a short word anything may be meant
            meant = tuple(word for word in meant if len(word) > 3)
        if meant and token.text not in self.words:
            return _no_word(start, text, meant)
        if wanted.at == 0:
            return Fault(start, "this cannot be read as an order", like)
        if "end" in wanted.kinds:
            return Fault(start, f"the order should end before {text}", like)
        return Fault(start, f"{self._missing(wanted)} is missing before {text}", like)

    def _number_problem(self, token: Token, text: str, wanted: Wanted) -> str:
        """The fault of a number that does not fit."""
        nouns = [
            kind.noun
            for name, kind in self.names.kinds.items()
            if name in wanted.kinds and kind.noun and name not in self.names.tables
        ]
        if not nouns:
            return f"the number {text} has no place here"
        is_whole = token.text.lstrip("+-").isdecimal()
        if nouns[-1] == WHOLE_NUMBER and is_whole:
            return f"{text} is too large"
        return f"{text} is not a {nouns[-1]}"

    def _missing(self, wanted: Wanted) -> str:
        parts = [kind.label for name, kind in self.names.kinds.items() if name in wanted.kinds]
        parts += [word.upper() for word in wanted.words if not parts or len(wanted.words) < 3]
        return either(parts[:4]) if parts else "something"

    def _examples(self) -> str:
        """Examples of the phase's orders; a remark needs its sign."""
        examples = list(dict.fromkeys(form.example for form, _ in self.patterns))[:3]
        if not examples:
            return "no one gives orders in this phase"
        return f"orders look like {either(examples)}; a remark begins with #"


def _like(form: Form) -> str:
    return f"like {form.example}"


def _no_word(start: int, text: str, meant: Sequence[str]) -> Fault:
    return Fault(start, f"{text} is not a word of orders", did_you_mean(meant))


def _words(pattern: Pattern) -> Iterator[str]:
    for node in pattern:
        if isinstance(node, Word):
            yield node.text
        elif isinstance(node, Fillers):
            yield from node.words
        elif isinstance(node, Alternatives):
            for way in node.ways:
                yield from _words(way)
