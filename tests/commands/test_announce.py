"""`theatrum announce`: every event once in every channel, nothing false, nothing secret."""

from __future__ import annotations

import json
from collections.abc import Iterator
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.archive import load_game
from generator.archive.publish.notices import News, ToldNews
from generator.archive.secret.secrets import public_files
from generator.cli import main
from generator.commands.announce import channels_of, message_for
from generator.engine.errors import GameError
from tests.archive.games import command, files_of, new_game
from tests.commands.channels import Server, webhook
from tests.made import copy_of

Capture = pytest.CaptureFixture[str]
NOW = ("--now", "2027-03-01T12:00Z")
SECRET = "A MAR - PIE"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with webhook() as one:
        monkeypatch.setenv("THEATRUM_WEBHOOK", one.address)
        yield one


@pytest.fixture
def war(tmp_path: Path) -> Path:
    """A game of which one phase was played; France has sent secret orders for the next one."""
    return copy_of("announced", _make_war, tmp_path) / "games" / "war"


def _make_war(root: Path) -> None:
    folder = new_game(root / "games", "war", "standard", "--orders", "private")
    assert command(folder, "adjudicate") == 0
    assert command(folder, "deadline", "--set", "2027-03-07 20:00", *NOW) == 0
    mail = root / "mail.txt"
    mail.write_text(f"{SECRET}\nA PAR H\nF BRE H\n", encoding="utf-8")
    assert command(folder, "submit", "--power", "france", str(mail), *NOW) == 0


def announce(folder: Path, *more: str) -> int:
    site = folder.parent.parent / "site"
    return command(
        folder, "announce", "--site", str(site), *(more if "--now" in more else (*more, *NOW))
    )


def test_without_send_it_is_only_shown(war: Path, server: Server, capsys: Capture) -> None:
    before = files_of(war)
    capsys.readouterr()
    assert announce(war) == 0
    said = capsys.readouterr()
    assert "to webhook: War: Spring 1901, movement is out" in said.out
    assert "due Sunday, 7 March 2027, 20:00 UTC" in said.out
    assert "nothing was sent" in said.err
    assert server.asked == []
    assert files_of(war) == before


def test_a_turn_is_announced_once(war: Path, server: Server, capsys: Capture) -> None:
    assert announce(war, "--send", "--base", "https://wars.example.org") == 0
    ((method, path, body, headers),) = server.asked
    assert (method, path) == ("POST", "/hooks/very-secret")
    assert headers["content-type"] == "application/json"
    assert (body["game"], body["event"]) == ("war", "turn")
    assert body["page"] == "https://wars.example.org/war/1901/spring-movement/"
    assert body["due"] == "2027-03-07T20:00+00:00"
    assert "announced.toml" in public_files(war)
    assert announce(war, "--send") == 0
    assert len(server.asked) == 1
    assert "there is nothing to announce" in capsys.readouterr().err
    assert SECRET not in json.dumps(body)
    assert command(war, "verify") == 0


