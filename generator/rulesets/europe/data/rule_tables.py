"""The rules of the family that an edition sets: the tables of facts.toml for how it is played.

An edition lists only its differences; everything else has the default given here. The options of a
game replace entries (see variation.py), so rules ask for an entry and for nothing else:
`turn.facts.control.captures`. Tables of features are in the modules of the features.
"""

# Annotations are values here, not texts: reading them back would take as long as the tables.

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Struct

from generator.engine.picture import CenterSign
from generator.engine.typed import Count, Positive, Table, knob

Pairs = tuple[tuple[str, str], ...]
Retreating = Literal["bolstered_army_of_power", "army_of_power_to_attrition", "unit_of_power"]
Rate = int | Literal["value"]
Site = Literal["home_center", "build_site", "captured_center", "allied_center"]


class Victory(Table, frozen=True):
    """When the game ends, and who has won."""

    mode: Annotated[
        Literal["target_first", "final_score", "target", "both", "rounds"],
        knob(
            "What ends the game: the target in any year and the highest score in the last "
            "(target_first), only that score (final_score), only the target (target), the "
            "target in all years but the last (both), or so many years won (rounds)",
            "E19D-SCO-1",
        ),
    ] = "target_first"
    threshold: Annotated[Positive, knob("The points or rounds that win", "E19-END-1")] = 25
    threshold_last_year: Annotated[
        int | None, knob("The last year where only the target decides", "E19D-SCO-9")
    ] = None
    simultaneous: Annotated[
        Literal["highest", "continue"],
        knob(
            "Whether the highest of several that have the target wins, or play continues",
            "E19-END-3",
        ),
    ] = "highest"
    voters: Annotated[
        Literal["all", "tied"],
        knob("Whether all powers or the tied ones vote on a tie", "E19-END-4"),
    ] = "all"
    extension_years: Annotated[
        int | None, knob("The most years by which a tie extends the game at a time", "E19D-SCO-7")
    ] = None
    dynasties: Annotated[
        Pairs, knob("The powers of one house, pair by pair, that may win together", "E19D-SCO-6")
    ] = ()


class ScoringItem(Table, frozen=True):
    """An item of a score."""

    id: Annotated[str, knob("The thing counted: a name that scores.py or a feature knows")]
    points: Annotated[int, knob("The points for each thing, or for each point of its value")] = 1
    per: Annotated[
        Literal["each", "value"], knob("Whether the things count, or what is printed on them")
    ] = "each"
    power: Annotated[str, knob("The only power that scores it, if it is for one")] = ""
    province: Annotated[str, knob("The province that it is about, if it is about one")] = ""


class Scoring(Table, frozen=True):
    """The items that score."""

    items: Annotated[
        tuple[ScoringItem, ...], knob("The items, in the order of reports", "E19-SCO-1")
    ] = ()
    mode: Annotated[
        Literal["standing", "cumulative"],
        knob("Whether a score is that of its year, or all years add up", "E19-SCO-7"),
    ] = "standing"
    build_site_loss: Annotated[
        Literal["province", "value"],
        knob("Whether a lost build site costs as much as a province, or its value", "E19-SCO-5"),
    ] = "province"


class Caps(Table, frozen=True):
    """Limits of strength."""

    units: Annotated[Positive | None, knob("The most units of a power", "E19-BLD-6")] = None
    total_strength: Annotated[Positive | None, knob("Its most strength", "E19-UNIT-3")] = None
    army_strength: Annotated[Positive, knob("The most strength of an army", "E19-UNIT-3")] = 10
    retreat_loss: Annotated[Count, knob("The strength that a retreat costs", "E19-RET-4")] = 0


