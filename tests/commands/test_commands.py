"""The commands as people and programs meet them: exit codes, results, messages."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.game.phasenames import find_record
from generator.archive.git.status import uncommitted
from generator.cli import main
from generator.engine.errors import GameError
from tests.archive.games import (
    bid,
    command,
    files_of,
    new_game,
    play_tiny,
    run_python,
    run_theatrum,
    write_orders,
)

Capture = pytest.CaptureFixture[str]


def test_check_names_file_line_and_column(tmp_path: Path, capsys: Capture) -> None:
    folder = new_game(tmp_path, "war", "standard")
    write_orders(folder, 1901, "spring-movement", austria="A VIE - BHO\nA BUD S A TRI", france="")
    before = files_of(folder)
    capsys.readouterr()
    assert command(folder, "check") == 1
    out = capsys.readouterr().out.splitlines()
    path = f"{folder}/1901/orders/austria.toml"
    assert any(line.startswith(f"{path}:6:9: A VIE - BHO: ") and "BOH" in line for line in out)
    assert any(line.startswith(f"{path}:") and ": warning: " in line for line in out)
    assert files_of(folder) == before


def test_check_speaks_json_and_the_games_folder_may_stand_anywhere(
    tmp_path: Path, capsys: Capture
) -> None:
    folder = new_game(tmp_path)
    write_orders(folder, 1, "bid", crown="  BOD 1")
    games = ["--games", str(tmp_path)]
    for arguments in ([*games, "check", "duel", "--json"], ["check", "duel", "--json", *games]):
        capsys.readouterr()
        assert main(arguments) == 1
        facts = json.loads(capsys.readouterr().out)
        (complaint,) = facts["complaints"]
        assert facts["missing"] == ["shield"]
        assert (complaint["line"], complaint["column"]) == (5, 3)
        assert complaint["file"] == f"{folder}/1/orders/crown.toml"


def test_adjudicate_prints_its_report(tmp_path: Path, capsys: Capture) -> None:
    folder = new_game(tmp_path, "war", "standard")
    write_orders(folder, 1901, "spring-movement", austria="A VIE - GAL\nA BUD - XXX")
    write_orders(folder, 1901, "spring-movement", russia="A WAR - GAL")
    capsys.readouterr()
    assert command(folder, "adjudicate", "--dry-run") == 0
    assert "dry run, nothing written" in capsys.readouterr().out
    assert command(folder, "adjudicate") == 0
    said = capsys.readouterr()
    lines = said.out.splitlines()
    assert lines[0] == "Spring 1901, movement: 23 orders, 2 bounces, 1 illegal; state written"
    assert any("Austria: A VIE - GAL: bounce: STD-" in line for line in lines)
    assert any("austria.toml:7:9: A BUD - XXX: " in line for line in lines)
    assert "no orders came from England" in said.err


def test_the_report_counts_every_dislodged_unit(tmp_path: Path, capsys: Capture) -> None:
    """Also one whose own order has another outcome: Trieste's move bounces, and it is dislodged."""
    position = tmp_path / "position.toml"
    position.write_text(
        '[units]\naustria = ["A TRI"]\nitaly = ["A VEN", "A TYR", "A SER"]\nturkey = ["A ALB"]\n'
    )
    folder = new_game(tmp_path / "games", "war", "standard", "--from", str(position))
    write_orders(
        folder,
        1901,
        "spring-movement",
        austria="A TRI - ALB",
        italy="A VEN - TRI\nA TYR S A VEN - TRI\nA SER H",
        turkey="A ALB H",
    )
    capsys.readouterr()
    assert command(folder, "adjudicate") == 0
    first = capsys.readouterr().out.splitlines()[0]
    assert first == "Spring 1901, movement: 5 orders, 1 bounce, 1 dislodged; state written"


def test_adjudicate_goes_on_while_nobody_decides(tmp_path: Path, capsys: Capture) -> None:
    folder = new_game(tmp_path, "duel", "tiny", "--option", "rules.count=true")
    write_orders(folder, 1, "bid", crown="BID 2\nBID 99", shield="BID 1")
    capsys.readouterr()
    assert command(folder, "adjudicate", "--dry-run") == 0
    assert capsys.readouterr().out.splitlines() == [
        "Round 1, the bids: 3 orders, 1 illegal; dry run, nothing written",
        "  crown takes the point.",
        "  Crown: BID 99 (for the referee only): illegal: TINY-3: the purse does not hold that",
        "Round 1, the count: 0 orders; played automatically; dry run, nothing written",
        "  the points are counted.",
    ]
    assert command(folder, "adjudicate", "--json") == 0
    facts = json.loads(capsys.readouterr().out)
    (followed,) = facts["followed"]
    assert (facts["phase"], followed["phase"], followed["written"]) == ("bid", "count", True)
    assert followed["events"][0]["data"] == {"crown": 1, "shield": 0}
    assert [one["known_to"] for one in facts["verdicts"]] == [[], ["crown"], []]
    bid(folder, 2, 1, 2)
    assert command(folder, "adjudicate", "--until", "2", "--json") == 0
    played = [one["phase"] for one in json.loads(capsys.readouterr().out)]
    assert played == ["bid", "count"]


