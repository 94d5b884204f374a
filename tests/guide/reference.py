"""The parts of the guide that the program writes: commands, options, orders, kinds of rulings, and
the keys of files.

    python -m tests.guide.reference

writes every block of the guide again that stands between two remarks:

    <!-- generated: options standard -->
    ...
    <!-- end of what is generated -->

A test compares the blocks with what the program knows now.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import json
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from types import MappingProxyType
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from generator.archive.exchange.export_model import Game
from generator.archive.game.settings import ChanceSettings, Pause, Replacement, _GameFile
from generator.archive.people.versions import Submission
from generator.archive.play.absence import Notice
from generator.archive.secret.manifests import _Body
from generator.cli import _parser
from generator.commands.arguments import GROUPS
from generator.engine.orders.spelling import either
from generator.engine.primer import OrderPart, TaughtRuling
from generator.engine.rulebook import values_of
from generator.engine.ruleset import Ruleset
from generator.mailroom.mail_settings import MailSettings
from generator.pages.base.settings import SiteSettings
from generator.rulesets import get_ruleset
from generator.rulesets.europe.record.tables import Tables as EuropeTables
from generator.rulesets.standard.document import Tables as StandardTables
from generator.rulesets.westphalia.document import Tables as WestphaliaTables
from tests.guide.walking import GUIDE

END: Final = "<!-- end of what is generated -->"
_BLOCK: Final = re.compile(
    rf"^<!-- generated: ([^\n]+) -->\n(.*?)^{END}$", re.MULTILINE | re.DOTALL
)
_EDITIONS: Final = MappingProxyType(
    {
        "europe-1619": "1619",
        "europe-1619-draft": "draft",
        "europe-1615-v7": "V7",
        "europe-1615-v3": "V3",
    }
)
"""The editions of Europe, and what a table calls them."""
_COMMON: Final = ("--help", "--games", "--json")
"""Options that the page explains once; it does so for GAME, too."""


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table in Markdown."""
    heads = tuple(head)
    lines = [heads, *rows]
    written = [f"| {' | '.join(row)} |\n" for row in lines]
    return "".join((written[0], f"{'|---' * len(heads)}|\n", *written[1:]))


# --- commands


def commands() -> str:
    """Every command with its options, by what one is doing."""
    found = dict(_parsers(_parser()))
    left = sorted(
        {name.split()[0] for name in found} - {one for own in GROUPS.values() for one in own}
    )
    parts = []
    for title, names in {**GROUPS, "For programs": tuple(left)}.items():
        parts.append(f"## {title}\n")
        parts += [
            _command(name, parser)
            for first in names
            for name, parser in found.items()
            if name.split()[0] == first
        ]
    return "\n".join(parts)


