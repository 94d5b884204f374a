"""A player at the desk in a browser: sheets written by mouse, by touch and by keys."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import parse_qs, urlsplit

from generator.archive import load_game
from generator.pages.base.maker import PageMaker
from generator.pages.base.page import Page
from generator.pages.base.theme import static_pages
from generator.pages.game.desk import desk_pages
from generator.pages.site.rulebook import ruleset_styles
from tests.pages.told import ROOT, tell

Way = Literal["mouse", "touch", "keys"]
WINDOWS: Mapping[Way, dict[str, Any]] = {
    "mouse": {"viewport": {"width": 1440, "height": 900}},
    "touch": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "keys": {"viewport": {"width": 1440, "height": 900}},
}


def desk_site(output: Path, maker: PageMaker, folder: Path) -> None:
    """The page of a game's desk with all that it asks for, and no other page."""

    def write(page: Page) -> None:
        file = output / page.file
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(page.make())

    if not (output / "desk.js").exists():
        for page in (
            *static_pages(maker.templates.theme, ROOT / "site"),
            *ruleset_styles(maker, [load_game(folder).ruleset]),
        ):
            write(page)
    for page in desk_pages(tell(folder, maker)):
        write(page)


_LIKE = {
    "number": r"\d+",
    "year": r"\d{4}",
    "kind": "[A-Z]",
    **dict.fromkeys(("place", "state", "power", "side"), r"[^\s,:;>]+"),
}
_BLANK = re.compile(r"<(&?)([a-z]+\d*)>")
Form = list[Any]
"""A form as the page has it: title, pattern, example, means, words, joins."""
Pick = tuple[str, str]
"""What is put into a blank: its name, and the text."""


def picks_for(form: Form, order: str) -> list[Pick] | None:
    """What is pointed at, one after the other, for an order of a form; None for another order."""
    words, joins = ([*form, {}, {}][4:6]) if len(form) < 6 else form[4:6]
    return _picks(form[1], order, words, joins)


def _picks(text: str, order: str, words: Mapping[str, Any], joins: Any) -> list[Pick] | None:
    if _BLANK.sub("", text).strip().lower() == order.lower() and "<" not in re.sub(
        "<&.*?>", "", text
    ):
        return []
    found = _matching(text, joins).fullmatch(order)
    if found is None:
        return None
    gaps = [(name, bool(more)) for more, name in _BLANK.findall(text)]
    due = [name for name, more in gaps if not more]
    plain = [name for name in due if name in words or not name.startswith("number")]
    # One more of a list, or of the list in which that one stands.
    asked = (plain or due)[:1] or [name for name, _ in gaps]
    for blank in asked:
        join = joins.get(blank)
        value = found[f"{blank}_0"] or ""
        if not due and join:
            value = value.removeprefix(join)
        said = [value.split(join)[0] if join else value]
        for one in words.get(blank, said):
            filled = f"{'' if due else join}{one}{'' if join is None else f'<&{blank}>'}"
            before, _, after = text.partition(f"<{'' if due else '&'}{blank}>")
            before = before if due else re.sub("<&.*?>", "", before)
            rest = _picks(before + filled + after, order, words, joins)
            if rest is not None:
                is_asked = not due or len(words.get(blank, "..")) > 1
                return [(blank, one), *rest] if is_asked else rest
    return None


