"""Telling chatter from orders with a slip in them, in lines that no ruleset can read.

`may_be_order` decides whether a line looks like an order to a person, `is_unclear` whether it is
about orders without being one, and `why_not` gives the reason for its author.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import takewhile
from typing import Final

from generator.engine.orders.words import (
    COAST_WORDS,
    KEYWORDS,
    english_hint,
    fold,
    is_foreign,
    is_foreign_unit,
)
from generator.mailroom.words import PHASES, WORDS, corrected, pattern, says, unspoken

# Letters with a number behind them are a place, as A1, and no word.
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?(?!\w)")
_CODE = re.compile(r"[A-Z]+\d*(?!\w)")
_UNIT = re.compile(
    r"(?:(?:a|f)|(?:army|fleet)(?:\s+(?:in|at|from|of|the))*)(?:\.?\s+|\.?\s*[(\[]\s*)"
    r"[^\W\d_](?:'?[^\W\d_]){2,}",
    re.IGNORECASE,
)
# An order with a unit, somewhere in a line.
_IN_PROSE = re.compile(
    r"(?<![\w'])(?:[AF]|[Aa]rmy|[Ff]leet)\s+(?:[A-Za-z]{3,5}(?:/[NESW]C)?|(?:[A-Z]\w+\s){1,3})\s*"
    r"(?:->?\s*[A-Za-z]{3}|(?:[SCHD]|to|holds?|supports?|convoys?|moves?)\b)"
)
_ARROW = re.compile(r"[\w)]\s*(?:[-=]?>|-)\s*\(?\w")
_ITEM = re.compile(r"(\d{1,2})[.)]\s+[^\W\d_]+(?:[ -][^\W\d_]+){0,2}")
_COUNT = re.compile(
    r"(?<![^\W\d_])[-+]?\d{1,2}(?:[.,]\d)?(?!\d*(?:st|nd|rd|th)\b)"
    r"|\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b(?! (?:of|more|another|last)\b)",
    re.IGNORECASE,
)
_YOU = re.compile(r"\b(?:you|please|bitte)\b", re.IGNORECASE)
_REMARK = re.compile("#|//")
# The only number in a line, of no more than two digits, and no sign that may change it.
_PLAIN_COUNT = re.compile(r"(?<=\A)\d\d?(?=[^\W\d]|\s?×|\s|\.(?!\d))(?=[\w\s×.!'-]*\Z)(?!.*\s-\s)")
# `4 INF -> Lorraine`
_INTO = re.compile(r"(\A\d\d?(?: ?infs?)?) ?(?:[-=]*>|→) ?(?=[^\W\d])", re.IGNORECASE)
_COMMA = re.compile(r"[,;|]")
# Between the parts of a line with a condition.
_PARTS = re.compile(rf"{pattern('condition')}|{pattern('part')}|[(),;]|:\s", re.IGNORECASE)
_NUMBER_CODE = re.compile(r"\b[A-Za-z]\d{1,2}\b")
# More INF than any power has, next to a name: `50667 Cologne`. A year does not count.
_WILD = re.compile(
    r"(?<!\d)(?!1[4-7]\d\d(?!\d))\d{3,}(?:\s*:|\s+infs?\b|\s+(?:(?:in|on|to)\s+)?[^\W\d_])"
    r"|[^\W\d_]\W{1,3}(?!1[4-7]\d\d\Z)\d{3,}\Z",
    re.IGNORECASE,
)
# Orders that end with a number behind a name: `INFLUENCE hesse 2`.
_NAME_NUMBER = re.compile(r"[^\W\d_]+ .*[^\W\d_]{3,} \d{1,2}\Z")
_NUMBERED = re.compile(r"\d{1,3}\s*(?::|infs?\b)|[^\W\d_]{2,20}\s*:\s*\d{1,3}\Z", re.IGNORECASE)
_LABEL = re.compile(r"[^:;]{1,30}:\s+(?=\S)")
# A line of so many words may be an order also where the example has fewer.
_SHORT: Final = 8
_LONGEST: Final = 300
# A line with so many words that no order has is a sentence.
_TALK: Final = 3
_MOST_NAMED: Final = 3
_LONGEST_NAME: Final = 4
_LONGEST_VOTE: Final = 12
_LONGEST_CHANGE: Final = 24
# Letters behind a number among which its name may be.
_BEHIND: Final = 24
# How like a word is to another that it is a slip for (difflib's ratio, 0 to 1).
_NEAR: Final = 0.8
AMONG: Final = "an order among other words; write it on its own line"
WITH_CONDITION: Final = "a condition is not carried out; send only the order that you want"
CONDITION_ABOVE: Final = "a condition is not carried out: the orders below it count in any case"


class ProseJudge:
    """Distinguishes orders from prose by the names on a board and the words that its orders begin
    with."""

    def __init__(
        self,
        names: Mapping[str, str],
        examples: Mapping[str, Iterable[str]],
        powers: Iterable[str] = (),
    ) -> None:
        named = {word for name in powers for word in _folded(name)}
        self._powers = frozenset(named - WORDS["prose"] - {"and"})
        self.codes = frozenset(code.partition("/")[0] for code in names)
        self.names = frozenset(fold(name) for name in names.values())
        plain = [" ".join(_WORD.findall(name)).casefold() for name in names.values()]
        self.long_names = frozenset(name for name in plain if " " in name)
        self.words = frozenset(fold(word) for name in plain for word in name.split())
        # The phases in which orders are numbers and names.
        self._counting = frozenset(
            phase for phase, several in examples.items() if any(map(_NUMBERED.match, several))
        )
        all_examples = (one for several in examples.values() for one in several)
        self._counts = bool(self._counting) or any(map(_NAME_NUMBER.match, all_examples))
        # The words that orders begin with, and the number of words in the longest example of each.
        self.leads: dict[str, int] = {}
        self._by_phase: dict[str, set[str]] = {}
        for phase, several in examples.items():
            for one in several:
                # `5: BRE` and `LOR > FRANCE` begin with no word of orders.
                words = _folded(one) if re.match(r"[^\W\d_]+(?!\s*>)\b", one) else ()
                if words and len(words[0]) > 2:
                    self.leads[words[0]] = max(self.leads.get(words[0], 0), len(words))
                    self._by_phase.setdefault(phase, set()).add(words[0])
        self._orders = WORDS["order"] | self.leads.keys()

    # How a line begins.

    def begins_order(self, line: str) -> bool:
        """Whether a line begins as an order of the ruleset does, and continues."""
        words = _folded(line)
        return len(words) > 1 and words[0] in self.leads and not line.endswith(":")

    def is_led(self, line: str) -> bool:
        """Whether a line begins with a unit, or with a word that orders begin with."""
        first = _WORD.match(line)
        return self.is_unit_order(line) or (first is not None and fold(first[0]) in self.leads)

    def is_unit_order(self, line: str) -> bool:
        """Whether a line begins with a unit."""
        return _UNIT.match(line) is not None

    def is_begun(self, line: str, *, open_end: bool) -> bool:
        """Whether a line is the beginning of an order without its end: `WAR:`, `Alliances:`."""
        words = _folded(line)
        if not words:
            return open_end and any(sign.isdecimal() for sign in line)
        is_alone = len(words) == 1 and bool(get_close_matches(words[0], self.leads, 1, _NEAR))
        return is_alone or (open_end and self._begins(words))

    def leads_in(self, line: str, phase: str) -> bool:
        """Whether a line begins as an order of that phase does, also where its first word is
        written in two: `RELIGIOUS WAR`."""
        if self.is_count(line):
            return phase in self._counting
        words = _folded(line)[:2]
        leads = self._by_phase.get(phase, set())
        return bool(words) and (words[0] in leads or "".join(words) in leads)

    # Why a line that can be read may mean something else.

    def is_conditional(self, line: str) -> bool:
        """Whether an order is to count only if something happens. No ruleset takes it from here:
        those that have such orders of their own read them."""
        if says("condition", line[:_LONGEST]) is None:
            return False
        if _IN_PROSE.search(line) is not None or self.is_count(line):
            return True
        parts = (part.strip() for part in _PARTS.split(line[:_LONGEST]))
        return any(
            self._begins_with_move(part) or (self._is_led(part) and self.may_be_order(part))
            for part in parts
        )

    def _begins_with_move(self, line: str) -> bool:
        """Whether a line begins with a place and where its unit goes: `Mar to Spa as agreed`."""
        words = _folded(line)[:3]
        placed = [word.upper() in self.codes or word in self.names for word in words]
        if placed[:2] == [True, True]:
            return _ARROW.match(line, len(words[0]) - 1) is not None
        return placed == [True, False, True] and (words[1] in KEYWORDS or is_foreign(words[1]))

    def _is_led(self, line: str) -> bool:
        """Whether a line begins with a unit, a number, or a word with which orders begin."""
        strong = not WORDS["strong"].isdisjoint(_folded(line)[:1])
        return self.is_led(line) or strong or line[:1].isdigit()

    def is_talk(self, line: str) -> bool:
        """Whether a line talks about orders, in a sentence."""
        return sum(word in WORDS["talk"] for word in _folded(line)) >= _TALK

    def is_listed(self, lines: Sequence[str], at: int, phase: str) -> bool:
        """Whether the number in front of a name may be that of a list, where it could also be that
        of INFs: `1. BRE`, and below it `2. HES`."""
        if phase not in self._counting:
            return False
        first = at
        while first >= 0 and (found := _ITEM.fullmatch(lines[first])) and int(found[1]) > 1:
            first -= 1
        run = (_ITEM.fullmatch(line) for line in lines[max(first, 0) :])
        numbers = [int(found[1]) for found in takewhile(bool, run) if found]
        counted = next((n for n, one in enumerate(numbers) if one != n + 1), len(numbers))
        return counted > 1 and at - first < counted

    def is_address(self, line: str, phase: str) -> bool:
        """Whether the number beside a name is too large for INFs: `50667 Cologne`."""
        return phase in self._counting and _WILD.search(line) is not None

    def says_none(self, line: str) -> bool:
        """Whether a line is for no orders of a kind: `WAR: NONE`, `no wars`."""
        words = _folded(line)[:2]
        if words[:1] == ("no",) and not self._is_placed(line):
            return not self._orders.isdisjoint(word.rstrip("s") for word in words)
        rest = line.partition(":")[2]
        return bool(rest.strip()) and WORDS["none"].issuperset(_folded(rest))

    def asks(self, line: str) -> bool:
        """Whether a line that orders something has a question mark, outside of a remark."""
        return "?" in _REMARK.split(line[:_LONGEST], maxsplit=1)[0]

    def remarks_of(self, line: str) -> list[str]:
        """The remarks behind an order."""
        return _REMARK.split(line[:_LONGEST])[1:]

    def may_change(self, remark: str) -> bool:
        """Whether a remark behind an order may be a part of it, or take something of it back."""
        words = set(_folded(remark))
        # One word may be a verdict, `(superseded)`; with a sign behind it, it is an exclamation.
        is_polite = remark.rstrip().endswith("!") or says("closing", remark) is not None
        is_verdict = len(words) < 2 and not is_polite
        if is_verdict or any(map(str.isdecimal, remark)) or self.asks(remark):
            return True
        named = words & (COAST_WORDS.keys() | KEYWORDS.keys() - {"a", "to", "and", "stay", "stays"})
        named |= {word for word in words if word.upper() in self.codes}
        said = any(says(meaning, remark) for meaning in ("condition", "change", "bestows"))
        return bool(named) or said or self._has_name(remark)

    def is_term(self, part: str) -> bool:
        """Whether a part of a line belongs to an order beside it: `1 interest`, `due 1625`."""
        has_number = any(map(str.isdecimal, part))
        return has_number and not self.is_led(part) and not self._has_name(part)

    def is_topic(self, line: str) -> bool:
        """Whether a line has only names, and words as authors have them above their own orders."""
        known = WORDS["topic"] | WORDS["filler"] | WORDS["sheet"] | PHASES.keys()
        return known.union(self.words, self._powers, self._orders).issuperset(_folded(line))

    # Whether a line that cannot be read was meant as an order.

    def may_be_order(self, line: str) -> bool:
        """Whether a line looks like an order to a person."""
        label = _LABEL.match(line)
        bare = unspoken(line)
        return (
            self._looks_like_order(line)
            or (label is not None and self._looks_like_order(line[label.end() :]))
            or self._looks_like_order(corrected(line))
            or (bare != line and (self._is_command(bare) or self._is_vote(bare)))
        )

    def adds(self, line: str) -> bool:
        """Whether a line corrects an order in words, and not that of a unit, which has only one."""
        right = corrected(line)
        said = line[: len(line) - len(right)]
        is_in_words = bool(said) and not any(map(str.isdecimal, said))
        return is_in_words and not self.is_unit_order(right) and self.may_be_order(right)

    def _looks_like_order(self, line: str) -> bool:
        words, folded = _WORD.findall(line[: _LONGEST + 1]), _folded(line)
        if not words or len(line) > _LONGEST or says("greeting", line):
            return False
        is_place = [word.upper() in self.codes or word in self.names for word in folded]
        only_orders = all(
            place or word in KEYWORDS for place, word in zip(is_place, folded, strict=True)
        )
        if (
            self._is_foreign(words, folded)
            or (only_orders and any(is_place) and len(words) > 1)
            or self._is_vote(line)
            or self.is_count(line)
            or self._is_command(line)
        ):
            return True
        unit = self.is_unit_order(line)
        places = sum(
            word in self.codes or (plain in self.names and len(plain) > 3) or (unit and place)
            for word, plain, place in zip(words, folded, is_place, strict=True)
        )
        talk = sum(word in WORDS["talk"] for word in folded)
        begins = self._begins(folded)
        if (unit and places > 1) or (begins and not talk):
            return True
        prose = talk + sum(word in WORDS["article"] for word in folded[1:])
        if prose > 1 or (prose > len(words) // 3 and not unit):
            return False
        arrow = _ARROW.search(line) is not None
        has_verb = any(word in KEYWORDS or word in COAST_WORDS for word in folded[2:])
        if begins or (
            unit
            and (
                arrow
                or places
                or has_verb
                or len(words) < 3
                or any(map(is_foreign, words))
                or self._is_near_name(folded[1])
            )
        ):
            return True
        is_short = all(len(word) <= 4 for word in words)
        is_known = is_short or not "".join(words).isascii() or self._has_name(line)
        if arrow and len(words) <= 4 and is_known:
            return not prose
        # `It's raining in Brest.`
        return places > 0 and len(words) <= 6 and (not prose or arrow or has_verb)

    def _begins(self, words: Sequence[str]) -> bool:
        """Whether words begin as an order does, perhaps with a slip, and are not too many."""
        lead = words[0]
        if lead not in self.leads and len(words) > 1:
            lead = next(iter(get_close_matches(lead, self.leads, 1, _NEAR)), "")
        return lead in self.leads and len(words) <= max(_SHORT, 2 * self.leads[lead])

    def _is_command(self, line: str) -> bool:
        """Whether a line instructs a unit: `Destroy the army at Paris`; or votes."""
        words, folded = _WORD.findall(line), _folded(line)
        if not words or len(words) > _SHORT or line.endswith("?"):
            return False
        placed = any(word.upper() in self.codes or word in self.names for word in folded)
        placed = placed or any(self._long_names(words)) or not WORDS["unit"].isdisjoint(folded)
        leads = folded[0] in WORDS["strong"] or folded[0] in WORDS["attack"]
        return leads and placed and not self.is_talk(line)

    def _is_vote(self, line: str) -> bool:
        """Whether a line votes for a draw or for someone's victory, or against."""
        folded = _folded(line)
        said = set(folded)
        if WORDS["vote"].isdisjoint(said) or said & WORDS["doubt"] or line.endswith("?"):
            return False
        begun = folded[0] in ("vote", "votes", "set") and len(folded) > 1
        return len(folded) <= _LONGEST_VOTE and (begun or len(said & WORDS["voting"]) > 1)

    def is_count(self, line: str) -> bool:
        """Whether a line gives numbers to names: `IRL 3`, `2 BRXX`, `3 on Erfort`."""
        parts = [part for part in re.split(r"[,;&]|\band\b", line.strip(" .!")) if part.strip()]
        if not (self._counts and parts):
            return False
        return all(map(self._is_one_count, parts)) or self._is_one_count(_COMMA.sub(" ", line))

    def count_of(self, line: str) -> str:
        """A number beside a name as orders have it: `3 x Bremen` is `3: Bremen`; "" for others."""
        line = _INTO.sub(r"\1 ", line)
        number = _PLAIN_COUNT.search(line)
        if number is None or not self._is_one_count(line):
            return ""
        words = _WORD.findall(_COUNT.sub(" ", line))
        name = " ".join(word for word in words if fold(word) not in WORDS["beside"])
        return f"{number[0]}: {name}"

    def _is_one_count(self, part: str) -> bool:
        words = _WORD.findall(_COUNT.sub(" ", part))
        is_put = any(map(str.isdecimal, part)) or any(fold(one) in WORDS["beside"] for one in words)
        words = [word for word in words if fold(word) not in WORDS["beside"]]
        if not 0 < len(words) <= _LONGEST_NAME or len(_COUNT.findall(part)) != 1:
            return False
        folded = [fold(word) for word in words]
        if not WORDS["counted"].isdisjoint(folded) or not WORDS["prose"].isdisjoint(folded):
            return False
        # A single word next to a number is a name, in any spelling.
        if len(words) == 1 and len(words[0]) > 1 and is_put:
            return True
        known = folded[0].upper() in self.codes or self._is_near_name(folded[0])
        return known or any(self._long_names(words))

    def _is_foreign(self, words: Sequence[str], folded: Sequence[str]) -> bool:
        """Whether words are an order in another language."""
        foreign = sum(map(is_foreign, words))
        if not foreign or len(words) > 2 * _SHORT:
            return False
        placed = any(
            word in self.codes or plain in self.names
            for word, plain in zip(words, folded, strict=True)
        )
        if is_foreign_unit(words[0]):
            return foreign > 1 or placed or len(words) <= _SHORT
        if prose := sum(word in WORDS["prose"] for word in folded):
            return foreign > 1 and placed and prose < 2
        return placed or foreign > 1 or (is_foreign(words[0]) and 1 < len(words) <= _SHORT)

    # Whether a line is about orders, and the answer to its author.

    def is_unclear(self, line: str) -> bool:
        """Whether a line is about orders without being one, so that its author has to write it in
        another way."""
        if len(line) > _LONGEST:
            return False
        has_order, is_talk = _IN_PROSE.search(line) is not None, self.is_talk(line)
        if line.endswith("?"):  # `Could you enter A PAR - BUR?`
            is_asked = has_order and _YOU.search(line) is not None
            return is_asked or (self._is_led(line) and self._has_name(line))
        is_above = line.endswith(":") and says("condition", line) is not None
        label, _, rest = line.partition(":")  # `ALLY: England if they ally me`
        is_order = fold(label) in self._orders and self._has_name(rest)
        is_closing = says("closing", line) is not None  # `A bientôt`
        is_order = is_order or (self.is_unit_order(line) and not (is_talk or is_closing))
        is_order = is_order or self._begins_with_move(line)
        if is_above or is_order or self.is_conditional(line):
            return True
        folded = set(_folded(line))
        is_long = len(_folded(line)) > _LONGEST_CHANGE
        if not (has_order or self._has_name(line)) or is_long or says("greeting", line):
            return False
        changes = says("change", line) is not None
        if (has_order and (changes or not is_talk)) or self._counts_name(line):
            return True
        if is_talk:
            return False
        is_placed = self._is_placed(line)
        is_heading = line.endswith(":") and not is_placed  # `My units:`
        if is_heading or says("closing", line) or self.says_none(line):
            return False
        is_put = not folded.isdisjoint(WORDS["beside"]) or (self._counts and len(folded) < 5)
        is_plain = not WORDS["talk"] & {*_folded(unspoken(line))}
        is_verb = not folded.isdisjoint(self._orders - WORDS["unit"])
        is_form = len(folded) > 1 and folded <= self._orders  # `Unit: Army`
        # A single place is where its author has been.
        return (
            (is_placed and not folded.isdisjoint(self._orders))
            or ((is_verb or is_form) and is_plain)
            or (says("together", line) is not None and (is_put or is_verb))
            or (changes and len(self.named_in(line)) > 1)
        )

    def _is_placed(self, line: str) -> bool:
        """Whether a line has a place or a power."""
        named = {fold(name) for name in self.named_in(line)}
        orders = {name for name in named if {name, name.removesuffix("s")} & self._orders}
        return bool(named - orders) or not self._powers.isdisjoint(_folded(line))

    def _counts_name(self, line: str) -> bool:
        """Whether a number is beside a name and counts nothing else: `put 3 of them on HES`"""
        for found in _COUNT.finditer(line) if self._counts else ():
            behind = line[found.end() : found.end() + _BEHIND]
            before = line[max(found.start() - _BEHIND, 0) : found.start()]
            is_dated = not WORDS["counted"].isdisjoint(_folded(behind)[:1])
            if not is_dated and self._has_name(f"{before} {behind}"):
                return True
        return False

    def why_not(self, line: str) -> str:
        """The reason why a line is not taken for an order."""
        if line.endswith(":") and says("condition", line):
            return CONDITION_ABOVE
        if self.is_conditional(line):
            return WITH_CONDITION
        if _IN_PROSE.search(line) is not None or self._begins_with_move(line):
            return AMONG
        foreign = sum(map(is_foreign, _WORD.findall(line[:_LONGEST])))
        hint = english_hint(line) if foreign > 1 or self._looks_like_order(line) else ""
        if not hint and (named := self.named_in(line)):
            hint = f"it has {', '.join(named)}: write each order on its own line"
        return f"no order; {hint}" if hint else "no order"

    def _has_name(self, line: str) -> bool:
        """Whether a line has a place, a power or a word of orders."""
        powers = (word in self._powers for word in _folded(line) if len(word) > 2)
        return bool(self.named_in(line)) or any(powers)

    def named_in(self, line: str) -> tuple[str, ...]:
        """The first words of orders and names of places that a line has."""
        found: dict[str, None] = {}
        words = _WORD.findall(line)
        codes = map(str.upper, _NUMBER_CODE.findall(line))
        for word in (*_CODE.findall(line), *codes, *words):
            plain = fold(word)
            is_name = word[0].isupper() and len(plain) > 3 and plain in self.names
            is_word = plain in self._orders or plain.removesuffix("s") in self.leads
            if word in self.codes or is_name or is_word:
                found[word] = None
        found.update(dict.fromkeys(self._long_names(words)))
        return tuple(found)[:_MOST_NAMED]

    def _long_names(self, words: Sequence[str]) -> Iterator[str]:
        """The names of several words."""
        for at in range(len(words)):
            for end in range(at + 2, min(at + _LONGEST_NAME, len(words)) + 1):
                name = " ".join(words[at:end])
                if name.casefold() in self.long_names and words[at][0].isupper():
                    yield name

    def _is_near_name(self, word: str) -> bool:
        return bool(get_close_matches(word, self.names, 1, _NEAR))


@lru_cache(maxsize=1024)
def _folded(line: str) -> tuple[str, ...]:
    """The words of a line without case and accents."""
    return tuple(map(fold, _WORD.findall(line[: _LONGEST + 1])))
