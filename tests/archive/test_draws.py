"""Where the draws of a game come from: the seed, players' nonces, and a public event."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.archive import load_game
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.undo import undo_to
from generator.archive.play.verifying import verify_game
from generator.archive.record.draws import Contributions, draws_of, note_nonce, note_result
from generator.archive.secret.secrets import public_files
from generator.cli import main
from generator.engine.errors import FileError, GameError

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


def test_draws_depend_on_every_nonce(tmp_path: Path) -> None:
    seen = set()
    for number, nonces in enumerate(({}, {"red": "a wet Tuesday"}, {"red": "a wet Wednesday"})):
        folder = new(tmp_path / str(number), "--seed", "s")
        for power, words in nonces.items():
            note_nonce(folder, power, words)
        adjudicate_game(folder)
        seen.add(drawn(folder))
        assert verify_game(folder).phases == 1
    assert len(seen) == 3


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


def test_contributions_are_secret_until_the_first_phase_and_public_from_then_on(
    tmp_path: Path,
) -> None:
    folder = new(tmp_path)
    note_nonce(folder, "red", "a wet  Tuesday")
    assert "private/chance.toml" not in public_files(folder)
    assert not (folder / "chance.toml").exists()
    adjudicate_game(folder)
    assert 'red = "a wet Tuesday"' in (folder / "chance.toml").read_text("utf-8")
    assert "chance.toml" in public_files(folder)


def test_the_last_nonce_of_a_power_counts(tmp_path: Path) -> None:
    folder = new(tmp_path)
    note_nonce(folder, "red", "one")
    note_nonce(folder, "green", "two")
    note_nonce(folder, "red", "three")
    assert dict(draws_of(load_game(folder)).contributions.nonces) == {
        "red": "three",
        "green": "two",
    }


def test_nothing_is_added_after_the_first_phase_even_if_it_is_taken_back(tmp_path: Path) -> None:
    folder = new(tmp_path)
    note_nonce(folder, "red", "one")
    adjudicate_game(folder)
    before = drawn(folder)
    with pytest.raises(GameError, match="fixed with its first phase"):
        note_nonce(folder, "red", "two")
    undo_to(folder)
    with pytest.raises(GameError, match="fixed with its first phase"):
        note_nonce(folder, "green", "two")
    (folder / "private/chance.toml").unlink()
    adjudicate_game(folder)
    assert drawn(folder) == before
    verify_game(folder)


@pytest.mark.parametrize("words", ["", "  ", "x" * 201, "a\u202eb", "a\x07b"])
def test_odd_nonces_are_refused(tmp_path: Path, words: str) -> None:
    folder = new(tmp_path)
    with pytest.raises(GameError, match="a nonce is a line"):
        note_nonce(folder, "red", words)
    assert not (folder / "private/chance.toml").exists()


def test_the_first_phase_waits_for_the_event_that_was_named(tmp_path: Path) -> None:
    folder = new(tmp_path, "--event", "the lottery of 5 March")
    with pytest.raises(GameError, match="wait for the result of: the lottery of 5 March"):
        adjudicate_game(folder)
    note_result(folder, "3 17 22")
    adjudicate_game(folder)
    text = (folder / "chance.toml").read_text("utf-8")
    assert 'event = "the lottery of 5 March"' in text
    assert 'result = "3 17 22"' in text
    verify_game(folder)


def test_a_result_without_an_event_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="names no event"):
        note_result(new(tmp_path), "3 17 22")


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
    folder = new(tmp_path, "--event", "a lottery")
    note_nonce(folder, "red", "one")
    note_result(folder, "3 17")
    adjudicate_game(folder)
    path = folder / "chance.toml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, changed), "utf-8")
    with pytest.raises(FileError):
        verify_game(folder)


def test_verify_notices_that_contributions_were_removed(tmp_path: Path) -> None:
    folder = new(tmp_path)
    note_nonce(folder, "red", "one")
    adjudicate_game(folder)
    (folder / "chance.toml").unlink()
    with pytest.raises(FileError, match="differs from the replay"):
        verify_game(folder)


def test_verify_notices_that_the_result_of_the_event_is_gone(tmp_path: Path) -> None:
    folder = new(tmp_path, "--event", "a lottery")
    note_result(folder, "3 17")
    adjudicate_game(folder)
    (folder / "chance.toml").unlink()
    with pytest.raises(GameError, match="has no result of the event"):
        verify_game(folder)


def test_an_export_with_secrets_keeps_what_waits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = new(tmp_path / "a", "--event", "a lottery")
    note_nonce(folder, "red", "one")
    games = ["--games", str(tmp_path / "a")]
    capsys.readouterr()
    assert main([*games, "export", "peace"]) == 0
    assert "one" not in json.loads(capsys.readouterr().out).get("contributions", "")
    whole = tmp_path / "peace.json"
    assert main([*games, "export", "peace", "--private", "-o", str(whole)]) == 0
    assert main(["--games", str(tmp_path / "b"), "import", str(whole)]) == 0
    assert (tmp_path / "b/peace/private/chance.toml").read_bytes() == (
        folder / "private/chance.toml"
    ).read_bytes()


def test_the_command_notes_and_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new(tmp_path, "--event", "a lottery")
    games = ["--games", str(tmp_path)]
    capsys.readouterr()
    assert main([*games, "chance", "peace", "--nonce", "red=any words", "--result", "9"]) == 0
    said = capsys.readouterr().out
    assert "nonce of Red Phoenix: any words" in said
    assert "event: a lottery; result: 9" in said
    assert "to be fixed" in said
    assert main([*games, "chance", "peace", "--nonce", "rde=x"]) == 1
    assert "did you mean red?" in capsys.readouterr().err
    assert main([*games, "chance", "peace", "--nonce", "red"]) == 2
    assert main([*games, "adjudicate", "peace"]) == 0
    capsys.readouterr()
    assert main([*games, "chance", "peace", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["fixed"]
    assert facts["nonces"] == {"red": "any words"}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[chance]\nevnt = "x"', "did you mean event?"),
        ("[chance]\nevent = 3", "event is not a text"),
        ('[chance]\nseed_given = "yes"', "is not true or false"),
        ("chance = 3", "is not a table"),
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
