"""`theatrum players dossier`: what each power needs for the turn, only for its player."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from generator.archive import Game, load_game
from generator.archive.people.dossier import Dossier, dossier_of, dossier_text
from generator.commands.folders import check_private_folder, game_folder
from generator.commands.output import say, show, write_result
from generator.engine.words import count

_SECRET = "a dossier contains secrets"


def dossier(options: Namespace) -> int:
    """Prints dossiers, or writes them to a folder: as texts, or as mails. Exit code 1: a player has
    no address for a mail."""
    game = load_game(game_folder(options))
    power = options.power.lower()
    asked = (power,) if power else _in_game(game)
    found = [dossier_of(game, power) for power in asked]
    if options.mail:
        return _mail(options, game, found)
    if options.output is None:
        show("\n-----\n\n".join(map(dossier_text, found)).rstrip("\n"))
        return 0
    check_private_folder(options.output, _SECRET)
    for one in found:
        path = options.output / f"{game.slug}-{one.power}.txt"
        write_result(dossier_text(one).encode(), path)
    say(f"{count(len(found), 'dossier')} in {options.output}; send each only to its player")
    return 0


def _in_game(game: Game) -> Sequence[str]:
    """The powers that are still played: those that are asked for orders, or have anything."""
    state, ruleset = game.current_state(), game.ruleset
    asked = ruleset.awaits(state)
    have = {
        one for _, counts in ruleset.standings(state) for one, number in counts.items() if number
    }
    return [power for power in ruleset.powers if power in asked or power in have]


def _mail(options: Namespace, game: Game, found: Sequence[Dossier]) -> int:
    """Print mails as reminders are printed, or write them for a mail program to send."""
    from generator.commands.mailing import power_mail
    from generator.mailroom.mail_settings import read_mail_settings

    if options.output is None:
        mails = [
            f"To: {dossier.to or dossier.player or dossier.power}\nSubject: {dossier.subject}\n\n"
            f"{dossier_text(dossier)}"
            for dossier in found
        ]
        show("\n-----\n\n".join(mails).rstrip("\n"))
        return 0
    settings = read_mail_settings(game.folder)
    lacking = [dossier for dossier in found if not dossier.to]
    check_private_folder(options.output, _SECRET)
    for dossier in found:
        if dossier.to:
            sender = settings.sender if settings else ""
            mail = power_mail(
                dossier.to.split(", "),
                dossier.player,
                dossier.subject,
                dossier_text(dossier),
                sender,
            )
            write_result(bytes(mail), options.output / f"{game.slug}-{dossier.power}.eml")
    say(f"{count(len(found) - len(lacking), 'mail')} in {options.output}")
    for dossier in lacking:
        say(
            f"{dossier.power}: no mail written, because no address is known "
            f"(theatrum players address {game.slug} {dossier.power} ADDRESS)"
        )
    return 1 if lacking else 0
