"""A map as a self-contained file: as an image, as a download, linked from elsewhere.

An inline map has its page's fonts. A file has none, and an image may not even ask for them. So the
file carries the letters that it uses: tests/mapsvg/test_standalone.py weighs them.
"""

from __future__ import annotations

import base64
import re
from html import unescape
from typing import Final

from mapsvg.lettering import FACES, Face, font_files
from mapsvg.subset import subset

_TEXT: Final = re.compile(
    r'<(?:g|text)(?: [^>]*?)? class="([^"]*)"[^>]*>([^<]*)|<text[^>]*>([^<]*)'
)
_SANS_BOLD: Final[Face] = "AlegreyaSans-Bold"
# class -> the face of the text in it, as the style sheets have it; bold serifs for all others.
_FACE_OF: Final[dict[str, Face]] = {
    "at-sea": "EBGaramond-Italic",
    "closed": "EBGaramond-Italic",
    "subtitle": "EBGaramond-Italic",
    "coast-name": "AlegreyaSans-Regular",
    "strong": _SANS_BOLD,
    "words": "AlegreyaSans-Regular",
    **dict.fromkeys(
        ("center", "unit", "marker", "word", "attrition", "on-flag", "year"), _SANS_BOLD
    ),
}
_USUAL: Final[Face] = "EBGaramond-Bold"


def stand_alone(document: str) -> str:
    """The document of draw_map as a file, with its letters."""
    return document.replace("<style>", f"<style>{font_rules(document)}\n", 1)


def font_rules(document: str) -> str:
    """The style sheet with the letters of a document."""
    paths = {path.stem: path for path in font_files()}
    rules = []
    for face, texts in _texts(document).items():
        if texts:
            family, style, weight = FACES[face]
            data = base64.b64encode(subset(paths[face], texts)).decode("ascii")
            rules.append(
                f'@font-face{{font-family:"{family}";font-style:{style};font-weight:{weight};'
                f'src:url("data:font/woff;base64,{data}")}}'
            )
    return "\n".join(rules)


def _texts(document: str) -> dict[Face, set[str]]:
    """Every text of a map by the face that it is set in."""
    texts: dict[Face, set[str]] = {face: set() for face in FACES}
    face = _USUAL
    for found in _TEXT.finditer(document):
        classes, inside, plain = found.groups()
        if classes is None:
            texts[face].add(unescape(plain))
            continue
        known = [_FACE_OF[name] for name in classes.split() if name in _FACE_OF]
        own = known[-1] if known else _USUAL
        if found[0].startswith("<g"):
            face = own
        else:
            texts[own].add(unescape(inside))
    return texts
