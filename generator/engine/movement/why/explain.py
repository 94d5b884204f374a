"""Why an order ended as it did: a rule and one sentence, with the numbers and units that decided.

Reasons are made from a resolved movement when they are asked for.
"""

from __future__ import annotations

from functools import lru_cache

from generator.engine.board import Board
from generator.engine.movement.judgment import (
    CONVOY,
    HOLD,
    ILLEGAL,
    LEGAL,
    MOVE,
    SUPPORT_HOLD,
    OrderCase,
)
from generator.engine.movement.policy import No, PolicyWords
from generator.engine.movement.result import Movement
from generator.engine.movement.routes import bits
from generator.engine.movement.solve import SUCCEEDS
from generator.engine.movement.why.refusals import refusal_sentence
from generator.engine.rulebook import Rulebook
from generator.engine.verdicts import Reason
from generator.engine.words import listed

# --- the most frequent reasons, kept for each rule and name: most orders need no other


@lru_cache(maxsize=4096)
def uncontested(rule: str, province: str) -> tuple[Reason, ...]:
    return (Reason(rule, f"succeeds: nothing contests {province}"),)


@lru_cache(maxsize=4096)
def vacated(rule: str, province: str) -> tuple[Reason, ...]:
    return (Reason(rule, f"succeeds: the unit in {province} leaves, and nobody else comes"),)


@lru_cache(maxsize=64)
def holding(rule: str) -> tuple[Reason, ...]:
    return (Reason(rule, "holds"),)


@lru_cache(maxsize=64)
def unordered(rule: str) -> tuple[Reason, ...]:
    return (Reason(rule, "no order was given, so the unit holds"),)


@lru_cache(maxsize=16384)
def giving(rule: str, given: int, aim: str, target: str) -> tuple[Reason, ...]:
    """`target` is the province attacked, or "" where a unit is supported in place."""
    whom = f"{aim}'s attack on {target}" if target else aim
    return (Reason(rule, f"gives {given} to {whom}"),)


# --- all reasons


