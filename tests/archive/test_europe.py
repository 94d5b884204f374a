"""A year of Europe 1619 in the archive: phases that follow, secrets that stay, and its replay."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.exchange.exchanging import export_game
from generator.archive.play.adjudicating import adjudicate_on, check_game
from generator.archive.play.verifying import verify_game
from tests.archive.games import files_of, new_game, write_orders

OFFER = "ALLIANCE: SAVOY"


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game after its first year. Tests copy what they change."""
    root = tmp_path_factory.mktemp("games")
    folder = new_game(root, "war", "europe-1619", "--option", "scoring.mode=cumulative")
    write_orders(folder, 1619, "diplomatic", france=f"5: BRE\n{OFFER}", spain="2: POR\nWAR: SAVOY")
    phases = [*adjudicate_on(folder)]
    write_orders(folder, 1619, "movement", france="A PAR - BUR\nLo A LOR H", union="He A HES H")
    phases += adjudicate_on(folder)
    write_orders(folder, 1619, "builds", france="GRANT 1 TO SPAIN")
    phases += adjudicate_on(folder)
    assert [one.moment.phase for one in phases] == [
        "diplomatic",
        "movement",
        "adjustment",
        "builds",
        "scoring",
    ]
    return folder


def test_a_year_replays_byte_for_byte(year: Path) -> None:
    assert verify_game(year).phases == 5
    game = load_game(year)
    assert game.settings.options == {"scoring.mode": "cumulative"}
    assert str(game.current_moment) == "1620 diplomatic"
    assert check_game(game).missing == tuple(game.ruleset.powers)


def test_an_unanswered_offer_stays_in_the_private_folder(year: Path) -> None:
    (record, *_) = load_game(year).phases
    offer = next(one for one in record.resolution().verdicts if one.order == OFFER)
    assert (offer.outcome, offer.known_to) == ("void", ("france",))
    public = [
        path
        for path, data in files_of(year).items()
        if OFFER.encode() in data and not path.startswith("private/")
    ]
    assert public == ["1619/orders/france.toml"]
    assert OFFER not in export_game(year).text.replace(f"{OFFER}\\n", "")


def test_figures_of_events_are_in_the_record(year: Path) -> None:
    (record, *_) = load_game(year).phases
    events = record.resolution().events
    placed = {one.data["power"]: one.data["placed"] for one in events if one.kind == "placement"}
    assert placed == {"spain": {"POR": 2}, "france": {"BRE": 5}}
    assert [one.data["year"] for one in events if one.kind == "declaration"] == [1620]
