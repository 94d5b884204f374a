"""Reading and checking the sheets of a phase, while their authors can still correct them, without
revealing others' secrets.

The phase is played with one sheet at a time, as if no one else had written. An order that the rules
then refuse for good is an error; one that does nothing is a warning where the sheet itself decides
it. There is no word about an order that depends on the sheet of another power: neither that it fits
nor that it does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from generator.engine.board import province_of
from generator.engine.course import REFUSED
from generator.engine.errors import Complaint, Done, Severity
from generator.engine.forms.sheet import ReadSheet
from generator.engine.forms.tokens import words_of
from generator.engine.movement import No
from generator.engine.orders.checks import complaint_about, meant_unit
from generator.engine.orders.values import (
    Convoy,
    Disband,
    Move,
    Retreat,
    SupportHold,
    SupportMove,
    UnitOrder,
)
from generator.engine.phases import OrderBook, Sheet, WrittenOrder, with_faults
from generator.engine.units import Piece
from generator.engine.verdicts import NO_ORDER, Verdict
from generator.engine.words import listed
from generator.rulesets.europe.data.facts import Facts, is_minor
from generator.rulesets.europe.playing.play import own_verdicts, try_turn
from generator.rulesets.europe.reading.reader import game_reader
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import (
    BolsterUnit,
    BuildUnit,
    BuyUnit,
    Declare,
    DiplomaticAttack,
    DisbandUnit,
    MinorDisband,
    PlaceInfs,
    ReduceUnit,
    Transfer,
)
from generator.rulesets.europe.steps.declarations import UNMATCHED
from generator.rulesets.europe.steps.movement import passage_of
from generator.rulesets.europe.steps.transfers import owed
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.feature import first
from generator.rulesets.europe.turn.turn import Turn

_PURCHASES = (BuildUnit, BuyUnit, BolsterUnit)


def check_sheets(
    edition: Edition, state: EuropeState, sheets: Mapping[str, Sheet]
) -> Iterator[Complaint]:
    """The complaints about what the sheets mean, power by power."""
    if state.ending is not None:
        return
    for sheet in sheets.values():
        if not sheet.orders:
            continue
        turn = try_turn(edition, state, sheet)
        verdicts = alone = own_verdicts(turn)
        if turn.joint:
            alone = own_verdicts(try_turn(edition, state, sheet, alone=True))
        ordered = _ordered(state, verdicts)
        for number, written in enumerate(sheet.orders):
            if written.order is None:
                continue
            verdict = verdicts[number]
            said = list(_check_order(turn, state, sheet.power, written, verdict, ordered))
            yield from said or _check_alone(sheet.power, written, verdict, alone[number])
        yield from _unordered(edition, state, verdicts[len(sheet.orders) :])


def _ordered(state: EuropeState, verdicts: Sequence[Verdict]) -> Mapping[str, UnitOrder]:
    """The orders of units, by their provinces, that count whatever else the sheet has for them, in
    a game in which a player corrects an order by a later one."""
    if state.facts.movement.several_orders != "last":
        return {}
    return {
        verdict.meant.unit.province: verdict.meant
        for verdict in verdicts
        if isinstance(verdict.meant, UnitOrder) and verdict.outcome != "illegal"
    }


def _check_order(
    turn: Turn,
    state: EuropeState,
    power: str,
    written: WrittenOrder,
    verdict: Verdict,
    ordered: Mapping[str, UnitOrder],
) -> Iterator[Complaint]:
    """The complaints about one order that could be read. `turn` is the sheet, tried."""
    edition, order = turn.edition, written.order
    said = verdict.reasons[0].text if verdict.reasons else "it does not count"
    rule = verdict.reasons[0].rule if verdict.reasons else ""
    if verdict.extent == "partly":
        severity: Severity = "error" if verdict.outcome == "excess" else "warning"
        yield complaint_about(severity, power, written, said, "", rule, "partly")
    elif verdict.extent in ("already", "repeated"):
        is_open = isinstance(order, Declare) and order.kind in UNMATCHED
        done: Done = "perhaps" if is_open else "yes"
        if verdict.extent == "already":
            said, done = _already_words(state, power, order) or said, "no"
        yield complaint_about("warning", power, written, said, "", rule, done)
    elif verdict.outcome in ("illegal", "excess"):
        severity, done = "error", "no"
        hint = ""
        causes = edition.rulebook.causes
        poor = [causes[cause] for cause in ("funds-short", "in-debt") if cause in causes]
        if isinstance(order, _PURCHASES) and rule in poor:
            severity, done = "warning", "perhaps"
            hint = f"unless {turn.facts.treasury.currency} from others can pay for it"
        elif isinstance(order, UnitOrder) and order.unit.province in ordered:
            severity = "warning"
            done = "yes" if ordered[order.unit.province] == verdict.meant else "no"
        elif isinstance(order, UnitOrder | Retreat | Disband):
            hint = _meant(state, power, order.unit)
        yield complaint_about(severity, power, written, said, hint, rule, done)
    elif isinstance(order, Declare):
        if order.kind in UNMATCHED:
            name = state.facts.name_of(order.power)
            word = "an alliance" if order.kind == "alliance" else f"this {order.kind}"
            said = f"{word} needs both: it counts if {name} declares it too"
            yield complaint_about("warning", power, written, said, "", rule, "perhaps")
    elif isinstance(order, DiplomaticAttack):
        if verdict.outcome == "void" and not turn.infs.get(order.state, {}).get(power):
            said = f"no INFs of its own in {state.facts.name_of(order.state)}"
            yield complaint_about("warning", power, written, said, "", rule, "no")
    elif isinstance(order, Transfer):
        due = _owed(edition, state, power, order.to)
        if order.kind == "repayment" and order.amount > due:
            owes = f"{state.facts.name_of(power)} owes {state.facts.name_of(order.to)}"
            problem = f"this is more than the {due} that {owes}"
            yield complaint_about("warning", power, written, problem, "", rule)
    elif isinstance(order, PlaceInfs):
        rule = edition.rulebook.causes.get("inf-for-state", "")
        named = _province_named(state.facts, written.text, order.state) if rule else ""
        if named:
            name = state.facts.name_of(order.state)
            problem = f"{named} belongs to {name}: the order counts for the whole state"
            yield complaint_about("warning", power, written, problem, f"write {order}", rule)
    elif verdict.outcome == "void" and (barred := _bar_helped(edition, state, power, order)):
        yield complaint_about("error", power, written, barred.text, "", barred.rule)
    elif proviso := first(
        feature.proviso(state, power, order) or None for feature in edition.features
    ):
        done = "yes" if verdict.outcome == "success" else "perhaps"
        yield complaint_about("warning", power, written, proviso, "", rule, done)
    elif verdict.outcome == "void" and (
        _is_own_affair(state, power, order) or _is_refused(edition, order, rule)
    ):
        yield complaint_about("warning", power, written, said, "", rule, "no")
    elif isinstance(order, Move) and "/" not in order.to and "/" in verdict.meant.to:
        rule = edition.rulebook.causes.get("coast-needed", "")
        problem = f"the coast is left out; it is read as {verdict.order}"
        yield complaint_about("warning", power, written, problem, "", rule)


def _check_alone(
    power: str, written: WrittenOrder, verdict: Verdict, alone: Verdict
) -> Iterator[Complaint]:
    """The complaint about an order that comes to nothing if no one else gives any: `alone` is its
    verdict then. It does not reveal whether help for the units of others fits their orders."""
    if alone.outcome not in REFUSED or not alone.reasons:
        return
    is_help = isinstance(written.order, SupportHold | SupportMove | Convoy)
    if is_help and alone.outcome == verdict.outcome == "void":
        return
    rule, said = alone.reasons[0]
    hint = "unless the orders of others change that"
    yield complaint_about("warning", power, written, said, hint, rule, "perhaps")


def _already_words(state: EuropeState, power: str, order: Any) -> str:
    """The complaint about a war or an alliance that already exists; "" for any other order."""
    kind, others = "alliance", getattr(order, "powers", ())
    if isinstance(order, Declare):
        kind, others = order.kind, (order.power,)
    others = [other for other in dict.fromkeys(others) if other != power]
    if not others or any(state.standing.relation(power, other) != kind for other in others):
        return ""
    names = listed(map(state.facts.name_of, (power, *others)))
    return f"{names} are {'at war' if kind == 'war' else 'allied'} already"


def _meant(state: EuropeState, power: str, named: Piece) -> str:
    """The hint for an order that names none of its power's own units, "" where it does."""
    own = [unit for owner, unit in state.stands if owner == power]
    own += [displaced.unit for displaced in state.displaced if displaced.owner == power]
    if any(unit.province == named.province for unit in own):
        return ""
    return meant_unit(state.facts.board, named, own, state.facts.name_of(power))


