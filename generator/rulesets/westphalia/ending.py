"""R9 to R11: Foreign Powers, the Imperial Election with ballots secret or open, and the end of the
Round and of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from msgspec.structs import replace

from generator.engine.chance import Lots
from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.data.event_kinds import (
    PEACE_TIE,
    TRADEOFF_ROLL,
    TRADEOFF_TROUBLE,
    TRADEOFFS_IN_ORDER,
    TROUBLES,
)
from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.diplomacy.actions import place_saved
from generator.rulesets.westphalia.diplomacy.foreign import (
    home_refusal,
    leave_empire,
    leaving_refusal,
)
from generator.rulesets.westphalia.diplomacy.standing_orders import take_standing_orders
from generator.rulesets.westphalia.faith.upheaval import concession
from generator.rulesets.westphalia.land.influence import Refusal, gain, lose
from generator.rulesets.westphalia.land.lands import convert_province, name_problem
from generator.rulesets.westphalia.land.victory import check_victory, sign_peace, tied_for_peace
from generator.rulesets.westphalia.state.orders import (
    LeaveEmpire,
    PlaceInfluence,
    RequestInitiative,
    Vote,
    Winner,
)
from generator.rulesets.westphalia.state.pacing import are_open, of_phase
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import (
    NOTHING,
    RELIGIONS,
    Religion,
    State,
    other_religion,
)
from generator.rulesets.westphalia.state.words import (
    RELIGION,
    capital_letter,
    listed,
    name_of,
    player_name,
)
from generator.rulesets.westphalia.turn import Turn


def payers(state: State) -> tuple[str, ...]:
    """The players who pay for something that they left out, in Initiative Order."""
    return tuple(
        player
        for player in state.order
        if not {"heresy", "diplomacy"} <= {*state.players[player].tasks}
        or not state.players[player].fought
    )


def alone_refusal(due: tuple[str, ...], player: str) -> Refusal | None:
    """Why Initiative Order makes no difference to a player among those who pay, or None."""
    if player not in due:
        return Refusal("POW-TRD-8", "the player pays nothing")
    return None if len(due) > 1 else Refusal("POW-TRD-8", "nobody else pays")


def _pay_tradeoff(progress: Progress, lots: Lots, player: str) -> None:
    """POW-TRD-1 to 4: the losses of one player for the phases that he left out."""
    one = progress.state.players[player]
    if "heresy" not in one.tasks:
        _unchecked_heresy(progress, player, lots)
    if "diplomacy" not in one.tasks:
        cost = facts().tradeoffs.no_diplomacy
        lose(progress, player, cost, "POW-TRD-3", "did not Engage in Diplomacy")
    if not one.fought:
        lose(progress, player, facts().tradeoffs.no_war, "POW-TRD-4", "fought in no war")


def _unchecked_heresy(progress: Progress, player: str, lots: Lots) -> None:
    """POW-TRD-1, 2: a Prince may lose a province to the other religion; a Foreign Power has more
    trouble at home."""
    state = progress.state
    one = state.players[player]
    name = player_name(player)
    if one.foreign:
        more = facts().tradeoffs.no_heresy_trouble
        foreign = replace(one.foreign, trouble=one.foreign.trouble + more)
        progress.change_player(player, foreign=foreign)
        text = f"{name} did not Combat Heresy: {more} more in the next roll for troubles"
        progress.tell(TRADEOFF_TROUBLE, "POW-TRD-2", text, (player,), number=more)
        return
    roll = lots.die(f"r{state.round}/tradeoff/{player}")
    code = concession(state, player) if roll <= facts().conversion.roll_max else ""
    said = f"{code} converts" if code else "nothing converts"
    text = f"{name} did not Combat Heresy and rolls {roll}: {said}"
    progress.tell(TRADEOFF_ROLL, "POW-TRD-1", text, (player,), (code,), roll=roll)
    if code:
        convert_province(progress, code, other_religion(one.religion), "POW-TRD-1")


def _blame_emperor(progress: Progress) -> None:
    """POW-TRD-7: an Emperor who lets Foreign Powers keep land in the Empire pays for it."""
    state = progress.state
    emperor = state.emperor
    if not emperor or state.players[emperor].fought_foreign:
        return
    if any(
        one.foreign and state.lands[player]
        for player, one in state.players.items()
        if player != emperor
    ):
        cost = facts().tradeoffs.emperor_ignored_foreign
        why = "Foreign Powers own land in the Empire, and the Emperor fought none"
        lose(progress, emperor, cost, "POW-TRD-7", why)


def trade_off(turn: Turn) -> None:
    """R8, gains before losses (POW-TRD-8). If a player asks for Initiative Order, others pay in
    their own phases."""
    due = payers(turn.state)
    in_order = _is_asked_for(turn, due)
    _reward(turn)
    if in_order:
        _begin_in_order(turn, due)
    else:
        for player in due:
            _pay_tradeoff(turn, turn.lots, player)
        _blame_emperor(turn)
        check_victory(turn, "tradeoffs")


def pay_next(turn: Turn) -> None:
    """The Tradeoffs of the player whose turn it is to pay."""
    due = payers(turn.state)
    # A ruling may have changed who pays.
    for player in of_phase(turn.before, due):
        _pay_tradeoff(turn, turn.lots, player)
    if not turn.go_on(due):
        _blame_emperor(turn)
        check_victory(turn, "tradeoffs")


def _reward(turn: Turn) -> None:
    """POW-TRD-5, 6: the Emperor's gains, which come before all losses, may be placed at once."""
    emperor, gained = turn.state.emperor, 0
    if emperor:
        before = turn.state.players[emperor]
        if all(player == emperor for player in turn.state.landed):
            why = "no other Foreign Power has owned land in the Empire"
            gain(turn, emperor, facts().tradeoffs.emperor_no_foreign_land, "POW-TRD-5", why)
        if before.took_from_foreign:
            why = "land was won back from a Foreign Power"
            gain(turn, emperor, facts().tradeoffs.emperor_took_from_foreign, "POW-TRD-6", why)
        gained = turn.state.players[emperor].saved - before.saved
    for entry in turn.entries_of(PlaceInfluence):
        order, text = entry.order, ""
        if entry.power != emperor or not gained:
            text = "only the Emperor places DI now, and only what he has just gained"
        elif order.principality not in turn.state.principalities:
            text = f"{order.principality} is not on the map"
        if not turn.bars(entry, ("POW-TRD-5", text) if text else None):
            wish = replace(order, number=min(gained, order.number))
            gained -= place_saved(turn, emperor, wish)
            turn.settle(entry, "success", ("POW-TRD-5", f"{wish.number} DI placed"))


