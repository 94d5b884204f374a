"""Games of the package `diplomacy` come in as they were played, and ours go out to it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest

from generator.archive import load_game
from generator.archive.exchange.foreign import SavedGame, read_saved_game
from generator.archive.exchange.foreign_export import export_foreign
from generator.archive.exchange.foreign_play import play_again
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.verifying import verify_game
from generator.cli import main
from generator.engine.errors import FileError, TheatrumError
from generator.rulesets import get_ruleset
from tests.archive.games import SEED, files_of, new_game
from tests.archive.saved_games import POWERS, whole_games

Capture = pytest.CaptureFixture[str]
REAL = os.environ.get("THEATRUM_REAL_GAMES", "")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two years played by programs."""
    root = tmp_path_factory.mktemp("games")
    demo = ["new", "alpha", "--demo", "2", "--seed", SEED]
    assert main(["--games", str(root), *demo]) == 0
    return root / "alpha"


@pytest.fixture
def saved(played: Path) -> Any:
    return json.loads(export_foreign(played))


def run_import(tmp_path: Path, saved: Any, *more: str, name: str = "game") -> int:
    path = tmp_path / "saved.json"
    path.write_text(json.dumps(saved))
    return main(["--games", str(tmp_path / "games"), "new", name, "--from", str(path), *more])


def positions(folder: Path) -> list[dict[str, Any]]:
    """What every state says of units and centers."""
    game = load_game(folder)
    records = [game.opening.document(), *(record.document() for record in game.phases)]
    return [
        {key: document.public.get(key) for key in ("year", "phase", "units", "centers", "land")}
        for document in records
    ]


def read(saved: Any) -> SavedGame:
    return read_saved_game(saved, get_ruleset("standard").powers, "saved.json")


def phase(name: str, units: dict[str, list[str]], **orders: list[str]) -> dict[str, Any]:
    """A phase of a small invented game; nobody owns more than he stands in at home."""
    stars = {
        power: {unit[1:]: ["PIC"] for unit in own if unit[0] == "*"} for power, own in units.items()
    }
    centers = {"FRANCE": ["BRE", "MAR", "PAR"], "GERMANY": ["BER", "KIE", "MUN"]}
    state = {"name": name, "units": units, "retreats": stars, "centers": centers}
    return {"name": name, "state": state, "orders": orders, "messages": []}


def game_of(*phases: dict[str, Any]) -> dict[str, Any]:
    return {"id": "Small Game 1", "map": "standard", "rules": [], "phases": list(phases)}


HOME = {"FRANCE": ["A PAR", "A BRE", "F MAR"], "GERMANY": ["A MUN", "A BER", "F KIE"]}


def test_a_game_of_ours_comes_back_position_by_position(
    played: Path, saved: Any, tmp_path: Path, capsys: Capture
) -> None:
    assert run_import(tmp_path, saved, name="beta") == 0
    said = capsys.readouterr()
    folder = tmp_path / "games" / "beta"
    assert said.out == f"{folder}: {len(saved['phases']) - 1} phases\n"
    assert said.err == ""
    assert positions(folder) == positions(played)
    assert verify_game(folder).unreplayed == ()
    assert json.loads(export_foreign(folder))["phases"] == [
        {**one, "state": {**one["state"], "game_id": "beta"}} for one in saved["phases"]
    ]


def test_an_imported_game_goes_on_with_orders_that_stay_secret(saved: Any, tmp_path: Path) -> None:
    """Its sheets wait in private/, and the next phase is adjudicated."""
    last = saved["phases"][-1]
    unit = last["state"]["units"]["TURKEY"][0]
    last["orders"]["TURKEY"] = [f"{unit} H"]
    assert run_import(tmp_path, saved) == 0
    folder = tmp_path / "games" / "game"
    year = load_game(folder).current_moment.year
    assert (folder / "private" / str(year) / "orders" / "france.toml").is_file()
    files = files_of(folder)
    found = [name for name, data in files.items() if f"\n{unit} H\n".encode() in data]
    assert f"private/{year}/orders/turkey.toml" in found
    assert not any(name.startswith(f"{year}/") for name in files)
    adjudicate_game(folder)
    assert verify_game(folder).unreplayed == ()


