"""The most frequent reasons, kept for each rule and name.

Most orders of a phase need no other; reasons with numbers are made in `explain.py`.
"""

from __future__ import annotations

from functools import lru_cache

from generator.engine.verdicts import Reason


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
