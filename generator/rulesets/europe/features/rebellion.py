"""Religious rebellion: land that an opposing confession has captured, and its marker.

    [rebellion.NET]
    marker = "revolt"
    confession = "catholic"
    captor = "protestant"
    ends = 1621

The test is made when land is captured: a force of the land's own confession is tolerated, one that
opposes it meets a revolt for as many years as the land is worth. When they are over, the revolt is
quelled. A row remains for as long as the land is held by another side than its owner.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from msgspec.structs import replace

from generator.engine.chronicle import RecordFacts
from generator.engine.course import Added, Step
from generator.engine.events import Column, EventKind, Sentence
from generator.engine.picture import MarkSign
from generator.engine.report import Section, table
from generator.engine.typed import Count, Record, Table, knob
from generator.engine.verdicts import Event
from generator.engine.words import count
from generator.rulesets.europe.data.facts import Facts, is_minor
from generator.rulesets.europe.state.state import EuropeState, Stand
from generator.rulesets.europe.state.values import Confession, Province
from generator.rulesets.europe.steps.markers import marker_of
from generator.rulesets.europe.steps.statuses import status_of
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.rulings import EuropeRuling, Land
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import (
    named_place,
    named_side,
    place_in,
    side_in,
    without_reasons,
)

Marker = Literal["", "tolerant", "revolt", "quelled"]


class Mood(Record, frozen=True):
    """How captured land takes it. `confession` is its own, as it was when it was captured, and
    `captor` that of the force that captured it; "" for none. `ends` is the year in which a revolt
    is quelled."""

    marker: Marker = ""
    confession: Confession = ""
    captor: Confession = ""
    ends: Count = 0


Moods = Mapping[Province, Mood]

_KEY: Final = "rebellion"


class RebellionRules(Table, frozen=True):
    """The table `rebellion`."""

    exempt: Annotated[
        Mapping[str, tuple[str, ...]],
        knob("For each confession the land that never rebels against it", "E15V7-REB-6"),
    ] = {}
    captors: Annotated[
        Mapping[str, str],
        knob("The confession of states whose units have a different one", "E15V7-CONF-14"),
    ] = {}


def _moods(politics: Turn | EuropeState) -> Moods:
    moods: Moods = politics.parts[_KEY]
    return moods


def _now(facts: Facts, event: Event) -> str:
    marker = event.data["marker"] or "none"
    return f"revolt until {event.data['ends']}" if marker == "revolt" else marker


_COLUMNS: Final[dict[str, Column]] = {
    "Province": place_in("province"),
    "Before": lambda facts, event: event.data["was"] or "none",
    "Now": _now,
    "Held by": side_in("holder"),
    "Why": "why",
}

REBELLION: Final = EventKind(
    "rebellion",
    section="Rebellion",
    topics=("war",),
    weight=25,
    says="{what}: {why}",
    columns=_COLUMNS,
    sentences=(
        Sentence(
            lambda story, events: without_reasons(
                story, [event for event in events if event.data["marker"] != "tolerant"]
            )
        ),
    ),
    record=RecordFacts("Rebellion and tolerance", tuple(_COLUMNS)),
)


class RebellionRuling(EuropeRuling, frozen=True):
    """a marker of rebellion: sets the marker of captured land: tolerant, in revolt or quelled"""

    province: Land
    marker: Literal["", "tolerant", "revolt", "quelled"]
    ends: Count = 0

    def words(self, turn: Turn) -> str:
        ends = f" until {self.ends}" if "ends" in self.ruling.facts else ""
        what = f"the marker {self.marker}{ends}" if self.marker else "no marker"
        return f"{turn.board.name_of(self.province)} carries {what}"

    def apply(self, turn: Turn) -> None:
        code = self.province
        if code not in turn.captures:
            raise self.refuse(f"{code} is held by its owner, and carries no such marker")
        if self.marker == "revolt" and self.ends <= turn.year:
            raise self.refuse("set ends to the later year in which the revolt is quelled")
        turn.unsay(REBELLION, where=lambda event: event.data["province"] == code)
        before = _moods(turn).get(code, Mood())
        mood = replace(before, marker=self.marker, ends=self.ends)
        turn.parts[_KEY] = MappingProxyType({**_moods(turn), code: mood})


class Rebellion(Feature):
    """Tests what is captured, keeps the markers, and lets revolts end."""

    key = _KEY
    part = Moods
    tables = MappingProxyType({_KEY: RebellionRules})
    events = (REBELLION,)
    rulings = MappingProxyType({"rebellion": RebellionRuling})

    def steps(self) -> tuple[Added, ...]:
        settle = Step("rebellions", self._settle)
        return Added("adjustment", settle, before="markers"), Added("builds", settle)

    def placed(self, state: EuropeState, given: Mapping[str, Any]) -> EuropeState:
        """A row that has only the end of a revolt is one of a revolt."""
        told = {
            code: replace(
                mood,
                marker=mood.marker or ("revolt" if mood.ends else ""),
                confession=mood.confession or _land_confession(state, code),
                captor=mood.captor or _confession_of(state, state.captures[code].holder),
            )
            for code, mood in _moods(state).items()
        }
        return replace(state, parts=MappingProxyType({**state.parts, _KEY: MappingProxyType(told)}))

    def oddities(self, state: EuropeState) -> Iterator[str]:
        """Captured land without a row counts as land that never rebelled."""
        for code, capture in state.captures.items():
            own, captor = _land_confession(state, code), _confession_of(state, capture.holder)
            ends = capture.year + (_years(state.facts, code) or 0)
            exempt = code in state.facts.of(RebellionRules).exempt.get(captor, ())
            if code in state.parts[_KEY] or not own or captor in ("", own) or exempt:
                continue
            if ends > state.year:
                names = state.facts.confessions
                yield (
                    f"{state.facts.board.name_of(code)} is {names[own].name} and held by "
                    f"{names[captor].name} {state.facts.name_of(capture.holder)}: by the rules it "
                    f"is in revolt until {ends}, and only captures hold it in peace "
                    f'([rebellion.{code}] marker = "revolt", ends = {ends})'
                )

    def _settle(self, turn: Turn) -> None:
        """Forget land that is free again, quell the revolts whose time is over, and report the
        rest."""
        kept = {}
        for code in turn.facts.provinces:
            if code in turn.captures and code in _moods(turn):
                mood = _moods(turn)[code]
                over = mood.marker == "revolt" and mood.ends <= turn.year
                kept[code] = replace(mood, marker="quelled") if over else mood
        turn.parts[_KEY] = MappingProxyType(kept)
        for code in turn.facts.provinces:
            _report_change(turn, code)

    def bar_retreat_to(self, turn: Turn, stand: Stand, province: str) -> tuple[str, str] | None:
        if not is_in_revolt(turn, province):
            return None
        return "retreat-revolt", f"{turn.board.name_of(province)} is in revolt"

    def picture_lines(self, state: EuropeState) -> tuple[str, ...]:
        # Below the signs themselves the years are small.
        name = state.facts.board.name_of
        return tuple(
            f"{name(code)} is in revolt until {mood.ends}"
            for code, mood in _moods(state).items()
            if mood.marker == "revolt"
        )

    def registers(self, state: EuropeState) -> tuple[Section, ...]:
        facts = state.facts
        rows = [
            (
                named_place(facts, code),
                named_side(facts, state.captures[code].holder),
                facts.confessions[mood.confession].name if mood.confession else "none",
                f"in revolt until {mood.ends}" if mood.marker == "revolt" else mood.marker,
            )
            for code, mood in state.parts[_KEY].items()
            if mood.marker
        ]
        columns = ("Province", "Held by", "Its confession", "Marker")
        return (table("Markers on captured land", columns, rows),)

    def expires(self, state: EuropeState, power: str) -> Iterator[str]:
        standing = state.standing
        for code, mood in _moods(state).items():
            if mood.marker == "revolt" and standing.side_of(standing.holders[code]) == power:
                yield f"the revolt in {state.facts.board.name_of(code)} lasts until {mood.ends}"

    def flaws(self, state: EuropeState) -> Iterator[str]:
        for code, mood in _moods(state).items():
            if code not in state.captures:
                yield f"{_KEY}: {code} is held by its owner, and has nothing to do with a captor"
            elif mood.marker == "revolt" and mood.ends < state.year:
                yield f"{_KEY}: {code} is in revolt, and ends = {mood.ends} is over"


def marks_of_moods(state: EuropeState) -> Mapping[str, MarkSign]:
    """The marks of revolts and of what was quelled, by province."""
    signs = {}
    for code, mood in _moods(state).items():
        if mood.marker:
            ends = str(mood.ends) if mood.marker == "revolt" else ""
            words = f"in revolt until {ends}" if ends else mood.marker
            title = f"{state.facts.board.name_of(code)}: {words}"
            signs[code] = MarkSign(mood.marker, title, ends)
    return signs


def is_in_revolt(turn: Turn, province: str) -> bool:
    return _moods(turn).get(province, Mood()).marker == "revolt"


def judge_captured(turn: Turn, province: str, side: str) -> None:
    """Test the loyalty of a province that a side is about to hold; captures are those before."""
    moods = _moods(turn)
    held = moods.get(province) if province in turn.captures else None
    own = held.confession if held else _own_confession(turn, province)
    _test(turn, province, own, _confession_of(turn, side), held)


def _test(turn: Turn, province: str, own: str, captor: str, before: Mood | None = None) -> None:
    """Set the marker of land of a confession that a force has captured; `before` is its marker if
    the land was held by another captor. "" means that the land has no confession."""
    rules, years = turn.facts.of(RebellionRules), _years(turn.facts, province)
    mood = Mood("", own, captor)
    if own and captor and years is not None:
        if captor == own:
            mood = replace(mood, marker="tolerant")
        elif not years or province in rules.exempt.get(captor, ()):
            mood = replace(mood, marker="quelled")
        elif before and before.captor == captor and before.marker in ("revolt", "quelled"):
            mood = before
        else:
            mood = replace(mood, marker="revolt", ends=turn.year + years)
    turn.parts[_KEY] = MappingProxyType({**_moods(turn), province: mood})


def _years(facts: Facts, province: str) -> int | None:
    """How long a province rebels; None for one that never does."""
    one = facts.provinces[province]
    if one.center:
        return one.center
    owner = facts.states.get(one.owner)
    if owner is None or owner.provinces != (province,):
        return None
    rate = facts.treasury.income.captured_province
    return one.value if rate == "value" else int(rate)


def foreseen_revolt(state: EuropeState, province: str, power: str) -> int:
    """For how many years land that is free now would rebel against a power that captures it."""
    facts, owner = state.facts, state.facts.provinces[province].owner
    own = facts.powers[owner].confession if owner in facts.powers else state.markers.get(owner, "")
    captor = facts.powers[power].confession
    exempt = province in facts.of(RebellionRules).exempt.get(captor, ())
    return 0 if not own or own == captor or exempt else _years(facts, province) or 0


def _own_confession(turn: Turn, province: str) -> str:
    """The confession of land that is about to be captured: its power's, or its state's marker."""
    facts = turn.facts
    # The home of a fallen power keeps its confession, unless it has become a state.
    owner = turn.standing.owners[province] or facts.provinces[province].owner
    if owner in facts.powers:
        return facts.powers[owner].confession
    if owner not in turn.states:
        return ""
    minor = facts.states[owner]
    if minor.seat in turn.captures and minor.seat in _moods(turn):
        return _moods(turn)[minor.seat].confession
    if turn.before.statuses[owner].kind != "captured":
        return turn.markers.get(owner, "")
    # It has come free just now, and its marker is set only when all is settled.
    infs = turn.infs.get(owner, {})
    return marker_of(facts, minor, status_of(facts, infs), infs)


def _land_confession(state: EuropeState, province: str) -> str:
    """The confession of captured land, if a position shows it: its power's, or that of its state's
    marker, or of the marker that the INFs there would make."""
    facts = state.facts
    owner = state.standing.owners[province] or facts.provinces[province].owner
    if owner in facts.powers:
        return facts.powers[owner].confession
    if owner not in state.states or owner in state.markers:
        return state.markers.get(owner, "")
    infs = state.infs[owner]
    return marker_of(facts, facts.states[owner], status_of(facts, infs), infs)


def _confession_of(turn: Turn | EuropeState, side: str) -> str:
    facts = turn.facts
    if not is_minor(side):
        return facts.powers[side].confession
    patron = turn.standing.lord_of(side)
    patrons = facts.powers[patron].confession if patron in facts.powers else ""
    return facts.of(RebellionRules).captors.get(side) or turn.markers.get(side, "") or patrons


# --- reports


def _report_change(turn: Turn, code: str) -> None:
    """Report a marker that is new, or gone, or has a new captor to do with."""
    was = turn.before.parts[_KEY].get(code, Mood())
    now = _moods(turn).get(code, Mood())
    held, before = turn.captures.get(code), turn.before.captures.get(code)
    holder = held.holder if held else ""
    passed = bool(held and before and held.holder != before.holder)
    if was == now and not (passed and now.marker == "revolt"):
        return
    facts, place = turn.facts, turn.board.name_of(code)
    own = facts.confessions[now.confession].name if now.confession else ""
    if now.marker == "revolt" and was == now:
        cause, what = "revolt-continues", f"{place} is still in revolt"
        why = f"{facts.name_of(holder)} has it now, and the revolt lasts until {now.ends}"
    elif now.marker == "revolt":
        cause, what = "revolt-begins", f"{place} is in revolt until {now.ends}"
        why = f"it is {own}, and has been captured by a force of another confession"
    elif now.marker == "quelled" and was.marker == "revolt":
        cause, what = "revolt-quelled", f"the revolt in {place} is quelled"
        why = f"it has lasted {count(_years(facts, code) or 0, 'year')}"
    elif now.marker == "quelled":
        cause, what = "revolt-exempt", f"{place} does not rebel"
        why = f"it never does against a {facts.confessions[now.captor].name} force"
        why = why if _years(facts, code) else "it is worth nothing"
    elif now.marker == "tolerant":
        cause, what = "tolerated", f"{place} tolerates {facts.name_of(holder)}"
        why = f"both are {own}"
    elif was.marker == "revolt":
        cause, what = "revolt-over", f"the revolt in {place} is over"
        why = "its captor is gone" if not holder else f"{facts.name_of(holder)} has it now"
    else:
        return
    turn.report(
        REBELLION,
        cause,
        REBELLION.text(what=what, why=why),
        powers=[holder] if holder in facts.powers else [],
        province=code,
        marker=now.marker,
        was=was.marker,
        ends=now.ends,
        confession=now.confession,
        captor=now.captor,
        holder=holder,
    )
