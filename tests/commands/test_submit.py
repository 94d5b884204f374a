"""`theatrum submit`: mails in, receipts out."""

from __future__ import annotations

import io
import json
import tomllib
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.game.chain import record_words
from generator.engine.phases import Moment
from generator.mailroom import LONGEST_MAIL
from generator.mailroom.submissions import submissions_of
from tests.archive.games import command, files_of, new_game, run_theatrum, write_orders

Capture = pytest.CaptureFixture[str]
SPRING = Moment(1901, 1, "spring-movement")
NOW = "2027-03-01T10:00Z"


@pytest.fixture
def folder(tmp_path: Path, capsys: Capture) -> Path:
    made = new_game(tmp_path / "games", "war", "standard", "--orders", "private")
    capsys.readouterr()
    return made


def send(folder: Path, monkeypatch: pytest.MonkeyPatch, mail: str, *more: str) -> int:
    """The exit code of submitting a mail from standard input."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(mail.encode()), "utf-8"))
    now = () if {"--now", "--received"} & set(more) else ("--now", NOW)
    return command(folder, "submit", *more, *now)


def waiting(folder: Path, power: str, phase: str = "spring-movement") -> str:
    path = folder / "private" / "1901" / "orders" / f"{power}.toml"
    text: str = tomllib.loads(path.read_text("utf-8"))[phase]["orders"]
    return text


def test_orders_are_stored_and_the_receipt_says_so(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    mail = "Hi Bob,\nFrance:\nA PAR – BUR\nA MAR S A PAR - BUR\nF BRE - MAO\nCheers, Anna\n"
    assert send(folder, monkeypatch, mail, "--received", "2027-03-01 10:00") == 0
    assert capsys.readouterr().out == (
        "War: France\n"
        "Received: 2027-03-01 10:00\n"
        "\n"
        "Spring 1901, movement\n"
        "Version 1\n"
        "Will be done:\n"
        "  A PAR - BUR          # A Paris - Burgundy\n"
        "  A MAR S A PAR - BUR  # A Marseilles S A Paris - Burgundy\n"
        "  F BRE - MAO          # F Brest - Mid-Atlantic Ocean\n"
        "\n"
        "Ignored:\n"
        "  line 1: Hi Bob, (no order)\n"
        "  line 6: Cheers, Anna (no order)\n"
        "\n"
        f"Record: {record_words(folder)}\n"
    )
    assert waiting(folder, "france") == "A PAR - BUR\nA MAR S A PAR - BUR\nF BRE - MAO\n"
    (kept,) = submissions_of(folder, SPRING)
    assert (kept.received, (folder / kept.mail).read_text("utf-8")) == ("2027-03-01 10:00", mail)


def test_errors_are_stored_and_told_with_their_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    assert send(folder, monkeypatch, "Hi!\n\nA PAR - BRU\n", "--power", "france") == 1
    out = capsys.readouterr().out
    assert "  line 3: A PAR - BRU: there is no province BRU (did you mean" in out
    assert "  A MAR: no order: it will hold (write A MAR H)\n" in out
    assert waiting(folder, "france") == "A PAR - BRU\n"


def test_nothing_of_other_powers_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """Not their orders, not their mistakes, not whether they have sent any."""
    mail = "France\nA PAR - BUR\nF BRE - ENG\n"
    codes = [send(folder, monkeypatch, mail, "--dry-run")]
    alone = capsys.readouterr().out
    write = folder / "private"
    write_orders(write, 1901, "spring-movement", england="F LON - ENG\nA LVP - XXX")
    write_orders(write, 1901, "spring-movement", germany="A MUN - BUR")
    codes.append(send(folder, monkeypatch, mail, "--dry-run"))
    assert capsys.readouterr().out == alone
    assert codes == [0, 0]
    assert not {"LON", "MUN", "XXX", "England", "Germany"} & set(alone.replace(":", " ").split())


def test_the_sender_of_a_mail_is_known_by_its_address(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    with (folder / "game.toml").open("a") as file:
        file.write('\n[addresses]\nfrance = "Anna@Example.org"\n')
    mail = "From: Anna <anna@example.org>\nTo: gm@example.org\nSubject: x\n\nA PAR - BUR\n"
    assert send(folder, monkeypatch, mail) == 0
    assert waiting(folder, "france") == "A PAR - BUR\n"
    assert send(folder, monkeypatch, mail, "--power", "italy") == 1
    assert "the sender's address is not the one" in capsys.readouterr().out


def test_orders_for_later_phases_of_the_year_wait_for_them(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    mail = "France\nSpring:\nA PAR - BUR\nFall 1901:\nA BUR - BEL\nBuilds:\nBuild A PAR\n"
    assert send(folder, monkeypatch, mail) == 0
    assert waiting(folder, "france", "fall-movement") == "Fall 1901:\nA BUR - BEL\n"
    assert waiting(folder, "france", "winter-adjustments") == "Builds:\nBuild A PAR\n"
    assert command(folder, "adjudicate") == 0
    capsys.readouterr()
    assert command(folder, "check") == 0
    assert "1 order," in capsys.readouterr().err


def test_orders_for_a_phase_that_is_over_are_ignored(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    assert command(folder, "adjudicate") == 0
    capsys.readouterr()
    mail = "France\nSpring 1901\nA PAR - PIC\n\nFall 1901\nA PAR - BUR\nSpring 1902\nA BUR H\n"
    assert send(folder, monkeypatch, mail) == 0
    out = capsys.readouterr().out
    assert "Fall 1901, movement\nVersion 1\nWill be done:\n  A PAR - BUR" in out
    assert "line 3: A PAR - PIC (for Spring 1901, movement, which is over)" in out
    assert "line 8: A BUR H (for 1902, and the game is in 1901)" in out
    assert waiting(folder, "france", "fall-movement").endswith("A PAR - BUR\n")


def test_programs_get_json(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    send(folder, monkeypatch, "Hi,\nFrance\nA PAR - BRU\nA MAR H\n", "--json")
    facts = json.loads(capsys.readouterr().out)
    assert (facts["power"], facts["stored"]) == ("france", True)
    (phase,) = facts["phases"]
    assert phase["orders"] == [{"order": "A MAR H", "words": "A Marseilles H"}]
    assert (phase["problems"][0]["line"], phase["version"]) == (3, 1)
    assert facts["ignored"][0] == {"line": 1, "text": "Hi,", "why": "no order"}


@pytest.mark.parametrize("text", ['A PAR - BUR # """', "A PAR - BUR # \\u0041 \\", "A PAR H # '''"])
def test_what_toml_has_to_escape_comes_back(
    folder: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    send(folder, monkeypatch, f"France\n{text}\n")
    assert waiting(folder, "france") == f"{text}\n"


def test_a_mail_of_fifty_megabytes_is_not_read_to_its_end(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    class Endless(io.RawIOBase):
        given = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
            self.given += len(buffer)
            assert self.given < 2 * LONGEST_MAIL
            buffer[:] = b"x" * len(buffer)
            return len(buffer)

    stream = io.TextIOWrapper(io.BufferedReader(Endless()), "utf-8")
    monkeypatch.setattr("sys.stdin", stream)
    assert command(folder, "submit", "--power", "france") == 1
    assert "the mail is too long (at most 2 MB" in capsys.readouterr().err


def test_a_power_or_phase_that_is_none_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    assert send(folder, monkeypatch, "A PAR - BUR\n", "--power", "../england") == 1
    assert "there is no power ../england" in capsys.readouterr().err
    assert send(folder, monkeypatch, "A PAR - BUR\n", "--power", "france", "--phase", "x") == 1
    assert load_game(folder).current_moment == SPRING


def test_it_runs_in_a_process_of_its_own(folder: Path) -> None:
    """With the bytes of a real pipe, also where the terminal's encoding is poor."""
    done = run_theatrum(
        *("--games", str(folder.parent), "submit", "war"),
        environment={"PYTHONIOENCODING": "ascii", "LC_ALL": "C"},
        input="Frankreich grüßt\r\nFRANCE\r\nA PAR → BUR\r\n".encode(),
    )
    assert done.returncode == 0, done.stderr
    assert b"A PAR - BUR" in done.stdout


def test_what_if_an_order_were_another(folder: Path, capsys: Capture) -> None:
    write = folder / "private"
    write_orders(write, 1901, "spring-movement", france="A PAR - BUR\nF BRE - MAO", germany="")
    before = files_of(folder)
    tried = ["--order", "germany: A MUN - BUR", "--order", "France: F BRE - ENG"]
    assert command(folder, "adjudicate", "--dry-run", "--json", *tried) == 0
    found = {
        one["order"]: one["outcome"] for one in json.loads(capsys.readouterr().out)["verdicts"]
    }
    assert (found["A PAR - BUR"], found["A MUN - BUR"]) == ("bounce", "bounce")
    assert found["F BRE - ENG"] == "success"
    assert "F BRE - MAO" not in found
    assert files_of(folder) == before


@pytest.mark.parametrize(
    ("code", "more"),
    [
        (2, ["--order", "france: A PAR - BUR"]),
        (2, ["--dry-run", "--order", "A PAR - BUR"]),
        (1, ["--dry-run", "--order", "burgundy: A PAR - BUR"]),
        (1, ["--dry-run", "--order", "france: hello"]),
    ],
)
def test_what_if_needs_a_power_and_an_order(
    folder: Path, capsys: Capture, code: int, more: list[str]
) -> None:
    before = files_of(folder)
    assert command(folder, "adjudicate", *more) == code
    assert capsys.readouterr().err
    assert files_of(folder) == before


def test_a_receipt_says_what_orders_cost_and_what_comes_of_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = new_game(tmp_path / "games", "comet", "europe-1619")
    mail = tmp_path / "mail.txt"
    mail.write_text("2: CAT\n1: LOR\nWAR: SPAIN\n", encoding="utf-8")
    capsys.readouterr()
    assert command(folder, "submit", "--power", "france", str(mail)) == 0
    said = capsys.readouterr().out
    assert "  2: CAT      # 2: Catalonia: 2 INFs, 7 left\n" in said
    assert "  WAR: SPAIN\n" in said
    assert "If no one else sends orders:\n  Catalonia: " in said
    assert command(folder, "submit", "--power", "france", "--json", "--dry-run", str(mail)) == 0
    (phase,) = json.loads(capsys.readouterr().out)["phases"]
    assert [one.get("cost") for one in phase["orders"]] == ["2 INFs, 7 left", "1 INF, 6 left", None]
    assert len(phase["forecast"]) == 2
    assert command(folder, "check", "--costs") == 0
    said = capsys.readouterr().out
    assert "france, line 1: 2: CAT: 2 INFs, 7 left\n" in said
    assert "france, if no one else sends orders: Catalonia: " in said


def test_a_stranger_is_not_told_what_orders_cost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = new_game(tmp_path / "games", "comet", "europe-1619")
    assert command(folder, "players address", "france", "ben@example.org") == 0
    mail = tmp_path / "mail.eml"
    mail.write_text("From: eve@example.com\nSubject: x\n\nFrance\n2: CAT\n", encoding="utf-8")
    capsys.readouterr()
    command(folder, "submit", "--power", "france", str(mail))
    said = capsys.readouterr().out
    assert "On hold" in said
    assert "left" not in said
    assert "If no one else sends orders" not in said


def test_a_receipt_that_is_sent_back_has_no_condition_in_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Some mail programs quote without any mark: what the receipt says is no order then, and what
    stands below it is one."""
    folder = new_game(tmp_path / "games", "comet", "europe-1619")
    mail = tmp_path / "mail.txt"
    mail.write_text("2: CAT\n", encoding="utf-8")
    capsys.readouterr()
    assert command(folder, "submit", "--power", "france", str(mail)) == 0
    mail.write_text(f"{capsys.readouterr().out}\n1: LOR\n", encoding="utf-8")
    command(folder, "submit", "--power", "france", "--dry-run", str(mail))
    said = capsys.readouterr().out
    assert "condition" not in said
    assert "  2: CAT" not in said
    assert "  1: LOR" in said
