"""Where the draws of a game come from: the seed, and in older games what others contributed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.archive import load_game
from generator.archive.game.seeds import Contributions
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.undo import undo_to
from generator.archive.play.verifying import verify_game
from generator.cli import main
from generator.engine.errors import FileError

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=40)


def new(root: Path, *more: str, ruleset: str = "westphalia") -> Path:
    assert main(["--games", str(root), "new", "peace", "--ruleset", ruleset, *more]) == 0
    return root / "peace"


def drawn(folder: Path) -> str:
    """The state after the setup, with everything that was drawn for it."""
    (path,) = (folder / "1510/state").glob("1-*.toml")
    return path.read_text("utf-8")


def test_a_seed_that_nobody_gave_has_256_random_bits(tmp_path: Path) -> None:
    one, other = new(tmp_path / "a"), new(tmp_path / "b")
    seeds = {(folder / "private/seed.toml").read_text("utf-8") for folder in (one, other)}
    assert len(seeds) == 2
    assert all(re.search(r'^seed = "[0-9a-f]{64}"$', seed, re.MULTILINE) for seed in seeds)
    assert not load_game(one).settings.chance.seed_given


def test_a_seed_given_by_hand_marks_the_game(tmp_path: Path) -> None:
    folder = new(tmp_path, "--seed", "7")
    assert load_game(folder).settings.chance.seed_given
    assert "seed_given = true" in (folder / "game.toml").read_text("utf-8")


@given(st.dictionaries(st.sampled_from(["red", "green", "black"]), WORDS), WORDS, WORDS)
def test_other_contributions_give_another_key(
    nonces: dict[str, str], event: str, result: str
) -> None:
    one = Contributions(nonces, event, result)
    assert one.key("s") == Contributions(dict(reversed(nonces.items())), event, result).key("s")
    more = Contributions({**nonces, "white": "x"}, event, result)
    others = {
        one.key("s"),
        one.key("t"),
        more.key("s"),
        Contributions(nonces, event, f"{result}1").key("s"),
    }
    assert len(others) == 4


OLDER = """\
# What the draws of this game depend on beside the seed.
event = "a lottery"
result = "3 17"

[nonces]
red = "one"
"""


def older(root: Path) -> Path:
    """A game of an older version, to whose draws others contributed."""
    folder = new(root, "--seed", "s")
    (folder / "chance.toml").write_text(OLDER, encoding="utf-8")
    adjudicate_game(folder)
    return folder


def test_an_older_record_with_contributions_verifies(tmp_path: Path) -> None:
    plain = new(tmp_path / "plain", "--seed", "s")
    adjudicate_game(plain)
    folder = older(tmp_path / "older")
    assert drawn(folder) != drawn(plain)
    assert verify_game(folder).phases == 1
    undo_to(folder)
    adjudicate_game(folder)
    assert (folder / "chance.toml").read_text("utf-8") == OLDER
    assert verify_game(folder).phases == 1


@pytest.mark.parametrize(
    ("old", "changed"),
    [
        ('red = "one"', 'red = "two"'),
        ('red = "one"\n', ""),
        ('result = "3 17"', 'result = "4 17"'),
        ('event = "a lottery"', 'event = "another"'),
        ("[nonces]", "[nonces]\nnobody = 'x'"),
    ],
)
def test_verify_notices_other_contributions(tmp_path: Path, old: str, changed: str) -> None:
    path = older(tmp_path) / "chance.toml"
    assert old in OLDER
    path.write_text(OLDER.replace(old, changed), "utf-8")
    with pytest.raises(FileError):
        verify_game(path.parent)


def test_verify_notices_that_contributions_were_removed(tmp_path: Path) -> None:
    path = older(tmp_path) / "chance.toml"
    path.unlink()
    with pytest.raises(FileError, match="differs from the replay"):
        verify_game(path.parent)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[chance]\nseed_given = "yes"', "chance.seed_given cannot be 'yes' (true or false)"),
        ("chance = 3", "chance cannot be 3 (a table [chance])"),
    ],
)
def test_a_slip_in_the_settings_is_named(tmp_path: Path, text: str, problem: str) -> None:
    folder = new(tmp_path, ruleset="standard")
    path = folder / "game.toml"
    first = text.startswith("chance")
    said = path.read_text("utf-8")
    path.write_text(f"{text}\n{said}" if first else f"{said}\n{text}\n", "utf-8")
    with pytest.raises(FileError, match=re.escape(problem)):
        load_game(folder)
