"""The phases of a game in the order of the rulebook, from the setup to the Peace of Westphalia.

Where play is merged several steps of a Round share a phase; stepwise, each has its own, and where
players act one after the other each of them has: "faith" is the phase of all, "faith-3" that of the
third. Steps that hang on what has happened say themselves which phase follows (`sequence`, `flow`);
once one has, or the game is over, no more steps are played.

What a step needs of the rules is imported when its phase is played, for titles have to be there at
once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from generator.engine.course import Course, Phase, Step, Steps, nobody
from generator.engine.ruleset import Schedule
from generator.rulesets.westphalia.data.facts import powers
from generator.rulesets.westphalia.state.pacing import (
    are_open,
    are_sequential,
    is_drafted,
    is_stepwise,
)
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.turn import schedule as held
from generator.rulesets.westphalia.year import awaiting as due

if TYPE_CHECKING:
    from generator.rulesets.westphalia.turn.turn import Turn

__all__ = [
    "ALWAYS",
    "CARDS",
    "COURSE",
    "IN_TURN",
    "LEAVING",
    "VACANT",
    "asks_to_leave",
    "awaited",
    "kind_of",
    "schedule_of",
]

ALWAYS: Final = ("concede", "loss", "withdraw", "foreign")
"""The verbs of orders that any phase takes; those of a phase are its forms."""

IN_TURN: Final = "in turn"
"""Nobody orders anything but those who are awaited."""
CARDS: Final = "cards"
"""Cards are dealt in secret, and who is in a battle leaves his influence where it is."""
LEAVING: Final = "leaving"
"""Who wants to leaves the Empire."""
VACANT: Final = "vacant"
"""The throne may be empty."""

_ELECTORS: Final = 7
_MOST_PRINCIPALITIES: Final = 46


def kind_of(state: State) -> str:
    """The kind of phase that a state waits for: its slug without numbers."""
    return COURSE[state.moment.phase].slug


def awaited(state: State) -> tuple[str, ...]:
    """The players who have something to decide, in the order of the powers; empty for phases that
    only draw lots."""
    found = frozenset(COURSE.awaited(state))
    return tuple(power for power in powers() if power in found)


def asks_to_leave(state: State) -> bool:
    """Whether the phase asks who leaves the Empire; stepwise an election comes after it."""
    phase = COURSE[state.moment.phase]
    return LEAVING in phase.traits and (phase.slug == "leaving" or not is_stepwise(state))


def schedule_of(state: State) -> Schedule:
    """The phases of the running Round in their order."""
    setup = (*SETUP, BALLOT) if state.setup else ()
    battles = sorted(_slugs(BATTLES, state), key=lambda slug: int(slug.split("-")[1]))
    slugs = [*_slugs((*setup, *ROUND), state), *battles, *_slugs((*MELEE, *CLOSING), state)]
    return Schedule(tuple(slugs), state.round)


def _slugs(phases: Iterable[Phase], state: State) -> list[str]:
    return [slug for phase in phases for slug in phase.held(phase, state)]


# --- what each phase does


def _take_standing_orders(turn: Turn) -> None:
    """Wishes are noted, and influence is withdrawn, but by those who are in a battle."""
    from generator.rulesets.westphalia.diplomacy.standing_orders import take_standing_orders
    from generator.rulesets.westphalia.year.flow import frozen_players

    has_cards = CARDS in COURSE[turn.before.moment.phase].traits
    frozen = frozen_players(turn) if has_cards else frozenset[str]()
    take_standing_orders(turn, frozen=frozen, leaving=asks_to_leave(turn.before))


_STANDING: Final = Step("standing orders", _take_standing_orders)


def _merged(turn: Turn) -> bool:
    return not is_stepwise(turn.before)


def _stepwise(turn: Turn) -> bool:
    return is_stepwise(turn.before)


def _setup() -> Steps:
    from generator.rulesets.westphalia.setup.beginning import draw_setup_order, lay_out_board

    return (
        _STANDING,
        Step("Setup Order", draw_setup_order),
        Step("board", lay_out_board, when=lambda turn: not is_drafted(turn.before)),
    )


def _provinces() -> Steps:
    from generator.rulesets.westphalia.setup.drafting import take_provinces

    return _STANDING, Step("provinces", take_provinces)


def _elector() -> Steps:
    from generator.rulesets.westphalia.setup.drafting import place_elector

    return _STANDING, Step("Elector", place_elector)


def _principality() -> Steps:
    from generator.rulesets.westphalia.setup.drafting import place_next_principality

    return _STANDING, Step("principality", place_next_principality)


def _influence() -> Steps:
    from generator.rulesets.westphalia.setup.beginning import place_first_influence
    from generator.rulesets.westphalia.year.sequence import to_first_election

    return (
        _STANDING,
        Step("influence", place_first_influence),
        Step("first election", to_first_election),
    )


def _first_election() -> Steps:
    from generator.rulesets.westphalia.closing.closing import elect
    from generator.rulesets.westphalia.setup.beginning import open_first_round

    return _STANDING, Step("Imperial Election", elect), Step("Round 1", open_first_round)


def _upheaval() -> Steps:
    from generator.rulesets.westphalia.faith import upheaval
    from generator.rulesets.westphalia.faith.conversion import begin_reformation
    from generator.rulesets.westphalia.land.victory import check_victory

    return (
        Step("Round", lambda turn: upheaval.begin_round(turn.progress)),
        _STANDING,
        Step("Reformation", lambda turn: begin_reformation(turn.progress)),
        Step("initiative", lambda turn: upheaval.set_initiative(turn.progress)),
        Step("Religious Upheaval", lambda turn: upheaval.hold_upheaval(turn.progress, turn.lots)),
        Step("victory", lambda turn: check_victory(turn.progress, "upheaval")),
    )


def _choice() -> Steps:
    from generator.rulesets.westphalia.faith.choosing import make_choices

    return _STANDING, Step("choices", make_choices), *_converting(when=_merged)


def _conversion() -> Steps:
    return _STANDING, *_converting()


def _converting(when: Callable[[Turn], bool] | None = None) -> Steps:
    from generator.rulesets.westphalia.faith.conversion import decide_conversions, hold_council_vote
    from generator.rulesets.westphalia.faith.faith import roll_faith
    from generator.rulesets.westphalia.year.sequence import to_faith

    return (
        Step("conversions", decide_conversions, when=when),
        Step("Council of Trent", hold_council_vote, when=when),
        Step("rolls for faith", lambda turn: roll_faith(turn.progress, turn.lots), when=when),
        Step("dice or diplomacy", to_faith, when=when),
    )


def _faith() -> Steps:
    from generator.rulesets.westphalia.faith.dice import place_faith
    from generator.rulesets.westphalia.land.victory import check_victory
    from generator.rulesets.westphalia.year.sequence import to_diplomacy

    return (
        _STANDING,
        Step("dice of faith", place_faith),
        Step("victory", lambda turn: check_victory(turn.progress, "faith")),
        Step("diplomacy", to_diplomacy),
    )


def _second_choice() -> Steps:
    from generator.rulesets.westphalia.diplomacy.games import commit_cards
    from generator.rulesets.westphalia.faith.choosing import choose_second
    from generator.rulesets.westphalia.year.sequence import to_games

    return (
        _STANDING,
        Step("choices", choose_second),
        Step("dilemma cards", lambda turn: commit_cards(turn, shown=True)),
        Step("Diplomacy Games", to_games),
    )


def _game() -> Steps:
    from generator.rulesets.westphalia.diplomacy.games import play_next_game
    from generator.rulesets.westphalia.year.sequence import to_actions

    return _STANDING, Step("Diplomacy Game", play_next_game), Step("actions", to_actions)


def _diplomacy() -> Steps:
    from generator.rulesets.westphalia.diplomacy.acting import act_in_order, declare_in_order
    from generator.rulesets.westphalia.year.flow import to_battles

    return (
        _STANDING,
        Step("actions", act_in_order),
        Step("declarations", declare_in_order),
        Step("battles", to_battles),
    )


def _actions() -> Steps:
    from generator.rulesets.westphalia.diplomacy.acting import act_next
    from generator.rulesets.westphalia.year.sequence import to_declarations

    return _STANDING, Step("actions", act_next), Step("declarations", to_declarations)


def _declarations() -> Steps:
    from generator.rulesets.westphalia.diplomacy.acting import declare_next
    from generator.rulesets.westphalia.year.flow import to_battles

    return _STANDING, Step("declarations", declare_next), Step("battles", to_battles)


def _battles() -> Steps:
    from generator.rulesets.westphalia.year.flow import play_battles

    return _STANDING, Step("swaps, or all of it", play_battles)


def _battle_round() -> Steps:
    from generator.rulesets.westphalia.year.flow import play_battle_round

    return _STANDING, Step("battle round", play_battle_round)


def _scripts() -> Steps:
    from generator.rulesets.westphalia.year.flow import play_scripts

    return _STANDING, Step("battles", play_scripts)


def _treaties() -> Steps:
    from generator.rulesets.westphalia.year.flow import conclude_battles

    return _STANDING, Step("treaties", conclude_battles)


def _leagues() -> Steps:
    from generator.rulesets.westphalia.year.flow import gather

    return _STANDING, Step("Leagues", gather)


def _religious_war() -> Steps:
    from generator.rulesets.westphalia.year.flow import play_melee

    return _STANDING, Step("swaps, or all of it", play_melee)


def _melee_round() -> Steps:
    from generator.rulesets.westphalia.year.flow import play_melee_round

    return _STANDING, Step("battle round", play_melee_round)


def _religious_scripts() -> Steps:
    from generator.rulesets.westphalia.year.flow import play_melee_scripts

    return _STANDING, Step("melee", play_melee_scripts)


def _religious_treaties() -> Steps:
    from generator.rulesets.westphalia.year.flow import conclude_melee

    return _STANDING, Step("treaties", conclude_melee)


def _tradeoffs() -> Steps:
    from generator.rulesets.westphalia.closing.tradeoffs import pay_next, trade_off

    return (
        _STANDING,
        Step("Tradeoffs", trade_off, when=lambda turn: not turn.number),
        Step("Tradeoffs in turn", pay_next, when=lambda turn: bool(turn.number)),
    )


def _foreign_powers(when: Callable[[Turn], bool] | None = None) -> Steps:
    """R9."""
    from generator.rulesets.westphalia.closing.closing import depart, roll_for_troubles
    from generator.rulesets.westphalia.land.victory import check_victory

    return (
        Step("departures", depart, when=when),
        Step("troubles at home", roll_for_troubles, when=when),
        Step("victory", lambda turn: check_victory(turn.progress, "foreign"), when=when),
    )


def _leaving() -> Steps:
    from generator.rulesets.westphalia.closing.closing import await_election, end_round

    return (
        _STANDING,
        *_foreign_powers(),
        Step("life of the Emperor", await_election),
        Step("end of the Round", end_round),
    )


def _closing() -> Steps:
    from generator.rulesets.westphalia.closing.closing import elect_if_due, end_round

    return (
        _STANDING,
        *_foreign_powers(),
        Step("Imperial Election", elect_if_due),
        Step("end of the Round", end_round),
    )


def _election() -> Steps:
    from generator.rulesets.westphalia.closing.closing import elect, elect_if_due, end_round
    from generator.rulesets.westphalia.closing.tradeoffs import trade_off

    return (
        _STANDING,
        Step("Tradeoffs", trade_off, when=_merged),
        *_foreign_powers(when=_merged),
        Step("Imperial Election", elect_if_due, when=_merged),
        # Stepwise all else has been done, and the throne is empty.
        Step("Imperial Election now", elect, when=_stepwise),
        Step("end of the Round", end_round),
    )


def _ballot() -> Steps:
    from generator.rulesets.westphalia.closing.closing import end_round, vote_next
    from generator.rulesets.westphalia.setup.beginning import open_first_round

    return (
        _STANDING,
        Step("ballot", vote_next),
        Step("Round 1", open_first_round, when=lambda turn: turn.state.setup),
        Step("end of the Round", end_round),
    )


def _peace() -> Steps:
    from generator.rulesets.westphalia.closing.closing import choose_winner

    # Standing orders come between the choice and the peace.
    return (Step("Peace of Westphalia", choose_winner),)


def _to_treaties(turn: Turn) -> str:
    return f"treaties-{turn.battle_phase}"


def _after_tradeoffs(turn: Turn) -> str:
    return "leaving" if is_stepwise(turn.before) else "closing"


# --- the table


def _phase(
    slug: str,
    name: str,
    steps: Callable[[], Steps],
    awaits: Callable[[State], Iterable[str]],
    *traits: str,
    title: str = "",
    **fields: Any,
) -> Phase:
    shown = f"{{year}}, {title or name}"
    return Phase(slug, shown, steps, awaits, name=name, traits=frozenset(traits), **fields)


_ACTIONS: Final = ("influence", "release", "gift", "league")
_ROUNDS: Final = ("battle", "play", "call", "nocall")

SETUP: Final = (
    _phase("setup", "setup", _setup, nobody, following="provinces-1", held=held.never),
    _phase(
        "provinces", "setup, provinces", _provinces, due.next_in_setup, IN_TURN,
        forms=("setup",),
        numbered="provinces-#", following="elector-1", held=held.when(is_drafted, held.each),
    ),
    _phase(
        "elector", "setup, an Elector", _elector, due.next_in_setup, IN_TURN,
        forms=("setup",), numbered="elector-#", held=held.when(is_drafted, held.several(_ELECTORS)),
    ),
    _phase(
        "principality", "setup, a principality", _principality, due.principality_placer, IN_TURN,
        forms=("setup",),
        numbered="principality-#", held=held.when(is_drafted, held.several(_MOST_PRINCIPALITIES)),
    ),
    _phase(
        "influence", "setup, influence", _influence, due.all_or_next, IN_TURN,
        forms=("setup",), numbered="influence-#", held=held.one_or_each,
    ),
    _phase(
        "first-election", "setup, Imperial Election", _first_election, due.voters,
        forms=("vote",), held=held.when(lambda state: not are_open(state)),
    ),
)  # fmt: skip
ROUND: Final = (
    _phase(
        "upheaval", "initiative and Religious Upheaval", _upheaval, nobody,
        following="choice",
    ),
    _phase(
        "choice", "choices and conversions", _choice, due.everybody,
        forms=("choose", "convert", "stay", "council", "dilemma"), following="conversion",
    ),
    _phase(
        "conversion", "conversions", _conversion, due.converting, IN_TURN,
        forms=("convert", "stay", "council"), held=held.when(is_stepwise),
    ),
    _phase(
        "faith", "dice of faith", _faith, due.with_dice, IN_TURN,
        forms=("faith",), numbered="faith-#", held=held.one_or_each,
    ),
    _phase(
        "second-choice", "the second choice", _second_choice, due.second,
        forms=("choose", "dilemma"),
        held=held.when(lambda state: bool(state.option("turn_choice") == "two_step")),
    ),
    _phase(
        "game", "Diplomacy Game", _game, due.players_of_game, IN_TURN,
        forms=("dilemma",), numbered="game-#", held=held.when(are_sequential, held.each),
    ),
    _phase(
        "diplomacy", "diplomacy and declarations", _diplomacy, due.everybody,
        forms=(*_ACTIONS, "war", "religiouswar"),
        held=held.when(lambda state: not is_stepwise(state)),
    ),
    _phase(
        "actions", "diplomatic actions", _actions, due.actor, IN_TURN,
        forms=_ACTIONS, numbered="actions-#", held=held.when(is_stepwise, held.each),
    ),
    _phase(
        "declarations", "declarations of war", _declarations, due.declarer, IN_TURN,
        forms=("league", "war", "religiouswar"),
        numbered="declarations-#", held=held.when(is_stepwise, held.each),
    ),
)  # fmt: skip
BATTLES: Final = (
    _phase(
        "battles", "Battle Phase", _battles, due.swapping, CARDS,
        forms=("swap", "request", "battle", "treaty", "yield"),
        numbered="battles-#", held=held.each_battle_phase,
    ),
    _phase(
        "swaps", "swaps in Initiative Order, Battle Phase", _battles, due.late, CARDS,
        forms=("swap", "battle", "treaty", "yield"), numbered="swaps-#", held=held.battle_swaps,
    ),
    _phase(
        "battle-round", "battle round", _battle_round, due.in_battle, CARDS,
        forms=_ROUNDS, title="Battle Phase {0}, battle round", numbered="battles-#-round-#",
        following=_to_treaties, held=held.battle_rounds,
    ),
    _phase(
        "scripts", "scripts, Battle Phase", _scripts, due.in_battle, CARDS,
        forms=("battle",), numbered="scripts-#", following=_to_treaties, held=held.battle_scripts,
    ),
    _phase(
        "treaties", "Peace Treaties", _treaties, due.signing, CARDS,
        forms=("treaty", "yield"), numbered="treaties-#", held=held.battle_treaties,
    ),
)  # fmt: skip
MELEE: Final = (
    _phase("leagues", "the Leagues gather", _leagues, due.undecided, IN_TURN, forms=("league",)),
    _phase(
        "religious-war", "Religious War", _religious_war, due.mustered, CARDS,
        forms=("swap", "request", "battle", "treaty", "electors"),
    ),
    _phase(
        "religious-swaps", "Religious War, swaps in Initiative Order", _religious_war,
        due.late_member, CARDS,
        forms=("swap", "battle", "treaty", "electors"),
        numbered="religious-swaps-#", held=held.melee_swaps,
    ),
    _phase(
        "melee-round", "battle round", _melee_round, due.in_melee, CARDS,
        forms=_ROUNDS, title="Religious War, battle round", numbered="religious-war-round-#",
        following="religious-treaties", held=held.melee_rounds,
    ),
    _phase(
        "religious-scripts", "Religious War, scripts", _religious_scripts, due.in_melee, CARDS,
        forms=("battle",), following="religious-treaties", held=held.melee_scripts,
    ),
    _phase(
        "religious-treaties", "treaties of the Religious War", _religious_treaties, due.victors,
        CARDS, forms=("treaty", "electors"), held=held.melee_treaties,
    ),
)  # fmt: skip
BALLOT: Final = _phase(
    "ballot", "Imperial Election, open ballot", _ballot, due.open_voter, IN_TURN, VACANT,
    forms=("vote",), numbered="ballot-#", held=held.when(are_open, held.each),
)  # fmt: skip
CLOSING: Final = (
    _phase(
        "tradeoffs", "Tradeoffs", _tradeoffs, due.paying_in_turn,
        forms=("influence", "request"),
        numbered="tradeoffs-#", following=_after_tradeoffs, held=held.tradeoffs,
    ),
    _phase(
        "leaving", "Foreign Powers", _leaving, due.leavers, LEAVING, VACANT,
        held=held.when(is_stepwise),
    ),
    _phase(
        "closing", "Foreign Powers and Imperial Election", _closing, due.after_tradeoffs, LEAVING,
        forms=("vote",), held=held.if_paid_in_order,
    ),
    _phase(
        "election", "Tradeoffs and Imperial Election", _election, due.closing, LEAVING, VACANT,
        forms=("influence", "request", "vote"), held=held.unless_paid_in_order,
    ),
    BALLOT,
    _phase("peace", "Peace of Westphalia", _peace, due.emperor, IN_TURN, forms=("winner",)),
)  # fmt: skip

COURSE: Final = Course((*SETUP, *ROUND, *BATTLES, *MELEE, *CLOSING))
