"""A ruling of every kind on a position where it applies, for the tests of rulings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from generator.engine.phases import Resolution, Ruling
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import play, position

REASON = "the mail was late"


def ruling(kind: str, phase: str, number: int = 1, rule: str = "", **facts: Any) -> Ruling:
    return Ruling(number, phase, kind, REASON, rule, facts)


@dataclass(frozen=True)
class Sample:
    """A ruling with the position that it is for, the orders given there, and what it is said to
    be."""

    phase: str
    facts: Mapping[str, Any]
    said: str
    orders: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def state(self) -> EuropeState:
        return position(EDITION, phase=self.phase, **self.parts)

    def play(self, kind: str, **more: Any) -> Resolution[EuropeState]:
        given = ruling(kind, self.phase, **{**self.facts, **more})
        return play(EDITION, self.state, self.orders, [given])


SAMPLES: Mapping[str, Sample] = {
    "order": Sample(
        "diplomatic", {"power": "france", "order": "2: SWI"}, "France is given the order 2: SWI"
    ),
    "void": Sample(
        "diplomatic",
        {"power": "france", "order": "2: LOR"},
        "France: 2: LOR is void",
        {"france": "2: LOR\n1: SWI"},
    ),
    "disorder": Sample(
        "movement",
        {"power": "france"},
        "France is in civil disorder",
        {"france": "A PAR - CHA\nA LYO - DAU"},
    ),
    "relation": Sample(
        "movement",
        {"powers": ["france", "spain"], "is": "war"},
        "war between France and Spain",
        {"france": "A PRO - LAN"},
    ),
    "alliance": Sample(
        "diplomatic", {"powers": ["union", "league"], "allowed": True}, "Union and League may ally"
    ),
    "infs": Sample(
        "diplomatic",
        {"state": "SWI", "infs": {"savoy": 2, "france": 1}},
        "INFs in Swiss Confederation: Savoy 2 and France 1",
    ),
    "status": Sample("diplomatic", {"state": "HES", "status": "neutral"}, "Hesse is neutral"),
    "control": Sample(
        "adjustment", {"province": "ERF", "holder": "saxony"}, "Erfurt is held by Saxony"
    ),
    "marker": Sample(
        "adjustment", {"state": "HES", "marker": "catholic"}, "Hesse carries the Catholic marker"
    ),
    "eliminate": Sample("adjustment", {"power": "savoy", "falls": True}, "Savoy is eliminated"),
    "units": Sample(
        "builds",
        {"side": "france", "units": ["A PAR +2", "F NORM"]},
        "France has A PAR +2 and F NORM",
    ),
    "entry": Sample(
        "movement",
        {"unit": "A PAR", "to": "CHA", "is": "void"},
        "the move of A PAR to Champagne is void",
        {"france": "A PAR - CHA"},
    ),
    "minor": Sample("builds", {"state": "HES", "disbands": "A HES"}, "Hesse disbands A HES"),
    "treasury": Sample("builds", {"power": "france", "tp": 7}, "France has 7 TP"),
    "loan": Sample(
        "builds",
        {"lender": "dutch", "debtor": "union", "amount": 5, "due": 1625},
        "Union owes Dutch Republic 5 TP, lent in 1619",
    ),
    "income": Sample("builds", {"power": "france", "tp": 3}, "the income of France is 3 TP"),
    "prices": Sample(
        "builds",
        {"power": "sweden", "prices": [0]},
        "Sweden pays 0 TP for its purchases",
        {"sweden": "BOLSTER A STO"},
        {"units": {"sweden": ["A STO"]}},
    ),
    "score": Sample(
        "scoring",
        {"power": "sweden", "item": "own_marker", "points": 9},
        "Sweden scores 9 points for own marker",
    ),
    "option": Sample(
        "scoring", {"option": "victory.points", "value": 9}, "from 1619 on: The points that win: 9"
    ),
    "end": Sample("movement", {"result": "draw", "powers": ["spain", "dutch"]}, "a draw of"),
    "extend": Sample(
        "scoring",
        {"years": 2},
        "the game goes on, and no tie ends it before 1650",
        parts={"year": 1648},
    ),
    "note": Sample("movement", {"text": "Anna plays Spain now."}, "Anna plays Spain now."),
    "reichstag": Sample(
        "diplomatic",
        {"result": "passed"},
        "the Reichstag: the motion is passed",
        {"austria": "REICHSTAG CALL 1"},
    ),
    "immunity": Sample(
        "diplomatic",
        {"lifted": True},
        "the immunity of the Papacy is lifted",
        {"spain": "WAR: PAPACY"},
    ),
}
