"""Names that are paths, orders for a terminal, or nothing that any system can store."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator.archive import list_games
from generator.archive.files.names import check_game_name, is_relative
from generator.cli import main
from generator.engine.errors import TheatrumError, UsageError, visible
from generator.pages.base.theme import find_theme
from tests.archive.games import change, command, files_of, new_game

Capture = pytest.CaptureFixture[str]

NAMES = {
    "parent": "../evil",
    "parents": "../../../../etc/evil",
    "absolute": "/tmp/evil",
    "backslashes": "..\\evil",
    "drive": "C:evil",
    "stream": "evil:stream",
    "NUL": "evil\0",
    "long": "e" * 500,
    "override": "evil\u202egpj",
    "mark": "evil\u200f",
    "isolate": "\u2066evil",
    "escape": "evil\x1b[2J",
    "line end": "evil\nall is well",
    "trailing dot": "evil.",
    "trailing space": "evil ",
    "hidden": ".evil",
    "capital": "EVIL",
    "look-alike": "ev\u0456l",
    "wide": "\uff45vil",
    "nothing": "",
    "surrogate": "evil\udcff",
    "percent": "%2e%2e%2fevil",
    "wildcard": "*",
}
GIVEN = {kind: name for kind, name in NAMES.items() if name}
DEVICES = ("con", "prn", "aux", "nul", "com1", "com9", "lpt1")


def harmless(said: str) -> bool:
    """Whether a terminal only shows it: a few lines of letters."""
    return len(said) < 10_000 and all(c == "\n" or c.isprintable() for c in said)


def run(*arguments: str) -> int:
    try:
        return main(arguments)
    except SystemExit as error:
        return int(error.code or 0)


@pytest.mark.parametrize("name", [*NAMES.values(), *DEVICES], ids=[*NAMES, *DEVICES])
def test_no_game_is_called_so(name: str, tmp_path: Path, capsys: Capture) -> None:
    root = tmp_path / "games"
    before = sorted(tmp_path.rglob("*"))
    assert run("--games", str(root), "new", "--ruleset", "tiny", "--", name) == 2
    assert run("--games", str(root), "check", "--", name) == 2
    with pytest.raises(UsageError):
        check_game_name(name)
    assert sorted(tmp_path.rglob("*")) == before
    assert harmless(capsys.readouterr().err)


@pytest.mark.parametrize("name", [*NAMES.values(), *DEVICES], ids=[*NAMES, *DEVICES])
def test_no_import_makes_a_folder_of_such_a_name(
    name: str, duel: Path, tmp_path: Path, capsys: Capture
) -> None:
    export = tmp_path / "duel.json"
    assert command(duel, "export", "--private", "-o", str(export)) == 0
    data = json.loads(export.read_text())
    export.write_text(json.dumps({**data, "name": name}))
    capsys.readouterr()
    before = sorted(tmp_path.rglob("*"))
    assert main(["--games", str(tmp_path / "there"), "new", "fresh", "--from", str(export)]) in (
        1,
        2,
    )
    assert sorted(tmp_path.rglob("*")) == before
    assert harmless(capsys.readouterr().err)


@pytest.mark.parametrize("name", DEVICES)
def test_a_game_in_a_folder_that_windows_cannot_have_is_no_game(name: str, duel: Path) -> None:
    duel.rename(duel.with_name(name))
    assert list_games(duel.parent) == ()


@pytest.mark.parametrize("path", ["con", "1/orders/nul.toml", "press/aux.md", "com1/x.toml"])
def test_no_file_of_a_game_is_a_device(path: str) -> None:
    assert not is_relative(path)
    assert is_relative(path.replace("/", "/x-").replace("con", "cone").replace("com1", "com"))


@pytest.mark.parametrize("name", GIVEN.values(), ids=GIVEN)
def test_no_power_phase_or_theme_is_called_so(
    name: str, duel: Path, tmp_path: Path, capsys: Capture
) -> None:
    mail = tmp_path / "mail.txt"
    mail.write_text("BID 1\n")
    before = files_of(tmp_path)
    capsys.readouterr()
    asked = [
        ["post", "--phase", name],
        ["map", "--phase", name],
        ["submit", str(mail), "--dry-run", "--power", "crown", "--phase", name],
        ["submit", str(mail), "--dry-run", "--power", name],
    ]
    for what, *more in asked:
        assert command(duel, what, *more) in (1, 2), what
    with pytest.raises(TheatrumError, match="there is no theme"):
        find_theme(name, (tmp_path, tmp_path / "themes"))
    assert files_of(tmp_path) == before
    assert harmless(capsys.readouterr().err)


@pytest.mark.parametrize("name", GIVEN.values(), ids=GIVEN)
def test_no_file_of_such_a_name_is_read(name: str, duel: Path, capsys: Capture) -> None:
    """What the system can store at all is refused by name, or left alone where it is no file of
    ours."""
    made = []
    for folder, ending in (("private/2/orders", "toml"), ("press", "md"), ("1/state", "toml")):
        path = duel / folder / f"{name}.{ending}"
        if "/" in name:
            continue
        try:
            path.write_text("evil = 1\n")
        except (OSError, ValueError, UnicodeEncodeError):
            continue
        made.append(path)
    capsys.readouterr()
    codes = [command(duel, one) for one in ("check", "verify", "export")]
    heard = capsys.readouterr()
    assert "evil = 1" not in heard.out
    assert harmless(heard.err)
    hidden = name.startswith(".")
    assert (codes == [0, 0, 0]) == (not made or hidden)


HOSTILE = "\x1b]0;owned\x07\x1b[2J\u202egnp.exe\u2066\x9b31m\x7f"


def test_names_of_people_give_the_terminal_no_orders(tmp_path: Path, capsys: Capture) -> None:
    """In titles, players, powers' orders and rulings; as text and as JSON."""
    folder = new_game(tmp_path / "games", "duel", "standard")
    quoted = json.dumps(HOSTILE)
    change(folder, "game.toml", 'title = "Duel"', f"title = {quoted}")
    text = (folder / "game.toml").read_text()
    (folder / "game.toml").write_text(f"{text}\n[players]\nfrance = {quoted}\n")
    (folder / "1901" / "rulings.toml").write_text(
        f'[[ruling]]\nphase = "spring-movement"\nkind = "void"\nreason = {quoted}\n'
        'facts = { power = "france", unit = "A PAR" }\n'
    )
    orders = json.dumps(f"A PAR - BUR {HOSTILE}\n{HOSTILE}\nA MAR H\n")
    path = folder / "1901" / "orders" / "france.toml"
    path.write_text(f"[spring-movement]\norders = {orders}\n")
    mail = tmp_path / "mail.txt"
    mail.write_text(f"France\nA PAR - BUR {HOSTILE}\nF BRE H\n")
    capsys.readouterr()
    for what, *more in (
        ["status"],
        ["status", "--json"],
        ["check"],
        ["check", "--json"],
        ["submit", str(mail), "--dry-run"],
        ["submit", str(mail), "--dry-run", "--json"],
        ["adjudicate", "--dry-run"],
        ["adjudicate", "--json"],
        ["post"],
        ["post", "--format", "text"],
        ["map", "--phase", HOSTILE],
    ):
        assert command(folder, what, *more) in (0, 1), what
        heard = capsys.readouterr()
        assert all(c in "\n\t" or c.isprintable() for c in heard.err), what
        if what != "post":
            assert all(c in "\n\t" or c.isprintable() for c in heard.out), what
        else:
            assert not set(heard.out) & set("\x1b\x07\x9b\x7f\u202e\u2066"), what
        if "--json" in more:
            json.loads(heard.out or "[]")


def test_a_key_of_a_million_letters_does_not_fill_the_screen(duel: Path, capsys: Capture) -> None:
    path = duel / "game.toml"
    path.write_text(f"{'k' * 500_000} = 1\n{path.read_text()}")
    capsys.readouterr()
    assert command(duel, "check") == 1
    assert len(capsys.readouterr().err) < 10_000


def test_what_is_hidden_becomes_visible() -> None:
    assert visible("a\tb\nc") == "a\tb\nc"
    assert visible("a\tb\nc", one_line=True) == "a\\u0009b\\u000ac"
    assert visible("\x1b[2J\u202e\x9b") == "\\u001b[2J\\u202e\\u009b"
    assert visible("Müller 王 🙂") == "Müller 王 🙂"