def _parsers(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, own in action.choices.items():
                inner = [(f"{name} {second}", one) for second, one in _parsers(own)]
                yield from inner or [(name, own)]


def _is_common(action: argparse.Action) -> bool:
    # A trial has a number of its own as --games.
    return bool({*action.option_strings} & {*_COMMON}) and action.metavar in (None, "DIR")


def _command(name: str, parser: argparse.ArgumentParser) -> str:
    actions = [one for one in parser._actions if not _is_common(one)]
    words = "".join(
        f" [{one.metavar}]" if one.nargs in ("?", "*") else f" {one.metavar}"
        for one in actions
        if not one.option_strings
    )
    told = ((one, _said(one, parser)) for one in actions if one.dest != "game")
    rows = [(f"`{_written(one)}`", _cell(said)) for one, said in told if said]
    text = f"### theatrum {name}\n\n`theatrum {name}{words}`: {_cell(parser.description or '')}\n"
    return f"{text}\n{table(('Option', 'Effect'), rows)}" if rows else text


def _written(action: argparse.Action) -> str:
    """An option as it is typed, with its value."""
    if not action.option_strings:
        return str(action.metavar)
    value = "" if action.nargs == 0 else action.metavar or action.dest.upper()
    value = " ".join(value) if isinstance(value, tuple) else value
    return f"{action.option_strings[-1]} {value}".strip()


def _said(action: argparse.Action, parser: argparse.ArgumentParser) -> str:
    """What an option does, with the values that it takes."""
    said = (action.help or "") % {**vars(action), "prog": parser.prog}
    values = ", ".join(f"`{one}`" for one in action.choices or ())
    return f"{values}: {said}" if values and said else values or said


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", r"\|")


# --- options of rulesets


def options(ruleset: str) -> str:
    """The options of a ruleset: what each is, what its values mean, and its rule."""
    rows = []
    for option in get_ruleset(ruleset).options.values():
        values = "; ".join(f"`{_shown(one)}`: {means}" for one, means in option.choices.items())
        if not values:
            values = values_of(option)
            values = values[:1].upper() + values[1:]
        default = f"`{_shown(option.default)}`"
        rows.append((f"`{option.id}`", default, f"{option.title}. {values}", option.rule))
    return table(("Option", "Default", "Decision", "Rule"), rows)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return json.dumps(value) if isinstance(value, list) else str(value)


# --- orders


def orders(ruleset: str, beside: str = "") -> str:
    """The orders of a ruleset, phase by phase; only those that the ruleset `beside` it lacks."""
    known = {
        (part.title, form.pattern)
        for part in (get_ruleset(beside).primer().parts if beside else ())
        for form in part.forms
    }
    parts = []
    for part in get_ruleset(ruleset).primer().parts:
        rows = [
            (form.title, f"`{form.example}`")
            for form in part.forms
            if (part.title, form.pattern) not in known
        ]
        if rows:
            tables = "In any phase." if part.always else f"Table: {', '.join(_tables(part))}."
            note = f"{part.note} {tables}".strip()
            parts.append(f"### {part.title}\n\n{note}\n\n{table(('Order', 'Write'), rows)}")
    return "\n".join(parts)


def _tables(part: OrderPart) -> list[str]:
    """The tables of an order file that hold the orders of a part."""
    return list(dict.fromkeys(f"`{re.sub(r'[0-9]+', '<n>', slug)}`" for slug in part.phases))


def tables() -> str:
    """The tables of order files, for each ruleset."""
    rows = []
    for ruleset in ("standard", *_EDITIONS, "westphalia"):
        found = (one for part in get_ruleset(ruleset).primer().parts for one in _tables(part))
        rows.append((f"`{ruleset}`", ", ".join(dict.fromkeys(found))))
    return table(("Ruleset", "Tables"), rows)


# --- kinds of rulings


def rulings(ruleset: str) -> str:
    """The kinds of rulings of a ruleset, or of all editions of Europe."""
    if ruleset != "europe":
        kinds = get_ruleset(ruleset).primer().rulings
        rows = [_kind(name, kind) for name, kind in kinds.items()]
        return table(("Kind", "Facts", "It ..."), rows)
    found: dict[tuple[str, str, str], list[str]] = {}
    for edition, called in _EDITIONS.items():
        for name, kind in get_ruleset(edition).primer().rulings.items():
            found.setdefault(_kind(name, kind), []).append(called)
    every = list(_EDITIONS.values())
    return table(
        ("Kind", "Facts", "It ...", "Editions"),
        ((*row, "all" if names == every else ", ".join(names)) for row, names in found.items()),
    )


def _kind(name: str, kind: TaughtRuling) -> tuple[str, str, str]:
    return f"`{name}`", ", ".join(f"`{fact}`" for fact in kind.facts), kind.means


# --- what a ruleset is asked for


def methods(kind: str) -> str:
    """The methods of a ruleset that it must have ("needed"), or may have ("more")."""
    found = ((name, one) for name, one in vars(Ruleset).items() if inspect.getdoc(one))
    rows = [
        (f"`{name}`", _cell(inspect.getdoc(one) or ""))
        for name, one in found
        if not name.startswith("_")
        and getattr(one, "__isabstractmethod__", False) is (kind == "needed")
    ]
    return table(("Method", "Result"), rows)


# --- keys of files

RECORDS: Final[Mapping[str, type]] = MappingProxyType(
    {
        "game.toml": _GameFile,
        "replacements": Replacement,
        "chance": ChanceSettings,
        "pause": Pause,
        "site.toml": SiteSettings,
        "versions": Submission,
        "notices": Notice,
        "manifests": _Body,
        "mail.toml": MailSettings,
        "export": Game,
        "standard": StandardTables,
        "europe": EuropeTables,
        "westphalia": WestphaliaTables,
    }
)
_PLAIN: Final = MappingProxyType({int: "whole number", bool: "`true` or `false`", str: "text"})


def keys(name: str) -> str:
    """The keys of a file, with their types and their defaults."""
    record = RECORDS[name]
    types = get_type_hints(record)
    rows = [
        (f"`{one.encode_name}`", _typed(types[one.name]), _default(one), said)
        for one in fields(record)
        if (said := meanings(record).get(one.name))
    ]
    return table(("Key", "Type", "Default", "Meaning"), rows)


def tables_of(name: str) -> str:
    """The tables of a state, or the parts of an export."""
    rows = ((f"`{key}`", said) for key, said in meanings(RECORDS[name]).items())
    return table(("Table", "Contents"), rows)


def meanings(record: type) -> dict[str, str]:
    """What the keys of a record mean: the docstrings of its fields."""
    (made,) = ast.parse(textwrap.dedent(inspect.getsource(record))).body
    assert isinstance(made, ast.ClassDef)
    found = {}
    for one, below in zip(made.body, made.body[1:], strict=False):
        match one, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = _cell(text)
    return found


def _typed(kind: Any) -> str:
    """A type as a person calls it."""
    choices = [choice for choice in get_args(kind) if choice]
    if get_origin(kind) is Literal:
        return either([f'`"{choice}"`' for choice in choices])
    if get_origin(kind) is tuple:
        return "list of texts" if choices[0] is str else "list"
    if kind in (date, Any, Any | None):  # msgspec has no type for a date that may have a time
        return "date"
    for known, name in _PLAIN.items():
        if kind is known:
            return name
    return "table" if kind not in (str | None, None) else "text"


def _default(one: msgspec.structs.FieldInfo) -> str:
    """A default as it is typed."""
    if one.required:
        return "needed"
    default = None if one.default is msgspec.NODEFAULT else one.default
    if default is None or isinstance(default, Struct | Mapping | tuple):
        return "none"
    return f"`{json.dumps(default)}`"


# --- drawings


def drawing(variant: str) -> str:
    """The drawing of a variant, as a file that the reader saves."""
    text = (GUIDE.parents[1] / f"variants/{variant}/map.svg").read_text("utf-8")
    return f"**`{variant}.svg`**\n\n```svg\n{text}```\n"


# --- pages

BLOCKS: Final[Mapping[str, Callable[..., str]]] = MappingProxyType(
    {
        "commands": commands,
        "options": options,
        "orders": orders,
        "tables": tables,
        "rulings": rulings,
        "methods": methods,
        "keys": keys,
        "parts": tables_of,
        "drawing": drawing,
    }
)


def written(page: str) -> str:
    """A page with its blocks as the program writes them now."""

    def block(found: re.Match[str]) -> str:
        name, *words = found[1].split()
        return f"<!-- generated: {found[1]} -->\n\n{BLOCKS[name](*words)}\n{END}"

    return _BLOCK.sub(block, page)


def by_hand(page: str) -> str:
    """A page without its blocks: what a person writes."""
    return _BLOCK.sub("", page)


if __name__ == "__main__":
    for file in sorted(GUIDE.glob("*.md")):
        text = file.read_text("utf-8")
        if text != written(text):
            file.write_text(written(text), encoding="utf-8")
            print(file.name)
