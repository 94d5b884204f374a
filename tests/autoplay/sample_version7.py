"""Plays the sample game of Version 7 again: `python -m tests.autoplay.sample_version7 FOLDER`.

The programs play; what people wrote beside them (decrees, second thoughts, bargains, mistakes) is
in eleven-voices.toml beside this file.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from tests.autoplay.sample_game import play_again

SAMPLE = Path(__file__).parent.parent.parent / "games" / "eleven-voices"
ASIDES = tomllib.loads((Path(__file__).parent / "eleven-voices.toml").read_text(encoding="utf-8"))


def play_voices(root: Path, years: int = 1000) -> Path:
    """The game in games/eleven-voices, played anew below `root`, for so many years."""
    return play_again(root, SAMPLE, years, ASIDES)


if __name__ == "__main__":
    print(play_voices(Path(sys.argv[1])))