class Explainer:
    """Finds the reasons for the verdicts of one movement, citing the rules of one rulebook.

    `words` is why the ruleset's policy spared a unit.
    """

    def __init__(
        self, movement: Movement, rulebook: Rulebook, words: PolicyWords | None = None
    ) -> None:
        self.movement = movement
        self.words = words
        self.case: OrderCase = movement.case
        self.solver = movement.solver
        self.rulebook = rulebook
        self.strengths = Strengths(movement)
        self.names = self.strengths.names
        self.province_names = self.strengths.province_names

    def explain(self, index: int) -> tuple[Reason, ...]:
        """All reasons for the verdict on one order, the deciding one first."""
        case = self.case
        if case.status[index] == LEGAL:
            if case.kind[index] == MOVE:
                short = self._unopposed_move(index)
            elif case.province[index] in self.solver.into:
                short = ()
            else:
                short = self._unattacked(index)
            if short:
                return short
        if case.status[index] != LEGAL:
            cause, refusal = case.cause[index], case.refusal.get(index)
            rule = refusal.rule if refusal is not None else self.rulebook.cites(cause)
            reasons = [Reason(rule, refusal_sentence(case, index))]
        elif case.kind[index] == MOVE:
            succeeds = self.solver.state[index] == SUCCEEDS
            reasons = self._moved(index) if succeeds else self._failed(index)
        elif case.kind[index] == HOLD:
            reasons = self._held(index)
        elif case.kind[index] == CONVOY:
            reasons = self._convoyed(index)
        else:
            reasons = self._supported(index)
        by = self.movement.driven_by(index)
        if by >= 0 and case.kind[index] != HOLD:
            reasons.append(self._dislodged(index, by))
        elif by >= 0:
            reasons.insert(0, self._dislodged(index, by))
        return tuple(reasons)

    def _unopposed_move(self, index: int) -> tuple[Reason, ...]:
        """The reasons for a march that met no one; () otherwise."""
        case, solver = self.case, self.solver
        to = case.target[index]
        if case.by_convoy[index] or len(solver.into[to]) > 1:
            return ()
        other = case.occupant[to]
        if other < 0:
            return uncontested(self.rulebook.cites("move-succeeds"), self.province_names[to])
        leaves = solver.state[other] == SUCCEEDS and solver.state[index] == SUCCEEDS
        if not leaves or solver.rings or case.target[other] == case.province[index]:
            return ()
        return vacated(self.rulebook.cites("move-succeeds"), self.province_names[to])

    def _unattacked(self, index: int) -> tuple[Reason, ...]:
        """The reasons for a unit that stays and is not attacked; () if they need more than that."""
        case, cites, names = self.case, self.rulebook.cites, self.province_names
        kind, to = case.kind[index], case.target[index]
        if kind == HOLD:
            ordered = case.orders[index] is not None
            return holding(cites("hold")) if ordered else unordered(cites("no-order"))
        if kind == CONVOY:
            return ()
        aim = self.names[case.other[index]]
        given = self.solver.strength[index]
        if kind == SUPPORT_HOLD:
            return giving(cites("support-given"), given, aim, "")
        victim = case.occupant[to]
        if victim >= 0 and not case.policy.support_counts(case.units[index], case.units[victim]):
            return ()
        return giving(cites("support-given"), given, aim, names[to])

    def _reason(self, cause: str, text: str) -> Reason:
        return Reason(self.rulebook.cites(cause), text)

    # --- each kind of order

    def _moved(self, index: int) -> list[Reason]:
        case, solver = self.case, self.solver
        target = case.target[index]
        to = self.province_names[target]
        if case.occupant[target] < 0 and len(solver.into[target]) <= 1:
            return [
                self._reason("move-succeeds", f"succeeds: nothing contests {to}"),
                *self._journey(index),
            ]
        against, losses = self.strengths.contest(index)
        # Two units of which one travels by convoy do not make a ring: they change places.
        rings = solver.rings
        ring = (
            next((ring for ring in rings if index in ring and len(ring) > 2), ()) if rings else ()
        )
        other = case.occupant[case.target[index]]
        reasons: list[Reason] = []
        if against:
            attack = self.strengths.attack(index, self.strengths.stayer(index))
            text = f"succeeds: {attack} against {against}"
            reasons.append(self._reason("move-succeeds", "; ".join([text, *losses])))
        elif ring:
            others = self.strengths.listed([unit for unit in ring if unit != index])
            reasons.append(self._reason("ring", f"moves in a ring together with {others}"))
        elif other >= 0 and case.target[other] == case.province[index]:
            text = f"changes places with {self.names[other]}: one of the two goes by convoy"
            reasons.append(self._reason("swap-by-convoy", text))
        elif other >= 0:
            reasons += vacated(self.rulebook.cites("move-succeeds"), to)
        else:
            reasons.append(self._reason("move-succeeds", f"succeeds: nothing contests {to}"))
        return [
            *reasons,
            *self._journey(index),
            *self._dislodged_rivals(index),
            *self._idle_supports(index),
        ]

    def _journey(self, index: int) -> list[Reason]:
        """How an army that travelled by convoy came there."""
        if not self.case.by_convoy[index]:
            return []
        seas = listed(self.case.board.name_of(sea) for sea in self.movement.route(index))
        return [self._reason("convoy-carried", f"carried by the fleets in {seas}")]

    def _dislodged_rivals(self, index: int) -> list[Reason]:
        """Rivals that were dislodged by a unit from their target, and so kept no one out of it."""
        case, solver = self.case, self.solver
        reasons: list[Reason] = []
        rivals = solver.into[case.target[index]]
        if len(rivals) == 1:
            return reasons
        for rival in rivals:
            opponent = solver.opponent(rival)
            if rival != index and opponent >= 0 and solver.state[opponent] == SUCCEEDS:
                text = (
                    f"{self.names[rival]} was dislodged by {self.names[opponent]} head on, so its "
                    f"attack keeps nobody out of {self.province_names[case.target[index]]}"
                )
                reasons.append(self._reason("dislodged-no-effect", text))
        return reasons

    def _idle_supports(self, index: int) -> list[Reason]:
        """Supports that add nothing: they would help to dislodge a unit on their own side."""
        case, solver = self.case, self.solver
        helpers = solver.helpers.get(index)
        victim = self.strengths.stayer(index) if helpers else -1
        if not helpers or victim < 0:
            return []
        idle = [
            helper
            for helper in helpers
            if solver.support(helper)[1]
            and not case.policy.support_counts(case.units[helper], case.units[victim])
        ]
        if self.words is not None:
            return [self._withheld(helper, victim) for helper in idle]
        if not idle:
            return []
        plural = "supports do" if len(idle) > 1 else "support does"
        text = (
            f"{self.strengths.listed(idle)}'s {plural} not count toward dislodging "
            f"{self.names[victim]}, a unit on its own side"
        )
        return [self._reason("own-support", text)]

    def _failed(self, index: int) -> list[Reason]:
        case, solver = self.case, self.solver
        if case.by_convoy[index] and not solver.carried(index)[1]:
            return self._broken(index)
        barred = self._may_not_follow(index)
        if barred is not None:
            return [barred]
        victim = self.strengths.stayer(index)
        if victim >= 0 and not case.policy.may_dislodge(case.units[index], case.units[victim]):
            spared = self._spared(index, victim, cut=False)
            if spared is not None:
                return [Reason(spared.rule, f"bounced: {spared.text}")]
            own = case.units[index][0] == case.units[victim][0]
            whose = "is of its own power" if own else "is one that it may not dislodge"
            text = f"bounced: {self.names[victim]} keeps its unit, which {whose}"
            return [self._reason("own-unit", text)]
        against, losses = self.strengths.contest(index)
        cause = "bounce-attack"
        opponent = solver.opponent(index)
        if opponent >= 0:
            if solver.attack(index)[1] <= solver.defend(opponent)[0]:
                cause = "head-to-head"
        elif victim >= 0 and solver.attack(index)[1] <= solver.hold(case.target[index])[0]:
            cause = "bounce-hold"
        text = f"bounced: {self.strengths.attack(index, victim)} against {against}"
        return [self._reason(cause, "; ".join([text, *losses])), *self._idle_supports(index)]

    def _may_not_follow(self, index: int) -> Reason | None:
        """The policy's reason, if a move failed because it may not follow."""
        case, solver = self.case, self.solver
        no = case.contingent.get(index)
        if no is None:
            return None
        leaver = case.occupant[case.target[index]]
        if solver.state[leaver] == SUCCEEDS:
            return Reason(no.rule, f"bounced: {no.text}")
        if index in solver.held_back and solver.decide(index) == SUCCEEDS:
            text = f"whether {self.names[leaver]} leaves would hang on this very move"
            return Reason(no.rule, f"bounced: {no.text}; {text}")
        return None

    def _broken(self, index: int) -> list[Reason]:
        case, solver, driven_by = self.case, self.solver, self.movement.driven_by
        reasons = []
        seas = case.carriers[index]
        undone = bits(seas & solver.broken) or (bits(seas) if index in solver.stopped else [])
        if undone:
            where = listed(self.province_names[sea] for sea in undone)
            text = f"its convoy through {where} would decide its own success; it stays at home"
            reasons.append(self._reason("paradox", text))
        fallen = [case.occupant[sea] for sea in bits(seas) if driven_by(case.occupant[sea]) >= 0]
        if fallen:
            by = self.strengths.listed([driven_by(fleet) for fleet in fallen])
            were = "were" if len(fallen) > 1 else "was"
            text = (
                f"its convoy was broken: {self.strengths.listed(fallen)} {were} dislodged by {by}"
            )
            reasons.append(self._reason("convoy-disrupted", text))
        return reasons

    def _dislodged(self, index: int, by: int) -> Reason:
        case, solver = self.case, self.solver
        holders = solver.holders.get(index, [])
        losses = self.strengths.losses([*solver.helpers.get(by, []), *holders])
        if case.kind[index] == MOVE and solver.opponent(by) == index:
            against = f"head-on {self.strengths.attack(index)}"
        else:
            against = f"hold {strength_words(self.strengths.hold_parts(index))}"
        text = (
            f"dislodged by {self.names[by]}: {self.strengths.attack(by, index)} against {against}"
        )
        return self._reason("dislodged", "; ".join([text, *losses]))

    def _held(self, index: int) -> list[Reason]:
        if self.case.orders[index] is None:
            reasons = [*unordered(self.rulebook.cites("no-order"))]
        elif self.movement.driven_by(index) >= 0:
            reasons = []
        else:
            reasons = [*holding(self.rulebook.cites("hold"))]
        if self.movement.driven_by(index) < 0:
            reasons += self._withstood(index)
        return reasons

    def _withstood(self, index: int) -> list[Reason]:
        case, solver = self.case, self.solver
        attackers = [
            attacker
            for attacker in solver.into.get(case.province[index], ())
            if case.policy.may_dislodge(case.units[attacker], case.units[index])
            and solver.prevent(attacker)[1]
        ]
        if not attackers:
            return []
        attacks = " and ".join([self.strengths.attack(attacker, index) for attacker in attackers])
        losses = self.strengths.losses(solver.holders.get(index, []))
        parts = self.strengths.hold_parts(index)
        text = f"stands: hold {strength_words(parts)} against {attacks}"
        cause = "bounce-hold"
        if any(solver.attack(a)[1] > sum(strength for _, strength in parts) for a in attackers):
            cause = "beleaguered"
            losses.append("the attackers keep each other out")
        return [self._reason(cause, "; ".join([text, *losses]))]

    def _convoyed(self, index: int) -> list[Reason]:
        case = self.case
        army = self.names[case.other[index]]
        to = self.province_names[case.target[index]]
        if self.movement.driven_by(index) >= 0:
            text = f"the convoy from {army} to {to} fell with its fleet"
            return [self._reason("convoy-disrupted", text)]
        if self.movement.outcomes[index] == "disrupted":
            text = f"the convoy from {army} to {to} would decide its own success; it is undone"
            return [self._reason("paradox", text)]
        stands = self._withstood(index)
        return [self._reason("convoy-stands", f"the convoy from {army} to {to} stands"), *stands]

    def _supported(self, index: int) -> list[Reason]:
        case, solver = self.case, self.solver
        given = solver.support(index)[1]
        other = case.other[index]
        if case.kind[other] == MOVE and case.status[other] == LEGAL:
            aim = f"{self.names[other]}'s attack on {self.province_names[case.target[index]]}"
        else:
            aim = f"{self.names[other]}"
        if not given:
            by = self.strengths.dislodger(index)
            if by >= 0:
                text = f"support for {aim} was lost: {self.names[by]} dislodged it"
                return [self._reason("support-lost-dislodged", text)]
            cutters = self.strengths.listed(self.strengths.cutters(index))
            return [self._reason("support-cut", f"cut: support for {aim} was cut by {cutters}")]
        if given < solver.strength[index]:
            cutters = self.strengths.listed(self.strengths.cutters(index))
            text = f"support for {aim} was reduced to {given} by {cutters}"
            reasons = [self._reason("support-reduced", text)]
        else:
            reasons = [self._reason("support-given", f"gives {given} to {aim}")]
        if solver.into.get(case.province[index]):
            reasons += self._harmless_attacks(index)
        return reasons + self._against_own_side(index)

    def _harmless_attacks(self, index: int) -> list[Reason]:
        case, solver = self.case, self.solver
        reasons = []
        for attacker in solver.into.get(case.province[index], ()):
            name = self.names[attacker]
            if case.province[attacker] == case.target[index]:
                text = f"{name}'s attack does not cut it: the support is directed there"
                reasons.append(self._reason("support-cut-not-by-target", text))
            elif not case.policy.cut(case.units[attacker], case.units[index]):
                spared = self._spared(attacker, index, cut=True)
                if spared is not None:
                    text = f"{name}'s attack does not cut it: {spared.text}"
                    reasons.append(Reason(spared.rule, text))
                    continue
                text = f"{name}'s attack does not cut it: the unit is on its own side"
                reasons.append(self._reason("support-cut-not-by-own", text))
            elif case.by_convoy[attacker] and not solver.carried(attacker)[1]:
                text = f"{name}'s attack does not cut it: its convoy was broken"
                reasons.append(self._reason("convoy-disrupted", text))
        return reasons

    def _against_own_side(self, index: int) -> list[Reason]:
        """The reason if a support adds nothing against a unit on the supporter's own side."""
        case = self.case
        mover = case.other[index]
        if case.kind[mover] != MOVE or case.status[mover] != LEGAL:
            return []
        victim = self.strengths.stayer(mover)
        if victim < 0 or case.policy.support_counts(case.units[index], case.units[victim]):
            return []
        if self.words is not None:
            return [self._withheld(index, victim)]
        text = f"adds nothing toward dislodging {self.names[victim]}, a unit on its own side"
        return [self._reason("own-support", text)]

    # --- the ruleset's words

    def _spared(self, attacker: int, victim: int, *, cut: bool) -> No | None:
        if self.words is None:
            return None
        units = self.case.units
        return self.words.spared(units[attacker], units[victim], cut=cut)

    def _withheld(self, supporter: int, victim: int) -> Reason:
        """Why a support adds nothing toward dislodging a unit."""
        units = self.case.units
        words = self.words
        no = None if words is None else words.withheld(units[supporter], units[victim])
        why = no.text if no else "a unit on its own side"
        text = (
            f"{self.names[supporter]}'s support does not count toward dislodging "
            f"{self.names[victim]}: {why}"
        )
        return Reason(no.rule if no else self.rulebook.cites("own-support"), text)


