"""The tests of movement: who may enter which land, and who may harm whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import ClassVar

from msgspec import Struct

from generator.engine.movement import No, Stand, StandardPolicy
from generator.engine.rulebook import Rulebook
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.state.standing import CLOSED, OPEN, Standing
from generator.rulesets.europe.wording import unit_words


class Passage(StandardPolicy):
    """The policy of one movement phase, made with the politics and the units at its start.

    An edition subclasses it where it grants more: `license` is a right to attack a unit in peace,
    `opens_land` decides where such a right lets the attacker into land that is closed to it.
    `tables` are those of its own rules in facts.toml. `foresees` is False where a sheet is checked
    before the statuses of the year are known: then land of minor states is open to all.
    """

    tables: ClassVar[Mapping[str, type[Struct]]] = MappingProxyType({})

    def __init__(self, standing: Standing, stands: Iterable[Stand], rulebook: Rulebook) -> None:
        self.standing = standing
        self.facts = standing.facts
        self.rulebook = rulebook
        self.at: dict[str, Stand] = {stand[1].province: stand for stand in stands}
        self.rules = self.facts.movement
        self._cuts_fully = self.facts.bolster.support_cut == "full"
        self._sides: dict[str, str] = {}
        self._harm: dict[tuple[str, str, str], bool] = {}
        self._friends: dict[tuple[str, str], bool] = {}
        self._ruled: dict[tuple[str, str], tuple[str, No]] = {}
        self.foresees = True

    def rule_entry(self, start: str, to: str, kind: str, said: str) -> None:
        """The referee's ruling on moves from one province to another: "void" forbids them, "legal"
        allows them, "hostile" and "non-hostile" decide too what they may do to the unit there."""
        self._ruled[start, to] = (kind, self.no("ruling", said))

    # --- the territory test

    def may_enter(self, mover: Stand, province: str) -> No | None:
        """None where `mover` is entitled to go; water is open to all."""
        owner = mover[0]
        if self._ruled:
            ruled = self._ruled.get((mover[1].province, province))
            if ruled is not None:
                return ruled[1] if ruled[0] == "void" else None
        lord = self.standing.lords.get(province)
        if lord is not None:
            side = self._sides.get(owner)
            if side is None:
                side = self._sides[owner] = self.standing.side_of(owner)
            if lord != side:
                refusal = self._closed(side, lord, province)
                if refusal is not None and (
                    lord in (OPEN, CLOSED) or not self._is_opened(owner, province)
                ):
                    return refusal
        return None

    def _closed(self, side: str, lord: str, province: str) -> No | None:
        """Why land of `lord` is closed to a side that is not the lord's."""
        standing, facts = self.standing, self.facts
        if not self.foresees and standing.may_change(province):
            return None
        if lord == OPEN:
            return None
        if lord == CLOSED:
            holder, land = standing.holders[province], standing.owners[province]
            held = "" if holder == land else f" and holds {facts.board.name_of(province)}"
            said = f"{facts.name_of(holder)} is neutral{held}, and nobody may enter its land"
            return self.no("enter-closed", said)
        if not self.rules.peace_closes:
            return None
        if not is_minor(side) and standing.relation(side, lord) != "peace":
            return None
        holder = standing.holders[province]
        whose = self.whose(holder, province)
        relation = f"with which {facts.name_of(side)} is neither at war nor allied"
        return self.no("enter-peace", f"{whose}, {relation}")

    def _is_opened(self, owner: str, province: str) -> bool:
        victim = self.at.get(province)
        return (
            victim is not None
            and not self.friends(owner, victim[0])
            and self.opens_land(owner, victim)
        )

    def opens_land(self, owner: str, victim: Stand) -> bool:
        """Whether the presence of a unit that is not a friend opens its province in peace."""
        return False

    # --- the unit test

    def may_dislodge(self, attacker: Stand, victim: Stand) -> bool:
        """Whether the move is hostile."""
        if self._ruled:
            ruled = self._ruled.get((attacker[1].province, victim[1].province))
            if ruled is not None and ruled[0] in ("hostile", "non-hostile"):
                return ruled[0] == "hostile"
        owner = attacker[0]
        key = (owner, victim[0], victim[1].province)
        known = self._harm.get(key)
        if known is None:
            known = not self.friends(owner, victim[0]) and self.may_harm(owner, victim)
            self._harm[key] = known
        return known

    def cut(self, attacker: Stand, supporter: Stand) -> int:
        if not self.may_dislodge(attacker, supporter):
            return 0
        return (supporter if self._cuts_fully else attacker)[1].strength

    def support_counts(self, supporter: Stand, victim: Stand) -> bool:
        return not self.friends(supporter[0], victim[0])

    def friends(self, one: str, other: str) -> bool:
        """Whether units of two owners are on one side or on allied sides."""
        known = self._friends.get((one, other))
        if known is None:
            known = self.standing.friendly(one, other)
            self._friends[one, other] = known
        return known

    def may_harm(self, owner: str, victim: Stand) -> bool:
        """Whether units of `owner` may attack a unit that is not their friend."""
        if self.rules.guests_attackable:
            return True
        standing = self.standing
        other = victim[0]
        if standing.at_war(standing.side_of(owner), standing.side_of(other)):
            return True
        lord = standing.lord_of(other)
        if lord == OPEN:
            return True
        if self.rules.waters_contested and victim[1].province not in self.facts.provinces:
            return True
        return self.license(owner, victim) is not None

    def license(self, owner: str, victim: Stand) -> No | None:
        """The right by which a unit that is not a friend may be attacked in peace, in a
        sentence."""
        return None

    def license_at(self, owner: str, province: str) -> No | None:
        """The right that an attack on the unit in a province rests on, if it needs one."""
        victim = self.at.get(province)
        if victim is None or self.friends(owner, victim[0]):
            return None
        standing = self.standing
        if standing.at_war(standing.side_of(owner), standing.side_of(victim[0])):
            return None
        return self.license(owner, victim)

    # --- words

    def no(self, cause: str, text: str) -> No:
        return No(self.rulebook.cites(cause), text)

    def whose(self, holder: str, province: str) -> str:
        """`Gascony is held by France`, `Catalonia is aligned with Spain`."""
        facts, standing = self.facts, self.standing
        name = facts.board.name_of(province)
        if not is_minor(holder):
            verb = "belongs to" if standing.owners[province] == holder else "is held by"
            return f"{name} {verb} {facts.name_of(holder)}"
        lord = facts.name_of(standing.lord_of(holder))
        if standing.owners[province] == holder and facts.name_of(holder) == name:
            return f"{name} is aligned with {lord}"
        verb = "belongs to" if standing.owners[province] == holder else "is held by"
        return f"{name} {verb} {facts.name_of(holder)}, which is aligned with {lord}"

    def _peace_words(self, owner: str, victim: Stand) -> str:
        """Why a unit that is not a friend may not be attacked."""
        standing, facts = self.standing, self.facts
        theirs = unit_words(facts, *victim)
        other = standing.side_of(victim[0])
        if is_minor(other):
            return f"{theirs} belongs to a neutral state and may not be attacked"
        side = facts.name_of(standing.side_of(owner))
        return f"{theirs} may not be attacked: {side} is not at war with {facts.name_of(other)}"

    def spared(self, attacker: Stand, victim: Stand, *, cut: bool) -> No | None:
        """Why an attack is not hostile; None for units of one owner."""
        one, other = attacker[0], victim[0]
        ruled = self._ruled.get((attacker[1].province, victim[1].province))
        if ruled is not None:
            return ruled[1]
        if one == other:
            return None
        if not self.friends(one, other):
            cause = "spared-neutral" if self.standing.lord_of(other) == CLOSED else "spared-peace"
            return self.no(cause, self._peace_words(one, victim))
        named = self._fellows(one, other, cut=cut)
        if named is not None:
            return named
        cause = "spared-ally-cut" if cut else "spared-ally"
        if is_minor(one) or is_minor(other):
            cause = "spared-ally-state-cut" if cut else "spared-ally-state"
        return self.no(cause, self._ally_words(one, other))

    def withheld(self, supporter: Stand, victim: Stand) -> No | None:
        """Why a support does not help to dislodge a friend; None for units of one owner."""
        one, other = supporter[0], victim[0]
        if one == other:
            return None
        return self._fellows(one, other) or self.no("own-support", self._ally_words(one, other))

    def _fellows(self, one: str, other: str, *, cut: bool = False) -> No | None:
        """The reason where two owners are on one side."""
        standing, facts = self.standing, self.facts
        side = standing.side_of(one)
        if side != standing.side_of(other):
            return None
        lord = facts.name_of(side)
        if is_minor(one) and is_minor(other):
            names = f"{facts.name_of(one)} and {facts.name_of(other)}"
            return self.no("spared-fellow", f"{names} are both aligned with {lord}")
        state = facts.name_of(one if is_minor(one) else other)
        cause = "spared-own-cut" if cut else "spared-own"
        return self.no(cause, f"{state} is aligned with {lord} itself")

    def _ally_words(self, one: str, other: str) -> str:
        """`Hesse is on the side of the Union, which is allied with England`."""
        standing, facts = self.standing, self.facts
        sides = [standing.side_of(one), standing.side_of(other)]
        text = " and ".join(facts.name_of(side) for side in sides) + " are allied"
        states = [
            f"{facts.name_of(owner)} is aligned with {facts.name_of(side)}"
            for owner, side in zip((one, other), sides, strict=True)
            if is_minor(owner)
        ]
        return ", and ".join((text, *states)) if states else text
