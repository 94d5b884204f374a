"""Characters that draw nothing or turn a line around reach no page, feed, download or post."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from generator.building.build import build_site
from generator.cli import main
from generator.engine.plain import plain_line, plain_lines
from tests.archive.games import ROOT, change, command, write_orders

HOSTILE = "\x7fbell\x85C1\x9b\u202eover\u2066isolate\u2067\ufffe"
ESCAPED = "\\u007Fbell\\u0085C1\\u009B\\u202Eover\\u2066isolate\\u2067\\uFFFE"
"""The same as TOML writes it."""
STRAY = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]")
OPENS, CLOSES = "\u202a\u202b\u202d\u202e\u2066\u2067\u2068", "\u202c\u2069"
TEXTS = (".html", ".xml", ".json", ".js", ".txt", ".md", ".svg", ".ics", ".csv", ".css")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in which everything that people may write holds such characters."""
    games = tmp_path_factory.mktemp("desk") / "games"
    assert main(["--games", str(games), "new", "war", "--orders", "public", "--seed", "s"]) == 0
    folder = games / "war"
    change(folder, "game.toml", 'title = "War"', f'title = "War {ESCAPED}"')
    with (folder / "game.toml").open("a", encoding="utf-8") as file:
        file.write(
            f'\n[players]\nfrance = "Thibaut {ESCAPED}"\nengland = "Ben {ESCAPED}"\n\n'
            f'[[replacements]]\npower = "france"\nplayer = "Ada {ESCAPED}"\n'
            f'since = "1901 spring-movement"\nnote = "moved {ESCAPED}"\n'
        )
    text = (folder / "game.toml").read_text("utf-8")
    introduction = f'introduction = "Hello\\n\\n{ESCAPED}\\n\\nmore"\n'
    (folder / "game.toml").write_text(text.replace("ruleset", f"{introduction}ruleset", 1), "utf-8")
    orders = f"A PAR - BUR\nF BRE {HOSTILE}\nA MAR - {HOSTILE}"
    write_orders(
        folder, 1901, "spring-movement", france=orders.replace("\x7f", "").replace("\x85", "\u0085")
    )
    (folder / "1901/rulings.toml").write_text(
        '[[ruling]]\nphase = "spring-movement"\nkind = "order"\n'
        f'reason = "a slip {ESCAPED}"\nfacts = {{ power = "england", order = "F LON - NTH" }}\n',
        "utf-8",
    )
    assert command(folder, "adjudicate") == 0
    reason = f"mended {HOSTILE}"
    orders_file = folder.parent / "orders.txt"
    orders_file.write_text("A PAR - PIC\n", "utf-8")
    amend = ("--phase", "1901/spring-movement", "--orders", "france", str(orders_file), "--yes")
    assert command(folder, "amend", *amend, "--reason", reason) == 0
    press = folder / "press"
    press.mkdir()
    head = f"title: An oath {HOSTILE}\nfrom: {HOSTILE} France\nto: England {HOSTILE}"
    (press / "1901-05-01-oath.md").write_text(
        f"---\n{head}\n---\nWe {HOSTILE}\n\nswear.\n", "utf-8"
    )
    return folder


def stray(text: str) -> list[str]:
    """What a text has of such characters, and lines in which a mark is open at the end."""
    found = [repr(text[max(0, one.start() - 30) : one.end() + 9]) for one in STRAY.finditer(text)]
    for line in text.split("\n"):
        count = Counter(line)
        opened, closed = (sum(count[mark] for mark in marks) for marks in (OPENS, CLOSES))
        if opened != closed:
            found.append(repr(line[:200]))
    return found


def test_the_site_has_none(folder: Path, tmp_path: Path) -> None:
    site = tmp_path / "_site"
    build_site(folder.parent, ROOT / "site", site)
    pages = [path for path in (site / "war").rglob("*") if path.suffix in TEXTS]
    pages += [site / "index.html", site / "statistics/index.html", site / "feed.xml"]
    found = {
        str(path.relative_to(site)): bad
        for path in pages
        if path.is_file() and (bad := stray(path.read_text("utf-8")))
    }
    assert found == {}
    assert "Ada bell C1 overisolate" in (site / "war/index.html").read_text("utf-8")


@pytest.mark.parametrize("form", ["bbcode", "markdown", "html", "text"])
def test_posts_have_none(folder: Path, capsys: pytest.CaptureFixture[str], form: str) -> None:
    capsys.readouterr()
    assert command(folder, "post", "--format", form, "--reasons", "all") == 0
    said = capsys.readouterr()
    assert stray(said.out) == []
    assert "bell" in said.out


def test_the_book_and_reminders_have_none(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = tmp_path / "book.html"
    site = ("--site", str(ROOT / "site"))
    assert command(folder, "export", "--html", "-o", str(book), *site) == 0
    assert stray(book.read_text("utf-8")) == []
    capsys.readouterr()
    assert command(folder, "deadline", "--reminder", *site) == 0
    assert stray(capsys.readouterr().out) == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Ada", "Ada"),
        (" Ada\n L. ", "Ada L."),
        ("a\u202eb", "ab"),
        ("a\x85b\x7fc", "a b c"),
        ("Ra\u00fal \u200eL", "Ra\u00fal \u200eL"),
        ("\u05d0\u200f \u05d1", "\u05d0\u200f \u05d1"),
    ],
)
def test_a_line_keeps_what_it_says(text: str, line: str) -> None:
    assert plain_line(text) == line


def test_a_text_keeps_its_paragraphs_and_closes_its_marks() -> None:
    assert plain_lines("a\u202eb\n\nc\td\x85") == "a\u202eb\u202c\n\nc\td"
    assert plain_lines("a\u2069b") == "ab"
    assert plain_lines("one\r\ntwo\n") == "one\ntwo\n"
