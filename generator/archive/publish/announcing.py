"""Commit messages: the games that moved on, their phases, and what was decided."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from generator.archive.files.layout import GAME, MANIFESTS
from generator.archive.files.names import is_slug
from generator.archive.game.game import Game, PhaseRecord, load_game
from generator.archive.git.status import Changed
from generator.engine.orders.sheet import shown
from generator.engine.phases import Resolution

WIDTH: Final = 72
_LEAST: Final = 16
"""Characters of a sentence below which it is left out of the title line."""
_STATE: Final = re.compile(r"(\d+)/state/(\d+-[a-z0-9-]+)\.toml\Z")
_KINDS: Final = (
    ("orders", re.compile(r"(?:revealed/)?(\d+/)orders/(.+)\.toml\Z")),
    ("rulings", re.compile(r"(?:revealed/)?(\d+/)(rulings)\.toml\Z")),
    ("press", re.compile(r"()press/(.+)\Z")),
    ("sealed", re.compile(r"()sealed/(.+?)(?:\.[0-9a-f]{12})?(?:\.age)?\Z")),
    ("revealed", re.compile(r"()revealed/(.+)\Z")),
)
_REMOVED: Final = "removed from sealed"
_NAMED: Final = 8
_LONGEST: Final = 600


class GamePart(Struct, frozen=True):
    """The part of a commit that is one game's.

    `phases` are pairs of an adjudicated phase and what changed in it, in order; `taken_back` the
    slugs of those undone. `rulings` are "number of year: reason", for the years whose rulings
    changed. `others` are pairs of a kind of file ("orders", "press", "other") and their names.
    """

    folder: Path
    title: str
    phases: tuple[tuple[str, str], ...]
    taken_back: tuple[str, ...]
    rulings: tuple[str, ...]
    others: tuple[tuple[str, tuple[str, ...]], ...]
    files: int


def game_part(folder: Path, found: Sequence[Changed]) -> GamePart:
    """The changes of one game, by their paths in its folder, sorted for people. It has only public
    facts. Raises FileError for a game that cannot be read."""
    is_game = is_slug(folder.name) and (folder / GAME).is_file()
    game = load_game(folder) if is_game else None
    states = {change.path: change for change in found if _STATE.match(change.path)}
    phases: list[tuple[str, str]] = []
    rulings: list[str] = []
    if game is not None:
        if game.opening.path.relative_to(folder).as_posix() in states:
            phases.append(("the opening position", ""))
        for record in game.phases:
            if record.path.relative_to(folder).as_posix() in states:
                phases.append((shown(record.title), summary_of(game, record)))
        rulings = list(_rulings(game, found))
    gone = [path for path, change in states.items() if change.is_gone]
    others: dict[str, set[str]] = {}
    for change in found:
        if change.path not in states and not change.path.startswith(f"{MANIFESTS}/"):
            kind, name = _kind_of(change.path)
            if kind == "sealed" and change.is_gone:
                kind = _REMOVED
            others.setdefault(kind, set()).add(shown(name))
    if not others and not states:
        others["sealed"] = {"a manifest"}
    # A file that is sealed again has another name; only its text is other.
    others[_REMOVED] = others.get(_REMOVED, set()) - others.get("sealed", set())
    return GamePart(
        folder,
        shown(game.settings.title) if game else shown(folder.name),
        tuple(phases),
        tuple(path.replace("/state/", " ").removesuffix(".toml") for path in gone),
        tuple(rulings),
        tuple((kind, tuple(sorted(names))) for kind, names in sorted(others.items()) if names),
        len(found),
    )


def summary_of(game: Game, record: PhaseRecord) -> str:
    """The changes of a phase, as everyone may read them."""
    whole = record.resolution()
    public = Resolution(
        whole.moment,
        tuple(verdict for verdict in whole.verdicts if verdict.public),
        tuple(event for event in whole.events if event.public),
        whole.state,
    )
    return " ".join(map(one_line, game.ruleset.summary(record.before(), public)))


def _rulings(game: Game, found: Sequence[Changed]) -> Iterator[str]:
    """The public rulings of the phases that are committed now."""
    years = {change.path for change in found if not change.is_gone}
    for record in game.phases:
        if f"{record.moment.year}/rulings.toml" in years:
            for ruling in record.rulings:
                if not ruling.is_secret:
                    yield f"{ruling.number} of {record.moment.year}: {one_line(ruling.reason)}"


def _kind_of(path: str) -> tuple[str, str]:
    for kind, pattern in _KINDS:
        match = pattern.match(path)
        if match:
            return kind, f"{match[1].replace('/', ' ')}{match[2]}"
    return "other", path


def message_for(games: Sequence[GamePart], site: Sequence[str]) -> str:
    """The commit message: a title of at most 72 characters, an empty line, and what it
    holds."""
    blocks = [_block(part) for part in games]
    if site:
        blocks.append([f"The site: {named(site)}"])
    body = "\n\n".join("\n".join(_wrapped(lines)) for lines in blocks)
    return f"{_title(games, site)}\n\n{body}\n" if body else f"{_title(games, site)}\n"


def _title(games: Sequence[GamePart], site: Sequence[str]) -> str:
    if not games:
        return "The site's own pages and looks" if site else "Nothing"
    if len(games) > 1:
        phases = sum(len(part.phases) for part in games)
        did = f"{phases} phases" if phases > 1 else "1 phase" if phases else "orders and texts"
        return _cut(f"{', '.join(part.title for part in games)}", WIDTH - len(did) - 2) + f": {did}"
    (part,) = games
    if not part.phases:
        if part.taken_back:
            return _cut(f"{part.title}: {part.taken_back[-1]} is undone", WIDTH)
        kinds = [kind if kind != "other" else "settings" for kind, _ in part.others]
        return _cut(f"{part.title}: {', '.join(kinds)}", WIDTH)
    title, summary = part.phases[-1]
    before = f", after {len(part.phases) - 1} more" if len(part.phases) > 1 else ""
    head = _cut(f"{part.title}: {title}{before}", WIDTH)
    whole = f"{head} — {summary.rstrip('.')}"
    return whole if summary and len(whole) <= WIDTH else head  # the body has it in any case


def _block(part: GamePart) -> list[str]:
    lines = [part.title]
    lines += [f"  {title}: {what}" if what else f"  {title}" for title, what in part.phases]
    lines += [f"  undone: {name}" for name in part.taken_back]
    lines += [f"  ruling {ruling}" for ruling in part.rulings]
    for kind, names in part.others:
        lines.append(f"  {kind}: {named(names)}")
    return lines


def _wrapped(lines: Iterable[str]) -> Iterator[str]:
    from textwrap import wrap

    for line in lines:
        indent = line[: len(line) - len(line.lstrip(" "))]
        yield from wrap(line, WIDTH, subsequent_indent=f"{indent}    ", break_on_hyphens=False)


def named(names: Sequence[str]) -> str:
    """Names for people, in one line; of many, the first ones and how many more there are."""
    if len(names) <= _NAMED:
        return ", ".join(map(shown, names))
    return f"{', '.join(map(shown, names[:_NAMED]))} and {len(names) - _NAMED} more"


def one_line(text: str) -> str:
    """A text in one line, hidden signs made visible."""
    plain = "".join(c if c.isprintable() else "\ufffd" for c in " ".join(text.split()))
    return _cut(plain, _LONGEST)


def _cut(text: str, width: int) -> str:
    """A text of at most `width` characters, cut at a word where one ends late enough."""
    if len(text) <= width:
        return text
    head = text[: width - 1]
    at = head.rfind(" ")
    return f"{head[: at if at > width // 2 else None].rstrip(' ,;:')}…"
