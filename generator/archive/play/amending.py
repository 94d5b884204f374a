"""Correcting a phase that has been adjudicated: it and all that follow are played again.

The steps are tried in a copy. The result is written as one change, once the referee has agreed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from generator.archive.files.layout import AMENDMENTS, CHAIN, PRIVATE, SEALED, secret_orders_path
from generator.archive.files.reading import TomlText, read_exact_text, read_toml
from generator.archive.files.writing import Change, commit, writing
from generator.archive.game.game import Game, PhaseRecord, check_there, load_game
from generator.archive.game.orders import (
    OrderText,
    is_extract,
    read_public_orders,
    read_year_orders,
)
from generator.archive.game.phasenames import find_played
from generator.archive.game.sheets import order_text, waiting_path, with_orders
from generator.archive.play.adjudicating import PlacedComplaint, adjudicate_in, rulings_for
from generator.archive.play.redo import forget
from generator.archive.play.rehearsal import apply, difference, moved, rehearsal
from generator.archive.play.ruling import add_rulings
from generator.archive.play.undo import taken_back
from generator.archive.record.amendments import (
    Amendment,
    ChangedPhase,
    format_amendments,
    read_amendments,
    state_hash,
    without_phases,
)
from generator.archive.record.chaining import rewritten_items, with_correction
from generator.archive.record.commitments import read_commitments
from generator.archive.record.comparing import OutcomeDifference, compare_outcomes
from generator.archive.secret.sealed_record import check_unsealed
from generator.engine.errors import GameError
from generator.engine.phases import Moment
from generator.engine.words import nearest

_NONE: Final[Mapping[str, str]] = MappingProxyType({})
_UNTOLD: Final = "the referee's records"


class Correction(Struct, frozen=True):
    """A correction of a phase ("1620 movement"), with its ISO day and reason.

    `orders` maps powers to the texts that replace theirs, `rulings` is a file of rulings to be
    added. With neither, the phase is played from the files as they are now.
    """

    phase: str
    reason: str
    date: str
    orders: Mapping[str, str] = field(default_factory=lambda: _NONE)
    rulings: TomlText | None = None


class PhaseChange(Struct, frozen=True):
    """A phase that comes out differently, or (`is_gone`) is undone."""

    moment: Moment
    title: str
    difference: OutcomeDifference
    is_gone: bool = False


class Amended(Struct, frozen=True):
    """The changes by a correction. `played` counts the phases that were played again; `stopped` is
    the reason why not all of them could be, or "". `waits` is the phase that the game waits for
    then, "" if it is over, and `waits_title` its title. `complaints` are about the corrected
    orders."""

    slug: str
    moment: Moment
    title: str
    what: tuple[str, ...]
    changes: tuple[PhaseChange, ...]
    played: int
    stopped: str
    waits: str
    waits_title: str
    complaints: tuple[PlacedComplaint, ...]
    written: bool


def amend_phase(folder: Path, correction: Correction, agree: Callable[[Amended], bool]) -> Amended:
    """Correct a phase. `agree` gets what would change, and returns whether to write it.

    Raises GameError where there is no such phase, no reason, or nothing to correct, and where
    secrets that it takes are not here; FileError for files that are broken. Then, and without the
    agreement, nothing has been written.
    """
    check_there(folder)
    if not correction.reason.strip():
        raise GameError("give a reason", hint='add --reason "..."; it is published')
    with writing(folder):
        game = load_game(folder)
        first = game.phases.index(find_played(game, correction.phase))
        if (folder / SEALED).is_dir():
            check_unsealed(game)
        if not (folder / PRIVATE).is_dir() and read_commitments(folder):
            raise GameError(
                f"the secrets of {game.slug} are not here",
                hint="only the referee, who has private/, can replay its phases",
            )
        with rehearsal(folder) as copy:
            trial = _play_again(game, first, copy, correction)
            amended = trial.amended
            rewritten = rewritten_items(folder, copy)
            apply(copy, _record(game, copy, trial, correction, rewritten))
            change = difference(folder, copy)
        nothing = not change.removes and set(change.writes) <= {AMENDMENTS, CHAIN}
        if nothing and not rewritten:
            raise GameError(
                f"nothing changes: {amended.moment} keeps its result",
                hint="give other orders or a ruling, or edit the files of the phase first",
            )
        if not agree(amended):
            return amended
        commit(folder, Change(change.writes, (*change.removes, *forget(folder))))
    return replace(amended, written=True)


class _Trial(Struct, frozen=True):
    """The phases that were played again in a copy. `gone` are the phases that could not be."""

    amended: Amended
    again: tuple[Moment, ...]
    gone: tuple[Moment, ...]


def _play_again(game: Game, first: int, copy: Path, correction: Correction) -> _Trial:
    """Take the phases from `first` on back in the copy, correct it, and play them again."""
    records = game.phases[first:]
    _unpublish(game, records[0], copy)
    for _ in records:
        apply(copy, taken_back(load_game(copy)))
    what = _correct(copy, records[0], correction)
    changes: list[PhaseChange] = []
    again: list[Moment] = []
    complaints: tuple[PlacedComplaint, ...] = ()
    stopped = ""
    for record in records:
        trial = load_game(copy)
        stopped = _in_the_way(trial, record)
        if stopped:
            break
        done = adjudicate_in(trial, partial(apply, copy), again=True)
        if not again:
            own = [
                complaint
                for complaint in done.complaints
                if not correction.orders or complaint.complaint.power in correction.orders
            ]
            complaints = moved(own, copy, game.folder)
        again.append(record.moment)
        found = compare_outcomes(game.ruleset, record.resolution(), done.resolution)
        changes.append(PhaseChange(record.moment, record.title, found))
    gone = records[len(again) :]
    changes = [change for change in changes if change.difference]
    changes += [
        PhaseChange(record.moment, record.title, OutcomeDifference(), True) for record in gone
    ]
    after = load_game(copy)
    amended = Amended(
        game.slug,
        records[0].moment,
        records[0].title,
        what,
        tuple(changes),
        len(again),
        stopped,
        "" if after.is_over else str(after.current_moment),
        "" if after.is_over else after.ruleset.phase_title(after.current_moment),
        complaints,
        False,
    )
    return _Trial(amended, tuple(again), tuple(record.moment for record in gone))


def _unpublish(game: Game, record: PhaseRecord, copy: Path) -> None:
    """Empty the copy's public extracts of orders in private/ that were changed since the phase:
    playing it again publishes them again."""
    moment, powers = record.moment, game.ruleset.powers
    public = read_public_orders(copy, moment.year, powers, told=False).of(moment.phase)
    for power, told in public.items():
        path = copy / secret_orders_path(moment.year, power)
        table = read_toml(path).data.get(moment.phase) if path.exists() else None
        whole = table.get("orders", "") if isinstance(table, dict) else ""
        if isinstance(whole, str) and whole.strip() and not is_extract(told.text, whole):
            before = read_exact_text(told.path)
            text = with_orders(told.path, before, moment.phase, "", record.title)
            apply(copy, Change({told.path.relative_to(copy).as_posix(): text}))


def _in_the_way(trial: Game, record: PhaseRecord) -> str:
    """Why a phase cannot be played again as the one that it was; "" if it can."""
    if trial.ending is not None:
        return f"the game is over before {record.title}: {trial.ending.text}"
    now = trial.current_moment
    if now != record.moment:
        waits = trial.ruleset.phase_title(now)
        return f"{record.title} is no longer the next phase: the game would wait for {waits}"
    return ""


def _correct(copy: Path, record: PhaseRecord, correction: Correction) -> tuple[str, ...]:
    """Write the corrected orders and rulings. Returns what was corrected, without secret
    rulings."""
    game = load_game(copy)
    moment, ruleset = record.moment, game.ruleset
    there = read_year_orders(copy, moment.year, ruleset.powers).of(moment.phase)
    what: list[str] = []
    for power, orders in correction.orders.items():
        if power not in ruleset.powers:
            raise GameError(
                f"there is no power {power}", hint=nearest(power, ruleset.powers, "powers")
            )
        path = copy / waiting_path(game.settings, moment.year, power)
        if power in there and there[power].text.strip():
            path = there[power].path
        before = read_exact_text(path) if path.exists() else ""
        text = with_orders(path, before, moment.phase, order_text(orders), record.title)
        apply(copy, Change({path.relative_to(copy).as_posix(): text}))
        what.append(_orders_words(game, power))
    if correction.rulings is not None:
        before_rulings = rulings_for(game, moment)
        apply(copy, add_rulings(game, moment, correction.rulings))
        now = rulings_for(load_game(copy), moment)
        added = [ruling for ruling in now if ruling not in before_rulings]
        what += [f"ruling {ruling.number}" for ruling in added if not ruling.is_secret]
    return tuple(what) or (_UNTOLD,)


def _record(
    game: Game, copy: Path, trial: _Trial, correction: Correction, rewritten: Sequence[str]
) -> Change:
    """The change of amendments.toml and of the chain, made from the files before the correction.
    `rewritten` are the other items that were changed."""
    amended = trial.amended
    said = {change.moment: change.difference.said for change in amended.changes}
    rows = []
    for moment in trial.again:
        before, after = state_hash(game.folder, moment), state_hash(copy, moment)
        if before != after or moment == amended.moment:
            rows.append(ChangedPhase(moment, before, after, said.get(moment, ())))
    rows += [ChangedPhase(moment, state_hash(game.folder, moment), "") for moment in trial.gone]
    if not trial.again:
        raise GameError(
            f"{amended.moment} cannot be replayed: {amended.stopped}",
            hint="correct the orders or the ruling, and try again",
        )
    kept = without_phases(read_amendments(game.folder), frozenset(trial.gone))
    reason = " ".join(correction.reason.split())
    what = _public_part(game, copy, amended, correction)
    if rewritten:
        what = (*(item for item in what if item != _UNTOLD), *rewritten)
    new = Amendment(amended.moment, correction.date, reason, what, tuple(rows))
    change = Change({AMENDMENTS: format_amendments((*kept, new))})
    chain = with_correction(game.folder, copy, change, len(kept) + 1)
    return Change({**change.writes, **chain})


def _public_part(
    game: Game, copy: Path, amended: Amended, correction: Correction
) -> tuple[str, ...]:
    """The public part of a correction: nothing of orders that only their author may
    know, before and after."""
    moment, powers = amended.moment, game.ruleset.powers
    before, after = (
        read_public_orders(folder, moment.year, powers, told=False).of(moment.phase)
        for folder in (game.folder, copy)
    )
    secret = {
        _orders_words(game, power)
        for power in correction.orders
        if _told(before, power) == _told(after, power)
    }
    return tuple(item for item in amended.what if item not in secret) or (_UNTOLD,)


def _told(texts: Mapping[str, OrderText], power: str) -> str:
    return texts[power].text if power in texts else ""


def _orders_words(game: Game, power: str) -> str:
    return f"orders of {game.ruleset.powers[power].name}"
