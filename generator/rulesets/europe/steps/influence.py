"""Influence: INFs that powers place in minor states, and diplomatic attacks that remove them."""

from __future__ import annotations

from typing import Final

from generator.engine.docket import Entry
from generator.engine.events import EventKind, Sentence
from generator.engine.verdicts import Event, Reason
from generator.engine.words import count, listed
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import DiplomaticAttack, PlaceInfs
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.feature import first
from generator.rulesets.europe.turn.rulings import rulings_of
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import Story, side_in


def allotment_of(edition: Edition, politics: Turn | EuropeState, power: str) -> int:
    """The INFs that a power may place now; a fallen power has none."""
    return 0 if power in politics.eliminated else edition.allotment(politics, power)


def place_infs(turn: Turn) -> None:
    """Settle the placements of all powers, book them and report them power by power.

    They are judged by the statuses that were published before the phase, so that no placement
    depends on another power's.
    """
    by_power: dict[str, list[Entry]] = {}
    for entry in turn.entries_of(PlaceInfs):
        by_power.setdefault(entry.power, []).append(entry)
    for power in turn.facts.powers:
        if power in by_power:
            _place(turn, power, by_power[power])


def _place(turn: Turn, power: str, entries: list[Entry]) -> None:
    """Settle the placements of one power in the order in which they are written."""
    name = turn.facts.name_of(power)
    bars = [bar_placement(turn, power, entry.order) for entry in entries]
    allotted = left = allotment_of(turn.edition, turn, power)
    rules = turn.facts.influence
    held = {code for code, status in turn.statuses.items() if status.kind == "captured"}
    captured = [entry for entry in entries if entry.order.state in held]
    spending = {"lost": entries, "captured": captured, "kept": []}
    are_lost = spending[rules.void_placements]
    public = rules.placements == "public"
    placed: dict[str, int] = {}
    for entry, bar in zip(entries, bars, strict=True):
        order: PlaceInfs = entry.order
        given = min(max(order.number, 0), left)
        if rules.overspend == "line" and given < order.number:
            given = 0
        if bar is not None:
            lost = given if entry in are_lost else 0
            left -= lost
            said = f"{count(lost, 'INF')} {'is' if lost == 1 else 'are'} lost by it"
            turn.settle(entry, "illegal", bar, *([("inf-lost", said)] if lost else []))
        else:
            left -= given
            if given:
                row = turn.infs.setdefault(order.state, {})
                row[power] = row.get(power, 0) + given
                placed[order.state] = placed.get(order.state, 0) + given
            if given == order.number:
                said = (
                    f"{count(given, 'INF')} placed in {turn.facts.name_of(order.state)}: "
                    f"{name} has {turn.infs[order.state][power]} there now"
                )
                known_to = () if public else (power,)
                turn.settle(entry, "success", ("inf-placed", said), known_to=known_to)
            else:
                why = _short(turn, power, allotted, left, given, order.number)
                turn.settle(entry, "excess", why, extent="partly" if given else "")
    if placed:
        _report_placements(turn, power, allotted, placed, public)


def _short(
    turn: Turn, power: str, allotted: int, left: int, given: int, asked: int
) -> tuple[str, str]:
    """Why fewer INFs are placed than an order names; `left` are there after it."""
    name = turn.facts.name_of(power)
    if not allotted:
        left_over = " left" if turn.facts.influence.unused == "kept" else ""
        return "inf-no-allotment", f"{name} has no INFs{left_over} to place in {turn.year}"
    own = f"of its {count(allotted, 'INF')}"
    if given:
        said = f"{name} has only {given} {own} left: {given} placed instead of {asked}"
        return "inf-over-allotment", said
    if left:
        return "inf-over-allotment", f"{name} has only {left} {own} left: none is placed"
    return "inf-over-allotment", f"{name} has none {own} left"


