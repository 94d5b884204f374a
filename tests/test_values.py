"""Values travel as values: no code takes apart the text of a verdict, an event or an ending.

What is looked for in the program's own code is a pattern, a reader of orders, a cut, a search or a
comparison that is applied to `order` or `note` of a verdict, or to `text` of an event or of the
ending of a game. Names are known to stand for these by their annotations, by loops over `verdicts`
and `events`, and by what is assigned to them. The doors are `Verdict.meant`, `EventKind.parts` and
the reading of files.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

from generator.archive import load_game
from generator.archive.game.state_files import format_phase, recorded
from generator.archive.play import verifying
from generator.engine.events import EventKind, by_slug
from generator.engine.phases import Document, Resolution
from generator.engine.rulings import (
    announced_decision,
    announced_ruling,
    announcement,
    names_ruling,
    noted_ruling,
    ruling_note,
)
from generator.engine.verdicts import Recorded, Verdict
from generator.rulesets.europe.telling.report import events_of
from generator.rulesets.europe_1619 import EDITION
from generator.rulesets.europe_1619_draft import EDITION as DRAFT

ROOT = Path(__file__).parent.parent / "generator"
ALLOWED = {
    "engine/verdicts.py": "Verdict.meant has the ruleset read a recorded order",
    "pages/game/submit.py": "the page for orders finds real examples of the forms that it teaches",
}

Type = Literal["one", "many", "text", ""]
"""A verdict, an event or an ending, several of them, the text of one, or anything else."""

_TYPES = re.compile(r"\b(?:Verdict|Event|PublicVerdict|PublicEvent|Ending)\b")
_HINT = re.compile(r"\.(?:order|note|text)\b")
_TEXTS = ("order", "note", "text")
_MANY = ("verdicts", "events")
_PASSED = ("enumerate", "sorted", "reversed", "tuple", "list", "iter", "zip", "fromkeys")
_CUTS = {
    "partition", "rpartition", "split", "rsplit", "splitlines", "removeprefix", "removesuffix",
    "startswith", "endswith", "replace", "find", "rfind", "index", "count", "strip", "lstrip",
    "rstrip",
}  # fmt: skip
_READS = {
    "read_order", "read_orders", "recorded_order", "order_in", "read_sheet", "read", "match",
    "fullmatch", "search", "findall", "finditer", "sub", "split", "int", "parse_unit",
}  # fmt: skip
_SAME = {"lower", "upper", "casefold", "strip"}


def type_in(annotation: ast.expr | None) -> Type:
    """What a value with this annotation is."""
    said = ast.unparse(annotation).strip("'\"") if annotation is not None else ""
    if not _TYPES.search(said) or said.startswith(("Callable", "type[")):
        return ""
    return (
        "one"
        if all(_TYPES.fullmatch(part) or part == "None" for part in said.split(" | "))
        else "many"
    )


class Reader:
    """The types of names in one function, and what is done to texts there."""

    def __init__(self, names: dict[str, Type], returns: dict[str, Type]) -> None:
        self.names = names
        self.returns = returns

    def type_of(self, node: ast.expr) -> Type:
        match node:
            case ast.Name(name):
                return self.names.get(name, "")
            case ast.Attribute(value, "verdict" | "ending"):
                return "one"
            case ast.Attribute(value, attr) if attr in _MANY:
                return "many"
            case ast.Attribute(value, attr) if attr in _TEXTS and self.type_of(value) == "one":
                return "text"
            case ast.Subscript(value):
                return "one" if self.type_of(value) in ("one", "many") else ""
            case ast.IfExp(body=body, orelse=other):
                return self.type_of(body) or self.type_of(other)
            case ast.ListComp(element) | ast.GeneratorExp(element):
                found = self.type_of(element)
                return "many" if found == "one" else ""
            case ast.Call(ast.Attribute(value, attr)) if attr in _SAME:
                return self.type_of(value)
            case ast.Call(ast.Name(name) | ast.Attribute(attr=name), args):
                if name in _PASSED or name in ("next", "max", "min"):
                    found = next(filter(None, map(self.type_of, args)), "")
                    return "one" if found and name not in _PASSED else found
                return self.returns.get(name, "")
        return ""

    def bind(self, target: ast.expr, found: Type) -> None:
        match target:
            case ast.Name(name) if found:
                self.names[name] = found
            case ast.Tuple(parts) | ast.List(parts):
                for part in parts:
                    self.bind(part, found)

    def learn(self, node: ast.AST) -> None:
        """What a statement says of names."""
        match node:
            case ast.For(target, source) | ast.comprehension(target, source):
                if self.type_of(source) == "many":
                    self.bind(target, "one")
            case ast.Assign([target], value):
                self.bind(target, self.type_of(value))
            case ast.AnnAssign(ast.Name(name), annotation, value):
                self.bind(ast.Name(name), type_in(annotation))
            case ast.NamedExpr(target, value):
                self.bind(target, self.type_of(value))

    def is_text(self, node: ast.expr) -> bool:
        return self.type_of(node) == "text"

    def is_cut(self, node: ast.AST) -> bool:
        """Whether an expression takes a text apart, reads it or compares it."""
        match node:
            case ast.Call(ast.Attribute(value, attr)) if attr in _CUTS and self.is_text(value):
                return True
            case ast.Call(ast.Name(name) | ast.Attribute(attr=name), args) if name in _READS:
                return any(map(self.is_text, args))
            case ast.Subscript(value, part):
                # A capital at the beginning is for people.
                return self.is_text(value) and ast.unparse(part) not in (":1", "1:")
            case ast.Compare(left, [ast.In() | ast.NotIn()], [right]):
                return self.is_text(right)
            case ast.Compare(left, [ast.Eq() | ast.NotEq()], [right]):
                return any(
                    self.is_text(one) and not _is_whole(other)
                    for one, other in ((left, right), (right, left))
                )
        return False


def _is_whole(node: ast.expr) -> bool:
    """Whether a text may be compared with this: nothing at all, or a word that has a name."""
    match node:
        case ast.Constant(""):
            return True
        case ast.Name(name):
            return name.isupper()
        case ast.Attribute(attr=name):
            return name in _TEXTS
    return False


def texts_taken_apart(source: str) -> Iterator[int]:
    """The lines on which a text of a verdict or an event is taken apart."""
    if not _HINT.search(source):
        return
    tree = ast.parse(source)
    functions = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)]
    returns = {one.name: type_in(one.returns) for one in functions}
    found = set()
    for function in functions:
        arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
        reader = Reader({one.arg: type_in(one.annotation) for one in arguments}, returns)
        nodes = list(ast.walk(function))
        for _ in range(3):  # a comprehension uses names before it says what they are
            for node in nodes:
                reader.learn(node)
        found |= {node.lineno for node in nodes if reader.is_cut(node)}  # type: ignore[attr-defined]
    yield from sorted(found)


def test_no_text_of_a_verdict_an_event_or_an_ending_is_taken_apart() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted(ROOT.rglob("*.py"))
        if path.relative_to(ROOT).as_posix() not in ALLOWED
        for line in texts_taken_apart(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "def f(verdict: Verdict): return read_order(verdict.order, board, kind)",
        "def f(verdicts: Sequence[Verdict]): return [READ.match(one.order) for one in verdicts]",
        "def f(verdicts): return sum(one.order.split()[2:3] == ['-'] for one in story.verdicts)",
        (
            "def f(resolution):\n  for number, one in enumerate(resolution.verdicts, 1):\n"
            "    if one.order[:2] in UNITS: pass"
        ),
        "def f(verdict: Verdict): return f'- {place}/' in verdict.order",
        "def f(entry):\n  said = entry.verdict.note\n  return said.startswith('ruling')",
        "def f(verdict: Verdict): return verdict.note == 'no order given'",
        "def f(verdict: Verdict): return verdict.order == canonical",
        "def f(event: Event): return event.text.partition(': ')[2]",
        "def g() -> list[Event]: ...\ndef f(): return [one.text.lower().find('x') for one in g()]",
        "def f(tales: Sequence[PublicEvent]): return any(NAMED.search(one.text) for one in tales)",
        "def f(state): return state.ending.text.partition(':')[0] if state.ending else ''",
    ],
)
def test_what_takes_a_text_apart_is_found(source: str) -> None:
    assert list(texts_taken_apart(source))


@pytest.mark.parametrize(
    "source",
    [
        "def f(event: Event): return event.text[:1].upper() + event.text[1:]",
        "def f(event: Event): return f'{event.text} ({event.rule})'",
        "def f(verdict: Verdict): return verdict.note == NO_ORDER or verdict.note != ''",
        "def f(written: WrittenOrder): return read_order(written.text, board, kind)",
        "def f(event: Event): return KIND.parts(event.text)['why']",
        "def f(lines, event: Event): return event.text in lines",
    ],
)
def test_what_only_shows_a_text_is_allowed(source: str) -> None:
    assert not list(texts_taken_apart(source))


@pytest.mark.parametrize(
    ("says", "parts", "known"),
    [
        ("{what}: {why}", {"what": "Hesse loses its marker", "why": "none: nobody"}, ()),
        ("{what} ({infs})", {"what": "Hesse is free", "infs": "France 3 (Spain 2)"}, ()),
        (
            "{what} now: {why} ({before} before)",
            {"what": "Hesse is neutral", "why": "tied (2 to 2)", "before": "aligned"},
            (),
        ),
        (
            "{power} {what} for {price} {currency}",
            {"power": "The Dutch", "what": "builds for Hesse", "price": "3", "currency": "TP"},
            ("power", "price"),
        ),
    ],
)
def test_a_kind_takes_apart_what_it_has_put_together(
    says: str, parts: dict[str, str], known: tuple[str, ...]
) -> None:
    kind = EventKind("x", says=says)
    assert kind.parts(kind.text(**parts), **{name: parts[name] for name in known}) == parts


def test_every_form_is_that_of_recorded_events() -> None:
    """Each text of the sample games is put together again from its parts; each form occurs."""
    kinds = by_slug((*events_of(DRAFT), *events_of(EDITION)))
    found = set()
    for name in ("after-the-comet", "eleven-voices", "winter-king"):
        for record in load_game(ROOT.parent / "games" / name).phases:
            for event in record.resolution().events:
                kind = kinds.get(event.kind)
                if kind is not None and kind.says:
                    parts = kind.parts(event.text)
                    if event.text not in parts.values():
                        found.add(kind.slug)
                        assert kind.text(**parts) == event.text
    assert found == {slug for slug, kind in kinds.items() if kind.says}


def test_a_text_of_another_form_is_all_its_first_part() -> None:
    kind = EventKind("x", says="{what}: {why}")
    assert kind.parts("Spain earns nothing") == {"what": "Spain earns nothing", "why": ""}


def test_the_number_of_a_ruling_comes_back_from_its_texts() -> None:
    assert noted_ruling(ruling_note(12)) == 12
    assert noted_ruling(ruling_note(0)) == noted_ruling("no order given") == 0
    for word in ("Ruling", "ruling"):
        said = announcement(12, "A VIE holds", "a typo", word)
        assert announced_ruling(said) == 12
        assert announced_decision(said, "a typo") == "A VIE holds"
        assert names_ruling(said, 12)
        assert not names_ruling(said, 1)
    assert announced_decision(announcement(3, "", "a typo"), "a typo") == "a typo"


def test_verdicts_that_say_the_same_are_equal_wherever_they_come_from() -> None:
    made = Verdict("austria", "A VIE H", "success", meaning=("A", "VIE"))
    read = Verdict("austria", "A VIE H", "success", meaning=Recorded(lambda text: tuple(text)))
    assert made == read
    assert not made != read  # noqa: SIM202
    assert len({made, read}) == 1
    assert made.meant == ("A", "VIE")
    assert read.meant == tuple("A VIE H")
    assert made != Verdict("austria", "A VIE H", "bounce")


def test_recorded_orders_mean_what_was_ordered(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the door reads from state files is what adjudicating the phase again gives."""
    played: list[Resolution[Any]] = []

    def spy(resolution: Resolution[Any], document: Document) -> dict[str, str]:
        played.append(resolution)
        return format_phase(resolution, document)

    monkeypatch.setattr(verifying, "format_phase", spy)
    folder = ROOT.parent / "games" / "winter-king"
    verifying.verify_game(folder)
    records = load_game(folder).phases
    assert len(played) == len(records)
    for made, record in zip(played, records, strict=True):
        recorded = record.resolution()
        assert [one.meant for one in recorded.verdicts] == [one.meant for one in made.verdicts]
        assert [one.ruling for one in recorded.events] == [one.ruling for one in made.events]


@pytest.mark.parametrize(
    "name", ["after-the-comet", "cuius-regio", "eleven-voices", "first-light", "nine-winters"]
)
def test_recorded_orders_are_read_as_they_are_written(name: str) -> None:
    for record in load_game(ROOT.parent / "games" / name).phases[::5]:
        for verdict in record.resolution().verdicts:
            if verdict.outcome == "success":
                assert str(verdict.meant) == verdict.order


def test_order_of_a_file_is_read_once_whoever_asks() -> None:
    asked: list[str] = []
    [verdict] = recorded(
        [Verdict("austria", "A VIE H", "success")], lambda text: asked.append(text)
    )
    assert [verdict.meant, verdict.meant] == [None, None]
    assert asked == ["A VIE H"]
