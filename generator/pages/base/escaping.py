"""Text as it stands in HTML, without more effort than a part of a page needs."""

from __future__ import annotations

import markupsafe
from markupsafe import Markup

try:
    # What `markupsafe.escape` calls for a text, before it makes a Markup of it.
    from markupsafe import _escape_inner as _escape_text  # type: ignore[attr-defined]
except ImportError:  # another version of markupsafe has another name for it
    _escape_text = markupsafe.escape

__all__ = ["escape"]


def escape(value: object) -> str:
    """A value as it is joined to HTML: the text that `markupsafe.escape` gives.

    It is a plain str wherever it can be, several times quicker than a Markup. So it is only for
    what is joined at once; what is handed on needs to say that it is markup.
    """
    kind = type(value)
    if kind is str:
        return _escape_text(value)  # type: ignore[arg-type]
    if kind is Markup:
        return value  # type: ignore[return-value]
    return str(value) if kind is int else markupsafe.escape(value)
