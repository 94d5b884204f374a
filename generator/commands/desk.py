"""`theatrum build --desk`: what the desk needs to read and try orders in a browser."""

from __future__ import annotations

from generator.commands.output import say
from generator.engine.errors import TheatrumError


def set_up_desk(*, quiet: bool) -> None:
    """Sets up the program of the desk, and says how large it is. What is there already is kept;
    without a network the site goes without it."""
    from generator.kit.kit import PROGRAM, set_up

    if not quiet:
        say("setting up the desk: this fetches some 11 MB the first time")
    try:
        kit = set_up()
    except TheatrumError as error:
        say(f"the desk writes orders, but cannot try them: {error}")
        return
    if not quiet:
        size = kit.sent + len(kit.pack(PROGRAM))
        say(f"the desk is ready: {size / 1e6:.1f} MB, and about 1 MB for a ruleset, in a browser")
        say(f"stored in {kit.folder}")
