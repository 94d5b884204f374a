"""Influence and alliances."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.rulesets.westphalia.land.influence import (
    lose,
    place,
    qualified,
    reassess,
    remove,
    total_influence,
    withdraw,
)
from generator.rulesets.westphalia.land.lands import hand_over
from generator.rulesets.westphalia.record.document import flaws_of
from generator.rulesets.westphalia.state.power import imperial_power
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State, Wishes
from tests.rules.westphalia.rounds import at_phase, play, verdict
from tests.rules.westphalia.table import ally, di, give, peace, protestant, six


def holder(state: State, principality: str) -> str:
    return state.principalities[principality].ally


@pytest.mark.rule("POW-DI-2")
@pytest.mark.rule("POW-DI-4")
def test_placed_influence_never_moves() -> None:
    """Red withdraws three from Hesse: nothing comes back to be placed elsewhere."""
    state = at_phase(
        di(six(), "hesse", red=3).with_player("red", tasks=("diplomacy", "war")), "diplomacy"
    )
    done = play(state, {"red": "WITHDRAW hesse\nINFLUENCE trier 1"})
    assert done.state.players["red"].saved == 0
    assert done.state.influence("red", "hesse") == 0
    assert verdict(done, "red", "INFLUENCE trier 1") == "void POW-ACT-1"


@pytest.mark.rule("POW-DI-3")
def test_all_of_it_or_nothing_is_withdrawn() -> None:
    progress = Progress(di(six(), "hesse", red=3))
    assert withdraw(progress, "red", "hesse") == 3
    assert progress.state.influence("red", "hesse") == 0


@pytest.mark.rule("POW-DI-4")
def test_what_is_removed_goes_to_the_supply() -> None:
    progress = Progress(di(six(), "hesse", red=3).with_player("red", saved=2))
    withdraw(progress, "red", "hesse")
    assert progress.state.players["red"].saved == 2


@pytest.mark.rule("POW-DI-7")
def test_who_has_less_loses_all() -> None:
    progress = Progress(di(six(), "anhalt", red=1).with_player("red", saved=1))
    assert lose(progress, "red", 3, "POW-TRD-4", "a test") == 2
    assert total_influence(progress.state, "red") == 0


@pytest.mark.rule("POW-DI-7")
def test_without_a_list_the_saved_goes_first_and_allies_last() -> None:
    state = ally(di(di(six(), "hesse", red=2), "anhalt", red=1), "saxony", "red")
    progress = Progress(state.with_player("red", saved=1))
    lose(progress, "red", 3, "POW-TRD-4", "a test")
    state = progress.state
    assert (state.influence("red", "anhalt"), state.influence("red", "hesse")) == (0, 1)
    assert holder(progress.state, "saxony") == "red"


@pytest.mark.rule("POW-DI-7")
def test_a_list_says_where_from() -> None:
    state = ally(six(), "hesse", "red").with_player("red", saved=2)
    progress = Progress(state.with_player("red", wishes=Wishes(loss=("hesse", "saved"))))
    lose(progress, "red", 4, "POW-TRD-4", "a test")
    assert progress.state.influence("red", "hesse") == 0
    assert progress.state.players["red"].saved == 1


@pytest.mark.rule("POW-ALY-1")
def test_enough_and_more_than_any_other() -> None:
    assert qualified(di(six(), "hesse", red=3, orange=2), "hesse") == "red"
    assert qualified(di(six(), "hesse", red=3, orange=3), "hesse") == ""
    assert qualified(di(six(), "hesse", red=2), "hesse") == ""


@pytest.mark.rule("POW-ALY-2")
def test_a_catholic_may_have_a_protestant_ally() -> None:
    progress = Progress(protestant(six(), "saxony"))
    place(progress, "red", "saxony", 2, "POW-ACT-1")
    assert holder(progress.state, "saxony") == "red"


@pytest.mark.rule("POW-ALY-3")
def test_neither_growth_nor_a_tie_ends_an_alliance() -> None:
    progress = Progress(ally(six(), "trier", "red"))
    hand_over(progress, "C1", "trier", "POW-PCE-7")
    reassess(progress, "trier")
    assert holder(progress.state, "trier") == "red"
    place(progress, "blue" if "blue" in progress.state.seats else "black", "trier", 1, "POW-ACT-1")
    assert holder(progress.state, "trier") == "red"
    place(progress, "black", "trier", 1, "POW-ACT-1")
    assert holder(progress.state, "trier") == "black"


@pytest.mark.rule("POW-ALY-4")
def test_overtaken_by_somebody_who_does_not_qualify() -> None:
    progress = Progress(ally(six(), "bohemia", "red", red=2))
    place(progress, "black", "bohemia", 3, "POW-ACT-1")
    assert holder(progress.state, "bohemia") == ""
    assert [one.rule for one in progress.events if one.kind == "alliance"] == ["POW-ALY-4"]


@pytest.mark.rule("POW-ALY-5")
def test_the_next_is_ally_at_once() -> None:
    """E-14: red withdraws from Trier, and black has had enough all the time."""
    progress = Progress(ally(six(), "trier", "red", red=2, black=1))
    withdraw(progress, "red", "trier")
    assert holder(progress.state, "trier") == "black"


@pytest.mark.rule("POW-ALY-5")
@pytest.mark.rule("POW-GEN-7")
def test_alliances_follow_every_single_change() -> None:
    """Two reach the size of Hesse one after the other: the later needs more (E-13)."""
    progress = Progress(six())
    place(progress, "red", "hesse", 3, "POW-ACT-1")
    before = imperial_power(progress.state, "red")
    place(progress, "black", "hesse", 3, "POW-ACT-1")
    assert holder(progress.state, "hesse") == "red"
    remove(progress, "red", "hesse", 1, "POW-LEA-2")
    assert holder(progress.state, "hesse") == "black"
    assert imperial_power(progress.state, "red") == before - 5


@pytest.mark.rule("POW-ALY-7")
def test_one_holder_and_many_allies() -> None:
    progress = Progress(six())
    for name in ("hesse", "trier", "anhalt"):
        place(progress, "orange", name, 3, "POW-ACT-1")
    assert set(progress.state.allies_of("orange")) == {"hesse", "trier", "anhalt"}
    place(progress, "red", "hesse", 4, "POW-ACT-1")
    assert progress.state.allies_of("red") == ("hesse",)
    assert "hesse" not in progress.state.allies_of("orange")


CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["red", "black", "green"]),
        st.sampled_from(["trier", "saxony", "hesse", "bohemia"]),
        st.integers(-3, 4),
    ),
    max_size=25,
)


@given(CHANGES)
def test_an_ally_is_never_overtaken(changes: list[tuple[str, str, int]]) -> None:
    """Whatever is placed and removed: an ally has something there, and nobody has more."""
    progress = Progress(six())
    for player, name, number in changes:
        if number > 0:
            place(progress, player, name, number, "POW-ACT-1")
        else:
            remove(progress, player, name, -number, "POW-DI-7")
        assert not flaws_of(progress.state)
        best = qualified(progress.state, name)
        assert not best or holder(progress.state, name) == best


@pytest.mark.rule("POW-DI-5")
def test_what_was_to_be_withdrawn_is_kept_until_it_is_changed() -> None:
    state = at_phase(di(six(), "hesse", red=3), "choice")
    wished = play(state, {"red": "WITHDRAW hesse IF attacked\nWITHDRAW hesse IF target"}).state
    assert len(wished.players["red"].wishes.withdraw) == 2
    again = play(at_phase(wished, "choice"), {"red": "WITHDRAW none\nWITHDRAW hesse IF target"})
    (left,) = again.state.players["red"].wishes.withdraw
    assert (left.principality, left.when) == ("hesse", "target")
    assert verdict(again, "red", "WITHDRAW none") == "success"
    assert again.state.influence("red", "hesse") == 3


@pytest.mark.rule("POW-PCE-16")
@pytest.mark.rule("POW-ALY-3")
def test_a_vassal_is_an_ally_and_stays_one() -> None:
    done = peace(six(), "red", "trier", "red: VASSALIZE D1").state
    assert holder(done, "trier") == "red"
    assert dict(done.principalities["trier"].influence) == {"red": 2}
    progress = Progress(done)
    reassess(progress, "trier")
    assert holder(progress.state, "trier") == "red"


@pytest.mark.rule("POW-PCE-16")
def test_a_vassal_made_of_a_player_is_an_ally_after_the_treaty() -> None:
    state = give(six(), "hesse", "A1 B2 C1")
    done = peace(state, "red", "green", "red: VASSALIZE B1 AS ulm").state
    assert done.lands["ulm"] == ("B1",)
    assert holder(done, "ulm") == "red"
    assert done.players["green"].foreign is not None