def _is_asked_for(turn: Turn, due: tuple[str, ...]) -> bool:
    """Whether a player who pays asks for Initiative Order, and there is someone to wait for."""
    asked = False
    for entry in turn.entries_of(RequestInitiative):
        refusal = alone_refusal(due, entry.power)
        if refusal is None:
            asked = True
            turn.settle(entry, "success", ("POW-TRD-8", "one after the other"))
        else:
            turn.settle(entry, "void", refusal)
    return asked


def _begin_in_order(turn: Turn, due: tuple[str, ...]) -> None:
    """The first pays at once, and all other orders have to wait."""
    order = listed(map(player_name, due))
    text = f"Tradeoffs go in Initiative Order: {order}"
    turn.tell(TRADEOFFS_IN_ORDER, "POW-TRD-8", text, due)
    _pay_tradeoff(turn, turn.lots, due[0])
    turn.go("tradeoffs-2")
    text = "it is asked for after the Tradeoffs, which go in Initiative Order"
    for entry in turn.entries_of(LeaveEmpire, Vote):
        turn.settle(entry, "void", ("POW-TRD-8", text), known_to=(entry.power,))


class Block(NamedTuple):
    """The unaligned Electors of a religion, the candidate for whom they vote ("" for none), and
    why."""

    religion: Religion
    electors: tuple[str, ...]
    candidate: str
    rule: str


class Count(NamedTuple):
    """An election: each ballot ({Elector: candidate}), the blocks, all votes and the winner."""

    ballots: Mapping[str, str]
    blocks: tuple[Block, ...]
    votes: Mapping[str, int]
    winner: str


def voters_of(state: State, player: str) -> tuple[str, ...]:
    """The Electors whose votes a player casts (POW-ELE-3)."""
    return tuple(name for name in state.electors if state.principalities[name].ally == player)


