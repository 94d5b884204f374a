"""The year of Version 3: three movements, with politics before each, and two parts of winter."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from generator.engine.course import FEATURES, NEW_YEAR, REFUSED, Course, Phase, Step, Steps
from generator.rulesets.europe.course import YEAR as FAMILY
from generator.rulesets.europe.course import family_steps
from generator.rulesets.europe.features.abandonment import played_powers
from generator.rulesets.europe.reading.catalogue import BUILD_FORMS, DISBAND_FORMS, INFLUENCE, PASS
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import BuildUnit, BuyUnit, DisbandUnit

if TYPE_CHECKING:
    from generator.rulesets.europe.turn.turn import Turn

SEASONS: Final = ("spring", "summer", "fall")
_ORDERS: Final = "spring, summer and fall"
_FALL_ORDERS: Final = "fall and early winter"


def _status_check() -> Steps:
    from generator.rulesets.europe.features.annual_infs import allot, fix_order
    from generator.rulesets.europe.features.sanctions import enact_modifiers, end_modifiers
    from generator.rulesets.europe.features.winter import drop_fallen_infs

    return (
        Step("INFs of fallen powers", drop_fallen_infs),
        Step("enactments", enact_modifiers),
        Step("allotments", allot),
        Step("cancellations", end_modifiers),
        *family_steps("diplomatic", "statuses"),
        *family_steps("adjustment", "markers"),
        Step("order of the year", fix_order),
        *family_steps("adjustment", "refusals"),
    )


def _season() -> Steps:
    """INFs and attacks first: the movement of the phase goes by the statuses that they make."""
    from generator.rulesets.europe.features.annual_infs import count_spent

    return (
        *family_steps("diplomatic", "influence", "attacks"),
        Step("spent INFs", count_spent),
        *family_steps("diplomatic", "rulings", "statuses"),
        *family_steps("adjustment", "markers"),
        *family_steps("movement", "orders", "refusals", "moves", "displacement"),
    )


def _early_winter() -> Steps:
    """Captures are judged together; what follows from them comes after, surplus units last."""
    from generator.rulesets.europe.features.endings import settle_endings
    from generator.rulesets.europe.features.sanctions import end_modifiers
    from generator.rulesets.europe.features.winter import disband_surplus, end_powers, settle_claims
    from generator.rulesets.europe.rulings.kinds import apply_rulings

    return (
        Step("captures", settle_claims, tried=False),
        # Who holds what is ruled before anything hangs on it: statuses, powers that fall, units.
        Step("rulings", lambda turn: apply_rulings(turn, "during")),
        *family_steps("diplomatic", "statuses"),
        Step("fallen powers", end_powers, tried=False),
        Step("surplus units", disband_surplus, (DisbandUnit,), "units are disbanded"),
        Step("cancellations", end_modifiers, tried=False),
        *family_steps("adjustment", "refusals", "markers"),
        Step("endings", settle_endings, tried=False),
    )


def _late_winter() -> Steps:
    from generator.rulesets.europe.features.levies import (
        build_for_powers,
        build_for_states,
        rebuild_states,
    )

    return (
        Step("rebuilt units", rebuild_states, tried=False),
        Step("builds", build_for_powers, (BuildUnit,), "units are built"),
        Step("builds of states", build_for_states, (BuyUnit,), "units are built for states"),
        *family_steps("builds", "refusals"),
    )


def _scoring() -> Steps:
    from generator.rulesets.europe.features.rounds import score_round

    return *family_steps("scoring", "refusals"), Step("scores", score_round)


def _new_year() -> Steps:
    return (Step("first phase", lambda turn: turn.go("status-check")),)


def _retreating(state: EuropeState) -> tuple[str, ...]:
    played = played_powers(state)
    return tuple(power for power in FAMILY["retreats"].awaits(state) if power in played)


def _after(season: str, following: str, turn: Turn) -> str:
    return f"{season}-retreats" if turn.displaced else following


def _seasons() -> tuple[Phase, ...]:
    """Each season has its movement, and its retreats where somebody has a choice."""
    phases: list[Phase] = []
    for season, following in zip(SEASONS, (*SEASONS[1:], "early-winter"), strict=True):
        phases += (
            Phase(
                season,
                f"{{year}}, {season}",
                _season,
                awaits=played_powers,
                following=partial(_after, season, following),
                forms=(*INFLUENCE, *PASS),
                units="movement",
                secret=REFUSED,
                name=season,
                # Fall has all that spring has, and waivers, which early winter takes as well.
                order=f"an order of {_FALL_ORDERS if season == 'fall' else _ORDERS}",
                business=f"{season}",
                traits=frozenset({"politics"}),
                sections=(
                    "placements",
                    "Diplomatic attacks, in the order resolved",
                    FEATURES,
                    "Changes of status",
                    "Confessional markers",
                    "tracker",
                    *FAMILY["movement"].sections[:-1],
                    "Orders ignored",
                ),
            ),
            Phase(
                f"{season}-retreats",
                f"{{year}}, {season} retreats",
                FAMILY["retreats"].steps,
                awaits=_retreating,
                following=following,
                units="retreat",
                name=f"the retreats of {season}",
                order="a retreat order",
                business="retreats",
                sections=FAMILY["retreats"].sections,
            ),
        )
    return tuple(phases)


YEAR: Final = Course(
    (
        Phase(
            "status-check",
            "{year}, status check",
            _status_check,
            following="spring",
            name="the status check",
            business="the status check",
            sections=(
                "INFs of the new year",
                FEATURES,
                "Changes of status",
                "Confessional markers",
            ),
        ),
        *_seasons(),
        Phase(
            "early-winter",
            "{year}, early winter",
            _early_winter,
            awaits=played_powers,
            following="late-winter",
            forms=(*DISBAND_FORMS, *PASS),
            secret=REFUSED,
            name="early winter",
            order="an order of early winter",
            business="captures and disbands",
            traits=frozenset({"land"}),
            sections=(FEATURES, *FAMILY["adjustment"].sections, "The game"),
        ),
        Phase(
            "late-winter",
            "{year}, late winter",
            _late_winter,
            awaits=played_powers,
            following="scoring",
            forms=(*BUILD_FORMS, *PASS),
            secret=REFUSED,
            name="late winter",
            order="an order of late winter",
            business="builds and ballots",
            sections=("States build", "Builds", FEATURES),
        ),
        Phase(
            "scoring",
            "{year}, scoring",
            _scoring,
            name="scoring",
            business="scoring",
            sections=("scores", FEATURES, "The game", "The new year"),
        ),
    ),
    {**FAMILY.others, NEW_YEAR: _new_year},
)
