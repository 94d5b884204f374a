"""The folder of a trial: stopped anywhere and taken up again, and never two trials in one."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from filelock import FileLock

from generator.engine.errors import FileError, GameError
from generator.trial import records as folders
from generator.trial.records import open_trial, read_trial
from generator.trial.report import make_report
from generator.trial.spec import TrialSpec
from tests.trial.trying import SHORT, records

GAMES = records(4)


def played(folder: Path, numbers: list[int], of: int = 4) -> bytes:
    """Add these games to a trial; what its report would be."""
    with open_trial(folder, SHORT, of) as trial:
        for number in numbers:
            trial.add(GAMES[number - 1])
        return msgspec.json.encode(make_report(SHORT, trial.wanted))


def test_games_in_any_order_and_at_several_times_give_one_report(tmp_path: Path) -> None:
    at_once = played(tmp_path / "one", [1, 2, 3, 4])
    played(tmp_path / "two", [4])
    played(tmp_path / "two", [2, 3])
    with open_trial(tmp_path / "two", SHORT, 4) as trial:
        assert trial.missing == [1]
    assert played(tmp_path / "two", [1]) == at_once


def test_trial_may_be_made_longer_and_looked_at_shorter(tmp_path: Path) -> None:
    played(tmp_path, [1, 2], of=2)
    with open_trial(tmp_path, SHORT, 4) as trial:
        assert trial.missing == [3, 4]
    played(tmp_path, [3, 4])
    with open_trial(tmp_path, SHORT, 2) as trial:
        assert [record.number for record in trial.wanted] == [1, 2]


@pytest.mark.parametrize("kept", [0, 1, 40, -1])
def test_line_that_was_not_written_to_its_end_is_dropped(tmp_path: Path, kept: int) -> None:
    """The program was killed in the middle of writing."""
    whole = played(tmp_path, [1, 2, 3, 4])
    file = tmp_path / "games.jsonl"
    *lines, last = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines) + last[:kept])
    with open_trial(tmp_path, SHORT, 4) as trial:
        assert trial.missing == [4]
    assert file.read_bytes() == b"".join(lines)
    assert played(tmp_path, [4]) == whole


def test_broken_line_is_named(tmp_path: Path) -> None:
    played(tmp_path, [1, 2])
    file = tmp_path / "games.jsonl"
    file.write_bytes(file.read_bytes().replace(b'"number":2', b'"number":"two"'))
    with pytest.raises(FileError, match=r"is no record of a game") as caught:
        read_trial(tmp_path)
    assert "games.jsonl:2: " in str(caught.value)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (TrialSpec("westphalia", "long", years=2), "seed was 'short', and is 'long' now"),
        (TrialSpec("westphalia", "short", years=3), "years was 2, and is 3 now"),
        (TrialSpec("standard", "short", years=2), "begun by another version|ruleset was"),
        (TrialSpec("westphalia", "short", facts={"peace.town": 4}, years=2), "facts was"),
    ],
)
def test_other_settings_are_refused(tmp_path: Path, other: TrialSpec, said: str) -> None:
    played(tmp_path, [1])
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with pytest.raises(GameError, match=said), open_trial(tmp_path, other, 4):
        pass
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


@pytest.mark.parametrize("name", ["__version__", "program_of"])
def test_another_version_of_the_program_is_refused(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(tmp_path, [1])
    newer = "9.9.9" if name == "__version__" else lambda ruleset: "0123456789ab"
    monkeypatch.setattr(folders, name, newer)
    with pytest.raises(GameError, match=r"another version.*another folder"):
        played(tmp_path, [])


def test_digest_of_the_program_is_of_the_rules_and_not_of_the_site() -> None:
    files = folders.files_of("standard")
    names = {file.name for file in files}
    assert {"ruleset.toml", "planning.py", "playing.py", "chance.py"} <= names
    assert {file.parent.name for file in files} & {"pages", "commands", "archive"} == set()


def test_folder_with_anything_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(GameError, match="is no trial: it has notes"):
        played(tmp_path, [])
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]


def test_two_cannot_play_one_trial(tmp_path: Path) -> None:
    with FileLock(tmp_path / ".lock"), pytest.raises(GameError, match="another theatrum trial"):
        played(tmp_path, [])


def test_settings_are_read_back_as_they_were(tmp_path: Path) -> None:
    spec = TrialSpec(
        "westphalia",
        'a "seed"\n',
        {"pacing": "stepwise"},
        {"dilemma.cooperate_compete": [0, 4], "peace.town": 4},
        {"state": {"round": 2, "rows": [{"a": 1}, {"a": 2}]}},
        3,
    )
    with open_trial(tmp_path, spec, 7):
        pass
    head = read_trial(tmp_path).head
    assert (head.spec, head.games) == (spec, 7)


def test_what_is_no_trial_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"not the folder of a trial.*--folder"):
        read_trial(tmp_path)
    (tmp_path / "trial.toml").write_text("games = 'many'", encoding="utf-8")
    with pytest.raises(FileError, match="cannot be read"):
        read_trial(tmp_path)
