"""The dossier of a power: all that its player needs for a turn, and only this player may see.

    What changed for you since ...   events since its last orders, and its orders that failed
    What you owe, and what expires   the deadline, duties, debts, declarations that wait for a year
    Who may enter your land          by the rules of movement, and whose units are near
    Minor states                     whom they favor, and what would tip them
    Orders already sent              the power's own
    Your secrets                     objectives, and news for this power only
    What you sent besides orders      standing orders that were sent

Invariant: all but the last three parts come from the public state and from what was published or
sent to the power, so no secret of another power can get in. Empty parts are left out.

The letter to a stand-in is a dossier with all that the seat knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from generator.archive.dates.deadlines import deadline_of, due_words
from generator.archive.game.game import Game, PhaseRecord
from generator.archive.game.sheets import sheet_for
from generator.archive.people.addresses import addresses_of, check_power
from generator.archive.people.players import player_of
from generator.archive.play.absence import notices_of, seat_notices, standing_lines
from generator.archive.secret.sealed_record import check_unsealed
from generator.engine.briefing import Brief
from generator.engine.phases import Document
from generator.engine.plain import plain_line
from generator.engine.report import Section
from generator.engine.verdicts import Event
from generator.engine.words import listed

# So many lines fit on two printed pages.
_MOST_NEWS: Final = 16
_MOST_FAILED: Final = 8
_MOST_ROWS: Final = 16
_MOST_TOLD: Final = 8
_KEPT: Final = ("success",)


class Dossier(Struct, frozen=True):
    """A power's dossier for the phase that waits. `player` is "" for a seat without a name, `to`
    holds the player's addresses, with ", " between them; `due` is when orders are due, or ""."""

    power: str
    name: str
    player: str
    to: str
    game: str
    ruleset: str
    title: str
    due: str
    sections: tuple[Section, ...]

    @property
    def subject(self) -> str:
        due = f", due {self.due}" if self.due else ""
        return f"{self.game}: dossier of {self.name}, {self.title}{due}"


def known_state(game: Game, state: Any) -> Any:
    """A state as everyone may know it: without what its document keeps private."""
    return game.ruleset.load(Document(game.ruleset.dump(state).public))


def dossier_of(game: Game, power: str, *, handed_over: bool = False) -> Dossier:
    """The dossier of a power; the longest lists end with how much more there is. One that is
    `handed_over` is not shortened, and lacks what the letter lists in full: orders that wait, and
    news for this power. Raises GameError for a power that the game does not have and where secrets
    are sealed elsewhere, and FileErrors."""
    check_power(game, power)
    check_unsealed(game)  # half of a player's knowledge would be worse than nothing
    ruleset, moment = game.ruleset, game.current_moment
    deadline = None if game.is_over else deadline_of(game.settings, moment)
    known = known_state(game, game.current_state())
    brief = ruleset.brief(known, power)
    since = _since(game, power)
    sections = (
        Section(
            "What changed for you since your last orders",
            tuple(_news(game, power, since, known, whole=handed_over)),
        ),
        Section("What you owe, and what expires", tuple(_owed(game, power, known, brief))),
        brief.entrants,
        brief.minors if handed_over else _shortened(brief.minors),
        Section("Orders already sent", () if handed_over else tuple(_waiting(game, power))),
        Section("Your secrets", tuple(_secrets(game, power, () if handed_over else since))),
        Section("What you sent besides orders", () if handed_over else tuple(_noted(game, power))),
    )
    return Dossier(
        power,
        ruleset.powers[power].name,
        player_of(game, power, moment),
        ", ".join(addresses_of(game).get(power, ())),
        game.settings.title,
        ruleset.title,
        game.ending.text if game.ending else ruleset.phase_title(moment),
        due_words(deadline) if deadline else "",
        tuple(section for section in sections if section.lines or section.rows),
    )


def dossier_text(dossier: Dossier, reader: str = "") -> str:
    """The dossier as a mail has it: plain text that is Markdown, too. `reader` is who gets it
    instead of the player."""
    who = plain_line(reader or dossier.player or dossier.name)
    lines = [f"# {dossier.name}: {dossier.title}", ""]
    lines += [f"{dossier.game} ({dossier.ruleset}). For {who} only."]
    for section in dossier.sections:
        lines += ["", f"## {section.title}", ""]
        lines += [f"- {line}" for line in section.lines]
        lines += [f"- {_row_words(row)}" for row in section.plain_rows]
        lines += ["", *section.notes] if section.notes else []
    return "\n".join(lines) + "\n"


