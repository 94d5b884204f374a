"""An edition of the family: its data, its features, and the functions that it replaces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.engine.course import Course
from generator.engine.phases import Moment
from generator.rulesets.europe.data.edition_data import EditionData
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.data.variation import vary_facts
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.passage import Passage


class Edition(EditionData):
    """An edition of the family.

    `features` are what it has beside the family's rules. `passage` makes the tests of movement
    (who may enter, who may harm whom). `course` is its year, with the steps of its features.
    """

    def __init__(
        self,
        package: str,
        features: tuple[Feature, ...],
        passage: type[Passage],
        year: Course,
    ) -> None:
        own_tables = dict(passage.tables)
        for feature in features:
            own_tables |= feature.tables
        super().__init__(package, own_tables)
        self.features = features
        self.passage = passage
        phases = (phase for feature in features for phase in feature.phases())
        self.course = Course((*year.phases, *phases), year.others, year.added).adding(
            *(step for feature in features for step in feature.steps())
        )

    # Of the instance once it is set: an edition with other tables has none of this one's.
    _last_facts: tuple[tuple[dict[str, Any], dict[str, Any]], Facts] | None = None

    def facts_for(self, options: Mapping[str, Any], setup: Mapping[str, Any]) -> Facts:
        """The facts of a game with these options (all of them) and tables of its own."""
        asked = (dict(options), dict(setup))
        # The states of one game are mostly read one after another, and all have the same facts.
        if self._last_facts is None or self._last_facts[0] != asked:
            self._last_facts = (asked, vary_facts(self, options, setup))
        return self._last_facts[1]

    def public_features(self, facts: Facts) -> tuple[Feature, ...]:
        """The features whose part of the state everybody may know in a game with these facts."""
        return tuple(feature for feature in self.features if not feature.is_secret(facts))

    def moment_of(self, year: int, phase: str) -> Moment:
        return self.course.moment(year, phase)
