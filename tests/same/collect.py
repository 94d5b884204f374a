"""Everything that the program makes of the sample games and the corpora, written into a folder.

    <folder>/site/...                                 the built site
    <folder>/verify.txt                               the replay of every sample game
    <folder>/posts/<game>/<phase>.<dialect>.txt       phases as posts, in each dialect
    <folder>/check/<ruleset>/<name>.json              what check and adjudicate say of odd orders
    <folder>/mails/<ruleset>/<name>.json              what submit takes out of odd mails

Run as a script from the top of a checkout, whose own program is used; only commands are called, so
that one version of this script serves other commits, too:

    python <this file> FOLDER CORPUS
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
import tomllib
from pathlib import Path
from typing import Final

RULESETS: Final = {
    "standard": "france",
    "europe-1619": "france",
    "europe-1619-draft": "france",
    "westphalia": "red",
}
"""The rulesets, and the power that the odd orders are given for."""
EVERY: Final = 8
"""Each phase is posted in the first dialect, and one of so many in all of them."""
SEED: Final = "same"
RECEIVED: Final = "2027-03-01T12:00:00+00:00"


def said(*arguments: str) -> str:
    """What a command prints on both streams, with its exit code."""
    from generator.cli import main

    out, error = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
        try:
            code = main(list(arguments))
        except SystemExit as end:
            code = int(end.code or 0)
    texts = [stream.buffer.getvalue().decode("utf-8") for stream in (out, error)]
    return f"{texts[0]}---\n{texts[1]}---\n{code}\n"


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8", newline="\n")


def collect(folder: Path, corpus: Path) -> None:
    """Write everything into a new folder."""
    folder.mkdir()
    build = said("build", "--quiet", "--output", str(folder / "site"))
    write(folder / "build.txt", build)
    write(folder / "verify.txt", said("verify"))
    _posts(folder / "posts")
    os.chdir(folder)  # what is printed names files by paths from here
    for ruleset, power in RULESETS.items():
        _check(folder / "check" / ruleset, corpus / "orders", ruleset, power)
        _mails(folder / "mails" / ruleset, corpus / "mails", ruleset)


def _posts(folder: Path) -> None:
    from generator.posts.dialects import dialects

    for game in sorted(path.parent for path in Path("games").glob("*/game.toml")):
        states = sorted(game.glob("[0-9]*/state/[1-9]*.toml"))
        for place, state in enumerate(states):
            year, phase = state.parent.parent.name, state.stem.partition("-")[2]
            for dialect in dialects()[: None if place % EVERY == 0 else 1]:
                text = said("post", game.name, "--phase", f"{year} {phase}", "--dialect", dialect)
                write(folder / game.name / f"{year}-{state.stem}.{dialect}.txt", text)


def _new(ruleset: str, name: str) -> tuple[list[str], Path]:
    games = ["--games", "games"]
    made = ["new", name, "--ruleset", ruleset, "--seed", SEED, "--orders", "public"]
    said(*games, *made)
    while "orders missing" not in said(*games, "status", name):
        said(*games, "adjudicate", name)  # a phase that needs no orders
    return games, Path("games") / name


def _check(folder: Path, corpus: Path, ruleset: str, power: str) -> None:
    games, game = _new(ruleset, f"check-{ruleset}")
    sheet = next(iter(sorted(game.glob(f"*/orders/{power}.toml"))))
    blank = sheet.read_bytes()
    (phase,) = re.findall(r"^\[([a-z0-9-]+)\]$", blank.decode(), re.MULTILINE)
    for path in sorted(corpus.glob("*.txt")):
        # A text that TOML cannot hold is refused, which is compared as well.
        sheet.write_bytes(
            b"[" + phase.encode() + b"]\norders = '''\n" + path.read_bytes() + b"'''\n"
        )
        text = said(*games, "check", game.name, "--json")
        text += said(*games, "adjudicate", game.name, "--dry-run", "--json")
        write(folder / f"{path.stem}.json", text)


def _mails(folder: Path, corpus: Path, ruleset: str) -> None:
    games, game = _new(ruleset, f"mails-{ruleset}")
    for path in sorted(corpus.glob("*.toml")):
        case = tomllib.loads(path.read_text("utf-8"))
        mail = next(one for one in corpus.glob(f"{path.stem}.*") if one != path)
        if case.get("ruleset", "standard") != ruleset:
            continue
        more = ["--received", RECEIVED, "--dry-run", "--json"]
        write(folder / f"{path.stem}.json", said(*games, "submit", game.name, str(mail), *more))


if __name__ == "__main__":
    sys.path.insert(0, os.getcwd())
    collect(Path(sys.argv[1]).absolute(), Path(sys.argv[2]).absolute())
