"""The program as it is installed: all that it needs is in the wheel, and none of it elsewhere."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# What a wheel has of the checkout, and where.
PLACES = {"generator": "generator", "mapsvg": "mapsvg", "themes": "generator/_themes",
          "site/guide": "generator/_guide", "tests/rules": "generator/_cases"}  # fmt: skip


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the contents of the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    build = "import sys, hatchling.build as h; h.build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, str(folder)], cwd=ROOT, check=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site-packages")
    return folder / "site-packages"


def theatrum(installed: Path, home: Path, *arguments: str) -> str:
    """What a command prints, run from the wheel's contents in a folder far from the checkout."""
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    done = subprocess.run(
        [sys.executable, "-m", "generator", *arguments],
        cwd=home,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_file_of_the_program_is_in_the_wheel(installed: Path) -> None:
    missing = [
        f"{source}/{path}"
        for source, target in PLACES.items()
        for path in _files(ROOT / source)
        if not (installed / target / path).is_file()
        and (source != "tests/rules" or path.endswith(".txt"))
    ]
    assert not missing
    assert not list((installed / "generator" / "_cases").rglob("*.py"))


def _files(folder: Path) -> list[str]:
    return [
        path.relative_to(folder).as_posix()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    ]


def test_an_installed_program_needs_no_checkout(installed: Path, tmp_path: Path) -> None:
    where = "import generator; print(generator.__file__)"
    found = subprocess.run(
        [sys.executable, "-c", where],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(found.stdout.strip()).is_relative_to(installed)
    theatrum(installed, tmp_path, "init", "own", "--no-git")
    own = tmp_path / "own"
    (own / "site" / "site.toml").write_text('[nav]\n"Guide" = "guide/index.md"\n')
    theatrum(installed, own, "new", "duel")
    theatrum(installed, own, "adjudicate", "duel")
    assert "identical" in theatrum(installed, own, "verify")
    assert "Fall 1901" in theatrum(installed, own, "post", "duel", "--format", "text")
    theatrum(installed, own, "map", "duel", "--png", "-o", "map.png")
    assert (own / "map.png").read_bytes().startswith(b"\x89PNG")
    theatrum(installed, own, "build", "--quiet")
    for page in ("duel/1901/spring-movement", "guide/orders", "rules/europe-1619"):
        assert (own / "_site" / page / "index.html").is_file()