def _province_named(facts: Facts, text: str, code: str) -> str:
    """The name of a province that a text gives for a state with another name, or ""."""
    minor, said = facts.states[code], words_of(text)

    def is_said(name: str) -> bool:
        words = words_of(name)
        starts = range(len(said) - len(words) + 1)
        return bool(words) and any(said[at : at + len(words)] == words for at in starts)

    if any(map(is_said, (code, minor.name, minor.label, *minor.aliases))):
        return ""
    names = (name for code in minor.provinces for name in (code, facts.board.name_of(code)))
    return next(filter(is_said, names), "")


def _owed(edition: Edition, state: EuropeState, debtor: str, lender: str) -> int:
    kept = edition.owes(state, debtor, lender)
    if kept is not None:
        return kept
    loans = (loan for loan in state.loans if (loan.debtor, loan.lender) == (debtor, lender))
    return sum(owed(loan) for loan in loans)


def _is_own_affair(state: EuropeState, power: str, order: object) -> bool:
    """Whether an unmatched order hangs on a unit that the power itself commands."""
    if isinstance(order, SupportHold | SupportMove):
        province = order.supported.province
    elif isinstance(order, Convoy):
        province = order.army.province
    else:
        return False
    stand = state.at.get(province)
    return stand is not None and state.standing.side_of(stand[0]) == power