def watch_emperor(progress: Progress, lots: Lots) -> bool:
    """POW-ELE-1: another Round in office, and whether the Emperor survives it. Returns whether the
    throne is empty."""
    state = progress.state
    emperor = state.emperor
    if not emperor:
        return True
    name = player_name(emperor)
    rounds = state.emperor_rounds + 1
    progress.change(emperor_rounds=rounds)
    if state.emperor_left:
        why, rule = f"{name} has left the Empire", "POW-FP-14"
    elif rounds >= facts().game.emperor_rounds_max:
        why, rule = f"after {rounds} Rounds in office", "POW-ELE-1"
    else:
        roll = lots.die(f"r{state.round}/emperor")
        if roll > facts().emperor.death_max:
            text = f"Emperor {name} rolls {roll} and lives"
            progress.tell(kinds.EMPEROR_LIVES, "POW-ELE-1", text, (emperor,), roll=roll)
            if state.round == facts().game.rounds:
                # No Round follows: at the peace a lasting bonus is the same as in this one.
                progress.state = state
            return False
        why, rule = f"a roll of {roll}", "POW-ELE-1"
    progress.change(emperor="", emperor_rounds=0, emperor_left=False)
    text = f"Emperor {name} dies: {why}" if rule == "POW-ELE-1" else f"{why}: the throne is empty"
    progress.tell(kinds.EMPEROR_DIES, rule, text, (emperor,))
    return True


def count_votes(state: State, ballots: Mapping[str, str]) -> Count:
    """The outcome of an election with these ballots, {Elector: candidate}.

    An Elector with an ally and without a ballot votes for the ally. Both blocks look at the
    players' votes only (POW-ELE-8).
    """
    cast = {
        name: candidate
        for name in state.electors
        if (candidate := ballots.get(name, state.principalities[name].ally))
    }
    loose = tuple(name for name in state.electors if name not in cast)
    so_far = Counter(cast.values())
    blocks = [_block(state, religion, loose, so_far) for religion in RELIGIONS]
    votes = Counter(so_far)
    for block in blocks:
        votes[block.candidate] += len(block.electors)
    # POW-ELE-7: of equals the first in order has won.
    winner = max(state.order, key=votes.__getitem__)
    shown = {player: votes[player] for player in state.order if votes[player]}
    return Count(cast, tuple(block for block in blocks if block.electors), shown, winner)


def elect_emperor(progress: Progress, ballots: Mapping[str, str]) -> None:
    """R10: count the ballots, and crown the winner."""
    found = count_votes(progress.state, ballots)
    state = progress.state
    for elector, candidate in found.ballots.items():
        ally = state.principalities[elector].ally
        whose = f" ({player_name(ally)})" if ally else ""
        text = f"{name_of(state, elector)}{whose} votes for {player_name(candidate)}"
        rule = "POW-ELE-3" if elector in ballots else "POW-ELE-10"
        parties = dict.fromkeys(filter(None, (ally, candidate)))
        progress.tell(kinds.BALLOT, rule, text, parties, elector=elector, candidate=candidate)
    for block in found.blocks:
        names = capital_letter(listed(name_of(state, one) for one in block.electors))
        several = len(block.electors) > 1
        whom = "do not vote" if several else "does not vote"
        if block.candidate:
            whom = f"{'vote' if several else 'votes'} for {player_name(block.candidate)}"
        text = f"{names}, {RELIGION[block.religion]} and unaligned, {whom}"
        progress.tell(
            kinds.BLOCK_VOTE,
            block.rule,
            text,
            (block.candidate,),
            electors=block.electors,
            candidate=block.candidate,
        )
    winner = found.winner
    progress.change(emperor=winner, emperor_rounds=0, emperor_left=False)
    said = ", ".join(f"{player_name(one)} {votes}" for one, votes in found.votes.items())
    text = f"{player_name(winner)} is elected Emperor: {said}"
    progress.tell(kinds.EMPEROR_ELECTED, "POW-ELE-7", text, (winner,), votes=dict(found.votes))


def _block(
    state: State, religion: Religion, loose: tuple[str, ...], so_far: Mapping[str, int]
) -> Block:
    """POW-ELE-5, 6: how the Electors of a religion vote when no player casts their votes."""
    electors = tuple(name for name in loose if state.religion_of(name) == religion)
    of_it = [player for player in state.order if state.players[player].religion == religion]
    if not of_it:
        return Block(religion, electors, "", "POW-ELE-6")
    most = max(so_far[player] for player in of_it)
    best = [player for player in of_it if so_far[player] == most]
    rule = "POW-ELE-5" if most and len(best) == 1 else "POW-ELE-6"
    return Block(religion, electors, best[0], rule)


