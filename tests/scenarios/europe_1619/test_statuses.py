"""What influence makes of the minor states: statuses, vassals, markers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenarios.europe_1619.folder import new_game


@pytest.mark.rule("E19-SET-5", "E19-SET-7")
def test_the_opening_has_25_aligned_states_and_16_markers(tmp_path: Path) -> None:
    game = new_game(tmp_path)
    statuses = list(game.state()["statuses"].values())
    assert sum(status.startswith("aligned") for status in statuses) == 25
    assert sum(status == "unaligned" for status in statuses) == 13
    markers = list(game.state()["markers"].values())
    assert [markers.count(kind) for kind in ("catholic", "protestant", "muslim")] == [8, 6, 2]


@pytest.mark.rule("E19-STA-3", "E19-STA-6", "E19-STA-9", "E19-STA-10")
@pytest.mark.parametrize(
    ("infs", "status"),
    [
        ("", "unaligned"),
        ("france 1", "aligned france"),
        ("france 6, spain 5", "aligned france"),
        ("france 5, spain 5", "neutral"),
        ("france 5, spain 3, savoy 2", "neutral"),
        ("france 4, spain 4, savoy 1", "neutral"),
        ("france 4, spain 3, savoy 2", "neutral"),
        ("france 24", "aligned france"),
        ("france 25", "vassal france"),
        ("france 25, spain 24", "vassal france"),
        ("france 25, spain 25", "neutral"),
    ],
)
def test_influence_makes_the_status(tmp_path: Path, infs: str, status: str) -> None:
    game = new_game(tmp_path, f'[infs]\nLOR = "{infs}"')
    game.play()
    assert game.status("LOR") == status


@pytest.mark.rule("E19-STA-7", "E19-INF-12")
def test_nobody_else_places_in_a_vassal_state_from_the_next_year_on(tmp_path: Path) -> None:
    """Saxony's point counts in the year in which Hesse becomes a vassal, not the year after."""
    game = new_game(tmp_path, '[infs]\nHES = "union 21"')
    game.play(union="4: HES", saxony="1: HES")
    assert game.status("HES") == "vassal union"
    assert game.infs("HES") == {"saxony": 1, "union": 25}
    game.finish_year()
    checked = game.check(union="1: HES", saxony="4: HES")
    assert "vassal" in checked.line_with("saxony.toml", "4: HES")
    game.play()
    assert game.infs("HES") == {"saxony": 1, "union": 26}


@pytest.mark.rule("E19-ATK-13", "E19-STA-8")
def test_an_attack_breaks_a_vassalage(tmp_path: Path) -> None:
    game = new_game(tmp_path, '[infs]\nHES = "union 26, league 9"')
    assert game.status("HES") == "vassal union"
    game.play(league="HES > UNION", saxony="3: HES")
    assert game.infs("HES") == {"union": 17}
    assert game.status("HES") == "aligned union"
    game.finish_year()
    game.play(saxony="3: HES")
    assert game.infs("HES") == {"saxony": 3, "union": 17}


@pytest.mark.rule("E19-MAP-2")
def test_a_large_state_has_one_status_for_all_its_land(tmp_path: Path) -> None:
    """Neutral Brandenburg-Prussia shuts Prussia to the Poles too."""
    game = new_game(tmp_path, '[infs]\nBRAP = "union 3, poland 3"')
    game.play()
    checked = game.check(poland="A DAN - PRU\nA WAR H")
    assert "neutral" in checked.line_with("A DAN - PRU")
    game.play()
    assert game.units("poland") == ["A DAN", "A WAR"]


@pytest.mark.rule("E19-CNF-3")
@pytest.mark.parametrize(
    ("infs", "marker"),
    [
        ("union 5, denmark 1, league 3", "protestant"),
        ("union 5, league 3", None),
        ("union 4, denmark 2, league 3", None),
        ("union 6, league 3", "protestant"),
        ("spain 7, france 1, england 4", "catholic"),
        ("spain 3, france 3", None),
        ("ottoman 3", "muslim"),
        ("ottoman 6, union 2, spain 2", None),
        ("ottoman 8, union 2, spain 2", "muslim"),
        ("", None),
    ],
)
def test_two_thirds_of_one_confession_make_the_marker(
    tmp_path: Path, infs: str, marker: str | None
) -> None:
    game = new_game(tmp_path, f'[infs]\nHES = "{infs}"')
    game.play("--until", "1619")
    assert game.marker("HES") == marker


@pytest.mark.rule("E19-CNF-7")
def test_a_state_without_a_center_has_no_marker(tmp_path: Path) -> None:
    game = new_game(tmp_path)
    game.play("--until", "1619")
    assert game.status("TRI") == "aligned league"
    assert game.marker("TRI") is None


@pytest.mark.rule("E19-CNF-5")
def test_markers_change_in_map_adjustment_only(tmp_path: Path) -> None:
    game = new_game(tmp_path)
    game.play(saxony="4: BOHC")
    assert game.marker("BOHC") is None
    game.play()
    assert game.marker("BOHC") == "protestant"


@pytest.mark.rule("E19-CNF-6", "E19-INF-11")
def test_a_captured_state_loses_its_marker_and_takes_no_points(tmp_path: Path) -> None:
    """The Union at war with the League takes Würzburg, whose army has gone to Erfurt."""
    game = new_game(
        tmp_path,
        '[relations]\nleague-union = "war 1618"\n[units]\nunion = ["A PAL"]\nWUE = ["A WUE"]',
    )
    game.play(league="1: ERF")
    game.play(union="A PAL - Würzburg", league="Wz A WUE - ERF")
    assert game.status("WUE") == "captured union"
    assert game.marker("WUE") is None
    assert game.units("WUE") == []
    game.play()
    checked = game.check(league="2: WUE", union="2: WUE")
    assert "captured" in checked.line_with("league.toml", "WUE")
    assert "captured" in checked.line_with("union.toml", "WUE")
    game.play()
    assert game.infs("WUE") == {"league": 5}


@pytest.mark.rule("E19-ATK-12", "E19-CAP-4")
def test_attacks_reach_suspended_influence(tmp_path: Path) -> None:
    game = new_game(
        tmp_path,
        '[infs]\nLOR = "france 4, spain 3"\n[captures]\nLOR = "savoy 1618"\n'
        '[units]\nsavoy = ["A LOR"]',
    )
    game.play(spain="LOR > FRANCE")
    assert game.infs("LOR") == {"france": 1}
    assert game.status("LOR") == "captured savoy"
