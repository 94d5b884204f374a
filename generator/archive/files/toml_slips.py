"""What is wrong with broken TOML, in plain words: tomli speaks to programmers."""

from __future__ import annotations

import re
from typing import Final

_KEY: Final = re.compile(r"([^=:\[\]{}#,]+)[=:]")
_CURLY: Final = "“”„‘’«»"
_LONGEST: Final = 60
_SPOILED: Final = re.compile(r"\d{1,4}[-./:]\d")


def slip_words(message: str, before: str, after: str) -> tuple[str, str]:
    """The problem, and what to write instead. `message` is tomli's, `before` and `after` are the
    parts of the line around the place where tomli stopped."""
    found = _KEY.match(before + after)
    key = (found[1].strip() if found else "") or "title"
    rest = after.strip()[:_LONGEST]
    line = (before + after).strip()
    low = message.lower()
    if low == "invalid value":
        return _value(key, rest, is_listed="[" in before or "{" in before)
    if low.startswith("expected newline"):
        return _left_over(key, before, rest)
    if low.startswith("expected '='"):
        return _after_key(before, rest)
    if low.startswith("invalid statement"):
        if rest.startswith("="):
            return "the name before = is missing", 'write: name = "value"'
        return _after_key("", rest)
    if name := re.search(r"\('(.+?)',?\) twice|namespace \(?'(.+?)',?\)?\Z", message):
        name_of = (name[1] or name[2]).replace("', '", ".")
        table = line if line.startswith("[") else f"[{name_of}]"
        return f"{table} appears twice", "put all its lines below the first one"
    if low == "cannot overwrite a value":
        name_here = line.strip("[]") if line.startswith("[") else key
        return f"{name_here} appears twice", "keep one of them"
    if low.startswith("duplicate inline"):
        return f"{message.split()[-1].strip(chr(39))} appears twice", "keep one of them"
    return _SAYINGS.get(_kind(low), (message[:1].lower() + message[1:], ""))


_SAYINGS: Final = {
    "expected ']": (
        "the ] after the name of a table is missing",
        "write nothing else on its line: [players], or [[replacements]]",
    ),
    "unterminated": ('the " at the end of a text is missing', 'write: title = "Demo"'),
    "illegal character '\\n'": (
        'the " at the end of a text is missing',
        'put a text of several lines between """ and """',
    ),
    "illegal character": ("a text has an invisible character", "remove it"),
    "unclosed array": ("a list has no end, or a comma is missing", 'write: ["one", "two"]'),
    "unclosed inline": ("a { has no }, or a comma is missing", 'write: { a = "one", b = "two" }'),
    "unescaped": ("a text has a \\", "write \\\\, or put the text between '...'"),
    "invalid hex": ("a text has a \\", "write \\\\, or put the text between '...'"),
    "escaped character": ("\\u in a text is not followed by the number of a letter", ""),
    "invalid initial": (
        "a name is missing, or has a letter that needs quotes",
        'write names like "Böhmen" in quotes, and put everything between { and } on one line',
    ),
    "expected \"'''\"": ("the ''' at the end of a text is missing", ""),
    'expected "\'"': ("the ' at the end of a text is missing", 'write: title = "Demo"'),
    "invalid date": ("there is no such day or time", "write a date like 2027-03-01"),
}


def _kind(low: str) -> str:
    return next((start for start in _SAYINGS if low.startswith(start)), "")


def _value(key: str, rest: str, *, is_listed: bool) -> tuple[str, str]:
    word = re.split(r"\s*[#,\]}]", rest)[0]
    if not word:
        return f"the value of {key} is missing", f'write: {key} = "..."'
    if word[0] in _CURLY:
        plain = word.strip(_CURLY)
        return "quotes must be straight", f'write: {key} = "{plain}"'
    if word.lower() in ("true", "false", "yes", "no"):
        meant = "true" if word.lower() in ("true", "yes") else "false"
        return f"{word} is not true or false", f"write: {key} = {meant}"
    if not any(letter.isalpha() for letter in word):
        return f"{word} is not a number", f"write: {key} = 1"
    item = f'"{word}"'
    return "a text needs quotes", f"write: {item if is_listed else f'{key} = {item}'}"


def _left_over(key: str, before: str, rest: str) -> tuple[str, str]:
    written = before.partition("=")[2].strip() + rest
    if _SPOILED.match(written):
        return (
            f"{written} is not a date or a time",
            f"write: {key} = 2027-03-01, or 2027-03-01T20:00:00; a text needs quotes",
        )
    if re.match(r"[+-]?0\d", written):
        return f"{written} begins with a 0", f"write: {key} = {written.lstrip('0') or 0}"
    if written.startswith("'"):
        return "a text ends at its second '", f'write: {key} = "..."'
    if written[:1].isdigit():
        return f"{written} is not a number", f'a text needs quotes: {key} = "{written}"'
    return f"the line continues after its value: {rest}", "write one key and its value on each line"


def _after_key(before: str, rest: str) -> tuple[str, str]:
    if rest.startswith(":"):
        return "a name needs = after it, not :", f"write: {before.strip()} = ..."
    if rest and ord(rest[0]) > 127:
        name = re.split(r"\s*[=:]", before + rest)[0].strip()
        return f"a name with the letter {rest[0]} needs quotes", f'write: "{name}" = ...'
    if rest.startswith("]"):
        return "the [ before the name of a table is missing", f"write: [{before.strip()}]"
    return "the = between a name and its value is missing", 'write: title = "Demo"'
