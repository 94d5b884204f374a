"""The phases of a game in the order of the rulebook, from the setup to the Peace of Westphalia.

Where play is merged several steps of a Round share a phase; stepwise, each has its own, and where
players act one after the other each of them has: "faith" is the phase of all, "faith-3" that of the
third. Where the next phase depends on what has happened, a step chooses it (`flow`);
once one has, or the game is over, no more steps are played.

    _phase(
        "faith", "dice of faith", _one_of(pacing.dealt), IN_TURN,    slug, name, who is awaited
        steps=_usual(Step("dice of faith", dice.place_faith),        what it does, in order
                     Step("diplomacy", flow.to_games)),
        forms=("faith",), numbered="faith-#",                        its verbs; "faith-1", "faith-2"
        held=_one_or_each,                                           how many of them a Round has
    )

Invariants: a phase is defined here and nowhere else; a player who acts in a phase is awaited in it;
a phase without `following` has a step that sets the next phase, or the game is over with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from generator.engine.course import (
    Course,
    Phase,
    Step,
    Steps,
    held_if,
    never,
    nobody,
    once,
    several,
)
from generator.engine.deferred import DeferredModule
from generator.engine.ruleset import Schedule
from generator.rulesets.westphalia.data.facts import facts, powers
from generator.rulesets.westphalia.state import pacing
from generator.rulesets.westphalia.state.state import State

if TYPE_CHECKING:
    from generator.rulesets.westphalia.turn import Turn

# Titles are needed at once. Rules are imported when a phase is asked for them.
ending = DeferredModule("generator.rulesets.westphalia.ending")
actions = DeferredModule("generator.rulesets.westphalia.diplomacy.actions")
games = DeferredModule("generator.rulesets.westphalia.diplomacy.games")
standing = DeferredModule("generator.rulesets.westphalia.diplomacy.standing_orders")
conversion = DeferredModule("generator.rulesets.westphalia.faith.conversion")
dice = DeferredModule("generator.rulesets.westphalia.faith.dice")
upheaval = DeferredModule("generator.rulesets.westphalia.faith.upheaval")
victory = DeferredModule("generator.rulesets.westphalia.land.victory")
setup = DeferredModule("generator.rulesets.westphalia.setup.phases")
battles = DeferredModule("generator.rulesets.westphalia.wars.battles")
flow = DeferredModule("generator.rulesets.westphalia.year.flow")

ALWAYS: Final = ("concede", "loss", "withdraw", "foreign")
"""The verbs of orders that any phase takes; those of a phase are its forms."""

IN_TURN: Final = "in turn"
"""Only the players who are awaited may give orders."""
CARDS: Final = "cards"
"""Cards are held in secret, and influence of players in a battle cannot be withdrawn."""
LEAVING: Final = "leaving"
"""Players may leave the Empire."""
VACANT: Final = "vacant"
"""The throne may be empty."""

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
    """Whether players may leave the Empire in the phase; stepwise an election comes after it."""
    phase = COURSE[state.moment.phase]
    return LEAVING in phase.traits and (phase.slug == "leaving" or not pacing.is_stepwise(state))


def schedule_of(state: State) -> Schedule:
    """The phases of the running Round in their order."""
    setup = (*SETUP, BALLOT) if state.setup else ()
    battles = sorted(_slugs(BATTLES, state), key=lambda slug: int(slug.split("-")[1]))
    slugs = [*_slugs((*setup, *ROUND), state), *battles, *_slugs((*MELEE, *CLOSING), state)]
    return Schedule(tuple(slugs), state.round)


def _slugs(phases: Iterable[Phase], state: State) -> list[str]:
    return [slug for phase in phases for slug in phase.held(phase, state)]


# --- which phases a Round has, by the options of a game and by what has begun
#
# Each function gives the slugs of a phase in the Round that a state is in. Phases that only come
# where a player asks for Initiative Order are left out unless they have begun.

_MOST_BATTLE_ROUNDS: Final = 48
_AFTER_SWAPS: Final = ("swaps", "scripts", "treaties")


def _each(phase: Phase, state: State) -> Iterable[str]:
    """One for each player."""
    return several(len(state.seats))(phase, state)


def _each_elector(phase: Phase, state: State) -> Iterable[str]:
    return several(facts().game.electors)(phase, state)


def _one_or_each(phase: Phase, state: State) -> Iterable[str]:
    """One for all players; stepwise one for each."""
    return (_each if pacing.is_stepwise(state) else once)(phase, state)


# The steps of the wars are separate phases where play is live or stepwise, or once a player has
# asked for swaps in Initiative Order.


def _each_battle_phase(phase: Phase, state: State) -> list[str]:
    return [phase.slug_of(n) for n in range(1, facts().war.battle_phases + 1)]


def _battle_swaps(phase: Phase, state: State) -> Iterable[str]:
    """The one of the Battle Phase under way."""
    return [phase.slug_of(state.number)] if state.kind in _AFTER_SWAPS else ()


def _battle_treaties(phase: Phase, state: State) -> Iterable[str]:
    return (_each_battle_phase if pacing.are_apart(state) else _battle_swaps)(phase, state)


_battle_scripts: Final = held_if(lambda state: not pacing.is_live(state), _battle_treaties)


def _battle_rounds(phase: Phase, state: State) -> Iterable[str]:
    numbers = range(1, facts().war.battle_phases + 1)
    rounds = range(1, _MOST_BATTLE_ROUNDS + 1)
    return (
        [phase.slug_of(n, one) for n in numbers for one in rounds] if pacing.is_live(state) else ()
    )


def _has_swaps(state: State) -> bool:
    return state.kind.removeprefix("religious-") in _AFTER_SWAPS


_melee_swaps: Final = held_if(_has_swaps, _each)
_melee_treaties: Final = held_if(lambda state: pacing.are_apart(state) or _has_swaps(state))
_melee_scripts: Final = held_if(lambda state: not pacing.is_live(state), _melee_treaties)
_melee_rounds: Final = held_if(pacing.is_live, several(_MOST_BATTLE_ROUNDS))


def _tradeoffs(phase: Phase, state: State) -> Iterable[str]:
    """Stepwise one for all. Merged they are phases only in Initiative Order, and by the time that a
    player has asked for it the first player has paid."""
    if pacing.is_stepwise(state):
        return once(phase, state)
    return list(_each(phase, state))[1:] if _pays_in_order(state) else ()


def _pays_in_order(state: State) -> bool:
    return not pacing.is_stepwise(state) and state.kind in ("tradeoffs", "closing")


_if_paid_in_order: Final = held_if(_pays_in_order)
_unless_paid_in_order: Final = held_if(lambda state: not _pays_in_order(state))


# --- what follows


def _to_treaties(turn: Turn) -> str:
    battle_phase = turn.before.moment.phase.split("-")[1]
    return f"treaties-{battle_phase}"


def _phase(
    slug: str,
    name: str,
    awaits: Callable[[State], Iterable[str]],
    *traits: str,
    steps: Steps,
    title: str = "",
    **fields: Any,
) -> Phase:
    """A row of the table. `title` is what people read after the year, if that is not the name."""
    said = f"{{year}}, {title or name}"
    return Phase(slug, said, steps, awaits, name=name, traits=frozenset(traits), **fields)


def _one_of(several: Callable[[State], Sequence[str]]) -> Callable[[State], Iterable[str]]:
    """The n-th of several players; all of them in a phase without a number."""
    return lambda state: pacing.of_phase(state, several(state))


# --- steps that several phases have


def _take_standing_orders(turn: Turn) -> None:
    """Note wishes and withdraw influence, except that of players who are in a battle."""
    before = turn.before
    freezes = CARDS in COURSE[before.moment.phase].traits
    frozen = frozenset(one for one in before.seats if freezes and battles.is_frozen(before, one))
    standing.take_standing_orders(turn, frozen=frozen, leaving=asks_to_leave(before))


_STANDING: Final = Step("standing orders", _take_standing_orders)


def _usual(*steps: Step) -> Steps:
    """The steps of a phase that begins with the standing orders, as nearly all of them do."""
    return (_STANDING, *steps)


def _victory(point: str) -> Step:
    return Step("victory", lambda turn: victory.check_victory(turn, point))


def _is_stepwise(turn: Turn) -> bool:
    return pacing.is_stepwise(turn.before)


def _if_merged(*steps: Step) -> Steps:
    return tuple(replace(step, when=lambda turn: not _is_stepwise(turn)) for step in steps)


_CONVERTING: Final = (
    Step("conversions", conversion.decide_conversions),
    Step("rolls for faith", lambda turn: dice.roll_faith(turn, turn.lots)),
    Step("dice or diplomacy", flow.to_faith),
)
_BATTLES: Final = _usual(Step("swaps, or all of it", flow.play_battles))
_BATTLE_ROUND: Final = _usual(Step("battle round", flow.play_battle_round))
_SCRIPTS: Final = _usual(Step("battles", flow.play_scripts))
_FOREIGN_POWERS: Final = (
    Step("departures", ending.depart),
    Step("troubles at home", ending.roll_for_troubles),
    _victory("foreign"),
)
_TRADEOFFS: Final = Step("Tradeoffs", ending.trade_off)
_ELECTION: Final = Step("Imperial Election", ending.elect_if_due)
_END: Final = Step("end of the Round", ending.end_round)

# --- the table

_ACTIONS: Final = ("influence", "release", "gift", "league")
_ROUNDS: Final = ("battle", "play", "call", "nocall")

SETUP: Final = (
    _phase(
        "setup", "setup", nobody,
        steps=_usual(
            Step("Setup Order", setup.draw_setup_order),
            Step(
                "board", setup.lay_out_board, when=lambda turn: not pacing.is_drafted(turn.before)
            ),
        ),
        following="provinces-1", held=never,
    ),
    _phase(
        "provinces", "setup, provinces", flow.next_in_setup, IN_TURN,
        steps=_usual(Step("provinces", setup.take_provinces)), forms=("setup",),
        numbered="provinces-#", following="elector-1", held=held_if(pacing.is_drafted, _each),
    ),
    _phase(
        "elector", "setup, an Elector", flow.next_in_setup, IN_TURN,
        steps=_usual(Step("Elector", setup.place_elector)),
        forms=("setup",), numbered="elector-#", held=held_if(pacing.is_drafted, _each_elector),
    ),
    _phase(
        "principality", "setup, a principality",
        lambda state: {setup.placer_of(state, state.number)}, IN_TURN,
        steps=_usual(Step("principality", setup.place_next_principality)), forms=("setup",),
        numbered="principality-#", held=held_if(pacing.is_drafted, several(_MOST_PRINCIPALITIES)),
    ),
    _phase(
        "influence", "setup, influence", _one_of(lambda state: state.order), IN_TURN,
        steps=_usual(
            Step("influence", setup.place_first_influence),
            Step("first election", flow.to_first_election),
        ),
        forms=("setup",), numbered="influence-#", held=_one_or_each,
    ),
    _phase(
        "first-election", "setup, Imperial Election", flow.voters,
        steps=_usual(
            Step("Imperial Election", ending.elect), Step("Round 1", setup.open_first_round)
        ),
        forms=("vote",), held=held_if(lambda state: not pacing.are_open(state)),
    ),
)  # fmt: skip
ROUND: Final = (
    _phase(
        "upheaval", "initiative and Religious Upheaval", nobody,
        steps=(
            Step("Round", upheaval.begin_round),
            _STANDING,
            Step("Reformation", conversion.begin_reformation),
            Step("initiative", upheaval.set_initiative),
            Step("Religious Upheaval", lambda turn: upheaval.hold_upheaval(turn, turn.lots)),
            _victory("upheaval"),
        ),
        following="choice",
    ),
    _phase(
        "choice", "choices and conversions", lambda state: state.seats,
        steps=_usual(
            Step("choices", conversion.make_choices),
            Step("cards", games.commit_cards),
            *_if_merged(*_CONVERTING),
        ),
        forms=("choose", "convert", "stay", "dilemma"), following="conversion",
    ),
    _phase(
        "conversion", "conversions", flow.heretics, IN_TURN,
        steps=_usual(*_CONVERTING),
        forms=("convert", "stay"), held=held_if(pacing.is_stepwise),
    ),
    _phase(
        "faith", "dice of faith", _one_of(pacing.dealt), IN_TURN,
        steps=_usual(
            Step("dice of faith", dice.place_faith),
            _victory("faith"),
            Step("diplomacy", flow.to_games),
        ),
        forms=("faith",), numbered="faith-#", held=_one_or_each,
    ),
    _phase(
        "game", "Diplomacy Game", lambda state: games.games_of(state)[state.number - 1], IN_TURN,
        steps=_usual(
            Step("Diplomacy Game", games.play_next_game), Step("actions", flow.to_actions)
        ),
        forms=("dilemma",), numbered="game-#", held=held_if(pacing.is_stepwise, _each),
    ),
    _phase(
        "diplomacy", "diplomacy and declarations", lambda state: state.seats,
        steps=_usual(
            Step("actions", actions.act_in_order),
            Step("declarations", actions.declare_in_order),
            Step("battles", flow.to_battles),
        ),
        forms=(*_ACTIONS, "war", "religiouswar"),
        held=held_if(lambda state: not pacing.is_stepwise(state)),
    ),
    _phase(
        "actions", "diplomatic actions", _one_of(pacing.engaged), IN_TURN,
        steps=_usual(Step("actions", actions.act_next), Step("declarations", flow.to_declarations)),
        forms=_ACTIONS, numbered="actions-#", held=held_if(pacing.is_stepwise, _each),
    ),
    _phase(
        "declarations", "declarations of war", _one_of(pacing.waging), IN_TURN,
        steps=_usual(Step("declarations", actions.declare_next), Step("battles", flow.to_battles)),
        forms=("league", "war", "religiouswar"),
        numbered="declarations-#", held=held_if(pacing.is_stepwise, _each),
    ),
)  # fmt: skip
BATTLES: Final = (
    _phase(
        "battles", "Battle Phase", flow.swapping, CARDS,
        steps=_BATTLES, forms=("swap", "request", "battle", "treaty", "yield"),
        numbered="battles-#", held=_each_battle_phase,
    ),
    _phase(
        "swaps", "swaps in Initiative Order, Battle Phase", flow.late, CARDS,
        steps=_BATTLES,
        forms=("swap", "battle", "treaty", "yield"), numbered="swaps-#", held=_battle_swaps,
    ),
    _phase(
        "battle-round", "battle round", flow.in_battle, CARDS,
        steps=_BATTLE_ROUND,
        forms=_ROUNDS, title="Battle Phase {0}, battle round", numbered="battles-#-round-#",
        following=_to_treaties, held=_battle_rounds,
    ),
    _phase(
        "scripts", "scripts, Battle Phase", flow.in_battle, CARDS,
        steps=_SCRIPTS,
        forms=("battle",), numbered="scripts-#", following=_to_treaties, held=_battle_scripts,
    ),
    _phase(
        "treaties", "Peace Treaties", flow.signing, CARDS,
        steps=_usual(Step("treaties", flow.conclude_battles)),
        forms=("treaty", "yield"), numbered="treaties-#", held=_battle_treaties,
    ),
)  # fmt: skip
MELEE: Final = (
    _phase(
        "leagues", "the Leagues gather", flow.undecided, IN_TURN,
        steps=_usual(Step("Leagues", flow.gather)), forms=("league",),
    ),
    _phase(
        "religious-war", "Religious War", flow.mustered, CARDS,
        steps=_BATTLES, forms=("swap", "request", "battle", "treaty", "electors"),
    ),
    _phase(
        "religious-swaps", "Religious War, swaps in Initiative Order", flow.late_member, CARDS,
        steps=_BATTLES, forms=("swap", "battle", "treaty", "electors"),
        numbered="religious-swaps-#", held=_melee_swaps,
    ),
    _phase(
        "melee-round", "battle round", flow.in_battle, CARDS,
        steps=_BATTLE_ROUND,
        forms=_ROUNDS, title="Religious War, battle round", numbered="religious-war-round-#",
        following="religious-treaties", held=_melee_rounds,
    ),
    _phase(
        "religious-scripts", "Religious War, scripts", flow.in_battle, CARDS,
        steps=_SCRIPTS, forms=("battle",), following="religious-treaties", held=_melee_scripts,
    ),
    _phase(
        "religious-treaties", "treaties of the Religious War", flow.victors, CARDS,
        steps=_usual(Step("treaties", flow.conclude_melee)),
        forms=("treaty", "electors"), held=_melee_treaties,
    ),
)  # fmt: skip
BALLOT: Final = _phase(
    "ballot", "Imperial Election, open ballot",
    lambda state: {ending.next_voter(state)}, IN_TURN, VACANT,
    steps=_usual(
        Step("ballot", ending.vote_next),
        Step("Round 1", setup.open_first_round, when=lambda turn: turn.state.setup),
        _END,
    ),
    forms=("vote",), numbered="ballot-#", held=held_if(pacing.are_open, _each),
)  # fmt: skip
CLOSING: Final = (
    _phase(
        "tradeoffs", "Tradeoffs", flow.paying_in_turn,
        steps=_usual(
            replace(_TRADEOFFS, when=lambda turn: not turn.number),
            Step("Tradeoffs in turn", ending.pay_next, when=lambda turn: bool(turn.number)),
        ),
        forms=("influence", "request"),
        following=lambda turn: "leaving" if pacing.is_stepwise(turn.before) else "closing",
        numbered="tradeoffs-#", held=_tradeoffs,
    ),
    _phase(
        "leaving", "Foreign Powers", flow.leavers, LEAVING, VACANT,
        steps=_usual(*_FOREIGN_POWERS, Step("life of the Emperor", ending.await_election), _END),
        held=held_if(pacing.is_stepwise),
    ),
    _phase(
        "closing", "Foreign Powers and Imperial Election", flow.after_tradeoffs, LEAVING,
        steps=_usual(*_FOREIGN_POWERS, _ELECTION, _END), forms=("vote",), held=_if_paid_in_order,
    ),
    _phase(
        "election", "Tradeoffs and Imperial Election", flow.closing, LEAVING, VACANT,
        steps=_usual(
            *_if_merged(_TRADEOFFS, *_FOREIGN_POWERS, _ELECTION),
            # Stepwise all else has been done, and the throne is empty.
            Step("Imperial Election now", ending.elect, when=_is_stepwise),
            _END,
        ),
        forms=("influence", "request", "vote"), held=_unless_paid_in_order,
    ),
    BALLOT,
    _phase(
        "peace", "Peace of Westphalia", lambda state: {state.emperor}, IN_TURN,
        # Standing orders come between the choice and the peace.
        steps=(Step("Peace of Westphalia", ending.choose_winner),), forms=("winner",),
    ),
)  # fmt: skip

COURSE: Final = Course((*SETUP, *ROUND, *BATTLES, *MELEE, *CLOSING))
