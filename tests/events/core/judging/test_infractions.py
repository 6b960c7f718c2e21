"""The penalty proposed for an infraction, the first time and later."""

import pytest

from events.core.judging.penalty_queries import BASE_PENALTIES, GAME_LOSS_FROM, proposed_penalty
from events.models import Infraction, PenaltyKind


@pytest.mark.parametrize("infraction", Infraction)
def test_the_first_time_the_base_penalty_is_proposed(infraction: Infraction) -> None:
    assert proposed_penalty(infraction, 0) == BASE_PENALTIES[infraction]


@pytest.mark.parametrize(
    ("infraction", "kinds"),
    [
        (Infraction.GAME_RULE_VIOLATION, ["warning", "warning", "game-loss", "game-loss"]),
        (Infraction.SLOW_PLAY, ["warning", "game-loss", "game-loss"]),
        (Infraction.MAINTAIN_GAME_STATE, ["warning"] * 6),
        (Infraction.MISSED_TRIGGER, ["none"] * 6),
        (Infraction.CHEATING, ["disqualification"] * 3),
    ],
)
def test_repetitions(infraction: Infraction, kinds: list[str]) -> None:
    assert [proposed_penalty(infraction, before) for before in range(len(kinds))] == kinds


def test_only_warnings_are_made_worse() -> None:
    assert {BASE_PENALTIES[one] for one in GAME_LOSS_FROM} == {PenaltyKind.WARNING}