@lru_cache(maxsize=16)
def _names_on(board: Board) -> tuple[str, ...]:
    """The names of a board's provinces, by their numbers."""
    return tuple(board.name_of(code) for code in board.codes)


def strength_words(parts: list[tuple[str, int]]) -> str:
    """`2 (Venice, Tyrolia)`; with each strength where one is not 1: `4 (Venice 3, Rome 1)`."""
    total = sum([strength for _, strength in parts])
    if total == len(parts):
        inside = ", ".join([name for name, _ in parts])
    else:
        inside = ", ".join([f"{name} {strength}" for name, strength in parts])
    return f"{total} ({inside})" if inside else str(total)


class Strengths:
    """The strengths of one resolved movement. Units are called by the provinces they are in."""

    def __init__(self, movement: Movement) -> None:
        self.movement = movement
        self.case: OrderCase = movement.case
        self.solver = movement.solver
        self.province_names = _names_on(movement.board)
        self.names = [self.province_names[at] for at in self.case.province]
        self._attack_words: dict[tuple[int, int], str] = {}

    def listed(self, indices: list[int]) -> str:
        return listed(self.names[index] for index in indices)

    def _parts_of(self, supporters: list[int]) -> list[tuple[str, int]]:
        support, names = self.solver.support, self.names
        return [(names[index], strength) for index in supporters if (strength := support(index)[1])]

    def _move_parts(self, index: int, victim: int = -1) -> list[tuple[str, int]]:
        """A move's strength and whose; with `victim`, only what counts toward dislodging it."""
        own = (self.names[index], self.solver.strength[index])
        helpers = self.solver.helpers.get(index)
        if not helpers:
            return [own]
        if victim >= 0:
            units, policy = self.case.units, self.case.policy
            helpers = [h for h in helpers if policy.support_counts(units[h], units[victim])]
        return [own, *self._parts_of(helpers)]

    def attack(self, index: int, victim: int = -1) -> str:
        """`attack 2 (Venice, Tyrolia)`; with `victim`, as in `_move_parts`."""
        key = (index, victim if index in self.solver.helpers else -1)
        words = self._attack_words.get(key)
        if words is None:
            words = f"attack {strength_words(self._move_parts(index, victim))}"
            self._attack_words[key] = words
        return words

    def hold_parts(self, index: int) -> list[tuple[str, int]]:
        """The strength with which a unit holds its province, and whose it is."""
        own = (self.names[index], self.solver.strength[index])
        holders = self.solver.holders.get(index)
        tried = self.case.kind[index] == MOVE and self.case.status[index] != ILLEGAL
        return [own] if tried or not holders else [own, *self._parts_of(holders)]

    def stayer(self, index: int) -> int:
        """The unit that is in a move's way and does not leave, or -1."""
        victim = self.case.occupant[self.case.target[index]]
        return victim if victim >= 0 and self.solver.state[victim] != SUCCEEDS else -1

    def cutters(self, index: int) -> list[int]:
        """The attacks that took strength from a support."""
        case, solver = self.case, self.solver
        return [
            attacker
            for attacker in solver.into.get(case.province[index], [])
            if case.province[attacker] != case.target[index]
            and case.policy.cut(case.units[attacker], case.units[index])
            and (not case.by_convoy[attacker] or solver.carried(attacker)[1])
        ]

    def dislodger(self, index: int) -> int:
        """The unit that ended a support by dislodging the supporter, -1 if attacks had cut it."""
        case, by = self.case, self.movement.driven_by(index)
        cutters = self.cutters(index)
        taken = sum(case.policy.cut(case.units[cutter], case.units[index]) for cutter in cutters)
        return -1 if by in cutters and taken >= self.solver.strength[index] else by

    def _loss(self, index: int) -> str:
        """`Budapest's support was cut by Serbia`, of a support that lost strength."""
        left = self.solver.support(index)[1]
        name = self.names[index]
        by = self.dislodger(index)
        if by >= 0:
            return f"{name}'s support was lost: {self.names[by]} dislodged it"
        cutters = self.listed(self.cutters(index))
        verb = f"reduced to {left}" if left else "cut"
        return f"{name}'s support was {verb} by {cutters}"

    def losses(self, supporters: list[int]) -> list[str]:
        """The fate of the supports that lost strength."""
        full, support = self.solver.strength, self.solver.support
        return [self._loss(index) for index in supporters if support(index)[1] < full[index]]

    def contest(self, index: int) -> tuple[str, list[str]]:
        """The strength against a move, and the supports lost on either side."""
        case, solver = self.case, self.solver
        against: list[str] = []
        losses = self.losses(solver.helpers.get(index, []))
        victim, opponent = self.stayer(index), solver.opponent(index)
        if opponent >= 0:
            against.append(f"head-on {self.attack(opponent)}")
            losses += self.losses(solver.helpers.get(opponent, []))
        elif victim >= 0:
            against.append(f"hold {strength_words(self.hold_parts(victim))}")
            losses += self.losses(solver.holders.get(victim, []))
        for rival in solver.into[case.target[index]]:
            if rival != index and solver.prevent(rival)[1]:
                against.append(self.attack(rival))
                losses += self.losses(solver.helpers.get(rival, []))
        return " and ".join(against), losses
