"""`theatrum post`: what is public of a turn, to paste; and the images of its map."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from PIL import Image

from generator.cli import main
from generator.pages.game.pages import open_game, phase_pages
from mapsvg.png import LIMIT, SMALL
from tests.archive.games import command, new_game, played_tiny, write_orders
from tests.pages.told import Forgetful, sample

Capture = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[2]
FORMATS = ("bbcode", "markdown", "html", "text")


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game whose players have the names of tags, after one phase."""
    players = "france=[/b][img]x[/img],austria=</td>"
    folder = new_game(tmp_path_factory.mktemp("games"), "war", "europe-1619", "--players", players)
    write_orders(folder, 1619, "diplomatic", france="5: HES")
    assert command(folder, "adjudicate") == 0
    return folder


def printed(capsys: Capture, folder: Path, *more: str) -> str:
    capsys.readouterr()
    assert command(folder, "post", *more) == 0
    return capsys.readouterr().out


def sample_post(capsys: Capture, game: str, *more: str) -> str:
    return printed(capsys, ROOT / "games" / game, *more)


def test_a_post_tells_the_turn(capsys: Capture) -> None:
    text = sample_post(capsys, "winter-king", "--phase", "1621 movement")
    assert text.startswith("[size=150][b]The Winter King: 1621, orders and adjudication[/b]")
    assert "Spain's army in Naples is dislodged by the Papacy's army in Rome" in text
    assert "[b]Austria[/b]\n[i]Ottilie Brandauer: 4 carried out, 2 held, 1 bounced[/i]" in text
    assert "[color=#b3261e]A VIE - BOH[/color] (bounces): attack 3 (Vienna 2, " in text
    assert "(E19D-STR-1)" in text
    assert "would have" in text
    assert "--image" not in text
    assert "[b]Next[/b]" not in text  # an older phase says nothing of what is due


def test_a_hint_at_the_map_is_no_part_of_the_post(capsys: Capture) -> None:
    folder = ROOT / "games" / "first-light"
    assert command(folder, "post") == 0
    assert "--image" in capsys.readouterr().err
    assert command(folder, "post", "--image", "https://example.org/map.png") == 0
    told = capsys.readouterr()
    assert "--image" not in told.err
    assert "[img]https://example.org/map.png[/img]" in told.out


def test_no_sentence_is_told_twice(capsys: Capture) -> None:
    """The end of a game stands below its heading, with its rule, and nowhere else in the post."""
    text = sample_post(capsys, "first-light")
    assert text.count("Turkey wins with 18 centers") == 1
    assert "England takes London" in text
    assert text.count("retreats to Serbia") == 1


def test_every_phase_of_the_samples_can_be_told(capsys: Capture) -> None:
    for game, year in (
        ("first-light", "1903"),
        ("winter-king", "1622"),
        ("after-the-comet", "1640"),
    ):
        for dialect in ("phpbb", "xenforo", "discord", "plain"):
            assert sample_post(capsys, game, "--year", year, "--dialect", dialect)


def test_the_newest_phase_says_what_is_due_and_from_whom(war: Path, capsys: Capture) -> None:
    text = printed(capsys, war)
    assert "[b]Next[/b]\n" in text
    assert "Orders are due from Austria, " in text
    settings = war / "game.toml"
    before = settings.read_text("utf-8")
    settings.write_text(f"{before}\n[dates.1619]\nmovement = 2027-03-07T20:00:00\n", "utf-8")
    try:
        assert "orders due Sunday, 7 March 2027, 20:00 UTC" in printed(capsys, war)
    finally:
        settings.write_text(before, "utf-8")


@pytest.mark.parametrize("format", FORMATS)
def test_players_cannot_write_tags(war: Path, capsys: Capture, format: str) -> None:
    text = printed(capsys, war, "--format", format)
    assert "[/b][img]x" not in text or format in ("html", "text")
    assert "</td>:" not in text or format in ("bbcode", "text")


def test_what_is_secret_never_reaches_a_post(tmp_path: Path, capsys: Capture) -> None:
    """Orders that wait, and the referee's secrets, are not in it; nor are they with private/."""
    folder = played_tiny(tmp_path)
    whole = printed(capsys, folder)
    for name in ("objectives", "private"):
        (folder / "private").mkdir(exist_ok=True)
        (folder / "private" / f"{name}.txt").write_text("SECRET-WORD", "utf-8")
    assert printed(capsys, folder) == whole
    assert "SECRET-WORD" not in whole


