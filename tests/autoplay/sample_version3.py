"""Plays the sample game of Version 3 again: `python -m tests.autoplay.sample_version3 FOLDER`.

The programs play; what people wrote beside them (bargains, second thoughts, mistakes) is in
nine-winters.toml beside this file.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from tests.autoplay.sample_game import play_again

SAMPLE = Path(__file__).parent.parent.parent / "games" / "nine-winters"
ASIDES = tomllib.loads((Path(__file__).parent / "nine-winters.toml").read_text(encoding="utf-8"))


def play_winters(root: Path, years: int = 1000) -> Path:
    """The game in games/nine-winters, played anew below `root`, for so many years."""
    return play_again(root, SAMPLE, years, ASIDES)


if __name__ == "__main__":
    print(play_winters(Path(sys.argv[1])))
