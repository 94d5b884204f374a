"""Orders that are written at the desk, sealed, posted into a thread and taken from it are those of
the same orders given as files; nothing is sent before somebody sends it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from email.message import EmailMessage
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from generator.archive import load_game
from generator.archive.people.reminding import reminders
from generator.archive.people.submissions import submissions_of
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.creating import NewGame, create_game
from generator.archive.secret.age import Identity
from generator.archive.secret.sealing import make_identity
from generator.autoplay import get_player
from generator.engine.chance import Chance
from generator.engine.errors import GameError
from generator.mail.sealed import binding_of, blocks_in, mark_of
from generator.pages.base.maker import PageMaker
from generator.rulesets import get_ruleset
from tests.archive.games import command, files_of, write_orders
from tests.browser.deskhand import Player, Way, desk_site, sealing_maker
from tests.pages.test_base import serving

pytestmark = pytest.mark.browser
pytest.importorskip("pyrage")

WAYS: tuple[Way, ...] = ("mouse", "touch", "keys")
SHEET = "A VIE - GAL\nA BUD S A VIE - GAL\nF TRI H\n"


@pytest.fixture(scope="module")
def maker() -> PageMaker:
    try:
        return sealing_maker(mail="ruth@example.org")
    except GameError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("key") / "referee.key"
    make_identity(path)
    return path


def new_game(root: Path, key: Path, ruleset: str, **facts: Any) -> Path:
    """A game whose letters are sealed for the key."""
    new = NewGame("club", get_ruleset(ruleset), "a seed", "The Club", orders="private", **facts)
    folder = create_game(root, new)
    public = key.read_text("ascii").splitlines()[0].removeprefix("# public key: ")
    with (folder / "game.toml").open("a", encoding="utf-8") as file:
        file.write(f'\n[secrets]\nrecipients = ["{public}"]\n')
    return folder


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, key: Path, maker: PageMaker) -> Path:
    """The folder of a game with the site of its desk beside it."""
    root = tmp_path_factory.mktemp("club")
    folder = new_game(root / "games", key, "standard")
    desk_site(root / "_site", maker, folder)
    return folder


@pytest.fixture(scope="module")
def host(club: Path) -> Iterator[str]:
    """The site below a path, as GitHub has it."""
    site = club.parent.parent / "_site"
    with serving(_below(site), site / "404.html") as address:
        yield f"{address}/club/club/desk/"


def _below(site: Path) -> Path:
    top = site.parent / "host"
    top.mkdir(exist_ok=True)
    (top / "club").symlink_to(site, target_is_directory=True)
    return top


@pytest.fixture
def player(browser: Any, host: str) -> Iterator[Player]:
    player = Player.at(browser, "mouse")
    player.sit_down(host, "austria")
    yield player
    player.page.context.close()


def submitted(folder: Path, *arguments: str) -> tuple[int, str, str]:
    """The exit code of submit, and what it says."""
    out, said = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(said):
        code = command(folder, "submit", *arguments, "--now", "2099-03-01T10:00Z")
    return code, out.getvalue(), said.getvalue()


def test_sealed_letter_opens_with_the_key_and_has_the_mark_that_the_page_shows(
    player: Player, key: Path
) -> None:
    player.page.fill("#sheet", f"# Grüße an «alle»\n{SHEET}")
    block, mark = player.seal()
    (found,) = blocks_in(block)
    opened = Identity(key).open(found.data)
    assert mark == mark_of(opened)
    text = opened.decode()
    head = "The Club\nAustria, 1901 spring-movement\n\n# Grüße an «alle»\n"
    assert text.startswith(f"{head}{SHEET.rstrip()}\n\n# sealed for: club, austria, 1901 ")
    bound = binding_of(text)
    assert (bound.game, bound.power, bound.salted) == ("club", "austria", True)
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", bound.at)
    assert player.said == []


def test_two_letters_with_the_same_orders_have_two_marks(player: Player) -> None:
    player.page.fill("#sheet", SHEET)
    first, second = player.seal()[1], player.seal()[1]
    # The page's policy allows no text to be run as a script: no wait_for_function here.
    expect = pytest.importorskip("playwright.sync_api").expect
    expect(player.page.locator("#mark")).not_to_have_text(first)
    assert second


def test_another_key_does_not_open_it(player: Player, tmp_path: Path) -> None:
    player.page.fill("#sheet", SHEET)
    (found,) = blocks_in(player.seal()[0])
    make_identity(tmp_path / "other.key")
    with pytest.raises(GameError, match="sealed to another key"):
        Identity(tmp_path / "other.key").open(found.data)


def test_letter_with_one_sign_changed_is_refused(player: Player, key: Path) -> None:
    player.page.fill("#sheet", SHEET)
    block, _ = player.seal()
    lines = block.split("\n")
    for at in (3, len(lines) // 2, len(lines) - 3):
        changed = [*lines]
        sign = changed[at][5]
        changed[at] = f"{changed[at][:5]}{'A' if sign != 'A' else 'B'}{changed[at][6:]}"
        (found,) = blocks_in("\n".join(changed))
        with pytest.raises(GameError, match="was changed"):
            Identity(key).open(found.data)


def test_orders_that_change_take_the_sealed_letter_away(player: Player) -> None:
    page = player.page
    page.fill("#sheet", SHEET)
    player.seal()
    page.fill("#sheet", f"{SHEET}# and more\n")
    assert page.locator("#sealed").is_hidden()
    assert "have changed since you sealed them" in page.locator("#seal-said").inner_text()
    player.seal()
    assert page.locator("#seal-said").inner_text() == ""
    page.get_by_label("You play").select_option("france")
    assert page.locator("#sealed").is_hidden()
    assert page.locator("#seal").is_disabled()


def test_nothing_is_asked_for_or_sent_without_a_press(player: Player, host: str) -> None:
    """All requests are watched: those of the page when it opens, and one script at the button."""
    site = host.removesuffix("club/desk/")
    page, before = player.page, len(player.asked)
    assert all(address.startswith(site) for address in player.asked)
    assert not any("sealer" in address for address in player.asked)
    page.locator("[data-unit=VIE]").click()
    page.fill("#sheet", SHEET)
    page.get_by_label("You play").select_option("france")
    page.get_by_label("You play").select_option("austria")
    assert player.asked[before:] == []
    player.seal()
    assert player.asked[before:] == [f"{site}desk/sealer.js"]
    player.seal()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save it sealed").click()
    assert blocks_in(Path(saved.value.path()).read_text("ascii"))[0].problem == ""
    asked = [address for address in player.asked[before + 1 :] if not address.startswith("blob:")]
    assert asked == []
    # The letter itself is in no storage of the browser; the sheet is a draft.
    kept = page.evaluate("JSON.stringify(localStorage)")
    assert "BEGIN AGE" not in kept
    assert "salt" not in kept


def test_sealer_that_was_changed_is_not_run(browser: Any, club: Path, tmp_path: Path) -> None:
    """The page knows the hash of the script that it loads."""
    site = tmp_path / "_site"
    shutil.copytree(club.parent.parent / "_site", site)
    script = site / "desk" / "sealer.js"
    script.write_bytes(
        script.read_bytes() + b"\nself.theatrum.sealFor = async () => 'in the open';\n"
    )
    with serving(site, site / "404.html") as address:
        player = Player.at(browser, "mouse")
        player.sit_down(f"{address}/club/desk/", "austria")
        player.page.fill("#sheet", SHEET)
        player.page.click("#seal")
        said = player.page.locator("#seal-said")
        said.filter(has_text="could not be loaded").wait_for()
        assert player.page.locator("#sealed").is_hidden()
        player.page.context.close()


def test_desk_on_a_disk_seals_too(browser: Any, club: Path, key: Path) -> None:
    player = Player.at(browser, "mouse")
    address = (club.parent.parent / "_site" / "club" / "desk" / "index.html").as_uri()
    player.sit_down(address, "austria")
    player.page.fill("#sheet", SHEET)
    (found,) = blocks_in(player.seal()[0])
    assert b"A VIE - GAL" in Identity(key).open(found.data)
    player.page.context.close()


def test_submit_takes_the_sealed_mail(
    player: Player, club: Path, key: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "games" / "club"
    shutil.copytree(club, folder)
    page = player.page
    page.fill("#sheet", SHEET)
    mark = player.seal()[1]
    mail = parse_qs(urlsplit(page.locator("#mail-sealed").get_attribute("href")).query)
    (tmp_path / "mail.txt").write_text(mail["body"][0], "ascii", newline="")
    _, out, _ = submitted(folder, str(tmp_path / "mail.txt"), "--identity", str(key))
    assert f"Mark of the sealed letter: {mark}, sealed " in out


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_sealed_letter_passes_axe_and_fits(
    browser: Any, host: str, width: int, scheme: str
) -> None:
    package = pytest.importorskip("axe_playwright_python", reason="axe-core is not installed")
    axe = (Path(package.__file__).parent / "axe.min.js").read_text("utf-8")
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    player = Player("mouse", context.new_page())
    player.sit_down(host, "austria")
    player.page.fill("#sheet", SHEET)
    player.seal()
    player.page.evaluate(axe)
    found = player.page.evaluate(
        "axe.run({include: document, exclude: [['svg.board > *']]}, {preload: false})"
        ".then((all) => all.violations.map((one) => `${one.id}: ${one.nodes[0].html}`))"
    )
    assert found == []
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert player.page.evaluate(wide) <= 0
    small = (
        "[...document.querySelectorAll('.writing .btn')]"
        ".filter((one) => one.getBoundingClientRect().height < 36).length"
    )
    assert player.page.evaluate(small) == 0
    context.close()


def public_files(folder: Path) -> dict[str, bytes]:
    return {
        name: data
        for name, data in files_of(folder).items()
        if not name.startswith(("private/", ".theatrum"))
    }


def noisy(number: int, block: str) -> str:
    """A post of the thread, copied in one way or another."""
    quoted = "".join(f"> {line}\n" for line in block.splitlines())
    crlf = block.replace("\n", "\r\n")
    ways = (f"[code]{block}[/code]", f"Code: Select all\n{block}", quoted, crlf, f"  {block}")
    return f"\nby player {number} » Mon 1 Mar 2027\n\n{ways[number % len(ways)]}\n"


def play_a_year(
    browser: Any, tmp_path: Path, maker: PageMaker, key: Path, ruleset: str, most: int
) -> list[Player]:
    """All phases of a year: each sheet written at the desk, sealed, posted, submitted and
    adjudicated; and the same sheets given as files to a game beside it. Both have one record.
    """
    folder = new_game(tmp_path / "sealed", key, ruleset)
    twin = new_game(tmp_path / "files", key, ruleset)
    site, thread = tmp_path / "_site", tmp_path / "thread.txt"
    program = get_player(ruleset)
    players = [Player.at(browser, way) for way in WAYS]
    year, posts = load_game(folder).current_moment.year, 0
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
            marks = {}
            if any(sheets.values()):
                desk_site(site, maker, folder)
            for power, orders in sheets.items():
                if not orders:
                    continue
                player = players[posts % len(players)]
                player.sit_down(f"{host}/_site/club/desk/", power)
                sheet = player.write(orders, most)
                block, marks[power] = player.seal()
                with thread.open("a", encoding="utf-8", newline="") as file:
                    file.write(noisy(posts, block))
                write_orders(
                    twin / "private", moment.year, moment.phase, **{power: sheet.rstrip("\n")}
                )
                posts += 1
            if marks:
                # Exit code 1 says no more than that the program has ordered something wrong.
                _, out, said = submitted(
                    folder, "--from-thread", str(thread), "--identity", str(key)
                )
                kept = {one.power: one.mark for one in submissions_of(folder, moment) if one.stood}
                assert kept == marks, (moment, out, said)
                assert all(f"Mark of the sealed letter: {mark}" in out for mark in marks.values())
                assert "not" not in said, (moment, said)
            adjudicate_game(folder)
            adjudicate_game(twin)
            assert public_files(folder) == public_files(twin), moment
    assert posts > 10
    assert all(player.said == [] for player in players)
    # Whatever was typed could have been pointed at or filled in, too, but for a unit that waives a
    # capture as well: pointing gives it one order.
    typed = [line for player in players for line in player.odd]
    waived = [line.split()[-1] for line in typed if line.startswith("WAIVE CAPTURE")]
    assert [line for line in typed if not any(place in line for place in waived)] == []
    for player in players:
        elsewhere = [one for one in player.asked if not one.startswith((host, "blob:"))]
        assert elsewhere == []
        player.page.context.close()
    return players


def test_year_of_europe_is_written_sealed_posted_and_played(
    browser: Any, tmp_path: Path, maker: PageMaker, key: Path
) -> None:
    players = play_a_year(browser, tmp_path, maker, key, "europe-1619", 3)
    assert all(player.pointed > 5 for player in players)
    assert all(player.filled > 5 for player in players)


def test_round_of_westphalia_is_written_sealed_posted_and_played(
    browser: Any, tmp_path: Path, maker: PageMaker, key: Path
) -> None:
    players = play_a_year(browser, tmp_path, maker, key, "westphalia", 3)
    assert all(player.filled > 2 for player in players)


@pytest.fixture(scope="module")
def battles(
    tmp_path_factory: pytest.TempPathFactory, key: Path, maker: PageMaker
) -> tuple[Path, dict[str, str]]:
    """The desk of a game of Westphalia in which hands were dealt, and the reminders by power."""
    root = tmp_path_factory.mktemp("battles")
    folder = new_game(root / "games", key, "westphalia")
    for phase, orders in (("choice", "CHOOSE diplomacy war"), ("diplomacy", "WAR hesse")):
        while load_game(folder).current_moment.phase != phase:
            adjudicate_game(folder)
        write_orders(folder / "private", 1510, phase, purple=orders)
    adjudicate_game(folder)
    mails = {one.power: one.body for one in reminders(load_game(folder))}
    desk_site(root / "_site", maker, folder)
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
    page.locator("#told").wait_for()
    assert hand in page.locator("#told").inner_text()
    assert page.get_by_label("You play").input_value() == "purple"
    # It leaves no trace: in no letter, no draft, no request, and on no page that is opened again.
    page.fill("#sheet", "BATTLE vs:hesse play:M\n")
    kept = page.evaluate("JSON.stringify([localStorage, sessionStorage, location.href])")
    assert "holds" not in kept
    assert "holds" not in page.locator("#letter").inner_text()
    assert [one for one in player.asked[before:] if not one.endswith("icon.svg")] == []
    page.get_by_label("You play").select_option("green")
    assert page.locator("#told").is_hidden()
    assert "holds" not in page.locator("body").inner_text()
    page.reload()
    assert page.locator("#told").is_hidden()
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
    assert page.locator("#told").is_hidden()
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
    assert page.locator("#told img").count() == 0
    assert player.said == []
    page.context.close()


def test_desk_of_a_game_without_secrets_asks_for_no_sheet(player: Player) -> None:
    assert player.page.locator("#secret").count() == 0


def test_year_of_version_seven_is_written_sealed_posted_and_played(
    browser: Any, tmp_path: Path, maker: PageMaker, key: Path
) -> None:
    players = play_a_year(browser, tmp_path, maker, key, "europe-1615-v7", 2)
    assert all(player.pointed + player.filled > 5 for player in players)


def test_year_of_version_three_is_written_sealed_posted_and_played(
    browser: Any, tmp_path: Path, maker: PageMaker, key: Path
) -> None:
    players = play_a_year(browser, tmp_path, maker, key, "europe-1615-v3", 2)
    assert all(player.pointed + player.filled > 5 for player in players)
