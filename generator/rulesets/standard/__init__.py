"""Standard Diplomacy, and the base of its variants.

A folder of data says who plays where: `ruleset.toml` (title, powers with their first units,
options), `rules.toml` and `board.toml`, and perhaps `primer.toml`; the board's geometry is found
under its name. What a variant has besides it says in two functions:

policy(facts, state)   what is special about movement in the phase that `state` waits for
settle(facts, state)   what follows a phase, in place of captures, builds and victory

With phases of its own in ruleset.toml a variant has movement in all of them, and whoever is
dislodged is disbanded. The guide for authors of rulesets builds one.
"""

from pathlib import Path
from typing import Final

from generator.rulesets.standard.aftermath import take_centers
from generator.rulesets.standard.facts import Facts
from generator.rulesets.standard.ruleset import StandardRuleset
from generator.rulesets.standard.state import StandardState, arrange

__all__ = ["RULESET", "Facts", "StandardRuleset", "StandardState", "arrange", "take_centers"]

RULESET: Final = StandardRuleset("standard", Path(__file__).parent)
