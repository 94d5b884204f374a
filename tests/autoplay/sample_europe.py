"""Plays the sample game of Europe 1619 again, from its published seed and the referee's rulings.

`python -m tests.autoplay.sample_europe FOLDER` makes FOLDER/after-the-comet; what it makes is, byte
for byte, what games/after-the-comet holds. Use it also to make the game anew after the format
changed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.autoplay.sample_game import play_again

SAMPLE = Path(__file__).parent.parent.parent / "games" / "after-the-comet"

if __name__ == "__main__":
    print(play_again(Path(sys.argv[1]), SAMPLE))