def test_addresses_come_from_the_site_or_the_option(tmp_path: Path, capsys: Capture) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "site.toml").write_text('base = "https://example.org/t/"\npng = true\n', "utf-8")
    game = ("winter-king", "--phase", "1621 movement")
    at = "https://example.org/t/winter-king/1621/movement/"
    text = sample_post(capsys, *game, "--site", str(site))
    assert f"[url={at}][img]{at}map.png[/img][/url]" in text
    text = sample_post(capsys, *game, "--site", str(site), "--image", "https://e.org/m.png")
    assert "[img]https://e.org/m.png[/img]" in text
    assert "map.png[/img]" not in text


def test_the_subject_stands_by_itself(capsys: Capture) -> None:
    text = sample_post(capsys, "winter-king", "--phase", "1621 movement", "--subject")
    assert text.startswith("[The Winter King] 1621 movement: ")
    assert text.count("\n") == 1


def test_parts_go_into_files_of_stable_names(tmp_path: Path, capsys: Capture) -> None:
    more = ("--phase", "1621 movement", "--limit", "2600", "--output", str(tmp_path / "a"))
    assert sample_post(capsys, "winter-king", *more) == ""
    files = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert files == ["1621-movement-1.bbcode.txt", "1621-movement-2.bbcode.txt"]
    assert all(len(path.read_text("utf-8")) <= 2600 for path in (tmp_path / "a").iterdir())


def test_a_mail_needs_nothing_but_the_map(tmp_path: Path, capsys: Capture) -> None:
    more = ("--phase", "1621 movement", "--image", "https://e.org/m.png", "--format", "html")
    text = sample_post(capsys, "winter-king", *more)
    assert text.startswith("<!doctype html>")
    assert re.findall(r'(?:src|href)="([^"]+)"', text) == ["https://e.org/m.png"]
    assert "<style" not in text
    assert "class=" not in text
    assert len(text.encode()) < 100_000


def test_a_preview_is_a_page(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "preview.html"
    assert sample_post(capsys, "first-light", "--preview", str(path)) == ""
    page = path.read_text("utf-8")
    assert "<article>" in page
    assert page.count("<h1>") == 1


@pytest.mark.parametrize(
    "more",
    [
        ("--phase", "1621", "--year", "1621"),
        ("--dialect", "klingon"),
        ("--dialect", "discord", "--format", "bbcode"),
        ("--image", "https://e.org/[/img]"),
        ("--limit", "-1"),
        ("--limit", "120"),
    ],
)
def test_wrong_usage_is_refused(capsys: Capture, more: tuple[str, ...]) -> None:
    assert main(["--games", str(ROOT / "games"), "post", "winter-king", *more]) == 2
    assert capsys.readouterr().err


@pytest.mark.parametrize("more", [("--phase", "opening"), ("--year", "1700"), ("--phase", "1700")])
def test_a_phase_that_never_was_is_an_error(capsys: Capture, more: tuple[str, ...]) -> None:
    assert main(["--games", str(ROOT / "games"), "post", "winter-king", *more]) == 1


def test_a_game_without_a_phase_has_no_post(tmp_path: Path, capsys: Capture) -> None:
    folder = new_game(tmp_path, "duel", "tiny")
    assert command(folder, "post") == 1
    assert "theatrum adjudicate duel" in capsys.readouterr().err


def test_every_phase_has_its_post_as_a_file() -> None:
    one = sample("winter-king")
    opened = open_game(one.maker, one.game, Forgetful())
    files = {
        page.address: page.make().decode()
        for pages, _ in phase_pages(one.maker, opened, Forgetful())
        for page in pages
        if page.address.endswith(".bbcode.txt")
    }
    assert len(files) == len(one.game.phases)
    one_file = files["winter-king/1620/movement/report.bbcode.txt"]
    assert one_file.startswith("[size=150][b]The Winter King")
    # What only the referee can see to is no part of what everybody reads.
    assert not [text for text in files.values() if "upload its image" in text]
    assert not [text for text in files.values() if "[b]Next[/b]" in text]


@pytest.mark.slow
def test_images_have_stable_names_and_fit(tmp_path: Path, capsys: Capture) -> None:
    sample_post(capsys, "first-light", "--phase", "1903 fall-movement", "--images", str(tmp_path))
    files = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    names = ("small", "800", "1200", "1600", "full")
    assert set(files) == {f"1903-fall-movement-{name}.png" for name in names}
    for name in ("800", "1200", "1600"):
        data = files[f"1903-fall-movement-{name}.png"]
        assert len(data) <= LIMIT
        # A busy map may be a little narrower: what it keeps is its colors.
        assert int(name) * 0.95 <= Image.open(io.BytesIO(data)).width <= int(name)
    assert len(files["1903-fall-movement-small.png"]) <= SMALL