class Influence(Table, frozen=True):
    """INFs, and what follows from them."""

    attack_order: Annotated[
        tuple[str, ...], knob("The powers, the one that attacks first first", "E19-ATK-8")
    ] = ()
    attack_orders: Annotated[
        Mapping[str, tuple[str, ...]], knob("The same for single years", "E15V7-DIP-9")
    ] = {}
    attacks_per_power: Annotated[Count, knob("Attacks of a power a year", "E19-ATK-1")] = 1
    illegal_attacks: Annotated[
        Literal["free", "count"],
        knob("Whether an attack that may not be made uses up none, or the year's", "E15V7-DIP-1"),
    ] = "free"
    captured_attacks: Annotated[
        Literal["allowed", "void"], knob("Whether suspended INFs may be attacked", "E15V7-DIP-14")
    ] = "allowed"
    attacks: Annotated[
        Literal["public", "author"],
        knob(
            "Readers of attacks: everyone, or the author; everyone sees the INFs left",
            "E15V3-STA-10",
        ),
    ] = "public"
    failed_attacks: Annotated[
        Literal["public", "author"],
        knob("Who learns of an attack that takes nothing", "E19D-DA-10"),
    ] = "public"
    align_share: Annotated[
        float, knob("The share of a state's INFs that aligns it", "E19-STA-3")
    ] = 0.5
    align_compare: Annotated[
        Literal[">", ">="],
        knob("Whether a power needs more than this share, or has enough with it", "E19-STA-3"),
    ] = ">"
    vassal_infs: Annotated[
        Count, knob("The INFs that make a state a vassal; 0 for no vassals", "E19-STA-6")
    ] = 0
    confession_ratio: Annotated[
        Positive, knob("How many times the INFs of others give a marker", "E19-CNF-3")
    ] = 2
    marker_by: Annotated[
        Literal["ratio", "half"], knob("Whether that ratio counts, or half of all", "E19-CNF-3")
    ] = "ratio"
    marker_minimum: Annotated[
        tuple[Count, ...], knob("The INFs it takes in a state of one province, ...", "E15V3-REL-3")
    ] = ()
    counted_provinces: Annotated[
        Mapping[str, Count],
        knob("How many provinces a state has for that, if not 1", "E15V3-REL-4"),
    ] = {}
    permanent_markers: Annotated[
        Mapping[str, str],
        knob("The markers that states carry whatever their INFs are", "E15V3-REL-10"),
    ] = {}
    marker_requires: Annotated[
        tuple[Literal["aligned", "center", "not_captured"], ...],
        knob("What a state needs to carry a marker", "E19-CNF-4"),
    ] = ("aligned", "center", "not_captured")
    unmarked: Annotated[
        tuple[str, ...], knob("The states that never carry a marker", "E15V7-CONF-13")
    ] = ()
    overspend: Annotated[
        Literal["truncate", "line"],
        knob("Whether the order that does not fit is cut short, or void", "E19-INF-5"),
    ] = "truncate"
    void_placements: Annotated[
        Literal["lost", "kept", "captured"],
        knob("Whether INFs of orders that do not count are lost for the year, or only those in "
             "captured states", "E19-INF-6"),
    ] = "lost"  # fmt: skip
    unused: Annotated[
        Literal["lost", "kept"], knob("Whether INFs not placed in a phase are lost", "E15V3-INF-8")
    ] = "lost"
    placements: Annotated[
        Literal["public", "totals"],
        knob("Whether placements are published, or only the totals in each state", "E19-INF-14"),
    ] = "public"


class Allotment(Table, frozen=True):
    """INFs of each year, from the first of the table to its last."""

    first_year: Annotated[int, knob("The first year of the table", "E19-INF-1")] = 0
    last_year: Annotated[int, knob("The last year of the table", "E19-INF-1")] = 0
    after_last: Annotated[
        Literal["none", "repeat"],
        knob("Whether years beyond the last regular one have its INFs, or none", "E19-INF-16"),
    ] = "none"
    infs: Annotated[
        Mapping[str, tuple[int, ...]], knob("For each power the INFs of each year", "E19-INF-1")
    ] = {}


class Costs(Table, frozen=True):
    """The prices of strength."""

    price: Annotated[
        tuple[int, ...], knob("The price of each point of strength, the first first", "E19-BLD-1")
    ] = ()
    beyond: Annotated[
        Literal["last", "none"],
        knob("Whether more than the table has is sold for the last price, or not", "E19D-BLD-1"),
    ] = "last"


class Income(Table, frozen=True):
    """TP for each thing, or "value": the number printed on it."""

    home_center: Annotated[Rate, knob("A home center", "E19-INC-1")] = 0
    build_site: Annotated[Rate, knob("A build site", "E19-INC-7")] = 0
    domestic_province: Annotated[Rate, knob("Another home province", "E19D-INC-2")] = 0
    captured_center: Annotated[Rate, knob("A captured center", "E19-INC-2")] = 0
    captured_province: Annotated[Rate, knob("Another captured province", "E19-INC-3")] = 0
    water_with_own_fleet: Annotated[Rate, knob("Water with an own fleet in it", "E19D-INC-2")] = 0


class Dues(Table, frozen=True):
    """The dues that aligned states pay."""

    powers: Annotated[tuple[str, ...], knob("The powers that are paid", "E19-INC-4")]
    minors: Annotated[str, knob("The mark of the states that pay; empty: all", "E19-INC-4")] = ""


class Donation(Table, frozen=True):
    """The donation that powers of one confession pay to another power every year."""

    to: Annotated[str, knob("The power that is paid", "E15V7-PAP-15")]
    confession: Annotated[str, knob("The confession of those that pay", "E15V7-PAP-15")]
    tp: Annotated[Positive, knob("The payment of each", "E15V7-PAP-15")] = 1