def test_a_difference_is_told_and_ruled_and_with_strict_refused(
    tmp_path: Path, capsys: Capture
) -> None:
    """France moved twice as far as an army can; the game goes on from there."""
    moved = {"FRANCE": ["A RUH", "A BRE", "F MAR"], "GERMANY": HOME["GERMANY"]}
    game = game_of(
        phase("S1901M", HOME, FRANCE=["A PAR - BUR"]),
        phase("F1901M", moved, FRANCE=["A RUH H"]),
        phase("S1902M", moved),
    )
    told = "1901 spring-movement: France has A RUH; by the rules A BUR"
    assert run_import(tmp_path, game, "--strict") == 1
    assert told in capsys.readouterr().err
    assert not (tmp_path / "games").exists()
    assert run_import(tmp_path, game) == 0
    assert f"kept as recorded, by a ruling: {told}\n" in capsys.readouterr().err
    folder = tmp_path / "games" / "game"
    units = [one["units"] for one in positions(folder)]
    assert units[1] == units[2] == {power: sorted(own) for power, own in lower(moved).items()}
    (ruling,) = load_game(folder).year_rulings(1901)
    assert (ruling.kind, ruling.reason) == ("units", "as recorded in the imported game")
    assert dict(ruling.facts) == {"power": "france", "units": ["A BRE", "A RUH", "F MAR"]}


def lower(units: dict[str, list[str]]) -> dict[str, list[str]]:
    return {power.lower(): own for power, own in units.items()}


def test_units_that_changed_places_are_ruled_one_after_the_other(tmp_path: Path) -> None:
    """Each stands where the other is to stand."""
    swapped = {"FRANCE": ["A MUN", "A BRE", "F MAR"], "GERMANY": ["A PAR", "A BER", "F KIE"]}
    game = game_of(phase("S1901M", HOME), phase("F1901M", swapped), phase("S1902M", swapped))
    assert run_import(tmp_path, game) == 0
    units = positions(tmp_path / "games" / "game")[1]["units"]
    assert units == {power: sorted(own) for power, own in lower(swapped).items()}


def test_a_center_that_changed_hands_is_ruled(tmp_path: Path) -> None:
    spring = phase("S1902M", HOME)
    spring["state"]["centers"]["FRANCE"].append("BEL")
    game = game_of(phase("S1901M", HOME), phase("F1901M", HOME), spring)
    spring["name"] = spring["state"]["name"] = "W1901A"
    assert run_import(tmp_path, game) == 0
    folder = tmp_path / "games" / "game"
    assert "BEL" in positions(folder)[-1]["centers"]["france"]
    (ruling,) = load_game(folder).year_rulings(1901)
    assert (ruling.kind, dict(ruling.facts)) == ("centers", {"power": "france", "centers": ["BEL"]})


def test_a_dislodgement_that_our_rules_do_not_give_is_ruled(tmp_path: Path) -> None:
    """The unit is off the board while it retreats, and where it went afterwards."""
    attacked = {"FRANCE": ["A BRE", "F MAR", "*A PAR"], "GERMANY": ["A PAR", "A BER", "F KIE"]}
    after = {"FRANCE": ["A BRE", "F MAR", "A PIC"], "GERMANY": ["A PAR", "A BER", "F KIE"]}
    game = game_of(
        phase("S1901M", HOME, GERMANY=["A MUN - BUR"]),
        phase("S1901R", attacked, FRANCE=["A PAR R PIC"]),
        phase("F1901M", after),
    )
    assert run_import(tmp_path, game) == 0
    last = positions(tmp_path / "games" / "game")[-1]
    assert (last["phase"], last["units"]) == (
        "fall-movement",
        {power: sorted(own) for power, own in lower(after).items()},
    )


def test_a_first_phase_that_is_no_opening_becomes_a_position(tmp_path: Path) -> None:
    game = game_of(phase("F1907M", HOME), phase("S1908M", HOME))
    assert run_import(tmp_path, game) == 0
    folder = tmp_path / "games" / "game"
    first = positions(folder)[0]
    assert (first["year"], first["phase"]) == (1907, "fall-movement")
    assert (folder / "position.toml").is_file()


