"""What rulings do: on orders, politics, units, money, and the game itself."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.errors import GameError
from generator.engine.phases import OrderBook, WrittenOrder
from generator.engine.phases import Sheet as OrderSheet
from generator.rulesets.europe.playing.play import play_phase
from generator.rulesets.europe.record.document import dump_state, load_state
from generator.rulesets.europe.state.soundness import flaws_of
from generator.rulesets.europe.state.standing import Relation
from generator.rulesets.europe.state.state import ComingChange, Loan
from generator.rulesets.europe.telling.report_tables import strength_table
from generator.rulesets.europe_1619 import EDITION
from generator.rulesets.europe_1619.reichstag import ReichstagCall
from tests.rules.europe.building import (
    events,
    infs_in,
    opening,
    outcome,
    play,
    position,
    units_of,
    verdict,
)
from tests.rulesets.europe.ruled import REASON, ruled, ruling

# --- orders


def test_a_ruled_placement_is_added_and_comes_first() -> None:
    """The allotment goes to the ruled order before those of the sheet."""
    state = position(EDITION, phase="diplomatic", tables={"allotment": {"france": 3}})
    played = ruled(state, ("order", {"power": "france", "order": "2: SWI"}), france="3: LOR")
    assert infs_in(played.state, "SWI") == {"france": 2}
    assert infs_in(played.state, "LOR") == {"france": 2}
    assert verdict(played, "2: SWI").note == "ruling 1"


def test_a_ruled_declaration_and_attack_count() -> None:
    played = ruled(
        opening(EDITION),
        ("order", {"power": "france", "order": "WAR: SPAIN"}),
        ("order", {"power": "austria", "order": "HES > UNION"}),
    )
    assert [change.kind for change in played.state.changes] == ["war"]
    assert outcome(played, "HES > UNION") == "void"


def test_a_ruled_order_replaces_the_one_for_the_same_unit() -> None:
    state = position(EDITION)
    played = ruled(
        state, ("order", {"power": "france", "order": "A PAR - BUR"}), france="A PAR - CHA"
    )
    assert "A BUR" in units_of(played.state, "france")
    struck = verdict(played, "A PAR - CHA")
    assert (struck.outcome, struck.note) == ("illegal", "ruling 1")
    assert REASON in struck.reasons[0].text


def test_an_order_is_made_void_by_its_text_or_its_unit() -> None:
    for facts in ({"order": "a par - cha"}, {"unit": "A PAR"}):
        given = ("void", {"power": "france", **facts})
        played = ruled(position(EDITION), given, france="A PAR - CHA")
        assert "A PAR" in units_of(played.state, "france")


def test_a_power_in_civil_disorder_holds_and_places_nothing() -> None:
    given = ("disorder", {"power": "france"})
    played = ruled(position(EDITION), given, france="A PAR - CHA\nA LYO - DAU")
    assert {"A PAR", "A LYO"} <= set(units_of(played.state, "france"))
    played = ruled(opening(EDITION), given, france="2: LOR\nWAR: SPAIN")
    assert infs_in(played.state, "LOR") == {"france": 1}
    assert played.state.changes == ()


def test_a_secret_ruling_on_an_order_is_told_to_its_author_alone() -> None:
    given = ("void", {"power": "france", "order": "A PAR - CHA", "secret": True})
    played = ruled(position(EDITION), given, france="A PAR - CHA")
    struck = verdict(played, "A PAR - CHA")
    assert (struck.known_to, struck.note) == (("france",), "")


# --- politics


def test_a_relation_is_set_before_the_phase() -> None:
    """France is at peace with Spain: by ruling it is at war, and may march in."""
    war = ("relation", {"powers": ["spain", "france"], "is": "war"})
    order, state = {"france": "A BUR - FRC"}, position(EDITION, units={"france": ["A BUR"]})
    assert outcome(play(EDITION, state, order), "A BUR - FRC") == "illegal"
    played = ruled(state, war, **order)
    assert outcome(played, "A BUR - FRC") == "success"
    assert played.state.standing.relation("france", "spain") == "war"


def test_a_relation_set_after_the_phase_does_not_change_it() -> None:
    war = ("relation", {"powers": ["spain", "france"], "is": "war", "when": "after"})
    state = position(EDITION, units={"france": ["A BUR"]})
    played = ruled(state, war, france="A BUR - FRC")
    assert outcome(played, "A BUR - FRC") == "illegal"
    assert played.state.relations["spain", "france"] == Relation("war", 1619)


def test_a_ruled_peace_keeps_what_it_ended_and_strikes_what_was_declared() -> None:
    state = position(
        EDITION,
        wars=[("spain", "dutch")],
        changes=(ComingChange(1620, "armistice", ("spain", "dutch"), ("spain", "dutch")),),
    )
    played = ruled(state, ("relation", {"powers": ["spain", "dutch"], "is": "peace"}))
    assert played.state.relations["spain", "dutch"] == Relation("peace", 1619, "war")
    assert played.state.changes == ()
    never = ruled(state, ("relation", {"powers": ["spain", "france"], "is": "peace"}))
    assert ("spain", "france") not in never.state.relations


def test_whether_two_powers_may_ally_is_ruled_for_good() -> None:
    both = {"union": "ALLIANCE: LEAGUE", "league": "ALLIANCE: UNION"}
    may = ("alliance", {"powers": ["league", "union"], "allowed": True})
    played = ruled(opening(EDITION), may, **both)
    assert [change.kind for change in played.state.changes] == ["alliance"]
    kept = load_state(EDITION, dump_state(EDITION, played.state))
    assert kept.facts.setup.forbidden_alliances == ()
    never = ("alliance", {"powers": ["france", "dutch"], "allowed": False})
    both = {"france": "ALLIANCE: DUTCH", "dutch": "ALLIANCE: FRANCE"}
    played = ruled(opening(EDITION), never, **both)
    assert outcome(played, "ALLIANCE: DUTCH") == "illegal"


def test_ruled_infs_decide_the_status_of_the_same_phase() -> None:
    """They replace what the powers named have, when placements and attacks are over."""
    given = ("infs", {"state": "HES", "infs": {"union": 1, "france": 4}})
    played = ruled(opening(EDITION), given, union="2: HES", denmark="1: HES")
    assert infs_in(played.state, "HES") == {"denmark": 1, "france": 4, "union": 1}
    assert played.state.statuses["HES"].patron == "france"


def test_ruled_infs_of_another_phase_change_the_status_at_once() -> None:
    given = ("infs", {"state": "HES", "infs": {"union": 0}})
    state = position(EDITION)
    assert state.statuses["HES"].patron == "union"
    played = ruled(state, given, union="A HES - SAA")
    assert played.state.statuses["HES"].kind == "unaligned"
    assert outcome(played, "A HES - SAA") == "illegal"


def test_a_ruled_status_stands_until_statuses_are_settled_again() -> None:
    played = ruled(opening(EDITION), ("status", {"state": "HES", "status": "neutral"}))
    assert played.state.statuses["HES"].kind == "neutral"
    before = ("status", {"state": "HES", "status": "neutral", "when": "before"})
    played = ruled(position(EDITION), before, union="A HES - SAA")
    assert outcome(played, "A HES - SAA") == "illegal"


@pytest.mark.rule("E19-CAP-1")
def test_ruled_control_lets_states_fall_and_come_free() -> None:
    given = ("control", {"province": "HES", "holder": "france"})
    for phase in ("adjustment", "builds", "diplomatic"):
        played = ruled(position(EDITION, phase=phase), given)
        status = played.state.statuses["HES"]
        assert (status.kind, status.captor) == ("captured", "france"), phase
        assert units_of(played.state, "HES") == []
        assert "HES" not in played.state.markers
        assert flaws_of(played.state) == ()
    state = position(EDITION, phase="builds", captures={"HES": "france"})
    freed = ruled(state, ("control", {"province": "HES", "holder": ""}))
    assert freed.state.statuses["HES"].patron == "union"


def test_ruled_control_in_map_adjustment_decides_who_falls() -> None:
    given = ("control", {"province": "TUR", "holder": "france"})
    played = ruled(position(EDITION, phase="adjustment"), given)
    assert "savoy" in played.state.eliminated
    assert flaws_of(played.state) == ()


def test_markers_are_ruled() -> None:
    played = ruled(
        position(EDITION, phase="adjustment"),
        ("marker", {"state": "HES", "marker": "catholic"}),
        ("marker", {"state": "ANS", "marker": ""}),
    )
    assert played.state.markers["HES"] == "catholic"
    assert "ANS" not in played.state.markers


@pytest.mark.parametrize("falls", [True, False])
def test_an_elimination_is_ruled(falls: bool) -> None:
    state = position(
        EDITION, phase="adjustment", units={"france": ["A TUR"]}, captures={"TUR": "france"}
    )
    if falls:
        state = position(EDITION, phase="adjustment")
    played = ruled(state, ("eliminate", {"power": "savoy", "falls": falls}))
    assert ("savoy" in played.state.eliminated) is falls


# --- units


def test_units_are_added_moved_removed_and_strengthened() -> None:
    played = ruled(
        position(EDITION, phase="scoring"),
        ("units", {"side": "france", "units": ["A PAR +3", "A BUR", "F NORM"]}),
        ("units", {"side": "HES", "units": []}),
    )
    assert units_of(played.state, "france") == ["A BUR", "A PAR +3", "F NORM"]
    assert units_of(played.state, "HES") == []


def test_a_state_keeps_the_units_that_a_ruling_gave_it() -> None:
    state = position(EDITION, phase="builds")
    played = ruled(state, ("units", {"side": "HES", "units": ["A HES", "A SAA"]}))
    assert played.state.extra_units["HES"] == 1
    later = position(
        EDITION, phase="builds", units={"HES": ["A HES", "A SAA"]}, extra_units={"HES": 1}
    )
    assert units_of(play(EDITION, later).state, "HES") == ["A HES", "A SAA"]


def test_units_set_before_the_phase_can_be_ordered() -> None:
    given = ("units", {"side": "france", "units": ["A BUR"], "when": "before"})
    played = ruled(position(EDITION), given, france="A BUR - CHA")
    assert units_of(played.state, "france") == ["A CHA"]


@pytest.mark.parametrize(
    ("said", "result"),
    [("void", "illegal"), ("hostile", "success"), ("non-hostile", "bounce"), ("legal", "bounce")],
)
def test_an_entry_is_void_legal_hostile_or_not(said: str, result: str) -> None:
    """France's bolstered army goes at Spain's in Franche-Comté, at peace with it."""
    state = position(EDITION, units={"france": ["A BUR +2"], "spain": ["A FRC"]})
    given = ("entry", {"unit": "A BUR", "to": "FRC", "is": said})
    played = ruled(state, given, france="A BUR - FRC")
    assert outcome(played, "A BUR - FRC") == result
    if said == "void":
        assert f"ruling 1: {REASON}" in verdict(played, "A BUR - FRC").reasons[0].text


def retreating() -> Any:
    state = position(
        EDITION,
        units={"france": ["A BUR +3"], "spain": ["A FRC +1"]},
        infs={"LOR": {"france": 1, "spain": 1}},
        wars=[("france", "spain")],
    )
    return play(EDITION, state, {"france": "A BUR - FRC"}).state


def test_a_retreat_is_ruled_legal_or_void() -> None:
    """Lorraine is neutral and closed; the referee opens it, and closes another place."""
    state = retreating()
    assert state.moment.phase == "retreats"
    (one,) = state.displaced
    assert one.places
    to = one.places[0]
    entry = {"unit": "A FRC", "to": to}
    played = ruled(state, ("entry", {**entry, "is": "void"}), spain=f"A FRC R {to}")
    assert units_of(played.state, "spain") == []
    closed = "LOR"
    assert closed not in one.places
    order = {"spain": f"A FRC R {closed}"}
    assert units_of(play(EDITION, state, order).state, "spain") == []
    played = ruled(state, ("entry", {**entry, "to": closed, "is": "legal"}), **order)
    assert units_of(played.state, "spain") == [f"A {closed}"]
    with pytest.raises(GameError, match="cannot reach PAR"):
        ruled(state, ("entry", {**entry, "to": "PAR", "is": "legal"}))


def test_the_builds_of_states_are_ruled() -> None:
    """A build is ordered of another type, one is canceled, one is disbanded."""
    state = position(EDITION, phase="builds", units={"HES": ["A HES"]})
    played = ruled(
        state,
        ("minor", {"state": "GEN", "builds": "A GEN"}),
        ("minor", {"state": "TUS", "builds": ""}),
        ("minor", {"state": "HES", "disbands": "A HES"}),
    )
    assert units_of(played.state, "GEN") == ["A GEN"]
    assert units_of(played.state, "TUS") == []
    assert units_of(played.state, "POR") == ["F POR"]
    assert units_of(played.state, "HES") == ["A HES"], "it is built anew: the state has a center"


def test_a_ruled_build_beyond_the_centers_of_a_state_stays() -> None:
    state = position(EDITION, phase="builds")
    played = ruled(state, ("minor", {"state": "HES", "builds": "A SAA"}))
    assert units_of(played.state, "HES") == ["A HES", "A SAA"]
    assert played.state.extra_units == {"HES": 1}


# --- money


def test_treasuries_incomes_and_prices_are_ruled() -> None:
    state = position(EDITION, phase="builds", units={"sweden": ["A STO"]})
    played = ruled(
        state,
        ("income", {"power": "france", "tp": 2}),
        ("treasury", {"power": "dutch", "tp": 40}),
        ("income", {"power": "sweden", "tp": 9}),
        ("prices", {"power": "sweden", "prices": [7, 2]}),
        sweden="BOLSTER A STO 3\nBOLSTER A STO\nBOLSTER A STO",
    )
    assert played.state.treasury["france"] == 2
    assert played.state.treasury["dutch"] == 40
    assert played.state.treasury["sweden"] == 0
    assert units_of(played.state, "sweden") == ["A STO +4"]


def test_loans_are_entered_changed_and_struck() -> None:
    old = Loan(1619, "dutch", "union", 5, 1, 1625)
    state = position(EDITION, phase="builds", loans=(old,))
    entry = {"lender": "dutch", "debtor": "union", "amount": 0}
    assert ruled(state, ("loan", entry)).state.loans == ()
    changed = ruled(state, ("loan", {**entry, "amount": 3})).state.loans
    assert changed == (Loan(1619, "dutch", "union", 3),)
    other = {"lender": "france", "debtor": "union", "amount": 4, "interest": 1, "due": 1622}
    both = ruled(state, ("loan", other)).state.loans
    assert both == (old, Loan(1619, "france", "union", 4, 1, 1622))


# --- the game


def test_scores_are_ruled_and_can_win() -> None:
    state = position(EDITION, phase="scoring")
    given = ("score", {"power": "sweden", "item": "own_marker", "points": 30})
    played = ruled(state, given)
    assert played.state.scores["sweden"]["own_marker"] == 30
    assert played.state.ending is not None
    assert played.state.ending.powers == ("sweden",)
    more = ruled(state, ("score", {"power": "sweden", "item": "ruling", "points": -2}))
    assert sum(more.state.scores["sweden"].values()) == 6 - 2


def test_an_option_is_switched_from_the_year_of_the_ruling_on() -> None:
    state = position(EDITION, phase="scoring")
    played = ruled(state, ("option", {"option": "victory.points", "value": 8}))
    assert played.state.options["victory.points"] == 8
    assert "vote" in str(played.state.moment)
    kept = load_state(EDITION, dump_state(EDITION, played.state))
    assert kept.options["victory.points"] == 8
    unchanged = dump_state(EDITION, play(EDITION, state).state).public
    assert "options" not in unchanged


@pytest.mark.parametrize(
    ("facts", "kind", "powers"),
    [
        ({"result": "victory", "powers": ["sweden"]}, "victory", ("sweden",)),
        ({"result": "draw", "powers": ["dutch", "spain"]}, "draw", ("spain", "dutch")),
        ({"result": "ended"}, "ended", ()),
    ],
)
def test_the_referee_ends_the_game(
    facts: dict[str, Any], kind: str, powers: tuple[str, ...]
) -> None:
    for phase in ("diplomatic", "movement", "adjustment", "builds", "scoring"):
        played = ruled(position(EDITION, phase=phase), ("end", facts))
        ending = played.state.ending
        assert ending is not None
        assert (ending.kind, ending.powers) == (kind, powers)
        assert REASON in ending.text
        (over,) = events(played, "game-over")
        assert over.text == ending.text


def test_a_draw_without_names_is_one_of_all_who_are_left() -> None:
    ending = ruled(opening(EDITION), ("end", {"result": "draw"})).state.ending
    assert ending.powers == opening(EDITION).living


def test_the_referees_ending_takes_the_place_of_the_rules() -> None:
    state = position(EDITION, phase="scoring", options={"victory.points": 2}, infs={})
    win = ("score", {"power": "sweden", "item": "ruling", "points": 40})
    played = ruled(state, win, ("end", {"result": "draw"}))
    assert played.state.ending.kind == "draw"
    assert len(events(played, "game-over")) == 1


def test_the_referee_extends_the_game() -> None:
    """At a scoring that would end it, and against the votes."""
    last = position(EDITION, phase="scoring", year=1648)
    win = ("score", {"power": "sweden", "item": "ruling", "points": 3})
    assert ruled(last, win).state.ending is not None
    played = ruled(last, win, ("extend", {"years": 1}))
    assert played.state.ending is None
    assert str(played.state.moment) == "1649 movement"
    vote = play(EDITION, last).state
    assert vote.moment.phase == "vote"
    played = ruled(vote, ("extend", {"years": 2}), spain="DRAW")
    assert str(played.state.moment) == "1649 movement"
    assert dump_state(EDITION, played.state).public["extension"] == {"until": 1650}


# --- what features add


def test_the_immunity_of_the_papacy_is_lifted_and_restored() -> None:
    war = {"spain": "WAR: PAPACY"}
    assert outcome(play(EDITION, opening(EDITION), war), "WAR: PAPACY") == "illegal"
    played = ruled(opening(EDITION), ("immunity", {"lifted": True}), **war)
    assert outcome(played, "WAR: PAPACY") == "success"
    restored = ruled(
        played.state, ("immunity", {"lifted": False})
    ).state  # the movement phase of the same year
    later = position(EDITION, phase="diplomatic", year=1620, parts=restored.parts)
    assert outcome(play(EDITION, later, war), "WAR: PAPACY") == "illegal"


@pytest.mark.parametrize("phase", ["movement", "adjustment", "builds", "scoring"])
def test_a_lift_after_the_declarations_counts_from_the_next_year(phase: str) -> None:
    played = ruled(position(EDITION, phase=phase), ("immunity", {"lifted": True}))
    later = position(EDITION, phase="diplomatic", year=1620, parts=played.state.parts)
    assert outcome(play(EDITION, later, {"spain": "WAR: PAPACY"}), "WAR: PAPACY") == "success"


def test_immunity_restored_after_a_capture_outlives_it() -> None:
    state = position(
        EDITION, phase="builds", captures={"MOD": "papacy"}, units={"papacy": ["A MOD"]}
    )
    lifted = play(EDITION, state).state
    assert lifted.captures["MOD"].holder == "papacy"
    restored = ruled(state, ("immunity", {"lifted": False})).state
    for before, result in ((lifted, "success"), (restored, "illegal")):
        later = play_phase(EDITION, before, OrderBook({})).state
        assert str(later.moment) == "1620 diplomatic"
        assert outcome(play(EDITION, later, {"spain": "WAR: PAPACY"}), "WAR: PAPACY") == result


def test_there_is_no_immunity_to_rule_on_without_a_papacy() -> None:
    with pytest.raises(GameError, match="no immune power"):
        ruled(opening(EDITION, players=14), ("immunity", {"lifted": True}))


def test_calls_electorates_targets_and_results_of_the_reichstag_are_ruled() -> None:
    call = ("order", {"power": "austria", "order": "REICHSTAG CALL 2 OPEN ATTACKS"})
    votes = dict.fromkeys(("austria", "union", "league"), "REICHSTAG VOTE AYE")
    open_end = ruled(opening(EDITION), call, **votes)
    assert open_end.state.parts["reichstag"].held[0].result == "tied"
    played = ruled(opening(EDITION), call, ("reichstag", {"target": "saxony"}), **votes)
    (meeting,) = played.state.parts["reichstag"].held
    assert meeting.motion == ReichstagCall(2, "saxony", "attacks")
    assert (meeting.result, meeting.ayes, meeting.electorate) == ("passed", 3, 4)
    few = ("reichstag", {"electorate": ["austria", "saxony"], "result": "rejected"})
    played = ruled(opening(EDITION), few, austria="REICHSTAG CALL 1\nREICHSTAG VOTE AYE")
    (meeting,) = played.state.parts["reichstag"].held
    assert (meeting.result, meeting.electorate) == ("rejected", 2)
    with pytest.raises(GameError, match="Austria cannot be its target"):
        ruled(opening(EDITION), call, ("reichstag", {"target": "austria"}))


def test_a_ballot_is_ruled_like_any_order() -> None:
    votes = {"austria": "REICHSTAG CALL 1\nREICHSTAG VOTE AYE", "union": "REICHSTAG VOTE AYE"}
    nay = ("void", {"power": "union", "order": "REICHSTAG VOTE AYE"})
    other = ("order", {"power": "league", "order": "REICHSTAG VOTE AYE"})
    (meeting,) = ruled(opening(EDITION), nay, other, **votes).state.parts["reichstag"].held
    assert dict(meeting.votes)["union"] == "silent"
    assert dict(meeting.votes)["league"] == "aye"


def test_what_the_reichstag_adopted_is_made_void_and_valid_again() -> None:
    passed = ruled(
        opening(EDITION), ("reichstag", {"result": "passed"}), austria="REICHSTAG CALL 1"
    ).state
    void = ruled(passed, ("reichstag", {"void": True})).state
    assert void.parts["reichstag"].void
    again = position(EDITION, phase="diplomatic", year=1620, parts=void.parts)
    assert not ruled(again, ("reichstag", {"void": False})).state.parts["reichstag"].void


def test_rulings_are_applied_in_written_order() -> None:
    state = position(EDITION, phase="builds")
    first, second = ({"power": "france", "tp": tp} for tp in (3, 5))
    assert ruled(state, ("treasury", first), ("treasury", second)).state.treasury["france"] == 5
    assert ruled(state, ("treasury", second), ("treasury", first)).state.treasury["france"] == 3


def test_a_sheet_that_cannot_be_read_can_be_made_void_by_its_text() -> None:
    sheet = OrderSheet("france", (WrittenOrder("gibberish", 1, 1, None),))
    given = [ruling("void", "movement", power="france", order="gibberish")]
    played = play_phase(EDITION, position(EDITION), OrderBook({"france": sheet}), given)
    assert verdict(played, "gibberish").note == "ruling 1"


def test_displaced_units_that_a_ruling_replaces_do_not_retreat() -> None:
    state = retreating()
    played = ruled(state, ("units", {"side": "spain", "units": ["A MAD"], "when": "before"}))
    assert units_of(played.state, "spain") == ["A MAD"]


# --- what is told is what stands afterwards


def kinds_of(played: Any) -> set[str]:
    return {event.kind for event in played.events}


def test_no_loss_is_told_of_a_unit_that_stands_by_a_ruling() -> None:
    """Spain's army in Franche-Comté would have been dislodged and disbanded."""
    state = position(
        EDITION,
        units={"france": ["A BUR", "A CHA"], "spain": ["A FRC"]},
        wars=[("france", "spain")],
    )
    orders = {"france": "A BUR - FRC\nA CHA S A BUR - FRC"}
    assert {"dislodged"} <= kinds_of(play(EDITION, state, orders))
    back = ("units", {"side": "france", "units": ["A BUR", "A CHA"]})
    stays = ("units", {"side": "spain", "units": ["A FRC"]})
    played = ruled(state, back, stays, **orders)
    assert units_of(played.state, "spain") == ["A FRC"]
    assert not {"dislodged", "disbanded"} & kinds_of(played)
    gone = ruled(state, back, **orders)
    assert "dislodged" in kinds_of(gone)  # Spain's army is still driven out


def test_a_status_a_marker_and_a_relation_are_told_as_rulings_leave_them() -> None:
    state = position(EDITION, phase="diplomatic", infs={"LOR": {"spain": 1}})
    alone = play(EDITION, state, {"france": "5: LOR\nWAR: SPAIN"})
    assert [event.data["state"] for event in events(alone, "status")] == ["LOR"]
    played = ruled(
        state, ("status", {"state": "LOR", "status": "neutral"}), france="5: LOR\nWAR: SPAIN"
    )
    assert not events(played, "status")
    assert played.state.statuses["LOR"].kind == "neutral"
    peace = {"powers": ["france", "spain"], "is": "peace", "when": "after"}
    assert events(alone, "declaration")
    assert not events(ruled(state, ("relation", peace), france="WAR: SPAIN"), "declaration")


def test_treasuries_are_told_with_what_a_ruling_sets() -> None:
    state = position(EDITION, phase="builds")
    played = ruled(state, ("treasury", {"power": "france", "tp": 7}))
    table = strength_table(EDITION, state, played)
    (row,) = [line for line in table.plain_rows if line[0] == "France"]
    assert row[1] == "7"
