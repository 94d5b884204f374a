"""One phase under way: the orders on their way to a verdict, lots, and which phase comes next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from generator.engine.complaints import Complaint
from generator.engine.errors import BrokenPromise
from generator.engine.phases import Moment, OrderBook, Resolution, Ruling
from generator.engine.rulings import ruling_note
from generator.engine.verdicts import NO_ORDER, Outcome, Reason, Verdict
from generator.rulesets.westphalia.data.event_kinds import COMMITMENT, LOTS, SECRET
from generator.rulesets.westphalia.data.facts import year_of
from generator.rulesets.westphalia.data.lots import Lots, commitment_to, secret_message
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State

if TYPE_CHECKING:
    from generator.engine.chance import Chance

__all__ = ["Entry", "Turn"]

T = TypeVar("T")


_UNREAD: Final = "cannot be read"


class Entry(Struct, eq=False):
    """One order of a sheet on its way to a verdict. `order` is None where it cannot be read, and
    `unread` says why; `warning` is what was complained about where it can be. `ruling` is the
    number of the ruling that it rests on, or 0."""

    player: str
    written: str
    order: Any
    ruling: int = 0
    verdict: Verdict | None = None
    unread: str = _UNREAD
    warning: Complaint | None = None


class Turn:
    """The phase that `before` waits for, being resolved. Rules work on its `progress`."""

    def __init__(
        self,
        before: State,
        book: OrderBook,
        rulings: Sequence[Ruling] = (),
        chance: Chance | None = None,
    ) -> None:
        self.before = before
        self.progress = Progress(before)
        self.rulings = tuple(rulings)
        self.chance = chance
        self.missing = book.missing
        self.entries = [
            Entry(player, one.text, one.order, unread=one.unread(_UNREAD), warning=one.fault)
            for player, sheet in book.sheets.items()
            for one in sheet.orders
        ]
        self.lots = self._lots(0 if before.setup else before.round)
        self.coming: Moment | None = None

    @property
    def state(self) -> State:
        return self.progress.state

    @property
    def number(self) -> int:
        """The number of the phase, 0 where it has none."""
        return self.before.number

    @property
    def battle_phase(self) -> int:
        """The number of the Battle Phase in the name of the phase."""
        return int(self.before.moment.phase.split("-")[1])

    @property
    def is_over(self) -> bool:
        return self.progress.state.ending is not None

    def orders(self, player: str, *kinds: type[T]) -> list[tuple[Entry, T]]:
        """The player's orders of some kinds that have no verdict yet, as written."""
        return [
            (one, one.order)
            for one in self.entries
            if one.player == player and one.verdict is None and isinstance(one.order, kinds)
        ]

    def last(self, player: str, kind: type[T]) -> tuple[Entry, T] | None:
        """The player's last order of a kind; those before it are replaced by it."""
        found = self.orders(player, kind)
        for entry, _ in found[:-1]:
            self.settle(entry, "excess", ("POW-MAIL-2", "a later line counts"))
        return found[-1] if found else None

    def settle(
        self,
        entry: Entry,
        outcome: Outcome,
        *reasons: tuple[str, str],
        known_to: Iterable[str] = (),
    ) -> None:
        """Give an order its verdict. A reason is (rule id, sentence)."""
        said = tuple(Reason(rule, text) for rule, text in reasons)
        entry.verdict = _verdict(entry, outcome, said, tuple(known_to))

    def automatic(
        self, player: str, order: object, rule: str, text: str, known_to: Iterable[str] = ()
    ) -> None:
        """A verdict on what is done for a player who gave no order (POW-MAIL-3)."""
        self.progress.judge(
            player, order, "success", (rule, text), note=NO_ORDER, known_to=known_to
        )

    def go(self, phase: str, *, new_round: bool = False) -> None:
        """Say which phase comes next: of this Round, or the first one of the next."""
        at = self.before.moment
        if new_round:
            self.coming = Moment(year_of(self.state.round), 1, phase)
        else:
            self.coming = Moment(at.year, at.number + 1, phase)

    def begin(self, phase: str, several: Sequence[object]) -> bool:
        """Go to the first of the phases in which several act in turn; whether anybody does."""
        if several:
            self.go(f"{phase}-1")
        return bool(several)

    def go_on(self, several: Sequence[object]) -> bool:
        """Go to the phase of the next of several who act in turn; whether there is one."""
        goes_on = 0 < self.number < len(several)
        if goes_on:
            self.go(f"{self.before.kind}-{self.number + 1}")
        return goes_on

    def of_phase(self, several: Sequence[T]) -> Sequence[T]:
        """The one of several whose turn it is; all of them in a phase without a number."""
        return several[self.number - 1 : self.number] if self.number else several

    def resolution(self) -> Resolution[State]:
        """What adjudicating the phase gave. BrokenPromise: no phase follows, and the game is not
        over."""
        state = self.state
        if self.coming is None and state.ending is None:
            raise BrokenPromise(f"{self.before.moment}: no phase follows")
        if state.ending is not None:
            # With the game its last Round is over, whenever that is.
            self.tell_secret(0 if self.before.setup else self.before.round)
        self._tell_lots()
        verdicts = self._verdicts()
        after = replace(
            self.progress.state,
            moment=self.coming or self.before.moment,
            labels=() if self._is_new_round() else (*state.labels, *self.lots.labels),
            draws=state.draws + len(self.lots.ledger),
        )
        return Resolution(self.before.moment, verdicts, tuple(self.progress.events), after)

    def tell_secret(self, round_number: int) -> None:
        """POW-RNG-2: publish the secret of a Round that is over."""
        secret = self._secret(round_number)
        shown = f"of Round {round_number}" if round_number else "of the setup"
        text = f"The secret {shown} is {secret.hex()}"
        self.progress.tell(SECRET, "POW-RNG-2", text, (), round=round_number, secret=secret.hex())

    def promise(self, round_number: int) -> None:
        """POW-RNG-2: publish the hash of a Round's secret before anything is drawn with it."""
        said = commitment_to(self._secret(round_number))
        shown = f"Round {round_number}" if round_number else "the setup"
        text = f"The lots of {shown} are promised: {said}"
        self.progress.tell(COMMITMENT, "POW-RNG-2", text, (), round=round_number, commitment=said)

    def _is_new_round(self) -> bool:
        return self.state.round != self.before.round or (self.before.setup and not self.state.setup)

    def _lots(self, round_number: int) -> Lots:
        # What is wrong with a ruling is said when rulings are checked.
        redone = {
            str(one.facts["label"]): one.facts.get("time", 1)
            for one in self.rulings
            if one.kind == "redraw" and "label" in one.facts
        }
        thrown = {
            str(one.facts["label"]): one.facts["value"] - 1
            for one in self.rulings
            if one.kind == "result"
            and "label" in one.facts
            and isinstance(one.facts.get("value"), int)
        }
        return Lots(lambda: self._secret(round_number), self.before.labels, redone, thrown)

    def _secret(self, round_number: int) -> bytes:
        if self.chance is None:
            raise BrokenPromise("lots are drawn where there is no chance")
        game = str(self.before.option("game_id"))
        return self.chance.key(secret_message(game, round_number))

    def _tell_lots(self) -> None:
        """POW-RNG-1: the ledger of the phase. What is not shown is told with the Round's secret."""
        ledger = self.lots.ledger
        if not ledger:
            return
        first = self.before.draws + 1
        rows = [
            [first + index, draw.label, draw.below, draw.value if draw.shown else -1]
            for index, draw in enumerate(ledger)
        ]
        last = first + len(ledger) - 1
        several = f"Lots {first} {'to' if last > first + 1 else 'and'} {last} were drawn"
        text = several if last > first else f"Lot {first} was drawn"
        self.progress.tell(LOTS, "POW-RNG-1", text, (), draws=rows)

    def _verdicts(self) -> tuple[Verdict, ...]:
        """All verdicts player by player, as written; those nobody wrote an order for come last."""
        given = list(self.progress.verdicts)
        for entry in self.entries:
            if entry.verdict is None:
                entry.verdict = _claim(entry, given)
        by_player: dict[str, list[Verdict]] = {seat: [] for seat in self.before.seats}
        for verdict in (*(one.verdict for one in self.entries), *given):
            if verdict is not None:
                by_player.setdefault(verdict.power, []).append(verdict)
        return tuple(one for several in by_player.values() for one in several)