def _open_electors(state: State, player: str) -> tuple[str, ...]:
    """The Electors whose votes a player casts and that have not voted yet in an open ballot."""
    return tuple(name for name in voters_of(state, player) if name not in state.ballots)


def next_voter(state: State) -> str:
    """The first in Initiative Order who has a vote left to cast openly; "" if there is none."""
    return next((player for player in state.order if _open_electors(state, player)), "")


def ask_next(turn: Turn, number: int) -> bool:
    """Go to the `number`-th open ballot; return whether a player is left to vote."""
    if not next_voter(turn.state):
        return False
    turn.go(f"ballot-{number}")
    return True


def _ballots_of(turn: Turn, player: str, own: tuple[str, ...]) -> dict[str, str]:
    """How a player votes with some Electors. A vote for one Elector goes before `VOTE ALL`; of
    several the last one counts."""
    ballots: dict[str, str] = {}
    named: dict[str, str] = {}
    given = turn.orders(player, Vote)
    last = {order.elector: entry for entry, order in given}
    for entry, order in given:
        if order.elector and order.elector not in own:
            text = f"the vote of {name_of(turn.state, order.elector)} is not the player's to cast"
            turn.settle(entry, "illegal", ("POW-ELE-3", text))
        elif not own:
            turn.settle(entry, "void", ("POW-ELE-3", "the player is the ally of no Elector"))
        elif entry is not last[order.elector]:
            turn.settle(entry, "excess", ("POW-MAIL-2", "a later line counts"))
        else:
            turn.settle(entry, "success", ("POW-ELE-3", "cast"))
            if order.elector:
                named[order.elector] = order.candidate
            else:
                ballots |= dict.fromkeys(own, order.candidate)
    ballots |= named
    for elector in own:
        if elector not in ballots:
            order = Vote(elector, player)
            turn.automatic(player, order, "POW-ELE-10", "without a ballot: for its ally")
    return ballots


def keep_ballots(turn: Turn, text: str = "there is no election: the Emperor lives") -> None:
    """Leave the orders for an election uncounted and secret; `text` is the reason."""
    for entry in turn.entries_of(Vote):
        turn.settle(entry, "void", ("POW-ELE-2", text), known_to=(entry.power,))


# --- Foreign Powers, and the end of the Round


def depart(turn: Turn) -> None:
    """POW-FP-1: players who qualify and want to leave the Empire do so in Initiative Order, each
    for the first free home on the player's list."""
    for player in turn.state.initiative:
        decided = False
        for entry, order in turn.orders(player, LeaveEmpire):
            if decided:
                turn.settle(entry, "excess", ("POW-FP-1", "a line before it is carried out"))
            elif not order.home:
                decided = True
                turn.settle(entry, "success", ("POW-FP-1", "stays"))
            elif not (
                turn.bars(entry, leaving_refusal(turn.state, player))
                or turn.bars(entry, home_refusal(turn.state, order.home))
            ):
                decided = True
                problem = name_problem(turn.state, order.name) if order.name else ""
                leave_empire(turn, player, order)
                more = f"; the rules name the land, for {problem}" if problem else ""
                turn.settle(entry, "success", ("POW-FP-1", f"leaves the Empire{more}"))


def roll_for_troubles(turn: Turn) -> None:
    """POW-FP-10: every Foreign Power rolls for troubles at home; the next Round's home IP."""
    round_number = turn.state.round
    if round_number == facts().game.rounds:
        return
    for player in turn.state.initiative:
        foreign = turn.state.players[player].foreign
        if foreign is None:
            continue
        label = f"r{round_number}/fp/{player}"
        dice = [turn.lots.die(f"{label}/{n + 1}") for n in range(facts().foreign.dice)]
        roll = sum(dice)
        full = facts().foreign.home_per_round * (round_number + 1)
        home_ip = max(0, full - roll - foreign.trouble)
        new = replace(foreign, home_ip=home_ip, roll=roll, trouble=0)
        turn.change_player(player, foreign=new)
        more = f" and {foreign.trouble} more" if foreign.trouble else ""
        rolled = f"{player_name(player)} rolls {roll} for troubles{more}"
        text = f"{rolled}: the home will give {home_ip} IP"
        turn.tell(TROUBLES, "POW-FP-10", text, (player,), dice=dice, home_ip=home_ip)