class Treasury(Table, frozen=True):
    """Money."""

    kept: Annotated[bool, knob("Powers have money", "E19-INC-9")] = True
    start: Annotated[Count, knob("What every treasury opens with", "E19D-SET-8")] = 0
    currency: Annotated[str, knob("What treasury points are called", "E19-GEN-8")] = "TP"
    income: Annotated[Income, knob("What land and water pay", "E19-INC-9")] = Income()
    aligned_income: Annotated[Dues | None, knob("The dues of aligned states", "E19-INC-4")] = None
    debt: Annotated[bool, knob("A treasury may be below 0", "E15V7-DEBT-1")] = False
    public: Annotated[
        bool, knob("Everyone learns what powers have and spend, not only each power", "E15V7-INC-3")
    ] = True
    maintenance: Annotated[
        Count, knob("What each point of a power's strength costs a year", "E15V7-INC-11")
    ] = 0
    donation: Annotated[
        Donation | None, knob("What powers of a confession pay another one", "E15V7-PAP-15")
    ] = None


class Transfers(Table, frozen=True):
    """Loans, grants and repayments."""

    over: Annotated[
        Literal["refused", "partial"],
        knob("Whether who sends more than it has sends nothing, or all it has", "E19-LON-4"),
    ] = "refused"


class Declarations(Table, frozen=True):
    """War, alliance and their ends."""

    made: Annotated[bool, knob("Powers declare war and ally", "E19-DEC-1")] = True
    delay_years: Annotated[Count, knob("Years until one is in effect", "E19-DEC-2")] = 1
    wait_war_to_alliance: Annotated[
        Count, knob("Years of peace between a war and an offer of alliance", "E19-DEC-14")
    ] = 1
    wait_alliance_to_war: Annotated[
        Count, knob("Years of peace between an alliance and a war", "E19-DEC-16")
    ] = 1
    contradictions: Annotated[
        Literal["none", "war"],
        knob("Whether of opposite declarations none counts, or a war before an alliance",
             "E15V7-DECL-8"),
    ] = "none"  # fmt: skip
    war_on_ally: Annotated[
        Literal["after", "with_leaving"],
        knob("Whether war on an ally is declared after the alliance, or together with leaving it",
             "E15V7-ALLY-14"),
    ] = "after"  # fmt: skip
    offers: Annotated[
        Literal["author", "addressee", "public"],
        knob("Who learns of an offer without an answer", "E19D-DEC-14"),
    ] = "author"


class MovementRules(Table, frozen=True):
    """The rules of who may go where, and harm whom."""

    waters_contested: Annotated[
        bool, knob("At sea units attack each other without war", "E19D-MOV-12")
    ] = False
    peace_closes: Annotated[
        bool, knob("Powers at peace may not enter each other's land", "E19-MOV-3")
    ] = True
    guests_attackable: Annotated[
        bool, knob("A power that may enter a province may attack any unit there except a friend's",
                   "E15V7-MOVE-11")
    ] = False  # fmt: skip
    several_orders: Annotated[
        Literal["none", "first", "last"],
        knob(
            "Of several possible orders for a unit none counts, or the first, or the last",
            "E15V7-STR-8",
        ),
    ] = "none"
    confession_orders: Annotated[
        bool, knob("Whose confession may place no INFs in a state orders no unit", "E15V3-INF-15")
    ] = False
    ignored_state_orders: Annotated[
        Literal["public", "author", "reported"],
        knob("Readers of orders for a state's unit by others than its commander: everyone; the "
             "author; or the author, while everyone learns that there were some", "E15V7-STAT-13"),
    ] = "public"  # fmt: skip


class Bolster(Table, frozen=True):
    """Armies of more than one point of strength."""

    units: Annotated[
        tuple[Literal["army", "fleet"], ...], knob("What is bolstered", "E19-BLD-7")
    ] = ("army",)
    sites: Annotated[tuple[Site, ...], knob("Where", "E19-BLD-8")] = ("home_center", "build_site")
    minor_sites: Annotated[
        tuple[Literal["center"], ...], knob("Where those of states are bolstered", "E19-MIN-7")
    ] = ()
    support_cut: Annotated[
        Literal["reduce", "full"],
        knob("Whether an attack takes its strength from a support, or all of it", "E19-BOL-3"),
    ] = "reduce"
    retreats: Annotated[
        tuple[Retreating, ...], knob("Which dislodged units retreat", "E19-RET-3")
    ] = ("bolstered_army_of_power",)


class Builds(Table, frozen=True):
    """The builds phase."""

    build_sites: Annotated[bool, knob("Powers build on their build sites", "E19-BLD-12")] = True
    after_reductions: Annotated[
        bool, knob("Who gives up strength may build in the same phase", "E19D-BLD-10")
    ] = True


