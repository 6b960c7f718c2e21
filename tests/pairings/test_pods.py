"""Draft pods: sizes, seats, wishes, the first round across the table."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairings.formats.pods import Wish, across, draw_pods, pod_sizes, pods_by_standing


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (3, (3,)),
        (4, (4,)),
        (8, (8,)),
        (10, (10,)),
        (11, (6, 5)),
        (12, (6, 6)),
        (16, (8, 8)),
        (18, (10, 8)),
        (19, (10, 9)),
        (21, (8, 7, 6)),
        (22, (8, 8, 6)),
        (23, (8, 8, 7)),
        (40, (8, 8, 8, 8, 8)),
        (45, (8, 8, 8, 8, 7, 6)),
    ],
)
def test_sizes(players: int, sizes: tuple[int, ...]) -> None:
    assert pod_sizes(players) == sizes


@given(players=st.integers(12, 2000))
def test_every_size_is_between_six_and_ten(players: int) -> None:
    sizes = pod_sizes(players)
    assert sum(sizes) == players
    assert max(sizes) - min(sizes) <= 2
    assert all(6 <= size <= 10 for size in sizes)
    assert sum(size % 2 for size in sizes) == players % 2, "byes only where they must be"


@pytest.mark.parametrize("sizes", [(7, 7, 7), (11, 10), (21,)])
def test_sizes_can_be_chosen(sizes: tuple[int, ...]) -> None:
    ids = list(range(21))
    assert tuple(map(len, draw_pods(ids, 5, sizes=sizes))) == sizes
    assert tuple(map(len, pods_by_standing(ids, 5, sizes))) == sizes


@pytest.mark.parametrize("sizes", [(8, 8), (8, 8, 8), (), (21, 0)])
def test_sizes_that_do_not_fit_are_refused(sizes: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="do not seat 21 players"):
        draw_pods(list(range(21)), 5, sizes=sizes)


@given(players=st.integers(1, 200), seed=st.integers(0, 2**63 - 1))
def test_everybody_sits_once(players: int, seed: int) -> None:
    ids = list(range(10, 10 + players))
    pods = draw_pods(ids, seed)
    assert sorted(one for pod in pods for one in pod) == ids
    assert tuple(len(pod) for pod in pods) == pod_sizes(players)
    assert draw_pods(ids, seed) == pods


@given(seed=st.integers(0, 2**63 - 1))
def test_wishes_are_kept(seed: int) -> None:
    ids = list(range(24))
    pods = draw_pods(ids, seed, {5: Wish(0, 3), 6: Wish(0), 7: Wish(2, 0), 8: Wish(0, 1)})
    assert pods[0][3] == 5
    assert pods[0][1] == 8
    assert 6 in pods[0]
    assert pods[2][0] == 7
    assert sorted(one for pod in pods for one in pod) == ids


@pytest.mark.parametrize(
    "wishes",
    [
        {0: Wish(9)},
        {0: Wish(0, 8)},
        {0: Wish(0, 1), 1: Wish(0, 1)},
        {99: Wish(0)},
        {one: Wish(1) for one in range(9)},
    ],
)
def test_wishes_that_can_not_be_kept(wishes: dict[int, Wish]) -> None:
    with pytest.raises(ValueError, match="pod"):
        draw_pods(list(range(16)), 1, wishes)


def test_seats_are_drawn_evenly() -> None:
    seats = Counter(draw_pods(list(range(8)), seed)[0].index(0) for seed in range(4000))
    expected = 4000 / 8
    chi_square = sum((seats[seat] - expected) ** 2 / expected for seat in range(8))
    assert chi_square < 24.3, "beyond the 0.1 % point of the chi-square distribution (7 degrees)"


def test_pods_by_standing_keep_neighbours_together() -> None:
    order = list(range(100, 123))
    pods = pods_by_standing(order, 3)
    assert [sorted(pod) for pod in pods] == [order[:8], order[8:16], order[16:]]


def test_the_first_round_goes_across_the_table() -> None:
    assert across([1, 2, 3, 4, 5, 6, 7, 8], 1) == ([(1, 5), (2, 6), (3, 7), (4, 8)], None)
    pairs, bye = across([1, 2, 3, 4, 5, 6, 7], 1)
    assert bye in range(1, 8)
    assert len(pairs) == 3
    byes = {across([1, 2, 3], seed)[1] for seed in range(50)}
    assert byes == {1, 2, 3}
