"""The commands that have another name now. Their old names work for one version, and say so."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

RENAMED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "redo": "undo --redo",
        "resume": "pause --end",
        "archive": "finish --archive",
        "desk": "build --desk",
        "replace": "players replace",
        "address": "players address",
        "dossier": "players dossier",
        "handover": "players handover",
        "auction": "players auction",
        "seal": "secrets seal",
        "unseal": "secrets unseal",
        "reveal": "secrets reveal",
        "keygen": "secrets keygen",
        "rules": "ruleset rules",
        "variant": "ruleset",
        "trial": "ruleset trial",
    }
)


def current_words(words: Sequence[str]) -> tuple[Sequence[str], str]:
    """The words of a command line with the current name of the command; and a sentence that says
    it, "" where the name is current."""
    at = 0
    while at < len(words) and words[at].startswith("--"):  # --games DIR, before the command
        at += 2 if words[at] == "--games" else 1
    if words[at : at + 1] == ["import"]:
        return _importing(words, at)
    if at >= len(words) or words[at] not in RENAMED:
        return words, ""
    now = RENAMED[words[at]]
    new = now.split()
    if "--reopen" in words:
        new.remove("--archive")
    return [*words[:at], *new, *words[at + 1 :]], _said(words[at], now)


def _importing(words: Sequence[str], at: int) -> tuple[Sequence[str], str]:
    """`import FILE --name NAME --game ID` as `new NAME --from FILE --saved ID`."""
    old = argparse.ArgumentParser(prog="theatrum import", allow_abbrev=False)
    old.add_argument("file")
    old.add_argument("--name", default="")
    old.add_argument("--game", dest="saved", default="")
    given, rest = old.parse_known_args(words[at + 1 :])
    new = ["new", given.name or Path(given.file).stem, "--from", given.file]
    new += ["--saved", given.saved] if given.saved else []
    return [*words[:at], *new, *rest], _said("import", "new NAME --from FILE")


def _said(old: str, new: str) -> str:
    return f"theatrum {old} is now theatrum {new}; the old name stops working in version 1.1"
