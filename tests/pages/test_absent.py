"""What the pages say of players who are ready or silent."""

from __future__ import annotations

from pathlib import Path

from generator.archive import load_game
from generator.archive.play.adjudicating import adjudicate_game
from generator.pages.base.gameview import game_view
from generator.pages.game.game import game_page
from generator.pages.game.pages import open_game
from generator.pages.maps.material import Material
from generator.pages.story.ordertable import groups_of
from tests.archive.games import change, command, new_game
from tests.pages.told import Forgetful, maker_of, tell, words


def mailed(folder: Path, tmp_path: Path, power: str, body: str) -> None:
    mail = tmp_path / "mail.txt"
    mail.write_text(body, "utf-8")
    assert command(folder, "submit", str(mail), "--power", power, "--received", "2027-03-01") == 0


def front(folder: Path) -> str:
    """The words of the front page of a game."""
    maker = maker_of()
    one = open_game(maker, load_game(folder), Forgetful())
    page = game_page(tell(folder, maker), one.position, one.due, one.rails)
    return words(page.make().decode())


def war(tmp_path: Path, orders: str) -> Path:
    folder = new_game(tmp_path, "war", "standard", "--orders", orders)
    settings = 'format = 1\nearly = "all-ready"\nabsence = "caretaker"\n'
    change(folder, "game.toml", "format = 1\n", settings)
    return folder


def test_the_front_page_says_how_many_are_ready_and_not_who(tmp_path: Path) -> None:
    folder = war(tmp_path, "private")
    mailed(folder, tmp_path, "france", "A PAR H\nREADY\n")
    mailed(folder, tmp_path, "italy", "A VEN H\n")
    said = front(folder)
    assert (
        "orders of 2 of 7 powers are in, and 1 is ready. The game continues as soon as all" in said
    )
    assert "units to order, ready" not in said
    assert command(folder, "pause") == 0
    assert "The game continues as soon as all" not in front(folder)


def test_where_orders_are_public_it_says_who(tmp_path: Path) -> None:
    folder = war(tmp_path, "public")
    mailed(folder, tmp_path, "france", "A PAR H\nREADY\n")
    said = front(folder)
    assert said.count("3 units to order, ready") == 1


def test_pages_say_who_wrote_the_orders(tmp_path: Path) -> None:
    folder = war(tmp_path, "private")
    mailed(folder, tmp_path, "france", "NO ORDERS\n")
    adjudicate_game(folder)
    game = load_game(folder)
    view, record = game_view(game), game.phases[0]
    groups = groups_of(view, Material(game, record), record)
    said = {group.power.id: group.summary for group in groups}
    assert said["france"].startswith("sent no orders, on purpose; ")
    assert said["italy"].startswith("orders of a caretaker, a program, 1 phase missed; ")