def test_each_channel_hears_it_for_itself(
    war: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert announce(war, "--send") == 0
    monkeypatch.setenv("THEATRUM_DISCORD_WAR", server.address)
    monkeypatch.setenv("THEATRUM_DISCORD", "https://discord.example/of-other-games")
    monkeypatch.setenv("THEATRUM_MATRIX", server.address)
    monkeypatch.setenv("THEATRUM_MATRIX_TOKEN", "hush")
    assert announce(war, "--send") == 0
    assert announce(war, "--send") == 0
    _, discord, matrix = server.asked
    assert discord[2]["allowed_mentions"] == {"parse": []}
    assert discord[2]["content"].startswith("**War: Spring 1901, movement is out**\n")
    assert matrix[0] == "PUT"
    assert matrix[1].startswith("/hooks/very-secret/")
    assert matrix[3]["authorization"] == "Bearer hush"
    assert matrix[2]["msgtype"] == "m.notice"


@pytest.mark.parametrize("answer", [302, 404, 500])
def test_what_did_not_arrive_is_announced_later(
    war: Path, server: Server, answer: int, capsys: Capture
) -> None:
    before = files_of(war)
    server.answer = answer
    assert announce(war, "--send") == 1
    said = capsys.readouterr()
    assert f"nothing was sent (the answer was {answer})" in said.err
    # Whoever reads the log may not write into the channel.
    assert "very-secret" not in said.out + said.err
    assert files_of(war) == before
    assert len(server.asked) == 1  # a redirection is not followed
    server.answer = 204
    assert announce(war, "--send") == 0
    assert server.titles[1:] == ["War: Spring 1901, movement is out"]


def test_a_channel_that_is_not_there_is_said(
    war: Path, server: Server, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    server.close()
    assert announce(war, "--send") == 1
    assert "nothing was sent (ConnectionRefusedError)" in capsys.readouterr().err
    assert not (war / "announced.toml").exists()


def test_a_deadline_that_moves_is_told_and_only_then(war: Path, server: Server) -> None:
    assert announce(war, "--send") == 0
    assert command(war, "deadline", "--extend", "2 days", *NOW) == 0
    assert announce(war, "--send") == 0
    assert announce(war, "--send") == 0
    assert server.titles[1:] == ["War: the deadline of Fall 1901, movement has changed"]
    assert "9 March 2027" in server.asked[1][2]["lines"][0]
    # Back to where it was: that is news again.
    assert command(war, "deadline", "--set", "2027-03-07 20:00", *NOW) == 0
    assert announce(war, "--send") == 0
    assert len(server.asked) == 3


def test_a_reminder_says_how_many_and_never_who(war: Path, server: Server, tmp_path: Path) -> None:
    assert announce(war, "--send") == 0
    assert announce(war, "--send", "--now", "2027-03-06T19:59Z") == 0
    assert len(server.asked) == 1  # not yet
    late = ("--now", "2027-03-07T12:00Z")
    assert announce(war, "--send", *late) == 0
    assert announce(war, "--send", *late) == 0
    assert len(server.asked) == 2
    body = server.asked[1][2]
    assert body["event"] == "reminder"
    assert "6 of 7 powers have not sent theirs" in body["lines"][0]
    assert "rance" not in json.dumps(body)
    # Those alone get a mail whose orders are missing.
    assert command(war, "players address", "austria", "anna@example.org") == 0
    assert command(war, "players address", "france", "fred@example.org") == 0
    out = tmp_path / "outbox"
    only = ("--event", "reminder", "--mails", str(out))
    assert announce(war, "--send", *only, *late) == 0
    (path,) = out.glob("*.eml")
    mail = message_from_bytes(path.read_bytes(), policy=policy.default)
    assert mail["To"] == "anna@example.org"
    assert "orders of Austria" in mail["Subject"]
    assert SECRET not in mail.get_content()
    assert announce(war, "--send", *only, *late) == 0
    assert len(list(out.glob("*.eml"))) == 1


def test_nobody_is_reminded_when_all_orders_are_here(
    war: Path, server: Server, tmp_path: Path
) -> None:
    game = load_game(war)
    for power in game.ruleset.powers:
        mail = tmp_path / f"{power}.txt"
        units = (
            text
            for owner, text in game.ruleset.snapshot(game.current_state()).units
            if owner == power
        )
        mail.write_text("".join(f"{unit} H\n" for unit in units), encoding="utf-8")
        assert command(war, "submit", "--power", power, str(mail), *NOW) == 0
    assert announce(war, "--send", "--event", "reminder", "--now", "2027-03-07T12:00Z") == 0
    assert server.asked == []


def test_a_correction_is_told_with_its_reason_where_the_turn_was_told(
    war: Path, server: Server, tmp_path: Path
) -> None:
    """A channel that is new hears of no old corrections."""
    text = tmp_path / "late.txt"
    fixed = ("--phase", "1901 spring-movement", "--orders", "austria", str(text))
    text.write_text("A VIE - GAL\n", encoding="utf-8")
    assert command(war, "amend", *fixed, "--reason", "late", "--yes") == 0
    assert announce(war, "--send") == 0
    assert server.titles == ["War: Spring 1901, movement is out"]
    text.write_text("A VIE - TYR\n", encoding="utf-8")
    assert command(war, "amend", *fixed, "--reason", "sent in *time*", "--yes") == 0
    assert announce(war, "--send") == 0
    assert announce(war, "--send") == 0
    assert server.titles[1:] == ["War: Spring 1901, movement was corrected"]
    assert server.asked[1][2]["lines"][0] == "The reason: sent in *time*"


def test_the_end_of_a_game_is_told_once(war: Path, server: Server, tmp_path: Path) -> None:
    assert command(war, "players address", "austria", "anna@example.org", "a@example.org") == 0
    assert command(war, "finish", "--reason", "agreed") == 0
    out = tmp_path / "outbox"
    for _ in range(2):
        assert announce(war, "--send", "--mails", str(out)) == 0
    assert server.titles == ["War: the game is over"]
    mails = [message_from_bytes(one.read_bytes(), policy=policy.default) for one in out.iterdir()]
    # Each in a mail of its own: nobody learns the address of anybody.
    assert sorted(mail["To"] for mail in mails) == ["a@example.org", "anna@example.org"]


def test_nothing_is_sent_without_a_channel(war: Path, capsys: Capture) -> None:
    assert announce(war, "--send") == 1
    assert "war has no channel to send to (set THEATRUM_DISCORD" in capsys.readouterr().err
    assert announce(war) == 0
    assert capsys.readouterr().out.startswith("War: Spring 1901, movement is out")


@pytest.mark.parametrize(
    "address", ["http://example.org/x", "example.org", "ftp://example.org", "https://a b"]
)
def test_what_is_no_safe_address_is_refused_without_showing_it(address: str) -> None:
    with pytest.raises(GameError, match="THEATRUM_DISCORD is not a webhook address") as error:
        channels_of("war", {"THEATRUM_DISCORD": address})
    assert address not in str(error.value)
    with pytest.raises(GameError, match="THEATRUM_MATRIX_TOKEN is not set"):
        channels_of("war", {"THEATRUM_MATRIX": "https://matrix.example.org/send"})


def test_names_call_nobody_and_make_no_links() -> None:
    told = ToldNews("", "turn", "x", "y", "", 0)
    notice = News("turn", "@everyone [x](http://e)", ("*a* <@1>", "b" * 3000), "war/", told)
    text = message_for("discord", notice, "war", "https://w.example/")["content"]
    assert text.startswith("**\\@everyone \\[x\\]\\(http://e\\)**\n\\*a\\* \\<\\@1\\>\n")
    assert len(text) <= 2000
    assert text.endswith("…\nhttps://w.example/war/")
    bare = replace(notice, lines=())
    assert message_for("matrix", bare, "war", "")["body"] == notice.title


def test_a_file_that_is_none_of_ours_is_named(war: Path, server: Server, capsys: Capture) -> None:
    (war / "announced.toml").write_text('1 = "x"\n', encoding="utf-8")
    assert announce(war, "--send") == 1
    assert "announced.toml:1:" in capsys.readouterr().err
    assert server.asked == []


def test_mails_may_not_lie_where_git_sees_them(
    war: Path, server: Server, tmp_path: Path, capsys: Capture
) -> None:
    import subprocess

    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    assert announce(war, "--send", "--mails", str(tmp_path / "outbox")) == 2
    assert "keep it where git does not see it" in capsys.readouterr().err
    assert main(["--games", str(war.parent), "announce", "--remind", "soon"]) == 2
