"""A plain game of provinces, armies and fleets, for small variants in packages of their own.

A folder of data says who plays where: `ruleset.toml` (title, phases, powers, options),
`board.toml`, `rules.toml`; the board's geometry is found under its name. Every phase is one of
movement, as in Diplomacy; whoever is dislodged is disbanded. What else a variant has it says in two
functions:

policy(facts, state)   what is special about movement in the phase that `state` waits for
settle(facts, state)   what follows a phase that has been played: centers, new units, the end

The guide for authors of rulesets builds a variant on it. A game that needs more, retreats or
money, follows the protocol of `generator.engine.ruleset` itself.
"""

from generator.rulesets.plain.facts import PlainFacts, read_facts
from generator.rulesets.plain.ruleset import PlainRuleset
from generator.rulesets.plain.state import PlainState, take_centers, with_units

__all__ = [
    "PlainFacts",
    "PlainRuleset",
    "PlainState",
    "read_facts",
    "take_centers",
    "with_units",
]
