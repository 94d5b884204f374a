"""What must be true after the first year was played and published, however theatrum was called."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urljoin
from urllib.request import urlopen

from tests.pages.test_base import serving
from tests.walk.desk import Desk, play_a_year


def walk(desk: Desk) -> None:
    """The whole of it: play, look, post, publish, serve below a path, verify."""
    assert play_a_year(desk)[:2] == ["diplomatic", "movement"]
    assert "identical" in desk.theatrum("verify")
    _replace_a_player(desk)
    _look_at_the_site(desk)
    _post(desk)
    _publish(desk)
    _clone(desk)


def _replace_a_player(desk: Desk) -> None:
    """France has a new player, and what is due is asked of her alone."""
    desk.theatrum("players", "address", "winter", "france", "thibaut@barge.example")
    desk.theatrum("players", "replace", "winter", "france", "Ada", "--address", "ada@quay.example")
    mails = json.loads(desk.theatrum("deadline", "winter", "--reminder", "--json"))
    assert [(one["player"], one["to"]) for one in mails if one["power"] == "france"] == [
        ("Ada", "ada@quay.example")
    ]
    assert "thibaut@barge.example" not in json.dumps(mails)


def _look_at_the_site(desk: Desk) -> None:
    desk.theatrum("build", "--quiet")
    site = desk.club / "_site"
    page = (site / "winter" / "1619" / "movement" / "index.html").read_text(encoding="utf-8")
    assert "Thibaut" in page
    assert "Ada" not in page
    front = (site / "winter" / "index.html").read_text(encoding="utf-8")
    assert "Thibaut (until 1620), Ada (from 1620)" in front
    # What waits for 1620 is nobody's business; neither are mails, as they came.
    whole = "".join(
        file.read_text(encoding="utf-8") for file in site.rglob("*.html") if file.is_file()
    )
    assert "sent from the barge" not in whole
    with serving(_below(site, "club"), site / "404.html") as host:
        seen: set[str] = set()
        for address in ("", "winter/", "winter/1619/movement/", "rules/europe-1619/", "fonts.css"):
            seen |= _follow(urljoin(f"{host}/club/", address))
    assert len(seen) > 60, seen


def _below(site: Path, name: str) -> Path:
    """A folder to serve, in which the site lies below a path."""
    host = site.parent.parent / "host"
    host.mkdir()
    (host / name).symlink_to(site, target_is_directory=True)
    return host


def _follow(address: str) -> set[str]:
    """Everything that a page asks for or links to, all of which must be there, below the path."""
    with urlopen(address, timeout=20) as answer:
        text = answer.read().decode()
    found = set()
    markup = re.sub(r"(<script\b[^>]*>).*?</script>", r"\1", text, flags=re.DOTALL)
    # Without scripts fonts are asked for by their styles, from where those stand.
    fonts = re.findall(r'url\("?([^")\s]+\.woff2)', text)
    assert bool(fonts) == address.endswith("/fonts.css")
    for link in [*re.findall(r'(?:href|src)="([^"#?]+)', markup), *fonts]:
        target = urljoin(address, link)
        if target.startswith("http://127.0.0.1"):
            assert "/club/" in target, target
            try:
                with urlopen(target, timeout=20) as answer:
                    answer.read()
            except HTTPError as error:
                raise AssertionError(f"{address} leads to {target}: {error}") from None
            found.add(target)
    return found


def _post(desk: Desk) -> None:
    images = desk.folder / "images"
    phase = ("post", "winter", "--phase", "1619 movement")
    post = desk.theatrum(*phase)
    desk.theatrum(*phase, "--images", str(images))
    assert "[b]France[/b]" in post
    assert len(post) < 55_000
    drawn = sorted(images.glob("*.png"))
    assert len(drawn) >= 4
    assert all(one.stat().st_size <= 250 * 1024 for one in drawn if "full" not in one.name)


def _publish(desk: Desk) -> None:
    shown = desk.theatrum("publish", "--yes")
    assert "winter" in shown
    assert desk.git("status", "--porcelain") == ""
    log = desk.git("log", "--format=%s", "main", at=desk.remote)
    assert "1619" in log.splitlines()[0]


def _clone(desk: Desk) -> None:
    """What the world can read replays, and holds nothing that is secret."""
    clone = desk.folder / "clone"
    desk.git("clone", "--quiet", str(desk.remote), str(clone))
    names = desk.git("ls-files", at=clone).splitlines()
    assert not [name for name in names if "/private/" in name or name.startswith("_site/")]
    assert "games/winter/1619/state/2-movement.toml" in names
    text = b"".join((clone / name).read_bytes() for name in names)
    assert b"sent from the barge" not in text
    seed = (desk.club / "games/winter/private/seed.toml").read_text(encoding="utf-8")
    (secret,) = re.findall(r'^seed = "(.+)"$', seed, re.MULTILINE)
    assert secret.encode() not in text
    # Not in the newest files, and not in any commit.
    for said in (text.decode("utf-8", "replace"), desk.git("log", "--all", "-p", at=clone)):
        assert "@barge" not in said
        assert "@quay" not in said
    assert "identical" in desk.theatrum("verify", at=clone)