def _row_words(row: Sequence[str]) -> str:
    return f"{row[0]}: {'; '.join(cell for cell in row[1:] if cell)}"


def _shortened(section: Section) -> Section:
    more = len(section.rows) - _MOST_ROWS
    if more <= 1:
        return section
    notes = (*section.notes, f"{more} more are on the site.")
    return replace(section, rows=section.rows[:_MOST_ROWS], notes=notes)


def _since(game: Game, power: str) -> tuple[PhaseRecord, ...]:
    """The phases since the one for which the power was last asked for orders, that one included;
    all there are where it never was."""
    for at in range(len(game.phases) - 1, -1, -1):
        if power in game.ruleset.awaits(game.phases[at].before()):
            return game.phases[at:]
    return game.phases


# --- what changed


def _news(
    game: Game, power: str, since: Sequence[PhaseRecord], known: Any, *, whole: bool
) -> Iterator[str]:
    """Gains and losses, the events that name the power, and its own orders that failed."""
    if not since:
        return
    yield from _changes(game, power, known_state(game, since[0].before()), known)
    events: list[tuple[int, str]] = []
    failed: list[str] = []
    for record in since:
        resolution = record.resolution()
        place = f"{record.title}: " if len(since) > 1 else ""
        events += [
            (-event.weight, f"{place}{plain_line(event.text)}")
            for event in resolution.events
            if event.public and _names(game, event, power)
        ]
        for verdict in resolution.verdicts:
            may_know = verdict.public or power in verdict.known_to
            if may_know and verdict.power == power and verdict.outcome not in _KEPT:
                why = "; ".join(plain_line(reason.text) for reason in verdict.reasons)
                order = plain_line(verdict.order)
                failed.append(f"{place}failed: {order}{f' ({why})' if why else ''}")
    # Sorted by weight only: events of the same weight stay in their order.
    told = [text for _, text in sorted(events, key=lambda one: one[0])]
    yield from _cut(told, 0 if whole else _MOST_NEWS, "smaller events are on the site")
    more = "orders failed; the site shows which"
    yield from _cut(failed, 0 if whole else _MOST_FAILED, more)


def _cut(lines: Sequence[str], most: int, more: str) -> list[str]:
    """The first lines, and how many more there are; all where there is no limit."""
    if not most or len(lines) <= most + 1:
        return list(lines)
    return [*lines[:most], f"{len(lines) - most} more {more}"]


def _names(game: Game, event: Event, power: str) -> bool:
    """Whether an event is about a power, and not about nearly all of them."""
    return power in event.powers and 2 * len(event.powers) <= max(4, len(game.ruleset.powers))


def _changes(game: Game, power: str, before: Any, known: Any) -> Iterator[str]:
    """Figures of the power that changed, and the provinces that it won and lost."""
    ruleset = game.ruleset
    old = dict(ruleset.standings(before))
    figures = [
        f"{label} {old[label].get(power, 0)} to {counts.get(power, 0)}"
        for label, counts in ruleset.standings(known)
        if label in old and old[label].get(power, 0) != counts.get(power, 0)
    ]
    if figures:
        yield "; ".join(figures)
    first, last = ruleset.snapshot(before), ruleset.snapshot(known)
    names = ruleset.names()
    for word, one, other in (
        ("won", last.holders, first.holders),
        ("lost", first.holders, last.holders),
    ):
        gone = [code for code, side in one.items() if side == power and other.get(code) != power]
        if gone:
            yield f"{word}: {listed(names.get(code, code) for code in gone)}"


# --- debts and duties


def _owed(game: Game, power: str, known: Any, brief: Brief) -> Iterator[str]:
    """The deadline with the orders due, then the ruleset's lines on debts and years."""
    if game.is_over:
        return
    ruleset, moment = game.ruleset, game.current_moment
    deadline = deadline_of(game.settings, moment)
    due = f", due {due_words(deadline)}" if deadline else ""
    if power in ruleset.awaits(known):
        yield f"orders for {ruleset.phase_title(moment)}{due}"
        yield from ruleset.duties(known, power)
    else:
        yield f"no orders are asked of you for {ruleset.phase_title(moment)}"
    if advice := ruleset.advice(known, power):
        yield advice
    yield from brief.expires


