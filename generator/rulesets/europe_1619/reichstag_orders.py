"""Orders of the Reichstag: Austria's call and the members' votes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal

from msgspec import Struct

from generator.engine.forms.pattern import Form

Ban = Literal["", "attacks", "infs"]


class ReichstagCall(Struct, frozen=True):
    """A motion: `REICHSTAG CALL 2 SAXONY INFS HES`.

    `target` is the power that it is about and `state` the state that it closes to it, both ""
    where the agenda has none or where Austria leaves it open. `ban` is the effect of the second
    agenda.
    """

    corrected: ClassVar[tuple[str, ...]] = ("agenda", "target", "ban", "state")
    agenda: int
    target: str = ""
    ban: Ban = ""
    state: str = ""

    def __str__(self) -> str:
        words = ["REICHSTAG CALL", str(self.agenda)]
        if self.target or self.agenda != 1:
            words.append(self.target.upper() or "OPEN")
        words += [word for word in (self.ban.upper(), self.state) if word]
        return " ".join(words)


class ReichstagVote(Struct, frozen=True):
    """`REICHSTAG VOTE AYE FOR FRANCE LOR`: a vote, with whom and what it names where that is
    open."""

    corrected: ClassVar[tuple[str, ...]] = ("aye",)
    aye: bool
    target: str = ""
    state: str = ""

    def __str__(self) -> str:
        words = ["REICHSTAG VOTE", "AYE" if self.aye else "NAY"]
        if self.target or self.state:
            words.append("FOR")
        words += [word for word in (self.target.upper(), self.state) if word]
        return " ".join(words)


Slots = Mapping[str, Any]


def _call(slots: Slots) -> ReichstagCall:
    """A motion without a word on what it forbids; with a state, it is about INFs there."""
    agenda, state = slots["agenda"], slots.get("state", "")
    ban: Ban = "infs" if state and agenda == 2 else ""
    return ReichstagCall(agenda, slots.get("target", ""), ban, state)


def _ban_on_attacks(slots: Slots) -> ReichstagCall:
    return ReichstagCall(slots["agenda"], slots.get("target", ""), "attacks")


def _ban_on_infs(slots: Slots) -> ReichstagCall:
    ban: Ban = "infs" if slots["agenda"] == 2 else ""
    return ReichstagCall(slots["agenda"], slots.get("target", ""), ban)


def _aye(slots: Slots) -> ReichstagVote:
    return ReichstagVote(True, slots.get("target", ""), slots.get("state", ""))


def _nay(slots: Slots) -> ReichstagVote:
    return ReichstagVote(False, slots.get("target", ""), slots.get("state", ""))


_CALL: Final = (
    "(REICHSTAG [CALL|CALLS]|CALL [THE] REICHSTAG) [ON|FOR|WITH] [AGENDA] {agenda:number}"
)
_WHOM: Final = "[[AGAINST|ON|BAN|FOR] ({target:power}|OPEN)]"
_INFS: Final = "(INFS|INF|INFLUENCE|DEPOSITS)"
_IN: Final = "(IN|INTO|TO|FROM|ON)"
_VOTE: Final = "(REICHSTAG [VOTE|VOTES]|VOTE|VOTES)"
_NAMED: Final = f"[[FOR|NAMES|NAMING|ON|AGAINST] {{target:power}}] [[FOR] [{_IN}] {{state:state}}]"

FORMS: Final = (
    Form(f"{_CALL} {_WHOM}", _call, "REICHSTAG CALL 1"),
    Form(
        f"{_CALL} {_WHOM} [DIPLOMATIC] (ATTACKS|ATTACK)",
        _ban_on_attacks,
        "REICHSTAG CALL 2 SAXONY ATTACKS",
    ),
    Form(f"{_CALL} {_WHOM} {_INFS}", _ban_on_infs, "REICHSTAG CALL 2 SAXONY INFS HES"),
    Form(
        f"{_CALL} {_WHOM} [{_INFS}] [{_IN}] {{state:state}}", _call, "REICHSTAG CALL 3 FRANCE LOR"
    ),
    Form(f"{_VOTE} (AYE|AYES|YES|YEA) {_NAMED}", _aye, "REICHSTAG VOTE AYE"),
    Form(f"{_VOTE} (NAY|NAYS|NO|ABSTAIN) {_NAMED}", _nay, "REICHSTAG VOTE NAY"),
)
"""Abstaining counts against, as an explicit nay does."""
