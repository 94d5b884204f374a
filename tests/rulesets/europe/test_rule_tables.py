"""The tables of rules in facts.toml: each entry has a rule and a reader, and no other is taken."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
import tomli
from msgspec import Struct

from generator.engine.typed import FaultyTable
from generator.rulesets.europe.data.edition_data import EditionData
from generator.rulesets.europe.data.facts import read_facts
from generator.rulesets.europe.data.rule_tables import RuleTables
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe_1615_v3 import EDITION as THREE
from generator.rulesets.europe_1615_v7 import EDITION as SEVEN
from generator.rulesets.europe_1619 import EDITION as FINAL
from generator.rulesets.europe_1619_draft import EDITION as DRAFT
from tests.engine.entries import entries_of

ROOT = Path(__file__).parents[3]
EDITIONS = (FINAL, DRAFT, SEVEN, THREE)
FAMILY: dict[str, type[Struct]] = {
    name: type(getattr(RuleTables(), name)) for name in RuleTables.__struct_fields__
}
TABLES = {**FAMILY, **FINAL.own_tables, **DRAFT.own_tables, **SEVEN.own_tables, **THREE.own_tables}
ENTRIES = [(table, entry) for table, kind in TABLES.items() for entry in entries_of(kind)]
INNER = ("id", "points", "per", "power", "province")
"""Entries of an item of a score, whose rules are those of the item."""


@cache
def sources() -> str:
    """The code that reads entries."""
    folders = ("generator/rulesets", "generator/autoplay/europe")
    files = [file for folder in folders for file in sorted((ROOT / folder).rglob("*.py"))]
    return "\n".join(file.read_text("utf-8") for file in files)


def changed_facts(tmp_path: Path, edition: EditionData, table: str, line: str) -> Path:
    """A copy of facts.toml with one more line at the top of a table."""
    text = edition.facts_file.read_text("utf-8")
    head = f"[{table}]\n"
    text = text.replace(head, head + line, 1) if head in text else f"{text}\n{head}{line}"
    file = tmp_path / "facts.toml"
    file.write_text(text, "utf-8")
    return file


def refusal(tmp_path: Path, edition: Edition, table: str, line: str) -> str:
    file = changed_facts(tmp_path, edition, table, line)
    with pytest.raises(FaultyTable) as caught:
        read_facts(tomli.loads(file.read_text()), edition.board, edition.own_tables, file)
    return str(caught.value)


def tables_of(edition: Edition) -> list[str]:
    return [*FAMILY, *edition.own_tables]


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda one: one.id)
def test_an_unknown_entry_is_refused_in_every_table(tmp_path: Path, edition: Edition) -> None:
    for table in tables_of(edition):
        entry = TABLES[table].__struct_fields__[0]
        said = refusal(tmp_path, edition, table, f"{entry}_x = 1\n")
        there = rf"facts\.toml:\d+:1: there is no {entry}_x in {table} \(did you mean"
        assert re.search(there, said)
        assert refusal(tmp_path, edition, f"{table}x", "a = 1\n").count("in the file") == 1


@pytest.mark.parametrize(
    ("table", "line", "said"),
    [
        ("caps", "army_strength = 0\n", "caps.army_strength cannot be 0 (a whole number, 1 or"),
        ("control", 'judge = "owner"\n', "control.judge cannot be 'owner' (lord, holder, domain)"),
        ("builds", 'after_reductions = "yes"\n', "builds.after_reductions cannot be 'yes' (true"),
        ("movement", "waters_contested = 1\n", "movement.waters_contested cannot be 1 (true"),
    ],
)
def test_a_value_that_cannot_be_is_refused(
    tmp_path: Path, table: str, line: str, said: str
) -> None:
    facts = FINAL.facts_file.read_text("utf-8")
    name = line.split()[0]
    file = tmp_path / "facts.toml"
    head = f"[{table}]\n"
    text = re.sub(rf"^{name} = .*\n", "", facts, flags=re.MULTILINE)
    text = text.replace(head, head + line, 1) if head in text else f"{text}\n{head}{line}"
    file.write_text(text, "utf-8")
    with pytest.raises(FaultyTable) as caught:
        read_facts(tomli.loads(text), FINAL.board, FINAL.own_tables, file)
    assert said in str(caught.value)
    at = int(str(caught.value).split(":")[1])
    assert text.splitlines()[at - 1] == line.strip()


def test_rows_of_powers_states_and_provinces_have_no_other_entries(tmp_path: Path) -> None:
    text = FINAL.facts_file.read_text("utf-8")
    for was, now, said in (
        (
            'ruler = "Philip III"',
            'rulr = "Philip III"',
            "no rulr in powers.spain (did you mean ruler",
        ),
        ("VIE = { owner", "VIE = { ownr", "no ownr in provinces.VIE (did you mean owner?)"),
        ('WAL = { name = "Wallachia"', 'WAL = { nme = "Wallachia"', "no nme in minors.WAL"),
    ):
        file = tmp_path / "facts.toml"
        file.write_text(text.replace(was, now, 1), "utf-8")
        with pytest.raises(FaultyTable) as caught:
            read_facts(tomli.loads(file.read_text()), FINAL.board, FINAL.own_tables, file)
        assert said in str(caught.value)


def test_every_entry_has_a_meaning_and_a_rule_of_some_rulebook() -> None:
    rules = {rule.id for edition in EDITIONS for rule in edition.rulebook.rules}
    wrong = [
        f"{table}.{entry.name}"
        for table, entry in ENTRIES
        if not (entry.meaning and entry.values)
        or not (is_inner(table, entry.name) or entry.rule in rules)
    ]
    assert wrong == []


def is_inner(table: str, name: str) -> bool:
    return name.rpartition(".")[2] in INNER or (table == "reichstag" and "." in name)


def test_every_entry_is_read_by_some_rule() -> None:
    text, unread = sources(), []
    before: dict[str, set[str]] = {}
    for found in re.finditer(r"\.(\w+)", text):
        before.setdefault(found[1], set()).add(text[found.start() - 24 : found.start()])
    holders = (")", "rules", "self", "allotment", "table", "pays", "item", "income", "caps")
    for table, entry in ENTRIES:
        name = entry.name.rpartition(".")[2]
        read = any(one.endswith((f".{table}", *holders)) for one in before.get(name, ()))
        # Or by what varies the tables before they are read.
        if not read and f'"{table}"]["{name}"]' not in text:
            unread.append(f"{table}.{name}")
    assert unread == []


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda one: one.id)
def test_every_option_decides_something(edition: Edition) -> None:
    """It sets an entry, or chooses an alternative or the powers that play."""
    chosen = {row["option"] for row in edition.tables.get("alternative", ())} | {
        "players",
        "converted",
    }
    for row in edition.option_rows:
        path = row.get("sets", "")
        assert (row["id"] in chosen) == (not path), row["id"]
        table, _, entry = path.partition(".")
        known = {**FAMILY, **edition.own_tables}.get(table)
        if known is not None:
            assert entry in known.__struct_fields__, row["id"]
        else:
            assert path in ("", "first_year", "last_year"), row["id"]


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda one: one.id)
def test_no_entry_that_an_option_sets_is_written_in_the_facts(edition: Edition) -> None:
    """One default, in options.toml."""
    for row in edition.option_rows:
        table, _, name = row.get("sets", "").partition(".")
        if name:
            assert name not in edition.tables.get(table, {}), row["id"]


def test_each_edition_is_read_once() -> None:
    """The facts of a game are kept while its states are read one after another."""
    for edition in EDITIONS:
        options = {name: one.default for name, one in edition.options.items()}
        assert edition.facts_for(options, {}) is edition.facts_for(dict(options), {})
