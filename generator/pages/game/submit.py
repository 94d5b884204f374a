"""How to send orders: what is due, how to write each order, how mistakes are handled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from generator.archive.game.sheets import sheet_for
from generator.engine.primer import OrderForm, OrderPart, Primer, SlotNames
from generator.pages.base.gameview import PhaseLink, PowerView
from generator.pages.base.page import Page
from generator.pages.base.public import PublicVerdict
from generator.pages.base.words import OUTCOME_LOOKS, OutcomeLook, look_of
from generator.pages.game.game import stand_of
from generator.pages.maps.material import Material
from generator.pages.story.chronicle import Chronicle, ChroniclePhase

GUIDE: Final = "guide/orders/"
_YEARS: Final = 3
"""Years whose orders are looked through for examples, the last first."""
_MISTAKES: Final = 5
_WRONG: Final = ("illegal", "void", "excess")


OrderExample = tuple[str, str, str, tuple[PhaseLink, PublicVerdict] | None]
"""An intention, an order for it and its meaning; the phase and the verdict where it is
a real one, else it is one that the rulebook's board allows."""
Mistake = tuple[PhaseLink, PublicVerdict, OutcomeLook, tuple[str, ...]]
"""An order that did not count, with the rules that the rulebook has."""


def submit_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The page on sending orders."""
    view, now = chronicle.view, chronicle.now
    if not view.has("orders"):
        return
    stand = stand_of(chronicle.game, view, now, chronicle.facts)
    due = () if stand.is_over else now.awaits
    years = chronicle.years[-_YEARS:]
    # The last first.
    recent = tuple(
        phase for phase in reversed(chronicle.phases) if phase.year in years and phase.facts
    )
    rulebook = chronicle.game.ruleset.rulebook
    unreadable = rulebook.causes.get("unreadable", "")
    values = {
        "status": (stand.state, stand.detail),
        "is_over": stand.is_over,
        "desk": chronicle.desk,
        "due": tuple(
            (chronicle.power(power), "; ".join(now.duties.get(power, ()))) for power in due
        ),
        # Orders that are due come first; the others follow in the rulebook's order.
        "lessons": tuple(
            sorted(_lessons(chronicle, recent, due), key=lambda lesson: not lesson["is_due"])
        ),
        "mistakes": tuple(_mistakes(chronicle, recent)),
        "looks": tuple(OUTCOME_LOOKS[outcome] for outcome in _WRONG),
        "unreadable": unreadable if unreadable in rulebook else "",
        "guide": GUIDE if GUIDE in chronicle.maker.texts else "",
        # The sheets name the units of the position that waits.
        "position": (now.year, now.phase, chronicle.latest),
    }

    yield chronicle.page(
        "orders/",
        "submit.html",
        values,
        title="How to send orders",
        tab="orders",
        description=f"{view.title}: what is due, how to write each order, with examples from "
        "the game, and how mistakes are handled.",
        styles=("rules.css",),
        scripts=("copy.js",),
        draw=lambda: {"sheets": tuple(_sheets(chronicle, due))},
    )


def _sheets(chronicle: Chronicle, due: Sequence[str]) -> Iterator[tuple[PowerView, str]]:
    """For each power from whom orders are due the sheet that waits for them."""
    if due:
        state = Material(chronicle.game, reader=chronicle.maker.reader).before
        for power in due:
            yield chronicle.power(power), sheet_for(chronicle.game.ruleset, state, power)


def _lessons(
    chronicle: Chronicle, recent: Sequence[ChroniclePhase], due: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """The orders of some phases each, with an example of every form; `is_due` for those that are
    waited for."""
    primer = chronicle.game.ruleset.primer()
    names = slot_names(chronicle, primer)
    for part in primer.parts:
        found = _examples(part, recent, names)
        examples: dict[str, OrderExample] = {}
        for form in part.forms:
            general = (form.title, form.example, form.read(form.example, names), None)
            if form.title not in examples or form.title in found:
                examples[form.title] = found.get(form.title, general)
        is_due = bool(due) and chronicle.now.phase in part.phases
        yield {
            "title": part.title,
            "note": part.note,
            "rules": part.rules,
            "examples": tuple(examples.values()),
            "is_due": is_due,
        }


def _examples(
    part: OrderPart, recent: Sequence[ChroniclePhase], names: SlotNames
) -> dict[str, OrderExample]:
    """The last order of each form that was carried out, by the form's title."""
    found: dict[str, OrderExample] = {}
    wanted = list(part.forms)
    for phase in recent:
        if phase.link.slug not in part.phases:
            continue
        for verdict in phase.told.verdicts:
            if verdict.outcome != "success":
                continue
            form, means = _read(wanted, verdict, names)
            if form is not None:
                found[form.title] = (form.title, verdict.order, means, (phase.link, verdict))
                wanted = [other for other in wanted if other.title not in found]
    return found


def _read(
    forms: Sequence[OrderForm], verdict: PublicVerdict, names: SlotNames
) -> tuple[OrderForm | None, str]:
    """The first of the forms that an order has, and what it means."""
    for form in forms:
        means = form.read(verdict.order, names)
        if means:
            return form, means
    return None, ""


def slot_names(chronicle: Chronicle, primer: Primer) -> SlotNames:
    """The name of a slot of an order for people."""
    places = chronicle.game.ruleset.names()
    powers = {power.upper(): shown.name for power, shown in chronicle.view.powers.items()}
    minors = {code.upper(): minor.name for code, minor in chronicle.gazetteer.minors.items()}

    def names(kind: str, text: str) -> str:
        if kind == "unit":
            letter, _, rest = text.partition(" ")
            place = rest.partition(" ")[0]
            return f"{primer.words.get(letter, letter)} in {places.get(place, place)}"
        if kind == "kind":
            return primer.words.get(text.partition("/")[0], text)
        if kind == "place":
            return places.get(text, text)
        if kind in ("state", "power", "powers", "side"):
            sides = {**powers, **minors} if kind != "state" else {**powers, **places, **minors}
            return ", ".join(sides.get(name.upper(), name) for name in text.split(", "))
        return text

    return names


def _mistakes(chronicle: Chronicle, recent: Sequence[ChroniclePhase]) -> list[Mistake]:
    """The last orders that did not count, the last first."""
    found: list[Mistake] = []
    known = chronicle.view.rule_ids
    for phase in recent:
        for verdict in phase.told.verdicts:
            if verdict.outcome in _WRONG and len(found) < _MISTAKES:
                rules = tuple(rule for rule in verdict.rules if rule in known)
                look = look_of(verdict.outcome, verdict.kind)
                found.append((phase.link, verdict, look, rules))
    return found
