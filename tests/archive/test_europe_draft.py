"""A year of the draft edition in the archive: lots, secrets that stay in private/, and the site."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.files.reading import read_toml
from generator.archive.play.adjudicating import adjudicate_on
from generator.archive.play.verifying import verify_game
from generator.rulesets.europe.features.handlers import handlers_of
from tests.archive.games import files_of, new_game, write_orders

GOAL = "peace between Rome and Geneva"
APPOINTED = "England takes over from a player who left"
RULING = f"""
[[ruling]]
phase = "movement"
kind = "handler"
reason = "{APPOINTED}"
facts = {{ state = "OTT", place = 1, power = "england", secret = true }}
"""


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game after its first year, in which England handles the Ottomans for Austria."""
    folder = new_game(tmp_path_factory.mktemp("games"), "draft", "europe-1619-draft")
    write_orders(
        folder, 1619, "diplomatic", papacy=f"OBJECTIVE STRATEGIC: {GOAL}", austria="10: OTT"
    )
    phases = [*adjudicate_on(folder)]
    (folder / "1619" / "rulings.toml").write_text(RULING, "utf-8")
    write_orders(
        folder,
        1619,
        "movement",
        england="OTT: A MAC - GRE",
        austria="A MAC - SER",
        papacy="DECREE FRANCE: NOT ENTER LOR",
    )
    phases += adjudicate_on(folder)
    write_orders(folder, 1619, "builds", denmark="FORTIFY LOWR 1")
    phases += adjudicate_on(folder)
    assert phases[-1].moment.phase == "scoring"
    return folder


def test_a_year_replays_byte_for_byte(year: Path) -> None:
    assert verify_game(year).phases == 5
    state = load_game(year).current_state()
    assert len(set(handlers_of(state, "OTT"))) == 3
    assert [str(unit) for unit in state.units["OTT"]] == ["A GRE"]
    assert [str(unit) for unit in state.units["LOWR"]] == ["A BRU +1"]


def test_secrets_stand_in_private_files_and_in_what_people_wrote(year: Path) -> None:
    written = {"1619/orders/papacy.toml", "1619/orders/england.toml", "1619/rulings.toml"}
    for secret in (GOAL, APPOINTED, "handler"):
        public = {
            path
            for path, data in files_of(year).items()
            if secret.encode() in data and not path.startswith("private/")
        }
        assert public <= written, secret
    state = read_toml(year / "1619" / "state" / "2-movement.toml").data
    moves = [row[0] for row in state["verdicts"] if row[1] == "A MAC - GRE"]
    assert moves == ["OTT"]


def test_lots_need_the_seed(year: Path, tmp_path: Path) -> None:
    folder = tmp_path / "draft"
    shutil.copytree(year, folder)
    shutil.rmtree(folder / "private")
    verified = verify_game(folder)
    assert str(verified.unreplayed[0][0]) == "1619 diplomatic"
    assert verified.unreplayed[0][1] == "the game's seed is secret"
    assert len(verified.unreplayed) == verified.phases
