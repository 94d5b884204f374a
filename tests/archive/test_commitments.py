"""What is secret was settled when it says it was: hashes with the phase, everything at the end."""

from __future__ import annotations

import shutil
import tomllib
from hashlib import sha256
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.play.adjudicating import adjudicate_game, adjudicate_on
from generator.archive.play.verifying import verify_game
from generator.archive.record.commitments import read_commitments
from generator.archive.secret.revealing import reveal_game
from generator.engine.errors import FileError, GameError
from generator.engine.phases import Moment
from tests.archive.games import (
    SEED,
    change,
    command,
    files_of,
    new_game,
    store_submission,
    undo_last,
)
from tests.made import copy_of

FAILED = "BID 2\nBID 99"


BIDS = ((FAILED, "BID 1"), ("BID 2", "BID 0"), ("BID 1", "BID 0"))


def played(root: Path, rounds: int) -> Path:
    def make(games: Path) -> None:
        folder = new_game(games, "duel", "tiny", "--orders", "private")
        for crown, shield in BIDS[:rounds]:
            store_submission(folder, "crown", {"bid": crown}, "the crown's mail")
            store_submission(folder, "shield", {"bid": shield}, "the shield's mail")
            list(adjudicate_on(folder))

    return copy_of(f"committed-{rounds}", make, root) / "duel"


@pytest.fixture
def running(tmp_path: Path) -> Path:
    """Two rounds; in the first an order is secret."""
    return played(tmp_path / "games", 2)


@pytest.fixture
def over(tmp_path: Path) -> Path:
    """A game that the crown has won, an order of its first round secret."""
    return played(tmp_path / "games", 3)


def without_private(folder: Path, to: Path) -> Path:
    copy = to / "clone" / folder.name
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("private"))
    return copy


def test_a_phase_commits_to_the_same_items_whatever_is_secret_of_it(running: Path) -> None:
    """Or else they would tell who wrote what only its author may read."""
    found = read_commitments(running)
    assert list(found) == ["1 0-opening", "1 1-bid", "2 1-bid"]
    items = ["orders/crown", "orders/shield", "rulings", "events", "state"]
    assert list(found["1 0-opening"]) == items[2:]
    assert list(found["1 1-bid"]) == list(found["2 1-bid"]) == items


def test_anybody_can_check_a_commitment_with_a_pipe(over: Path) -> None:
    """SHA-256 of the salt, a line end and the text, as the guide says."""
    salts = tomllib.loads((over / "revealed" / "salts.toml").read_text())
    texts = [path.read_bytes() for path in sorted((over / "revealed/1/state/1-bid").iterdir())]
    salted = salts["1 1-bid"]["state"].encode() + b"\n" + b"".join(texts)
    assert sha256(salted).hexdigest() == read_commitments(over)["1 1-bid"]["state"]
    salted = salts["1 1-bid"]["orders/crown"].encode() + b"\n" + FAILED.encode() + b"\n"
    assert sha256(salted).hexdigest() == read_commitments(over)["1 1-bid"]["orders/crown"]


def test_equal_secrets_have_unequal_commitments(running: Path) -> None:
    hashes = [one for items in read_commitments(running).values() for one in items.values()]
    assert len(set(hashes)) == len(hashes)
    assert not any(sha256(data).hexdigest() in hashes for data in files_of(running).values())


CHANGED = [
    ("commitments.toml", "state", "1 opening, state is not what was committed to"),
    ("private/1/orders/crown.toml", "BID 99", "orders/crown is not what was committed to"),
    ("private/2/state/1-bid/purse-crown.toml", "[document", "differs from the replay"),
]


@pytest.mark.parametrize(("path", "what", "said"), CHANGED, ids=range(len(CHANGED)))
def test_the_referee_cannot_change_a_secret_later(
    running: Path, path: str, what: str, said: str
) -> None:
    text = (running / path).read_text()
    at = text.index(what) + len(what) + 8
    at = text.index("99") if what == "BID 99" else at
    other = "8" if text[at] != "8" else "7"
    (running / path).write_text(text[:at] + other + text[at + 1 :])
    with pytest.raises(FileError) as caught:
        verify_game(running)
    assert str(caught.value).startswith(f"{running}/{path}")
    assert said in str(caught.value)


def test_a_commitment_added_or_taken_away_is_found(running: Path) -> None:
    path = running / "commitments.toml"
    text = path.read_text()
    line = [line for line in text.splitlines() if line.startswith("events")][1]
    path.write_text(text.replace(f"{line}\n", ""))
    with pytest.raises(FileError, match="1 bid, events was not committed to"):
        verify_game(running)
    path.write_text(text.replace(line, line + '\n"state/9" = "' + "0" * 64 + '"', 1))
    with pytest.raises(FileError, match="state/9 is not a secret of the phase"):
        verify_game(running)
    row = text.partition('["2 1-bid"]')[2].partition("[")[0]
    path.write_text(f'{text}\n["2 2-toss"]{row}')
    with pytest.raises(FileError, match="2 2-toss has commitments but was not adjudicated"):
        verify_game(running)
    head, _, _ = text.partition('\n["2 1-bid"]')
    path.write_text(head)
    with pytest.raises(FileError, match="2 1-bid has secrets but no commitments"):
        verify_game(running)


