"""Every kind of order of every ruleset is given by pointing alone: at the map, and at the buttons
below it. The kinds are those of the rulebooks' primers, so that none is forgotten."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from generator.archive import load_game
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.creating import NewGame, create_game
from generator.engine.offers import Choice, Offer
from generator.engine.primer import OrderForm, OrderPart
from generator.pages.maps.deskdata import desk_choices, desk_form
from generator.rulesets import get_ruleset, is_built_in, ruleset_ids
from tests.browser.deskhand import WINDOWS, Form, Way, desk_site, picks_for, point_at, spot_of
from tests.pages.told import ROOT, maker_of

pytestmark = pytest.mark.browser

PLAYED: Mapping[str, str] = {
    "standard": "first-light",
    "europe-1619": "after-the-comet",
    "europe-1619-draft": "winter-king",
    "europe-1615-v7": "eleven-voices",
    "europe-1615-v3": "nine-winters",
    "westphalia": "cuius-regio",
}
"""A game that was played by each ruleset, for positions of all of its phases."""
Kind = tuple[str, str]
"""The title of a part of the primer, and the pattern of a form."""


def _walks() -> Iterator[Any]:
    """Each ruleset by mouse and by touch; but for one they take long."""
    for ruleset in filter(is_built_in, ruleset_ids()):
        for way in ("mouse", "touch"):
            short = (ruleset, way) == ("standard", "touch")
            yield pytest.param(ruleset, way, marks=() if short else pytest.mark.slow)


_MAP = ("place", "state", "power", "side", "unit")


@dataclass
class Position:
    """A position of a phase: the data of its desk, and what is to be ordered in it: offers by
    their kinds of orders, and forms."""

    data: dict[str, Any]
    offered: dict[str, tuple[Offer, Choice]] = field(default_factory=dict)
    forms: list[OrderForm] = field(default_factory=list)


def kinds_of(ruleset: str) -> dict[Kind, tuple[OrderPart, OrderForm]]:
    """The kinds of orders of a ruleset: the forms of each part of its primer."""
    return {
        (part.title, form.pattern): (part, form)
        for part in get_ruleset(ruleset).primer().parts
        for form in part.forms
    }


def positions_of(ruleset: str) -> Iterator[Position]:
    """Positions in which all kinds of orders of a ruleset can be given, each kind in one of them.
    Where no phase of the game that was played asks for a kind, it is put into the last."""
    game = load_game(ROOT / "games" / PLAYED[ruleset])
    rules = game.ruleset
    wanted = kinds_of(ruleset)
    seen: set[str] = set()
    last: dict[str, Any] = {}
    for record in (game.opening, *game.phases):
        state = rules.load(record.document())
        moment = rules.moment(state)
        phase = re.sub(r"\d+", "", moment.phase)
        due = {
            kind: form
            for kind, (part, form) in wanted.items()
            if part.always or moment.phase in part.phases
        }
        if not due or phase in seen or not rules.awaits(state):
            continue
        offers = rules.offers(state)
        if "retreat" in phase and not any(len(offer.choices) > 1 for offer in offers):
            continue
        seen.add(phase)
        position = Position(last := desk_choices(rules, state, rules.awaits(state)))
        for kind, form in due.items():
            if any([row[0], row[2]] == [form.title, form.example] for row in last["forms"]):
                position.forms.append(wanted.pop(kind)[1])
            elif found := next(_offered(offers, form), None):
                position.offered[form.pattern] = found
                del wanted[kind]
        if position.forms or position.offered:
            yield position
    assert last
    lists = {"place": last["names"], "state": last["states"], "power": last["sides"]}
    if wanted:
        rest = [form for _, form in wanted.values()]
        rows = [desk_form(form, lists) for form in rest]
        yield Position({**last, "forms": rows, "offers": [], "kinds": []}, forms=rest)


def _offered(offers: tuple[Offer, ...], form: OrderForm) -> Iterator[tuple[Offer, Choice]]:
    for offer in offers:
        for choice in offer.choices:
            plain = not any("/" in place for place in choice.places)
            if plain and form.read(choice.text, lambda kind, text: text):
                yield offer, choice


@pytest.mark.parametrize(("ruleset", "way"), list(_walks()))
def test_every_kind_of_order_is_pointed_at(
    browser: Any, tmp_path: Path, ruleset: str, way: Way
) -> None:
    new = NewGame("club", get_ruleset(ruleset), "a seed", "The Club")
    folder = create_game(tmp_path / "games", new)
    while not (game := load_game(folder)).ruleset.awaits(game.current_state()):
        adjudicate_game(folder)
    page_of = desk_page(tmp_path, folder)
    context = browser.new_context(reduced_motion="reduce", **WINDOWS[way])
    page = context.new_page()
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    lost: list[str] = []
    given = 0
    for number, position in enumerate(positions_of(ruleset)):
        page.goto(page_of(number, position.data).as_uri())
        hand = PointingHand(page, "tap" if way == "touch" else "click", position.data)
        for pattern, (offer, choice) in position.offered.items():
            given += 1
            if not hand.order(offer, choice):
                lost.append(f"{pattern}: {choice.text}: {hand.sheet()}")
        for form in position.forms:
            given += 1
            wanted = hand.fill(form)
            if wanted.lower() not in [line.lower() for line in hand.sheet()]:
                lost.append(f"{form.pattern}: {wanted}: {hand.sheet()} {hand.text()}")
    assert given == len(kinds_of(ruleset))
    assert said == []
    assert lost == []
    context.close()


def desk_page(root: Path, folder: Path) -> Callable[[int, dict[str, Any]], Path]:
    """Gives the file of a desk with the data of any position of the same board."""
    desk_site(root / "site", maker_of(), folder)
    (file,) = (root / "site").glob("*/desk/index.html")
    text = file.read_text("utf-8")

    def write(number: int, data: dict[str, Any]) -> Path:
        old = json.loads(re.findall(r'id="desk-data">(.*?)</script>', text, re.DOTALL)[0])
        packed = json.dumps({**old, **data, "game": f"club{number}"}).replace("<", "\\u003c")
        seats = "".join(
            f'<option value="{power}">{html.escape(name)}</option>'
            for power, name in data["powers"].items()
        )
        changed = re.sub(
            r'(id="desk-data">).*?(</script>)',
            lambda m: m[1] + packed + m[2],
            text,
            flags=re.DOTALL,
        )
        changed = re.sub(
            r'(<select id="seat".*?)</select>',
            lambda m: f"{m[1]}{seats}</select>",
            changed,
            flags=re.DOTALL,
        )
        other = file.with_name(f"position{number}.html")
        other.write_text(changed, "utf-8")
        return other

    return write


@dataclass
class PointingHand:
    """Someone who never types."""

    page: Any
    act: Any
    data: dict[str, Any]
    taps: int = 0

    def sheet(self) -> list[str]:
        return [line for line in self.page.locator("#sheet").input_value().split("\n") if line]

    def text(self) -> str:
        return str(self.page.locator(".hand").inner_text())

    def sit(self, power: str) -> None:
        self.page.get_by_label("You play").select_option(power)
        self.page.fill("#sheet", "")
        if self.page.get_by_label("Put it back").count():
            self.press(self.page.get_by_label("Put it back"))

    def press(self, button: Any) -> None:
        self.taps += 1
        (button.tap if self.act == "tap" else button.click)()

    def point(self, place: str) -> None:
        """At a place of the map; what is not in sight is brought there by the button for the whole
        map."""
        if not self._is_in_sight(place):
            self.press(self.page.locator('.desk [data-zoom="all"]'))
        self.taps += 1
        point_at(self.page, place, self.act)

    def _is_in_sight(self, place: str) -> bool:
        x, y = spot_of(self.page, place)
        return bool(
            self.page.evaluate(
                "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.desk .board'))",
                [x, y],
            )
        )

    def order(self, offer: Offer, choice: Choice) -> bool:
        """An order to a unit or of a build."""
        self.sit(offer.power or next(iter(self.data["powers"])))
        hand = self.page.locator(".hand")
        self.point(offer.at)
        verb = choice.kind.partition("-")[0].capitalize()
        verbs = hand.locator(".verbs .chip").filter(has_text=verb)
        if choice.text not in self.sheet() and verbs.count():
            self.press(verbs.first)
        for place in choice.places:
            # A question with one answer is not asked.
            if hand.locator(f'.chips [value="{place}"]').count():
                assert self._is_in_sight(place), f"{choice.text}: {place} is not in sight"
                self.point(place)
        if choice.text not in self.sheet():
            text = "It stays" if choice.kind == "support-hold" else choice.text
            ends = hand.locator(".strong").filter(has_text=re.compile(rf"^{re.escape(text)}$"))
            ways = hand.locator(f'.verbs [value="{choice.text}"]')
            for button in (ends, ways):
                if button.count():
                    self.press(button.first)
        return choice.text in self.sheet()

    def fill(self, form: OrderForm) -> str:
        """An order of a form, with what this board has. Gives the line that is wanted."""
        power = next(iter(self.data["powers"]))
        self.sit(power)
        number, row = next(
            (n, one)
            for n, one in enumerate(self.data["forms"])
            if one[0] == form.title and one[2] == form.example
        )
        line = self._line(row, power)
        picks = picks_for(row, line)
        assert picks is not None, f"{row[1]}: {line}"
        button = self.page.locator(".hand .forms button").nth(number)
        assert button.count(), f"{row[1]}: {self.text()!r}"
        self.press(button)
        for blank, text in picks:
            self._pick(row, blank, text)
        return line

    def _line(self, row: Form, power: str) -> str:
        """A line of a form: of each blank the first that can be pointed at."""
        words = row[4] if len(row) > 4 else {}
        joins = row[5] if len(row) > 5 else {}
        text = str(row[1])
        while found := re.search(r"<([a-z]+\d*)>", text):
            blank = found[1]
            one = words[blank][0] if blank in words else self._known(blank, power, text)
            if blank in joins and blank not in words and blank != "powers":
                one += joins[blank] + self._known(blank, power, text + one)
            text = text.replace(found[0], one, 1)
        return text

    def _known(self, blank: str, power: str, taken: str) -> str:
        kind = blank.rstrip("0123456789").removesuffix("s")
        lands = self.data["lands"]
        if kind == "place":
            known = [code for code in lands if code in self.data["at"]]
        elif kind == "state":
            known = [
                one for land in lands.values() for one in land.split() if one in self.data["states"]
            ]
            known = known or list(self.data["states"])
        elif kind in ("power", "side"):
            known = [
                one for land in lands.values() for one in land.split() if one in self.data["sides"]
            ]
            known = [one for one in [*known, *self.data["sides"]] if one != power.upper()]
        elif kind == "unit":
            known = list(self.data["units"])
        elif kind == "kind":
            known = list(self.data["words"])
        elif kind == "measure":
            known = list(self.data["measures"])
        else:
            known = [str(self.data["year"])] if kind == "year" else ["2"]
        words = taken.replace(",", " ").split()
        return next((one for one in known if one not in words), known[0])

    def _pick(self, row: Form, blank: str, text: str) -> None:
        """A place of the map where the blank has one, else a button."""
        kind = blank.rstrip("0123456789").removesuffix("s")
        words = row[4] if len(row) > 4 else {}
        if kind in _MAP and blank not in words:
            place = self._place(kind, text)
            if place:
                self.point(place)
                few = self.page.locator(f'.hand .chips [value="{text}" i]')
                if len(self._at(kind, place)) > 1 and few.count():
                    self.press(few.first)
                return
        button = self.page.locator(f'.hand .chips [value="{text}" i]')
        assert button.count(), (
            f"{row[1]}: no button for {text} among {self.text()!r}; {self.sheet()}"
        )
        self.press(button.first)

    def _place(self, kind: str, text: str) -> str:
        places = [text] if kind == "place" else []
        if kind == "unit":
            places = [text.split(" ")[-1]]
        elif kind in ("state", "power", "side"):
            places = [code for code, land in self.data["lands"].items() if text in land.split()]
        # First those that stand for nothing else.
        places.sort(key=lambda code: len(self._at(kind, code)))
        return next((code for code in places if code in self.data["at"]), "")

    def _at(self, kind: str, place: str) -> list[str]:
        """What a place can stand for."""
        land = self.data["lands"].get(place.split("/")[0], "").split()
        if kind == "state":
            return [one for one in land if one in self.data["states"]]
        if kind == "side":
            return land
        return [one for one in land if one in self.data["sides"]] if kind == "power" else [place]
