"""The parts that the pages of one game share: its head, its tabs, its powers and the rail of its
phases.

    GameView          slug, title, ruleset, names and words (`gazetteer`), addresses, links of names
      PowerView       a power: its name, its color, who plays it; for every power that takes part
      PhaseLink       a place in the rail: the opening, each phase that was adjudicated, the due one
      Tab             a part of the pages, if the ruleset keeps what it shows

A view is made from only the settings and the opening, without loading a phase: a build opens all
games before it makes a page. Three rules follow from what makes a page stale:

- `digest` covers what every page shows of the game, and nothing else: a new phase changes only the
  pages that show it. Anything else that a single page shows is an input of that page.
- Addresses are for good. They come from years, phases and names in plain letters, never from how
  many there are.
- A phase shows the players of that phase: `view.at(moment)` is the head as it was then.

In a game of 1901, opened and adjudicated once:

    view.address          "first-light/"
    view.phases[0]        PhaseLink("Spr", "Spring 1901, movement", 1901,
                                    "first-light/1901/spring-movement/", ...)
    view.province_slugs   {"BOH": "bohemia", "STP": "st-petersburg", ...}
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, partial
from itertools import pairwise
from types import MappingProxyType
from typing import Final, NamedTuple

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from generator.archive import Game
from generator.archive.files.layout import key_of
from generator.archive.files.names import is_device
from generator.archive.game.chain import SHOWN, heads_of
from generator.archive.people.players import Seat, seats_of
from generator.engine.chronicle import Gazetteer, Snapshot
from generator.engine.phases import Moment
from generator.engine.words import article_adder, count, headed
from generator.pages.base.linking import Linker, Target
from generator.pages.base.page import digest, links_from, map_of
from generator.pages.base.signs import sign_styles

MORE: Final = "more"
"""The tab that leads to the parts without a tab."""
_WHOLE: Final = 5
"""Letters of the longest word that the rail shows whole."""
# Letters that do not come apart into a plain one and an accent.
_LETTERS: Final = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe"})


class PowerView(Struct, frozen=True):
    """A power as it is shown: name, class for its color, and who plays it ("" if unknown).

    `seats` are all who have played it, where more than one has. `short` is its name where there is
    little room, `letter` identifies it without color, `adjective` goes with its people ("Dutch").
    """

    id: str
    name: str
    css: str
    player: str = ""
    short: str = ""
    letter: str = ""
    adjective: str = ""
    seats: tuple[Seat, ...] = ()

    @property
    def players(self) -> str:
        """All who have played it: "Ada"; "Thibaut (until 1623), Ada (from 1623)"."""
        if not self.seats:
            return self.player
        begun = [f"from {seat.since.year}" if seat.since else "" for seat in self.seats]
        ended = [f"until {seat.since.year}" for seat in self.seats[1:] if seat.since]
        spans = (", ".join(filter(None, pair)) for pair in zip(begun, [*ended, ""], strict=True))
        named = zip(self.seats, spans, strict=True)
        return ", ".join(f"{seat.player} ({span})" for seat, span in named if seat.player)

    def at(self, moment: Moment) -> PowerView:
        """The power as it was played in a phase: by one player."""
        begun = [seat for seat in self.seats if seat.since is None or seat.since <= moment]
        return replace(self, player=begun[-1].player, seats=()) if begun else self


class Arrival(NamedTuple):
    """A player who took a power over from `before` ("" if no one is known), with the referee's
    note."""

    power: PowerView
    player: str
    before: str
    note: str


class PhaseLink(Struct, frozen=True):
    """A phase in the rail or a list. `address` is "" and `moment` None while the phase is due.
    `record` are the first digits of its head in the chain over the public record, "" in a game
    without one."""

    label: str
    title: str
    year: int
    address: str
    moment: Moment | None = None
    record: str = ""

    @property
    def name(self) -> str:
        """Its title where the year is known: "Spring movement"."""
        said = " ".join(re.sub(rf"\b{self.year}\b,?", "", self.title).split())
        return headed(said)

    @property
    def slug(self) -> str:
        """The last part of its address: "movement"."""
        return self.address.rstrip("/").rpartition("/")[2]

    @property
    def map(self) -> tuple[str, str]:
        """The file that has its map, and the name of its view there."""
        return map_of(self.address)


class Tab(Struct, frozen=True):
    """A part of a game's pages: in the bar at the head of each, or on the page behind the bar's
    last tab, with `about` as its description."""

    id: str
    label: str
    address: str
    about: str = ""

    def is_lit(self, tab: str, tabs: Iterable[Tab]) -> bool:
        """Whether a page of the part `tab` is one of this tab's."""
        return tab == self.id or (
            self.id == MORE and any(one.about and one.id == tab for one in tabs)
        )


