"""`theatrum auction`: bids that only the referee sees, and a result that everybody can check."""

from __future__ import annotations

import io
import json
import shutil
from hashlib import sha256
from itertools import permutations
from pathlib import Path

import pytest
import tomli

from generator.archive import load_game
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.verifying import verify_game
from generator.archive.record.auction import note_bid, terms_of
from generator.archive.secret.secrets import public_files
from generator.cli import main
from generator.engine.auction import AuctionRules
from generator.engine.errors import FileError
from generator.rulesets import get_ruleset

NAMES = [facts.name for facts in get_ruleset("standard").powers.values()]
SECRET = "# Nobody is to know of this secret.\n"


def bid(*points: int) -> str:
    """A bid on Austria, England, France, Germany, Italy, Russia and Turkey."""
    lines = (f"{number} {name}\n" for number, name in zip(points, NAMES, strict=True))
    return SECRET + "".join(lines)


ANNA = bid(43, 21, 17, 13, 2, 2, 2)
BEN = bid(43, 33, 18, 2, 1, 1, 2)


def run(root: Path, *words: str) -> int:
    return main(["--games", str(root), "auction", "game", *words])


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A new game with three players."""
    games = ["--games", str(tmp_path)]
    assert main([*games, "new", "game", "--seed", "s"]) == 0
    assert run(tmp_path, "--players", "Anna, Ben,Cäcilie \U0001f98a") == 0
    return tmp_path


def note(root: Path, player: str, text: str, *more: str) -> int:
    file = root / f"{player}.txt"
    file.write_text(text, "utf-8")
    return run(root, "--bid", player, "--file", str(file), *more)


def assigned(root: Path, *more: str) -> Path:
    """The game after all have bid and the powers were assigned."""
    assert note(root, "Anna", ANNA) == 0
    assert note(root, "Cäcilie \U0001f98a", "No preference") == 0
    assert note(root, "Ben", BEN) == 0
    assert run(root, "--assign", *more) == 0
    return root / "game"


def public_text(folder: Path) -> str:
    return "\n".join((folder / path).read_text("utf-8") for path in public_files(folder))


def test_players_get_powers_and_readers_get_hashes(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = assigned(root)
    said = capsys.readouterr().out
    assert "43 for Austria by Anna is the highest bid left; Ben bid as much and registered" in said
    assert "by Cäcilie \U0001f98a, who has no preference, is the highest bid left" in said
    players = load_game(folder).settings.players
    assert players["austria"] == "Anna"
    assert players["england"] == "Ben"
    assert len(players) == 3
    rows = tomli.loads((folder / "auction.toml").read_text("utf-8"))
    assert [row["player"] for row in rows.values()] == ["Anna", "Ben", "Cäcilie \U0001f98a"]
    assert all(players[row["power"]] == row["player"] for row in rows.values())
    adjudicate_game(folder)
    assert verify_game(folder).phases
    assert '\nauction = "' in (folder / "chain.toml").read_text("utf-8")
    # Bids that are told in play are new, and change nothing that was public.
    assert run(root, "--tell") == 0
    verify_game(folder)
    adjudicate_game(folder)
    assert verify_game(folder).phases
    assert '\nauction-bids = "' in (folder / "chain.toml").read_text("utf-8")


def test_nothing_of_a_bid_is_public_before_it_is_told(root: Path) -> None:
    folder = root / "game"
    note(root, "Anna", ANNA)
    note(root, "Ben", BEN)
    before = public_text(folder)
    assert "auction" not in before
    assert "Anna" not in before
    assert (folder / "private/auction.toml").stat().st_mode & 0o077 == 0
    note(root, "Cäcilie \U0001f98a", "no preference")
    run(root, "--assign")
    for part in ("Nobody", "43 Austria", "preference", "highest"):
        assert part not in public_text(folder)
    assert "auction.toml" in public_files(folder)
    run(root, "--tell")
    assert "Nobody is to know of this secret" in public_text(folder)


def test_the_hash_on_the_receipt_is_that_of_the_bid_that_is_told(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    note(root, "Anna", BEN)
    first = json_of(root, capsys, "Anna", ANNA)["hash"]
    note(root, "Cäcilie \U0001f98a", "no preference")
    note(root, "Ben", BEN)
    assert run(root, "--assign", "--tell") == 0
    folder = root / "game"
    told = tomli.loads((folder / "auction-bids.toml").read_text("utf-8"))
    row = told["1"]
    assert row["bid"] == ANNA
    assert sha256(f"{row['salt']}\n{row['bid']}".encode()).hexdigest() == first
    assert tomli.loads((folder / "auction.toml").read_text("utf-8"))["1"]["hash"] == first
    assert len(told["steps"]) == 3
    # What was told suffices to repeat the auction, for whoever has neither bids nor seed.
    shutil.rmtree(folder / "private")
    verify_game(folder)
    path = folder / "auction-bids.toml"
    path.write_text(path.read_text("utf-8").replace("43 Austria", "44 Austria", 1), "utf-8")
    with pytest.raises(FileError, match="is not what the bids give"):
        verify_game(folder)


def json_of(
    root: Path, capsys: pytest.CaptureFixture[str], player: str, text: str
) -> dict[str, object]:
    capsys.readouterr()
    note(root, player, text, "--json")
    facts: dict[str, object] = json.loads(capsys.readouterr().out)
    return facts


def test_the_order_in_which_bids_come_changes_nothing(tmp_path: Path) -> None:
    rows = [("Anna", ANNA), ("Ben", BEN), ("Clara", "no preference")]
    seen = set()
    for number, order in enumerate(permutations(rows)):
        root = tmp_path / str(number)
        assert main(["--games", str(root), "new", "game", "--seed", "s"]) == 0
        run(root, "--players", "Anna,Ben,Clara")
        for player, text in order:
            note_bid(root / "game", player, text)
        assert run(root, "--assign", "--tell") == 0
        names = ("auction.toml", "auction-bids.toml", "private/auction.toml", "game.toml")
        seen.add(tuple((root / "game" / name).read_bytes() for name in names))
    assert len(seen) == 1


def test_a_bid_that_is_wrong_is_sent_back_with_its_place(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert note(root, "Anna", ANNA.replace("17 France", "17 Frnce")) == 1
    said = capsys.readouterr().out
    assert (
        f"{root / 'Anna.txt'}:4:4: 17 Frnce: there is no power Frnce (did you mean France?)" in said
    )
    facts = json_of(root, capsys, "anna", ANNA.replace("43", "44"))
    assert facts["noted"] is False
    assert facts["hash"] == ""
    assert facts["closed"] is False
    assert facts["complaints"] == [
        {
            "severity": "error", "power": "", "text": "", "rule": "",
            "file": str(root / "anna.txt"), "line": 0, "column": 0,
            "problem": "the points are 101 and not 100", "hint": "1 are too many",
        }
    ]  # fmt: skip
    assert "no bid yet" in status(root, capsys)
    note(root, "Anna", ANNA)
    capsys.readouterr()
    assert note(root, "Anna", "") == 1
    assert "was noted before stands" in capsys.readouterr().err
    assert "Anna: has bid" in status(root, capsys)


def status(root: Path, capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    run(root)
    return capsys.readouterr().out


def test_a_bid_comes_from_standard_input(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "sys.stdin", io.TextIOWrapper(io.BytesIO(ANNA.replace("\n", "\r\n").encode()))
    )
    assert run(root, "--bid", "anna") == 0
    said = capsys.readouterr().out
    assert "Anna: the bid is noted\n  # Nobody" in said
    assert "until the last player has bid" in said


def test_what_an_auction_does_not_allow(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def refused(*words: str) -> str:
        capsys.readouterr()
        assert run(root, *words) in (1, 2)
        return capsys.readouterr().err

    assert "no bid has come from Anna, Ben and Cäcilie" in refused("--assign")
    assert "bids are secret until" in refused("--tell")
    assert "a name of their own" in refused("--players", "Anna,Ben,Anna")
    assert "8 players bid for 7 powers" in refused("--players", "a,b,c,d,e,f,g,h")
    note(root, "Anna", ANNA)
    assert "the list of players stays" in refused("--players", "Anna,Ben")
    (root / "x.txt").write_text("1 Austria\n" * 2000, "utf-8")
    file = ("--file", str(root / "x.txt"))
    assert "more than 10000 characters" in refused("--bid", "Ben", *file)
    assert "Anne is not registered (did you mean Anna?)" in refused("--bid", "Anne", *file)
    assert "bids are told with --assign or later" in refused("--players", "a", "--tell")
    folder = assigned(root)
    for words in (
        ["--assign"],
        ["--players", "a,b"],
        ["--bid", "Anna", *file],
    ):
        assert "have been assigned: auction.toml says how" in refused(*words)
    for name in ("auction.toml", "private/auction.toml"):
        (folder / name).unlink()
    assert "game has players already" in refused("--players", "Anna,Ben")
    assert "no players are registered" in refused()


def test_no_bid_is_changed_after_the_powers_were_assigned(root: Path) -> None:
    folder = assigned(root)
    path = folder / "private/auction.toml"
    path.write_text(path.read_text("utf-8").replace("33 England", "34 England"), "utf-8")
    with pytest.raises(FileError, match="is not what the bids give"):
        verify_game(folder)
    assert run(root) == 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("x = 1", ":1:1: there is no x in the file"),
        ("[[player]]\nname = 'A'", ":1:1: player, row 1: bid is missing"),
        ("[[player]]\nname = 'A'\nbid = 3", ":3:1: player, row 1: bid cannot be 3 (a text)"),
        ("[[player]]\nname = 'A'\nbid = ''\n" * 2, ":5:1: A is registered twice"),
        (
            "".join(f"[[player]]\nname = '{n}'\nbid = ''\n" for n in range(8)),
            ":23:1: 7 has no power to bid for",
        ),
        ("[[player]", "auction.toml:1:"),
        (
            "[[player]]\nname = 'A'\nbid = '''\n100 Austria'''",
            ":4:1: 100 Austria: 100 is more than 94",
        ),
    ],
)
def test_a_file_of_bids_that_is_wrong_is_named_with_its_place(
    root: Path, text: str, problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = root / "game/private/auction.toml"
    path.write_text(text, "utf-8")
    capsys.readouterr()
    assert run(root) == 1
    said = capsys.readouterr()
    assert problem in said.out + said.err


def test_json_says_who_has_bid_and_tells_no_bid(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    note(root, "Anna", ANNA)
    capsys.readouterr()
    assert run(root, "--json") == 0
    said = capsys.readouterr().out
    facts = json.loads(said)
    assert [row["has_bid"] for row in facts["players"]] == [True, False, False]
    assert (facts["points"], facts["minimum"], facts["maximum"]) == (100, 1, 94)
    assert facts["closed"] is False
    assert facts["steps"] == []
    assert "43" not in said
    assigned(root, "--json")


def test_terms_are_the_usual_ones_where_a_ruleset_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert terms_of("europe-1619") == AuctionRules(100, 1, None)
    (tmp_path / "auction.toml").write_text("points = 60\nminimum = 3\n")
    monkeypatch.setattr("generator.archive.record.auction.ruleset_folder", lambda ruleset: tmp_path)
    assert terms_of.__wrapped__("europe-1619") == AuctionRules(60, 3, None)
