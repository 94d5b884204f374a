"""facts.toml of Westphalia: nothing unknown in it, nothing missing, nothing that nobody reads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import tomli

from generator.engine.typed import FaultyTable, Table, read_table
from generator.rulesets.westphalia.data.facts import FactsFile, facts, rulebook
from tests.rules.westphalia.table import six

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
