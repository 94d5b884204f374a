"""Whole games with every choice of every option: they end, and keep what has to be kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final

import pytest

from generator.rulesets.westphalia.data.facts import options
from generator.rulesets.westphalia.document import dump_state, flaws_of, load_state
from generator.rulesets.westphalia.land.influence import qualified
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.state import State
from tests.autoplay.westphalia.playing import SEATS, Played, whole_game, wild_game
from tests.rules.westphalia.whole_games import check_cards, check_influence

THREE: Final = "red green white"
# Options that take numbers or texts, and those that need others beside them.
VALUES: Final[Mapping[str, tuple[Mapping[str, Any], ...]]] = {
    "seats": (
        {"seats": SEATS[5]},
        {"seats": SEATS[8]},
        {"seats": THREE, "setup_mode": "draft"},
        {"seats": THREE, "setup_mode": "draft", "board": "westphalia-7"},
    ),
    "game_id": ({"game_id": "another"},),
    "setup_mode": ({"setup_mode": "draft"},),
    "board": (
        {"board": "westphalia-8", "setup_mode": "draft"},
        {"board": "westphalia-5", "setup_mode": "draft"},
    ),
}
TOGETHER: Final = (
    {"pacing": "stepwise", "battle_play": "live", "election_ballot": "open", "setup_mode": "draft"},
    {"pacing": "stepwise", "battle_play": "live"},
)


def matrix() -> Iterator[Mapping[str, Any]]:
    for name, option in options().items():
        if name in VALUES:
            yield from VALUES[name]
        else:
            known = option.choices or (True, False)
            yield from ({name: value} for value in known if value != option.default)
    yield from TOGETHER


def named(case: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in case.items())


every_choice = pytest.mark.parametrize(
    "case", [pytest.param(one, id=named(one)) for one in matrix()]
)


def test_every_option_is_tried() -> None:
    tried = {name for case in matrix() for name in case}
    assert tried == set(options())


def check_alliances(state: State) -> None:
    for one in state.principalities.values():
        assert qualified(state, one.id) in ("", one.ally)


def check_game(game: tuple[Played, ...]) -> None:
    """It ends, its accounts are right, every order has a verdict, and a state is read back."""
    for one in game:
        after = one.resolution.state
        assert not flaws_of(after), one.before.moment
        assert RULESET.summary(one.before, one.resolution)
        assert list(after.provinces) == list(one.before.provinces)
        check_influence(one)
        if not after.setup:
            assert len(after.electors) == 7
            check_alliances(after)
        ordered = sum(len(sheet.orders) for sheet in one.book.sheets.values())
        judged = [said for said in one.resolution.verdicts if said.note != "no order given"]
        assert len(judged) >= ordered
    check_cards(chain((one.before for one in game), (game[-1].resolution.state,)))
    last = game[-1].resolution.state
    assert last.ending is not None
    assert last.ending.powers
    for one in game[:: max(1, len(game) // 4)]:
        assert load_state(dump_state(one.resolution.state)) == one.resolution.state
        assert RULESET.report(one.before, one.resolution)


# Each of these games is looked at once, so that none is kept: `__wrapped__` goes past the cache.


@pytest.mark.slow
@every_choice
def test_wild_games_end_and_keep_what_has_to_be_kept(case: Mapping[str, Any]) -> None:
    check_game(wild_game.__wrapped__("matrix", **case))


@every_choice
def test_games_of_the_programs_players_do_so_too(case: Mapping[str, Any]) -> None:
    check_game(whole_game.__wrapped__("matrix", **case))


@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize("case", [pytest.param(one, id=named(one)) for one in TOGETHER])
def test_choices_that_work_on_each_other(case: Mapping[str, Any], seed: str) -> None:
    check_game(whole_game.__wrapped__(seed, **case))