def test_before_the_reveal_verify_says_what_it_could_not_play_again(
    running: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clone = without_private(running, tmp_path)
    verified = verify_game(clone)
    assert verified.unreplayed == (
        (Moment(1, 1, "bid"), "the game's seed is secret"),
        (Moment(2, 1, "bid"), "the state before it has secrets"),
    )
    capsys.readouterr()
    assert command(clone, "verify") == 0
    said = capsys.readouterr().out
    assert "0 of 2 phases replayed, identical (the secrets are not here)" in said
    assert "1 bid cannot be replayed: the game's seed is secret" in said


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("1/state/0-opening.toml", "crown = 0", "crown = 1"),
        ("1/state/1-bid.toml", "format = 1", "format = 1 "),
        ("2/state/1-bid.toml", "year = 3", "year  = 3"),
        ("1/state/1-bid.toml", "year = 2", "year = 4"),
    ],
)
def test_before_the_reveal_the_rest_is_still_checked(
    running: Path, tmp_path: Path, path: str, old: str, new: str
) -> None:
    clone = without_private(running, tmp_path)
    change(clone, path, old, new)
    assert command(clone, "verify") == 1


def test_at_the_end_everything_is_told_but_the_mails(over: Path, tmp_path: Path) -> None:
    private = {name.partition("/")[2]: data for name, data in files_of(over).items()
               if name.startswith("private/") and "/mail/" not in name}  # fmt: skip
    told = {name.partition("/")[2]: data for name, data in files_of(over).items()
            if name.startswith("revealed/")}  # fmt: skip
    assert set(told) == set(private) - {"seed.toml"} | {"salts.toml"}
    assert all(told[name] == private[name] for name in set(private) - {"seed.toml"})
    assert SEED in (over / "seed.toml").read_text()
    clone = without_private(over, tmp_path)
    assert not [n for n, data in files_of(clone).items() if b"'s mail" in data]
    verified = verify_game(clone)
    assert (verified.phases, verified.secrets, verified.unreplayed) == (3, False, ())
    assert load_game(clone).phases[0].order_texts["crown"] == f"{FAILED}\n"


TAMPERED = [
    ("revealed/1/orders/crown.toml", "BID 99", "BID 98"),
    ("revealed/1/orders/crown.toml", "BID 2", "BID 3"),
    ("revealed/1/state/1-bid/purse-crown.toml", "coins = 8", "coins = 9"),
    ("revealed/1/events/1-bid.toml", "8 left", "9 left"),
    ("revealed/salts.toml", 'state = "', 'state = "0'),
]


@pytest.mark.parametrize(("path", "old", "new"), TAMPERED, ids=range(len(TAMPERED)))
@pytest.mark.parametrize("clone", [True, False])
def test_a_tampered_revealed_file_fails_with_its_name(
    over: Path, tmp_path: Path, path: str, old: str, new: str, clone: bool
) -> None:
    folder = without_private(over, tmp_path) if clone else over
    change(folder, path, old, new)
    with pytest.raises(FileError) as caught:
        verify_game(folder)
    assert f"{folder}/{path}" in str(caught.value)


def test_a_revealed_file_too_many_or_too_few_fails_with_its_name(
    over: Path, tmp_path: Path
) -> None:
    clone = without_private(over, tmp_path)
    extra = clone / "revealed" / "1" / "state" / "1-bid" / "purse-pawn.toml"
    extra.write_text("x")
    with pytest.raises(FileError, match=r"purse-pawn\.toml: was not a secret of the game"):
        verify_game(clone)
    extra.unlink()
    gone = clone / "revealed" / "2" / "events" / "1-bid.toml"
    gone.unlink()
    with pytest.raises(FileError, match=r"2/events/1-bid\.toml: is missing from the revealed"):
        verify_game(clone)


def test_undo_of_the_last_phase_takes_the_reveal_back(over: Path) -> None:
    after = files_of(over)
    undo_last(over)
    assert not (over / "revealed").exists()
    assert not (over / "seed.toml").exists()
    adjudicate_game(over)
    assert files_of(over) == after


def test_a_running_game_is_not_revealed_unless_it_was_put_away(
    running: Path, tmp_path: Path
) -> None:
    before = files_of(running)
    with pytest.raises(GameError, match="duel is not over"):
        reveal_game(running)
    assert files_of(running) == before
    change(running, "game.toml", 'ruleset = "tiny"', 'ruleset = "tiny"\narchived = true')
    assert "revealed/1/orders/crown.toml" in reveal_game(running)
    assert reveal_game(running) == ()
    clone = without_private(running, tmp_path)
    assert verify_game(clone).unreplayed == ()
    with pytest.raises(GameError, match="has no secrets here"):
        reveal_game(clone)


def test_a_game_from_before_there_were_commitments_begins_with_its_next_phase(
    running: Path,
) -> None:
    (running / "commitments.toml").unlink()
    (running / "chain.toml").unlink()  # older than commitments, too
    assert verify_game(running).phases == 2
    adjudicate_game(running)
    assert list(read_commitments(running)) == ["3 1-bid"]
    assert verify_game(running).phases == 3
