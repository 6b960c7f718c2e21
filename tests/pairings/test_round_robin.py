"""Round robin: everyone meets everyone once."""

from itertools import combinations

import pytest

from pairings.formats.round_robin import round_robin


@pytest.mark.parametrize("players", range(2, 17))
def test_everybody_meets_everybody_once(players: int) -> None:
    ids = list(range(1, players + 1))
    rounds = round_robin(ids)
    met = [tuple(sorted(pair)) for pairs, _ in rounds for pair in pairs]
    assert sorted(met) == list(combinations(ids, 2))
    for pairs, bye in rounds:
        there = [one for pair in pairs for one in pair] + ([] if bye is None else [bye])
        assert sorted(there) == ids
    byes = [bye for _, bye in rounds if bye is not None]
    assert sorted(byes) == (ids if players % 2 else [])


@pytest.mark.parametrize("players", range(3, 17))
def test_being_named_first_is_spread_evenly(players: int) -> None:
    ids = list(range(players))
    first = [0] * players
    for pairs, _ in round_robin(ids):
        for one, _other in pairs:
            first[one] += 1
    assert max(first) - min(first) <= 1


@pytest.mark.parametrize("players", [[], [1], list(range(17)), [1, 2, 2]])
def test_numbers_that_can_not_be(players: list[int]) -> None:
    with pytest.raises(ValueError, match="2 to 16"):
        round_robin(players)
