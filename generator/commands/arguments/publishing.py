"""The arguments of the commands for posts and messages, and for secrets and proofs."""

from __future__ import annotations

from pathlib import Path

from generator.commands.arguments import Commands, add_game, add_json, add_site


def add_post(commands: Commands) -> None:
    post = commands.add("post", "post:post", "write a turn as a post for a forum or a mail")
    add_game(post)
    add = post.add_argument
    add(
        "--phase",
        metavar="P",
        help='like "1901 spring-movement", or its title (default: the last phase with orders)',
    )
    add("--year", type=int, metavar="Y", help="all phases of a year in one post")
    add(
        "--format",
        choices=("bbcode", "markdown", "html", "text"),
        help="the format (default: bbcode, or the one of the dialect)",
    )
    add(
        "--dialect",
        metavar="D",
        help="phpbb, smf, vbulletin, xenforo, discourse, reddit, discord, plain or mail "
        "(default: phpbb, discourse, mail or plain, by the format)",
    )
    add(
        "--limit",
        type=int,
        metavar="N",
        help="the most characters in one post (default: the dialect's limit)",
    )
    add(
        "--reasons",
        choices=("failed", "all", "none"),
        default="failed",
        help="which orders get a reason (default: failed)",
    )
    add("--image", default="", metavar="URL", help="the address of the map's image")
    add("--subject", action="store_true", help="print only the subject")
    add("--preview", type=Path, metavar="FILE", help="write a page that previews the post")
    add("--images", type=Path, metavar="DIR", help="draw the map in the sizes that forums accept")
    add(
        "-o",
        "--output",
        type=Path,
        metavar="DIR",
        help="the folder to write the post to (default: standard output)",
    )
    add_site(post)


def add_announce(commands: Commands) -> None:
    announce = commands.add("announce", "announce:announce", "notify players of what happened")
    add_game(announce, optional=True, default="all games")
    add = announce.add_argument
    add(
        "--send", action="store_true", help="send the messages, once each (default: only show them)"
    )
    add(
        "--event",
        action="append",
        default=[],
        choices=("turn", "over", "deadline", "correction", "reminder"),
        help="only these events (default: all)",
    )
    add("--mails", type=Path, metavar="DIR", help="also write mails for you to send to the players")
    add(
        "--remind",
        default="24 hours",
        metavar="SPAN",
        help="how long before the deadline to remind players (default: 24 hours)",
    )
    add("--base", default="", metavar="URL", help="the site's address, if site.toml has none")
    add_site(announce)
    add(
        "--now",
        default="",
        metavar="TIME",
        help="pretend that it is this time (default: the clock)",
    )
    add_json(announce)


def add_secrets(commands: Commands) -> None:
    commands.group("secrets", "encrypt secrets for git, restore them, reveal them, make a key")

    reveal = commands.add(
        "secrets reveal", "secrets:reveal", "publish the secrets of a finished game"
    )
    add_game(reveal)

    seal = commands.add(
        "secrets seal", "secrets:seal", "encrypt the secrets for the recipients in game.toml"
    )
    add_game(seal, optional=True, default="all games with recipients")

    unseal = commands.add(
        "secrets unseal", "secrets:unseal", "decrypt sealed secrets, and merge them"
    )
    add_game(unseal, optional=True, default="all games with sealed secrets")
    unseal.add_argument(
        "--identity",
        type=Path,
        metavar="FILE",
        help="the file of the secret key (default: THEATRUM_IDENTITY, or git config "
        "theatrum.identity)",
    )
    unseal.add_argument(
        "--ours",
        action="append",
        metavar="PATH",
        help="for a file in conflict, keep your version; repeat it for more files",
    )
    unseal.add_argument(
        "--theirs",
        action="append",
        metavar="PATH",
        help="for a file in conflict, take the sealed version; repeat it for more files",
    )
    unseal.add_argument(
        "--force",
        action="store_true",
        help="take the sealed version of every file; your changes are lost",
    )

    keygen = commands.add("secrets keygen", "secrets:keygen", "make a key pair for sealing")
    keygen.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="FILE",
        help="the file for the secret key",
    )


def add_proof(commands: Commands) -> None:
    verify = commands.add(
        "verify", "records:verify", "replay a game and check that nothing differs"
    )
    add_game(verify, optional=True)
    verify.add_argument(
        "--since",
        default="",
        metavar="COMMIT",
        help="also compare with what was public in this git commit",
    )
    verify.add_argument(
        "--record", default="", metavar="RECORD", help="also look up a record that a player kept"
    )
    add_json(verify)
