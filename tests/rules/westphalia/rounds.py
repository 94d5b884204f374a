"""Playing phases of a Round in tests, with dice thrown as a test wants them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec.structs import replace

from generator.engine.chance import Chance, Lots
from generator.engine.errors import GameError
from generator.engine.phases import Moment, Resolution, Ruling, Setup
from generator.rulesets.westphalia.land.influence import Refusal
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.state import State
from tests.rules.westphalia.table import ally, protestant, six


def at_phase(state: State, phase: str, round_number: int = 1) -> State:
    """The state waiting for a phase of a Round."""
    year = 1510 + 25 * (round_number - 1)
    return replace(state, moment=Moment(year, 3, phase), round=round_number)


def play(
    state: State,
    orders: Mapping[str, str] | None = None,
    rolls: Mapping[str, int] | None = None,
    rulings: tuple[Ruling, ...] = (),
) -> Resolution[State]:
    """The phase, with orders by player and dice by label; the others are drawn. Dice that nobody
    throws are left out."""
    phase, chance = state.moment.phase, Chance("tests", str(state.moment))
    book = RULESET.read(state, orders or {})
    left = dict(rolls or {})
    while True:
        fixed = tuple(
            Ruling(9, phase, "result", "thrown at the table", facts={"label": label, "value": roll})
            for label, roll in left.items()
        )
        try:
            return RULESET.adjudicate(state, book, (*rulings, *fixed), chance)
        except GameError as error:
            label = re.search(r"no lot (\S+) is drawn", error.problem)
            if label is None or left.pop(label[1], None) is None:
                raise


def opened(until: str, orders: Mapping[str, str] | None = None, **options: object) -> State:
    """A new game played on automatic orders up to a phase; `orders` are of every phase before."""
    state = RULESET.opening(Setup({"game_id": "demo", **options}))
    chance = Chance("peace-of-westphalia", "any")
    while state.moment.phase != until:
        texts = {} if orders is None else {one: orders.get(one, "") for one in state.seats}
        state = RULESET.adjudicate(state, RULESET.read(state, texts), (), chance).state
    return state


def thrown(rolls: Mapping[str, int]) -> Lots:
    """Lots whose dice fall as given."""
    return Lots(lambda: b"tests", thrown={label: roll - 1 for label, roll in rolls.items()})


def texts_of(resolution: Resolution[State], kind: str) -> list[str]:
    return [event.text for event in resolution.events if event.kind == kind]


def verdict(resolution: Resolution[State], player: str, order: str) -> str:
    """`success`, or `illegal POW-WAR-3`: what became of an order."""
    for one in resolution.verdicts:
        if one.power == player and order in (one.order, one.written):
            if one.outcome == "success":
                return "success"
            return f"{one.outcome} {one.reasons[0].rule}"
    raise AssertionError(f"{player} has no order {order!r}")


def why(refusal: Refusal | None) -> str:
    """Why something is refused, "" if it is not."""
    return refusal.text if refusal else ""


def leagues_at_war(**options: object) -> State:
    """Purple and white against green and red over Hesse."""
    state = protestant(six(**options), "green", "red")
    state = ally(state, "hesse", "purple").with_principality("hesse", drawn=True)
    for player, points in (("green", 5), ("red", 4)):
        state = state.with_player(player, reformation=points, tasks=("diplomacy", "war"))
    state = state.with_player("purple", tasks=("diplomacy", "war"))
    state = state.with_player("white", tasks=("diplomacy", "war"))
    orders = {
        "red": "LEAGUE evangelical\nRELIGIOUSWAR hesse",
        "green": "LEAGUE evangelical",
        "white": "LEAGUE catholic",
        "purple": "LEAGUE catholic",
    }
    gathered = play(at_phase(state, "diplomacy", 4), orders)
    assert gathered.state.moment.phase == "leagues"
    return play(gathered.state).state
