"""An edition of the family: its data, its features, and the functions that it replaces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from generator.engine.chronicle import CountFacts, Measure
from generator.engine.course import Course
from generator.engine.phases import Moment
from generator.engine.picture import MarkSign, UnitSign
from generator.engine.units import Unit
from generator.rulesets.europe.data.edition_data import EditionData
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.data.variation import vary_facts
from generator.rulesets.europe.state.standing import Status
from generator.rulesets.europe.state.state import EuropeState, Stand
from generator.rulesets.europe.turn.feature import Feature, Refusal, StrengthOffer
from generator.rulesets.europe.turn.passage import Passage

if TYPE_CHECKING:
    from generator.engine.chronicle import Debt
    from generator.rulesets.europe.turn.turn import Turn


class Edition(EditionData):
    """An edition of the family. One with rules that no other has is a subclass.

    `features` are what it has beside the family's rules. `passage` makes the tests of movement
    (who may enter, who may harm whom). `course` is its year, with the steps of its features.
    """

    def __init__(
        self, package: str, features: tuple[Feature, ...], passage: type[Passage], year: Course
    ) -> None:
        own_tables = dict(passage.tables)
        for feature in features:
            own_tables |= feature.tables
        super().__init__(package, own_tables)
        self.features = features
        self.passage = passage
        phases = (phase for feature in features for phase in feature.phases)
        self.course = Course((*year.phases, *phases), year.others, year.added).adding(
            *(step for feature in features for step in feature.steps())
        )

    # Of the instance once it is set: an edition with other tables has none of this one's.
    _last_facts: tuple[tuple[dict[str, Any], dict[str, Any]], Facts] | None = None

    def facts_for(self, options: Mapping[str, Any], setup: Mapping[str, Any]) -> Facts:
        """The facts of a game with these options (all of them) and the game's own tables."""
        asked = (dict(options), dict(setup))
        # The states of one game are mostly read one after another, and all have the same facts.
        if self._last_facts is None or self._last_facts[0] != asked:
            self._last_facts = (asked, vary_facts(self, options, setup))
        return self._last_facts[1]

    def public_features(self, facts: Facts) -> tuple[Feature, ...]:
        """The features whose part of the state is public in a game with these facts."""
        return tuple(feature for feature in self.features if not feature.is_secret(facts))

    def moment_of(self, year: int, phase: str) -> Moment:
        return self.course.moment(year, phase)

    # Questions that only one edition answers: its class replaces these methods by functions.

    purchases: ClassVar[tuple[type, ...]] = ()
    """The edition's own orders by which powers buy strength in the builds phase; `offer` prices
    them."""
    polls: ClassVar[bool] = False
    """Whether all powers order the units of handled states."""

    def status(
        self, politics: Turn | EuropeState, state: str, status: Status
    ) -> tuple[Status, tuple[str, str]] | None:
        """Another status than a free state has by its INFs; and why: cause and sentence."""
        return None

    def allotment(self, politics: Turn | EuropeState, power: str) -> int:
        """The INFs that a power which has not fallen may place now."""
        return politics.facts.infs_of(power, politics.year) + politics.extra_infs.get(power, 0)

    def yearly_infs(self, state: EuropeState, power: str) -> int:
        """The INFs that a power has for the whole year, placed or not."""
        return 0 if power in state.eliminated else self.allotment(state, power)

    def attack_ranks(self, turn: Turn) -> Mapping[str, int]:
        """The place of each power in the order of diplomatic attacks."""
        return turn.facts.rank_in(turn.year)

    def bar_retreat(self, turn: Turn, stand: Stand) -> tuple[str, str] | None:
        """Why a unit that was dislodged or evicted may not retreat, wherever it is."""
        return None

    def retreats(self, turn: Turn, state: str) -> bool:
        """Whether dislodged units of a state may retreat, where those of others do not. The power
        that it is aligned with orders it."""
        return False

    def frees(self, turn: Turn, province: str, why: str) -> bool:
        """A province that a state has lost with its home is about to come free: whether the edition
        has settled its fate."""
        return False

    def on_capture(self, turn: Turn, province: str, side: str) -> None:
        """A side is about to hold what it has captured; captures are still those before."""

    def bar_removal(self, turn: Turn, stand: Stand) -> tuple[str, str] | None:
        """Why no order can remove a unit of a minor state: cause and sentence."""
        return None

    def prefers(self, turn: Turn, state: str) -> Literal["A", "F"] | None:
        """The type that a state builds without an order, if a choice was made for it."""
        return None

    def bar_build(self, turn: Turn, power: str, province: str) -> tuple[str, str] | None:
        """Why a power may not build in a province where it could: cause and sentence."""
        return None

    def bar_income(self, turn: Turn, province: str) -> bool:
        """Whether a captured province pays no one."""
        return False

    def owes(self, state: EuropeState, debtor: str, lender: str) -> int | None:
        """The debt of one power to another, if the edition keeps its own book of loans."""
        return None

    def debts(self, state: EuropeState) -> tuple[Debt, ...]:
        """The public loans of its own book, the settled ones too, the oldest first."""
        return ()

    def debt(self, turn: Turn, power: str) -> int:
        """The debt of a power, in TP, that counts against its treasury."""
        return 0

    def offer(self, turn: Turn, power: str, order: Any) -> StrengthOffer | Refusal | None:
        """The offer for an order of its `purchases`, or the reason that it buys nothing; None for
        others."""
        return None

    def tally(self, politics: Turn | EuropeState) -> Mapping[str, int] | None:
        """How many rounds each power has won, where victory is measured by them."""
        return None

    def unit_sign(self, state: EuropeState, sign: UnitSign) -> UnitSign:
        """The sign of a power's unit on the map, with what is special about the unit."""
        return sign

    def unit_letter(self, state: EuropeState, side: str, unit: Unit) -> str:
        """The letter that distinguishes a unit from others of its side, "" for none."""
        return ""

    def marks(self, state: EuropeState) -> Mapping[str, MarkSign]:
        """Small signs on provinces of the map."""
        return {}

    def measures(self, state: EuropeState) -> tuple[Measure, ...]:
        """The measures that powers vote for, with their current state, in the order of the
        rulebook."""
        return ()

    def counts(self, state: EuropeState) -> Mapping[str, Mapping[str, int]]:
        """Counts of the whole board, by the names of those that `count_facts` lists."""
        return {}

    def count_facts(self, facts: Facts) -> Mapping[str, CountFacts]:
        """The counts of the whole board that are kept, by their names, with causes for rules."""
        return {}

    def order_names(self, facts: Facts) -> Mapping[str, Mapping[str, str]]:
        """The other names that orders may have: for a kind of slot the names with their
        meanings."""
        return {}
