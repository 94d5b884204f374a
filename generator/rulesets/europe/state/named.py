"""The names of a game as types, for the shapes of what its files hold (see engine/typed.py)."""

from __future__ import annotations

from typing import Annotated

from generator.engine.typed import Named

Power = Annotated[str, Named(lambda facts: facts.powers)]
State = Annotated[str, Named(lambda facts: facts.states)]
Side = Annotated[str, Named(lambda facts: {**facts.powers, **facts.states})]
Province = Annotated[str, Named(lambda facts: facts.lands)]
"""Land that can be held."""
Place = Annotated[str, Named(lambda facts: facts.board.provinces)]
"""Land or a sea."""
Name = Annotated[
    str, Named(lambda facts: {**facts.powers, **facts.states, **facts.board.provinces})
]
"""A power, a state, land or a sea."""
Confession = Annotated[str, Named(lambda facts: facts.confessions)]
