"""`theatrum verify` and `export`: a game's record, proved and printed."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.archive import list_games, load_game
from generator.archive.files.layout import CHAIN
from generator.archive.game.chain import SHOWN, read_chain
from generator.archive.play.verifying import verify_game
from generator.commands.folders import game_folder
from generator.commands.output import say, show, show_json, write_result
from generator.engine.errors import FileError, GameError, Place, TheatrumError, UsageError
from generator.engine.words import count

if TYPE_CHECKING:
    from generator.archive.record.chain_since import Since

_SHOWN = 3
_LEAST = 8
"""Digits of a record that are enough to find it."""


def verify(options: Namespace) -> int:
    """Replays one game, or all of them. Exit code 1 if one of them differs."""
    folders = [game_folder(options)] if options.game else list_games(options.games)
    if not folders:
        say(f"there are no games in {options.games}")
    found = [] if options.game else _gone(options.games, options.since)
    for folder in folders:
        try:
            verified = verify_game(folder)
            kept = _record_lines(folder, options.record)
            since = _since(folder, options.since)
        except TheatrumError as error:
            found.append({"game": folder.name, "verified": False, "problem": str(error)})
            say(str(error))
            continue
        phases = verified.phases
        unreplayed = [{"phase": str(moment), "reason": why} for moment, why in verified.unreplayed]
        found.append(
            {
                "game": verified.slug,
                "verified": True,
                "phases": phases,
                "unreplayed": unreplayed,
                "record": verified.record or None,
                **({"since": _since_facts(since)} if since else {}),
            }
        )
        if since and since.rewritten:
            found[-1]["verified"] = False
        if not verified.record:
            found[-1] |= {"verified": False, "problem": str(_unchained(folder))}
            say(str(_unchained(folder)))
        if not options.json:
            note = "" if verified.secrets else " (the secrets are not here)"
            if verified.revealed:
                note = f" (with {count(verified.revealed, 'revealed secret')})"
            of = f"{phases - len(unreplayed)} of " if unreplayed else ""
            done = f"{of}{count(phases, 'phase')}"
            show(f"{verified.slug}: {done} replayed, identical{note}")
            for name in unreplayed[:_SHOWN]:
                show(f"  {name['phase']} cannot be replayed: {name['reason']}")
            if len(unreplayed) > _SHOWN:
                show(f"  nor can {len(unreplayed) - _SHOWN} more")
            if verified.record:
                show(f"  record {verified.record[:SHOWN]}")
            for line in (*kept, *_since_lines(since)):
                show(f"  {line}")
    if options.json:
        show_json(found)
    return 0 if all(game["verified"] for game in found) else 1


def _gone(games: Path, revision: str) -> list[dict[str, Any]]:
    """The games of a commit that were deleted since, as `verify` prints them."""
    if not revision or not games.is_dir():
        return []
    from generator.archive.git.repository import open_repository
    from generator.archive.record.chain_since import games_gone

    try:
        gone = games_gone(games, open_repository(games), revision)
    except TheatrumError:  # each game has its own error
        return []
    problem = "existed in this commit, and is gone"
    for name in gone:
        say(f"{name}: {problem}")
    return [{"game": name, "verified": False, "problem": problem} for name in gone]


def _unchained(folder: Path) -> FileError:
    return FileError(
        "is missing, so the public record cannot be checked",
        place=Place(str(folder / CHAIN)),
        hint=f"restore it with git restore; theatrum upgrade {folder.name} begins that of an older "
        "game",
    )


def _record_lines(folder: Path, given: str) -> list[str]:
    """Lines on the place of a record that someone kept in the chain. Raises GameError if it is not
    there."""
    if not given:
        return []
    head = given.strip().lower().rstrip("….")
    if len(head) < _LEAST or set(head) - set("0123456789abcdef"):
        hint = f"at least {_LEAST} digits of the record shown on a page, a post or a receipt"
        raise UsageError("not a record", text=given, hint=hint)
    links = read_chain(folder)
    for number, link in enumerate(links):
        if link.head.startswith(head):
            later = [later.why for later in links[number + 1 :] if later.phase == link.phase]
            since = f"; since then: {', '.join(filter(None, later))}" if any(later) else ""
            return [f"{link.head[:SHOWN]} is the record after {link.phase}{since}"]
    raise GameError(
        f"{folder.name} has no record {head}: the public record has changed since"
        if links
        else f"{folder.name} has no chain of records",
        hint="compare with a commit (theatrum verify --since), or with an older copy",
    )


def _since(folder: Path, revision: str) -> Since | None:
    if not revision:
        return None
    from generator.archive.git.repository import open_repository
    from generator.archive.record.chain_since import compare_since

    return compare_since(folder, open_repository(folder), revision)


def _since_lines(since: Since | None) -> list[str]:
    if since is None:
        return []
    lines = [f"since {since.commit[:12]}: {item}" for item in since.noted]
    lines += [f"rewritten since {since.commit[:12]}: {text}" for _, text in since.rewritten]
    if not lines:
        lines = [f"since {since.commit[:12]} nothing public has changed"]
    return lines


def _since_facts(since: Since) -> dict[str, Any]:
    rewritten = [{"phase": phase or None, "text": text} for phase, text in since.rewritten]
    return {"commit": since.commit, "rewritten": rewritten, "noted": list(since.noted)}


def export(options: Namespace) -> int:
    """Prints a game as JSON or as one HTML file, or the JSON Schema of all such exports."""
    # Here, not above: `theatrum verify` needs none of it, and it takes a quarter of a second.
    from generator.archive.exchange.exchanging import export_game
    from generator.archive.exchange.export_model import Game

    if options.schema:
        schema = json.dumps(Game.model_json_schema(), indent=1, ensure_ascii=False)
        write_result(f"{schema}\n".encode(), options.output)
        return 0
    if options.game is None:
        raise UsageError("give the name of a game", hint="theatrum export GAME")
    if options.html:
        write_result(_book(options), options.output)
        return 0
    if options.format == "diplomacy":
        from generator.archive.exchange.foreign_export import export_foreign

        if options.private:
            raise UsageError(
                "the format of the package diplomacy has no secrets: leave out --private",
                text="--private",
            )
        write_result(export_foreign(game_folder(options)).encode(), options.output)
        return 0
    exported = export_game(game_folder(options), private=options.private)
    write_result(exported.text.encode(), options.output)
    for name in exported.left_out:
        say(f"left out, because it is not part of a game: {name}")
    return 0


def _book(options: Namespace) -> bytes:
    """The whole game as one HTML file."""
    from generator.pages.base.reader import read_reader
    from generator.pages.site.book import game_book
    from generator.pages.site.site import read_site

    reader = read_reader(options.power, options.at)
    site = read_site(options.games, options.site, options.theme, 0, reader)
    return game_book(site.maker, load_game(game_folder(options)))