def _report_placements(
    turn: Turn, power: str, allotted: int, placed: dict[str, int], public: bool
) -> None:
    where = {state: placed[state] for state in turn.states if state in placed}
    total = sum(where.values())
    unused = allotted - total if turn.facts.influence.unused == "lost" else 0
    lost = f"; {unused} of its {allotted} {'is' if unused == 1 else 'are'} lost" if unused else ""
    names = listed(f"{number} in {turn.facts.name_of(state)}" for state, number in where.items())
    turn.report(
        PLACEMENT,
        "inf-placed",
        f"{turn.facts.name_of(power)} places {count(total, 'INF')}: {names}{lost}",
        provinces=[turn.facts.states[state].seat for state in where],
        known_to=() if public else (power,),
        power=power,
        allotted=allotted,
        placed=where,
        lost=unused,
    )


def bar_placement(turn: Turn, power: str, order: PlaceInfs) -> Reason | None:
    """Why an order cannot place INFs, however many the power has; None if it can."""
    facts = turn.facts
    if order.number < 0:
        return _reason(turn, "inf-withdrawn", "INFs that are placed cannot be taken back")
    if not order.number:
        return _reason(turn, "inf-number", "at least one INF is placed at a time")
    status = turn.statuses.get(order.state)
    if status is None:
        # A state whose center comes into being with it has a separate rule.
        latent = facts.latent.get(order.state)
        cause = "inf-unfounded" if latent is not None and latent.center else "inf-no-state"
        return _reason(turn, cause, _no_state(turn, order.state))
    minor = facts.states[order.state]
    if not minor.pliant:
        return _reason(turn, "inf-not-pliant", f"nobody places INFs in {minor.name}")
    if status.kind == "captured":
        holder = facts.name_of(status.captor)
        said = f"{minor.name} is held by {holder}, and nobody places INFs in a captured state"
        return _reason(turn, "inf-captured-state", said)
    own = facts.powers[power].confession
    if minor.deposit and own not in minor.deposit:
        names = facts.confessions
        may = listed(names[creed].name for creed in minor.deposit)
        said = (
            f"only {may} powers place INFs in {minor.name}, and {facts.name_of(power)} is "
            f"{names[own].name}"
        )
        return _reason(turn, "inf-confession", said)
    if status.kind == "vassal" and status.patron != power:
        patron = facts.name_of(status.patron)
        said = f"{minor.name} is a vassal of {patron}, and nobody else places INFs there"
        return _reason(turn, "inf-vassal", said)
    no = first(feature.bar_deposit(turn, power, order) for feature in turn.edition.features)
    return None if no is None else Reason(no.rule, no.text)


def _no_state(turn: Turn, code: str) -> str:
    """Why a code does not name a minor state of this game."""
    if code in turn.facts.states:
        return f"{turn.facts.name_of(code)} is not a state of its own"
    known = code in turn.board.provinces
    return f"{turn.board.name_of(code) if known else code} is not a minor state"


def _reason(turn: Turn, cause: str, text: str) -> Reason:
    return Reason(turn.cites(cause), text)


RULED_ORDER: Final = "attacks"
"""The kind of rulings on the order of attacks, in editions that have it."""


def resolve_attacks(turn: Turn) -> None:
    """Settle the diplomatic attacks, state by state and in each in the order of attacks."""
    attacks = _counted(turn)
    if not attacks:
        return
    states = {attack.order.state for attack in attacks}
    rank = {state: _rank(turn, state) for state in states}
    place = {state: number for number, state in enumerate(turn.states)}
    attacks.sort(key=lambda one: (place[one.order.state], rank[one.order.state].index(one.power)))
    placed = {state: dict(turn.infs.get(state, {})) for state in states}
    fought: set[tuple[str, str, str]] = set()
    for attack in attacks:
        _resolve(turn, attack, placed[attack.order.state], fought)


