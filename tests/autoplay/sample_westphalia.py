"""Plays the sample game of the Peace of Westphalia again, from its published seed and rulings.

`python -m tests.autoplay.sample_westphalia FOLDER` makes FOLDER/cuius-regio; what it makes is, byte
for byte, what games/cuius-regio holds. Use it also to make the game anew after rules or players
have changed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.autoplay.sample_game import play_again

SAMPLE = Path(__file__).parent.parent.parent / "games" / "cuius-regio"

if __name__ == "__main__":
    print(play_again(Path(sys.argv[1]), SAMPLE))
