"""Orders that are written at the desk and mailed are those of the same orders given as files. A
player's secret sheet, as a reminder brings it, is shown there and kept nowhere."""

from __future__ import annotations

from contextlib import redirect_stderr, redirect_stdout
from email.message import EmailMessage
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from generator.archive import load_game
from generator.archive.files.layout import RECEIVED
from generator.archive.people.reminding import reminders
from generator.archive.people.versions import submissions_of
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.creating import NewGame, create_game
from generator.autoplay import get_player
from generator.engine.chance import Chance
from generator.rulesets import get_ruleset
from tests.archive.games import command, files_of, write_orders
from tests.browser.deskhand import Player, Way, desk_site
from tests.pages.test_base import serving
from tests.pages.told import maker_of

pytestmark = pytest.mark.browser

WAYS: tuple[Way, ...] = ("mouse", "touch", "keys")


def new_game(root: Path, ruleset: str) -> Path:
    new = NewGame("club", get_ruleset(ruleset), "a seed", "The Club", orders="private")
    return create_game(root, new)


def submitted(folder: Path, *arguments: str) -> tuple[int, str, str]:
    """The exit code of submit, and what it says."""
    out, said = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(said):
        code = command(folder, "submit", *arguments, "--now", "2099-03-01T10:00Z")
    return code, out.getvalue(), said.getvalue()


def public_files(folder: Path) -> dict[str, bytes]:
    return {
        name: data
        for name, data in files_of(folder).items()
        if not name.startswith(("private/", ".theatrum", RECEIVED))
    }


def play_a_year(browser: Any, tmp_path: Path, ruleset: str, most: int) -> list[Player]:
    """All phases of a year: each sheet written at the desk, mailed, submitted and adjudicated; and
    the same sheets given as files to a game beside it. Both have one record."""
    folder, twin = (new_game(tmp_path / name, ruleset) for name in ("mailed", "files"))
    maker = maker_of(desk="full", mail="ruth@example.org")
    program = get_player(ruleset)
    players = [Player.at(browser, way) for way in WAYS]
    year, letters = load_game(folder).current_moment.year, 0
    with serving(tmp_path, tmp_path / "404.html") as host:
        while (game := load_game(folder)).current_moment.year == year:
            moment, state = game.current_moment, game.current_state()
            sheets = {}
            for power in game.ruleset.awaits(state):
                chance = Chance("players", f"{moment.year}/{moment.slug}/{power}")
                lines = program.write_orders(game.ruleset, state, power, chance)
                book = game.ruleset.read(state, {power: "\n".join(lines)})
                written = book.sheets[power].orders if power in book.sheets else ()
                sheets[power] = [str(one.order) for one in written if one.order is not None]
            sheets = {power: orders for power, orders in sheets.items() if orders}
            inbox = tmp_path / "inbox" / moment.slug
            if sheets:
                inbox.mkdir(parents=True)
                desk_site(tmp_path / "_site", maker, folder)
            for power, orders in sheets.items():
                player = players[letters % len(players)]
                player.sit_down(f"{host}/_site/club/desk/", power)
                sheet = player.write(orders, most).rstrip("\n")
                (inbox / f"{power}.txt").write_text(player.mail(), "utf-8")
                write_orders(twin / "private", moment.year, moment.phase, **{power: sheet})
                letters += 1
            if sheets:
                # Exit code 1 says no more than that the program has ordered something wrong.
                _, out, said = submitted(folder, str(inbox))
                stood = {one.power for one in submissions_of(folder, moment) if one.stood}
                assert stood == set(sheets), (moment, out, said)
                assert "Ignored" not in out, (moment, out)
            adjudicate_game(folder)
            adjudicate_game(twin)
            assert public_files(folder) == public_files(twin), moment
    assert letters > 10
    assert all(player.said == [] for player in players)
    # Whatever was typed could have been pointed at or filled in, too, but for a unit that waives a
    # capture as well: pointing gives it one order.
    typed = [line for player in players for line in player.odd]
    waived = [line.split()[-1] for line in typed if line.startswith("WAIVE CAPTURE")]
    # Free words of an objective are written: nothing offers them.
    typed = [line for line in typed if '"' not in line]
    assert [line for line in typed if not any(place in line for place in waived)] == []
    for player in players:
        elsewhere = [one for one in player.asked if not one.startswith((host, "blob:"))]
        assert elsewhere == []
        player.page.context.close()
    return players


def test_year_of_europe_is_written_mailed_and_played(browser: Any, tmp_path: Path) -> None:
    players = play_a_year(browser, tmp_path, "europe-1619", 3)
    assert all(player.pointed > 5 for player in players)
    assert all(player.filled > 5 for player in players)


def test_year_of_version_seven_is_written_mailed_and_played(browser: Any, tmp_path: Path) -> None:
    players = play_a_year(browser, tmp_path, "europe-1615-v7", 2)
    assert all(player.pointed + player.filled > 5 for player in players)


