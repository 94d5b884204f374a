"""The variants of some games, and their maps by the names of their boards."""

from __future__ import annotations

from pathlib import Path

from generator.rulesets import FOLDERS, VARIANT_FILE, VARIANT_FOLDER, VARIANTS


def know_boards(games: Path) -> None:
    """Make the variants beside a folder of games known, and those of the games, with their maps;
    those of other games are forgotten. Few games have any, and the others do without mapsvg."""
    if (games.parent / VARIANT_FOLDER).is_dir() or any(games.glob(f"*/{VARIANT_FILE}")):
        from generator.rulesets.variants import know_variants, map_text
        from mapsvg.geometry import ELSEWHERE

        know_variants(games)
        if map_text not in ELSEWHERE:
            ELSEWHERE.append(map_text)
    else:
        VARIANTS.clear()
        FOLDERS.clear()
