"""`theatrum auction`: players bid for powers, and the highest bids get them."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from generator.archive import Game, load_game
from generator.archive.files.limits import LONGEST_SETTINGS
from generator.archive.files.reading import read_text, text_in
from generator.archive.record.auction import (
    Auction,
    assign_powers,
    auction_of,
    note_bid,
    note_players,
    tell_bids,
    terms_of,
)
from generator.commands.folders import game_folder
from generator.commands.output import say, show, show_json
from generator.engine.complaints import Complaint
from generator.engine.errors import Place, UsageError
from generator.engine.words import count, listed


def run(options: Namespace) -> int:
    """Notes players or a bid, assigns the powers, or says how the auction stands."""
    folder = game_folder(options)
    if options.tell and (options.players or options.bid):
        raise UsageError("bids are told with --assign or later")
    if options.bid:
        return _bid(folder, options)
    if options.players:
        note_players(folder, options.players.split(","))
    if options.assign:
        assign_powers(folder)
    if options.tell:
        tell_bids(folder)
    game = load_game(folder)
    auction = auction_of(game)
    _show(game, auction, options)
    if auction.awards and not auction.is_done:
        say(f"the powers can be given out: theatrum auction {game.slug} --assign")
    return 1 if auction.complaints else 0


def _bid(folder: Path, options: Namespace) -> int:
    """Takes a bid, and prints the receipt for its player."""
    if str(options.file) == "-":
        text = text_in(sys.stdin.buffer.read(LONGEST_SETTINGS), Path("standard input"))
    else:
        text = read_text(options.file, LONGEST_SETTINGS)
    bidder = note_bid(folder, options.bid, text)
    placed = [
        (Place(str(options.file), complaint.line, complaint.column), complaint)
        for complaint in bidder.complaints
    ]
    auction = auction_of(load_game(folder))
    if options.json:
        facts = {"game": folder.name, "player": bidder.player, "noted": not bidder.complaints}
        facts |= {"hash": "" if bidder.complaints else bidder.hash, "closed": bool(auction.awards)}
        show_json({**facts, "complaints": [_facts(*row) for row in placed]})
    elif bidder.complaints:
        show(f"{bidder.player}: the bid is not noted; please send it again")
        for place, one in placed:
            show(one.at(place))
        if bidder.player not in auction.missing:
            say(f"the bid of {bidder.player} that was noted before stands")
    else:
        show(f"{bidder.player}: the bid is noted")
        for line in bidder.text.splitlines():
            show(f"  {line}")
        show(f"its hash, to be published with the result: {bidder.hash}")
        closed = "the last player has bid: no bid may be changed any more"
        open_still = "it may be changed until the last player has bid; tell nobody about it"
        show(closed if auction.awards else open_still)
    return 1 if bidder.complaints else 0


def _show(game: Game, auction: Auction, options: Namespace) -> None:
    """The players and what may be told of each; the steps, which tell bids, only to a referee who
    assigns the powers or tells the bids."""
    powers, terms, rules = game.ruleset.powers, terms_of(game.ruleset.id), game.ruleset.rulebook
    most = terms.most(len(powers))
    won = {award.player: award.power for award in auction.awards} if auction.is_done else {}
    steps = [
        (award.text, [rules.cites(cause) for cause in award.causes if cause in rules.causes])
        for award in (auction.awards if options.assign or options.tell else ())
    ]
    if options.json:
        rows = [
            {
                "player": bidder.player,
                "has_bid": bool(bidder.text),
                "power": won.get(bidder.player, ""),
                "hash": bidder.hash if auction.is_done else "",
            }
            for bidder in auction.bidders
        ]
        complaints = [_facts(*row) for row in auction.complaints]
        told = [{"text": text, "rules": cited} for text, cited in steps]
        facts = {"game": game.slug, "points": terms.points, "minimum": terms.minimum}
        facts |= {"maximum": most, "players": rows, "complaints": complaints}
        show_json({**facts, "closed": bool(auction.awards), "steps": told})
        return
    said = f"{count(terms.points, 'point')} for {count(len(powers), 'power')}"
    show(f"{game.slug}: {said}, {terms.minimum} to {most} on each")
    for bidder in auction.bidders:
        bid = "has bid" if bidder.text else "no bid yet"
        show(f"{bidder.player}: {powers[won[bidder.player]].name if won else bid}")
    for text, cited in steps:
        show(f"{text} ({listed(cited)})" if cited else text)
    for place, one in auction.complaints:
        show(one.at(place))


def _facts(place: Place, complaint: Complaint) -> dict[str, Any]:
    where = {"file": place.path, "line": place.line, "column": place.column}
    return {**to_builtins(complaint), **where}
