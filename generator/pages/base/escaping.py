"""Text as it stands in HTML, without more effort than a part of a page needs."""

from __future__ import annotations

import markupsafe
from markupsafe import Markup

__all__ = ["escape"]


def escape(value: object) -> str:
    """A value as it is joined to HTML: the text that `markupsafe.escape` gives.

    It is a plain str where there is nothing to escape, several times quicker than a Markup. So it
    is only for what is joined at once; what is handed on needs to say that it is markup.
    """
    kind = type(value)
    if kind is str:
        text: str = value  # type: ignore[assignment]
        if "&" in text or "<" in text or ">" in text or '"' in text or "'" in text:
            return markupsafe.escape(text)
        return text
    if kind is Markup:
        return value  # type: ignore[return-value]
    return str(value) if kind is int else markupsafe.escape(value)
