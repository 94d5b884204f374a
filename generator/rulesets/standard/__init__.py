"""Standard Diplomacy, and the base of its variants.

The data of a variant are a folder: `ruleset.toml` (title, powers with their first units, options),
`rules.toml` and `board.toml`, and perhaps `primer.toml`; the board's geometry is found under its
name. Two functions hold the rules that the variant adds:

policy(facts, state)   the special rules of movement in the phase that `state` waits for
settle(facts, state)   the state after a phase, in place of captures, builds and victory

If its ruleset.toml lists its own phases, a variant has movement in all of them, and dislodged units
are disbanded. The guide for authors of rulesets builds one.
"""

from pathlib import Path
from typing import Final

from generator.rulesets.standard.aftermath import take_centers
from generator.rulesets.standard.facts import Facts
from generator.rulesets.standard.ruleset import StandardRuleset
from generator.rulesets.standard.state import StandardState, arrange

__all__ = ["RULESET", "Facts", "StandardRuleset", "StandardState", "arrange", "take_centers"]

RULESET: Final = StandardRuleset("standard", Path(__file__).parent)
