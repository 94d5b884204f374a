"""The format reference names what the program knows, and nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from generator.archive.files import layout
from generator.archive.files.reading import TomlText, parse_toml
from generator.archive.game.authorship import AUTHOR_KEYS
from generator.archive.game.rulings import KEYS as RULING_KEYS
from generator.archive.game.settings import ABSENCE, KEYS, check_settings, read_settings
from generator.archive.people.addresses import read_addresses
from generator.archive.play.absence import KEYS as NOTICE_KEYS
from generator.archive.record import amendments
from generator.engine.rulings import facts_of
from generator.engine.verdicts import OUTCOMES
from generator.pages.story.press import KEYS as PRESS_KEYS
from generator.pages.story.press import KINDS as PRESS_KINDS
from generator.rulesets import get_ruleset, ruleset_ids
from generator.rulesets.standard.play import KINDS as STANDARD_KINDS
from generator.rulesets.standard.ruleset import COURSE
from tests.archive.games import command, new_game, write_orders
from tests.guide.walking import GUIDE, ROOT, File, steps

PAGE = GUIDE / "formats.md"
TEXT = PAGE.read_text("utf-8")


def section(heading: str, page: str = "formats") -> str:
    """What is below a heading of a page, up to the next one of its rank or a higher one."""
    text = (GUIDE / f"{page}.md").read_text("utf-8")
    start = text.index(f"{heading}\n") + len(heading) + 1
    rank = heading.count("#", 0, heading.index(" "))
    end = re.search(rf"^#{{1,{rank}}} ", text[start:], re.MULTILINE)
    return text[start : start + end.start()] if end else text[start:]


def rows(heading: str, head: str, page: str = "formats") -> dict[str, list[str]]:
    """The rows of the tables below a heading whose first column is headed so, by that column."""
    found: dict[str, list[str]] = {}
    inside = False
    for line in section(heading, page).splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if not line.startswith("|"):
            inside = False
        elif cells[0].strip(" |") == head:
            inside = True
        elif inside and not line.startswith("|--"):
            for name in re.findall(r"`([^`]+)`", cells[0]):
                found[name] = [cell.strip(" |") for cell in cells[1:]]
    return found


@pytest.fixture(scope="module")
def example() -> TomlText:
    (file,) = (step for step in steps(PAGE) if isinstance(step, File) and step.name == "game.toml")
    return parse_toml(file.text, Path("game.toml"))


def test_what_is_done_for_who_sends_nothing_is_told() -> None:
    for value in ABSENCE:
        assert f'`"{value}"`' in section("## game.toml"), value
        assert f"| `{value}` |" in (GUIDE / "referees.md").read_text("utf-8"), value


def test_every_key_that_says_who_wrote_orders_is_there() -> None:
    assert tuple(rows("## Orders", "Key beside `orders`")) == AUTHOR_KEYS
    assert set(rows("### Notices", "Key")) == set(NOTICE_KEYS)


def test_example_has_every_setting_and_can_be_read(example: TomlText) -> None:
    assert set(example.data) == set(KEYS) - {"addresses"}  # those are of older games
    settings = read_settings(example)
    check_settings(settings, example, get_ruleset(settings.ruleset))


def test_the_example_of_addresses_can_be_read(tmp_path: Path) -> None:
    (file,) = (step for step in steps(PAGE) if isinstance(step, File) and "addresses" in step.name)
    (tmp_path / "private").mkdir()
    (tmp_path / file.name).write_text(file.text, "utf-8")
    first, later = read_addresses(tmp_path, get_ruleset("europe-1619").powers)
    assert first["spain"] == ("ines@example.org", "ines@example.net")
    assert later == {"dutch": {"Griet": ("griet@example.org",)}}


def test_every_key_of_a_ruling_is_in_the_table() -> None:
    assert set(rows("## Rulings", "Key")) == set(RULING_KEYS)


def test_every_kind_of_ruling_of_standard_is_there_with_its_facts() -> None:
    table = rows("## Standard Diplomacy", "Kind", "ruling-kinds")
    assert set(table) == set(STANDARD_KINDS)
    for kind, one in STANDARD_KINDS.items():
        assert all(fact in table[kind][0] for fact in facts_of(one)), kind


def test_every_kind_of_ruling_of_europe_is_there_with_its_facts_and_no_other() -> None:
    """Of each edition that is registered."""
    from generator.rulesets.europe.rulings.kinds import KINDS

    known = dict(KINDS)
    for ruleset in ruleset_ids():
        edition = getattr(get_ruleset(ruleset), "edition", None)
        for feature in getattr(edition, "features", ()):
            known |= feature.rulings
    table = rows("## Europe", "Kind", "ruling-kinds")
    assert set(table) == set(known)
    for kind, one in known.items():
        assert all(fact in table[kind][0] for fact in facts_of(one)), kind


def test_every_table_of_an_order_file_is_there() -> None:
    table = rows("## Orders", "Ruleset")
    for ruleset, cells in table.items():
        named = set(re.findall(r"`([a-z<>-]+)`", cells[0]))
        taught = {
            re.sub(r"\d+", "<n>", slug)
            for part in get_ruleset(ruleset).primer().parts
            for slug in part.phases
        }
        assert named == taught, ruleset
    assert set(COURSE.slugs) == set(re.findall(r"`([a-z-]+)`", table["standard"][0]))


def test_every_file_of_a_game_is_named() -> None:
    table = rows("## A game's folder", "File")
    for path in set(layout.PUBLIC) - {layout.REVEALED_SEED}:
        assert path in table
    for path in (layout.PRIVATE, layout.REVEALED, layout.SEALED):
        assert f"{path}/" in table
    assert {layout.REVEALED_SEED, layout.IGNORE_FILE} <= set(table)
    assert {layout.SEED, layout.SEALED_RECORD} <= set(rows("## Secrets", "File"))
    for path in (layout.STAGING, layout.COMMIT, layout.SALTS):
        assert f"`{path}" in TEXT, path


def test_every_outcome_is_named() -> None:
    assert all(f"`{outcome}`" in section("# States of a game", "states") for outcome in OUTCOMES)


@pytest.mark.parametrize(
    "game", ["first-light", "winter-king", "after-the-comet", "eleven-voices", "nine-winters"]
)
def test_tables_of_the_sample_games_are_described(game: str) -> None:
    europe = game != "first-light"
    known = set(rows("## Europe" if europe else "## Standard Diplomacy", "Table", "states"))
    if europe:  # a state has the tables of a position, too
        known |= set(rows("# Positions of Europe", "Table", "positions-europe"))
    found: set[str] = set()
    for file in (ROOT / "games" / game).glob("*/state/*.toml"):
        state = file.read_text("utf-8").partition("\n[state]\n")[2]
        found |= set(re.findall(r"^\[state\.(\w+)", state, re.MULTILINE))
        found |= set(re.findall(r"^(\w+) = ", state.partition("\n[")[0], re.MULTILINE))
    assert len(found) > 5
    assert found <= known


def test_keys_and_kinds_of_press_are_those_of_the_program() -> None:
    table = rows("## Press", "Key")
    assert list(table) == list(PRESS_KEYS)
    assert set(re.findall(r"`(\w+)`", table["kind"][0])) == set(PRESS_KINDS)


def test_keys_of_a_correction_are_those_of_the_program() -> None:
    assert set(rows("## Corrections", "Key")) == set(amendments._KEYS)


def printed(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    capsys.readouterr()
    command(folder, *words, "--json")
    return json.loads(capsys.readouterr().out)


def test_keys_of_the_json_of_commands_are_those_that_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    heading = "## JSON of commands"
    folder = new_game(tmp_path, "war", "standard")
    orders = "A PAR - BUR\nA MAR S A PAR - BUR\nA ZZZ H"
    write_orders(folder, 1901, "spring-movement", france=orders, austria="A BUD - SER")
    (status,) = printed(folder, capsys, "status")
    assert set(rows(heading, "Key of a game", "json")) == {*status, "ending"}
    check = printed(folder, capsys, "check")
    text = section(heading, "json")
    assert all(f"`{key}`" in text for key in check)
    assert set(rows(heading, "Key of a complaint", "json")) == set(check["complaints"][0])
    phase = printed(folder, capsys, "adjudicate")
    assert set(rows(heading, "Key of a phase", "json")) == set(phase)
    assert set(rows(heading, "Key of a verdict", "json")) == set(phase["verdicts"][0])
    (told,) = re.findall(r"^\| `events` \|.*$", text, re.MULTILINE)
    fall = printed(folder, capsys, "adjudicate")
    assert all(key in told for key in fall["events"][0])
    strengths = {one["order"]: one["strength"] for one in phase["verdicts"]}
    assert strengths["A PAR - BUR"] == 2
    assert strengths["A MAR S A PAR - BUR"] == 1
    assert strengths["F BRE H"] == 1
    assert strengths["A ZZZ H"] is None


def test_strong_armies_have_their_strength_as_a_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = new_game(tmp_path, "war", "europe-1619")
    command(folder, "adjudicate")
    phase = printed(folder, capsys, "adjudicate", "--dry-run")
    strengths = {one["order"]: one["strength"] for one in phase["verdicts"]}
    assert strengths["A FLA H"] == 2
