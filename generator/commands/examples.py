"""The end of `theatrum COMMAND --help`: command lines that work, each with its effect.

They are in one place, so that they read as one day at a referee's desk. A test runs each of them
through the parser, and requires one for every command.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

EXAMPLES: Final[Mapping[str, tuple[tuple[str, str], ...]]] = MappingProxyType(
    {
        "init": (("theatrum init chronicle", "a new repository for games and their site"),),
        "new": (
            ("theatrum new bohemia --ruleset europe-1619", "a game of fifteen powers, from 1619"),
            ("theatrum new trial --demo 2", "a game to look at: programs play two years"),
            ("theatrum new bohemia --from bohemia.json", "import an exported game, and replay it"),
            (
                "theatrum new seventeen --from saved.jsonl --saved 17",
                "a game of the package diplomacy",
            ),
        ),
        "status": (
            ("theatrum status", "all games: phase, deadline, missing orders"),
            ("theatrum status bohemia --json", "one game, for a program"),
        ),
        "submit": (
            ("theatrum submit bohemia france.eml", "a saved mail"),
            ("theatrum submit bohemia --power france", "paste the text, end with Ctrl-D"),
            (
                "theatrum submit bohemia inbox --receipts outbox",
                "a folder of mails, and receipts for them",
            ),
            ("theatrum submit bohemia --held", "list mails on hold: --accept or --reject them"),
        ),
        "check": (
            ("theatrum check bohemia", "list every line that is wrong or has no effect"),
            ("theatrum check bohemia --costs", "also show what each line costs, and its effect"),
        ),
        "adjudicate": (
            ("theatrum adjudicate bohemia --dry-run", "preview the result; writes nothing"),
            (
                'theatrum adjudicate bohemia --dry-run --order "france: A PAR - BUR"',
                "preview with another order for France",
            ),
            ("theatrum adjudicate bohemia", "resolve the phase, and write the result"),
        ),
        "undo": (
            ("theatrum undo bohemia", "undo the last adjudication; keep the orders"),
            ("theatrum undo bohemia --to 1620/movement", "undo that phase and all later ones"),
            ("theatrum undo bohemia --redo", "restore what you last undid"),
        ),
        "ruling": (
            (
                'theatrum ruling bohemia "france: F NORM - ENG" --reason "wrote NOR for NORM"',
                "make that order count",
            ),
            (
                'theatrum ruling bohemia "france and spain are at war" --reason agreed --dry-run',
                "preview its effect; writes nothing",
            ),
        ),
        "amend": (
            (
                "theatrum amend bohemia --phase 1620/movement --orders france a.txt --reason late",
                "replay from that phase on; asks before it writes",
            ),
            (
                'theatrum amend bohemia --phase 1620/movement --reason "a typo" --dry-run',
                "preview what your edited order files would change",
            ),
        ),
        "announce": (
            ("theatrum announce", "show the messages not sent yet; sends nothing"),
            (
                "theatrum announce bohemia --send",
                "send them to your channels (set in the environment)",
            ),
            ("theatrum announce bohemia --send --mails outbox", "and write mails for you to send"),
        ),
        "deadline": (
            ("theatrum deadline", "all games: when orders are due"),
            ('theatrum deadline bohemia --set "Sunday 20:00"', "in the game's time zone"),
            ('theatrum deadline bohemia --extend "2 days"', "two days later"),
            ("theatrum deadline bohemia --reminder", "mails to those whose orders are missing"),
            ("theatrum deadline bohemia --ics bohemia.ics", "a file for calendars"),
            ("theatrum deadline --adjudicate --all", "for a scheduler: adjudicate what is due"),
        ),
        "pause": (
            ("theatrum pause bohemia --until 2027-08-30 --reason holidays", "stop the clock"),
            ("theatrum pause bohemia --end", "extend the deadline by the length of the pause"),
            ('theatrum pause bohemia --end --set "Sunday 20:00"', "or set a new deadline"),
        ),
        "finish": (
            ('theatrum finish bohemia --reason "all agreed"', "a draw of all surviving powers"),
            (
                'theatrum finish bohemia --result win france --reason "the others gave up"',
                "a victory, by ruling",
            ),
            ("theatrum finish bohemia --archive", "list a finished game among the finished ones"),
        ),
        "players replace": (
            (
                'theatrum players replace bohemia france "Ada" --address ada@example.org',
                "from now on",
            ),
            (
                'theatrum players replace bohemia france "Ada" --since "1623 diplomatic"',
                "from a past or a future phase",
            ),
        ),
        "players dossier": (
            ("theatrum players dossier bohemia france", "print it"),
            ("theatrum players dossier bohemia -o ../dossiers", "write one file per power"),
            (
                "theatrum players dossier bohemia --mail -o ../dossiers",
                "write mails for your mail program",
            ),
        ),
        "players handover": (
            ("theatrum players handover bohemia france --to Ada", "print the letter"),
            (
                "theatrum players handover bohemia france --to Ada -o ../for-ada",
                "write the letter, and the game as one file",
            ),
        ),
        "players address": (
            ("theatrum players address bohemia", "list all powers, players and addresses"),
            (
                "theatrum players address bohemia france ada@example.org ada@example.net",
                "set all addresses of a player",
            ),
        ),
        "players auction": (
            ("theatrum players auction bohemia bids.toml", "assign the powers, and explain why"),
        ),
        "upgrade": (
            (
                "theatrum upgrade bohemia",
                "moves addresses to private/, and begins the chain of records",
            ),
        ),
        "scores": (("theatrum scores bohemia", "print the standings, now and year by year"),),
        "verify": (
            ("theatrum verify", "replay all games; reports the first difference"),
            (
                "theatrum verify bohemia --since HEAD~5",
                "and report what was rewritten since that commit",
            ),
        ),
        "export": (
            ("theatrum export bohemia -o bohemia.json", "the whole game, without secrets"),
            ("theatrum export bohemia --html -o bohemia.html", "one file, to keep or print"),
            (
                "theatrum export bohemia --html --as france --at 1622 -o france.html",
                "what France could see in 1622",
            ),
        ),
        "secrets reveal": (
            (
                "theatrum secrets reveal bohemia",
                "after the end: publish orders, draws and the seed",
            ),
        ),
        "secrets seal": (
            ("theatrum secrets seal bohemia", "encrypt what changed in private/, for git"),
        ),
        "secrets unseal": (
            (
                "theatrum secrets unseal bohemia --identity ~/theatrum.key",
                "restore private/ in a clone",
            ),
        ),
        "secrets keygen": (
            (
                "theatrum secrets keygen -o ~/theatrum.key",
                "write the secret key (keep it safe), print the public one",
            ),
        ),
        "build": (
            ("theatrum build", "build games/, site/ and themes/ into _site/"),
            ("theatrum build --desk", "once: install what the desk needs to try orders"),
        ),
        "serve": (("theatrum serve --port 8000", "then open http://127.0.0.1:8000"),),
        "map": (
            (
                'theatrum map bohemia --phase "1620 movement" --png -o 1620.png',
                "a phase, as an image",
            ),
            ("theatrum map --board europe-1619 --blank -o board.svg", "an empty board to draw on"),
        ),
        "post": (
            ("theatrum post bohemia", "the last phase with orders, in BBCode"),
            ("theatrum post bohemia --year 1620 --dialect discourse", "a whole year in Markdown"),
            ("theatrum post bohemia --images maps", "and its map in the sizes that forums accept"),
        ),
        "publish": (
            ("theatrum publish --dry-run", "show what would be committed; commits nothing"),
            ("theatrum publish bohemia", "one game: show it, ask, commit and push"),
        ),
        "resolve": (("theatrum resolve standard < cases.jsonl", "one JSON object per line"),),
        "ruleset new": (
            ("theatrum ruleset new tarn --from tarn.svg", "a variant from a drawing"),
            ("theatrum ruleset new ancmed --from ancmed.map", "a variant from DPjudge"),
            ("theatrum ruleset new poorer --base europe-1619", "your own edition of a ruleset"),
        ),
        "ruleset check": (("theatrum ruleset check tarn", "list what is wrong, and draw the map"),),
        "ruleset trial": (
            (
                "theatrum ruleset trial europe-1619 --games 200",
                "let programs play 200 games, and report",
            ),
            (
                "theatrum ruleset trial standard --set facts.powers.italy.units='[\"A ROM\"]'",
                "compare with and without this change",
            ),
        ),
        "ruleset rules": (
            ("theatrum ruleset rules europe-1619", "the rulebook"),
            ("theatrum ruleset rules standard --coverage", "list the tests of each rule"),
        ),
    }
)


def examples_of(command: str) -> str:
    """The examples of a command as they are at the end of its help, "" where it has none."""
    lines = EXAMPLES.get(command, ())
    if not lines:
        return ""
    said = (f"  {line}\n      {what}" for line, what in lines)
    return "\n".join(("examples:" if len(lines) > 1 else "example:", *said))
