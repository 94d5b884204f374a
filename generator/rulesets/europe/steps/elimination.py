"""Elimination: powers that have lost all their home centers leave the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from generator.engine.events import EventKind, Sentence, Sum
from generator.engine.verdicts import Event
from generator.engine.words import count, listed
from generator.rulesets.europe.state.standing import Status
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.capture_reports import report_disbanded, report_release
from generator.rulesets.europe.steps.prices import amount, wealth_known_to
from generator.rulesets.europe.steps.statuses import STATUS, status_of, status_words
from generator.rulesets.europe.turn.rulings import rulings_of
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import own_words, without_reasons


def eliminate(turn: Turn) -> bool:
    """Let the powers fall that hold none of their home centers; whether any fell. With
    `homes = "any"` in the table `elimination` those fall that do not hold all of them, with
    `homes = "no_center"` those that hold no center at all.

    All of them fall at once, before anything that they held comes free. With `order = "rounds"` in
    the table `elimination` those fall first whose homes no other falling power holds.
    """
    falling = falling_powers(turn)
    if not falling:
        return False
    holders = turn.standing.holders
    for power in falling:
        report_end(turn, power, holders)
    freed = [(code, one.holder) for code, one in turn.captures.items() if one.holder in falling]
    for code, _ in freed:
        del turn.captures[code]
    turn.stands = [stand for stand in turn.stands if stand[0] not in falling]
    turn.displaced = tuple(one for one in turn.displaced if one.owner not in falling)
    turn.eliminated.update(dict.fromkeys(falling, turn.year))
    for power in falling:
        _found_states(turn, power)
    turn.politics_changed()
    for code, power in freed:
        why = f"{turn.facts.name_of(power)} is eliminated"
        report_release(turn, turn.standing, code, power, "power-holding-freed", why)
    touched = {state for state, one in turn.statuses.items() if one.patron in falling}
    for power in falling:
        touched.update(take_infs(turn, power))
        _end_ties(turn, power)
        open_land(turn, power)
    _settle(turn, touched)
    turn.politics_changed()
    for power in falling:
        for feature in turn.edition.features:
            feature.on_elimination(turn, power)
    return True


def falling_powers(turn: Turn) -> list[str]:
    """The powers that fall by who holds which center now, or by a ruling."""
    ruled = {ruling.power: ruling.falls for ruling in rulings_of(turn, "eliminate")}
    holders = turn.standing.holders
    centers = {power: turn.facts.powers[power].centers for power in turn.living}
    falling = [power for power in centers if ruled.get(power, has_fallen(turn, power))]
    if turn.facts.elimination.order != "rounds":
        return falling
    first = [power for power in falling if not {holders[c] for c in centers[power]} & {*falling}]
    # Powers that hold one another's homes in a circle cannot save each other.
    return first or falling


def has_fallen(turn: Turn | EuropeState, power: str) -> bool:
    """Whether a power has lost the home centers that it cannot do without."""
    holders, homes = turn.standing.holders, turn.facts.powers[power].centers
    if not homes:
        return False
    if turn.facts.elimination.homes == "no_center":
        return all(holders[code] != power for code in turn.facts.centers)
    lost = [holders[code] != power for code in homes]
    return any(lost) if turn.facts.elimination.homes == "any" else all(lost)


def report_end(turn: Turn, power: str, holders: Mapping[str, str], dissolved: str = "") -> None:
    """Report that a power falls, and the loss of its units; `dissolved`: why it is, if it is."""
    one = turn.facts.powers[power]
    turn.report(
        ELIMINATED,
        "dissolved" if dissolved else "eliminated",
        ELIMINATED.text(
            what=f"{one.name} is {'dissolved' if dissolved else 'eliminated'}",
            why=dissolved or _why(turn, power, holders),
        ),
        provinces=one.centers,
        power=power,
        holders={code: holders[code] for code in one.centers},
    )
    units = sorted(str(unit) for side, unit in turn.stands if side == power)
    if units:
        cause, why = "power-units-disbanded", "it is eliminated"
        if dissolved:
            cause, why = "dissolved-units-disbanded", "it is dissolved"
        report_disbanded(turn, power, units, cause, why)


def _why(turn: Turn, power: str, holders: Mapping[str, str]) -> str:
    """Why a power falls that is not dissolved."""
    one = turn.facts.powers[power]
    lost = [turn.board.name_of(code) for code in one.centers if holders[code] != power]
    fell = has_fallen(turn, power)
    if fell and turn.facts.elimination.homes == "no_center":
        return "it holds no center any more"
    if len(lost) == len(one.centers):
        return f"it holds none of its home centers ({listed(lost)})"
    if fell:
        return f"it has lost {listed(lost)}, and needs all its home centers"
    return "the referee has ruled so"


def take_infs(turn: Turn, power: str) -> dict[str, int]:
    """Remove all INFs of a power, suspended ones too. Returns what it had by state."""
    taken = {
        state: row.pop(power)
        for state, row in ((state, turn.infs.get(state, {})) for state in turn.states)
        if power in row
    }
    taken = {state: number for state, number in taken.items() if number}
    if taken:
        name = turn.facts.name_of(power)
        where = listed(f"{turn.facts.name_of(state)} {n}" for state, n in taken.items())
        turn.report(
            INFS_REMOVED,
            "power-infs-removed",
            f"{count(sum(taken.values()), 'INF')} of {name} {_is(sum(taken.values()))} removed: "
            f"{where}",
            power=power,
            infs=taken,
        )
    return taken


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def _end_ties(turn: Turn, power: str) -> None:
    """Strike the relations, coming changes, treasury and loans of a power."""
    said = [
        f"its {relation.kind} with {turn.facts.name_of(pair[pair[0] == power])}"
        for pair, relation in turn.relations.items()
        if power in pair and relation.kind != "peace"
    ]
    lapsed = [loan for loan in turn.loans if power in (loan.lender, loan.debtor)]
    changes = [change for change in turn.changes if power in change.pair]
    if changes:
        said.append(f"{count(len(changes), 'declaration')} for the coming year")
    if lapsed:
        said.append(count(len(lapsed), "loan"))
    treasury = turn.treasury.pop(power, 0)
    turn.extra_infs.pop(power, None)
    known_to = wealth_known_to(turn, power)
    if treasury and known_to:
        _report_ties(turn, power, [_treasury_words(turn, treasury)], treasury, 0, known_to)
    elif treasury:
        said.append(_treasury_words(turn, treasury))
    turn.relations = {pair: one for pair, one in turn.relations.items() if power not in pair}
    turn.changes = [change for change in turn.changes if power not in change.pair]
    turn.loans = [loan for loan in turn.loans if power not in (loan.lender, loan.debtor)]
    if said:
        _report_ties(turn, power, said, 0 if known_to else treasury, len(lapsed))


def _treasury_words(turn: Turn, treasury: int) -> str:
    return f"a treasury of {amount(turn, treasury)}"


def _report_ties(
    turn: Turn, power: str, what: Sequence[str], treasury: int, loans: int,
    known_to: tuple[str, ...] = (),
) -> None:  # fmt: skip
    turn.report(
        TIES_ENDED,
        "power-ties-ended",
        f"{turn.facts.name_of(power)} leaves the game, and with it {listed(what)}",
        known_to=known_to,
        power=power,
        treasury=treasury,
        loans=loans,
    )


def _found_states(turn: Turn, power: str) -> None:
    """Bring the states into being that the fall of a power sets free."""
    facts = turn.facts
    born = [code for code, one in facts.latent.items() if one.created_by == power]
    for code in [code for code in born if code not in turn.founded]:
        turn.founded.append(code)
        turn.infs[code] = {}
        held = turn.captures.get(facts.latent[code].seat)
        turn.statuses[code] = Status("captured", "", held.holder) if held else status_of(facts, {})
        name = facts.name_of(code)
        if held:
            cause = "state-founded-captured"
            text = f"{name} is a state of its own, held by {facts.name_of(held.holder)}"
        else:
            cause = f"state-founded-{power}"
            text = f"{name} is a state of its own, open to influence"
        turn.report(
            FOUNDED,
            cause,
            f"{text}, since {facts.name_of(power)} has fallen",
            powers=[power],
            provinces=facts.latent[code].provinces,
            state=code,
            by=held.holder if held else "",
        )


def open_land(turn: Turn, power: str, cause: str = "land-ownerless") -> None:
    """Report the home provinces that have no owner from now on."""
    facts = turn.facts
    founded = {code for state in turn.founded for code in facts.latent[state].provinces}
    left = [
        code
        for code, one in facts.provinces.items()
        if one.owner == power and code not in turn.captures and code not in founded
    ]
    if not left:
        return
    names = listed(turn.board.name_of(code) for code in left)
    belong = "belongs" if len(left) == 1 else "belong"
    turn.report(
        OWNERLESS,
        cause,
        f"{names} {belong} to nobody now and {_is(len(left))} open to everybody",
        powers=(),
        provinces=left,
        power=power,
        closed=False,  # kept for the bytes of states
    )


def _settle(turn: Turn, states: set[str]) -> None:
    """Give the free ones of these states the status that their INFs make."""
    for state in turn.states:
        before = turn.statuses[state]
        if state not in states or before.kind == "captured":
            continue
        status = status_of(turn.facts, turn.infs[state])
        if status == before:
            continue
        turn.statuses[state] = status
        turn.report(
            STATUS,
            "power-infs-gone",
            f"{turn.facts.name_of(state)} is {status_words(turn.facts, status)} now "
            f"({status_words(turn.facts, before)} before)",
            powers=[power for power in (before.patron, status.patron) if power],
            provinces=[turn.facts.states[state].seat],
            weight=20,
            state=state,
            infs={p: n for p, n in turn.infs[state].items() if n},
            total=sum(turn.infs[state].values()),
            status=status.kind,
            patron=status.patron,
            captor="",
            was=before.kind,
            was_patron=before.patron,
        )


# --- the kinds of events


def _forfeits(event: Event) -> list[Sum]:
    power, treasury = event.data["power"], event.data["treasury"]
    return [(power, "forfeit", -treasury)] if treasury else []


_FALL: Final = "Powers eliminated"

ELIMINATED: Final = EventKind(
    "eliminated",
    section=_FALL,
    topics=("diplomacy", "war"),
    weight=80,
    says="{what}: {why}",
    sentences=(Sentence(without_reasons),),
)
TIES_ENDED: Final = EventKind(
    "ties-ended", section=_FALL, topics=("diplomacy", "treasury"), weight=5, account=_forfeits
)
INFS_REMOVED: Final = EventKind("infs-removed", section=_FALL, topics=("influence",), weight=20)
OWNERLESS: Final = EventKind("ownerless", section=_FALL, weight=10)
FOUNDED: Final = EventKind(
    "founded",
    section="New states",
    topics=("influence",),
    weight=60,
    sentences=(Sentence(own_words),),
)
