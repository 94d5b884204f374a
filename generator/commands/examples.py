"""What `theatrum COMMAND --help` ends with: command lines that work, each with what it does.

They stand together, so that they read as one day at a referee's desk. A test runs each of them
through the parser, and asks for one for every command.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

EXAMPLES: Final[Mapping[str, tuple[tuple[str, str], ...]]] = MappingProxyType(
    {
        "init": (("theatrum init chronicle", "a repository for games and a site, ready to fill"),),
        "new": (
            ("theatrum new bohemia --ruleset europe-1619", "fifteen powers, from 1619"),
            ("theatrum new trial --demo 2", "two years played by programs, to look at"),
            ("theatrum new bohemia --from bohemia.json", "an exported game, replayed"),
            ("theatrum new seventeen --from saved.jsonl --saved 17", "of the package diplomacy"),
        ),
        "status": (
            ("theatrum status", "all games: phase, deadline, who is missing"),
            ("theatrum status bohemia --json", "one game, for a program"),
        ),
        "submit": (
            ("theatrum submit bohemia france.eml", "a mail as it was saved"),
            ("theatrum submit bohemia --power france", "paste the text, end with Ctrl-D"),
            ("theatrum submit bohemia inbox --receipts outbox", "a folder of mails, and answers"),
            ("theatrum submit bohemia --held", "what is on hold: --accept, --reject"),
        ),
        "check": (
            ("theatrum check bohemia", "every line that is wrong or does nothing"),
            ("theatrum check bohemia --costs", "what lines cost, and what comes of each sheet"),
        ),
        "adjudicate": (
            ("theatrum adjudicate bohemia --dry-run", "look first; writes nothing"),
            (
                'theatrum adjudicate bohemia --dry-run --order "france: A PAR - BUR"',
                "what if France had ordered that",
            ),
            ("theatrum adjudicate bohemia", "resolve the phase, write the state"),
        ),
        "undo": (
            ("theatrum undo bohemia", "take back what was adjudicated last; the orders stay"),
            ("theatrum undo bohemia --to 1620/movement", "that phase and all after it"),
            ("theatrum undo bohemia --redo", "put back what undo took, byte for byte"),
        ),
        "ruling": (
            (
                'theatrum ruling bohemia "france: F NORM - ENG" --reason "wrote NOR for NORM"',
                "that order counts",
            ),
            (
                'theatrum ruling bohemia "france and spain are at war" --reason agreed --dry-run',
                "what comes of it; writes nothing",
            ),
        ),
        "amend": (
            (
                "theatrum amend bohemia --phase 1620/movement --orders france a.txt --reason late",
                "play it and all that follows again; asks before it writes",
            ),
            (
                'theatrum amend bohemia --phase 1620/movement --reason "a typo" --dry-run',
                "what the files as they now stand would change",
            ),
        ),
        "announce": (
            ("theatrum announce", "what players have not been told yet; sends nothing"),
            ("theatrum announce bohemia --send", "to the channels that the environment names"),
            ("theatrum announce bohemia --send --mails outbox", "and as mails, to be sent"),
        ),
        "deadline": (
            ("theatrum deadline", "all games: when orders are due"),
            ('theatrum deadline bohemia --set "Sunday 20:00"', "in the zone of the game"),
            ('theatrum deadline bohemia --extend "2 days"', "put it off"),
            ("theatrum deadline bohemia --reminder", "mails to those whose orders are missing"),
            ("theatrum deadline bohemia --ics bohemia.ics", "a file for calendars"),
            ("theatrum deadline --adjudicate --all", "for a scheduler: what is due, and only that"),
        ),
        "pause": (
            ("theatrum pause bohemia --until 2027-08-30 --reason holidays", "no deadline counts"),
            ("theatrum pause bohemia --end", "orders are due as many days later"),
            ('theatrum pause bohemia --end --set "Sunday 20:00"', "or then"),
        ),
        "finish": (
            ('theatrum finish bohemia --reason "all agreed"', "a draw of all who are left"),
            (
                'theatrum finish bohemia --result win france --reason "the others gave up"',
                "a victory, by ruling",
            ),
            ("theatrum finish bohemia --archive", "put a game away that is over"),
        ),
        "players replace": (
            (
                'theatrum players replace bohemia france "Ada" --address ada@example.org',
                "from now on",
            ),
            (
                'theatrum players replace bohemia france "Ada" --since "1623 diplomatic"',
                "from a phase that was played, or is still to come",
            ),
        ),
        "players dossier": (
            ("theatrum players dossier bohemia france", "to look at"),
            ("theatrum players dossier bohemia -o ../dossiers", "the text of every power"),
            (
                "theatrum players dossier bohemia --mail -o ../dossiers",
                "mails for a mail program to send",
            ),
        ),
        "players handover": (
            ("theatrum players handover bohemia france --to Ada", "the letter, to look at"),
            (
                "theatrum players handover bohemia france --to Ada -o ../for-ada",
                "with the game as a file",
            ),
        ),
        "players address": (
            ("theatrum players address bohemia", "all powers, with who plays them"),
            (
                "theatrum players address bohemia france ada@example.org ada@example.net",
                "all of a player",
            ),
        ),
        "players auction": (
            ("theatrum players auction bohemia bids.toml", "who plays what, and why"),
        ),
        "upgrade": (
            ("theatrum upgrade bohemia", "addresses go to private/, a chain of records begins"),
        ),
        "scores": (("theatrum scores bohemia", "the standings now, and year by year"),),
        "verify": (
            ("theatrum verify", "replay all games; the first byte that differs is named"),
            ("theatrum verify bohemia --since HEAD~5", "and what was rewritten since then"),
        ),
        "export": (
            ("theatrum export bohemia -o bohemia.json", "the whole game, as everybody may know it"),
            ("theatrum export bohemia --html -o bohemia.html", "one file, to keep and to print"),
            (
                "theatrum export bohemia --html --as france --at 1622 -o france.html",
                "what France could see in 1622",
            ),
        ),
        "secrets reveal": (
            ("theatrum secrets reveal bohemia", "after the end: orders, draws and the seed"),
        ),
        "secrets seal": (
            ("theatrum secrets seal bohemia", "encrypt what changed in private/, to be committed"),
        ),
        "secrets unseal": (
            (
                "theatrum secrets unseal bohemia --identity ~/theatrum.key",
                "private/ again, in a clone",
            ),
        ),
        "secrets keygen": (
            (
                "theatrum secrets keygen -o ~/theatrum.key",
                "prints the public key; keep the file safe",
            ),
        ),
        "build": (
            ("theatrum build", "games/, site/ and themes/ become _site/"),
            ("theatrum build --desk", "once, so that the desk of the site tries orders, too"),
        ),
        "serve": (("theatrum serve --port 8000", "then open http://127.0.0.1:8000"),),
        "map": (
            (
                'theatrum map bohemia --phase "1620 movement" --png -o 1620.png',
                "a phase, for a forum",
            ),
            ("theatrum map --board europe-1619 --blank -o board.svg", "an empty board to draw on"),
        ),
        "post": (
            ("theatrum post bohemia", "the last phase in BBCode"),
            ("theatrum post bohemia --year 1620 --dialect discourse", "a whole year in Markdown"),
            ("theatrum post bohemia --images maps", "its map in the sizes that forums take"),
        ),
        "publish": (
            ("theatrum publish --dry-run", "what would be committed, and nothing else"),
            ("theatrum publish bohemia", "one game: shows it, asks, commits and pushes"),
        ),
        "resolve": (("theatrum resolve standard < cases.jsonl", "a JSON object a line"),),
        "ruleset new": (
            ("theatrum ruleset new tarn --from tarn.svg", "a variant from a drawing"),
            ("theatrum ruleset new ancmed --from ancmed.map", "one that DPjudge has"),
            ("theatrum ruleset new poorer --base europe-1619", "an edition of your own"),
        ),
        "ruleset check": (("theatrum ruleset check tarn", "what is wrong; and its map"),),
        "ruleset trial": (
            (
                "theatrum ruleset trial europe-1619 --games 200",
                "played by programs; says what came of it",
            ),
            (
                "theatrum ruleset trial standard --set facts.powers.italy.units='[\"A ROM\"]'",
                "what this change does, seed by seed",
            ),
        ),
        "ruleset rules": (
            ("theatrum ruleset rules europe-1619", "the rulebook"),
            ("theatrum ruleset rules standard --coverage", "which rule is checked by which test"),
        ),
    }
)


def examples_of(command: str) -> str:
    """The examples of a command as they stand at the end of its help, "" where it has none."""
    lines = EXAMPLES.get(command, ())
    if not lines:
        return ""
    said = (f"  {line}\n      {what}" for line, what in lines)
    return "\n".join(("examples:" if len(lines) > 1 else "example:", *said))
