"""Mails on hold, as other commands report them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from generator.archive import Game
from generator.archive.people.versions import CORRECTION, LATE, STRANGER, Submission, held_mails

WHY: Final[Mapping[str, str]] = MappingProxyType(
    {LATE: "late", STRANGER: "a stranger", CORRECTION: "looks like a correction"}
)
"""The reasons for putting a mail on hold, in words."""


def on_hold_facts(game: Game) -> list[dict[str, Any]]:
    """The mails on hold, for programs."""
    return [
        {
            "power": submission.power,
            "name": _name(game, submission),
            "version": submission.number,
            "phase": submission.phase,
            "why": [why for why in submission.aside if why in WHY],
            "received": submission.received,
            "sender": submission.sender,
            "subject": submission.subject,
            "orders": submission.orders.splitlines(),
            "mail": submission.mail,
        }
        for submission in held_mails(game)
    ]


def on_hold_line(slug: str, found: Sequence[Mapping[str, Any]]) -> str:
    """A line for the referee about what is on hold, as `on_hold_facts` gives it; "" for
    nothing."""
    if not found:
        return ""
    what = "1 mail is" if len(found) == 1 else f"{len(found)} mails are"
    names = ", ".join(
        f"{mail['name']} ({', '.join(WHY[why] for why in mail['why'])})" for mail in found
    )
    return f"{what} on hold: {names}; theatrum submit {slug} --held"


def offer(game: Game, power: str, phase: str, number: int, aside: Sequence[str]) -> str:
    """The referee's choices for a mail that has just been put on hold."""
    name = f"{power}:{number}" if number else power
    at = "" if phase == game.current_moment.phase else f" --phase {phase}"
    command = f"theatrum submit {game.slug} --accept {name}{at}"
    if CORRECTION in aside:
        command = f"{command} --add (order by order) or --replace (the whole sheet)"
    else:
        command = f"{command}, or --reject {name}{at}"
    return f"on hold ({why_of(aside)}): {command}"


def why_of(aside: Sequence[str]) -> str:
    """The reasons in words, for one mail."""
    return ", ".join(WHY[why] for why in aside if why in WHY)


def _name(game: Game, submission: Submission) -> str:
    facts = game.ruleset.powers.get(submission.power)
    return facts.name if facts is not None else submission.power
