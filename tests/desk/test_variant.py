"""The desk tries a ruleset of another package: the small variant of the guide."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator.kit.kit import Kit
from tests.browser.deskhand import whole_order
from tests.desk.conftest import ROOT
from tests.desk.test_worker import Worker
from tests.guide.test_ruleset_guide import fens

PACK = """
import json, sys
from pathlib import Path
from generator.engine.phases import Setup
from generator.kit.kit import Kit
from generator.rulesets import get_ruleset
from msgspec.json import encode

kit = Kit(Path(sys.argv[1]), Path(sys.argv[2]), "")
Path(sys.argv[3]).write_bytes(kit.pack("fens"))
ruleset = get_ruleset("fens")
sys.stdout.buffer.write(encode(dict(ruleset.dump(ruleset.opening(Setup())).public)))
"""


@pytest.fixture
def variant(tmp_path: Path) -> Path:
    return fens(tmp_path / "fens-variant")


def test_variant_is_packed_with_its_map_and_tried(kit: Kit, variant: Path, tmp_path: Path) -> None:
    pack = tmp_path / "fens.gz"
    folders = [str(kit.folder), str(kit.fetched), str(pack)]
    made = subprocess.run(
        [sys.executable, "-c", PACK, *folders],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{variant}{os.pathsep}{ROOT}"},
        capture_output=True,
        check=True,
    )
    worker = Worker(kit, pack, tmp_path)
    try:
        told = worker.ask({"ask": "boot", "ruleset": "fens", "state": json.loads(made.stdout)})
        assert told.get("refused") is None
        assert told["powers"]["crane"] == "Crane"
        position = worker.ask({"ask": "position"})
        assert position["svg"].startswith("<svg")
        choices = {
            whole_order(unit, text)
            for power, _, unit, lines in position["data"]["offers"]
            for texts in lines.values()
            for text in texts.split("\n")
            if power == "crane"
        }
        order = sorted(choices)[0]
        tried = worker.ask({"ask": "attempt", "texts": {"crane": order}, "draw": True})
        assert ("crane", order) in [(one["power"], one["order"]) for one in tried["verdicts"]]
        assert tried["svg"].startswith("<svg")
    finally:
        worker.close()
