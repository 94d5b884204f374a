"""Markdown made to do harm: what reaches a page is harmless, and it takes little time.

Every text is read in a process of its own that is ended when it takes too long: a reader that
never returns must fail a test, not stop all of them.
"""

from __future__ import annotations

import multiprocessing
import resource
import signal
from collections.abc import Callable
from pathlib import Path

import html5lib
import pytest

from generator.pages.press import first_words, press_html
from generator.pages.site.book import game_book
from generator.pages.site.site import read_site
from generator.pages.story.press import press_pieces
from tests.archive.games import command, new_game

PATIENCE = 20  # seconds; alone on a machine each takes less than one
TALL: dict[str, str] = {
    "quotes": ">" * 10_000 + " x",
    "quotes line by line": "\n".join(">" * depth + " x" for depth in range(400)),
    "brackets": "[" * 50_000,
    "closed brackets": "[" * 25_000 + "]" * 25_000,
    "links that never end": "[a](" * 12_000,
    "pictures that never end": "![a](" * 10_000,
    "tags that never end": "<a " * 20_000,
    "less-than": "<" * 50_000,
    "comments that never end": "<!--" * 12_000,
    "addresses that never end": "<http://" * 7000,
    "backticks": "`" * 30_000 + "x",
    "backticks of every length": " ".join("`" * n for n in range(1, 300)),
    "stars": "*a " * 20_000,
    "stars and lines": "*_" * 20_000,
    "strong": "**a" * 20_000,
    "backslashes": "\\" * 50_000,
    "references": "\n".join(f"[a{n}]: http://x.example/{n}" for n in range(5000))
    + "\n\n"
    + " ".join(f"[a{n}]" for n in range(5000)),
    "one reference, many times": f"[a]: <{'x' * 30_000}>\n\n" + "[a]" * 20_000,
    "entities": "&amp;" * 20_000,
    "numbers as entities": "&#" * 30_000,
    "a billion entities": '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>\n&b;' * 500,
    "list in list": "\n".join(f"{' ' * (4 * depth)}* x" for depth in range(300)),
    "list on one line": "* " * 5000,
    "numbers on one line": "1. " * 5000,
    "table": "|" * 20_000 + "\n" + "|-" * 20_000 + "\n|",
    "fences": "```\n" * 5000,
    "tags": "<b>" * 10_000,
    "blocks": "<div>" * 10_000,
    "headings": "# a\n" * 3000,
    "sections that never end": "<![CDATA[" * 12_000,
    "underlined": "a\n=\n" * 20_000,
    "line ends": "a  \n" * 20_000,
    "brackets in words": "[ word " * 20_000,
    "blanks": " " * 50_000 + "x",
    "lines": "\n" * 50_000,
}
EVIL = """
<script>alert(1)</script><SCRIPT SRC=//evil.example/x.js></SCRIPT>
[a](javascript:alert(1)) [b](JaVaScRiPt&#58;alert(1)) [c](\tjava\nscript:alert(1))
[d](data:text/html;base64,PHNjcmlwdD4=) [e](vbscript:x) [f](//evil.example) [g](file:///etc/passwd)
<a href="javascript:alert(1)" onclick="alert(1)">h</a> <a href=" &#1; javascript:alert(1)">i</a>
![pixel](https://evil.example/pixel.gif) <img src=x onerror=alert(1)> <img src="data:x">
<svg onload=alert(1)><a xlink:href="javascript:alert(1)"><text>k</text></a></svg>
<math><mtext></p><img src=x onerror=alert(1)></mtext></math> <style>@import url(//x)</style>
<iframe src=//evil.example></iframe><object data=x></object><embed src=x><base href=//evil.example>
<form action=//evil.example><input name=x><button formaction=javascript:alert(1)>l</button></form>
<div style="background:url(//evil.example)" id=main class=verdict>m</div> <meta http-equiv=refresh>
<b title="</b><script>alert(1)</script>">n</b> <!-- --!><script>alert(1)</script> <![CDATA[<x>]]>

[ref]: javascript:alert(1)
[ref] <http://evil.example/"onmouseover="alert(1)> <p title="</noscript><img src=x>">

<template><script>alert(1)</script></template> <plaintext> <xmp><script>alert(1)</script>
"""