class GameView(Struct, frozen=True, dict=True):
    """The head of a game's pages. `digest` covers what every page of the game shows of it, `kick`
    is the line above the title: the ruleset and the number of players. `record` are the first
    digits of the last head of its chain, "" without one. `credit` gives the author of the ruleset's
    game, "Europe 1619, designed by Matthew Medeiros"; "" where the rulebook has no designer.
    `articled` are names with an article."""

    slug: str
    title: str
    ruleset: str
    powers: dict[str, PowerView]
    kick: str
    opening: PhaseLink
    phases: tuple[PhaseLink, ...]
    digest: str
    gazetteer: Gazetteer
    tabs: tuple[Tab, ...]
    rule_ids: tuple[str, ...]
    province_slugs: Mapping[str, str]
    minor_slugs: Mapping[str, str]
    record: str = ""
    credit: str = ""
    articled: tuple[str, ...] = ()

    def __repr__(self) -> str:
        # It stands for the view where builds compare; the digest covers the rest.
        return f"GameView({self.digest}, {self.phases}, {self.opening})"

    @property
    def address(self) -> str:
        return f"{self.slug}/"

    @property
    def rules(self) -> str:
        """The address of the rulebook."""
        return f"rules/{self.ruleset}/"

    @property
    def latest(self) -> PhaseLink:
        """The last phase that was adjudicated, or the opening."""
        return self.phases[-1] if self.phases else self.opening

    def at(self, moment: Moment | None) -> GameView:
        """The head of the game with those who played it in a phase; who plays it now for None."""
        if moment is None or not any(power.seats for power in self.powers.values()):
            return self
        return replace(
            self, powers={power: shown.at(moment) for power, shown in self.powers.items()}
        )

    def arrivals(self, moment: Moment) -> tuple[Arrival, ...]:
        """The players who took a power over in a phase."""
        return tuple(
            Arrival(power, seat.player, before.player, seat.note)
            for power in self.powers.values()
            for before, seat in pairwise(power.seats)
            if seat.since == moment
        )

    def word(self, plain: str) -> str:
        """The rulebook's word for something: "states" -> "principalities"."""
        said = self.gazetteer.words.get(plain.lower(), plain)
        return headed(said) if plain[:1].isupper() else said

    def said(self, sentence: str) -> str:
        """A sentence whose names have their articles."""
        return article_adder(self.articled)(sentence)

    def has(self, tab: str) -> bool:
        """Whether the game has pages of this part."""
        return tab in self._parts

    @cached_property
    def _parts(self) -> frozenset[str]:
        """The ids of the tabs: every line of a page may ask for one."""
        return frozenset(tab.id for tab in self.tabs)

    def power_address(self, power: str) -> str:
        return f"{self.slug}/powers/{power}/"

    def minor_address(self, code: str) -> str:
        """The page of a minor state, for good: by its name, in plain letters."""
        return f"{self.slug}/states/{self.minor_slugs[code]}/"

    def province_address(self, code: str) -> str:
        """The page of a province, for good: by its name, in plain letters."""
        return f"{self.slug}/provinces/{self.province_slugs[code]}/"

    def year_address(self, year: int) -> str:
        return f"{self.slug}/{year}/"

    def ruling_address(self, year: int, number: int) -> str:
        return f"{self.slug}/rulings/{year}-{number}/"

    def side(self, side: str) -> PowerView:
        """A power, or a minor state by its name in the color of no one."""
        known = self.powers.get(side)
        if known:
            return known
        minor = self.gazetteer.minors.get(side)
        name = minor.name if minor else side
        return PowerView(side, name, "pw-none", short=name)

    def lands_of(self, minor: str, snapshot: Snapshot) -> tuple[str, ...]:
        """The provinces of a minor state: its own by right, or, on a board where nothing belongs to
        anyone by right, those that it holds, the seat that it began with first."""
        provinces, own = self.gazetteer.provinces, self.gazetteer.minors[minor].provinces
        if any(facts.owner for facts in provinces.values()) or minor not in snapshot.minors:
            return own
        held = tuple(code for code, side in snapshot.holders.items() if side == minor)
        return (
            *(code for code in own if code in held),
            *(code for code in held if code not in own),
        )

    def side_address(self, side: str) -> str:
        """The page of a power or of a minor state; "" for neither."""
        if side in self.powers and self.has("powers"):
            return self.power_address(side)
        return self.minor_address(side) if side in self.minor_slugs else ""

    def linked(self, here: str) -> Callable[..., Markup]:
        """A function that makes links of the names in a plain text, for the page at an address."""
        return partial(self.linker.link, to=links_from(here), here=here)

    @cached_property
    def sign_styles(self) -> Markup:
        """The colors that the game has given its markers, for the head of each of its pages."""
        return sign_styles(self.gazetteer.marks)

    @cached_property
    def linker(self) -> Linker:
        """Knows the names of the game. Of several things of one name the power comes first, then
        the state, then the province."""
        named: list[tuple[str, Target]] = []
        peoples: dict[str, Target] = {}
        for power, shown in self.powers.items() if self.has("powers") else ():
            target = Target("power", power, self.power_address(power))
            named += [(shown.name, target), (shown.short, target)]
            peoples[shown.adjective] = target
        for code, minor in self.gazetteer.minors.items():
            named.append((minor.name, Target("minor", code, self.minor_address(code))))
        for code, place in self.gazetteer.provinces.items():
            named.append((place.name, Target("province", code, self.province_address(code))))
        named += [(rule, Target("rule", rule, self.rules, rule)) for rule in self.rule_ids]
        return Linker.of(named, peoples)


