"""Answers the messages of the desk: reads a sheet, tries a phase, tries it many times.

It runs in a worker of the page, in WebAssembly, or anywhere else: JSON in, JSON out, no files of a
game, no network, no clock. It knows no game: everything is asked of the ruleset, and what only some
rulesets have (remedies, offers, program players) is left out where it is missing.

    {"ask": "boot", "ruleset": "standard", "state": {...}}    the position; the answer has its title
    {"ask": "read", "power": "austria", "text": "A VIE - BOH"}   orders, complaints, costs
    {"ask": "attempt", "texts": {"austria": "..."}}           verdicts, reasons, map, standings
    {"ask": "odds", "texts": {...}, "tries": 100}             how often each order came to what
    {"ask": "position"}                                       map and choices of the position

Invariants:

- The desk knows only what it was given. The page gives what everyone may know, and a player's own
  sheet of secrets where he opens it; a state that cannot be read from that is its own answer.
- The seed of a game is secret: draws come from a seed of the desk, and are counted. An answer that
  rests on draws is marked.
- Nothing is kept but the position: the same message has the same answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from generator.autoplay import get_player, player_module
from generator.engine.chance import Chance
from generator.engine.errors import Complaint, GameError, Place, TheatrumError
from generator.engine.offers import NO_BUDGET
from generator.engine.phases import Document, OrderBook, Resolution, Ruling
from generator.engine.picture import Picture
from generator.engine.verdicts import Verdict
from generator.pages.base.words import look_of
from generator.pages.maps.deskdata import desk_choices
from generator.pages.maps.drawing import drawn_map, map_scene
from generator.rulesets import get_ruleset
from generator.rulesets.variants import map_text, variant_in
from mapsvg.geometry import ELSEWHERE


class CountedChance(Chance):
    """Draws from the desk's seed. `count` is the number of draws of this object and of all
    its branches; a key that is asked for counts as one, since it leads to draws."""

    def __init__(self, seed: str, purpose: str) -> None:
        super().__init__(seed, purpose)
        # A list: a branch is a copy of this object, and counts here, too.
        self._count = [0]

    @property
    def count(self) -> int:
        return self._count[0]

    def key(self, purpose: str) -> bytes:
        self._count[0] += 1
        return super().key(purpose)

    def number(self, below: int) -> int:
        # One of one is not a draw: it has only one result.
        self._count[0] += below > 1
        return super().number(below)


Answer = dict[str, Any]

MOST_TRIES: Final = 500
"""Draws that are tried for one answer."""
_SEED: Final = "the desk"
_OURS: Final = "generator."


class Judge:
    """One position, with all that is asked about it."""

    def __init__(self) -> None:
        self._ruleset: Any = None
        self._state: Any = None
        self._rulings: tuple[Ruling, ...] = ()
        self._title = ""
        # The messages of the pages: nothing else of this object is within their reach.
        self._asks: Mapping[str, Callable[[Mapping[str, Any]], Answer]] = {
            "boot": self.boot,
            "read": self.read,
            "attempt": self.attempt,
            "odds": self.odds,
            "position": self.position,
        }

    def answer(self, given: Mapping[str, Any]) -> Answer:
        """The answer to one message. A message of the program to a person comes as `refused`;
        other errors are raised."""
        try:
            ask = self._asks.get(given["ask"])
            if ask is None:
                raise GameError("the desk has no such question", text=str(given["ask"]))
            if self._state is None and ask != self.boot:
                raise GameError("the desk has no position yet")
            return ask(given)
        except (TheatrumError, ModuleNotFoundError) as error:
            # The runtime explains how a page could install the missing package: this one cannot.
            missing = error if isinstance(error, ModuleNotFoundError) else error.__cause__
            if isinstance(missing, ModuleNotFoundError):
                return {"refused": str(_lacking(str(missing.name)))}
            return {"refused": str(error)}

    def boot(self, given: Mapping[str, Any]) -> Answer:
        """Takes up a position: the tables of its state, and of secrets that its reader has.

        `rulings` are the public ones of the phase. Raises GameError and FileError
        for a position that the ruleset cannot read.
        """
        ruleset = _ruleset(given["ruleset"])
        secret = dict(given.get("secret", {}))
        # A state that cannot be read leaves the position as it was.
        self._state = ruleset.load(Document(given["state"], secret))
        self._ruleset = ruleset
        self._rulings = msgspec.convert(given.get("rulings", ()), tuple[Ruling, ...])
        self._title = str(given.get("title", ""))
        moment = self._ruleset.moment(self._state)
        return {
            "phase": str(moment),
            "title": self._ruleset.phase_title(moment),
            "awaits": list(self._ruleset.awaits(self._state)),
            "powers": {power: facts.name for power, facts in self._ruleset.powers.items()},
            "players": self._has_player(),
        }

    def read(self, given: Mapping[str, Any]) -> Answer:
        """One sheet: the order that each line was read as, every complaint about it, as
        `theatrum check` has them, and what it costs, as a receipt has it."""
        power = given["power"]
        book = self._book({power: given["text"]})
        sheet = book.sheets.get(power)
        budget = self._ruleset.budget(self._state, sheet) if sheet is not None else NO_BUDGET
        complaints = [
            complaint
            for complaint in book.complaints
            if complaint.power == power or not complaint.power
        ]
        complaints.sort(key=lambda one: (one.line, one.column))
        return {
            "orders": [
                [
                    written.line,
                    written.column,
                    written.text,
                    "" if written.order is None else str(written.order),
                ]
                for written in (sheet.orders if sheet else ())
            ],
            "complaints": [_complaint(complaint) for complaint in complaints],
            "costs": [
                [sheet.orders[price.order].line, price.text]
                for price in budget.prices
                if sheet is not None
            ],
            "forecast": list(budget.forecast),
        }

    def attempt(self, given: Mapping[str, Any]) -> Answer:
        """The phase with these sheets: verdicts with reasons and remedies, events, and the
        standings afterwards. `players` are powers for whom a program writes; their sheets are part
        of the answer. With `draw`, the map of it is, too. The `reader` also gets verdicts that only
        some powers learn, where it is one of them."""
        ruleset, before = self._ruleset, self._state
        texts, chance = self._texts(given), self._chance(given)
        book = ruleset.read(before, texts)
        resolution = ruleset.adjudicate(before, book, self._rulings, chance)
        picture = ruleset.picture_of(before, resolution)
        ending = ruleset.ending(resolution.state)
        found: Answer = {
            "summary": list(ruleset.summary(before, resolution)),
            "verdicts": self._verdicts(resolution, picture, str(given.get("reader", ""))),
            "events": [
                [event.kind, event.rule, event.text, list(event.powers)]
                for event in resolution.events
                if event.public
            ],
            "standings": _standings(ruleset.standings(before), ruleset.standings(resolution.state)),
            "missing": list((self._book(texts) if self._rulings else book).missing),
            "ending": ending.text if ending else "",
            "next": ruleset.phase_title(ruleset.moment(resolution.state)),
            "texts": texts,
            "draws": chance.count,
        }
        if given.get("draw"):
            found["svg"] = self._drawn(picture, resolution.verdicts)
        return found

    def odds(self, given: Mapping[str, Any]) -> Answer:
        """The phase tried with many draws: of each order, how often it came to which outcome.

        Sheets that a program wrote are written once, so that only the draws differ.
        """
        tries = max(1, min(int(given["tries"]), MOST_TRIES))
        texts = self._texts(given)
        book = self._ruleset.read(self._state, texts)
        found: dict[tuple[str, str], dict[str, int]] = {}
        drawn = 0
        for number in range(tries):
            chance = CountedChance(f"{_SEED} {number}", self._purpose())
            resolution = self._ruleset.adjudicate(self._state, book, self._rulings, chance)
            drawn += chance.count
            for verdict in resolution.verdicts:
                if verdict.public:
                    outcomes = found.setdefault((verdict.power, verdict.order), {})
                    word = look_of(verdict.outcome).word
                    outcomes[word] = outcomes.get(word, 0) + 1
            if not drawn:
                break  # nothing is drawn: every other try is the same
        return {
            "tries": tries if drawn else 1,
            "draws": drawn,
            "orders": [[power, order, outcomes] for (power, order), outcomes in found.items()],
        }

    def position(self, given: Mapping[str, Any]) -> Answer:
        """The map of the position, and what the page of a desk knows of its orders. `due` are the
        powers that write; all that are awaited, or all of the ruleset, if none are given."""
        awaits = self._ruleset.awaits(self._state) or tuple(self._ruleset.powers)
        picture = self._ruleset.picture(self._state)
        return {
            "svg": self._drawn(picture, ()),
            "data": desk_choices(self._ruleset, self._state, given.get("due") or awaits),
        }

    def _texts(self, given: Mapping[str, Any]) -> dict[str, str]:
        """The sheets by power, in the ruleset's order."""
        texts = dict(given.get("texts", {}))
        for power in given.get("players", ()):
            texts[power] = self._played(power)
        return {power: str(texts[power]) for power in self._ruleset.powers if power in texts}

    def _played(self, power: str) -> str:
        """The sheet that a program writes for a power; it sees what is known here."""
        chance = CountedChance(_SEED, f"{self._purpose()}/{power}")
        player = get_player(self._ruleset.id)
        return "\n".join(player.write_orders(self._ruleset, self._state, power, chance))

    def _has_player(self) -> bool:
        # Ours are packed with their rulesets, and need nothing that is not there. Importing one
        # takes as long as the rest of this answer: that waits until someone wants its orders.
        if player_module(self._ruleset.id).startswith(_OURS):
            return True
        try:
            get_player(self._ruleset.id)
        except (GameError, ImportError):  # another package's player may need what is not here
            return False
        return True

    def _book(self, texts: Mapping[str, str]) -> OrderBook:
        """The sheets as the phase is adjudicated with them: with the changes of rulings."""
        state = self._state
        if self._rulings:
            state = self._ruleset.governed(state, self._rulings)
        book: OrderBook = self._ruleset.read(state, texts)
        return book

    def _chance(self, given: Mapping[str, Any]) -> CountedChance:
        return CountedChance(str(given.get("seed", _SEED)), self._purpose())

    def _purpose(self) -> str:
        moment = self._ruleset.moment(self._state)
        return f"{moment.year}/{moment.slug}"

    def _verdicts(self, resolution: Resolution[Any], picture: Picture, reader: str) -> list[Answer]:
        remedies = self._ruleset.remedies(self._state, resolution, self._rulings)
        kinds = {sign.number: sign.kind for sign in picture.orders}
        return [
            {
                **_verdict(one, kinds.get(number, "")),
                "number": number,
                "remedy": remedies[number].text if number in remedies else "",
            }
            for number, one in enumerate(resolution.verdicts, 1)
            if one.public or reader in one.known_to
        ]

    def _drawn(self, picture: Picture, verdicts: Sequence[Verdict]) -> str:
        """A map for a page, whose styles are the page's own."""
        scene = map_scene(picture, self._ruleset.powers, verdicts, self._title)
        return drawn_map(scene).inside