def _rank(turn: Turn, state: str) -> list[str]:
    """The powers in the order in which they attack in a state."""
    usual = turn.edition.attack_ranks(turn)
    powers = sorted(turn.facts.powers, key=lambda power: usual.get(power, len(usual) + 1))
    for ruled in rulings_of(turn, RULED_ORDER):
        if ruled.state in (None, state):
            ahead = list(dict.fromkeys(ruled.powers))
            powers = [*ahead, *(power for power in powers if power not in ahead)]
    return powers


def _counted(turn: Turn) -> list[Entry]:
    """The attacks that count; all others are settled.

    With `illegal_attacks = "count"` the first on a sheet use up the attacks of the year even where
    they may not be made or cannot be read; otherwise these do not matter.
    """
    rules = turn.facts.influence
    by_power: dict[str, list[Entry]] = {}
    for entry in turn.entries:
        # An unreadable order may have been meant as an attack.
        meant = entry.order is None and ">" in entry.written
        if entry.verdict is None and (meant or isinstance(entry.order, DiplomaticAttack)):
            by_power.setdefault(entry.power, []).append(entry)
    counted = []
    for power, entries in by_power.items():
        bars = [_bar_attack(turn, power, entry.order) for entry in entries]
        legal = [entry for entry, bar in zip(entries, bars, strict=True) if bar is None]
        asked = entries if rules.illegal_attacks == "count" else legal
        most = rules.attacks_per_power
        for entry, bar in zip(entries, bars, strict=True):
            order: DiplomaticAttack | None = entry.order
            if order is None:  # settled with all else that cannot be read
                continue
            if entry in asked[most:]:
                period = "year" if turn.facts.influence.unused == "lost" else "phase"
                attacks = count(most, "diplomatic attack")
                said = f"{turn.facts.name_of(power)} has {attacks} a {period}"
                said += ", and the first on the sheet counts"
                turn.settle(entry, "excess", ("attack-second", said))
            elif bar is not None:
                turn.settle(entry, "illegal", bar)
            else:
                counted.append(entry)
    return counted


def _bar_attack(turn: Turn, power: str, order: DiplomaticAttack | None) -> Reason | None:
    """Why an attack cannot be made, whatever INFs there are; None if it can."""
    facts = turn.facts
    if order is None:
        return _reason(turn, "unreadable", "this cannot be read")
    status = turn.statuses.get(order.state)
    if status is None:
        return _reason(turn, "attack-no-state", _no_state(turn, order.state))
    if status.kind == "captured" and facts.influence.captured_attacks == "void":
        where, holder = facts.name_of(order.state), facts.name_of(status.captor)
        said = f"{where} is held by {holder}, and its INFs are out of reach"
        return _reason(turn, "attack-captured", said)
    if order.power == power:
        said = f"{facts.name_of(power)} cannot attack its own influence"
        return _reason(turn, "attack-self", said)
    for side in (power, order.power):
        if side not in facts.powers or side in turn.eliminated:
            return _reason(turn, "attack-no-power", f"{facts.name_of(side)} is not in the game")
    no = first(feature.bar_attack(turn, power, order) for feature in turn.edition.features)
    return None if no is None else Reason(no.rule, no.text)