def test_until_goes_to_the_end_of_a_year(tmp_path: Path, capsys: Capture) -> None:
    folder = new_game(tmp_path)
    capsys.readouterr()
    assert command(folder, "adjudicate", "--until", "2", "--json") == 0
    played = [(one["year"], one["phase"]) for one in json.loads(capsys.readouterr().out)]
    assert played == [(1, "bid"), (1, "toss"), (2, "bid"), (2, "toss")]
    assert command(folder, "adjudicate", "--until", "2") == 1
    assert command(folder, "adjudicate", "--until", "3", "--dry-run") == 2
    assert command(folder, "adjudicate", "--until", "99") == 0
    assert load_game(folder).is_over


def test_status_says_what_is_waited_for(tmp_path: Path, capsys: Capture) -> None:
    folder = new_game(tmp_path)
    with (folder / "game.toml").open("a") as file:
        file.write("\n[dates.1]\nbid = 2027-03-07T20:00:00Z\n")
    write_orders(folder, 1, "bid", crown="BOD 1")
    over = new_game(tmp_path, "over")
    play_tiny(over)
    capsys.readouterr()
    assert main(["--games", str(tmp_path), "status"]) == 0
    assert capsys.readouterr().out == (
        "duel: Round 1, the bids; orders due Sunday, 7 March 2027, 20:00 UTC "
        "(2027-03-07T20:00Z)\n"
        "  orders missing: Shield\n"
        "  1 error, 0 warnings in the orders: theatrum check duel\n"
        "over: over; crown wins\n"
    )
    assert main(["--games", str(tmp_path), "status", "--json"]) == 0
    first, second = json.loads(capsys.readouterr().out)
    assert (first["missing"], first["errors"]) == (["shield"], 1)
    assert second["ending"]["powers"] == ["crown"]


def test_status_of_all_games_goes_on_after_a_broken_one(tmp_path: Path, capsys: Capture) -> None:
    (new_game(tmp_path, "broken") / "game.toml").write_text("x")
    new_game(tmp_path, "good")
    capsys.readouterr()
    assert main(["--games", str(tmp_path), "status"]) == 1
    said = capsys.readouterr()
    assert said.out.startswith("good: Round 1")
    assert "broken/game.toml:1:2" in said.err


@pytest.mark.skipif(shutil.which("git") is None, reason="git is optional")
def test_status_names_what_is_not_committed(tmp_path: Path, capsys: Capture) -> None:
    folder = new_game(tmp_path / "games")
    assert uncommitted(folder) is None
    for arguments in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", "-C", str(tmp_path), *arguments], check=True)
    identity = ["-c", "user.name=Referee", "-c", "user.email=referee@example.org"]
    commit = ["git", "-C", str(tmp_path), *identity, "commit", "-q", "-m", "first"]
    subprocess.run(commit, check=True)
    assert uncommitted(folder) == ()
    bid(folder, 1, 1, 2)
    (folder / "1" / "rulings ü.txt").write_text("x")
    names = ("1/orders/crown.toml", "1/orders/shield.toml", "1/rulings ü.txt")
    assert uncommitted(folder) == names
    capsys.readouterr()
    assert command(folder, "status") == 0
    assert f"not committed: {', '.join(names)}" in capsys.readouterr().out


def test_the_seed_is_secret_from_the_beginning(tmp_path: Path) -> None:
    """Made anew for each game, readable by its owner only, and never seen by git."""
    seeds = []
    for name in ("one", "two"):
        assert main(["--games", str(tmp_path), "new", name, "--ruleset", "tiny"]) == 0
        path = tmp_path / name / "private" / "seed.toml"
        seeds.append(path.read_text())
        assert path.stat().st_mode & 0o077 == 0
        assert (tmp_path / name / ".gitignore").read_text().splitlines()[0] == "private/"
    assert seeds[0] != seeds[1]


