"""What each option decides: a scene for every one, and what comes of it by each of its values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from generator.rulesets.europe.state.standing import Relation
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619 import EDITION
from generator.rulesets.europe_1619.papacy import Immunity, ImmunityBreach
from generator.rulesets.europe_1619.reichstag import Meeting, Meetings, ReichstagCall
from tests.rules.europe.building import (
    events,
    infs_in,
    opening,
    outcome,
    play,
    position,
    units_of,
)
from tests.rules.europe_1619.spending import builds, earned, spend

Options = dict[str, Any]
Scene = Callable[[Options], Any]
Case = tuple[Scene, Mapping[Any, Any]]


def opened(options: Options) -> EuropeState:
    return position(EDITION, phase="diplomatic", options=options)


def moved(options: Options, order: str, power: str, **parts: Any) -> str:
    """The outcome of one order for a unit."""
    state = position(EDITION, options=options, **parts)
    return outcome(play(EDITION, state, {power: order}), order)


def gone(options: Options, orders: dict[str, str], **parts: Any) -> list[str]:
    """The units that are dislodged or evicted, or have to be disbanded."""
    played = play(EDITION, position(EDITION, options=options, **parts), orders)
    found = [one.data["unit"] for kind in ("dislodged", "evicted") for one in events(played, kind)]
    return sorted(found)


def scored(options: Options, **parts: Any) -> EuropeState:
    return play(EDITION, position(EDITION, phase="scoring", options=options, **parts)).state


def with_parts(**parts: Any) -> Any:
    """The parts of the features, some of them replaced."""
    return MappingProxyType({**opening(EDITION).parts, **parts})


# --- the game and its map


def start(options: Options) -> str:
    return f"{opened(options).year} {len(opened(options).facts.powers)}"


def after_last_year(options: Options) -> str:
    return str(scored(options, year=1640).moment)


def money_words(options: Options) -> bool:
    played = play(EDITION, position(EDITION, phase="builds", options=options))
    return "ducats" in events(played, "treasuries")[0].text


def winner(options: Options) -> tuple[str, ...]:
    """Who wins with 20 points from the years before and 6 of this one."""
    ending = scored(options, totals={"sweden": 20}).ending
    return ending.powers if ending else ()


def target(options: Options) -> str:
    return str(scored(options).moment)


def reached_together(options: Options) -> str:
    return str(scored({**options, "victory.points": 8}).moment)


def asked(options: Options) -> int:
    return len(EDITION.course.awaited(scored({**options, "victory.points": 8})))


def magdeburg(options: Options) -> list[str]:
    return units_of(opened(options), "MAG")


def first_fleet(options: Options) -> str:
    return units_of(opened(options), "spain")[-1]


def sound(options: Options) -> str:
    return moved(options, "A COP - SCA", "denmark", units={"denmark": ["A COP"]})


def holstein(options: Options) -> str:
    units = {"league": ["A HAM"], "sweden": ["A HOL"]}
    return moved(options, "A HAM - HOL", "league", units=units, infs={"HAM": {"league": 2}})


def first_markers(options: Options) -> int:
    return len(opened(options).markers)


# --- influence


def diplomacy(options: Options, texts: dict[str, str], **parts: Any) -> Any:
    tables = {"allotment": {"france": 3}}
    state = position(EDITION, phase="diplomatic", options=options, tables=tables, **parts)
    return play(EDITION, state, texts)


def too_many(options: Options) -> int:
    played = diplomacy(options, {"france": "2: SWI\n2: SWI"})
    return infs_in(played.state, "SWI").get("france", 0)


def barred_first(options: Options) -> int:
    played = diplomacy(options, {"france": "2: BOHC\n2: SWI"})
    return infs_in(played.state, "SWI").get("france", 0)


def two_attacks(options: Options) -> int:
    infs = {"SWI": {"france": 2, "savoy": 2}}
    texts = {"france": "SWI > SAVOY\nLOR > SAVOY"}
    return infs_in(diplomacy(options, texts, infs=infs).state, "SWI").get("savoy", 0)


def placement_known(options: Options) -> bool:
    return events(diplomacy(options, {"france": "2: SWI"}), "placement")[0].public


def half(options: Options) -> str:
    infs = {"SWI": {"france": 2, "savoy": 1, "spain": 1}}
    return position(EDITION, infs=infs, options=options).statuses["SWI"].kind


def sticky(options: Options) -> str:
    """Westphalia's Catholic marker, when Sweden has a vote there too."""
    parts = {"phase": "adjustment", "infs": {"WES": {"papacy": 3, "sweden": 2}}}
    state = position(EDITION, options=options, **parts)
    assert state.markers["WES"] == "catholic"
    return play(EDITION, state).state.markers.get("WES", "")


