"""Headings in mails: for which game, power and phase the lines below them are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from generator.engine.orders.words import KEYWORDS, fold, is_foreign
from generator.engine.rulebook import PowerFacts
from generator.mailroom.prose import ProseJudge
from generator.mailroom.quotations import has_date, has_year
from generator.mailroom.words import PHASES, WORDS, is_former, says

_RUN = re.compile(r"[^\W_]+(?:'[^\W\d_]+)?")
# Letters with a number behind them are two words in `Phase2`, `S1901` and `F01`, and one in `A1`,
# which is a place.
_GLUED = re.compile(r"([^\W\d_]{3,}|[^\W\d_](?=\d{2}(?:\d{2})?\Z))(\d+)\Z")
_ELIDED = re.compile(r"(?:[ldn]|dell|nell|all)'(?=\w{4})", re.IGNORECASE)  # `l'automne`
_BEGUN = re.compile(r"[^,(]+(?=[,(])")
_OF_WAR = re.compile(r"(declarations?) of war\b", re.IGNORECASE)
# Phases whose names begin no order.
_LEADS: Final = frozenset({"diplomatic", "movement", "spring", "fall", "winter"})
_WEAK: Final = "order"
_ROUND: Final = "round"
_LONGEST: Final = 120
_DATES: Final = range(1990, 2101)
_MOST_APART: Final = 40
"""The years between the one that a game is in and one that someone may name."""
# A power next to the name of its player: `Edward - England`, `England (Edward)`.
_BESIDE = re.compile(r"\s+[-\u2010-\u2015]+\s+|\s*[:,/|(\[]\s*|\s*[)\]]\s*|\s*[*_=#]+\s*\Z")
_PERSON = re.compile(r"[^\W\d_]\S{1,20}(?: \S{1,20}){0,2}")
# `Bob:`, `And Bob wants:`, `Otto's orders:`, `Orders of Otto`, `On behalf of Otto:`.
_NAMED: Final = r"[A-ZÀ-Þ][^\W\d_]{1,20}"
_SHEET: Final = r"(?i:orders?|moves|sheet|turn|units|infs?)"
_WHOSE: Final = re.compile(
    r"(?:(?i:and|here|are|is|come|these|now|the|also|from|for|by|to|what|my|our|friend|ally|von|für|an"
    r"|und|de|pour|et|y|para|per|e|la|le|du|befehle|ordres|ordini)\s+)*"
    rf"(?:(?P<his>(?i:his|hers?|theirs?))(?:\s+{_SHEET})?"
    rf"|(?P<alone>{_NAMED})(?:['’]s?|\s{_NAMED})?(?:,\s(?i:who|whose|my|our)\b[^:]*)?"
    rf"|(?P<does>{_NAMED})\s+(?i:wants|says|said|asks|asked|sends|sent|would|will|has|plays)\b[^:]*"
    rf"|(?P<said>{_NAMED})['’]s?\s+(?:\w+\s+)?{_SHEET}"
    rf"|{_SHEET}\s+(?i:of|from|by)\s+(?P<of>{_NAMED})"
    rf"|(?i:on behalf of|in the name of)\s+(?P<for>{_NAMED}))\s*[:.]?\Z"
)
_OF: Final = frozenset(("for", "of", "from"))
_SEASONS: Final = frozenset(("spring", "summer", "fall", "winter"))
_BRACKETED: Final = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_LONGEST_SHEET: Final = 7
"""Words of a line without a colon that introduces a sheet: `Dutch orders as agreed`."""
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_OF_TIME: Final = re.compile(
    r"@\w+|\b(?:[ap]\.?m\b\.?|h|at|on|um|uhr|den|le|el|om|kl|gmt|utc)\b", re.I
)
_MOST_STAMPED: Final = 7


class Calendar(Struct, frozen=True):
    """The phases of the running year: slug to title, in order; and the current one.
    `round` is the year's number where the rules count Rounds, 0 where they do not."""

    year: int
    phase: str
    titles: Mapping[str, str]
    round: int = 0

    @property
    def open(self) -> tuple[str, ...]:
        """The current phase and those after it."""
        slugs = tuple(self.titles)
        return slugs[slugs.index(self.phase) :]