def await_election(turn: Turn) -> None:
    """Stepwise: whether the Emperor lives; if not, the throne is empty until the election."""
    if watch_emperor(turn, turn.lots) and not (are_open(turn.before) and ask_next(turn, 1)):
        turn.go("election")


def elect_if_due(turn: Turn) -> None:
    """An election, if the Emperor dies: now, or with open ballots in their own phases."""
    if not watch_emperor(turn, turn.lots):
        keep_ballots(turn)
    elif are_open(turn.before):
        keep_ballots(turn, "ballots are open: each player votes when it is his turn")
        _call_to_vote(turn, 1)
    else:
        elect(turn)


def elect(turn: Turn) -> None:
    """Secret ballots are counted; before there is an Initiative the Setup Order breaks ties
    (POW-SET-19)."""
    ballots: dict[str, str] = {}
    for player in turn.before.seats:
        ballots |= _ballots_of(turn, player, voters_of(turn.state, player))
    elect_emperor(turn, ballots)


def vote_next(turn: Turn) -> None:
    """Open ballots: one player votes, and all learn of it before the next one does. An Elector
    without a ballot votes for its ally (POW-ELE-10)."""
    # A player who was asked has had his turn, even if he withdrew from his Electors just now.
    player = next_voter(turn.before)
    own = _open_electors(turn.state, player)
    cast = _ballots_of(turn, player, own)
    votes = {name: cast.get(name, player) for name in own}
    for candidate in dict.fromkeys(votes.values()):
        electors = [name for name in own if votes[name] == candidate]
        shown = listed(name_of(turn.state, name) for name in electors)
        text = f"{player_name(player)} votes for {player_name(candidate)} with {shown}"
        rule = "POW-ELE-3" if any(name in cast for name in electors) else "POW-ELE-10"
        parties = dict.fromkeys((player, candidate))
        turn.tell(kinds.VOTE, rule, text, parties, electors=electors, candidate=candidate)
    turn.change(ballots=MappingProxyType({**turn.state.ballots, **votes}))
    _call_to_vote(turn, turn.number + 1)


def _call_to_vote(turn: Turn, number: int) -> None:
    """The `number`-th player is called to vote; once all have, the votes are counted."""
    if not ask_next(turn, number):
        elect_emperor(turn, turn.state.ballots)
        turn.change(ballots=NOTHING)


def end_round(turn: Turn) -> None:
    """R11: unless a religion has won, the Round's secret is published, and the next Round or the
    Peace of Westphalia follows."""
    if check_victory(turn, "election"):
        return
    round_number = turn.state.round
    if round_number < facts().game.rounds:
        turn.tell_secret(round_number)
        turn.promise(round_number + 1)
        turn.change(round=round_number + 1)
        turn.go("upheaval", new_round=True)
        return
    tied = tied_for_peace(turn.state)
    if len(tied) == 1:
        sign_peace(turn, tied[0])
        return
    names = listed(map(player_name, tied))
    text = f"{names} are tied: Emperor {player_name(turn.state.emperor)} chooses the winner"
    turn.tell(PEACE_TIE, "POW-VIC-6", text, tied)
    turn.go("peace")


def choose_winner(turn: Turn) -> None:
    """POW-VIC-6: himself if tied and silent, else the first of the tied in Initiative."""
    tied = tied_for_peace(turn.state)
    emperor = turn.state.emperor
    winner = emperor if emperor in tied else tied[0]
    silent = "as the Emperor" if emperor in tied else "first of the tied in Initiative"
    why = f"{silent}: no choice was made that counts"
    found = turn.last(emperor, Winner)
    if found is None:
        text = "without a word: himself if tied, else the first in Initiative"
        turn.automatic(emperor, Winner(winner), "POW-VIC-6", text)
    elif found[1].player not in tied:
        turn.settle(found[0], "illegal", ("POW-VIC-6", f"{found[1].player} is not tied"))
    else:
        turn.settle(found[0], "success", ("POW-VIC-6", "the Emperor's choice"))
        winner, why = found[1].player, "by the Emperor's choice"
    take_standing_orders(turn)
    sign_peace(turn, winner, why)