class MinorBuilds(Table, frozen=True):
    """The builds of minor states, and who may buy more for them."""

    automatic: Annotated[bool, knob("States build without an order", "E19-MIN-2")] = False
    coastal_default: Annotated[
        Literal["army", "fleet"], knob("What a coastal state builds then", "E19-MIN-4")
    ] = "army"
    extra_sites: Annotated[bool, knob("In other own centers too", "E19D-MBD-3")] = False
    aligned_only: Annotated[
        bool, knob("Only aligned states build; handled ones give up nothing else", "E15V7-MINOR-14")
    ] = False
    disband_by_name: Annotated[
        bool, knob("`DISBAND A PRU` may name the unit of a state", "E15V7-MINOR-17")
    ] = False
    purchase: Annotated[
        Literal["none", "aligned", "any"], knob("For which states units are bought", "E19-MIN-8")
    ] = "none"


class Elimination(Table, frozen=True):
    """When a power falls."""

    homes: Annotated[
        Literal["all", "any", "no_center"],
        knob("Whether it falls without its home centers, without one, or without any center",
             "E15V7-ELIM-1"),
    ] = "all"  # fmt: skip
    infs: Annotated[
        Literal["at_once", "next_year"], knob("When its INFs are removed", "E15V3-ELI-3")
    ] = "at_once"
    listed: Annotated[
        bool, knob("It is in the table of scores, without points and rank", "E15V7-ELIM-10")
    ] = False
    order: Annotated[
        Literal["together", "rounds"],
        knob("Whether powers fall together, or one whose captor falls is saved", "E19D-ELM-8"),
    ] = "together"


class Control(Table, frozen=True):
    """Captures, and the position check."""

    judge: Annotated[
        Literal["lord", "holder", "domain"],
        knob("Whose land a captured province is for the check: its lord's, its captor's, or its "
             "captor's as long as a friend's unit is there", "E19D-CAP-10"),
    ] = "lord"  # fmt: skip
    captures: Annotated[
        Literal["again", "once"],
        knob("Whether what comes free in map adjustment is captured in it", "E19-CAP-10"),
    ] = "again"
    wards_return: Annotated[
        bool, knob("A state gives back the land of its patron", "E19-CAP-16")
    ] = True
    evicts: Annotated[bool, knob("Units leave land where they may not be", "E19-POS-3")] = True
    eviction_retreat: Annotated[
        Literal["as_dislodged", "as_retreat"],
        knob("Whether evicted units retreat as dislodged ones do, or those of a power's states too "
             "(as_retreat)", "E19-RET-8"),
    ] = "as_dislodged"  # fmt: skip


class Map(Table, frozen=True):
    """How the map shows strengths and values."""

    minor_bonus: Annotated[
        Literal["diamond", "shield", ""], knob("The sign of a state's strong army", "E19-BOL-6")
    ] = "diamond"
    center_signs: Annotated[
        Mapping[str, CenterSign], knob("The signs of centers by their values", "E19-MAP-17")
    ] = {}
    home_centers: Annotated[bool, knob("Only home centers are black", "E15V3-MAP-8")] = False
    hatched_states: Annotated[
        bool,
        knob("Captured land is hatched in the color of its former owner, or in gray for a state "
             "or a fallen power", "E15V7-STAT-20"),
    ] = False  # fmt: skip


class Ties(Table, frozen=True):
    """A relation of the opening."""

    kind: Literal["war", "alliance"]
    powers: tuple[str, str]


class SetupRules(Table, frozen=True):
    """The opening."""

    relations: Annotated[tuple[Ties, ...], knob("Wars and alliances", "E19-SET-6")] = ()
    forbidden_alliances: Annotated[Pairs, knob("Powers that never ally", "E19-DEC-10")] = ()
    infs: Annotated[
        Mapping[str, Mapping[str, int]], knob("The INFs of each power in states", "E19-SET-4")
    ] = {}


class PlayerRules(Table, frozen=True):
    """Which powers may be minor states."""

    balance: Annotated[
        Count | None, knob("By how many powers confessions may differ", "E19D-PLR-6")
    ] = None


class RuleTables(Struct, frozen=True, kw_only=True):
    """All tables of the family."""

    victory: Victory = Victory()
    scoring: Scoring = Scoring()
    caps: Caps = Caps()
    influence: Influence = Influence()
    allotment: Allotment = Allotment()
    costs: Costs = Costs()
    treasury: Treasury = Treasury()
    transfers: Transfers = Transfers()
    declarations: Declarations = Declarations()
    movement: MovementRules = MovementRules()
    bolster: Bolster = Bolster()
    builds: Builds = Builds()
    minor_builds: MinorBuilds = MinorBuilds()
    elimination: Elimination = Elimination()
    control: Control = Control()
    map: Map = Map()
    setup: SetupRules = SetupRules()
    player_rules: PlayerRules = PlayerRules()