def slugs(names: Mapping[str, str]) -> Mapping[str, str]:
    """For each code a part of an address: its name in small plain letters, each only once."""
    found: dict[str, str] = {}
    for code, name in names.items():
        plain = unicodedata.normalize("NFKD", name.lower().translate(_LETTERS))
        ascii_only = plain.encode("ascii", "ignore").decode()
        slug = re.sub(r"[^a-z0-9]+", "-", ascii_only).strip("-")
        if not slug or is_device(slug) or slug in found.values():
            slug = f"{slug}-{code.lower()}".strip("-")
        found[code] = slug
    return MappingProxyType(found)


def phase_address(slug: str, moment: Moment) -> str:
    """The address of a phase's page, for good."""
    return f"{slug}/{moment.year}/{moment.phase}/"


def game_view(game: Game, tries: bool = False) -> GameView:
    """The head of a game. Loads no state but the opening, for the names of the game."""
    ruleset = game.ruleset
    # The current players: the state that waits is loaded only where one was replaced.
    changed = game.settings.replacements
    now = game.current_moment if changed else game.last.moment
    seats = {power: seats_of(game, power, now) for power in ruleset.powers}
    powers = {
        power: PowerView(
            power,
            facts.name,
            f"pw-{power}",
            seats[power][-1].player,
            facts.short or facts.name,
            facts.letter,
            facts.adjective,
            seats[power] if len(seats[power]) > 1 else (),
        )
        for power, facts in ruleset.powers.items()
    }
    first = game.opening.moment
    heads = {key: head[:SHOWN] for key, head in (heads_of(game.folder) or {}).items()}
    opening = PhaseLink(
        "Opening",
        "Opening",
        first.year,
        f"{game.slug}/{first.year}/opening/",
        first,
        heads.get(key_of(first), ""),
    )
    labels = _labels([record.moment for record in game.phases])
    phases = tuple(
        PhaseLink(
            label,
            record.title,
            record.moment.year,
            phase_address(game.slug, record.moment),
            record.moment,
            heads.get(key_of(record.moment), ""),
        )
        for label, record in zip(labels, game.phases, strict=True)
    )
    title = game.settings.title
    gazetteer = _without_late_states(game, ruleset.gazetteer(game.opening.state()))
    if gazetteer.power_notes:
        # A ruleset may know more powers than take part in a game.
        powers = {power: powers[power] for power in powers if power in gazetteer.power_notes}
    played = sum(1 for players in seats.values() if players[-1].player) or len(powers)
    kick = f"{ruleset.title} · {count(played, 'player')}"
    credit = f"{ruleset.title}, {ruleset.rulebook.credit}" if ruleset.rulebook.credit else ""
    tabs = tuple(_tabs(game.slug, ruleset.id, gazetteer, tries and bool(phases)))
    rules = tuple(rule.id for rule in ruleset.rulebook.rules)
    articled = ruleset.articled
    shown = digest(
        repr((game.slug, title, ruleset.id, kick, powers, gazetteer, tabs, credit, articled))
    )
    return GameView(
        game.slug,
        title,
        ruleset.id,
        powers,
        kick,
        opening,
        phases,
        shown,
        gazetteer,
        tabs,
        rules,
        slugs({code: facts.name for code, facts in gazetteer.provinces.items()}),
        slugs({code: facts.name for code, facts in gazetteer.minors.items()}),
        heads.get("", ""),
        credit,
        articled,
    )


