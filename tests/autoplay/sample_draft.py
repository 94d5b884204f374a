"""Plays the sample game of the draft edition again: `python -m tests.autoplay.sample_draft FOLDER`.

The programs play; what they do not know of (objectives, decrees, handlers, the draw at the end) is
written in winter-king.toml beside this file.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from tests.autoplay.sample_game import play_again

SAMPLE = Path(__file__).parent.parent.parent / "games" / "winter-king"
ASIDES = tomllib.loads((Path(__file__).parent / "winter-king.toml").read_text(encoding="utf-8"))


def play_draft(root: Path) -> Path:
    """The game in games/winter-king, played anew below `root`."""
    return play_again(root, SAMPLE, asides=ASIDES)


if __name__ == "__main__":
    print(play_draft(Path(sys.argv[1])))
