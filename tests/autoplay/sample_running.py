"""Plays the sample game that is still running: `python -m tests.autoplay.sample_running FOLDER`.

Two years of it are over; of the orders for the third, some have come and some are missing. Orders
wait in private/, which no clone has: games/salt-road holds the rest, byte for byte. Its seed would
be a secret if anybody played it, so it stands here and not in the game's folder.
"""

from __future__ import annotations

import sys
from pathlib import Path

from generator.archive import load_game
from generator.archive.people.submissions import store_submission
from tests.autoplay.sample_game import play_again, write_sheet

SAMPLE = Path(__file__).parent.parent.parent / "games" / "salt-road"
SEED = "a barrel of salt for every mile"
LATE = ("denmark", "france", "papacy", "saxony", "savoy", "venice")
"""Whose orders have not come."""


def play_running(root: Path) -> Path:
    """The game in games/salt-road, played anew below `root`, with the orders that wait."""
    folder = play_again(root, SAMPLE, 2, seed=SEED)
    game = load_game(folder)
    state, phase = game.current_state(), game.current_moment.phase
    for power in game.ruleset.awaits(state):
        if power not in LATE:
            lines = write_sheet(game.ruleset, state, power, SEED)
            text = "".join(f"{line}\n" for line in lines)
            store_submission(folder, power, {phase: text}, text)
    return folder


if __name__ == "__main__":
    print(play_running(Path(sys.argv[1])))
