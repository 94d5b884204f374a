"""The pages for what comes before the first evening: a repository, and a new game."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from msgspec.structs import replace

from generator.archive.files.names import check_game_name, is_device
from generator.engine.errors import TheatrumError, UsageError
from generator.engine.ruleset import Ruleset
from generator.engine.words import nearest
from generator.mailroom.answer import one_line
from generator.rulesets import get_ruleset, ruleset_ids, variant_names
from generator.rulesets.variants import know_variants
from generator.serve.requests import Asked, Fields, LocalPages, Reply
from generator.serve.steps import Done, needed, run_command

_WHOLE: Final = (".json", ".jsonl")
"""Files of a whole game, its ruleset included."""
_KINDS: Final = (".csv", ".toml", *_WHOLE)
"""Files from which a game may start."""
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,60}\.[a-z]{3,5}")
_ADDRESS: Final = re.compile(r"[^\s<>;,:\"]+@[^\s<>;,:\"]+")
_FOLDER: Final = re.compile(r"[^\W_](?:[\w .-]{0,60}\w)?")


def _rulesets(games: Path) -> Iterator[tuple[str, str]]:
    """The rulesets with their titles, and the variants beside the games that can be read."""
    know_variants(games)
    for name in dict.fromkeys((*ruleset_ids(), *variant_names())):
        with suppress(TheatrumError):
            yield name, get_ruleset(name).title


def show_new(pages: LocalPages, asked: Asked) -> Reply:
    """The form for a new game: first the ruleset, then its options with their meaning."""
    chosen = asked.fields.one("ruleset")
    known = dict(_rulesets(pages.games))
    facts: dict[str, Any] = {"rulesets": tuple(known.items())}
    if chosen not in known:
        return Reply("new.html", {**facts, "ruleset": "", "options": (), "powers": ""})
    ruleset = get_ruleset(chosen)
    options = [
        {
            "id": option.id,
            "title": option.title,
            "default": _written(option.default),
            "choices": [(_written(value), means) for value, means in option.choices.items()],
        }
        for option in ruleset.options.values()
    ]
    powers = "".join(f"{facts.name}; ; \n" for facts in ruleset.powers.values())
    return Reply("new.html", {**facts, "ruleset": chosen, "options": options, "powers": powers})


def make_new(pages: LocalPages, asked: Asked) -> Reply:
    """Show the position of a new game; or make the game, as it was shown."""
    number = asked.fields.one("number")
    shown = pages.kept_as(Asked, number)
    if number and shown is None:
        raise UsageError("this page is out of date", hint="load the form for a new game again")
    fields, files = (shown or asked).fields, (shown or asked).files
    really = shown is not None
    name = check_game_name(needed(fields, "name", "the name"))
    ruleset = get_ruleset(needed(fields, "ruleset", "the ruleset"))
    players = list(_players(ruleset, fields.one("players")))
    with TemporaryDirectory() as folder:
        given = _files(Path(folder), files)
        if any(path.suffix in _WHOLE for path in given):
            words, really = ["new", name], True  # it is replayed, and made only if that succeeds
        else:
            words = ["new", name, f"--ruleset={ruleset.id}"]
        words += [f"--title={fields.one('title')}"] if fields.one("title") else []
        words += [f"--players={power}={who}" for power, who, _ in players if who]
        words += _options(ruleset, fields)
        words += [f"--from={path}" for path in given]
        done = [
            _named(run_command(pages.games, [*words, *([] if really else ["--dry-run"])]), given)
        ]
    if really and done[0].code == 0:
        done += [
            run_command(pages.games, ["players", "address", name, power, *addresses])
            for power, _, addresses in players
            if addresses
        ]
    offers = not really and done[0].code == 0
    kept = pages.keep(asked) if offers else ""
    facts = {"done": done, "offers": offers, "number": kept, "name": name, "made": really}
    return Reply("made.html", {**facts, "failed": any(one.code for one in done)})


def make_repository(pages: LocalPages, asked: Asked) -> Reply:
    """Make a repository in a new folder here, and continue in it."""
    name = needed(asked.fields, "folder", "the folder")
    if not _FOLDER.fullmatch(name) or is_device(name.lower()):
        hint = "use letters, digits, spaces and hyphens, like club"
        raise UsageError("not a name for a folder", text=repr(name), hint=hint)
    folder = Path(name)
    title = asked.fields.one("title")
    done = run_command(pages.games, ["init", *([f"--title={title}"] if title else []), str(folder)])
    if done.code == 0:
        pages.games, pages.site = folder / "games", folder / "site"
    facts = {"done": [done], "offers": False, "number": 0, "name": "", "made": False}
    return Reply("made.html", {**facts, "failed": done.code != 0})


def _written(value: Any) -> str:
    """A value of an option as one types it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _options(ruleset: Ruleset[Any], fields: Fields) -> Iterator[str]:
    """The options that differ from their defaults."""
    for option in ruleset.options.values():
        value = fields.one(f"option-{option.id}")
        if value and value != _written(option.default):
            yield f"--option={option.id}={value}"