def test_new_takes_title_players_and_options(tmp_path: Path, capsys: Capture) -> None:
    more = ["--title", "Ärger", "--players", "crown=Anna, shield=Ben", "--option", "target=1"]
    game = load_game(new_game(tmp_path, "duel", "tiny", *more))
    assert game.settings.title == "Ärger"
    assert game.settings.players == {"crown": "Anna", "shield": "Ben"}
    assert game.settings.options == {"target": 1}


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (["--players", "crown"], 2),
        (["--players", "crwon=Anna"], 1),
        (["--option", "target=x"], 2),
        (["--ruleset", "nothing"], 1),
        (["--from", "nothing.toml"], 1),
        (["--demo", "0"], 2),
        (["--demo", "1"], 1),
    ],
)
def test_a_new_game_that_cannot_be_leaves_nothing(
    tmp_path: Path, more: list[str], code: int
) -> None:
    root = tmp_path / "games"
    assert main(["--games", str(root), "new", "duel", "--ruleset", "tiny", *more]) == code
    assert not root.exists() or list(root.iterdir()) == []


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (b"[units\n", ":1:7: the ] after the name of a table is missing"),
        (b'year = 1901\n[units]\nfrance = ["A PAR]\n', ":3:18: "),
        (b"# M\xfcnchen\n", ":1:4: byte 0xfc is not UTF-8 (save the file as UTF-8)"),
        (
            b'[units]\nfrance = ["A PRA"]\n',
            ":2:11: units of france: A PRA: there is no province PRA",
        ),
        (
            b'[units]\nitly = ["A ROM"]\n',
            ":2:1: units: there is no power 'itly' (did you mean italy?)",
        ),
        (b"unit = 3\n", ":1:1: there is no unit (a position has year, phase, "),
        (b"[options]\nfoo = 1\n", ":2:1: Diplomacy has no option foo (options: "),
    ],
)
def test_a_position_that_cannot_be_is_named_with_its_file(
    tmp_path: Path, capsys: Capture, position: bytes, said: str
) -> None:
    """Broken text with line and column; what the ruleset refuses with the words of the table."""
    path = tmp_path / "position.toml"
    path.write_bytes(position)
    games = tmp_path / "games"
    assert main(["--games", str(games), "new", "war", "--from", str(path)]) == 1
    assert capsys.readouterr().err.startswith(f"{path}{said}")
    assert not games.exists() or list(games.iterdir()) == []


def modules_of(folder: Path, *arguments: str) -> set[str]:
    """The modules that a command has loaded when it is done, in a process of its own."""
    code = (
        "import sys; from generator.cli import main; code = main(sys.argv[1:]); "
        "print(*sys.modules, sep='\\n', file=sys.stderr); sys.exit(code)"
    )
    done = run_python("-c", code, "--games", str(folder.parent), *arguments)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.decode().split())


def test_only_export_and_import_wait_for_pydantic(tmp_path: Path) -> None:
    """It takes longer to load than a check may last."""
    folder = new_game(tmp_path)
    bid(folder, 1, 1, 2)
    loaded = modules_of(folder, "check", "duel")
    assert "generator.archive.game.game" in loaded
    assert not {"pydantic", "tomli_w"} & loaded
    assert "pydantic" not in modules_of(folder, "adjudicate", "duel")
    assert "pydantic" in modules_of(folder, "export", "duel")


def test_a_demonstration_is_played_and_replays(tmp_path: Path) -> None:
    folder = new_game(tmp_path, "demo", "standard", "--demo", "1")
    game = load_game(folder)
    assert game.current_moment.year == 1902
    assert len(game.phases[0].order_texts) == 7
    assert command(folder, "verify") == 0
    twin = new_game(tmp_path / "twin", "demo", "standard", "--demo", "1")
    assert files_of(twin) == files_of(folder)


def test_rules_prints_the_rulebook_and_its_tests(capsys: Capture) -> None:
    assert main(["ruleset", "rules", "standard", "--json"]) == 0
    rules = json.loads(capsys.readouterr().out)
    assert {"id", "title", "text", "tests"} <= set(rules[0])
    assert all(rule["id"].startswith("STD-") for rule in rules)
    assert main(["ruleset", "rules", "tiny", "--coverage"]) == 1
    said = capsys.readouterr()
    assert said.out.splitlines()[0] == "tiny: 0 of 3 rules have a test"
    assert "TINY-2 has no test: Ties" in said.err
    assert main(["ruleset", "rules", "tiny"]) == 0
    assert "TINY-2  Ties\n    A coin decides a tie." in capsys.readouterr().out


@pytest.mark.parametrize("text", ["9 bid", "bid", "1 fall", "", "1 bid x", "../1"])
def test_a_phase_that_is_not_there_is_named(tmp_path: Path, text: str) -> None:
    game = load_game(new_game(tmp_path))
    with pytest.raises(GameError, match="the last are: 1 opening"):
        find_record(game, text)


def test_results_go_to_stdout_and_messages_to_stderr(tmp_path: Path) -> None:
    """Also with a terminal that knows ASCII only."""
    environment = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    arguments = ["--games", str(tmp_path), "new", "duel", "--ruleset", "tiny"]
    done = run_theatrum(*arguments, environment=environment)
    assert done.stdout == f"{tmp_path}/duel\n".encode()
    assert b"the game waits for Round 1" in done.stderr
    orders = tmp_path / "duel" / "private" / "1" / "orders"
    (orders / "crown.toml").write_text("[bid]\norders = '∀'\n", "utf-8")
    done = run_theatrum("--games", str(tmp_path), "check", "duel", environment=environment)
    assert done.returncode == 1
    assert b"crown.toml:2:11: \\u2200: not a bid" in done.stdout