def test_year_of_version_three_is_written_mailed_and_played(browser: Any, tmp_path: Path) -> None:
    players = play_a_year(browser, tmp_path, "europe-1615-v3", 2)
    assert all(player.pointed + player.filled > 5 for player in players)


def test_round_of_westphalia_is_written_mailed_and_played(browser: Any, tmp_path: Path) -> None:
    players = play_a_year(browser, tmp_path, "westphalia", 3)
    assert all(player.filled > 2 for player in players)


@pytest.fixture(scope="module")
def battles(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """The desk of a game of Westphalia in which hands were dealt, and the reminders by power."""
    root = tmp_path_factory.mktemp("battles")
    new = NewGame("club", get_ruleset("westphalia"), "a seed", "The Club", orders="private")
    folder = create_game(root / "games", new)
    for phase, orders in (("choice", "CHOOSE diplomacy war"), ("diplomacy", "WAR hesse")):
        while load_game(folder).current_moment.phase != phase:
            adjudicate_game(folder)
        write_orders(folder / "private", 1510, phase, purple=orders)
    adjudicate_game(folder)
    mails = {one.power: one.body for one in reminders(load_game(folder))}
    desk_site(root / "_site", maker_of(desk="full", mail="ruth@example.org"), folder)
    return root / "_site" / "club" / "desk" / "index.html", mails


def saved(mail: str, encoding: str) -> bytes:
    """A reminder as a mail program saves it."""
    message = EmailMessage()
    message["From"], message["To"] = "ruth@example.org", "ada@example.org"
    message.set_content(f"Grüße!\n{mail}", cte=encoding)
    return bytes(message)


@pytest.mark.parametrize("form", ["text", "8bit", "quoted-printable", "base64", "quoted"])
def test_secret_sheet_is_shown_from_the_reminder(
    browser: Any, battles: tuple[Path, dict[str, str]], form: str
) -> None:
    page_file, mails = battles
    mail = mails["purple"]
    hand = next(line for line in mail.splitlines() if line.startswith("Purple holds "))
    quoted = "".join(f"> {line}\r\n" for line in mail.splitlines())
    data = (
        mail.encode()
        if form == "text"
        else quoted.encode()
        if form == "quoted"
        else saved(mail, form)
    )
    player = Player.at(browser, "mouse")
    page = player.page
    page.goto(page_file.as_uri())
    page.wait_for_load_state("networkidle")
    before = len(player.asked)
    file = {"name": "mail.eml", "mimeType": "message/rfc822", "buffer": data}
    page.locator("#secret").set_input_files(file)
    page.locator("#secret-text").wait_for()
    assert hand in page.locator("#secret-text").inner_text()
    assert page.get_by_label("You play").input_value() == "purple"
    # It leaves no trace: in no letter, no draft, no request, and on no page that is opened again.
    page.fill("#sheet", "BATTLE vs:hesse play:M\n")
    kept = page.evaluate("JSON.stringify([localStorage, sessionStorage, location.href])")
    assert "holds" not in kept
    assert "holds" not in page.locator("#letter").inner_text()
    assert [one for one in player.asked[before:] if not one.endswith("icon.svg")] == []
    page.get_by_label("You play").select_option("green")
    assert page.locator("#secret-text").is_hidden()
    assert "holds" not in page.locator("body").inner_text()
    page.reload()
    assert page.locator("#secret-text").is_hidden()
    assert player.said == []
    page.context.close()


def test_secret_sheet_of_others_is_not_shown(
    browser: Any, battles: tuple[Path, dict[str, str]]
) -> None:
    page_file, mails = battles
    player = Player.at(browser, "mouse")
    page = player.page
    player.sit_down(page_file.as_uri(), "green")

    names = {power: facts.name for power, facts in get_ruleset("westphalia").powers.items()}

    def told(text: str) -> str:
        file = {"name": "a.txt", "mimeType": "text/plain", "buffer": text.encode()}
        page.locator("#secret").set_input_files(file)
        pytest.importorskip("playwright.sync_api").expect(page.locator("#secret")).to_have_value("")
        return str(page.locator("#secret-said").inner_text())

    mail = mails["purple"]
    assert told(mail) == f"This is the sheet of {names['purple']}, and you play {names['green']}."
    assert page.locator("#secret-text").is_hidden()
    assert (
        told(mail.replace("sheet: club", "sheet: other")) == "This sheet is of another game, other."
    )
    assert told("Hello!").startswith("There is no secret sheet in this file.")
    early = told(mail.replace("purple, 1510 battles-1", "green, 1510 choice"))
    assert early == "This sheet is of 1510 choice, and the game waits for 1510 battles-1."
    hostile = mail.replace("purple, 1510", "green, 1510").replace(
        "Purple holds", "<img src=x onerror=alert(1)>"
    )
    assert told(hostile) == ""
    assert page.locator("#secret-text img").count() == 0
    assert player.said == []
    page.context.close()
