"""Recording a ruling on a phase that has not been adjudicated: tried in a copy, then written below
the rulings in the file of its year. Ending a game by a ruling before its rules end it, and putting
it away. Trying other orders, which writes nothing."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from generator.archive.files.layout import GAME, rulings_path, secret_rulings_path
from generator.archive.files.reading import FileErrors, TomlText, parse_toml, read_exact_text
from generator.archive.files.toml_editing import with_value
from generator.archive.files.toml_layout import format_value, literal_text
from generator.archive.files.writing import Change, commit, writing
from generator.archive.game.game import Game, check_there, load_game
from generator.archive.game.phasenames import find_open, find_played
from generator.archive.game.ruling_checks import resolve, stray_rulings
from generator.archive.game.ruling_texts import Units, read_ruling
from generator.archive.game.rulings import FIRST_SECRET, rulings_in
from generator.archive.game.seeds import SeedIsSecret, draws_of
from generator.archive.play.absence import stand_in
from generator.archive.play.adjudicating import (
    Adjudicated,
    PlacedComplaint,
    adjudicate_in,
    check_game,
    read_order_texts,
    rulings_for,
)
from generator.archive.play.redo import forget
from generator.archive.play.rehearsal import apply, difference, moved, rehearsal
from generator.archive.record.comparing import compare_outcomes
from generator.archive.secret.sealed_record import check_unsealed
from generator.engine.errors import FileError, GameError, Place, TheatrumError
from generator.engine.phases import Moment, Ruling
from generator.engine.report import report_of
from generator.engine.ruleset import Ruleset
from generator.engine.rulings import RulingError, announced_decision
from generator.engine.words import nearest


class Ruled(Struct, frozen=True):
    """A ruling that was recorded, or tried. `said` is the ruling in words; `file` is its path in
    the game's folder; `lines` are the differences that it makes, None where those cannot be seen
    yet."""

    moment: Moment
    title: str
    ruling: Ruling
    said: str
    file: str
    lines: tuple[str, ...] | None


class Words(Struct, frozen=True):
    """A ruling as a referee types it: see `ruling_texts`."""

    text: str
    reason: str
    rule: str = ""
    secret: bool = False


def rule_phase(folder: Path, words: Words, phase: str = "", *, dry_run: bool = False) -> Ruled:
    """Record a ruling on the phase that a game waits for, or on a later one, below the rulings that
    are there. It is checked as they are, and tried.

    Raises UsageError for a text that is not a ruling, GameError for one that does not apply or a
    phase that has been adjudicated; then nothing has been written.
    """
    check_there(folder)
    with writing(folder):
        game = load_game(folder)
        moment = _open_phase(game, phase, words)
        check_unsealed(game)
        before = _tried(folder) if moment == game.current_moment else None
        with rehearsal(folder) as copy:
            given = ruling_in(game, moment, words, lambda: _units_after(game, moment, before))
            change = add_rulings(game, moment, given)
            apply(copy, change)
            known = {ruling.number for ruling in game.year_rulings(moment.year)}
            new = load_game(copy).year_rulings(moment.year)
            (ruling,) = (one for one in new if one.number not in known)
            said, lines = "", None
            if moment == game.current_moment:
                after = _checked(load_game(copy), copy, ruling, words)
                said = _said(after, ruling)
                if before is not None and after is not None:
                    ruleset = game.ruleset
                    lines = compare_outcomes(ruleset, before.resolution, after.resolution).lines
        if not dry_run:
            commit(folder, change)
    (file,) = change.writes
    return Ruled(moment, game.ruleset.phase_title(moment), ruling, said, file, lines)


def ruling_in(game: Game, moment: Moment, words: Words, units: Units) -> TomlText:
    """A typed ruling as the text of a file of rulings. Raises UsageError, and GameError without a
    reason."""
    if not words.reason.strip():
        raise GameError("give a reason", hint='add --reason "..."; it is published')
    kind, facts = read_ruling(game, words.text, units)
    if words.secret:
        facts["secret"] = True
    reason = " ".join(words.reason.split())
    return rulings_file(Ruling(1, moment.phase, kind, reason, words.rule, MappingProxyType(facts)))


def _open_phase(game: Game, phase: str, words: Words) -> Moment:
    """The phase that is meant. Raises GameError with the way to correct one that was played."""
    try:
        return find_open(game, phase)
    except GameError as error:
        try:
            played = find_played(game, phase) if phase else game.phases[-1]
        except GameError:
            raise error from None
        typed = f"--ruling {shlex.quote(words.text)} --reason {shlex.quote(words.reason)}"
        said = f"{played.moment} has been adjudicated" if phase else error.problem
        hint = f'theatrum amend {game.slug} --phase "{played.moment}" {typed}'
        raise GameError(said, hint=hint) from None


def _tried(folder: Path) -> Adjudicated | None:
    """The phase that a game waits for, as it comes out; None where a draw has to wait."""
    try:
        return try_orders(folder, ())
    except SeedIsSecret:
        return None


def _units_after(
    game: Game, moment: Moment, before: Adjudicated | None
) -> Sequence[tuple[str, str]]:
    if before is None:
        raise GameError(
            f"which units remain after {moment} is not known yet",
            hint="list all units: france has A PAR",
        )
    return game.ruleset.snapshot(before.resolution.state).units


def _checked(trial: Game, copy: Path, ruling: Ruling, words: Words) -> Adjudicated | None:
    """The phase with the ruling; None where a draw has to wait. Raises GameError for a ruling that
    does not apply, at its place in what was typed."""
    strays = stray_rulings(trial, trial.current_moment)
    if strays:
        raise FileErrors(strays)
    try:
        done = _tried(copy)
    except RulingError as error:
        if error.number != ruling.number:
            raise
        raise _at_text(error, ruling, words) from None
    if done is None:
        for placed in check_game(trial).complaints:
            if placed.complaint.problem.startswith(f"ruling {ruling.number} "):
                raise GameError(placed.complaint.problem, hint=placed.complaint.hint)
    return done


def _at_text(error: RulingError, ruling: Ruling, words: Words) -> TheatrumError:
    """An error with its place in the text that was typed."""
    facts = ruling.facts
    fact = facts.get(error.keys[-1] if error.keys else "order") or facts.get("order")
    column = 1 + words.text.find(str(fact)) if "rule" not in error.keys else 0
    problem = error.problem.removeprefix(f"ruling {ruling.number} does not apply: ")
    return GameError(
        problem, place=Place("ruling", 1 if column else 0, column), text=words.text, hint=error.hint
    )


def _said(done: Adjudicated | None, ruling: Ruling) -> str:
    """The decision, from the event that announces it."""
    for event in done.resolution.events if done is not None else ():
        if event.ruling == ruling.number and event.kind == "ruling":
            return announced_decision(event.text, ruling.reason)
    return ""


def add_rulings(game: Game, moment: Moment, given: TomlText) -> Change:
    """The change that adds the rulings of a file to those of a phase's year, after all others.

    Where orders wait in private/, secret ones go to the secret file. Raises FileErrors for a file
    that does not hold rulings, and FileError for one of another phase.
    """
    found = rulings_in(given)
    if not found:
        raise given.error("there is no ruling here", "ruling", hint="each ruling is [[ruling]]")
    for index, ruling in enumerate(found):
        if ruling.phase != moment.phase:
            problem = f"ruling {index + 1} is for {ruling.phase}, not for {moment.phase}"
            raise given.error(problem, "ruling", index, "phase")
    is_private = game.settings.orders == "private"
    hidden = [ruling for ruling in found if ruling.is_secret and is_private]
    texts: dict[str, str] = {}
    for path, rulings in (
        (rulings_path(moment.year), [ruling for ruling in found if ruling not in hidden]),
        (secret_rulings_path(moment.year), hidden),
    ):
        if rulings:
            there = game.folder / path
            before = read_exact_text(there) if there.exists() else ""
            text = _appended(before, "\n".join(map(format_ruling, rulings)))
            _check(text, there, FIRST_SECRET if rulings is hidden else 1)
            texts[path] = text
    return Change(texts)


def rulings_file(ruling: Ruling) -> TomlText:
    """A ruling as its own file, to be added to others."""
    return parse_toml(format_ruling(ruling), Path("ruling"))


def format_ruling(ruling: Ruling) -> str:
    """A ruling as a person would write it, with a line for each of its facts."""
    lines = ["[[ruling]]", f"phase = {format_value(ruling.phase)}"]
    lines.append(f"kind = {format_value(ruling.kind)}")
    several = "\n" in ruling.reason
    lines.append(
        f"reason = {literal_text(ruling.reason) if several else format_value(ruling.reason)}"
    )
    if ruling.rule:
        lines.append(f"rule = {format_value(ruling.rule)}")
    if ruling.facts:
        lines.append("[ruling.facts]")
        lines += [
            f"{name} = {format_value(_inline_value(value))}" for name, value in ruling.facts.items()
        ]
    return "\n".join(lines) + "\n"


def _inline_value(value: Any) -> Any:
    """Tables and lists as TOML writes them on a line."""
    if isinstance(value, Mapping):
        return {key: _inline_value(inner) for key, inner in value.items()}
    return [_inline_value(inner) for inner in value] if isinstance(value, list | tuple) else value


def _appended(before: str, new: str) -> str:
    """A file with a text at its end, after an empty line; its own line ends stay."""
    end = "\r\n" if "\r\n" in before else "\n"
    gap = "" if not before else end if before.endswith("\n") else end + end
    return f"{before}{gap}{new.replace(chr(10), end)}"


def _check(text: str, path: Path, first: int) -> None:
    """Raises FileError where the file would have more rulings than a year may."""
    toml = parse_toml(text.removeprefix("\ufeff").replace("\r\n", "\n"), path)
    if first == 1 and len(rulings_in(toml)) >= FIRST_SECRET:
        raise FileError(f"a year has at most {FIRST_SECRET - 1} rulings", place=toml.place())


# --- the end of a game

RESULTS: Final = ("victory", "draw", "ended")
"""How a game may be ended; a ruleset may know fewer of them."""
_KIND: Final = "end"
"""The kind of ruling by which rulesets end a game."""


def finish_game(
    folder: Path, result: str, powers: Sequence[str], reason: str, *, dry_run: bool = False
) -> Adjudicated:
    """End a game by a ruling on the phase that it waits for, which is adjudicated with it; what
    was secret is then revealed. The ruling and all that follows are written as one change.

    Raises GameError where the game is over, gives no reason, or its ruleset cannot end so.
    """
    check_there(folder)
    if not reason.strip():
        raise GameError("give a reason", hint='add --reason "..."; it is published')
    with writing(folder):
        game = load_game(folder)
        if game.ending is not None:
            raise GameError(f"{game.slug} is over: {game.ending.text}")
        check_unsealed(game)
        for power in powers:
            if power not in game.ruleset.powers:
                hint = nearest(power, game.ruleset.powers, "powers")
                raise GameError(f"there is no power {power}", hint=hint)
        moment = game.current_moment
        facts: dict[str, Any] = {"result": result}
        if powers:
            facts["powers"] = list(powers)
        ruling = Ruling(1, moment.phase, _KIND, reason.strip(), "", MappingProxyType(facts))
        with rehearsal(folder) as copy:
            apply(copy, add_rulings(load_game(copy), moment, rulings_file(ruling)))
            done = adjudicate_in(load_game(copy), partial(apply, copy))
            change = difference(folder, copy)
        if done.ending is None:
            raise GameError(f"the ruling did not end {game.slug}")
        placed = moved(done.complaints, copy, folder)
        if not dry_run:
            commit(folder, Change(change.writes, (*change.removes, *forget(folder))))
    return replace(done, complaints=placed, written=not dry_run)


def archive_game(folder: Path, *, away: bool, unfinished: bool = False) -> bool:
    """Put a game away, or take it out again; False where that has been done already.

    Raises GameError for a game that is not over, unless `unfinished` means that it may be so.
    """
    check_there(folder)
    with writing(folder):
        game = load_game(folder)
        if game.settings.archived == away:
            return False
        if away and not game.is_over and not unfinished:
            raise GameError(
                f"{game.slug} is not over: it is waiting for {game.current_moment}",
                hint="end it with theatrum finish, or archive it unfinished with --unfinished",
            )
        path = folder / GAME
        commit(folder, Change({GAME: with_value(path, read_exact_text(path), ("archived",), away)}))
    return True


def try_orders(folder: Path, tried: Sequence[tuple[str, str]]) -> Adjudicated:
    """Adjudicate the phase that a game waits for with other orders. Writes nothing.

    `tried` are powers and orders. Each takes the place of the order that its unit has, or is
    added. Raises FileError, and GameError for a power that is not there and an order that cannot
    be read.
    """
    check_there(folder)
    game = load_game(folder)
    if game.ending is not None:
        raise GameError(f"{game.slug} is over: {game.ending.text}")
    ruleset, state, moment = game.ruleset, game.current_state(), game.current_moment
    stood_in = stand_in(game, state, read_order_texts(game, moment))
    texts = {power: text.text for power, text in stood_in.texts.items()}
    for power, order in tried:
        if power not in ruleset.powers:
            hint = nearest(power, ruleset.powers, "powers")
            raise GameError(f"there is no power {power}", hint=hint)
        texts[power] = _with_order(ruleset, state, power, texts.get(power, ""), order)
    texts = {power: texts[power] for power in ruleset.powers if power in texts}
    book = ruleset.read(state, texts)
    draws, rulings = draws_of(game), rulings_for(game, moment)
    resolution = resolve(game, state, book, rulings, lambda: draws.chance(moment))
    powers = {power for power, _ in tried}
    return Adjudicated(
        ruleset,
        ruleset.phase_title(moment),
        resolution,
        tuple(
            PlacedComplaint(Place(complaint.power), complaint)
            for complaint in book.complaints
            if complaint.power in powers and complaint.line
        ),
        book.missing,
        ruleset.summary(state, resolution),
        ruleset.ending(resolution.state),
        False,
        report_of(ruleset.report(state, resolution)),
    )


def _with_order(ruleset: Ruleset[Any], state: Any, power: str, text: str, order: str) -> str:
    """A power's text with one more order, without those that its unit had."""
    new = _orders(ruleset, state, power, order)
    if not any(value is not None for _, value in new):
        raise GameError("this cannot be read as an order", text=order, hint=f"of {power}")
    units = {_unit(value) for _, value in new} - {""}
    dropped = {n for n, value in _orders(ruleset, state, power, text) if _unit(value) in units}
    lines = [line for number, line in enumerate(text.split("\n"), 1) if number not in dropped]
    return "\n".join([*lines, order, ""])


def _orders(ruleset: Ruleset[Any], state: Any, power: str, text: str) -> list[tuple[int, Any]]:
    sheet = ruleset.read(state, {power: text}).sheets.get(power)
    return [(line.line, line.order) for line in sheet.orders] if sheet is not None else []


def _unit(order: Any) -> str:
    """Where the unit is that an order is for; "" for an order of another kind."""
    unit = getattr(order, "unit", None)
    return str(unit).split()[-1].partition("/")[0] if unit is not None else ""