# --- what no other player knows


def _waiting(game: Game, power: str) -> Iterator[str]:
    """Orders that were sent, for this phase and for later ones of the year."""
    if game.is_over:
        return
    year = game.current_moment.year
    played = {record.moment.phase for record in game.phases if record.moment.year == year}
    for phase, texts in game.year_orders(year).texts.items():
        text = texts[power].text.strip() if power in texts else ""
        if text and phase not in played:
            yield from (f"{phase}: {plain_line(line)}" for line in text.splitlines() if line)


def _secrets(game: Game, power: str, since: Sequence[PhaseRecord]) -> Iterator[str]:
    """Secrets that the state holds, and recent news for this power only."""
    if not game.is_over:
        yield from map(plain_line, game.ruleset.confided(game.current_state(), power).lines)
    told = _told(since, power)
    more = len(told) - _MOST_TOLD
    if more > 1:
        yield f"{more} earlier messages to you are not shown"
    yield from told[more:] if more > 1 else told


def _noted(game: Game, power: str) -> Iterator[str]:
    """Standing orders that the player has sent."""
    if game.is_over:
        return
    does = (
        "not used in this game"
        if game.settings.absence == "hold"
        else "used where you send nothing"
    )
    for line in standing_lines(notices_of(game.folder, power, game.current_moment)):
        yield f"{does}: {plain_line(line)}"


def handover_letter(game: Game, power: str, name: str, page: str = "") -> str:
    """Everything that a new player called `name` needs: the power's dossier, the units, the
    orders that wait, and all news that only this power got.

    `page` is the address of the game, or "". Raises GameError for a power that the game does not
    have and where secrets are sealed elsewhere, and FileErrors.
    """
    dossier = dossier_of(game, power, handed_over=True)
    ruleset = game.ruleset
    lines = [
        f"Dear {plain_line(name)},",
        "",
        f"you take over {ruleset.powers[power].name} in {game.settings.title} ({ruleset.title}).",
        "Everything in this letter is for you only. Do not pass it on.",
    ]
    if page:
        lines.append(f"The game: {page}")
    parts = (
        ("On the board", _units(game, power)),
        ("Orders already sent", _still_waiting(game, power)),
        (
            "Standing orders of who played before, which end with that player",
            _standing(game, power),
        ),
        (f"Known only to {ruleset.powers[power].name}", _told(game.phases, power)),
        ("Secret orders so far", _ordered(game, power)),
    )
    lines += ["", dossier_text(dossier, name).rstrip("\n")]
    for title, said in parts:
        lines += ["", f"## {title}", "", *(list(said) or ["Nothing."])]
    return "\n".join(lines) + "\n"


def _units(game: Game, power: str) -> Iterator[str]:
    """The sheet that a power is sent: its units, and what it may decide
    besides."""
    if not game.is_over:
        sheet = sheet_for(game.ruleset, game.current_state(), power).splitlines()
        yield from [line.removeprefix("# ") for line in sheet if line.startswith("# ")][1:]


def _still_waiting(game: Game, power: str) -> Iterator[str]:
    """Orders that came before, for this phase and for later ones of the year."""
    if game.is_over:
        return
    played = {record.moment.phase for record in game.phases if record.moment.year == _year(game)}
    orders = game.year_orders(_year(game))
    for phase, texts in orders.texts.items():
        text = texts[power].text.strip() if power in texts else ""
        if text and phase not in played:
            yield f"For {phase}, as they were sent. They count unless you send others:"
            yield from (f"  {line}" for line in text.splitlines())


def _standing(game: Game, power: str) -> Iterator[str]:
    if not game.is_over:
        yield from standing_lines(seat_notices(game.folder, power, game.current_moment))


def _year(game: Game) -> int:
    return game.current_moment.year


def _told(records: Sequence[PhaseRecord], power: str) -> list[str]:
    return [
        f"{record.title}: {plain_line(event.text)}"
        for record in records
        for event in record.resolution().events
        if power in event.known_to
    ]


def _ordered(game: Game, power: str) -> Iterator[str]:
    """Orders of phases that were played, and that not everyone may know."""
    for record in game.phases:
        for verdict in record.resolution().verdicts:
            if power in verdict.known_to:
                why = "; ".join(plain_line(reason.text) for reason in verdict.reasons)
                yield f"{record.title}: {plain_line(verdict.order)} ({verdict.outcome}: {why})"
