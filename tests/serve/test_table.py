"""A new game by the referee's pages: from a pasted table of players, or from a running game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.people.addresses import addresses_of
from generator.authoring.folder import example
from generator.cli import main
from generator.rulesets import FOLDERS, VARIANTS
from tests.archive.games import new_game
from tests.serve.pages import Served, Shown, files_of, multipart, served

PLAYERS = "Power\tPlayer\tMail\nAustria\tAnna\tanna@example.org\nFrance\tBen\tben@example.org\n"
TABLES = [
    ("../units.csv", b"power,kind,where,strength\nFrance,A,PAR,2\nSpain,F,LIG,1\n"),
    ("infs.csv", b"state,power,infs\nHES,France,2\n"),
    ("money.csv", b"power,treasury\nSweden,14\n"),
]
_NUMBER = re.compile(r'name="number" value="(\d+)"')


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[Served]:
    (tmp_path / "games").mkdir()
    with served(tmp_path / "games") as pages:
        yield pages


def show(
    pages: Served, fields: dict[str, str], files: list[tuple[str, bytes]] | None = None
) -> Shown:
    return pages.post("_new", *multipart(files or [], fields))


def make(pages: Served, shown: Shown) -> Shown:
    assert "not yet made" in shown.text, shown.text
    return pages.send("_new", {"number": _NUMBER.findall(shown.body)[0]})


def test_the_options_are_shown_with_their_meaning(pages: Served) -> None:
    assert "_new" in pages.look().body
    shown = pages.look("_new?ruleset=standard")
    assert 'name="option-draw-votes"' in shown.body
    assert "Austria; ;" in shown.text


@pytest.mark.parametrize("number", ["1", "2", "x", "9" * 5000])
def test_only_a_game_that_was_shown_is_made(pages: Served, number: str) -> None:
    """Not what else was kept, such as the first step of another game."""
    new_game(pages.games, "duel", "standard")
    pages.take("check")
    assert "this page is out of date" in pages.send("_new", {"number": number}).text
    show(pages, {"name": "other", "ruleset": "standard"})
    status = pages.ask("GET", f"{pages.pages.top}duel/did/{number}/").status
    assert status == (200 if number == "1" else 404)
    said = pages.send("duel/assign", {"seen": pages.seen(), "number": number, "mail": number})
    assert "this mail is no longer here" in said.text


def test_a_variant_is_played_by_the_page(pages: Served) -> None:
    folder = pages.games.parent / "variants/inner"
    folder.mkdir(parents=True)
    for name, text in example("inner").items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder.parent / "broken").mkdir()
    (folder.parent / "broken/ruleset.toml").write_text("title = [", encoding="utf-8")
    try:
        shown = pages.look("_new?ruleset=inner")
        assert "Red; ;" in shown.text
        assert "broken" not in shown.text
        given = {"name": "winter", "ruleset": "inner", "title": "Winter", "players": ""}
        make(pages, show(pages, given))
        assert load_game(pages.games / "winter").ruleset.title == "Inner"
    finally:
        VARIANTS.clear()
        FOLDERS.clear()


def test_a_game_is_made_from_a_pasted_table_of_players(pages: Served) -> None:
    given = {"name": "winter", "ruleset": "standard", "title": "Winter", "players": PLAYERS,
             "option-draw-votes": "none"}  # fmt: skip
    shown = show(pages, given)
    assert "nothing is written" in shown.text
    assert not list(pages.games.iterdir())
    done = make(pages, shown)
    assert "theatrum players address winter austria anna@example.org" in done.text
    game = load_game(pages.games / "winter")
    assert game.settings.players["austria"] == "Anna"
    assert game.settings.options["draw-votes"] == "none"
    assert addresses_of(game)["france"] == ("ben@example.org",)
    assert "draw-votes" in (pages.games / "winter/game.toml").read_text("utf-8")


def test_a_running_game_comes_in_from_three_tables(pages: Served, tmp_path: Path) -> None:
    shown = show(pages, {"name": "comet", "ruleset": "europe-1619"}, TABLES)
    assert "theatrum new comet --ruleset=europe-1619 --from=units.csv" in shown.text
    assert "Standings" in shown.text
    assert not list(pages.games.iterdir())
    assert "comet: not yet made" in shown.text
    make(pages, shown)
    for name, data in TABLES:
        (tmp_path / name.removeprefix("../")).write_bytes(data)
    paths = [f"--from={tmp_path / name.removeprefix('../')}" for name, _ in TABLES]
    other = tmp_path / "other"
    assert main(["--games", str(other), "new", "comet", "--ruleset=europe-1619", *paths]) == 0
    seeds = ("private/seed.toml", "game.toml", "chain.toml")
    one, same = (
        {path: data for path, data in files_of(at / "comet").items() if path not in seeds}
        for at in (pages.games, other)
    )
    assert one == same


@pytest.mark.parametrize(
    "players",
    [
        "| Power | Player |\n|---|---|\n|**Austria**|Anna|\n| France | Ben <BEN@example.org> |",
        '"Austria","Anna"\n"France","ben@example.org","Ben"',
        "France;Ben;ben@example.org\nAustria;Anna",
        "Name\tCountry\tMail\nAnna\tAustria\t\nBen\tFrance\tBen B. <ben@example.org>",
        "France  Ben  ben@example.org\nAustria  Anna",
        "France, Ben <ben@example.org>\nAustria, Anna\nItaly, eva@example.org",
        'Anna,Austria,\nBen,France,"Jones, Ben <ben@example.org>"',
    ],
)
def test_tables_of_players_may_come_from_anywhere(pages: Served, players: str) -> None:
    make(pages, show(pages, {"name": "winter", "ruleset": "standard", "players": players}))
    game = load_game(pages.games / "winter")
    assert {game.settings.players[power] for power in ("austria", "france")} == {"Anna", "Ben"}
    assert addresses_of(game)["france"] == ("ben@example.org",)


def test_a_whole_game_is_replayed_and_comes_in(
    pages: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = ["--games", str(tmp_path / "other")]
    assert main([*other, "new", "duel", "--demo", "1"]) == 0
    capsys.readouterr()
    assert main([*other, "export", "duel"]) == 0
    saved = [("saved.json", capsys.readouterr().out.encode())]
    shown = show(pages, {"name": "again", "ruleset": "standard"}, saved)
    assert "theatrum new again --from=saved.json" in shown.text
    assert "phases" in shown.text
    assert len(load_game(pages.games / "again").phases) >= 3
    broken = [("saved.json", saved[0][1][:-9])]
    assert "This did not work" in show(pages, {"name": "b", "ruleset": "standard"}, broken).text
    assert not (pages.games / "b").exists()


def test_what_is_wrong_with_a_table_is_said_by_its_own_name(pages: Served) -> None:
    wrong = [("infs.csv", b"state,power,infs\nHese,France,1\n")]
    shown = show(pages, {"name": "comet", "ruleset": "europe-1619"}, wrong)
    assert "This did not work" in shown.text
    assert "infs.csv:2:1" in shown.text
    assert "/tmp" not in shown.text


@pytest.mark.parametrize(
    "players",
    [
        "Austria;A\nFrence;B",
        "Austria;Anna;Ben",
        "Austria;A=B",
        "Austria;Anna\nx@y.example",
        "Austia;A;a@x.example",
        "Austria;A;@",
    ],
)
def test_a_table_that_cannot_be_read_makes_no_game(pages: Served, players: str) -> None:
    given = {"name": "winter", "ruleset": "standard", "players": players}
    assert show(pages, given).status == 400
    assert not list(pages.games.iterdir())


@pytest.mark.parametrize("name", ["../x", "", "_new", "a/b", "-x", "..", "x\x00", "nul"])
def test_a_name_is_no_path(pages: Served, name: str) -> None:
    assert show(pages, {"name": name, "ruleset": "standard"}).status == 400
    assert pages.send("_init", {"folder": name}).status == 400
    assert not list(pages.games.iterdir())


@pytest.mark.parametrize("name", ["x.exe", "/etc/passwd", "x"])
def test_only_tables_and_saved_games_are_taken(pages: Served, name: str) -> None:
    found = show(pages, {"name": "a", "ruleset": "standard"}, [(name, b"x")])
    assert found.status == 400


def test_the_first_time_a_repository_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with served(Path("games")) as pages:
        assert "The first time" in pages.look().text
        assert "not a name for a folder" in pages.send("_init", {"folder": "a/b"}).text
        done = pages.send("_init", {"folder": "The Club", "title": "The Club"})
        assert "theatrum init '--title=The Club' 'The Club'" in done.body.replace("&#39;", "'")
        assert (tmp_path / "The Club" / "site" / "site.toml").is_file()
        assert "The first time" not in pages.look().text
        make(pages, show(pages, {"name": "winter", "ruleset": "standard"}))
        assert (tmp_path / "The Club" / "games" / "winter").is_dir()
