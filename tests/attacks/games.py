"""A game in the middle of its play with a file of every kind, and what may be told of it."""

from __future__ import annotations

from pathlib import Path

from tests.archive.games import command, new_game, store_submission


def game_with_everything(root: Path) -> Path:
    """A tiny game: one phase played from private orders, mails, press, rulings of both kinds."""
    folder = new_game(root, "duel", "tiny", "--orders", "private", "--option", "target=3")
    store_submission(folder, "crown", {"bid": "BID 3\nBID 99"}, "a mail of crown")
    store_submission(folder, "shield", {"bid": "BID 1"}, "a mail of shield")
    (folder / "press").mkdir()
    (folder / "press" / "2027-03-01-to-arms.md").write_text("To arms!\n")
    (folder / "1" / "rulings.toml").write_text(
        '[[ruling]]\nphase = "bid"\nkind = "award"\nreason = "r"\nfacts = { power = "crown" }\n'
    )
    assert command(folder, "adjudicate") == 0
    store_submission(folder, "crown", {"bid": "BID 2"}, "another mail of crown")
    return folder