class Heading(Struct, frozen=True):
    """The facts in a heading. `words` are those of phases, in one spelling; `clear`: it cannot be
    but a heading; `weak`: it has no word but that for orders; `year` and `round` are 0 where the
    heading has no such number; `numbers` are those of the phase, as `Battle Phase 2, battle round
    1` has two; `among`: the power is among other words; `person`: a name whose power is not known,
    which is not `clear` where nothing is beside it (`Bob:`, or `Logistics:`)."""

    powers: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()
    year: int = 0
    clear: bool = False
    weak: bool = False
    round: int = 0
    numbers: tuple[str, ...] = ()
    among: bool = False
    person: str = ""

    def __bool__(self) -> bool:
        """Whether there is a heading at all."""
        return bool(self.powers or self.is_dated or self.weak or self.person)

    @property
    def is_dated(self) -> bool:
        return bool(self.words or self.year or self.round)

    @property
    def is_timed(self) -> bool:
        """Whether a person's name is beside a time, as in a conversation."""
        return any(map(str.isdecimal, self.person))


NO_HEADING: Final = Heading()


class Headings:
    """Reads headings by the names of a ruleset's powers and the titles of its phases."""

    def __init__(
        self, powers: Mapping[str, PowerFacts], calendar: Calendar, judge: ProseJudge
    ) -> None:
        self.judge = judge
        self.calendar = calendar
        self.powers: dict[tuple[str, ...], str] = {}
        for power, facts in powers.items():
            # Its people go by it, too: `the Ottomans`.
            for name in (facts.name, facts.short, facts.adjective, power, f"{facts.adjective}s"):
                words = _split_words(name)
                if words:
                    self.powers.setdefault(words, power)
                    if words[0] == "the":
                        self.powers.setdefault(words[1:], power)
        self.longest = max(map(len, self.powers), default=1)
        first = {slug.partition("-")[0] for slug in calendar.open}
        self.kept = frozenset(("influence",)) & first
        self.numbers = {
            slug: tuple(filter(str.isdecimal, _split_words(slug))) for slug in calendar.titles
        }
        self.slug_words = {slug: self._phase_words(slug) for slug in calendar.titles}
        self.phase_words = {
            slug: self.slug_words[slug]
            | {word for word in self._phase_words(title) if not word.isdecimal()}
            for slug, title in calendar.titles.items()
        }
        known = {word for words in self.phase_words.values() for word in words}
        self.known = frozenset(known | {_ROUND} if calendar.round else known)
        self.names_of_phases = {
            slug: self._names_of_phase(slug, title) for slug, title in calendar.titles.items()
        }
        self.titles = {
            tuple(word for word in _split_words(title) if word != str(calendar.year))
            for title in calendar.titles.values()
        }
        self.is_battle_round = _ROUND in self.slug_words[calendar.phase]

    def powers_in(self, text: str) -> tuple[str, ...]:
        """The powers that a text names, each once, in its order."""
        words = _split_words(text[:_LONGEST])
        found = []
        at = 0
        while at < len(words):
            power, used = self._power(words, at)
            if power:
                found.append(power)
            at += used
        return tuple(dict.fromkeys(found))

    def label(self, line: str, *, clipped: bool = False) -> str:
        """The power in front of a colon with something behind it, perhaps only the beginning of its
        name (`clipped`); "" for none."""
        name, colon, rest = line[:_LONGEST].partition(":")
        if not (colon and rest.strip()):
            return ""
        power = self.powers.get(_split_words(name), "")
        if clipped and not power and (begun := self.clipped(f"{name}:")) is not None:
            power = begun.powers[0]
        among = self.among(f"{name}:") if not power and name.strip() else None
        return among.powers[0] if among is not None else power

    def leading(self, line: str) -> str:
        """The power in front of an order without a colon, as in a table; "" for none."""
        words = line[:_LONGEST].strip("| ").split()
        for used in range(1, min(self.longest, len(words) - 1) + 1):
            power = self.powers.get(_split_words(" ".join(words[:used])), "")
            if power and self.judge.is_unit_order(" ".join(words[used:]).lstrip("|,- ")):
                return power
        return ""

    def among(self, line: str) -> Heading | None:
        """The heading in a line with one power among other words; None for any other line.

        `England (Edward)`, `Edward - England`, and with a colon at the end also whole sentences
        that do not set the power apart (`Against Saxony:`), or that address someone: `Otto's orders
        for Saxony:`.
        """
        if len(line) > _LONGEST or any(map(str.isdecimal, line)) or ">" in line:
            return None
        found = self.powers_in(line)
        if len(found) != 1 or self.judge.begins_order(line) or self.judge.is_unit_order(line):
            return None
        if self._is_beside(line):
            return Heading(found, among=True)
        words = [word for word in _split_words(line) if word != "the"]
        if not WORDS["part"].isdisjoint(words):
            return None
        beside = [word for at, word in enumerate(words) if self._power(words, at + 1)[0]]
        if not WORDS["enemy"].isdisjoint(beside):
            return None
        begun, used = self._power(words, 0)
        heads = (
            bool(begun) or not WORDS["sheet"].isdisjoint(words) or WORDS["apart"].isdisjoint(words)
        )
        heads = heads or any(
            _split_words(part) in self.powers for part in re.findall(r"\(([^()]*)\)", line)
        )
        heads = heads or not _OF.isdisjoint(beside)
        is_begun = self.judge.is_begun(line, open_end=True)
        is_open = line.rstrip(" *_=-)]").endswith(":") and not is_begun
        heads_sheet = words[used] if begun and used < len(words) else words[0]
        is_open = is_open or (heads_sheet in WORDS["sheet"] and len(words) < _LONGEST_SHEET)
        is_other = is_open and not (says("mine", line) or says("condition", line))
        return Heading(found, among=True) if heads and is_other else None

    def _is_beside(self, line: str) -> bool:
        """Whether a line is a power and a name that is nothing on the board."""
        parts = [part for part in _BESIDE.split(line.strip(" *_=#")) if part]
        others = [part for part in parts if _split_words(part) not in self.powers]
        return (
            len(parts) == 2
            and len(others) == 1
            and _PERSON.fullmatch(others[0]) is not None
            and (
                others[0][0].isupper()
                or others[0].startswith(("from ", "for ", "by "))
                or (line.endswith(")") and not says("condition", line))
            )
            and not self.judge.named_in(others[0])
        )

    def clipped(self, line: str) -> Heading | None:
        """The heading that a line is which has the beginning of one power's name: `Sax:`."""
        word = fold(line.strip(" *_=#").rstrip(":"))
        is_label = line.endswith(":") or line.isupper()
        if not (is_label and 2 < len(word) < 12 and word.isalpha()) or word == "the":
            return None
        found = {power for name, power in self.powers.items() if name[0].startswith(word)}
        return Heading(tuple(found), clear=line.endswith(":")) if len(found) == 1 else None

    def person(self, line: str) -> Heading | None:
        """The heading that a line is which has a person's name in place of a power's."""
        if (is_former(line) and not says("latter", line)) or self._is_stamp(line):
            return Heading(person=line, clear=True, among=True)
        found = _WHOSE.match(line) if len(line) <= _LONGEST else None
        if found is None or self.judge.named_in(line):
            return None
        is_open = found["alone"] or found["does"]
        name = next(filter(None, found.groups()))
        known = WORDS["topic"] | self.judge.words | KEYWORDS.keys()
        is_topic = fold(name) in known or is_foreign(name)
        if is_open and (is_topic or not line.endswith(":")):
            return None
        is_word = found["alone"] and line.startswith(name) and not re.search("['’]", line)
        return Heading(person=name, clear=not is_word, among=True)

    def _is_stamp(self, line: str) -> bool:
        """Whether a line is a time of writing, perhaps beside a name, as above the mail of another
        person: `Ruth Example 10:03 AM`."""
        words = _LETTERS.findall(_OF_TIME.sub(" ", line))
        small = sum(word[0].islower() for word in words)
        is_short = len(line) <= _LONGEST and len(words) <= _MOST_STAMPED and small <= has_year(line)
        if not (is_short and has_date(line) and (words or has_year(line))):
            return False
        if not WORDS["due"].isdisjoint(map(fold, words)) or self.powers_in(line):
            return False
        return not self.judge.named_in(line) and not self.judge.may_be_order(line)

    def lead(self, line: str) -> tuple[str, str]:
        """The heading with its colon at the beginning of a line of orders (`Diplomacy: 3: HAM`),
        and what is below it; "" and the line for none. `Build: A PAR` is an order as it is, and
        gives its phase."""
        head, colon, rest = line[:_LONGEST].partition(":")
        heading = self.read(f"{head}:") if colon and rest.strip() else None
        found = heading.words if heading is not None else frozenset()
        rest = line[len(head) + 1 :].strip()
        if heading is not None and heading.weak and self.judge.is_unit_order(rest):
            return f"{head}:", rest
        if not found:
            return "", line
        if "build" in found and self.judge.is_unit_order(rest):
            return f"{head}:", line
        is_lead = found <= _LEADS or (self.judge.is_led(rest) and not self.judge.is_led(head))
        return (f"{head}:", rest) if is_lead else ("", line)

    def read(self, line: str) -> Heading | None:
        """The heading that a line is, or None. Of `Retreats, if any:` the beginning is read."""
        if len(line) > _LONGEST:
            return None
        heading = self._read(_OF_WAR.sub(r"\1", line))
        begun = _BEGUN.match(line) if heading is None and line.endswith(":") else None
        if begun is None:
            return heading
        heading = self._read(f"{begun[0]}:")
        return heading if heading is not None and heading.words and not heading.powers else None

    def _read(self, line: str) -> Heading | None:
        words = _split_words(line.strip(" #=*_-[]()<>"))
        powers: list[str] = []
        found: set[str] = set()
        numbers: list[str] = []
        year, rounds, fillers = 0, 0, 0
        at = 0
        while at < len(words):
            word = words[at]
            power, used = self._power(words, at)
            season = self._season(words, at)
            if power:
                powers.append(power)
            elif number := self._round(words, at):
                rounds, used = number, 2
            elif word.isdecimal() and (said := self._year(word, dated=bool(found))):
                year = said
            elif word.isdecimal():
                if not found or word not in self.known:
                    return None
                found.add(word)  # the second of several: `Battle Phase 2`
                numbers.append(word)
            elif season:
                found.add(season)
            elif self._stem(word) in self.known and word not in WORDS["filler"]:
                found.add(self._stem(word))
            elif word in WORDS["filler"]:
                fillers += self._stem(word) == _WEAK
            else:
                return None
            at += used
        if not (powers or found or year or rounds or fillers):
            return None
        shouted = line.isupper() or line.startswith(("#", "=", "["))
        clear = shouted or line.rstrip(" *_=-)]").endswith(":") or bool(year) or fillers > 0
        clear = clear or rounds > 0 or words in self.titles
        if not clear and not powers and len(words) > 4:
            return None
        weak = not found and not powers and not year and not rounds and fillers > 0
        whose = tuple(dict.fromkeys(powers))
        return Heading(whose, frozenset(found), year, clear, weak, rounds, tuple(numbers))

    def told(self, line: str) -> Heading | None:
        """The heading that a sentence with a colon at its end is, by a phase and its year in it:
        `My orders of Fall 1904 were:`; or a few words with a season: `Fall 1905 (perhaps)`."""
        found = self.glean(line)
        if line.endswith(":") and found.words and found.year and not says("condition", line):
            return replace(found, clear=True)
        bare = _BRACKETED.sub(" ", line[:_LONGEST])
        words = _split_words(bare)
        seasons = _SEASONS & self.known & set(map(self._stem, words))
        is_few = len(words) < _LONGEST_SHEET and WORDS["talk"].isdisjoint(words)
        is_few = is_few and not says("condition", bare)  # `Falls England zustimmt:`
        is_led = line.endswith(":") and not WORDS["toward"].isdisjoint(words[:1])
        is_few = is_few or (is_led and not seasons.isdisjoint(map(self._stem, words[:3])))
        if not (seasons and is_few) or self.judge.named_in(line) or self.judge.may_be_order(line):
            return None
        return Heading(self.powers_in(bare), seasons, found.year, among=True)

    def glean(self, text: str) -> Heading:
        """The year that is between other words, and the phase of which something is in the
        same text; an empty heading where there is no year."""
        words: list[str] = []
        for run in _RUN.findall(text[:_LONGEST]):
            parts = _split_words(run)
            # The number in `ABC1905` is not a year, unlike that in `Spring1905`.
            words += parts if len(parts) == 1 or self._is_phase(parts, 0) else ()
        years = [
            said
            for at, word in enumerate(words)
            if word.isdecimal()
            and (said := self._year(word, dated=at > 0 and self._is_phase(words, at - 1)))
        ]
        stems = [self._stem(word) for word in words]
        known = [stem if stem in self.known and stem != _WEAK else "" for stem in stems]
        if not years:
            # `Fall orders, France`; `Fall` without more may be any word.
            for at, stem in enumerate(known):
                beside = [word for word in words[:at] if word not in _OF][-1:] + words[
                    at + 1 : at + 2
                ]
                if stem and not WORDS["sheet"].isdisjoint(beside):
                    return Heading(words=frozenset((stem,)) - WORDS["filler"])
            return Heading()
        seasons = (self._season(words, at) for at in range(len(words)))
        found = frozenset(filter(None, (*seasons, *known)))
        return Heading(words=found - WORDS["filler"], year=years[0])

    def phase(
        self, words: Iterable[str], after: str, numbers: tuple[str, ...] = ()
    ) -> tuple[str, ...]:
        """The phases that these words name: first those that are still open and not before
        `after`, then the rest; of each, first the one of just these words, then in the order of
        the year. `numbers` have their order, where a phase has two."""
        wanted = frozenset(words)
        plain = frozenset(word for word in wanted if not word.isdecimal())
        slugs = [
            slug
            for slug, known in self.phase_words.items()
            if wanted <= known
            and any(name <= plain for name in self.names_of_phases[slug])
            and (len(numbers) < 2 or numbers == self.numbers[slug])
        ]
        order = list(self.calendar.titles)
        start = order.index(after)
        return tuple(
            sorted(
                slugs,
                key=lambda slug: (
                    order.index(slug) < start,
                    self.slug_words[slug] != wanted,
                    order.index(slug),
                ),
            )
        )

    def _year(self, word: str, *, dated: bool) -> int:
        """A year as a heading has it: in full, or its last two digits behind a phase; 0: none. A
        number far from the game's years is one only behind a phase, and no date of our days."""
        number, year = int(word[:9]), self.calendar.year
        if len(word) == 2 and dated and word not in self.known:
            return year // 100 * 100 + number
        if number == year or (len(word) == 4 and abs(number - year) <= _MOST_APART):
            return number
        return number if len(word) == 4 and dated and number not in _DATES else 0

    def _round(self, words: Sequence[str], at: int) -> int:
        """The Round in this text, as `Round 2`; 0 for none, and for a battle round."""
        if words[at] != _ROUND or not self.calendar.round or self.is_battle_round:
            return 0
        number = words[at + 1] if at + 1 < len(words) else ""
        named_battle = "battle" in map(self._stem, words) or "religious" in words
        return int(number) if number.isdecimal() and len(number) < 4 and not named_battle else 0

    def _is_phase(self, words: Sequence[str], at: int) -> bool:
        return bool(self._season(words, at)) or self._stem(words[at]) in self.known

    def _season(self, words: Sequence[str], at: int) -> str:
        """The first word of a phase for which a letter is before a year: `S 1901`."""
        if at + 1 >= len(words) or len(words[at]) != 1 or not words[at + 1].isdecimal():
            return ""
        if len(words[at + 1]) != 2 and not self._year(words[at + 1], dated=False):
            return ""
        firsts = (slug.partition("-")[0] for slug in self.calendar.titles if "-" in slug)
        return next((first for first in firsts if first[0] == words[at]), "")

    def _power(self, words: Sequence[str], at: int) -> tuple[str, int]:
        for used in range(min(self.longest, len(words) - at), 0, -1):
            power = self.powers.get(tuple(words[at : at + used]))
            if power is not None and not (used == 1 and len(words[at]) < 3):
                return power, used
        return "", 1

    def _phase_words(self, text: str) -> frozenset[str]:
        """The words of a phase's slug or title that distinguish it from others, in one spelling."""
        stems = ((word, self._stem(word)) for word in _split_words(text))
        return frozenset(
            stem for word, stem in stems if word not in WORDS["filler"] or stem == _WEAK
        )

    def _names_of_phase(self, slug: str, title: str) -> tuple[frozenset[str], ...]:
        """The names that a phase may go by, without numbers: its slug, or a part of its title
        between commas and "and". A word from the middle of a title, such as "war", is not a
        name."""
        parts = [slug, *re.split(r",|\band\b", title)]
        names = [
            frozenset(word for word in self._phase_words(part) if word.isalpha()) for part in parts
        ]
        if f"-{_ROUND}-" in slug:
            names.append(frozenset((_ROUND,)))
        return tuple(dict.fromkeys(filter(None, names)))

    def _stem(self, word: str) -> str:
        """A word in one spelling. Influence is a phase of its own where it is one to come."""
        plain = word[:-1] if len(word) > 3 and word.endswith("s") else word
        if plain in self.kept:
            return plain
        return PHASES.get(plain, PHASES.get(word, plain))


def _split_words(text: str) -> tuple[str, ...]:
    found: list[str] = []
    for run in _RUN.findall(text):
        glued = _GLUED.match(run)
        found += glued.groups() if glued is not None else (_ELIDED.sub("", run),)
    return tuple(word if word.isdecimal() else fold(word) for word in found)
