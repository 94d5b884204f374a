"""`theatrum submit`: mails in, receipts out."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.game.chain import record_words
from generator.archive.people.versions import submissions_of
from generator.mailroom.letter import LONGEST_MAIL
from tests.archive.games import files_of, new_game, run_theatrum, write_orders
from tests.commands.mailbox import SPRING, Capture, Post, eml


def test_orders_are_stored_and_the_receipt_says_so(post: Post) -> None:
    mail = "Hi Bob,\nFrance:\nA PAR – BUR\nA MAR S A PAR - BUR\nF BRE - MAO\nCheers, Anna\n"
    assert post.submit(mail, "--received", "2027-03-01 10:00") == (
        "War: France\n"
        "Received: 2027-03-01 10:00\n"
        "\n"
        "Spring 1901, movement\n"
        "Version 1\n"
        "Due: Sunday, 7 March 2027, 20:00 UTC\n"
        "Will be done:\n"
        "  A PAR - BUR          # A Paris - Burgundy\n"
        "  A MAR S A PAR - BUR  # A Marseilles S A Paris - Burgundy\n"
        "  F BRE - MAO          # F Brest - Mid-Atlantic Ocean\n"
        "\n"
        "Ignored:\n"
        "  line 1: Hi Bob, (no order)\n"
        "  line 6: Cheers, Anna (no order)\n"
        "\n"
        f"Record: {record_words(post.folder)}\n"
    )
    assert post.waiting() == "A PAR - BUR\nA MAR S A PAR - BUR\nF BRE - MAO\n"
    (kept,) = submissions_of(post.folder, SPRING)
    assert (kept.received, (post.folder / kept.mail).read_text("utf-8")) == (
        "2027-03-01 10:00",
        mail,
    )


def test_errors_are_stored_and_told_with_their_line(post: Post) -> None:
    out = post.submit("Hi!\n\nA PAR - BRU\n", "--power", "france", code=1)
    assert "  line 3: A PAR - BRU: there is no province BRU (did you mean" in out
    assert "  A MAR: no order: it will hold (write A MAR H)\n" in out
    assert post.waiting() == "A PAR - BRU\n"


def test_nothing_of_other_powers_is_told(post: Post) -> None:
    """Not their orders, not their mistakes, not whether they have sent any."""
    mail = "France\nA PAR - BUR\nF BRE - ENG\n"
    alone = post.submit(mail, "--dry-run")
    others = {"england": "F LON - ENG\nA LVP - XXX", "germany": "A MUN - BUR"}
    write_orders(post.folder / "private", 1901, "spring-movement", **others)
    assert post.submit(mail, "--dry-run") == alone
    assert not {"LON", "MUN", "XXX", "England", "Germany"} & set(alone.replace(":", " ").split())


def test_the_sender_of_a_mail_is_known_by_its_address(post: Post) -> None:
    with (post.folder / "game.toml").open("a") as file:
        file.write('\n[addresses]\nfrance = "Anna@Example.org"\n')
    mail = eml("A PAR - BUR\n", "Subject: x")
    post.submit(mail)
    assert post.waiting() == "A PAR - BUR\n"
    out = post.submit(mail, "--power", "italy", code=1)
    assert "the sender's address is not the one" in out


def test_orders_for_later_phases_of_the_year_wait_for_them(post: Post) -> None:
    post.submit("France\nSpring:\nA PAR - BUR\nFall 1901:\nA BUR - BEL\nBuilds:\nBuild A PAR\n")
    assert post.waiting(phase="fall-movement") == "Fall 1901:\nA BUR - BEL\n"
    assert post.waiting(phase="winter-adjustments") == "Builds:\nBuild A PAR\n"
    post.run("adjudicate")
    post.run("check")
    assert "1 order," in post.err


def test_orders_for_a_phase_that_is_over_are_ignored(post: Post) -> None:
    post.run("adjudicate")
    mail = "France\nSpring 1901\nA PAR - PIC\n\nFall 1901\nA PAR - BUR\nSpring 1902\nA BUR H\n"
    out = post.submit(mail)
    assert "Fall 1901, movement\nVersion 1\nWill be done:\n  A PAR - BUR" in out
    assert "line 3: A PAR - PIC (for Spring 1901, movement, which is over)" in out
    assert "line 8: A BUR H (for 1902, and the game is in 1901)" in out
    assert post.waiting(phase="fall-movement").endswith("A PAR - BUR\n")


def test_programs_get_json(post: Post) -> None:
    facts = json.loads(post.submit("Hi,\nFrance\nA PAR - BRU\nA MAR H\n", "--json", code=1))
    assert (facts["power"], facts["stored"]) == ("france", True)
    (phase,) = facts["phases"]
    assert phase["orders"] == [{"order": "A MAR H", "words": "A Marseilles H"}]
    assert (phase["problems"][0]["line"], phase["version"]) == (3, 1)
    assert facts["ignored"][0] == {"line": 1, "text": "Hi,", "why": "no order"}


@pytest.mark.parametrize("text", ['A PAR - BUR # """', "A PAR - BUR # \\u0041 \\", "A PAR H # '''"])
def test_what_toml_has_to_escape_comes_back(post: Post, text: str) -> None:
    post.submit(f"France\n{text}\n")
    assert post.waiting() == f"{text}\n"


