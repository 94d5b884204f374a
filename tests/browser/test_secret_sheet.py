"""A player's secret sheet, as a reminder brings it, is shown at the desk and kept nowhere."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from generator.archive import load_game
from generator.archive.people.reminding import reminders
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.creating import NewGame, create_game
from generator.rulesets import get_ruleset
from tests.archive.games import write_orders
from tests.browser.deskhand import Player, desk_site
from tests.pages.told import maker_of

pytestmark = pytest.mark.browser


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
