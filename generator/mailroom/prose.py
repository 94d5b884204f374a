"""Telling chatter from orders with a slip in them, in lines that no ruleset can read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
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
from generator.mailroom.phrases import (
    ATTACKS,
    BESIDE,
    BESTOWS,
    CHANGES,
    CONDITION,
    COUNTED,
    DOUBTS,
    IN_PROSE,
    NAMED,
    NONE,
    PARTS,
    PROSE,
    QUALIFIES,
    SAYS_VOTE,
    SHORT_ARTICLES,
    STRONG,
    TOGETHER,
    UNIT_WORDS,
    VOTES,
    corrected,
    is_closing,
    is_greeting,
    unspoken,
)

# Letters with a number behind them are a place, as A1, and no word.
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?(?!\w)")
_CODE = re.compile(r"[A-Z]+\d*(?!\w)")
_UNIT = re.compile(
    r"(?:(?:a|f)|(?:army|fleet)(?:\s+(?:in|at|from|of|the))*)(?:\.?\s+|\.?\s*[(\[]\s*)"
    r"[^\W\d_](?:'?[^\W\d_]){2,}",
    re.IGNORECASE,
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
_PLAIN_COUNT = re.compile(r"(?<=\A)\d\d?(?=[^\W\d]|\s?×|[\s.])(?=[\w\s×.!'-]*\Z)(?!.*\s-\s)")
_COMMA = re.compile(r"[,;|]")
_NUMBER_CODE = re.compile(r"\b[A-Za-z]\d{1,2}\b")
# More INFs than any power has, beside a name: `50667 Cologne`. A year is none.
_WILD = re.compile(
    r"(?<!\d)(?!1[4-7]\d\d(?!\d))\d{3,}(?:\s*:|\s+infs?\b|\s+(?:(?:in|on|to)\s+)?[^\W\d_])"
    r"|[^\W\d_]\W{1,3}(?!1[4-7]\d\d\Z)\d{3,}\Z",
    re.IGNORECASE,
)
# Orders that end with a number behind a name: `INFLUENCE hesse 2`.
_NAME_NUMBER = re.compile(r"[^\W\d_]+ .*[^\W\d_]{3,} \d{1,2}\Z")
_NUMBERED = re.compile(r"\d{1,3}\s*(?::|infs?\b)|[^\W\d_]{2,20}\s*:\s*\d{1,3}\Z", re.IGNORECASE)
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
_SAID_OF_OTHERS: Final = (PROSE | DOUBTS) - SHORT_ARTICLES
_LABEL = re.compile(r"[^:;]{1,30}:\s+(?=\S)")


class ProseJudge:
    """Tells orders from prose by the names on a board and the words that its orders begin with."""

    def __init__(
        self,
        names: Mapping[str, str],
        examples: Mapping[str, Iterable[str]],
        powers: Iterable[str] = (),
    ) -> None:
        named = {fold(word) for name in powers for word in _WORD.findall(name)}
        self._powers = frozenset(named - PROSE - {"and"})
        self.codes = frozenset(code.partition("/")[0] for code in names)
        self.names = frozenset(fold(name) for name in names.values())
        plain = [" ".join(_WORD.findall(name)).casefold() for name in names.values()]
        self.long_names = frozenset(name for name in plain if " " in name)
        self.words = frozenset(fold(word) for name in plain for word in name.split())
        # The phases in which orders are numbers beside names.
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
                words = _WORD.findall(one) if re.match(r"[^\W\d_]+(?!\s*>)\b", one) else []
                lead = fold(words[0]) if words else ""
                if len(lead) > 2:
                    self.leads[lead] = max(self.leads.get(lead, 0), len(words))
                    self._by_phase.setdefault(phase, set()).add(lead)

    def begins_order(self, line: str) -> bool:
        """Whether a line begins as an order of the ruleset does, and goes on."""
        words = _WORD.findall(line)
        return len(words) > 1 and fold(words[0]) in self.leads and not line.endswith(":")

    def is_led(self, line: str) -> bool:
        """Whether a line begins with a unit, or with a word that orders begin with."""
        first = _WORD.match(line)
        return self.is_unit_order(line) or (first is not None and fold(first[0]) in self.leads)

    def is_unit_order(self, line: str) -> bool:
        """Whether a line begins with a unit."""
        return _UNIT.match(line) is not None

    def is_begun(self, line: str, *, open_end: bool) -> bool:
        """Whether a line is the beginning of an order without its end: `WAR:`, `Alliances:`."""
        words = [fold(word) for word in _WORD.findall(line)]
        if not words:
            return open_end and any(sign.isdecimal() for sign in line)
        lead = get_close_matches(words[0], self.leads, 1, _NEAR)
        return bool(lead) and (len(words) == 1 or (open_end and self._begins(words)))

    def leads_in(self, line: str, phase: str) -> bool:
        """Whether a line begins as an order of that phase does, also where its first word is
        written in two: `RELIGIOUS WAR`."""
        if self.is_count(line):
            return phase in self._counting
        words = [fold(word) for word in _WORD.findall(line[:_LONGEST])][:2]
        leads = self._by_phase.get(phase, set())
        return bool(words) and (words[0] in leads or "".join(words) in leads)

    def english_hint(self, line: str) -> str:
        """Which English words to write, where a line seems to be an order in another language."""
        foreign = sum(map(is_foreign, _WORD.findall(line[:_LONGEST])))
        return english_hint(line) if foreign > 1 or self._may_be_order(line) else ""

    def is_conditional(self, line: str) -> bool:
        """Whether an order is to count only if something happens. No ruleset takes it from here:
        those that have such orders of their own read them."""
        if CONDITION.search(line[:_LONGEST]) is None:
            return False
        if IN_PROSE.search(line) is not None:
            return True
        parts = (part.strip() for part in PARTS.split(line[:_LONGEST]))
        return any(self._is_led(part) and self.may_be_order(part) for part in parts)

    def _is_led(self, line: str) -> bool:
        """Whether a line begins with a unit, a number, or a word with which orders begin."""
        first = next(map(fold, _WORD.findall(line[:_LONGEST])), "")
        return self.is_led(line) or first in STRONG or line[:1].isdigit()

    def is_talk(self, line: str) -> bool:
        """Whether a line talks about orders, in a sentence."""
        words = map(fold, _WORD.findall(line))
        return sum(word in PROSE and word not in SHORT_ARTICLES for word in words) >= _TALK

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
        """Whether a line is for no orders of a kind: `WAR: NONE`."""
        rest = line.partition(":")[2]
        return bool(rest.strip()) and NONE.issuperset(map(fold, _WORD.findall(rest)))

    def asks(self, line: str) -> bool:
        """Whether a line that orders something has a question mark, outside of a remark."""
        return "?" in _REMARK.split(line[:_LONGEST], maxsplit=1)[0]

    def may_change(self, remark: str) -> bool:
        """Whether a remark behind an order may be a part of it, or take something of it back."""
        words = set(map(fold, _WORD.findall(remark)))
        is_plain = not any(map(str.isdecimal, remark)) and not self.asks(remark)
        named = words & (COAST_WORDS.keys() | KEYWORDS.keys() - {"a", "to", "and", "stay", "stays"})
        named |= {word for word in words if word.upper() in self.codes}
        qualified = CONDITION.search(remark) or QUALIFIES.search(remark) or CHANGES.search(remark)
        # One word may be a verdict, `(superseded)`; with a sign behind it, it is an exclamation.
        is_verdict = len(words) < 2 and not remark.rstrip().endswith("!")
        is_plain = is_plain and not is_verdict and BESTOWS.search(remark) is None
        return not is_plain or bool(named or qualified) or self._has_name(remark)

    def is_term(self, part: str) -> bool:
        """Whether a part of a line belongs to an order beside it: `1 interest`, `due 1625`."""
        has_number = any(map(str.isdecimal, part))
        return has_number and not self.is_led(part) and not self._has_name(part)

    def is_unclear(self, line: str) -> bool:
        """Whether a line is about orders without being one, so that its author has to write it in
        another way."""
        if len(line) > _LONGEST:
            return False
        if line.endswith("?"):  # `Could you enter A PAR - BUR?`
            is_asked = IN_PROSE.search(line) is not None and _YOU.search(line) is not None
            return is_asked or (self._is_led(line) and self._has_name(line))
        if self.is_conditional(line) or (self.is_unit_order(line) and not self.is_talk(line)):
            return True
        words = _WORD.findall(line)
        folded = set(map(fold, words))
        has_order, named = IN_PROSE.search(line) is not None, self.named_in(line)
        is_long = len(words) > _LONGEST_CHANGE
        if not (has_order or self._has_name(line)) or is_long or is_greeting(line):
            return False
        is_talk = self.is_talk(line)
        if has_order and (CHANGES.search(line) is not None or not is_talk):
            return True
        for found in _COUNT.finditer(line) if self._counts else ():
            behind = line[found.end() : found.end() + _BEHIND]
            is_dated = not COUNTED.isdisjoint(map(fold, _WORD.findall(behind)[:1]))
            before = line[max(found.start() - _BEHIND, 0) : found.start()]
            if not is_dated and self._has_name(f"{before} {behind}"):
                return True
        if not is_talk and not is_closing(line) and self._is_told(line, named, folded):
            return True
        # A single place is where its author has been.
        is_order = len(named) > 1 or not folded.isdisjoint(NAMED | ATTACKS | self.leads.keys())
        is_put = not folded.isdisjoint(BESIDE) or (self._counts and len(words) < 5)
        if TOGETHER.search(line) is not None:
            if line.endswith(":") and folded.isdisjoint(self.words):
                return False  # `My units:`
            return not is_talk and (is_order or is_put)
        return not is_talk and is_order and CHANGES.search(line) is not None

    def _is_told(self, line: str, named: Sequence[str], folded: set[str]) -> bool:
        """Whether a line has a word of orders and whom or what it is about, or little else."""
        leads = STRONG | UNIT_WORDS | ATTACKS | self.leads.keys()
        if folded.isdisjoint(leads | NAMED):
            return False
        is_placed = any(fold(name) not in leads | NAMED for name in named)
        label, _, rest = line.partition(":")
        if self.says_none(line):
            return False
        is_labelled = bool(rest.strip()) and len(label.split()) < _LONGEST_NAME
        bare = unspoken(line)
        is_said = bare != line and {*map(fold, _WORD.findall(bare))}.isdisjoint(_SAID_OF_OTHERS)
        is_double = len(folded & (leads - UNIT_WORDS)) > 1
        if is_placed or is_labelled or is_said or is_double or folded & self._powers:
            return True
        is_short = len(folded) < _LONGEST_NAME and not (folded & PROSE) - SHORT_ARTICLES
        is_bare = line.endswith(":") or folded.isdisjoint(leads - {"unit", "units"})
        return is_short and not is_bare

    def _has_name(self, line: str) -> bool:
        """Whether a line has a place, a power or a word of orders."""
        powers = (fold(word) in self._powers for word in _WORD.findall(line) if len(word) > 2)
        return bool(self.named_in(line)) or any(powers)

    def why_not(self, line: str) -> str:
        """The reason why a line is not taken for an order."""
        if self.is_conditional(line):
            return WITH_CONDITION
        if IN_PROSE.search(line) is not None:
            return AMONG
        hint = self.english_hint(line)
        if not hint and (named := self.named_in(line)):
            hint = f"it has {', '.join(named)}: write each order on its own line"
        return f"no order; {hint}" if hint else "no order"

    def named_in(self, line: str) -> tuple[str, ...]:
        """The first words of orders and names of places that a line has."""
        found: dict[str, None] = {}
        words = _WORD.findall(line)
        codes = map(str.upper, _NUMBER_CODE.findall(line))
        for word in (*_CODE.findall(line), *codes, *words):
            plain = fold(word)
            is_name = word[0].isupper() and len(plain) > 3 and plain in self.names
            is_word = plain in NAMED or plain in self.leads or plain.removesuffix("s") in self.leads
            if word in self.codes or is_name or is_word:
                found[word] = None
        found.update(dict.fromkeys(name for name in self._long_names(words)))
        return tuple(found)[:_MOST_NAMED]

    def _long_names(self, words: list[str]) -> Iterator[str]:
        """The names of several words."""
        for at in range(len(words)):
            for end in range(at + 2, min(at + _LONGEST_NAME, len(words)) + 1):
                name = " ".join(words[at:end])
                if name.casefold() in self.long_names and words[at][0].isupper():
                    yield name

    def _begins(self, words: list[str]) -> bool:
        """Whether words begin as an order does, perhaps with a slip, and are not too many."""
        lead = words[0]
        if lead not in self.leads and len(words) > 1:
            lead = next(iter(get_close_matches(lead, self.leads, 1, _NEAR)), "")
        return lead in self.leads and len(words) <= max(_SHORT, 2 * self.leads[lead])

    def may_be_order(self, line: str) -> bool:
        """Whether a line that cannot be read was meant as an order."""
        label = _LABEL.match(line)
        if label is not None and self._may_be_order(line[label.end() :]):
            return True
        right, bare = corrected(line), unspoken(line)
        return (
            self._may_be_order(line)
            or (right != line and self._may_be_order(right))
            or (bare != line and (self._is_command(bare) or self._is_vote(bare)))
        )

    def adds(self, line: str) -> bool:
        """Whether a line corrects an order in words, and not that of a unit, which has only one."""
        right = corrected(line)
        said = line[: len(line) - len(right)]
        is_in_words = bool(said) and not any(map(str.isdecimal, said))
        return is_in_words and not self.is_unit_order(right) and self.may_be_order(right)

    def _is_command(self, line: str) -> bool:
        """Whether a line tells a unit what to do: `Destroy the army at Paris`; or votes."""
        words = _WORD.findall(line)
        folded = [fold(word) for word in words]
        if not words or len(words) > _SHORT or line.endswith("?"):
            return False
        placed = any(word.upper() in self.codes or word in self.names for word in folded)
        placed = placed or any(self._long_names(words)) or not UNIT_WORDS.isdisjoint(folded)
        leads = folded[0] in STRONG or folded[0] in ATTACKS
        return leads and placed and not self.is_talk(line)

    def _is_vote(self, line: str) -> bool:
        """Whether a line votes for a draw or for someone's victory, or against."""
        folded = [fold(word) for word in _WORD.findall(line)]
        said = set(folded)
        if VOTES.isdisjoint(said) or not DOUBTS.isdisjoint(said) or line.endswith("?"):
            return False
        begun = folded[0] in ("vote", "votes", "set") and len(folded) > 1
        return len(folded) <= _LONGEST_VOTE and (begun or len(said & (VOTES | SAYS_VOTE)) > 1)

    def is_count(self, line: str) -> bool:
        """Whether a line gives numbers to names: `IRL 3`, `2 BRXX`, `3 on Erfort`."""
        parts = [part for part in re.split(r"[,;&]|\band\b", line.strip(" .!")) if part.strip()]
        if not (self._counts and parts):
            return False
        return all(map(self._is_one_count, parts)) or self._is_one_count(_COMMA.sub(" ", line))

    def count_of(self, line: str) -> str:
        """A number beside a name as orders have it: `3 x Bremen` is `3: Bremen`; "" for others."""
        number = _PLAIN_COUNT.search(line)
        if number is None or not self._is_one_count(line):
            return ""
        words = _WORD.findall(_COUNT.sub(" ", line))
        return f"{number[0]}: {' '.join(word for word in words if fold(word) not in BESIDE)}"

    def _is_one_count(self, part: str) -> bool:
        counts = _COUNT.findall(part)
        words = _WORD.findall(_COUNT.sub(" ", part))
        is_put = any(map(str.isdecimal, part)) or any(fold(word) in BESIDE for word in words)
        words = [word for word in words if fold(word) not in BESIDE]
        if not 0 < len(words) <= _LONGEST_NAME or len(counts) != 1:
            return False
        folded = [fold(word) for word in words]
        if not COUNTED.isdisjoint(folded) or not PROSE.isdisjoint(folded):
            return False
        (word, plain) = (words[0], folded[0])
        # A word alone beside a number is a name, however it is spelled.
        if len(words) == 1 and len(word) > 1 and is_put:
            return True
        known = plain.upper() in self.codes or self._is_near_name(plain)
        return known or any(self._long_names(words))

    def _may_be_order(self, line: str) -> bool:
        words = _WORD.findall(line)
        if not words or len(line) > _LONGEST or is_greeting(line):
            return False
        folded = [fold(word) for word in words]
        unit = _UNIT.match(line) is not None
        if self._is_foreign(words, folded):
            return True
        prose = sum(
            word in PROSE and (word not in SHORT_ARTICLES or place > 0)
            for place, word in enumerate(folded)
        )
        places = sum(
            word in self.codes
            or (plain in self.names and len(plain) > 3)
            or (unit and word.upper() in self.codes)
            for word, plain in zip(words, folded, strict=True)
        )
        arrow = _ARROW.search(line) is not None
        if unit and places >= 2:
            return True
        # Nothing but places, however they are written, and words of orders: `Rom: Ven`.
        at = [word.upper() in self.codes or word in self.names for word in folded]
        if (
            len(words) > 1
            and any(at)
            and all(is_place or word in KEYWORDS for is_place, word in zip(at, folded, strict=True))
        ):
            return True
        if self._is_vote(line) or self.is_count(line) or self._is_command(line):
            return True
        if self._begins(folded) and all(
            word not in PROSE or word in SHORT_ARTICLES for word in folded
        ):
            return True
        if prose >= 2:
            return False
        if prose > len(words) // 3 and not unit:
            return False
        is_told = arrow or places or len(words) <= 2 or _has_verb(folded)
        if unit and (is_told or any(map(is_foreign, words)) or self._is_near_name(folded[1])):
            return True
        if self._begins(folded):
            return True
        is_known = _short(words) or not "".join(words).isascii() or self._has_name(line)
        if arrow and len(words) <= 4 and is_known:
            return not prose
        # `It's raining in Brest.`
        return places > 0 and len(words) <= 6 and (not prose or arrow or _has_verb(folded))

    def _is_near_name(self, word: str) -> bool:
        return bool(get_close_matches(word, self.names, 1, _NEAR))

    def _is_foreign(self, words: list[str], folded: list[str]) -> bool:
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
        if prose := sum(word in PROSE for word in folded):
            return foreign > 1 and placed and prose < 2
        return placed or foreign > 1 or (is_foreign(words[0]) and 1 < len(words) <= _SHORT)


def _has_verb(folded: list[str]) -> bool:
    return any(word in KEYWORDS or word in COAST_WORDS for word in folded[2:])


def _short(words: list[str]) -> bool:
    return all(len(word) <= 4 for word in words)