# --- declarations, Papacy, Reichstag


def declared(options: Options, text: str, **parts: Any) -> str:
    state = position(EDITION, phase="diplomatic", year=1622, options=options, **parts)
    return outcome(play(EDITION, state, {"spain": text}), text)


def armistice(options: Options) -> str:
    return declared(options, "ARMISTICE: DUTCH", wars=[("spain", "dutch")])


def dissolution(options: Options) -> str:
    return declared(options, "DISSOLVE: FRANCE", alliances=[("spain", "france")])


def war_after_alliance(options: Options) -> str:
    relations = {("spain", "france"): Relation("peace", 1622, "alliance")}
    return declared(options, "WAR: FRANCE", relations=relations)


def alliance_after_war(options: Options) -> str:
    """Whether the offer may be made at all; nobody answers it."""
    relations = {("spain", "france"): Relation("peace", 1622, "war")}
    return declared(options, "ALLIANCE: FRANCE", relations=relations)


def two_years_after_the_breach(options: Options) -> str:
    breach = Immunity((ImmunityBreach(1620, "papacy_supports_attack_on_catholic", "MAN"),))
    return declared(options, "WAR: PAPACY", parts=with_parts(papacy=breach))


def called(options: Options) -> str:
    """In which phases a call of the Reichstag counts."""
    found = []
    for phase in ("diplomatic", "movement"):
        state = position(EDITION, phase=phase, options=options)
        played = play(EDITION, state, {"austria": "REICHSTAG CALL 1"})
        if outcome(played, "REICHSTAG CALL 1") == "success":
            found.append(phase)
    return " ".join(found)


def attack_outside_the_empire(options: Options) -> str:
    held = Meetings((Meeting.of(1620, ReichstagCall(1), "passed", 5, 5),))
    infs = {"POR": {"austria": 2, "saxony": 1}}
    state = position(
        EDITION,
        phase="diplomatic",
        year=1622,
        options=options,
        infs=infs,
        parts=with_parts(reichstag=held),
    )
    return outcome(play(EDITION, state, {"austria": "POR > SAXONY"}), "POR > SAXONY")


def open_target(options: Options) -> str:
    """Two members name Saxony, Austria the League."""
    texts = {
        "austria": "REICHSTAG CALL 2 OPEN ATTACKS\nREICHSTAG VOTE AYE FOR LEAGUE",
        "union": "REICHSTAG VOTE AYE FOR SAXONY",
        "savoy": "REICHSTAG VOTE AYE FOR SAXONY",
    }
    (meeting,) = play(EDITION, opened(options), texts).state.parts["reichstag"].held
    return str(meeting.motion.target)


def ballot(options: Options) -> int:
    texts = {"austria": "REICHSTAG CALL 1", "union": "REICHSTAG VOTE AYE"}
    (meeting,) = play(EDITION, opened(options), texts).state.parts["reichstag"].held
    return len(meeting.votes)


# --- movement and its check


def fleet_of_a_neutral(options: Options) -> list[str]:
    units = {"ROC": ["F LIG"], "savoy": ["F TUR"], "france": ["F LIO"]}
    orders = {"savoy": "F TUR - LIG", "france": "F LIO S F TUR - LIG"}
    return gone(options, orders, units=units, infs={"ROC": {"savoy": 1, "france": 1}})