def test_a_mail_of_fifty_megabytes_is_not_read_to_its_end(post: Post) -> None:
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
    post.monkeypatch.setattr("sys.stdin", stream)
    post.run("submit", "--power", "france", code=1)
    assert "the mail is too long (at most 2 MB" in post.err


def test_a_power_or_phase_that_is_none_is_refused(post: Post) -> None:
    post.submit("A PAR - BUR\n", "--power", "../england", code=1)
    assert "there is no power ../england" in post.err
    post.submit("A PAR - BUR\n", "--power", "france", "--phase", "x", code=1)
    assert load_game(post.folder).current_moment == SPRING


def test_it_runs_in_a_process_of_its_own(post: Post) -> None:
    """With the bytes of a real pipe, also where the terminal's encoding is poor."""
    done = run_theatrum(
        *("--games", str(post.folder.parent), "submit", "war"),
        environment={"PYTHONIOENCODING": "ascii", "LC_ALL": "C"},
        input="Frankreich grüßt\r\nFRANCE\r\nA PAR → BUR\r\n".encode(),
    )
    assert done.returncode == 0, done.stderr
    assert b"A PAR - BUR" in done.stdout


def test_what_if_an_order_were_another(post: Post) -> None:
    write = post.folder / "private"
    write_orders(write, 1901, "spring-movement", france="A PAR - BUR\nF BRE - MAO", germany="")
    before = files_of(post.folder)
    tried = ["--order", "germany: A MUN - BUR", "--order", "France: F BRE - ENG"]
    facts = json.loads(post.run("adjudicate", "--dry-run", "--json", *tried))
    found = {one["order"]: one["outcome"] for one in facts["verdicts"]}
    assert (found["A PAR - BUR"], found["A MUN - BUR"]) == ("bounce", "bounce")
    assert found["F BRE - ENG"] == "success"
    assert "F BRE - MAO" not in found
    assert files_of(post.folder) == before


@pytest.mark.parametrize(
    ("code", "more"),
    [
        (2, ["--order", "france: A PAR - BUR"]),
        (2, ["--dry-run", "--order", "A PAR - BUR"]),
        (1, ["--dry-run", "--order", "burgundy: A PAR - BUR"]),
        (1, ["--dry-run", "--order", "france: hello"]),
    ],
)
def test_what_if_needs_a_power_and_an_order(post: Post, code: int, more: list[str]) -> None:
    before = files_of(post.folder)
    post.run("adjudicate", *more, code=code)
    assert post.err
    assert files_of(post.folder) == before


@pytest.fixture
def europe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Post:
    folder = new_game(tmp_path, "comet", "europe-1619")
    capsys.readouterr()
    return Post(folder, monkeypatch, capsys)


def test_a_receipt_says_what_orders_cost_and_what_comes_of_them(europe: Post) -> None:
    mail, by = "2: CAT\n1: LOR\nWAR: SPAIN\n", ("--power", "france")
    said = europe.submit(mail, *by)
    assert "  2: CAT      # 2: Catalonia: 2 INFs, 7 left\n" in said
    assert "  WAR: SPAIN\n" in said
    assert "If no one else sends orders:\n  Catalonia: " in said
    (phase,) = json.loads(europe.submit(mail, *by, "--json", "--dry-run"))["phases"]
    assert [one.get("cost") for one in phase["orders"]] == ["2 INFs, 7 left", "1 INF, 6 left", None]
    assert len(phase["forecast"]) == 2
    said = europe.run("check", "--costs")
    assert "france, line 1: 2: CAT: 2 INFs, 7 left\n" in said
    assert "france, if no one else sends orders: Catalonia: " in said


def test_a_stranger_is_not_told_what_orders_cost(europe: Post) -> None:
    europe.run("players address", "france", "ben@example.org")
    mail = eml("France\n2: CAT\n", "Subject: x", sender="eve@example.com")
    said = europe.submit(mail, "--power", "france", code=1)
    assert "On hold" in said
    assert "left" not in said
    assert "If no one else sends orders" not in said


def test_a_receipt_that_is_sent_back_has_no_condition_in_it(europe: Post) -> None:
    """Some mail programs quote without any mark: what the receipt says is no order then, and what
    stands below it is one."""
    receipt = europe.submit("2: CAT\n", "--power", "france")
    said = europe.submit(f"{receipt}\n1: LOR\n", "--power", "france", "--dry-run")
    assert "condition" not in said
    assert "  2: CAT" not in said
    assert "  1: LOR" in said