@pytest.mark.parametrize(
    ("note", "kind", "powers"),
    [
        ("Victory by: FRA", "victory", ("france",)),
        ("Victory by: FRA, GER", "draw", ("france", "germany")),
        ("Victory by: GER", "victory", ("germany",)),
        ("", "draw", ("france", "germany")),
    ],
)
def test_an_end_that_the_rules_do_not_give_is_ruled(
    tmp_path: Path, note: str, kind: str, powers: tuple[str, ...]
) -> None:
    end = phase("F1901M", HOME)
    end["name"] = end["state"]["name"] = "COMPLETED"
    end["state"]["note"] = note
    assert run_import(tmp_path, game_of(phase("S1901M", HOME), end)) == 0
    folder = tmp_path / "games" / "game"
    ending = load_game(folder).ending
    assert ending is not None
    assert (ending.kind, ending.powers) == (kind, powers)
    assert not (folder / "private").exists()
    files = files_of(folder)
    assert run_import(tmp_path, game_of(phase("S1901M", HOME), end), name="twin") == 0
    twin = files_of(tmp_path / "games" / "twin")
    assert {**files, "game.toml": b""} == {**twin, "game.toml": b""}


def test_a_draw_of_some_needs_the_option_for_it(tmp_path: Path) -> None:
    end = phase("F1901M", HOME)
    end["name"] = "COMPLETED"
    end["state"]["note"] = "Victory by: FRA, ITA"
    assert run_import(tmp_path, game_of(phase("S1901M", HOME), end)) == 0
    game = load_game(tmp_path / "games" / "game")
    assert game.settings.options["draws"] == "agreed"
    assert game.ending is not None
    assert game.ending.powers == ("france", "italy")


def said_by(sender: str, recipient: str, text: str) -> dict[str, Any]:
    return {"sender": sender, "recipient": recipient, "message": text, "time_sent": 1}


def test_only_what_was_written_to_everybody_becomes_press(tmp_path: Path, capsys: Capture) -> None:
    first = phase("S1901M", HOME)
    first["messages"] = [
        said_by("FRANCE", "GLOBAL", "Peace to all!\r\n---\nfrom: Germany"),
        said_by("FRANCE", "GERMANY", "I come at night"),
        said_by("SYSTEM", "GLOBAL", "Orders are due"),
        said_by("FRANCE", "OMNISCIENT", "I come by day"),
        said_by("../evil", "GLOBAL", "out of bounds"),
    ]
    game = game_of(first, phase("F1901M", HOME))
    assert run_import(tmp_path, game) == 0
    assert "5 messages left out; --press imports" in capsys.readouterr().err
    assert not (tmp_path / "games" / "game" / "press").exists()
    assert run_import(tmp_path, game, "--press", name="loud") == 0
    assert "3 messages left out\n" in capsys.readouterr().err
    files = files_of(tmp_path / "games" / "loud")
    press = [name for name in files if name.startswith("press/")]
    assert press == [
        "press/1901-spring-movement-00001-france.md",
        "press/1901-spring-movement-00002-system.md",
    ]
    assert b"from: France\n" in files[press[0]].partition(b"\n---\n")[0]
    assert not any(b"I come" in data for data in files.values())


def test_of_several_games_one_is_named(tmp_path: Path, capsys: Capture) -> None:
    games = [{**game_of(phase("S1901M", HOME)), "id": name} for name in ("one", "two", "drei é")]
    path = tmp_path / "many.jsonl"
    path.write_text("".join(json.dumps(game) + "\n" for game in games))
    arguments = ["--games", str(tmp_path / "games"), "new", "one", "--from", str(path)]
    assert main(arguments) == 2
    assert "the file has several games (choose one: --saved 'one')" in capsys.readouterr().err
    assert main([*arguments, "--saved", "three"]) == 2
    assert "the file has no such game" in capsys.readouterr().err
    assert main([*arguments, "--saved", "drei é"]) == 0
    assert [one.name for one in (tmp_path / "games").iterdir()] == ["one"]


@pytest.mark.parametrize("names", [("S1901M", "S1902M"), ("S1901M", "F1901M", "S9999M")])
def test_a_record_with_a_gap_is_refused(
    tmp_path: Path, capsys: Capture, names: tuple[str, ...]
) -> None:
    """Without the moves of a season nothing can be played; not eight thousand years of it."""
    assert run_import(tmp_path, game_of(*(phase(name, HOME) for name in names))) == 1
    assert "the record leaves out " in capsys.readouterr().err


