"""facts.toml of Westphalia: nothing unknown in it, nothing missing, nothing that nobody reads; and
what the program names is in the rulebook and in reports."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
import tomli
from msgspec.structs import replace

import generator.rulesets.westphalia as package
from generator.engine.typed import FaultyTable, Table, read_table
from generator.rulesets.westphalia.data import event_kinds
from generator.rulesets.westphalia.data.facts import FactsFile, facts, rulebook
from generator.rulesets.westphalia.land.victory import check_victory
from generator.rulesets.westphalia.state.progress import Progress
from tests.rules.westphalia.table import protestant, six

ROOT = Path(__file__).parents[3]
FILE = ROOT / "generator/rulesets/westphalia/facts.toml"
TABLES = [name for name in FactsFile.__struct_fields__ if isinstance(getattr(facts(), name), Table)]


def refusal(tmp_path: Path, was: str, now: str) -> str:
    text = FILE.read_text("utf-8").replace(was, now, 1)
    file = tmp_path / "facts.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(FaultyTable) as caught:
        read_table(tomli.loads(text), FactsFile, file=file)
    return str(caught.value)


@pytest.mark.parametrize("table", TABLES)
def test_an_unknown_entry_is_refused_in_every_table(tmp_path: Path, table: str) -> None:
    entry = getattr(facts(), table).__struct_fields__[0]
    said = refusal(tmp_path, f"[{table}]\n", f"[{table}]\n{entry}_x = 1\n")
    assert re.search(rf"facts\.toml:\d+:1: there is no {entry}_x in {table} \(did you mean", said)


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("hand_max = 12", 'hand_max = "12"', "battle.hand_max cannot be '12' (a whole number, 1"),
        ("hand_max = 12", "hand_max = -1", "battle.hand_max cannot be -1 (a whole number, 1"),
        ("hand_max = 12", "", "battle.hand_max is missing"),
        ("[seats.red]\nname", "[seats.red]\nnme", "no nme in seats.red (did you mean name?)"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path: Path, was: str, now: str, said: str) -> None:
    assert said in refusal(tmp_path, was, now)


@pytest.mark.parametrize(
    ("table", "entry"),
    [(table, entry) for table in TABLES for entry in getattr(facts(), table).__struct_fields__],
)
def test_every_entry_is_read_by_some_rule(table: str, entry: str) -> None:
    """Two numbers say what the boards and the Electors are, and a test compares them with those."""
    files = [
        *(ROOT / "generator/rulesets/westphalia").rglob("*.py"),
        Path(__file__).parent / "test_boards.py",
    ]
    code = "\n".join(file.read_text("utf-8") for file in files)
    holder = rf"(facts\(\)\.{table}|game|rules|sizes)"
    assert re.search(rf'{holder}\.{entry}\b|{table}\["{entry}"\]', code)


@pytest.mark.rule("POW-VIC-7")
def test_an_option_that_a_reading_replaced_has_no_effect() -> None:
    """A game of an earlier version may still set it."""
    assert "count_fp_home_in_religion" in rulebook().settled
    assert "count_fp_home_in_religion" not in six(count_fp_home_in_religion=True).options


RULE = re.compile(r"POW-[A-Z]+-\d+")


@pytest.mark.rule("POW-VIC-3")
def test_the_first_check_point_that_sees_it_ends_the_game() -> None:
    """E-46: what has ended does not begin again, whatever the next treaty does."""
    progress = Progress(replace(six(), round=5))
    assert check_victory(progress, "treaty")
    progress.state = protestant(progress.state, "trier")
    assert check_victory(progress, "treaty")


def test_every_kind_of_event_has_its_section_in_the_report() -> None:
    """Secret ones need none. What is told under "Also" would be a kind that somebody forgot."""
    secret = {"hand-dealt", "cards-drawn"}
    known = {kind.slug for kind in event_kinds.EVENTS if kind.section or kind.tabled} | secret
    told = set()
    for path in Path(str(package.__file__)).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Attribute(attr="tell"),
                    args=[ast.Name(name) | ast.Attribute(attr=name), *_],
                ):
                    told.add(getattr(event_kinds, name).slug)
    assert len(told) > 50
    assert told - known == set()


def test_every_rule_that_the_program_names_is_in_the_rulebook() -> None:
    known = {rule.id for rule in rulebook().rules}
    named = set()
    for path in Path(str(package.__file__)).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Constant(str(text)) if RULE.fullmatch(text):
                    named.add(text)
    assert len(known) == 286
    assert named <= known
