"""Why a line cannot be read, and the nearest reading that could be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from generator.engine.orders.spelling import Speller
from generator.rulesets.europe.facts import is_minor
from generator.rulesets.europe.orders.forms import Form
from generator.rulesets.europe.orders.matching import ARMY, FLEET, Wanted, match_pattern
from generator.rulesets.europe.orders.names import Names
from generator.rulesets.europe.orders.pattern import Choice, Node, Word, parse_pattern
from generator.rulesets.europe.orders.tokens import Token

__all__ = ["Diagnosis", "Fault", "either"]

# More tokens than any order has: looking for what was meant would only take time.
_LONGEST: Final = 40

_WORDS: Final = {
    "number": "a number",
    "year": "a year",
    "power": "a power",
    "state": "a minor state",
    "place": "a place",
    "type": "army or fleet",
    "coast": "a coast",
    "text": "a text",
}
_SUCH: Final = {"state": "minor state", "power": "power", "place": "province"}


class Fault(Struct, frozen=True):
    """What is wrong at a position of the line. A mild one leaves the order readable."""

    start: int
    problem: str
    hint: str = ""
    is_mild: bool = False


def either(words: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


class Diagnosis:
    """Finds faults in tokens that no form of a phase fits."""

    def __init__(self, forms: Sequence[Form], names: Names) -> None:
        self.forms = forms
        self.names = names
        self.words: dict[str, str] = {}
        for form in forms:
            for word in _words(parse_pattern(form.pattern)):
                self.words.setdefault(word, word.upper())
        self._speller = Speller(
            [(word, said) for word, said in self.words.items() if len(word) > 2], shortened=False
        )

    def is_prose(self, tokens: Sequence[Token]) -> bool:
        """Whether most words are no words of orders and no names."""
        unknown = self._unknown(tokens)
        return len(unknown) > 2 + len(tokens) // 2 or (
            len(unknown) == len(tokens) and not self._nearly(tokens)
        )

    def faults(self, tokens: Sequence[Token], line: str) -> tuple[Fault, ...]:
        """The faults of one order; at least one."""
        if self.is_prose(tokens) or not self.forms:
            return (Fault(tokens[0].start, "this is not an order", self._looks()),)
        if len(tokens) == 1 and self._unknown(tokens):
            return (self._odd(tokens[0], f"word {self._nearly(tokens)}", self.forms[0], line),)
        if tokens[0].text in ARMY | FLEET:
            said = "the order does not say what becomes of the unit"
            return (Fault(tokens[0].start, said, self._looks()),)
        guessed = self.guessed(tokens, line)
        if guessed:
            return guessed
        wanted, form = self._furthest(tokens)
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
            if token.text in self.words or token.text in ARMY | FLEET:
                known.add(at)
            coast = (token.text,) in self.names.short_coasts and at > 0
            for table in self.names.tables.values():
                for _, after in table.at(tokens, at):
                    known.update(range(at, after))
                    break
            if coast:
                known.add(at)
        return tuple(at for at in range(len(tokens)) if at not in known)

    def _nearly(self, tokens: Sequence[Token]) -> str:
        """The word of orders that a single word probably is, or ""."""
        meant = self._speller.nearest(tokens[0].text) if len(tokens) == 1 else ()
        # For half of a short word anything may be meant.
        return next((word for word in meant if len(word) > 3), "")

    def guessed(self, tokens: Sequence[Token], line: str) -> tuple[Fault, ...]:
        """The unknown words, as what they stand for in the first form that would fit."""
        unknown = self._unknown(tokens) if len(tokens) <= _LONGEST else ()
        if not unknown:
            return ()
        for form in self.forms:
            match = match_pattern(
                parse_pattern(form.pattern), tokens, self.names, None, frozenset(unknown)
            )
            if match is not None and match.guesses:
                return tuple(
                    self._odd(tokens[at], kind, form, line)
                    for at, kind in sorted(match.guesses.items())
                )
        return ()

    def _odd(self, token: Token, kind: str, form: Form, line: str) -> Fault:
        text = _shown(line, token)
        if kind.startswith("word "):
            word = kind.removeprefix("word ").upper()
            return Fault(token.start, f"{text} is not a word of orders", f"did you mean {word}?")
        meant = self.names.tables[kind].nearest(token.text)
        said = either([self.names.called(one) for one in meant]) if meant else ""
        hint = f"did you mean {said}?" if meant else _like(form)
        if not line[token.start : token.end].isascii() and not meant:
            hint = "it has letters of another alphabet"
        problem = f"there is no {_SUCH[kind]} {text}"
        for other, table in self.names.tables.items():
            found = next(iter(table.at((token,), 0)), None)
            if other != kind and found is not None:
                problem = f"{text} is {self._what(other, found[0])}, not a {_SUCH[kind]}"
        return Fault(token.start, problem, hint)

    def _furthest(self, tokens: Sequence[Token]) -> tuple[Wanted, Form]:
        """The form that fits the most tokens, and what it wants next."""
        best, form = Wanted(), self.forms[0]
        for one in self.forms:
            wanted = Wanted()
            match_pattern(parse_pattern(one.pattern), tokens[:_LONGEST], self.names, wanted)
            if wanted.at > best.at:
                best, form = wanted, one
            elif wanted.at == best.at:
                for kind in wanted.kinds:
                    best.note(wanted.at, kind)
                for word in wanted.words:
                    best.note(wanted.at, "word", word)
        return best, form

    def _misplaced(self, tokens: Sequence[Token], wanted: Wanted, form: Form, line: str) -> Fault:
        """What is wrong with a token that stands where something else should."""
        token = tokens[wanted.at]
        text = _shown(line, token)
        like = _like(form) if wanted.at else self._looks()
        named = [kind for kind in ("state", "power", "place") if kind in wanted.kinds]
        if token.sort == "number":
            if {"number", "year"} & set(wanted.kinds):
                is_long = "year" not in wanted.kinds and token.text.lstrip("+-").isdecimal()
                what = "a year" if "year" in wanted.kinds else "a whole number"
                said = f"{text} is too large" if is_long else f"{text} is not {what}"
                return Fault(token.start, said, like)
            return Fault(token.start, f"the number {text} has no place here", like)
        if token.text in self.words and named and wanted.at:
            return Fault(token.start, f"{self._missing(wanted)} is missing before {text}", like)
        if token.sort == "word" and len(named) == 1:
            for other, table in self.names.tables.items():
                found = next(iter(table.at(tokens, wanted.at)), None)
                if other != named[0] and found is not None:
                    what = self._what(other, found[0])
                    return Fault(token.start, f"{text} is {what}, not a {_SUCH[named[0]]}", like)
            return self._odd(token, named[0], form, line)
        meant = self._speller.nearest(token.text) if token.sort == "word" else ()
        if meant and token.text not in self.words:
            hint = f"did you mean {either(meant)}?"
            return Fault(token.start, f"{text} is not a word of orders", hint)
        if wanted.at == 0:
            return Fault(token.start, "this cannot be read as an order", like)
        if "end" in wanted.kinds:
            return Fault(token.start, f"the order should end before {text}", like)
        problem = f"{self._missing(wanted)} is missing before {text}"
        return Fault(token.start, problem, like)

    def _what(self, kind: str, meaning: str) -> str:
        """What a name means that stands in the wrong place."""
        if kind == "power":
            return "a power"
        if kind == "state" or (is_minor(meaning) and meaning in self.names.facts.states):
            return "a minor state"
        code = meaning.partition("/")[0]
        facts = self.names.facts.provinces.get(code)
        owner = f" of {self.names.facts.name_of(facts.owner)}" if facts and facts.owner else ""
        return f"a {'province' if facts else 'sea'}{owner}"

    def _missing(self, wanted: Wanted) -> str:
        parts = [_WORDS[kind] for kind in _WORDS if kind in wanted.kinds]
        parts += [word.upper() for word in wanted.words if not parts or len(wanted.words) < 3]
        return either(parts[:4]) if parts else "something"

    def _looks(self) -> str:
        """Examples of the phase's orders; a remark needs its sign."""
        examples = list(dict.fromkeys(form.example for form in self.forms))[:3]
        if not examples:
            return "nobody gives orders in this phase"
        return f"orders look like {either(examples)}; a remark begins with #"


def _like(form: Form) -> str:
    return f"like {form.example}"


def _words(pattern: Sequence[Node]) -> list[str]:
    found: list[str] = []
    for node in pattern:
        if isinstance(node, Word) and node.text.isalpha():
            found.append(node.text)
        elif isinstance(node, Choice):
            for way in node.ways:
                found += _words(way)
    return found


def _shown(line: str, token: Token) -> str:
    text = line[token.start : token.end]
    text = text if len(text) <= 24 else f"{text[:23]}…"
    return "".join(c if c.isprintable() else "\ufffd" for c in text).upper()
