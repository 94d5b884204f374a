"""The form of a game's JSON, from which its JSON Schema is made.

Importing pydantic takes a quarter of a second, so only the page of the schema imports this.
"""

from __future__ import annotations

import json
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import GenerateJsonSchema

from generator.engine.verdicts import Outcome
from generator.pages.game.data import FORM

__all__ = ["GameData", "schema_json"]

Counts = dict[str, int]
"""By power."""


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class PlayerData(_Form):
    """Somebody who plays a power, or has played it."""

    player: str
    since: str
    """The first phase of theirs, like "1623 diplomatic"; "" from the start."""
    note: str
    """The referee's word to readers."""


class PowerData(_Form):
    """A power."""

    name: str
    player: str
    """Who plays it now, or ""."""
    players: tuple[PlayerData, ...]
    """All who have played it, in their order."""


class ProvinceData(_Form):
    """A province as the rulebook prints it."""

    name: str
    kind: Literal["inland", "coastal", "sea", "impassable"]
    owner: str
    """The power or minor state that it belongs to by right, or ""."""
    value: int
    is_center: bool
    neighbors: tuple[str, ...]


class MinorData(_Form):
    """A minor state. Its seat is the first of its provinces."""

    name: str
    provinces: tuple[str, ...]
    value: int


class CountWordsData(_Form):
    """Something of which the whole board has so many of each sort."""

    title: str
    lines: dict[str, str]
    """The names of the sorts."""


class RecordWordsData(_Form):
    """A list that grows through the game."""

    title: str
    columns: tuple[str, ...]
    deeds: dict[str, str]
    """What powers do to each other by its lines; empty where nothing is counted."""


class WordsData(_Form):
    """The names of what the rest of the document calls by codes."""

    influence: str
    """What is placed in minor states; "" where the ruleset has no such thing."""
    points: str
    """What victory is measured by."""
    goal: int
    """How many points win; 0 where no number does."""
    provinces: dict[str, ProvinceData]
    minors: dict[str, MinorData]
    statuses: dict[str, str]
    marks: dict[str, str]
    bonds: dict[str, str]
    scores: dict[str, str]
    figures: dict[str, str]
    counts: dict[str, CountWordsData]
    records: dict[str, RecordWordsData]


class MinorStandData(_Form):
    """Where a minor state stands."""

    status: str
    power: str
    """The power that it follows, or that took it; "" for nobody."""
    mark: str
    influence: Counts
    suspended: bool
    """Whether the influence counts for nothing at present."""
    needed: int
    """How much a power must have, and more than any other, for the state to follow it; 0 where more
    than half of all is what counts."""


class BondData(_Form):
    """A relation of two powers."""

    powers: tuple[str, str]
    kind: str
    since: int
    """The year."""
    due: int
    """The year in which it will take effect; 0 for one that is in effect."""
    by: tuple[str, ...]
    """Who asked for it."""


class PositionData(_Form):
    """What everybody may know of a position, in figures."""

    holders: dict[str, str]
    """The side that holds each province, where one does."""
    units: tuple[tuple[str, str], ...]
    """Owner and unit: ["austria", "A VIE +1"]."""
    minors: dict[str, MinorStandData]
    bonds: tuple[BondData, ...]
    figures: dict[str, Counts]
    scores: dict[str, Counts]
    """The points of the last scoring, item by item."""
    points: Counts
    out: Counts
    """The powers that have fallen, with the year."""
    marks: dict[str, str]
    """The markers that provinces bear by themselves."""
    counts: dict[str, Counts]
    """The counts of the whole board, by sort."""
    remarks: dict[str, tuple[str, ...]]
    """What else is to be said of powers, in few words."""


class VerdictData(_Form):
    """What became of one order. Its row on the phase's page has the anchor `o<number>`."""

    number: int
    power: str
    order: str
    """In canonical notation where it could be read, otherwise as it was written."""
    outcome: Outcome
    kind: str
    """ "move", "support-hold" ...; "" for an order that is not drawn on the map."""
    provinces: tuple[str, ...]
    rules: tuple[str, ...]
    """The rules that decided it."""
    ruling: int
    """The ruling of the year that it rests on, or 0."""


class EventData(_Form):
    """One thing that happened. Its line on the phase's page has the anchor `e<number>`."""

    number: int
    kind: str
    rule: str
    text: str
    powers: tuple[str, ...]
    provinces: tuple[str, ...]
    minors: tuple[str, ...]
    weight: int
    """Orders headlines, higher first."""


class RulingData(_Form):
    """A decision of the referee. `number` counts the rulings of the year."""

    number: int
    kind: str
    reason: str
    rule: str
    facts: dict[str, str]


class InfluenceData(_Form):
    """A change of a power's influence in a minor state."""

    minor: str
    power: str
    placed: int
    lost: int


class RecordData(_Form):
    """A line of a list."""

    kind: str
    event: int
    """The number of the event that tells of it."""
    cells: tuple[str, ...]
    """One for each column of the list."""
    deeds: tuple[tuple[str, str, str], ...]
    """Who did what to whom: [who, whom, what]."""


class PhaseData(_Form):
    """An adjudicated phase, and the position after it."""

    year: int
    phase: str
    title: str
    address: str
    """Of its page, from the root of the site."""
    due: str
    """When its orders were due, in RFC 3339; "" where game.toml does not say."""
    summary: tuple[str, ...]
    verdicts: tuple[VerdictData, ...]
    events: tuple[EventData, ...]
    rulings: tuple[RulingData, ...]
    influence: tuple[InfluenceData, ...]
    records: tuple[RecordData, ...]
    standings: dict[str, Counts]
    position: PositionData


class OpeningData(_Form):
    """The position before the first orders."""

    year: int
    title: str
    position: PositionData


class NowData(_Form):
    """The phase that is due, or how the game ended."""

    year: int
    phase: str
    title: str
    awaits: tuple[str, ...]
    """From whom orders are due."""
    ending: str
    winners: tuple[str, ...]


class PressData(_Form):
    """A text of the press, in Markdown."""

    name: str
    title: str
    author: str
    date: str
    text: str


class GameData(_Form):
    """A game of Theatrum as everybody may know it, phase by phase.

    Published at `<game>/game.json` beside the pages. Powers, provinces, minor states and rules go
    by the codes and ids of the game's ruleset.
    """

    model_config = ConfigDict(
        json_schema_extra={"$schema": GenerateJsonSchema.schema_dialect}, populate_by_name=True
    )

    form_schema: str = Field(
        alias="$schema", description="Where this schema is, from the document."
    )
    theatrum: Literal[1] = FORM
    """The version of this form."""
    name: str
    """The name of the game's folder, and the first part of its addresses."""
    title: str
    ruleset: str
    introduction: str
    """Markdown, by the referee."""
    seed_commitment: str
    """The SHA-256 hash of the secret seed, or ""."""
    options: dict[str, Any]
    """The options of the ruleset that the game sets."""
    powers: dict[str, PowerData]
    words: WordsData
    opening: OpeningData
    now: NowData
    press: tuple[PressData, ...]
    phases: tuple[PhaseData, ...]
    """In the order in which they were played."""


def schema_json() -> bytes:
    """The JSON Schema of `GameData`."""
    schema = GameData.model_json_schema(by_alias=True)
    return f"{json.dumps(schema, indent=1, ensure_ascii=False)}\n".encode()
