"""What is said when land changes hands: the events of captures, liberations and proxies."""

from __future__ import annotations

from typing import Final

from generator.rulesets.europe.facts import is_minor
from generator.rulesets.europe.standing import Capture, Standing, Status
from generator.rulesets.europe.statuses import status_words
from generator.rulesets.europe.turn import Turn
from generator.rulesets.europe.words import count, listed

__all__ = [
    "report_capture",
    "report_disbanded",
    "report_fall",
    "report_freed_state",
    "report_proxy",
    "report_release",
    "report_transfer",
    "vacancy_cause",
]

WEIGHTS: Final = {
    "center": 60,
    "province": 40,
    "state": 70,
    "freed-state": 50,
    "freed": 30,
    "disbanded": 35,
    "proxy": 10,
}
"""What makes headlines of map adjustment: higher weights come first."""


def report_capture(
    turn: Turn, standing: Standing, code: str, taker: str, held: Capture | None
) -> None:
    """Report that `taker` has captured a province, from its owner or from the one who held it."""
    facts, owner = turn.facts, standing.owners[code]
    place, value = turn.board.name_of(code), facts.provinces[code].center
    loser = held.holder if held else owner
    name = facts.name_of(loser) if loser else ""
    who, side = facts.name_of(taker), standing.side_of(taker)
    who += f" (aligned with {facts.name_of(side)})" if side != taker else ""
    turn.report(
        "captured",
        _capture_cause(turn, standing, code, taker, held),
        f"{who} captures {place}"
        + (f" from {name}" if name not in ("", place) else "")
        + (f", a center worth {value}" if value else ""),
        powers=[one for one in (taker, loser) if one in facts.powers],
        provinces=[code],
        weight=WEIGHTS["center" if value else "province"],
        **{"from": loser},
        province=code,
        by=taker,
        owner=owner,
        value=value,
    )


def _capture_cause(
    turn: Turn, standing: Standing, code: str, taker: str, held: Capture | None
) -> str:
    if held:
        one, other = standing.side_of(taker), standing.side_of(held.holder)
        powers = turn.facts.powers
        parted = one in powers and other in powers and not standing.at_war(one, other)
        return "captured-by-former-proxy" if parted else "captured-from-captor"
    if is_minor(taker):
        return "captured-by-state"
    owner = turn.facts.states.get(standing.owners[code])
    if owner and code != owner.seat and not standing.is_captured(owner.code):
        return "captured-outer"
    return "captured"


def report_transfer(turn: Turn, standing: Standing, code: str, taker: str, holder: str) -> None:
    """Report that a proxy has taken over what it kept for another."""
    facts, value = turn.facts, turn.facts.provinces[code].center
    turn.report(
        "captured",
        "proxy-transfer",
        f"{facts.name_of(taker)} takes over {turn.board.name_of(code)} from "
        f"{facts.name_of(holder)}, whose unit has left",
        powers=[one for one in (taker, holder) if one in facts.powers],
        provinces=[code],
        weight=WEIGHTS["center" if value else "province"],
        **{"from": holder},
        province=code,
        by=taker,
        owner=standing.owners[code],
        value=value,
    )


def vacancy_cause(turn: Turn, owner: str, code: str) -> str:
    """The cause of a province's return that nobody forced: by whose land it is."""
    if owner in turn.facts.powers:
        return "freed-power-land"
    state = turn.facts.states.get(owner)
    return "freed-outer" if state and state.seat != code else "freed"


def report_release(
    turn: Turn, standing: Standing, code: str, holder: str, cause: str, why: str
) -> None:
    """Report that a province is no longer held by `holder` and goes back to its owner."""
    facts, owner = turn.facts, standing.owners[code]
    place = turn.board.name_of(code)
    if owner in facts.powers:
        whose = f"{place} is {facts.powers[owner].adjective} again"
    elif not owner:
        whose = f"{place} is nobody's land again"
    elif facts.states[owner].seat == code:
        whose = f"{place} is free again"
    else:
        whose = f"{place} belongs to {facts.name_of(owner)} again"
    turn.report(
        "liberated",
        cause,
        f"{whose}: {why}",
        powers=[one for one in (owner, holder) if one in facts.powers],
        provinces=[code],
        weight=WEIGHTS["freed"],
        **{"from": holder},
        province=code,
        to=owner,
        value=facts.provinces[code].center,
    )


def report_fall(turn: Turn, state: str, captor: str) -> None:
    """Report that a state has become a captured one, and which land lies open with it."""
    facts, one = turn.facts, turn.facts.states[state]
    infs = {power: number for power, number in turn.infs.get(state, {}).items() if number}
    name = facts.name_of(state)
    number = sum(infs.values())
    are = "is" if number == 1 else "are"
    suspended = f": {count(number, 'INF')} in it {are} suspended" if infs else ""
    turn.report(
        "state-captured",
        "state-captured",
        f"{name} is a captured state, held by {facts.name_of(captor)}{suspended}",
        powers=[captor] if captor in facts.powers else [],
        provinces=[one.seat],
        weight=WEIGHTS["state"],
        state=state,
        by=captor,
        infs=infs,
    )
    grey = [code for code in one.provinces if code != one.seat and code not in turn.captures]
    if grey:
        names = listed(turn.board.name_of(code) for code in grey)
        turn.report(
            "land-open",
            "state-land-open",
            f"{names} {'lies' if len(grey) == 1 else 'lie'} open to everybody until {name} is free",
            provinces=grey,
            state=state,
        )


def report_disbanded(turn: Turn, side: str, units: list[str], cause: str, why: str) -> None:
    """Report the units that a fallen side loses, given in their notation."""
    facts = turn.facts
    turn.report(
        "units-disbanded",
        cause,
        f"{facts.name_of(side)} loses {listed(units)}: {why}",
        powers=[side] if side in facts.powers else [],
        provinces=[text.split()[1].partition("/")[0] for text in units],
        weight=WEIGHTS["disbanded"],
        side=side,
        units=units,
    )


def report_freed_state(turn: Turn, state: str, status: Status) -> None:
    """Report that a state is free and what its INFs, no longer suspended, make of it."""
    facts = turn.facts
    infs = {power: number for power, number in turn.infs.get(state, {}).items() if number}
    given = listed(f"{facts.name_of(power)} {number}" for power, number in infs.items())
    turn.report(
        "state-freed",
        "state-freed",
        f"{facts.name_of(state)} is a state of its own again, {status_words(facts, status)} "
        f"({given or 'nobody has INFs in it'})",
        powers=[status.patron] if status.patron else [],
        provinces=[facts.states[state].seat],
        weight=WEIGHTS["freed-state"],
        state=state,
        status=status.kind,
        patron=status.patron,
        infs=infs,
    )


def report_proxy(turn: Turn, code: str, holder: str, side: str) -> None:
    """Report that a capture stands through a friend of its holder."""
    facts = turn.facts
    turn.report(
        "proxy",
        "proxy-for-state" if is_minor(holder) else "proxy",
        f"{facts.name_of(holder)} keeps {turn.board.name_of(code)} through a unit of "
        f"{facts.name_of(side)}",
        powers=[one for one in (holder, side) if one in facts.powers],
        provinces=[code],
        weight=WEIGHTS["proxy"],
        province=code,
        holder=holder,
        proxy=side,
    )