def _players(ruleset: Ruleset[Any], table: str) -> Iterator[tuple[str, str, list[str]]]:
    """The power, the player and the addresses in each row of a pasted table: of a spreadsheet, of
    CSV or of Markdown. A first row without an address may be its head. Raises UsageError."""
    known = {
        word.lower(): power
        for power, facts in ruleset.powers.items()
        for word in (power, facts.name, facts.short)
        if word
    }
    for at, row in enumerate(line for line in table.splitlines() if line.strip()):
        mark = next((mark for mark in ("\t", "|", ";", ",") if mark in row.strip()), "")
        bare = row.strip(" |\t")
        parts = next(csv.reader([bare], delimiter=mark)) if mark else re.split(r"\s{2,}", bare)
        cells = [cell.strip(" \"'*") for cell in parts]
        if not "".join(cells).strip("-:"):  # the rule below the head of a Markdown table
            continue
        # A spreadsheet has its columns in any order.
        power = next((known[cell.lower()] for cell in cells if cell.lower() in known), None)
        if power is None and (at or "@" in row):
            hint = nearest(cells[0], known, None) or "each row has a power, a player, an address"
            raise UsageError("this row has no power", text=row.strip(), hint=hint)
        if power is None:
            continue
        mails = [cell for cell in cells if "@" in cell]
        addresses = [address.lower() for cell in mails for address in _ADDRESS.findall(cell)]
        if mails and not addresses:
            raise UsageError("this row has an address that cannot be read", text=row.strip())
        said = [cell for cell in cells if cell and cell not in mails and cell.lower() not in known]
        names = said or [cell.partition("<")[0].strip(' "') for cell in mails if "<" in cell[1:]]
        if len(names) > 1 or any("=" in name for name in names):
            hint = "each row has a power, a player, an address"
            raise UsageError("this row has several names", text=row.strip(), hint=hint)
        yield power, "".join(names), addresses


def _files(folder: Path, files: tuple[tuple[str, bytes], ...]) -> dict[Path, str]:
    """Files that were dropped, in a folder made for them, with their own names. The file of the
    position will list them; a name that is not a plain word becomes a number."""
    found: dict[Path, str] = {}
    for number, (name, data) in enumerate(files, 1):
        kind = next((kind for kind in _KINDS if name.lower().endswith(kind)), None)
        if kind is None:
            hint = ", ".join(_KINDS)
            raise UsageError("a game cannot start from this file", text=one_line(name), hint=hint)
        own = one_line(name.replace("\\", "/").rpartition("/")[2])
        path = folder / (own if _NAME.fullmatch(own) else f"{number}{kind}")
        if path in found:
            raise UsageError("two files have one name", text=own, hint="rename one of them")
        path.write_bytes(data)
        found[path] = own
    return found


def _named(done: Done, files: dict[Path, str]) -> Done:
    """The result, with the files' own names."""

    def named(text: str) -> str:
        for path, name in files.items():
            text = text.replace(str(path), name)
        return text

    return replace(done, words=tuple(map(named, done.words)), said=named(done.said))