def _claim(entry: Entry, given: list[Verdict]) -> Verdict:
    """The verdict that a step gave to an order; an order that none looked at was not needed."""
    for index, one in enumerate(given):
        same = one.power == entry.player and one.meant == entry.order
        if same and entry.order is not None and one.note != NO_ORDER:
            del given[index]
            return _verdict(entry, one.outcome, one.reasons, one.known_to)
    # What a line was meant to say may be a secret, even where it says nothing.
    known_to = (entry.player,)
    if entry.order is None:
        reason = Reason("POW-MAIL-3", entry.unread)
        return _verdict(entry, "illegal", (reason,), known_to)
    reason = Reason("POW-GEN-6", "did not come to its turn: nothing was left for it to decide")
    if entry.warning is not None and entry.warning.rule:
        reason = Reason(entry.warning.rule, entry.warning.problem)
    return _verdict(entry, "excess", (reason,), known_to)


def _verdict(
    entry: Entry, outcome: Outcome, reasons: tuple[Reason, ...], known_to: tuple[str, ...]
) -> Verdict:
    canonical = entry.written if entry.order is None else str(entry.order)
    written = "" if entry.written.strip() == canonical else entry.written
    note = ruling_note(entry.ruling)
    return Verdict(
        entry.player, canonical, outcome, reasons, written, note, known_to, 0, entry.ruling,
        entry.order,
    )  # fmt: skip