def _resolve(
    turn: Turn, attack: Entry, placed: dict[str, int], fought: set[tuple[str, str, str]]
) -> None:
    """Take from both what the weaker one has. `placed` are the INFs before the first attack."""
    by, against, state = attack.power, attack.order.power, attack.order.state
    row = turn.infs.setdefault(state, {})
    before = {by: row.get(by, 0), against: row.get(against, 0)}
    lost = min(before.values())
    after = {power: number - lost for power, number in before.items()}
    name, other = turn.facts.name_of(by), turn.facts.name_of(against)
    where = turn.facts.name_of(state)
    # An attack in vain was made all the same, and most editions list it like any other.
    rules = turn.facts.influence
    told = rules.attacks if lost or rules.attacks == "author" else rules.failed_attacks
    known_to = (by,) if told == "author" else ()
    if lost:
        cause = "attack-equal" if before[by] == before[against] else "attack-reduction"
        said = (
            f"{name} and {other} lose {count(lost, 'INF')} each in {where} "
            f"({name} {before[by]} to {after[by]}, {other} {before[against]} to {after[against]})"
        )
        reasons = [(cause, said)]
        if turn.statuses[state].kind == "captured":
            held = f"{where} is captured; the INFs that are left stay suspended"
            reasons.append(("attack-captured-state", held))
        turn.settle(attack, "success", *reasons, known_to=known_to)
        fought.add((state, by, against))
    else:
        cause, said = _no_effect(turn, attack, before, placed, fought)
        turn.settle(attack, "void", (cause, said), known_to=known_to)
    for power, number in after.items():
        if number:
            row[power] = number
        else:
            row.pop(power, None)
    turn.report(
        ATTACK,
        cause,
        ATTACK.text(what=f"{name} attacks the influence of {other} in {where}", why=said),
        provinces=[turn.facts.states[state].seat],
        weight=None if lost else 0,
        known_to=known_to,
        state=state,
        by=by,
        against=against,
        before=before,
        after=after,
        lost=lost,
    )


def _no_effect(
    turn: Turn,
    attack: Entry,
    before: dict[str, int],
    placed: dict[str, int],
    fought: set[tuple[str, str, str]],
) -> tuple[str, str]:
    """The cause and the sentence for an attack in which one side has no INFs."""
    lacking = attack.order.power if before[attack.power] else attack.power
    name, where = turn.facts.name_of(lacking), turn.facts.name_of(attack.order.state)
    if not placed.get(lacking):
        own = lacking == attack.power
        cause = "attack-nothing-own" if own else "attack-nothing-there"
        return cause, f"{name} has no INFs in {where}, and nobody loses any"
    if (attack.order.state, attack.order.power, attack.power) in fought:
        other = turn.facts.name_of(attack.order.power)
        return "attack-answered", f"the attack of {other} has settled it: {name} has none left"
    cause = "attack-attacker-gone" if lacking == attack.power else "attack-target-gone"
    return cause, f"{name} lost all its INFs in {where} in an attack before, and none is left"


# --- the kinds of events


def _influence(story: Story, events: list[Event]) -> str:
    placed = [event.data for event in events if event.kind == PLACEMENT.slug]
    attacks = [event.data["lost"] for event in events if event.kind == ATTACK.slug]
    parts = []
    if placed:
        total = sum(sum(row["placed"].values()) for row in placed)
        verb = "places" if len(placed) == 1 else "place"
        parts.append(f"{count(len(placed), 'power')} {verb} {count(total, 'INF')}")
    if any(attacks):
        made = [lost for lost in attacks if lost]
        cost = f"{'costs' if len(made) == 1 else 'cost'} both sides {count(sum(made), 'INF')}"
        parts.append(f"{count(len(made), 'diplomatic attack')} {cost}")
    return "; ".join(parts)


def _course(event: Event, side: str) -> str:
    """The INFs of a side before an attack and after it."""
    power = event.data[side]
    return f"{event.data['before'][power]} → {event.data['after'][power]}"


def _loss(facts: Facts, event: Event) -> str:
    """The loss of both sides by an attack, with the reason if it was in vain."""
    return str(event.data["lost"] or ATTACK.parts(event.text)["why"])


_INFLUENCE: Final = Sentence(_influence)

PLACEMENT: Final = EventKind(
    "placement", topics=("influence",), weight=1, sentences=(_INFLUENCE,), tabled=True
)
ATTACK: Final = EventKind(
    "diplomatic-attack",
    section="Diplomatic attacks, in the order resolved",
    topics=("influence",),
    weight=12,
    says="{what}: {why}",
    columns={
        "Power": side_in("by"),
        "attacks": side_in("against"),
        "in": side_in("state"),
        "Its INFs": lambda facts, event: _course(event, "by"),
        "The other’s": lambda facts, event: _course(event, "against"),
        "Each loses": _loss,
    },
    sentences=(_INFLUENCE,),
)
