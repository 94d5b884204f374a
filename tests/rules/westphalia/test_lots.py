"""Lots by label: the test vectors, and what a ledger holds."""

from __future__ import annotations

import pytest

from generator.archive.game.seeds import SeedIsSecret, chance_for
from generator.engine.chance import Chance, Draw, Lots, commitment_to
from generator.engine.errors import BrokenPromise
from generator.engine.phases import Moment
from generator.rulesets.westphalia.turn import secret_message
from tests.rules.westphalia.conftest import lots_of

SEATS = sorted(["red", "green", "white", "orange", "purple", "black"])


def secret(number: int, purpose: str = "1510/1-opening") -> bytes:
    return Chance("peace-of-westphalia", purpose).key(secret_message("demo", number))


@pytest.mark.rule("POW-RNG-2")
@pytest.mark.rule("POW-RNG-6")
def test_secrets_and_commitments_match_the_vectors() -> None:
    one = "bf363466907dc16afb565b1bcbf74f26a1a90df5fbf45c6786ff4db960b8bcf9"
    assert secret(1).hex() == one
    assert [commitment_to(secret(number)) for number in range(3)] == [
        "8e1242c48353e58bceb39fc6c8ad9f7f3b518f764301cc7dc1a65d759536984c",
        "ebff93302e8c8f380267b1bb2591b0607684f11778c44ba820b9b28d852ff694",
        "7bf6eb79a6d1548ac577055247709d7f0b59e051916bab7e370e0c6a8d6700ec",
    ]


@pytest.mark.rule("POW-RNG-2")
def test_a_rounds_secret_is_the_same_in_every_phase() -> None:
    assert secret(1) == secret(1, "1510/9-battles")


@pytest.mark.rule("POW-RNG-4")
@pytest.mark.rule("POW-RNG-6")
@pytest.mark.rule("POW-SET-2")
def test_setup_order_matches_the_vector() -> None:
    drawn = lots_of(0).shuffle("setup/order", SEATS)
    assert drawn == ("orange", "green", "black", "white", "purple", "red")


@pytest.mark.rule("POW-RNG-3")
@pytest.mark.rule("POW-RNG-6")
def test_dice_match_the_vectors(vector: Lots) -> None:
    rolls = [vector.die(f"r1/upheaval/player/{seat}") for seat in SEATS]
    assert rolls == [6, 1, 3, 2, 3, 4]
    assert (vector.die("r1/fp/green/1"), vector.die("r1/fp/green/2")) == (1, 3)
    assert vector.die("r1/emperor") == 6


@pytest.mark.rule("POW-RNG-5")
def test_a_label_is_used_once(vector: Lots) -> None:
    vector.number("r1/emperor", 6)
    with pytest.raises(BrokenPromise, match="r1/emperor has been drawn already"):
        vector.number("r1/emperor", 6)


@pytest.mark.rule("POW-RNG-5")
def test_a_step_done_again_has_labels_of_its_own() -> None:
    key = secret(1)
    again = Lots(lambda: key, used=("r1/emperor",), redone={"r1/emperor": 1})
    again.die("r1/emperor")
    assert again.labels == ("r1/emperor/redo1",)


@pytest.mark.rule("POW-RNG-1")
def test_the_ledger_has_every_draw_in_order(vector: Lots) -> None:
    value = vector.number("r1/emperor", 6)
    vector.shuffle("r1/war1/deck", "PMC", shown=False)
    assert vector.ledger == [Draw("r1/emperor", 6, value), Draw("r1/war1/deck", 3, -1, False)]


def test_a_key_shares_nothing_with_the_draws_of_a_phase() -> None:
    with pytest.raises(ValueError, match="zero byte"):
        Chance("a seed", "").key("1510/1-opening\0" + "\0" * 8)


def test_without_the_seed_there_is_no_key() -> None:
    with pytest.raises(SeedIsSecret, match="1510/1-opening needs draws"):
        chance_for(None, Moment(1510, 1, "opening")).key(secret_message("demo", 1))