def _without_late_states(game: Game, gazetteer: Gazetteer) -> Gazetteer:
    """Without the minor states that have no province when the game opens, and that no phase
    mentions: names that a rulebook keeps for later need no page."""
    late = {code for code, facts in gazetteer.minors.items() if not facts.provinces}
    for record in game.phases if late else ():
        late -= record.words()
    if not late:
        return gazetteer
    minors = {code: facts for code, facts in gazetteer.minors.items() if code not in late}
    return replace(gazetteer, minors=MappingProxyType(minors))


def _tabs(slug: str, ruleset: str, gazetteer: Gazetteer, tries: bool) -> Iterator[Tab]:
    """The parts that a game has: those of which its ruleset keeps something."""
    chronicled = bool(gazetteer.provinces or gazetteer.minors or gazetteer.figures)
    money = "treasury" in gazetteer.figures
    states = gazetteer.words.get("states", "states").capitalize()
    influence, bonds = bool(gazetteer.influence), bool(gazetteer.bonds)
    minors, provinces = bool(gazetteer.minors), bool(gazetteer.provinces)
    records, measures = bool(gazetteer.records), gazetteer.measures
    rows: Iterable[tuple[str, str, str, bool, str]] = (
        ("front", "Front page", "", True, ""),
        ("turns", "Turns", "turns/", True, ""),
        ("influence", "Influence", "influence/", influence, ""),
        ("scores", "Scores", "scores/", True, ""),
        ("treasury", "Treasury", "treasury/", money, ""),
        ("diplomacy", "Diplomacy", "diplomacy/", bonds, ""),
        ("powers", "Powers", "powers/", chronicled, ""),
        ("states", states, "states/", minors, ""),
        ("provinces", "Provinces", "provinces/", provinces, ""),
        ("records", "Records", "records/", records, ""),
        ("measures", measures.capitalize(), "measures/", bool(measures), ""),
        ("press", "Press", "press/", True, ""),
        ("replay", "Replay", "replay/", True, ""),
        ("orders", "How to send orders", "orders/", True,
         "the forms of orders, and the orders due now"),
        ("rulings", "Rulings", "rulings/", True, "the referee’s decisions and reasons"),
        ("used", "Rules at work", "rules/", True,
         "the rules that decided results, with every case"),
        ("compare", "Two phases compared", "compare/", provinces,
         "the differences between any two phases"),
        ("what-if", "What if?", "what-if/", tries,
         "other orders for a phase that was played"),
        ("downloads", "Downloads", "downloads/", True,
         "maps and reports of every phase, tables, and the whole game as data"),
    )  # fmt: skip
    for name, label, address, there, about in rows:
        if there:
            yield Tab(name, label, f"{slug}/{address}", about)
    yield Tab("rules", "Rulebook", f"rules/{ruleset}/")
    yield Tab(MORE, "More", f"{slug}/more/")


def _labels(moments: Iterable[Moment]) -> list[str]:
    """A word or a few letters of one for each phase: of its first word, or of its second where it
    follows a twin; a number stays.

    spring-movement, spring-retreats, fall-movement, battles-1 -> Spr, Ret, Fall, Bat 1.
    """
    labels: list[str] = []
    before = ""
    for moment in moments:
        first, _, rest = moment.phase.partition("-")
        if rest.isdecimal():
            labels.append(f"{_shortened(first)} {rest}")
        else:
            labels.append(_shortened(rest if rest and first == before else first))
        before = first
    return labels


def _shortened(word: str) -> str:
    """A short word whole, of a longer one three letters; a plural's s does not count."""
    word = re.sub(r"(?<!u)s\Z", "", word)
    return (word if len(word) <= _WHOLE else word[:3]).capitalize()


RailYear = tuple[int, tuple[PhaseLink, ...], bool]
"""A year, its phases, and whether it is the page's own."""


class Rails:
    """The rails of a game's pages, each made once: the years around a year, with what is due.

    Not all years: a page of 1901 has to stay as it is when 1925 is played.
    """

    def __init__(self, view: GameView, due: PhaseLink | None) -> None:
        self._years: dict[int, list[PhaseLink]] = {}
        for phase in (view.opening, *view.phases, *([due] if due else [])):
            self._years.setdefault(phase.year, []).append(phase)
        self._made: dict[int, tuple[tuple[RailYear, ...], str]] = {}

    def around(self, year: int) -> tuple[tuple[RailYear, ...], str]:
        """The year before, the year itself and the next; and a digest of them."""
        if year not in self._made:
            ordered = sorted(self._years)
            at = ordered.index(year)
            near = ordered[max(0, at - 1) : at + 2]
            made = tuple((each, tuple(self._years[each]), each == year) for each in near)
            self._made[year] = (made, digest(repr(made)))
        return self._made[year]
