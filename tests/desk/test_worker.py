"""The desk's program as a browser has it, in WebAssembly: it says what the commands say."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tomli

from generator.archive import Game, load_game
from generator.autoplay import player_module
from generator.desk import Judge
from generator.kit import kit as kit_module
from generator.kit.kit import PROGRAM, Kit
from generator.kit.packages import node_command
from generator.rulesets import get_ruleset
from tests.desk.conftest import GAMES, ROOT, phases_of, verdicts_in

IMPORTED: dict[str, set[str]] = {}
"""The modules that each game which was played has made the program import."""


class Worker:
    """The program in a process of node: one message, one answer."""

    def __init__(self, kit: Kit, pack: Path, folder: Path) -> None:
        program = folder / "program.gz"
        program.write_bytes(kit.pack(PROGRAM))
        packs = (program, pack)
        script = ROOT / "themes" / "default" / "static" / "deskwake.js"
        harness = Path(__file__).with_name("worker.mjs")
        self._errors = (folder / "errors.txt").open("w+")
        self._process = subprocess.Popen(
            [*node_command("node"), str(harness), str(script), str(kit.folder), *map(str, packs)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            encoding="utf-8",
        )

    def ask(self, message: dict[str, Any]) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{json.dumps(message)}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            self._errors.seek(0)
            # The last lines: before them stands all of the runtime.
            pytest.fail(self._errors.read()[-2000:])
        return json.loads(line)

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=60)
        self._errors.close()
        assert self._process.stdout is not None
        self._process.stdout.close()


def play(kit: Kit, game: Game, folder: Path) -> None:
    """Try every phase of a game in the program and here: the verdicts are those of its record."""
    pack = folder / f"{game.ruleset.id}.gz"
    pack.write_bytes(kit.pack(game.ruleset.id))
    worker = Worker(kit, pack, folder)
    try:
        compare(worker, game)
        IMPORTED[game.slug] = set(worker.ask({"ask": "modules"}))
    finally:
        worker.close()


def compare(worker: Worker, game: Game) -> None:
    here = Judge()
    for number, asked in enumerate(phases_of(game)):
        assert worker.ask(asked.boot) == here.answer(asked.boot), asked.name
        found = worker.ask(asked.attempt)
        verdicts = verdicts_in(found)
        if game.is_over:
            assert verdicts == asked.verdicts, asked.name
        else:
            # Orders that are secret to the end of the game are missing; others fare as they did.
            assert [one for one in asked.verdicts if one in verdicts] == verdicts, asked.name
        if asked.attempt["draw"]:
            assert found == json.loads(json.dumps(here.answer(asked.attempt))), asked.name
            power = next(iter(game.ruleset.powers))
            read = {"ask": "read", "power": power, "text": "A XYZ - NOWHERE\n# a remark\n7: ???"}
            assert worker.ask(read) == here.answer(read), asked.name
        if number % 20 == 0:
            assert worker.ask({"ask": "position"})["svg"].startswith("<svg")
            players = worker.ask(asked.boot)["awaits"][:2]
            worker.ask({"ask": "attempt", "texts": {}, "players": players})


def test_every_phase_of_every_sample_game_has_the_verdicts_of_its_record(
    kit: Kit, game: Game, tmp_path: Path
) -> None:
    """And the whole answer, with remedies and maps, is the one that it has here."""
    play(kit, game, tmp_path)


def test_the_list_of_the_library_has_what_is_imported_and_nothing_else(
    kit: Kit, tmp_path: Path
) -> None:
    """Nothing is in it that no game needs: every module is a download for somebody."""
    for name in GAMES:
        if name not in IMPORTED:  # the test above was not asked for
            play(kit, load_game(ROOT / "games" / name), tmp_path)
    text = (Path(kit_module.__file__).with_name("library.toml")).read_text("utf-8")
    listed = tomli.loads(text)
    imported = set().union(*IMPORTED.values())
    spare = tuple(listed["spare"])
    unused = [
        name
        for name in set(listed["modules"]) - imported
        if not any(name == one or name.startswith(f"{one}.") for one in spare)
    ]
    assert unused == []


@pytest.fixture
def worker(kit: Kit, tmp_path: Path) -> Iterator[Worker]:
    """The program with the newest of Europe's rulesets."""
    pack = tmp_path / "europe-1619.gz"
    pack.write_bytes(kit.pack("europe-1619"))
    worker = Worker(kit, pack, tmp_path)
    yield worker
    worker.close()


def test_a_player_is_imported_when_somebody_wants_its_orders(worker: Worker) -> None:
    """Everybody would wait for it otherwise."""
    asked = next(phases_of(load_game(ROOT / "games" / "after-the-comet")))
    assert worker.ask(asked.boot)["players"]
    player = player_module("europe-1619")
    assert player not in worker.ask({"ask": "modules"})
    power = next(iter(get_ruleset("europe-1619").powers))
    worker.ask({"ask": "attempt", "texts": {}, "players": [power]})
    assert player in worker.ask({"ask": "modules"})


def test_an_error_of_the_program_is_told_without_colors(worker: Worker, tmp_path: Path) -> None:
    """The library's module of colors is replaced: what tells errors finds what it needs of it."""
    with pytest.raises(pytest.fail.Exception):
        worker.ask({"ask": "boot"})
    told = (tmp_path / "errors.txt").read_text("utf-8")
    assert re.search(
        r"Traceback \(most.*, line \d+, in boot\n.*KeyError: 'ruleset'\n", told, re.DOTALL
    )


def test_a_browser_is_sent_less_than_seven_megabytes(kit: Kit) -> None:
    for ruleset in ("europe-1619", "westphalia"):
        assert kit.sent + len(kit.pack(PROGRAM)) + len(kit.pack(ruleset)) < 7_000_000


def test_packs_are_the_same_whenever_they_are_made(kit: Kit) -> None:
    first = kit.pack("standard")
    for kept in (kit.folder / "packs").glob("standard-*.gz"):
        kept.unlink()
    assert kit.pack("standard") == first