def _matching(text: str, joins: Any) -> re.Pattern[str]:
    """A line with blanks as an expression whose groups are the blanks, each with its number."""
    counts: dict[str, int] = {}
    expression = ""
    for number, part in enumerate(_BLANK.split(text)):
        if number % 3 == 0:
            expression += re.escape(part)
        elif number % 3 == 2:
            more = _BLANK.findall(text)[number // 3][0]
            count = counts[part] = counts.get(part, -1) + 1
            like = _LIKE.get(part.rstrip("0123456789"), ".+?")
            if more:
                like = f"{re.escape(joins[part])}.+" if joins[part] else ".+"
            expression += f"(?P<{part}_{count}>{like}){'?' if more else ''}"
    return re.compile(expression, re.IGNORECASE)


def spot_of(page: Any, place: str) -> tuple[float, float]:
    """Where a place's pieces stand on the screen: there a person points at it."""
    x, y = page.evaluate(
        """(place) => {
  const { at } = JSON.parse(document.querySelector("#desk-data").textContent);
  const board = document.querySelector(".desk .board");
  const spot = new DOMPoint(...(at[place] ?? at[place.split("/")[0]]));
  const { x, y } = spot.matrixTransform(board.getScreenCTM());
  return [x, y];
}""",
        place,
    )
    return x, y


def point_at(
    page: Any, place: str, act: Literal["click", "tap"], beside: tuple[int, int] = (0, 0)
) -> None:
    """A click or a tap on a place of the map, or some pixels beside it."""
    x, y = spot_of(page, place)
    (page.mouse.click if act == "click" else page.touchscreen.tap)(x + beside[0], y + beside[1])


def whole_order(unit: str, text: str) -> str:
    """An order as it stands on the sheet, from what the page has of it."""
    if text.startswith("="):
        return text[1:]
    return f"{unit} {text}" if unit else text


@dataclass
class Player:
    """Someone at the desk. `asked` are all addresses that the browser asked for, `kinds` the kinds
    of orders and the forms that were written by hand, `odd` the orders that have neither."""

    way: Way
    page: Any
    asked: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    pointed: int = 0
    filled: int = 0
    kinds: set[str] = field(default_factory=set)
    odd: list[str] = field(default_factory=list)
    _data: Any = None

    @classmethod
    def at(cls, browser: Any, way: Way) -> Player:
        # A page goes smoothly to a field that gets the focus. People wait for that; here a button
        # would sometimes move on between the press of the mouse and its release.
        context = browser.new_context(reduced_motion="reduce", **WINDOWS[way])
        player = cls(way, context.new_page())
        player.page.on("request", lambda asked: player.asked.append(asked.url))
        player.page.on("pageerror", lambda error: player.said.append(str(error)))
        player.page.on("console", lambda line: player.said.append(line.text))
        return player

    def sit_down(self, address: str, power: str) -> None:
        """Open the desk, and choose a power."""
        self.page.goto(address)
        self._data = json.loads(self.page.locator("#desk-data").inner_text())
        self.choose(self.page.get_by_label("You play"), power)

    def choose(self, select: Any, value: str) -> None:
        """A choice of a list. By keys it is its first letters."""
        if self.way != "keys":
            select.select_option(value)
            return
        label = select.locator(f'option[value="{value}"]').inner_text()
        select.focus()
        self.page.keyboard.type(label)
        self.page.keyboard.press("Tab")
        if select.input_value() != value:  # another choice begins with the same letters
            select.select_option(value)

    def type(self, field: Any, text: str) -> None:
        if self.way == "keys":
            field.focus()
            self.page.keyboard.press("Control+End")
            self.page.keyboard.insert_text(text)
        else:
            field.fill(field.input_value() + text)

    def press(self, button: Any) -> None:
        """A button, in the way of this player."""
        if self.way == "touch":
            button.tap()
        elif self.way == "mouse":
            button.click()
        else:
            button.focus()
            self.page.keyboard.press("Enter")

    def write(self, orders: list[str], most: int = 4) -> str:
        """Orders onto the sheet: up to `most` by pointing and by filling in forms, and of each kind
        the first one; the rest are typed. Gives the sheet."""
        typed = []
        for number, order in enumerate(orders):
            kind = self._kind_of(order)
            if not kind:
                self.odd.append(order)
            if kind and (number - len(typed) < most or kind not in self.kinds):
                assert self._point(order) or self._fill(order)
                self.kinds.add(kind)
            else:
                typed.append(order)
        if typed:
            self.type(self.page.locator("#sheet"), "".join(f"{order}\n" for order in typed))
        return str(self.page.locator("#sheet").input_value())

    def _kind_of(self, order: str) -> str:
        """The kind of an order that is offered, or the form that it has; "" for any other."""
        offered = self._offered(order)
        form = next((one[1] for one in self._data["forms"] if picks_for(one, order)), "")
        return offered[1] if offered else form

    def _offered(self, order: str) -> tuple[str, str, list[str]] | None:
        """The piece, the kind and the places of an order that is offered."""
        seat = self.page.get_by_label("You play").input_value()
        for power, at, unit, lines in self._data["offers"]:
            for number, texts in lines.items():
                kind, spots = self._data["kinds"][int(number)]
                written = texts.split("\n")
                rests = [whole_order(unit, text) for text in written]
                if power in ("", seat) and order in rests:
                    words = written[rests.index(order)].removeprefix("=").split(" ")
                    return unit or at, kind, [words[spot] for spot in spots]
        return None

    def _point(self, order: str) -> bool:
        """An order that is offered, by the buttons below the map."""
        offered = self._offered(order)
        if offered:
            self._make(order, *offered)
            self.pointed += 1
        return offered is not None

    def _make(self, order: str, piece: str, kind: str, places: list[str]) -> None:
        hand = self.page.locator(".hand")
        piece_chip = hand.locator(".chip.unit").filter(has_text=re.compile(rf"^{re.escape(piece)}"))
        self.press(piece_chip.first)
        if hand.locator(".verbs").count() == 0:
            return
        verb = kind.partition("-")[0].capitalize()
        if hand.locator(".verbs .chip").filter(has_text=verb).count():
            self.press(hand.locator(".verbs .chip").filter(has_text=verb).first)
        for place in places:
            # A question with one answer is not asked.
            if hand.locator(f'.chips [value="{place}"]').count():
                self.press(hand.locator(f'.chips [value="{place}"]').first)
        text = "It stays" if kind == "support-hold" else order
        ways = hand.locator(f'.verbs [value="{order}"]')
        if ways.count():  # by land or by convoy
            self.press(ways)
            self.press(hand.get_by_label("Put it back"))
            return
        ends = hand.locator(".strong").filter(has_text=re.compile(rf"^{re.escape(text)}$"))
        if ends.count():
            self.press(ends.first)

    def _fill(self, order: str) -> bool:
        """An order that has a form: its blanks, by the buttons below the map."""
        hand = self.page.locator(".hand")
        for number, form in enumerate(self._data["forms"]):
            picks = picks_for(form, order)
            if picks is None:
                continue
            before = self.page.locator("#sheet").input_value()
            self.press(hand.locator(".forms button").nth(number))
            for blank, text in picks:
                self.pick(blank, text)
            if hand.get_by_label("Put it back").count():
                self.press(hand.get_by_label("Put it back"))
            after = self.page.locator("#sheet").input_value()
            wanted = [*before.split("\n")[:-1], order, ""]
            assert after.lower().split("\n") == [one.lower() for one in wanted], (
                f"{form[1]}: {before!r} became {after!r}"
            )
            self.filled += 1
            return True
        return False

    def pick(self, blank: str, text: str) -> None:
        """What fills a blank: its button, or the field where there are too many for buttons."""
        hand = self.page.locator(".hand")
        button = hand.locator(f'.chips [value="{text}" i]')
        if button.count():
            self.press(button.first)
        elif blank.startswith("number"):
            buttons = hand.locator(".chips [value]")
            most = int(buttons.last.get_attribute("value"))
            self.press(buttons.last)
            for _ in range(int(text) - most):
                self.press(hand.get_by_label("One more"))
        else:
            said = f"nothing takes {text} for {blank}: {hand.inner_text()!r}"
            assert hand.locator("input").count(), said
            self.type(hand.locator("input"), text)
            self.press(hand.get_by_role("button", name="Add"))

    def mail(self) -> str:
        """The text of the mail that the button writes."""
        link = urlsplit(self.page.locator("#mail").get_attribute("href"))
        return parse_qs(link.query)["body"][0].replace("\r\n", "\n")
