"""`theatrum promise`: the register of promises."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from generator.archive import Game, load_game
from generator.archive.files.layout import PRIVATE
from generator.archive.files.writing import commit, writing
from generator.archive.record.promises import (
    JudgedPromise,
    filed,
    judged,
    read_register,
    settle_promise,
)
from generator.commands.folders import game_folder
from generator.commands.output import say, show, show_json
from generator.commands.wishes import promise_line
from generator.engine.errors import UsageError
from generator.engine.words import nearest


def run(options: Namespace) -> int:
    """Lists the promises of a game, files one, or notes the referee's word on one."""
    folder = game_folder(options)
    if options.reason and not options.settle:
        raise UsageError("--reason goes with --settle")
    if options.file:
        with writing(folder):
            game = load_game(folder)
            power = options.file[0].lower()
            if power not in game.ruleset.powers:
                hint = nearest(power, game.ruleset.powers, "powers")
                raise UsageError(f"there is no power {power!r}", hint=hint)
            change, promises, refused = filed(game, power, [options.file[1]])
            if refused:
                raise refused[0]
            commit(folder, change)
        for promise in promises:
            show(promise_line(game, promise))
        if not promises:
            say("the promise stands in the register already")
        return 0
    if options.settle:
        number, verdict = options.settle
        if not number.isdecimal() or verdict not in ("kept", "broken"):
            raise UsageError("--settle takes a number, and kept or broken", hint="--settle 3 kept")
        done = settle_promise(folder, int(number), verdict, options.reason)
        show(f"promise {done.number} is {done.verdict}: {done.reason}")
        return 0
    return _list(load_game(folder), json=options.json)


def _list(game: Game, *, json: bool) -> int:
    secret = (game.folder / PRIVATE).is_dir()
    register = read_register(game, secret=secret)
    every = sorted((*register.told, *register.secret), key=lambda promise: promise.number)
    found = judged(game, every)
    if json:
        show_json([_facts(one) for one in found])
        return 0
    for one in found:
        show(_line(game, one))
    if not found:
        say(f"{game.slug} has no promises")
    return 0


def _facts(one: JudgedPromise) -> dict[str, Any]:
    promise, stage = one.promise, one.judged.stage
    return {
        "number": promise.number,
        "by": promise.by,
        "to": promise.to,
        "filed": promise.filed,
        "until": promise.until or None,
        "sealed": promise.sealed,
        "text": promise.text,
        "standing": one.judged.standing,
        "phase": stage.key if stage else None,
        "why": one.judged.why or None,
    }


def _line(game: Game, one: JudgedPromise) -> str:
    promise, judged_so = one.promise, one.judged
    powers = game.ruleset.powers
    until = f" until {promise.until}" if promise.until else ""
    when = f", {judged_so.stage.title}" if judged_so.stage else ""
    why = f" ({judged_so.why})" if judged_so.why else ""
    sealed = " [sealed]" if promise.sealed else ""
    who = f"{powers[promise.by].name} to {powers[promise.to].name}{until}"
    return f"{promise.number}. {who}: {promise.text}{sealed}: {judged_so.standing}{when}{why}"


def promise_lines(game: Game, key: str) -> Iterator[str]:
    """What the record says in a phase of promises that everybody may read: "France keeps ..."."""
    register = read_register(game)
    for promise, decided in judged(game, register.told):
        if decided.stage is not None and decided.stage.key == key:
            powers = game.ruleset.powers
            verb = "keeps" if decided.standing == "kept" else "breaks"
            who = f"{powers[promise.by].name} {verb} its promise to {powers[promise.to].name}"
            yield f"{who}, \u201c{promise.text}\u201d: {decided.why}"