def _ruleset(name: str) -> Any:
    """A ruleset by its id; a variant from the file that the desk's pack has of it."""
    file = Path(__file__).parents[1] / "variants" / f"{name}.toml"
    return variant_in(file) if file.is_file() else get_ruleset(name)


def _lacking(module: str) -> GameError:
    return GameError(
        f"the desk's program has no module {module.partition('.')[0]}",
        hint="the ruleset needs it: only the referee's program can read and try these orders",
    )


def _complaint(one: Complaint) -> Answer:
    # Without the power's name in front: the page shows whose sheet it is.
    return {**msgspec.to_builtins(one), "said": one.at(Place("", one.line, one.column))}


def _verdict(one: Verdict, kind: str) -> Answer:
    look = look_of(one.outcome, kind)
    return {
        "power": one.power,
        "order": one.order,
        "outcome": one.outcome,
        "word": look.word,
        "css": look.css,
        "reasons": [list(reason) for reason in one.reasons],
        "written": one.written,
        "note": one.note,
    }


def _standings(
    before: Sequence[tuple[str, Mapping[str, int]]], after: Sequence[tuple[str, Mapping[str, int]]]
) -> list[list[Any]]:
    """Each count by power, before and after."""
    old = dict(before)
    return [[label, dict(old.get(label, {})), dict(counts)] for label, counts in after]


ELSEWHERE.append(map_text)
_JUDGE: Final = Judge()


def answer(message: str) -> str:
    """The answer to one message, both as JSON."""
    return json.dumps(_JUDGE.answer(json.loads(message)), ensure_ascii=False)
