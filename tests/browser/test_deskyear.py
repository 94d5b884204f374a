"""Orders that are written at the desk and mailed are those of the same orders given as files."""

from __future__ import annotations

from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from generator.archive import load_game
from generator.archive.files.layout import RECEIVED
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.creating import NewGame, create_game
from generator.autoplay import get_player
from generator.engine.chance import Chance
from generator.mailroom.submissions import submissions_of
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
