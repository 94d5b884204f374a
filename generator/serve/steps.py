"""The steps of a referee's evening: each is a command of theatrum, run in this process.

A page shows the command of each step. Each value of a form becomes one word of it, so that no text
from outside is an option, and never passes through a shell.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from generator.archive.files.names import is_slug
from generator.cli import command_of, parse
from generator.commands.output import heard, say
from generator.engine.errors import TheatrumError, UsageError
from generator.serve.preview import take_snapshot
from generator.serve.requests import Fields

TRY: Final = ("--dry-run",)


class Done(Struct, frozen=True):
    """A command that was run: its words, its exit code, its whole output, and only its result."""

    words: tuple[str, ...]
    code: int
    said: str = ""
    result: str = ""

    @property
    def command(self) -> str:
        return command_line(self.words)


class Step(Struct, frozen=True):
    """A step: the label of its button, and the words of its command for a game and a form. With
    `tries` or `does` it is only tried at first, with the words `tries`; done, it has `does`."""

    label: str
    words: Callable[[str, Fields], Sequence[str]]
    tries: tuple[str, ...] = ()
    does: tuple[str, ...] = ()


def command_line(words: Sequence[str]) -> str:
    """A command as one types it."""
    return f"theatrum {shlex.join(words)}"


def run_command(games: Path, words: Sequence[str]) -> Done:
    """Run a command on the games in a folder. There is no one to ask: a command that asks fails."""
    with heard() as lines:
        try:
            options = parse(["--games", str(games), *words])
            code = command_of(options)(options)
        except TheatrumError as error:
            say(str(error))
            code = error.exit_code
        except OSError as error:
            say(f"{error.filename or 'a file'} cannot be used: {error.strerror}")
            code = 1
    said, result = (
        "\n".join(line for is_result, line in lines if is_result or everything).rstrip("\n")
        for everything in (True, False)
    )
    return Done(tuple(words), code, said, result)


def digest_of(folder: Path) -> str:
    """A digest of all files of a game, as a page shows them; a form brings it back."""
    return sha256(
        repr(sorted(take_snapshot([folder], folder / ".git").items())).encode()
    ).hexdigest()


def _with(fields: Fields, *names: str) -> list[str]:
    """The options of a form that are filled in: `--reason=...`."""
    return [f"--{name}={fields.one(name)}" for name in names if fields.one(name)]


def needed(fields: Fields, name: str, what: str) -> str:
    """A field that has to be filled in. Raises UsageError."""
    if not fields.one(name):
        raise UsageError(f"{what} is missing", hint="fill it in")
    return fields.one(name)


def _held(slug: str, fields: Fields) -> list[str]:
    how = "reject" if fields.one("how") == "reject" else "accept"
    mode = [f"--{fields.one('how')}"] if fields.one("how") in ("add", "replace") else []
    return ["submit", slug, f"--{how}={fields.one('mail')}", *_with(fields, "phase"), *mode]


def _ruling(slug: str, fields: Fields) -> list[str]:
    secret = ["--secret"] if fields.one("secret") else []
    text = fields.one("text") or _by_fields(fields) or needed(fields, "text", "the ruling")
    return ["ruling", slug, *_with(fields, "reason", "rule", "phase"), *secret, "--", text]


def _by_fields(fields: Fields) -> str:
    """A ruling by its kind and its facts, as one types it: `treasury power=france tp=12`. Raises
    UsageError for quotes, by which a fact could become several."""
    found = [fields.one("kind")]
    for name in fields.values:
        value = fields.one(name)
        if not name.startswith("fact-") or not value:
            continue
        if '"' in value:
            raise UsageError(
                "a ruling cannot contain quotes", text=value, hint="write it without quotes"
            )
        is_plain = value[0] in "[{" or " " not in value
        found.append(f"{name[5:]}={value}" if is_plain else f'{name[5:]}="{value}"')
    return " ".join(found)


def _amend(slug: str, fields: Fields) -> list[str]:
    phase = f"--phase={needed(fields, 'phase', 'the phase')}"
    if fields.one("orders") and not is_slug(fields.one("power")):
        raise UsageError("give the power whose orders these are")
    ruling = fields.one("ruling")
    # The command would take it for a file of rulings.
    if ruling and (Path(ruling).suffix == ".toml" or Path(ruling).exists()):
        raise UsageError("write the ruling in words", text=ruling)
    return ["amend", slug, phase, *_with(fields, "reason", "ruling")]


def _finish(slug: str, fields: Fields) -> list[str]:
    result = [fields.one("result") or "draw", *fields.values.get("powers", ())]
    for word in result:
        if not is_slug(word):
            raise UsageError("not a result", text=word, hint="choose the result and its powers")
    return ["finish", slug, *_with(fields, "reason"), "--result", *result]


def _replace(slug: str, fields: Fields) -> list[str]:
    who = ["--", fields.one("power"), needed(fields, "player", "the name of the player")]
    return ["players", "replace", slug, *_with(fields, "address", "since", "note"), *who]


STEPS: Final[Mapping[str, Step]] = MappingProxyType(
    {
        "held": Step("Decide", _held),
        "check": Step("Check the orders", lambda slug, fields: ["check", slug]),
        "adjudicate": Step("Adjudicate", lambda slug, fields: ["adjudicate", slug], TRY),
        "undo": Step("Undo", lambda slug, fields: ["undo", slug]),
        "redo": Step("Redo", lambda slug, fields: ["undo", slug, "--redo"]),
        "ruling": Step("Record the ruling", _ruling, TRY),
        "amend": Step("Write the correction", _amend, TRY, ("--yes",)),
        "deadline": Step(
            "Set the deadline",
            lambda slug, fields: ["deadline", slug, f"--set={needed(fields, 'when', 'the time')}"],
        ),
        "clear": Step("Remove the deadline", lambda slug, fields: ["deadline", slug, "--clear"]),
        "pause": Step(
            "Pause the game",
            lambda slug, fields: ["pause", slug, *_with(fields, "until", "reason")],
        ),
        "resume": Step("End the pause", lambda slug, fields: ["pause", slug, "--end"]),
        "replace": Step("Replace the player", _replace),
        "finish": Step("End the game", _finish, TRY),
        "archive": Step(
            "Move it to the finished games", lambda slug, fields: ["finish", slug, "--archive"]
        ),
        "unseal": Step("Unseal the secrets", lambda slug, fields: ["secrets", "unseal", slug]),
        "announce": Step(
            "Announce to players", lambda slug, fields: ["announce", slug], does=("--send",)
        ),
        "seal": Step("Seal the secrets", lambda slug, fields: ["secrets", "seal", slug]),
        "publish": Step("Publish", lambda slug, fields: ["publish", slug], TRY, ("--yes",)),
    }
)
"""The steps that are a command and nothing more, by their names in forms."""
