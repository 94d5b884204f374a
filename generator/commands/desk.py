"""`theatrum desk`: what the desk needs to read and try orders in a browser."""

from __future__ import annotations

from argparse import Namespace

from generator.commands.output import say, show, show_json


def desk(options: Namespace) -> int:
    """Sets up the program of the desk, and says how large it is. What is there already is kept."""
    from generator.kit.kit import PROGRAM, set_up
    from generator.kit.sealer import set_up_sealer

    if not options.quiet and not options.json:
        say("setting up the desk: this fetches some 11 MB the first time")
    sealer = set_up_sealer()
    kit = set_up()
    size = kit.sent + len(kit.pack(PROGRAM))
    if options.json:
        show_json(
            {
                "version": kit.version,
                "folder": str(kit.folder),
                "bytes": size,
                "sealer": len(sealer),
            }
        )
    elif not options.quiet:
        show(f"the desk is ready: {size / 1e6:.1f} MB, and about 1 MB for a ruleset, in a browser")
        show(f"it is kept in {kit.folder}")
    return 0
