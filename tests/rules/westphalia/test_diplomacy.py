"""The Diplomacy Game and diplomatic actions."""

from __future__ import annotations

from types import MappingProxyType

import pytest
from msgspec.structs import replace

from generator.rulesets.westphalia.diplomacy.games import games_of, play_games
from generator.rulesets.westphalia.state.power import imperial_power
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State
from tests.rules.westphalia.rounds import at_phase, play, said, verdict
from tests.rules.westphalia.table import ally, di, give, protestant, six

THREE = "green red white purple orange black"


def engaged(*players: str) -> State:
    state = six(THREE)
    for player in state.seats:
        tasks = ("heresy", "diplomacy") if player in players else ("heresy", "war")
        state = state.with_player(player, tasks=tasks)
    return state


def acting(state: State, player: str = "red", saved: int = 0) -> State:
    """The player Engages in Diplomacy, and nobody else does anything."""
    return at_phase(
        state.with_player(player, tasks=("heresy", "diplomacy"), saved=saved), "diplomacy"
    )


def played(lead: str, follow: str, *players: str) -> State:
    """Red leads a game against white, with these cards."""
    progress = Progress(engaged(*(players or ("red",))))
    play_games(progress, {"red": (lead, "cooperate"), "white": ("cooperate", follow)})
    return progress.state


def gains(state: State) -> tuple[int, int]:
    return state.players["red"].saved, state.players["white"].saved


@pytest.mark.rule("POW-DIL-1")
def test_everybody_leads_against_the_next_and_the_last_against_the_first() -> None:
    assert games_of(engaged("green", "black")) == (("green", "red"), ("black", "green"))


@pytest.mark.rule("POW-DIL-2")
def test_neither_sees_the_others_card_first() -> None:
    """Cards are committed with the choice, known to their owner alone."""
    state = at_phase(protestant(six(), "red"), "choice")
    done = play(state, {"red": "DILEMMA LEAD compete\nDILEMMA FOLLOW cooperate"})
    cards = [one for one in done.verdicts if one.order.startswith("DILEMMA")]
    assert {one.known_to for one in cards} == {(one.power,) for one in cards}


@pytest.mark.rule("POW-DIL-3")
def test_both_cooperate() -> None:
    assert gains(played("cooperate", "cooperate")) == (2, 1)


@pytest.mark.rule("POW-DIL-4")
def test_one_competes() -> None:
    assert gains(played("cooperate", "compete")) == (0, 3)
    assert gains(played("compete", "cooperate")) == (3, 0)


@pytest.mark.rule("POW-DIL-5")
def test_both_compete() -> None:
    assert gains(played("compete", "compete")) == (0, 0)


@pytest.mark.rule("POW-DIL-6")
@pytest.mark.rule("POW-DI-1")
def test_the_follower_gains_without_diplomacy_and_keeps_it() -> None:
    state = played("cooperate", "cooperate")
    assert "diplomacy" not in state.players["white"].tasks
    state = at_phase(replace(state, emperor="black"), "diplomacy")
    done = play(state, {"white": "INFLUENCE hesse 1"})
    assert verdict(done, "white", "INFLUENCE hesse 1") == "illegal POW-DI-6"
    assert done.state.players["white"].saved == 1


@pytest.mark.rule("POW-DI-6")
def test_influence_goes_anywhere_of_any_religion() -> None:
    """Four saved: three on Hesse, one on far Bohemia, which is Protestant."""
    state = acting(protestant(six(), "bohemia"), saved=4)
    done = play(state, {"red": "INFLUENCE hesse 3\nINFLUENCE bohemia 1"})
    assert done.state.influence("red", "hesse") == 3
    assert done.state.influence("red", "bohemia") == 1
    assert done.state.players["red"].saved == 0


@pytest.mark.rule("POW-ACT-1")
def test_more_than_is_saved_is_cut_down() -> None:
    state = acting(give(six(), "wurzburg", ""), saved=3)
    done = play(state, {"red": "INFLUENCE hesse 2\nINFLUENCE anhalt 2\nINFLUENCE trier 1"})
    assert done.state.influence("red", "hesse") == 2
    assert done.state.influence("red", "anhalt") == 1
    assert verdict(done, "red", "INFLUENCE trier 1") == "void POW-ACT-1"


@pytest.mark.rule("POW-DI-8")
def test_the_supply_has_no_end() -> None:
    state = di(six(), "hesse", red=40)
    done = play(acting(state, saved=60), {"red": "INFLUENCE hesse 60"})
    assert done.state.influence("red", "hesse") == 100


@pytest.mark.rule("POW-ACT-2")
def test_a_released_town_is_an_ally() -> None:
    """C4 of red, a town: one orthodox province less, and an ally with three more."""
    state = acting(
        give(six(), "red", "C4", capital=False, town=True).with_province(
            "C5", capital=True, town=True
        )
    )
    before = imperial_power(state, "red")
    done = play(state, {"red": "RELEASE C4 AS ulm"})
    assert done.state.principalities["ulm"].ally == "red"
    assert done.state.influence("red", "ulm") == 2
    assert imperial_power(done.state, "red") == before - 1 + 3
    assert done.state.lands["ulm"] == ("C4",)


