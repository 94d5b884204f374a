"""A post as a mail in HTML: one file with its styles, and nothing from elsewhere but the map."""

from __future__ import annotations

from html import escape


def mail_page(subject: str, body: str) -> str:
    """The whole document around the body (finished HTML)."""
    return (
        "<!doctype html>\n"
        '<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(subject)}</title>\n</head>\n"
        '<body style="margin:0;background:#f4eee0;color:#2a2119">\n'
        '<div style="max-width:680px;margin:0 auto;padding:20px;background:#fffdf7;'
        'font:16px/1.5 Georgia,serif;overflow-wrap:break-word">\n'
        f"{body.strip()}\n</div>\n</body>\n</html>\n"
    )