def home_held_by_a_neutral(options: Options) -> str:
    units = {"france": ["A PAR"]}
    infs = {"HES": {"france": 1, "union": 1}}
    return moved(options, "A PAR - CHA", "france", units=units, infs=infs, captures={"CHA": "HES"})


def at_a_stranger(options: Options) -> str:
    return moved(
        options,
        "A GAS - ARA",
        "france",
        units={"france": ["A GAS"], "england": ["A ARA"]},
        alliances=[("france", "spain"), ("england", "spain")],
    )


def swedish_state(options: Options) -> list[str]:
    units = {"denmark": ["A BRU"], "MEC": ["A MEC +1"]}
    parts = {"units": units, "infs": {"LOWR": {}, "MEC": {"sweden": 5}}}
    return gone(options, {"sweden": "A MEC - BRU"}, **parts)


def victor(options: Options) -> list[str]:
    units = {"france": ["A BRB"], "league": ["A LIE", "A WES"]}
    captures = {"LIE": "league", "WES": "league"}
    orders = {"league": "A LIE - BRB\nA WES S A LIE - BRB"}
    parts = {"units": units, "captures": captures, "alliances": [("france", "spain")]}
    return gone(options, orders, **parts)


def guest_at_home(options: Options) -> list[str]:
    return gone(options, {}, units={"spain": ["A CHA"]})


def evicted_places(options: Options) -> int:
    """Hesse's army in Paderborn, which has become neutral."""
    infs = {"HES": {"union": 5}, "PAD": {"papacy": 1, "league": 1}}
    state = position(EDITION, options=options, units={"HES": ["A PAD"]}, infs=infs)
    return len(play(EDITION, state).state.displaced)


def capture_at_peace(options: Options) -> list[str]:
    relations = {("france", "england"): Relation("peace", 1622, "war")}
    parts = {"units": {"england": ["A NORM"]}, "captures": {"NORM": "england"}}
    return gone(options, {}, relations=relations, year=1622, **parts)


def waived(options: Options) -> str:
    units = {"saxony": ["A ERF"]}
    state = position(EDITION, options=options, units=units)
    return outcome(play(EDITION, state, {"saxony": "WAIVE CAPTURE ERF"}), "WAIVE CAPTURE ERF")


def reduced_support(options: Options) -> str:
    """An attack of 1 with a support of 1 on a support of 3."""
    units = {"france": ["A PAR", "A CHA +2"], "spain": ["A BRB +8", "A FRC", "A LIE"]}
    orders = {
        "france": "A PAR - BRB\nA CHA S A PAR - BRB",
        "spain": "A FRC - CHA\nA LIE S A FRC - CHA",
    }
    state = position(EDITION, options=options, units=units, wars=[("france", "spain")])
    played = play(EDITION, state, orders)
    (one,) = [v for v in played.verdicts if v.order == "A CHA S A PAR - BRB"]
    return next(word for word in ("reduced to 2", "reduced to 1") if word in str(one.reasons))


# --- land


def adjusted(options: Options, **parts: Any) -> EuropeState:
    return play(EDITION, position(EDITION, phase="adjustment", options=options, **parts)).state


def credited(options: Options) -> int:
    """What Denmark scores for a province that its Hesse has captured."""
    parts = {"infs": {"HES": {"denmark": 5}}, "captures": {"PAD": "HES"}}
    return scored(options, **parts).scores["denmark"]["captured_province"]


def proxy(options: Options) -> str:
    parts: Any = {"units": {"savoy": ["A SAA"]}, "captures": {"SAA": "france"}}
    state = adjusted(options, alliances=[("france", "savoy")], **parts)
    return state.captures["SAA"].holder


def freed(options: Options) -> list[str]:
    """Hesse in map adjustment, when its captor has left."""
    return units_of(adjusted(options, units={}, captures={"HES": "france"}), "HES")