@pytest.mark.rule("POW-ACT-2")
@pytest.mark.parametrize(
    ("order", "rule"),
    [("RELEASE A3 AS ulm", "POW-ACT-2"), ("RELEASE A2 AS ulm", "POW-ACT-2")],
)
def test_neither_the_capital_nor_an_open_province_is_released(order: str, rule: str) -> None:
    done = play(acting(six()), {"red": order})
    assert verdict(done, "red", order) == f"illegal {rule}"


@pytest.mark.rule("POW-ACT-3")
def test_a_name_in_use_is_refused() -> None:
    state = acting(six().with_province("A2", town=True))
    done = play(state, {"red": "RELEASE A2 AS trier\nRELEASE A2"})
    assert verdict(done, "red", "RELEASE A2 AS trier") == "illegal POW-ACT-3"
    new = done.state.provinces["A2"].owner
    assert new == "ansbach"
    assert not done.state.principalities[new].elector


@pytest.mark.rule("POW-ACT-4")
def test_a_gift_gives_influence() -> None:
    """C1 of green touches Catholic Hesse."""
    state = acting(six(), "green")
    done = play(state, {"green": "GIFT C1 TO hesse"})
    assert len(done.state.lands["hesse"]) == 4
    assert done.state.influence("green", "hesse") == 1


@pytest.mark.rule("POW-ACT-4")
@pytest.mark.parametrize("order", ["GIFT B1 TO hesse", "GIFT A1 TO hesse", "GIFT C1 TO trier"])
def test_gifts_that_are_refused(order: str) -> None:
    """A capital; a province that does not touch; one of another religion."""
    state = acting(protestant(six(), "trier"), "green")
    assert verdict(play(state, {"green": order}), "green", order) == "illegal POW-ACT-4"


@pytest.mark.rule("POW-ACT-5")
def test_one_gift_makes_the_next_possible() -> None:
    """A1 touches Hesse only through B2, which goes first."""
    state = acting(six(), "green")
    done = play(state, {"green": "GIFT B2 TO hesse\nGIFT A1 TO hesse"})
    assert done.state.influence("green", "hesse") == 2
    other_way = play(state, {"green": "GIFT A1 TO hesse\nGIFT B2 TO hesse"})
    assert verdict(other_way, "green", "GIFT A1 TO hesse") == "illegal POW-ACT-4"


@pytest.mark.rule("POW-ACT-6")
def test_actions_in_any_number_and_order() -> None:
    state = acting(six(), "green", saved=3)
    done = play(state, {"green": "INFLUENCE hesse 2\nGIFT C1 TO hesse\nINFLUENCE hesse 1"})
    assert done.state.influence("green", "hesse") == 4
    assert said(done, "influence-placed") == ["POW-ACT-1", "POW-ACT-4", "POW-ACT-1"]


@pytest.mark.rule("POW-GEN-5")
def test_nothing_is_traded() -> None:
    done = play(acting(six(), saved=2), {"red": "GIVE 1 DI TO black"})
    assert verdict(done, "red", "GIVE 1 DI TO black") == "illegal POW-MAIL-3"
    assert done.state.players["red"].saved == 2


@pytest.mark.rule("POW-LEA-4")
def test_a_second_league_line_does_nothing() -> None:
    state = acting(six().with_player("green", saints=3).with_player("white", saints=3))
    done = play(state, {"red": "LEAGUE evangelical\nLEAGUE catholic"})
    assert verdict(done, "red", "LEAGUE catholic") == "illegal POW-LEA-4"
    joined = [one.data["league"] for one in done.events if one.kind == "league-joined"]
    assert joined == ["evangelical"]


@pytest.mark.rule("POW-LEA-5")
def test_leagues_are_joined_in_diplomacy_or_war() -> None:
    state = at_phase(six(), "diplomacy")
    state = state.with_player("red", tasks=("heresy", "diplomacy"))
    state = state.with_player("white", tasks=("heresy", "war"))
    text = "LEAGUE catholic"
    done = play(state, dict.fromkeys(("red", "white"), text))
    assert verdict(done, "red", text) == "success"
    assert verdict(done, "white", text) == "success"


@pytest.mark.rule("POW-LEA-5")
def test_who_takes_part_in_neither_cannot_join() -> None:
    state = at_phase(six(), "diplomacy").with_player("black", tasks=("heresy",))
    done = play(state, {"black": "LEAGUE catholic"})
    assert verdict(done, "black", "LEAGUE catholic") == "illegal POW-LEA-5"


def test_nobody_leads_after_leaving_the_empire() -> None:
    state = engaged("green", "red")
    left = replace(
        state,
        players=MappingProxyType(
            {**state.players, "red": replace(state.players["red"], left=True)}
        ),
    )
    assert games_of(left) == (("green", "red"),)
    assert ally(left, "trier", "red").principalities["trier"].ally == "red"
