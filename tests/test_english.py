"""Plain English as a ratchet: turns of phrase that read as translated may only become fewer.

`english.toml` has how many there are. `python -m tests.test_english` counts again, prints what has
changed and writes it; with a folder, such as an older checkout, it only prints the counts there.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import pytest
import tomli
import tomli_w

ROOT: Final = Path(__file__).parent.parent
COUNTS: Final = Path(__file__).with_name("english.toml")

TICS: Final[Mapping[str, str]] = {
    "nobody, everybody": r"\b(?:no|every|any|some)body\b",
    "whoever": r"\bwhoever\b",
    "Who does, gets": r"(?:^|[.;:|] )Who (?!are\b)[^?.|]*[.,|]",
    "What happens, is shown": r"(?:^|[.;|] )What [^?.|]*[.|]",
    "is no thing": r"(?<!there )\b(?:is|are|was|were) no (?!longer\b|more\b|one\b|less\b)[a-z]",
    "is none": r"\b(?:is|are|was|were) none\b",
    "anew": r"\banew\b",
    "as ever": r"\bas ever\b",
    "by itself": r"\bby (?:itself|themselves)\b",
    "of its own": r"\bof (?:its|their|your|our) own\b(?! [a-z])|\bof (?:your|their|our)s\b",
    "stands": r"\b(?:stands?|stood)\b(?![-_])(?! for\b)",
    "says": r"\bsays?\b",
    "names it": r"\bnames (?:the|an?|its?|each|every|all|what|them|who|no|one|any|another)\b",
    "is named": r"\b(?:is|are) named\b",
    "tells": r"\b(?:tells?|told)\b",
    "in a hundred": r"\b(?:in|of) a hundred\b",
    "alone": r"\balone\b",
    "must not": r"\bmust not\b",
    "mend": r"\bmend(?:s|ed|ing)?\b",
    "aside": r"\baside\b",
    "goes on, put back": r"\b(?:go|goes|went) on\b|\b(?:puts?|takes?|taken|took) back\b",
    "comes of": r"\b(?:comes?|becomes?|became) of\b|\bcomes? off\b",
    "given again": r"\b(?:give|given) (?:the command )?again\b",
    "to the byte": r"\bbyte for byte\b|\bsame bytes?\b|\bevery byte\b|\bto the (?:byte|letter)\b",
    "British": r"\b(?:licences?|colours?|greys?|neighbours?|centres?|honours?)\b",
}
# What begins a sentence has its capital; all else may have one.
_TICS: Final = {
    name: re.compile(tic, re.MULTILINE | (re.NOFLAG if tic.startswith("(?:^") else re.IGNORECASE))
    for name, tic in TICS.items()
}


def literals(path: Path) -> tuple[str, str]:
    """The docstrings of a module, and its other texts, a line each."""
    docs, others = [], []
    tree = ast.parse(path.read_text("utf-8"))
    known: set[int] = set()
    for node in ast.walk(tree):  # what holds a text comes before it
        match node:
            case ast.Expr(value=ast.Constant(value=str(text)) as held):
                docs.append(text)
                known.add(id(held))
            # Patterns are the words of others, whose mails they read.
            case ast.JoinedStr(values=parts):
                known.update(map(id, parts))
                text = "".join(_part(part) for part in parts)
                others.append("" if "(?" in text else text)
            case ast.Constant(value=str(text)) if (
                id(node) not in known and " " in text and "(?" not in text
            ):
                others.append(text)
    return "\n".join(docs), "\n".join(others)


def _part(part: ast.expr) -> str:
    return part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else "…"


def _python(folder: Path, kind: int, *tops: str, of_rulesets: bool) -> Iterator[str]:
    for path in (path for top in tops for path in sorted((folder / top).rglob("*.py"))):
        if ("rulesets" in path.relative_to(folder).parts) == of_rulesets:
            yield literals(path)[kind]


def _files(folder: Path, *patterns: str) -> Iterator[str]:
    for pattern in patterns:
        yield from (path.read_text("utf-8") for path in sorted(folder.glob(pattern)))


PLACES: Final[Mapping[str, Callable[[Path], Iterator[str]]]] = {
    "README": lambda folder: _files(folder, "README.md"),
    "guide": lambda folder: _files(folder, "site/**/*.md", "CONTRIBUTING.md", "docs/*.md"),
    "pages": lambda folder: _files(folder, "themes/**/*.html"),
    "messages": lambda folder: _python(folder, 1, "generator", of_rulesets=False),
    "rulesets": lambda folder: _python(folder, 1, "generator", of_rulesets=True),
    "docstrings": lambda folder: _python(folder, 0, "generator", "mapsvg", of_rulesets=False),
    "docstrings of rulesets": lambda folder: _python(folder, 0, "generator", of_rulesets=True),
}


@cache
def counts(folder: Path, place: str) -> Mapping[str, int]:
    text = "\n".join(PLACES[place](folder))
    return {name: len(tic.findall(text)) for name, tic in _TICS.items()}


@pytest.mark.parametrize("place", PLACES)
def test_no_tic_becomes_more_frequent(place: str) -> None:
    allowed = tomli.loads(COUNTS.read_text("utf-8"))[place]
    more = {name: n for name, n in counts(ROOT, place).items() if n > allowed.get(name, 0)}
    assert not more, f"{place}: write {list(more)} otherwise: {[TICS[name] for name in more]}"


def test_a_tic_is_found_where_it_is() -> None:
    text = "Nobody knows. 'x' is no time. There is no army. Who is late, waits."
    found = {name for name, tic in _TICS.items() if tic.search(text)}
    assert found == {"nobody, everybody", "is no thing", "Who does, gets"}


def main(folder: Path) -> None:
    now = {place: {name: n for name, n in counts(folder, place).items() if n} for place in PLACES}
    print(f"{'':24}" + "".join(f"{place:>12}" for place in PLACES))
    for name in TICS:
        print(f"{name:24}" + "".join(f"{now[place].get(name, 0):12}" for place in PLACES))
    print(f"{'all':24}" + "".join(f"{sum(now[place].values()):12}" for place in PLACES))
    if folder == ROOT:
        COUNTS.write_bytes(tomli_w.dumps(now).encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT)