def _bar_helped(edition: Edition, state: EuropeState, power: str, order: object) -> No | None:
    """Why the move that an order supports or convoys can never be made, or None if it can."""
    if isinstance(order, SupportMove):
        piece, via = order.supported, False
    elif isinstance(order, Convoy):
        piece = order.army
        via = province_of(order.to) in state.facts.board.army_from(piece.province)
    else:
        return None
    stand = state.at.get(piece.province)
    if stand is None:
        return None
    move = Move(stand[1].piece, order.to, via=via)
    turn = Turn(edition, state, OrderBook({}), author=power)
    closed = passage_of(turn, state.stands).may_enter(stand, province_of(order.to))
    if closed is not None:
        return No(closed.rule, f"{move} cannot be made: {closed.text}")
    barred = first(feature.bar_order(turn, stand, move) for feature in edition.features)
    if barred is None:
        return None
    cause, text = barred
    return No(edition.rulebook.cites(cause), f"{move} cannot be made: {text}")


def _is_refused(edition: Edition, order: object, rule: str) -> bool:
    """Whether help is void by a rule of the edition, and not for want of an order that fits it."""
    causes = edition.rulebook.causes
    waits = {causes.get(cause) for cause in ("support-unmatched", "convoy-unmatched")}
    return isinstance(order, SupportHold | SupportMove | Convoy) and rule not in waits


def _unordered(
    edition: Edition, state: EuropeState, verdicts: Sequence[Verdict]
) -> Iterator[Complaint]:
    """Units of a sheet's author for which it has no order."""
    retreats = edition.course[state.moment.phase].units == "retreat"
    outcome = "it will be disbanded" if retreats else "it will hold"
    for verdict in verdicts:
        if verdict.note != NO_ORDER or is_minor(verdict.power):
            continue
        unit = str(verdict.meant.unit)
        rule = verdict.reasons[0].rule if verdict.reasons else ""
        hint = f"write {verdict.order}"
        yield Complaint("warning", verdict.power, 0, 0, unit, f"no order: {outcome}", hint, rule)


