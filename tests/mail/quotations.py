"""How mail programs quote the mail that is answered (corpus/quotations.toml), as mails."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_PATH = Path(__file__).parents[1] / "corpus" / "quotations.toml"
_DATA: dict[str, list[dict[str, Any]]] = tomllib.loads(_PATH.read_text("utf-8"))
QUOTATIONS = {one["name"]: one for one in _DATA["quotation"]}
OWN = {one["name"]: str(one["text"]) for one in _DATA["own"]}
_HEAD = (
    "From: Ben Hill <ben@example.net>\nTo: ruth@example.org\nSubject: {subject}\n"
    "MIME-Version: 1.0\nContent-Type: text/{kind}; charset=utf-8\n"
    "Content-Transfer-Encoding: 8bit\n\n"
)


def quoted(name: str, sheet: Sequence[str]) -> str:
    """What a mail program puts below an answer, with the lines of a sheet in it."""
    one = QUOTATIONS[name]
    if "html" in one:
        return str(one["html"]).replace("{sheet}", "<br>".join(sheet))
    return "\n".join(
        line.replace("{sheet}", part).removesuffix("RG> ")
        for line in str(one["text"]).split("\n")
        for part in (sheet if "{sheet}" in line else ("",))
    )


def answer(name: str, own: Sequence[str], sheet: Sequence[str], subject: str) -> bytes:
    """A mail with some lines of its author's above what its program quotes."""
    is_html = "html" in QUOTATIONS[name]
    between = "" if QUOTATIONS[name].get("joined") else "\n"
    above = "".join(f"<div>{line}</div>" if is_html else f"{line}\n" for line in own)
    head = _HEAD.format(subject=subject, kind="html" if is_html else "plain")
    return (head + above + between + quoted(name, sheet)).encode()