def land_of_the_fallen(options: Options) -> str:
    return moved(
        options,
        "A NORM - BRIT",
        "england",
        units={"england": ["A NORM"]},
        captures={"NORM": "england"},
        eliminated=MappingProxyType({"france": 1618}),
    )


def lost_build_site(options: Options) -> int:
    parts = {"captures": {"FLA": "dutch"}, "tables": {"centers": {"FLA": 3}}}
    return sum(scored(options, infs={}, **parts).scores["spain"].values()) - 8


def bohemia(options: Options) -> int:
    return scored(options, captures={"BOH": "austria"}).scores["austria"]["holds"]


# --- money


def site_income(options: Options) -> int:
    return earned(play(EDITION, builds(options=options)), "spain").get("build_site", 0)


def aligned_income(options: Options) -> int:
    """What the Union gets from Hesse (1), which holds Westphalia (1), and from Strasbourg."""
    infs = {"HES": {"union": 5}, "STR": {"union": 5}, "ANS": {}, "BRAP": {}, "WUR": {}}
    state = builds(options=options, infs=infs, captures={"WES": "HES"})
    return earned(play(EDITION, state), "union")["aligned_state"]


def sent_and_spent(options: Options) -> str:
    """Spain's grant is in time for Austria's purchase, or not."""
    state = builds(options=options, units={"austria": ["A VIE"]})
    orders = {"spain": "GRANT 9 TO AUSTRIA", "austria": "BOLSTER A VIE 1"}
    return outcome(spend(state, orders, spain=9, austria=0), "BOLSTER A VIE 1")


def bolstered(options: Options, army: str, power: str, **parts: Any) -> str:
    order = f"BOLSTER {army} 1"
    state = builds(options=options, units={power: [army]}, **parts)
    return outcome(spend(state, {power: order}, **{power: 9}), order)


def at_an_aligned_center(options: Options) -> str:
    return bolstered(options, "A HES", "france", infs={"HES": {"france": 5}})


def at_a_build_site(options: Options) -> str:
    return bolstered(options, "A FLA", "spain")


def just_built(options: Options) -> str:
    orders = {"france": "BUILD A PAR\nBOLSTER A PAR 1"}
    return outcome(spend(builds(options=options, units={}), orders, france=30), "BOLSTER A PAR 1")


def left_after_two(options: Options) -> int:
    """From 20 TP at strength 1: a point for Hesse, then one of one's own."""
    state = builds(
        options=options, units={"union": ["A PAL"], "HES": ["A HES"]}, infs={"HES": {"union": 5}}
    )
    orders = {"union": "BOLSTER A HES FOR HES 1\nBOLSTER A PAL 1"}
    return spend(state, orders, union=20).state.treasury["union"]


def excess(options: Options) -> list[str]:
    state = builds(options=options, units={"HES": ["A HES", "A WUE"]})
    return units_of(play(EDITION, state).state, "HES")


