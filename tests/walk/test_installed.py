"""The walk with the wheel, installed into a clean virtual environment far from the checkout: what
stands in the wheel stands in the checkout, too."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

from tests.walk.after import walk
from tests.walk.desk import Desk

ROOT = Path(__file__).parents[2]
BUILD = "import sys, hatchling.build as h; h.build_wheel(sys.argv[1])"


def installed(folder: Path) -> Path:
    """The `theatrum` of an environment that has the wheel. What the program depends on is not
    fetched again: it is found where these tests find it, after everything else."""
    subprocess.run([sys.executable, "-c", BUILD, str(folder)], cwd=ROOT, check=True)
    (wheel,) = folder.glob("*.whl")
    home = folder / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
    pip = [str(home / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-index"]
    subprocess.run([*pip, "--no-deps", str(wheel)], check=True, cwd=folder)
    (packages,) = home.glob("lib/python*/site-packages")
    (packages / "others.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    return home / "bin" / "theatrum"


def test_a_referee_publishes_the_first_year_with_the_wheel(tmp_path: Path) -> None:
    program = installed(tmp_path)
    where = "import generator; print(generator.__file__)"
    found = subprocess.run(
        [str(program.with_name("python")), "-c", where],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(found.stdout.strip()).is_relative_to(tmp_path)
    desk = tmp_path / "desk"
    desk.mkdir()
    walk(Desk(desk, [str(program)]))
