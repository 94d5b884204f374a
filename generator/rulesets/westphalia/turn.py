"""One phase under way: the orders on their way to a verdict, lots, and the phase that comes
next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from msgspec.structs import replace

from generator.engine.chance import Lots, commitment_to
from generator.engine.docket import Docket, Entry
from generator.engine.errors import BrokenPromise
from generator.engine.phases import Moment, OrderBook, Resolution, Ruling
from generator.engine.verdicts import NO_ORDER, Verdict
from generator.rulesets.westphalia.data.event_kinds import COMMITMENT, LOTS, SECRET
from generator.rulesets.westphalia.data.facts import year_of
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State

if TYPE_CHECKING:
    from generator.engine.chance import Chance

T = TypeVar("T")

_UNREAD: Final = "cannot be read"


def secret_message(game: str, round_number: int) -> str:
    """The message from which a Round's secret is made, beside the seed. Round 0 is the setup."""
    return f"westphalia/{game}/round/{round_number}"


class Turn(Progress, Docket):
    """The phase that `before` waits for, being resolved. Reasons include their rules."""

    def __init__(
        self,
        before: State,
        book: OrderBook,
        rulings: Sequence[Ruling] = (),
        chance: Chance | None = None,
    ) -> None:
        Docket.__init__(self, book, str, before.seats, unread=_UNREAD)
        Progress.__init__(self, before)
        self.before = before
        self.rulings = tuple(rulings)
        self.chance = chance
        self.missing = book.missing
        self.lots = self._lots(0 if before.setup else before.round)
        self.coming: Moment | None = None

    @property
    def number(self) -> int:
        """The number of the phase, 0 where it has none."""
        return self.before.number

    @property
    def is_over(self) -> bool:
        return self.state.ending is not None

    def orders(self, player: str, *kinds: type[T]) -> list[tuple[Entry, T]]:
        """The player's orders of some kinds that have no verdict yet, as written."""
        found = self.entries_of(*kinds)
        return [(entry, entry.order) for entry in found if entry.power == player]

    def last(self, player: str, kind: type[T]) -> tuple[Entry, T] | None:
        """The player's last order of a kind, which replaces those before it."""
        found = self.orders(player, kind)
        for entry, _ in found[:-1]:
            self.settle(entry, "excess", ("POW-MAIL-2", "a later line counts"))
        return found[-1] if found else None

    def bars(self, entry: Entry, refusal: tuple[str, str] | None) -> bool:
        """Whether there is a refusal; if so, settle the order with it."""
        if refusal is not None:
            self.settle(entry, "illegal", refusal)
        return refusal is not None

    def automatic(
        self, player: str, order: object, rule: str, text: str, known_to: Iterable[str] = ()
    ) -> None:
        """A verdict on an action for a player who gave no order (POW-MAIL-3)."""
        self.judge(player, order, "success", (rule, text), note=NO_ORDER, known_to=known_to)

    def go(self, phase: str, *, new_round: bool = False) -> None:
        """Set the phase that comes next: of this Round, or the first one of the next."""
        at = self.before.moment
        if new_round:
            self.coming = Moment(year_of(self.state.round), 1, phase)
        else:
            self.coming = Moment(at.year, at.number + 1, phase)

    def begin(self, phase: str, several: Sequence[object]) -> bool:
        """Go to the first of the phases in which several act in turn; return whether there is
        one."""
        if several:
            self.go(f"{phase}-1")
        return bool(several)

    def go_on(self, several: Sequence[object]) -> bool:
        """Go to the phase of the next of several who act in turn; return whether there is one."""
        goes_on = 0 < self.number < len(several)
        if goes_on:
            self.go(f"{self.before.kind}-{self.number + 1}")
        return goes_on

    def resolution(self) -> Resolution[State]:
        """The result of adjudicating the phase. BrokenPromise: no phase follows, and the game is
        not over."""
        state = self.state
        if self.coming is None and state.ending is None:
            raise BrokenPromise(f"{self.before.moment}: no phase follows")
        if state.ending is not None:
            # The end of the game is also the end of its last Round.
            self.tell_secret(0 if self.before.setup else self.before.round)
        self._tell_lots()
        verdicts, before = self.verdicts(), self.before
        is_new_round = state.round != before.round or (before.setup and not state.setup)
        after = replace(
            self.state,
            moment=self.coming or self.before.moment,
            labels=() if is_new_round else (*state.labels, *self.lots.labels),
            draws=state.draws + len(self.lots.ledger),
        )
        return Resolution(self.before.moment, verdicts, tuple(self.events), after)

    def tell_secret(self, round_number: int) -> None:
        """POW-RNG-2: publish the secret of a Round that is over."""
        secret = self._secret(round_number)
        shown = f"of Round {round_number}" if round_number else "of the setup"
        text = f"The secret {shown} is {secret.hex()}"
        self.tell(SECRET, "POW-RNG-2", text, (), round=round_number, secret=secret.hex())

    def promise(self, round_number: int) -> None:
        """POW-RNG-2: publish the hash of a Round's secret before anything is drawn with it."""
        said = commitment_to(self._secret(round_number))
        shown = f"Round {round_number}" if round_number else "the setup"
        text = f"The lots of {shown} are promised: {said}"
        self.tell(COMMITMENT, "POW-RNG-2", text, (), round=round_number, commitment=said)

    def _lots(self, round_number: int) -> Lots:
        redone, thrown = {}, {}
        for one in self.rulings:
            # Faults of a ruling are reported when rulings are checked.
            label, value = str(one.facts.get("label")), one.facts.get("value")
            if one.kind == "redraw":
                redone[label] = one.facts.get("time", 1)
            elif one.kind == "result" and isinstance(value, int):
                thrown[label] = value - 1
        return Lots(lambda: self._secret(round_number), self.before.labels, redone, thrown)

    def _secret(self, round_number: int) -> bytes:
        if self.chance is None:
            raise BrokenPromise("lots are drawn where there is no chance")
        return self.chance.key(secret_message(str(self.before.option("game_id")), round_number))

    def _tell_lots(self) -> None:
        """POW-RNG-1: the ledger of the phase. Hidden lots are published with the Round's secret."""
        ledger = self.lots.ledger
        if not ledger:
            return
        first = self.before.draws + 1
        rows = [
            [number, draw.label, draw.below, draw.value if draw.shown else -1]
            for number, draw in enumerate(ledger, first)
        ]
        last = first + len(ledger) - 1
        several = f"Lots {first} {'to' if last > first + 1 else 'and'} {last} were drawn"
        text = several if last > first else f"Lot {first} was drawn"
        self.tell(LOTS, "POW-RNG-1", text, (), draws=rows)

    def take_verdict(self, verdict: Verdict) -> None:
        """Settle the entry that has the order; a verdict on an order that no player wrote comes
        last among those of its player."""
        super().take_verdict(verdict)
        order = verdict.meaning
        same = [one for one, own in self.orders(verdict.power, type(order)) if own == order]
        if same and verdict.note != NO_ORDER:
            self.settle(same[0], verdict.outcome, *verdict.reasons, known_to=verdict.known_to)
        else:
            self.add_verdict(verdict)

    def verdicts(self) -> tuple[Verdict, ...]:
        """All verdicts player by player, as written; those on orders that no player wrote come
        last."""
        for entry in self.entries:
            if entry.verdict is None:
                self._pass_over(entry)
        return super().verdicts()

    def _pass_over(self, entry: Entry) -> None:
        """Settle an entry that no rule looked at: it was not needed, or cannot be read."""
        # The intention of a line may be secret, even if it cannot be read.
        known_to = (entry.power,)
        if entry.order is None:
            self.settle(entry, "illegal", ("POW-MAIL-3", entry.unread), known_to=known_to)
            return
        reason = ("POW-GEN-6", "did not come to its turn: nothing was left for it to decide")
        if entry.fault is not None and entry.fault.rule:
            reason = (entry.fault.rule, entry.fault.problem)
        self.settle(entry, "excess", reason, known_to=known_to)