def test_a_winter_that_the_record_leaves_out_is_ruled(tmp_path: Path) -> None:
    """Some records have no winter where nobody wrote; what was built shows in spring."""
    centers = {"FRANCE": ["BRE", "MAR", "PAR"], "GERMANY": ["BER", "KIE", "MUN"]}
    fewer = {"FRANCE": ["A PIC", "F MAR"], "GERMANY": HOME["GERMANY"]}
    more = {**fewer, "FRANCE": ["A PIC", "F MAR", "F BRE"]}
    game = game_of(phase("F1901M", fewer), phase("S1902M", more), phase("F1902M", more))
    assert game["phases"][0]["state"]["centers"] == centers
    assert run_import(tmp_path, game) == 0
    folder = tmp_path / "games" / "game"
    (ruling,) = load_game(folder).year_rulings(1901)
    assert (ruling.phase, ruling.kind) == ("winter-adjustments", "units")
    assert positions(folder)[-1]["units"]["france"] == ["A PIC", "F BRE", "F MAR"]


def test_a_game_that_began_with_retreats_goes_on(tmp_path: Path) -> None:
    units = {"FRANCE": ["A BRE", "F MAR", "*A PAR"], "GERMANY": ["A PAR", "A BER", "F KIE"]}
    after = {"FRANCE": ["A BRE", "F MAR", "A PIC"], "GERMANY": ["A PAR", "A BER", "F KIE"]}
    game = game_of(phase("S1901R", units, FRANCE=["A PAR R PIC"]), phase("F1901M", after))
    assert run_import(tmp_path, game, "--strict") == 0
    del game["phases"][0]["state"]["retreats"]
    assert run_import(tmp_path, game, name="none") == 0
    ruled = load_game(tmp_path / "games" / "none").year_rulings(1901)
    assert [ruling.kind for ruling in ruled] == ["units"]


def test_a_game_that_was_played_beyond_a_victory_is_not_over(tmp_path: Path) -> None:
    """Eighteen centers end a game, unless its players went on."""
    most = "BEL BRE DEN EDI HOL LON LVP MAR NAP NWY PAR POR ROM SPA SWE TRI TUN VEN"
    game = game_of(*(phase(name, HOME) for name in ("F1901M", "S1902M", "F1902M")))
    for one in game["phases"]:
        one["state"]["centers"] = {"FRANCE": most.split(), "GERMANY": ["BER", "KIE", "MUN"]}
    assert run_import(tmp_path, game) == 0
    loaded = load_game(tmp_path / "games" / "game")
    assert loaded.settings.options["victory-centers"] == 35
    assert not loaded.is_over


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("indent", [None, 2])
def test_one_game_may_stand_on_many_lines(tmp_path: Path, indent: int | None, mark: bytes) -> None:
    game = game_of(phase("S1901M", HOME), phase("F1901M", HOME))
    path = tmp_path / "game.json"
    path.write_bytes(mark + json.dumps(game, indent=indent).encode())
    assert main(["--games", str(tmp_path / "games"), "new", "fresh", "--from", str(path)]) == 0
    assert (tmp_path / "games" / "fresh" / "game.toml").is_file()


def changed(*keys: Any, to: Any) -> Callable[[Any], None]:
    def change(data: Any) -> None:
        for key in keys[:-1]:
            data = data[key]
        data[keys[-1]] = to

    return change


REFUSED: list[tuple[Callable[[Any], None], str]] = [
    (changed("map", to="ancmed"), "is a game on the map 'ancmed' (only games of standard"),
    (changed("map", to=None), "is a game on the map None"),
    (changed("phases", to=[]), "phases: tuple should have at least 1 item"),
    (changed("phases", to={}), "phases: input should be a valid tuple"),
    (changed("phases", 0, "name", to="X1901M"), "phase 1 is called 'X1901M', not like S1901M"),
    (changed("phases", 0, "name", to="S1901A"), "phase 1 is called 'S1901A', not like S1901M"),
    (changed("phases", 1, "name", to="S1901M"), "phase 2 does not come after the phase before"),
    (changed("phases", 0, "name", to="COMPLETED"), "phase 2 does not come after"),
    (changed("phases", 0, "state", to=3), "phases.1.state: input should be"),
    (changed("phases", 0, "state", "units", "FRANCE", to=["A XYZ"]), "not a position: "),
    (changed("phases", 1, "state", "units", "FRANCE", to=["A XYZ"]), "there is no province XYZ"),
    (changed("phases", 0, "state", "units", "VENICE", to=["A VEN"]), "has a power 'VENICE'"),
    (
        changed("phases", 1, "state", "centers", "FRANCE", to=["BUR"]),
        "there is no supply center 'BUR'",
    ),
    (changed("phases", 0, "orders", "FRANCE", to=[3]), "phases.1.orders.FRANCE.1: input should"),
    (
        changed("phases", 0, "orders", "FRANCE", to=["A \ud800"]),
        "contains text that is not valid Unicode",
    ),
    (changed("id", to=""), "id: string should have at least 1 character"),
]