def read_sheets(edition: Edition, state: EuropeState, texts: Mapping[str, str]) -> OrderBook:
    """Read and check the order texts of all powers. Never raises on any text.

    Sheets of powers that are not in the game, or no more, are complained about and left out.
    """
    reader = game_reader(edition, state.facts)
    read = {
        power: reader.read_sheet(texts[power], state.moment.phase, power)
        for power in state.living
        if power in texts
    }
    sheets = {
        power: Sheet(
            power,
            tuple(
                _settled(state, written) for written in with_faults(sheet.orders, sheet.complaints)
            ),
        )
        for power, sheet in read.items()
    }
    complaints = [
        *_unreadable(edition, read),
        *_wrong_labels(state, read, sheets),
        *check_sheets(edition, state, sheets),
        *(_stranger(state, power) for power in sorted(texts) if power not in read),
    ]
    rank = {power: number for number, power in enumerate(state.facts.powers)}
    # Complaints about a whole sheet come after those about its lines.
    complaints.sort(
        key=lambda one: (rank.get(one.power, len(rank)), not one.line, one.line, one.column)
    )
    missing = tuple(one for one in edition.course.awaited(state) if not texts.get(one, "").strip())
    return OrderBook(sheets, tuple(complaints), missing)


def _unreadable(edition: Edition, read: Mapping[str, ReadSheet]) -> list[Complaint]:
    """The faults of reading, with the rule about unreadable orders."""
    found = [complaint for sheet in read.values() for complaint in sheet.complaints]
    if not any(complaint.severity == "error" for complaint in found):
        return found
    rule = edition.rulebook.causes.get("unreadable", "")
    return [replace(one, rule=rule) if one.severity == "error" else one for one in found]


def _wrong_labels(
    state: EuropeState, read: Mapping[str, ReadSheet], sheets: Mapping[str, Sheet]
) -> list[Complaint]:
    """Orders labeled with another side than the one that their unit belongs to."""
    found = []
    stands = {unit.province: side for side, unit in state.stands}
    stands.update((displaced.unit.province, displaced.owner) for displaced in state.displaced)
    facts = state.facts
    for power, sheet in sheets.items():
        labels = {(line, column): (side, text) for line, column, side, text in read[power].labels}
        for written in sheet.orders:
            label = labels.get((written.line, written.column))
            if label is None or written.order is None:
                continue
            at = written.order.unit.province
            owner = stands.get(at, label[0])
            if label[0] != owner:
                name, other = facts.name_of(owner), facts.name_of(label[0])
                problem = f"the unit in {at} is that of {name}, not of {other}"
                hint = f"the label {label[1]} is left out"
                found.append(complaint_about("warning", power, written, problem, hint, ""))
    return found


def _stranger(state: EuropeState, power: str) -> Complaint:
    if power in state.eliminated:
        problem = f"{state.facts.name_of(power)} fell in {state.eliminated[power]}"
        return Complaint("error", power, 0, 0, "", problem, "its sheet is not read")
    hint = f"powers: {', '.join(state.living)}"
    return Complaint("error", power, 0, 0, "", f"there is no power {power}", hint)


def _settled(state: EuropeState, written: WrittenOrder) -> WrittenOrder:
    """An order of the builds phase for a unit on the board, completed with that unit."""
    order = written.order
    if isinstance(order, BolsterUnit | ReduceUnit | DisbandUnit | MinorDisband):
        standing = state.at.get(order.unit.province)
        if standing is not None and order.unit.kind in ("", standing[1].kind):
            side, unit = standing[0], standing[1].piece
            by_name = is_minor(side) and state.facts.minor_builds.disband_by_name
            if isinstance(order, DisbandUnit) and by_name:
                return replace(written, order=MinorDisband(side, unit))
            return replace(written, order=replace(order, unit=unit))
    return written
