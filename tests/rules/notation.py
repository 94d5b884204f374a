"""Rules as positions, orders and what comes of them: the files `*.txt` beside this one.

    # Europe 1619 (the folder's name is the ruleset's).
    begin
      blank = ["relations"]

    E19-MOV-4: neutral states are closed to everybody
      units.france = ["A LOR"]
      | infs.SAA = "france 2, union 2"
      france: A LOR - SAA => illegal E19-MOV-4 "neutral"
      => units.france = ["A LOR"]
      | infs.SAA = "france 3"
      france: A LOR - SAA => success

A case has the ids of its rules and a title. What stands before the first `|` stands in each part
that begins with one; below orders that all parts share, a part may still change the position. The
lines are indented, in the order in which they happen:

- `key = value; key = value`, in TOML: the position, as `theatrum new --from` reads it, or as
  `position.py` of the folder does; what is left out is as in the opening. Lines below `begin` are
  the first of every case until the next `begin`; a later line replaces an earlier one with the same
  key.
- `power: order => outcome RULE "text"; order => ...`: a sheet's orders, what became of each, the
  rules that are cited first and a text in the reasons; `known to france` (or `known to all`) may
  follow. All of these may be left out.
- `ruling kind {...}`: a ruling of this phase, as a table of TOML.
- `dice r1/emperor = 3`: how a lot falls; `dice r1/faith/red/# = 6 1`: the first, the second.
- `=> path = value; path = value`: the new state has these; "", 0, [] and {} are also nothing.
  `points.france` is the sum of a power's `scores`.
- `=> event kind RULE {...} "text"`: one event has these data, `powers` or `provinces`, or is
  `known_to` these powers, and it or a part of it says this; `=> no event kind`: there is none.
- `=> order power A PAR H: outcome RULE "text"`: a verdict on what was not ordered.
- `=> complaint RULE "text"`: there is one about the sheets with this text, its place and its hint
  included (`france:2:1: A ROM H: ...`); `error` and `warning` are of that kind; `=> no complaint`;
  `=> only warning`: there is this one, and no other complaint.
- `=> remedy A VIE - GAL "text"`: what would have made an order succeed that failed.
- `=> report "Scores" {Power = "France", Points = "7"} "text"`: a section with this title, which
  everybody can read, has a row with these cells, or a line or a row with this text; `=> no report`.
- `=> map paint HES {kind = "aligned", power = "france"}`: the map of the phase has this there, as
  `generator/engine/picture.py` has it; also `mark`, `unit`, `order` and `home`; `board` is the map
  of the new state; `=> no map unit PAR`.
- `=> summary "text"`: the sentences on what has changed, one after the other, have this text.
- `=> awaits france, spain`: whose orders the new phase waits for; or `nobody`.
- `=> secret "text"`: nothing that all may know has this text: state, events, reports, tables.
- `=> refused "text"`: the position cannot be, or the phase cannot be adjudicated, and why;
  then the position stands again.
- `at 1620 builds`: play goes on to this phase, without orders.

The phase is adjudicated once: at the first line that begins with `=>`, or where it ends. Several
expectations stand in a line, parted by semicolons.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise, takewhile
from typing import Any, Final, NamedTuple

from generator.engine.chance import Chance
from generator.engine.errors import TheatrumError
from generator.engine.phases import OrderBook, Resolution, Ruling, Setup
from generator.engine.report import Section
from generator.engine.verdicts import Event, Verdict
from generator.pages.maps.drawing import draw_document, map_scene
from generator.rulesets import get_ruleset
from generator.rulesets.coverage import RULES, Case, Lines

_POSITION: Final = re.compile(r"[\w.\"-]+ = ")
_SHEET: Final = re.compile(r"([a-z][a-z_]*):(?: (.*))?")
_ORDER: Final = re.compile(r"(.*?)(?: => (.+))?")
_WISH: Final = re.compile(rf'(\w+)(?: ({RULES}(?:, {RULES})*))?(?: "(.+)")?(?: known to (.+))?')
_VERDICT: Final = re.compile(r"order (\w+) (.+): (.+)")
_EVENT: Final = re.compile(rf'(no )?event ([\w-]+)(?: ({RULES}))?(?: (\{{.*\}}))?(?: "(.+)")?')
_COMPLAINT: Final = re.compile(rf'(no |only )?(complaint|error|warning)(?: ({RULES}))?(?: "(.+)")?')
_REMEDY: Final = re.compile(r'remedy (.+) "(.+)"')
_REPORT: Final = re.compile(r'(no )?report "([^"]+)"(?: (\{.*\}))?(?: "(.+)")?')
_PICTURE: Final = re.compile(r"(no )?(map|board) (paint|mark|unit|order|home) (\S+)(?: (\{.*\}))?")
_NEXT: Final = re.compile(
    r"; (?=[\w.\"-]+ = |(?:no |only )?(?:event|complaint|error|warning|report|map|board)\b"
    r"|order [a-z_]+ [A-Z]|(?:awaits|secret|remedy|summary) )"
)
_MANY: Final = 80
"""Phases after which one that is waited for never comes."""


class Unmet(AssertionError):
    """What came is not what a line expects."""


class Part(NamedTuple):
    """What is played at once: a case, or what begins with `|` after what stands before the first.

    `line` is the number of its first line in the file."""

    title: str
    line: int
    lines: Lines


def parts_of(case: Case) -> Iterator[Part]:
    """A case, or each of its parts that begin with `|`."""
    starts = [place for place, (_, line) in enumerate(case.lines) if line.startswith("|")]
    if not starts:
        yield Part(case.title, case.line, (*case.begin, *case.lines))
    for number, (start, end) in enumerate(pairwise((*starts, len(case.lines))), 1):
        own = [(place, line.removeprefix("|").strip()) for place, line in case.lines[start:end]]
        common = (*case.begin, *case.lines[: starts[0]])
        yield Part(f"{case.title} ({number})", own[0][0], (*common, *own))


def run_part(ruleset: str, part: Part) -> None:
    """Play a part. Unmet names the line that expects what did not come."""
    if not any("=> " in line for _, line in part.lines):
        raise Unmet(f"line {part.line}: the case expects nothing")
    play = _Play(ruleset, _first_sheets(part.lines))
    for number, line in part.lines:
        try:
            play.take(line)
        except (AssertionError, ValueError, KeyError, TheatrumError) as error:
            raise Unmet(f"line {number}: {line}\n{type(error).__name__}: {error}") from error
    try:
        play.adjudicate()
    except (AssertionError, TheatrumError) as error:
        raise Unmet(f"line {part.lines[-1][0]}, the orders: {error}") from error


class _Play:
    """A part on its way."""

    def __init__(self, ruleset: str, first: Mapping[str, list[str]]) -> None:
        self.ruleset = get_ruleset(ruleset)
        self.first = first
        self.position: dict[str, Any] = {}
        self.state: Any = None
        self.before: Any = None
        self.book = OrderBook({})
        self.done: Resolution[Any] | None = None
        self.sheets: dict[str, list[str]] = {}
        self.wishes: list[tuple[str, str, str]] = []
        self.rulings: list[tuple[str, Mapping[str, Any]]] = []
        self.ruled: tuple[Ruling, ...] = ()

    def take(self, line: str) -> None:
        if _POSITION.match(line):
            assert self.state is None, "the position comes first"
            for one in _NEXT.split(line):
                _merge(self.position, tomllib.loads(one))
            return
        if line.startswith("=> refused "):
            self._is_refused(line.removeprefix("=> refused ")[1:-1])
            return
        if line.startswith("=> "):
            self._open()
            self.adjudicate()
            for wish in _NEXT.split(line.removeprefix("=> ")):
                self._compare(wish)
        elif line.startswith("at "):
            self._open()
            self._go_on(line.removeprefix("at "))
        elif line.startswith("ruling "):
            kind, facts = line.removeprefix("ruling ").split(" ", 1)
            self._rule(kind, tomllib.loads(f"facts = {facts}")["facts"])
        elif line.startswith("dice "):
            label, values = line.removeprefix("dice ").split(" = ")
            for number, value in enumerate(values.split(), 1):
                self._rule(
                    "result", {"label": label.replace("#", str(number)), "value": int(value)}
                )
        else:
            power, orders = _match(_SHEET, line, "a sheet").groups()
            self._begin()
            for part in (orders or "").split("; "):
                order, wish = _match(_ORDER, part, "an order").groups()
                self.sheets.setdefault(power, []).append(order)
                if wish:
                    self.wishes.append((power, order, wish))

    def _open(self) -> None:
        if self.state is not None:
            return
        folder = self.ruleset.id.replace("-", "_")
        if find_spec(name := f"tests.rules.{folder}.position"):
            self.state = import_module(name).open_position(self.position, self.first)
        else:
            self.state = self.ruleset.opening(Setup(position=self.position))

    def adjudicate(self) -> None:
        """Adjudicate the phase, unless that is done."""
        if self.done is not None or not (self.state or self.sheets or self.rulings):
            return
        self._open()
        texts = {power: "\n".join(lines) for power, lines in self.sheets.items()}
        self.book = self.ruleset.read(self.state, texts)
        phase = self.ruleset.moment(self.state).phase
        self.ruled = tuple(
            Ruling(number, phase, kind, "as the case says", facts=facts)
            for number, (kind, facts) in enumerate(self.rulings, 1)
        )
        chance = Chance("notation", "")
        self.done = self.ruleset.adjudicate(self.state, self.book, self.ruled, chance)
        self.before, self.state, wishes = self.state, self.done.state, self.wishes
        self.sheets, self.wishes, self.rulings = {}, [], []
        for power, order, wish in wishes:
            self._compare_verdict(power, order, wish)

    def _begin(self) -> None:
        """What comes now belongs to the phase that the state waits for."""
        self.done = None

    def _go_on(self, phase: str) -> None:
        if self.sheets or self.rulings:
            self.adjudicate()
        for _ in range(_MANY):
            self._begin()
            if str(self.ruleset.moment(self.state)) == phase:
                return
            self.adjudicate()
        raise Unmet(f"{phase} never comes")

    def _rule(self, kind: str, facts: Mapping[str, Any]) -> None:
        self._begin()
        self.rulings.append((kind, facts))

    def _is_refused(self, text: str) -> None:
        said = ""
        try:
            self._open()
            self.adjudicate()
        except TheatrumError as error:
            said = str(error)
        assert said, "it is adjudicated"
        assert text in said, said
        self.state, self.sheets, self.wishes, self.rulings = None, {}, [], []

    def _compare(self, wish: str) -> None:
        assert self.done is not None
        if _POSITION.match(wish):
            path, _, value = wish.partition(" = ")
            document = self.ruleset.dump(self.state)
            found: Any = {**document.public, **document.private}
            scores = document.public.get("scores", {})
            found["points"] = {power: sum(row.values()) for power, row in scores.items()}
            for key in tomllib.loads(f"{path} = 0") and _keys(path):
                found = found.get(key) if isinstance(found, Mapping) else None
            wanted = tomllib.loads(f"value = {value}")["value"]
            assert _plain(found or None) == (wanted or None), f"it is {found!r}"
        elif wish.startswith("awaits "):
            awaited = self.ruleset.awaits(self.state) or ("nobody",)
            assert set(awaited) == set(wish.removeprefix("awaits ").split(", ")), awaited
        elif complaint := _COMPLAINT.fullmatch(wish):
            which, kind, rule, text = complaint.groups()
            made = self.book.complaints
            fit = [
                one
                for one in made
                if kind in ("complaint", one.severity)
                and rule in (None, one.rule)
                and (text or "") in str(one)
            ]
            right = fit == list(made) != [] if which == "only " else bool(fit) is (which != "no ")
            assert right, [f"{one.severity} {one.rule} {one}" for one in made]
        elif wish.startswith("secret "):
            told = [dict(self.ruleset.dump(self.state).public), self.ruleset.standings(self.state)]
            told += [one for one in (*self.done.events, *self.done.verdicts) if one.public]
            told += self.ruleset.summary(self.before, self.done)
            told += [one for one in self._shown() if not one.secret]
            assert wish.removeprefix("secret ")[1:-1] not in str(told), "it is told"
        elif wish.startswith("summary "):
            sentences = " ".join(self.ruleset.summary(self.before, self.done))
            assert wish.removeprefix("summary ")[1:-1] in sentences, sentences
        elif remedy := _REMEDY.fullmatch(wish):
            order, text = remedy.groups()
            known = self.ruleset.remedies(self.before, self.done, self.ruled)
            told = {self.done.verdicts[n - 1].order: one.text for n, one in known.items()}
            assert text in told.get(order, ""), told
        elif report := _REPORT.fullmatch(wish):
            self._compare_report(*report.groups())
        elif picture := _PICTURE.fullmatch(wish):
            self._compare_picture(*picture.groups())
        elif wish.startswith("order "):
            power, order, said = _match(_VERDICT, wish, "a verdict").groups()
            self._compare_verdict(power, order, said)
        else:
            none, kind, rule, data, text = _match(_EVENT, wish, "an event").groups()
            wanted = _table(data)
            found = [event for event in self.done.events if event.kind == kind]
            fit = [
                event
                for event in found
                if rule in (None, event.rule)
                and any((text or "") in said for said in (event.text, *_texts(event.data)))
                and all(_plain(_datum(event, key)) == value for key, value in wanted.items())
            ]
            told = "; ".join(f"{event.rule} {dict(event.data)} {event.text}" for event in found)
            assert len(fit) == (0 if none else 1), told or f"no event {kind}"

    def _shown(self) -> list[Section]:
        """The report of the phase, and the tables of the moment after it."""
        return [*self.ruleset.report(self.before, self.done), *self.ruleset.tables(self.state)]

    def _compare_report(self, none: str | None, title: str, cells: str | None, text: str) -> None:
        assert self.done is not None
        wanted = _table(cells)
        shown = self._shown()
        found = [one for one in shown if one.title == title and not one.secret]
        rows = [
            (dict(zip(one.columns, row, strict=True)), " | ".join(row))
            for one in found
            for row in one.plain_rows
        ]
        rows += [({}, line) for one in found for line in (*one.lines, *one.notes)]
        fit = [said for row, said in rows if wanted.items() <= row.items() and (text or "") in said]
        assert bool(fit) is not bool(none), rows or [one.title for one in shown]

    def _compare_picture(
        self, none: str | None, which: str, sign: str, at: str, fields: str | None
    ) -> None:
        assert self.done is not None
        picture = (
            self.ruleset.picture_of(self.before, self.done)
            if which == "map"
            else self.ruleset.picture(self.state)
        )
        assert draw_document(map_scene(picture, self.ruleset.powers)).startswith("<?xml")
        shown: Mapping[str, Iterable[Any]] = {
            "paint": [picture.fills[at]] if at in picture.fills else [],
            "mark": picture.markers.get(at, ()),
            "unit": [one for one in picture.units if one.unit.at == at],
            "order": [one for one in picture.orders if one.at == at],
            "home": [one for one in picture.homes if one.at == at],
        }
        wanted = _table(fields)
        fit = [
            one
            for one in shown[sign]
            if all(_field(getattr(one, key)) == value for key, value in wanted.items())
        ]
        assert bool(fit) is not bool(none), list(shown[sign])

    def _compare_verdict(self, power: str, order: str, wish: str) -> None:
        assert self.done is not None
        outcome, rule, text, known_to = _match(_WISH, wish, "an outcome").groups()
        own = [verdict for verdict in self.done.verdicts if verdict.power == power]
        found = [verdict for verdict in own if order in (verdict.order, verdict.written)]
        # What was written comes before what the unit did because it did not count.
        found = [verdict for verdict in found if verdict.note != "no order that counts"] or found
        told = "; ".join(
            f"{verdict.order} {verdict.why}" for verdict in found or self.done.verdicts
        )
        fit = [verdict for verdict in found if _fits(verdict, outcome, rule, text)]
        if known_to is not None:
            named = () if known_to == "all" else tuple(known_to.split(", "))
            fit = [verdict for verdict in fit if verdict.known_to == named]
        assert fit, f"{power}: {order} => {wish}\ncame: {told}"


def _fits(verdict: Verdict, outcome: str, rule: str | None, text: str | None) -> bool:
    cited = ", ".join(reason.rule for reason in verdict.reasons) + ","
    said = "; ".join((*(reason.text for reason in verdict.reasons), verdict.note))
    return (
        verdict.outcome == outcome
        and cited.startswith(f"{rule}," if rule else "")
        and (text or "") in said
    )


def _first_sheets(lines: Lines) -> dict[str, list[str]]:
    """The orders that are given before anything comes of them."""
    found: dict[str, list[str]] = {}
    for _, line in takewhile(lambda one: not one[1].startswith("=> "), lines):
        if not _POSITION.match(line) and (sheet := _SHEET.fullmatch(line)):
            orders = [order.partition(" => ")[0] for order in (sheet[2] or "").split("; ")]
            found.setdefault(sheet[1], []).extend(orders)
    return found


def _merge(tables: dict[str, Any], more: Mapping[str, Any]) -> None:
    """Put tables into others; what is no table replaces what was there."""
    for key, value in more.items():
        if isinstance(value, Mapping) and isinstance(tables.get(key), dict):
            _merge(tables[key], value)
        else:
            tables[key] = value


def _datum(event: Event, key: str) -> Any:
    own = key in ("known_to", "powers", "provinces") and key not in event.data
    return getattr(event, key) if own else event.data.get(key)


def _table(text: str | None) -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads(f"table = {text or '{}'}")["table"]
    return found


def _field(value: Any) -> Any:
    """A field of a sign as TOML would have it: a unit is its text."""
    return (
        value
        if isinstance(value, str | int)
        else _plain(value)
        if isinstance(value, tuple)
        else str(value)
    )


def _texts(data: Any) -> Iterator[str]:
    """The texts in the data of an event, like those of the rounds of a battle."""
    inner = data.values() if isinstance(data, Mapping) else data
    for one in inner if isinstance(inner, Iterable) and not isinstance(inner, str) else ():
        yield from _texts(one)
    if isinstance(data, Mapping) and "text" in data:
        yield data["text"]


def _keys(path: str) -> list[str]:
    return [key.strip('"') for key in path.split(".")]


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value


def _match(pattern: re.Pattern[str], text: str, what: str) -> re.Match[str]:
    found = pattern.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not {what}")
    return found