CASES: Mapping[str, Case] = {
    "players": (start, {n: f"1619 {n}" for n in range(10, 16)}),
    "first_year": (start, {1619: "1619 15", 1625: "1625 15"}),
    "last_year": (after_last_year, {1648: "1641 diplomatic", 1640: "1640 vote"}),
    "currency_name": (money_words, {"TP": False, "ducats": True}),
    "scoring.mode": (winner, {"standing": (), "cumulative": ("sweden",)}),
    "victory.points": (target, {25: "1620 diplomatic", 8: "1619 vote"}),
    "victory.simultaneous": (
        reached_together,
        {"highest": "1619 vote", "continue": "1620 diplomatic"},
    ),
    "victory.tie_agreement": (asked, {"all": 15, "tied_players": 8}),
    "minors.MAG.center": (magdeburg, {True: ["A MAG"], False: []}),
    "setup.andalusia_coast": (first_fleet, {"WC": "F ANDL/WC", "EC": "F ANDL/EC"}),
    "map.cop_sca_army": (sound, {True: "success", False: "illegal"}),
    "map.hre.HOL": (holstein, {True: "bounce", False: "illegal"}),
    "setup.initial_markers": (first_markers, {True: 16, False: 0}),
    "influence.overspend": (too_many, {"truncate": 3, "void_all": 0}),
    "influence.void_placements": (barred_first, {"lost": 1, "kept": 2}),
    "influence.extra_attacks": (two_attacks, {"first": 0, "void_all": 2}),
    "report.placements": (placement_known, {"public": True, "totals": False}),
    "influence.align_share": (half, {"more_than_half": "neutral", "half": "aligned"}),
    "markers.sticky": (sticky, {True: "catholic", False: ""}),
    "declarations.armistice": (armistice, {"mutual": "void", "unilateral": "success"}),
    "declarations.dissolve": (dissolution, {"unilateral": "success", "mutual": "void"}),
    "declarations.wait_alliance_to_war": (war_after_alliance, {0: "success", 1: "illegal"}),
    "declarations.wait_war_to_alliance": (alliance_after_war, {0: "void", 1: "illegal"}),
    "papacy.latch": (two_years_after_the_breach, {True: "success", False: "illegal"}),
    "reichstag.window": (
        called,
        {"either": "diplomatic movement", "diplomatic": "diplomatic", "movement": "movement"},
    ),
    "reichstag.agenda1_scope": (
        attack_outside_the_empire,
        {"anywhere": "illegal", "hre": "success"},
    ),
    "reichstag.open_target": (open_target, {"most_named": "saxony", "caller": "league"}),
    "reichstag.ballot": (ballot, {"open": 5, "secret": 0}),
    "neutral.sea_units_attackable": (fleet_of_a_neutral, {True: ["F LIG"], False: []}),
    "neutral.captured_impassable": (home_held_by_a_neutral, {True: "illegal", False: "success"}),
    "movement.nonhostile": (at_a_stranger, {"allow": "bounce", "void": "illegal"}),
    "hre.minor_patrons": (swedish_state, {"six": [], "any": ["A BRU"]}),
    "hre.victor_may_stay": (victor, {True: ["A BRB"], False: ["A BRB", "A BRB"]}),
    "position.home_provinces": (guest_at_home, {True: ["A CHA"], False: []}),
    "position.eviction_retreat": (evicted_places, {"as_retreat": 0, "any_unit": 1}),
    "position.armistice_evicts": (capture_at_peace, {True: ["A NORM"], False: []}),
    "capture.waive": (waived, {True: "success", False: "illegal"}),
    "bolster.cut_includes_supports": (
        reduced_support,
        {True: "reduced to 1", False: "reduced to 2"},
    ),
    "minor.captures_credit_patron": (credited, {True: 1, False: 0}),
    "proxy.transfer": (proxy, {True: "savoy", False: "france"}),
    "minor.rebuild": (freed, {"builds": [], "map_adjustment": ["A HES"]}),
    "elimination.home": (land_of_the_fallen, {"ownerless": "success", "closed": "illegal"}),
    "scoring.build_site_loss": (lost_build_site, {"province": -1, "value": -3}),
    "scoring.bohemia_bonus": (bohemia, {5: 5, 2: 2}),
    "income.build_sites": (site_income, {True: 6, False: 0}),
    "income.aligned_no_center": (aligned_income, {0: 1, 2: 3}),
    "income.aligned_scope": (aligned_income, {"home_center": 1, "holdings": 2}),
    "transfers.timing": (
        sent_and_spent,
        {"before_purchases": "success", "after_purchases": "excess"},
    ),
    "bolster.allied_includes_aligned": (
        at_an_aligned_center,
        {True: "success", False: "illegal"},
    ),
    "bolster.build_sites": (at_a_build_site, {True: "success", False: "illegal"}),
    "bolster.new_units": (just_built, {True: "success", False: "illegal"}),
    "minor.purchase_raises_price": (left_after_two, {True: 15, False: 16}),
    "minor.excess_disband": (excess, {True: ["A HES"], False: ["A HES", "A WUE"]}),
}
"""For each option a scene that takes options, and what it gives for each value."""