def in_time(job: Callable[[str], object], text: str) -> None:
    """Fails where the job takes more than PATIENCE seconds of a processor, however busy that is."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
        job(text)

    process = multiprocessing.get_context("fork").Process(target=limited)
    process.start()
    process.join()
    assert process.exitcode == 0, f"{process.exitcode}; {-signal.SIGKILL}: more than {PATIENCE} s"


@pytest.mark.parametrize("text", TALL.values(), ids=TALL)
def test_no_text_takes_long(text: str) -> None:
    in_time(lambda given: (press_html(given), first_words(given)), text)


def check(html: str) -> None:
    """Nothing in it runs, loads, or leads to anything but an address."""
    tree = html5lib.parseFragment(html, namespaceHTMLElements=False)
    for element in tree.iter():
        if not isinstance(element.tag, str):
            continue
        assert element.tag not in (
            "script", "style", "iframe", "object", "embed", "form", "input", "button", "base",
            "meta", "svg", "math", "template", "img", "link", "plaintext", "xmp",
        )  # fmt: skip
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert name not in ("style", "id", "srcset", "src", "action", "formaction")
            if name == "href":
                assert value.startswith(("http://", "https://", "mailto:"))


def test_evil_markdown_becomes_harmless_html() -> None:
    html = press_html(EVIL)
    check(html)
    assert "[picture: pixel]" in html
    for letter in "bc":  # their words stay, what they lead to does not
        assert f">{letter}</a>" in html or letter in html
    assert "evil.example/pixel" not in html


def page_of(folder: Path) -> str:
    """The game as one HTML file, in which its introduction and its press stand."""
    site = read_site(folder.parent, folder.parent.parent / "site", None, 0)
    from generator.archive import load_game

    return game_book(site.maker, load_game(folder)).decode()


def with_text(folder: Path, text: str) -> None:
    """The text as the introduction and as press of a game."""
    from generator.archive.files.toml_layout import format_value

    path = folder / "game.toml"
    line = f"introduction = {format_value(text)}\n"
    path.write_text(path.read_text().replace("seed_commitment", f"{line}seed_commitment", 1))
    (folder / "press").mkdir()
    (folder / "press" / "1901-arms.md").write_text(f"---\ntitle: {EVIL[1:60]}\n---\n{text}")


@pytest.mark.parametrize(
    "kind", ["quotes", "brackets", "links that never end", "list in list", "numbers on one line"]
)
def test_a_hostile_introduction_takes_little_time(kind: str, tmp_path: Path) -> None:
    folder = new_game(tmp_path / "games", "duel", "standard")
    assert command(folder, "adjudicate") == 0
    with_text(folder, TALL[kind])
    in_time(lambda _: page_of(folder), "")


def test_a_hostile_introduction_is_harmless(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "games", "duel", "standard")
    assert command(folder, "adjudicate") == 0
    with_text(folder, EVIL)
    html = page_of(folder)
    tree = html5lib.parse(html, namespaceHTMLElements=False)
    for element in tree.iter():
        if not isinstance(element.tag, str):
            continue
        assert not any(name.startswith("on") for name in element.attrib)
        assert not element.get("href", "").lower().startswith(("javascript:", "data:", "vbscript:"))
        assert element.tag != "script" or "alert" not in (element.text or "")
        assert "evil.example" not in element.attrib.get("src", "")


HEADS = {
    "keys": "".join(f"key {chr(97 + n % 26)}{chr(97 + n // 26 % 26)}: x\n" for n in range(20_000)),
    "one long line": f"title: {'a ' * 400_000}\n",
    "years": f"phase: {'1901 ' * 100_000}\n",
    "names": f"to: {'France, ' * 100_000}\nfrom: {'(France,' * 100_000}\n",
    "colons": ":" * 500_000 + "\n",
    "never closed": "title: x\n" * 50_000 + "(",
    "turned around": "title: " + "\u202e" * 300_000 + "\n",
    "yaml": "title: !!python/object/apply:os.system [id]\nfrom: &a [*a]\n",
}


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_a_hostile_head_takes_little_time_and_stays_text(head: str, tmp_path: Path) -> None:
    from generator.archive import load_game
    from generator.archive.game.game import PressText
    from generator.pages.base.gameview import game_view

    view = game_view(load_game(new_game(tmp_path / "games", "duel", "standard")))
    text = PressText("1901-arms", tmp_path / "x.md", f"---\n{head}---\n\nTo arms!\n")

    def read(_: str) -> None:
        (piece,) = press_pieces([text], view)
        assert len(piece.title) <= 240
        assert "\u202e" not in piece.title
        assert piece.text.endswith("To arms!\n")

    in_time(read, "")
