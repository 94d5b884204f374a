"""What the guide says of the files and options of Westphalia is what the program knows."""

from __future__ import annotations

import re
from typing import Any

import pytest

from generator.engine.rulings import facts_of
from generator.rulesets import get_ruleset
from generator.rulesets.westphalia.playing.ruling_kinds import KINDS
from tests.guide.test_formats import rows, section
from tests.guide.walking import ROOT

OPTIONS = get_ruleset("westphalia").options


def shown(value: Any) -> str:
    """A value as TOML writes it, texts without quotes."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_every_kind_of_ruling_is_there_with_its_facts() -> None:
    table = rows("## The Peace of Westphalia", "Kind", "ruling-kinds")
    assert set(table) == set(KINDS)
    for kind, one in KINDS.items():
        named = set(re.findall(r"\w+", re.sub(r"\([^)]*\)", "", table[kind][0])))
        assert named == {*facts_of(one)}, kind
    early = re.search(
        r"((?:`[\w-]+`(?:, | and )?)+) are applied before",
        section("## The Peace of Westphalia", "ruling-kinds"),
    )
    assert early
    assert set(re.findall(r"`([\w-]+)`", early[1])) == {
        kind for kind, one in KINDS.items() if one.point == "before"
    }


def test_every_table_of_a_state_is_there() -> None:
    known = set(rows("## The Peace of Westphalia", "Table", "states"))
    found: set[str] = set()
    secret: set[str] = set()
    for file in (ROOT / "games/cuius-regio").glob("*/state/*.toml"):
        state = file.read_text("utf-8").partition("\n[state]\n")[2]
        found |= set(re.findall(r"^\[state\.(\w+)", state, re.MULTILINE))
        found |= set(re.findall(r"^(\w+) = ", state.partition("\n[")[0], re.MULTILINE))
    for path in (ROOT / "games/cuius-regio/revealed").glob("*/state/*/*.toml"):
        secret.add(path.stem)
    assert len(found) > 20
    assert found <= known
    assert secret == {"armies", "cards", "wishes"}
    assert all(f"`{name}`" in section("## The Peace of Westphalia", "states") for name in secret)


@pytest.mark.parametrize("name", list(OPTIONS))
def test_option_is_there_with_its_values(name: str) -> None:
    option = OPTIONS[name]
    text = section("## The Peace of Westphalia", "options")
    row = re.search(
        rf"^\| `{name}` \| `{re.escape(shown(option.default))}` \| .*$", text, re.MULTILINE
    )
    assert row
    for value, means in option.choices.items():
        assert f"`{shown(value)}`: {means}" in row[0]