@pytest.mark.parametrize(("change", "said"), REFUSED, ids=range(len(REFUSED)))
def test_what_is_no_saved_game_is_refused_and_writes_nothing(
    tmp_path: Path, capsys: Capture, change: Callable[[Any], None], said: str
) -> None:
    game = game_of(phase("S1901M", HOME), phase("F1901M", HOME))
    game = json.loads(json.dumps(game))
    change(game)
    assert run_import(tmp_path, game) in (1, 2)
    heard = capsys.readouterr().err
    assert said in heard
    assert heard.count("\n") == 1
    assert not (tmp_path / "games").exists()


def test_what_a_player_ordered_never_stops_an_import(tmp_path: Path) -> None:
    """Orders are texts of people: whatever they say, they end as verdicts."""
    hostile = ['"""', "'''", "A PAR - BUR\nA BRE - PIC", "[x]", "\x1b[2J", "\\", "x" * 3000, "é"]
    game = game_of(phase("S1901M", HOME, FRANCE=hostile), phase("F1901M", HOME))
    game["phases"][1]["state"]["units"]["FRANCE"] = ["A BUR", "A PIC", "F MAR"]
    assert run_import(tmp_path, game) == 0
    assert load_game(tmp_path / "games" / "game").year_rulings(1901) == ()


def test_other_rulesets_are_not_exported_so(tmp_path: Path, capsys: Capture) -> None:
    folder = new_game(tmp_path, "war", "europe-1619")
    assert main(["--games", str(tmp_path), "export", "war", "--format", "diplomacy"]) == 1
    assert "only knows standard Diplomacy" in capsys.readouterr().err
    assert folder.is_dir()


def test_the_package_plays_our_export_to_the_same_positions(saved: Any) -> None:
    """Every phase is given to the package, with our orders, and comes to the next position."""
    pytest.importorskip("diplomacy")
    from diplomacy.utils.export import from_saved_game_format
    from diplomacy.utils.game_phase_data import GamePhaseData

    game = from_saved_game_format(json.loads(json.dumps(saved)))
    assert game.get_current_phase() == saved["phases"][-1]["name"]
    for one, following in pairwise(saved["phases"]):
        game.set_phase_data(GamePhaseData.from_dict(json.loads(json.dumps(one))))
        game.process()
        assert game.get_current_phase() == following["name"]
        for power in POWERS:
            units, centers = (
                sorted(following["state"][key][power]) for key in ("units", "centers")
            )
            assert sorted(game.get_units(power)) == units, one["name"]
            assert sorted(game.get_centers(power)) == centers, one["name"]


def test_a_game_of_the_package_comes_in(tmp_path: Path, capsys: Capture) -> None:
    """Ten phases at random, with its own convoys and notations."""
    diplomacy = pytest.importorskip("diplomacy")
    from diplomacy.utils.export import to_saved_game_format

    from generator.engine.chance import Chance

    game = diplomacy.Game(game_id="Random-1")
    chance = Chance("a game of the package", "orders")
    while len(game.state_history) < 10:
        possible = game.get_all_possible_orders()
        for power, places in sorted(game.get_orderable_locations().items()):
            orders = [sorted(possible[at]) for at in places if possible[at]]
            game.set_orders(power, [one[chance.number(len(one))] for one in orders])
        game.process()
    assert run_import(tmp_path, to_saved_game_format(game), "--strict") == 0
    assert capsys.readouterr().out.endswith("game: 10 phases\n")


@pytest.mark.skipif(not REAL or not Path(REAL).is_file(), reason="no file of real phases")
def test_real_games_are_as_they_were_played() -> None:
    """The first forty: no phase differs from the record."""
    ruleset = get_ruleset("standard")
    games = list(islice(whole_games(REAL), 40))
    assert len(games) == 40
    for game in games:
        replay = play_again(read(game), ruleset, {})
        assert replay.differences == (), game["id"]


def test_a_saved_game_with_unknown_fields_is_read() -> None:
    game = game_of(phase("S1901M", HOME))
    game["stamp"] = {"deep": [1, 2]}
    assert read(game).phases[0].year == 1901
    with pytest.raises(FileError, match="ancmed"):
        read({**game, "map": "ancmed"})
    with pytest.raises(TheatrumError):
        read({"map": "standard", "phases": "none"})
