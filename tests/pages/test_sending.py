"""How a sheet leaves the desk: what the page offers for it, by the settings of game and site."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha384
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from generator.archive.play.creating import NewGame, create_game
from generator.pages.base.maker import PageMaker
from generator.pages.game.desk import desk_pages
from generator.pages.game.sending import SEALER, sealer_files
from generator.rulesets import get_ruleset
from tests.pages.told import made, maker_of, tell

KEY = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"
SCRIPT = b"/* seals */"


def desk_of(
    folder: Path, maker: PageMaker, *, orders: str = "private", key: str = KEY
) -> tuple[str, Any]:
    """The page of a new game's desk, and what its script is told about sending."""
    create_game(folder / "games", NewGame("war", get_ruleset("standard"), "a seed", orders=orders))
    game = folder / "games" / "war"
    if key:
        with (game / "game.toml").open("a", encoding="utf-8") as file:
            file.write(f'\n[secrets]\nrecipients = ["{key}"]\n')
    (html,) = made(desk_pages(tell(game, maker))).values()
    (data,) = re.findall(r'id="desk-data">(.*?)</script>', html, re.DOTALL)
    return html, json.loads(data)["send"]


def sealing(**settings: object) -> PageMaker:
    return replace(maker_of(**settings), sealer=SCRIPT, kit=None)


def without(**settings: object) -> PageMaker:
    """Whether the sealer is set up on this machine must not matter."""
    return replace(maker_of(**settings), sealer=b"", kit=None)


def test_game_with_a_key_seals_where_the_sealer_is_set_up(tmp_path: Path) -> None:
    html, send = desk_of(tmp_path, sealing())
    assert 'id="seal"' in html
    assert send["recipients"] == [KEY]
    assert send["sealer"] == f"../../{SEALER}"
    assert send["integrity"] == f"sha384-{b64encode(sha384(SCRIPT).digest()).decode()}"
    # The page itself does not load it.
    assert f'src="../../{SEALER}"' not in html


def test_page_says_where_letters_cannot_be_sealed(tmp_path: Path) -> None:
    html, send = desk_of(tmp_path, without())
    assert 'id="seal"' not in html
    assert "Letters cannot be sealed on this site" in html
    assert KEY in html
    assert 'id="mail"' in html
    assert send["sealer"] == ""


@pytest.mark.parametrize(("orders", "key"), [("private", ""), ("public", KEY)])
def test_nothing_is_sealed_for_nobody_or_into_a_public_file(
    tmp_path: Path, orders: str, key: str
) -> None:
    html, send = desk_of(tmp_path, sealing(), orders=orders, key=key)
    assert "Sealed" not in html
    assert (send["recipients"], send["sealer"]) == ([], "")


def test_sealer_is_one_file_of_the_site(tmp_path: Path) -> None:
    (page,) = sealer_files(sealing())
    assert (page.address, page.make()) == (SEALER, SCRIPT)
    assert list(sealer_files(without())) == []
