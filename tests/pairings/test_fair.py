"""Every best pairing is equally likely, and a seed gives the same pairing for ever."""

import math
import random
from collections import Counter
from collections.abc import Hashable, Iterator

import pytest

from pairings import Cost, PairingState, cost_of, engine, new_seed, pair, seed_hash
from pairings.random_draws import Lots
from tests.pairings.states import random_state, state

Made = tuple[frozenset[frozenset[int]], int | None]

FIXED = [
    ("round one", state([0] * 6)),
    ("all drawn", state([3] * 6, [(0, 1), (2, 3), (4, 5)])),
    ("odd, all drawn", state([2] * 7, [(0, 1), (2, 3), (4, 5)], [0, 0, 0, 0, 0, 0, 1])),
    ("last round", state([9, 6, 6, 6, 3, 3, 3, 0], [(0, 1), (2, 4), (3, 5), (6, 7), (1, 2)])),
    ("two ways to float", state([9, 9, 9, 8, 8, 7, 7, 7, 7], [(3, 4), (0, 3)], [1] * 8 + [0])),
    (
        "more ways to float up than down",
        state(
            [9, 9, 9, 9, 8, 8, 7, 7, 7, 7],
            [(4, 5), (0, 1), (2, 3), (0, 2), (6, 7), (4, 6), (4, 7), (5, 0)],
        ),
    ),
    ("met all", state([9, 6, 6, 3, 3, 0], [(0, other) for other in range(1, 6)])),
]

GOLDEN_SMALL = (((0, 2), (1, 3), (5, 4), (7, 6)), 8)
GOLDEN_LARGE = ((59, 174), (119, 74), (54, 49), (79, 94))
GOLDEN_BELOW = [9, 2, 7, 4, 2, 3, 4, 7]
GOLDEN_WORD = 13977493853894673767


def every_pairing(players: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not players:
        yield []
        return
    one, rest = players[0], players[1:]
    for two in rest:
        for others in every_pairing([other for other in rest if other != two]):
            yield [(one, two), *others]


def best_pairings(given_state: PairingState) -> set[Made]:
    """Return all best pairings by trying every pairing."""
    players = list(range(len(given_state.points)))
    best: Cost | None = None
    found: set[Made] = set()
    for bye in players if len(players) % 2 else [None]:
        for pairs in every_pairing([one for one in players if one != bye]):
            cost = cost_of(given_state, pairs, bye)
            if best is None or cost < best:
                best, found = cost, set()
            if cost == best:
                found.add((frozenset(map(frozenset, pairs)), bye))
    return found


def deviation(counts: Counter[Hashable], options: int) -> float:
    """Return chi-square against equal chances, as a standard normal value (Wilson-Hilferty)."""
    expected = counts.total() / options
    squares = sum((count - expected) ** 2 for count in counts.values()) / expected
    chi = squares + expected * (options - len(counts))
    freedom = options - 1
    spread = 2 / (9 * freedom)
    return (math.pow(chi / freedom, 1 / 3) - (1 - spread)) / math.sqrt(spread)


def drawn(given_state: PairingState, draws: int) -> Counter[Hashable]:
    counts: Counter[Hashable] = Counter()
    for seed in range(draws):
        made = pair(given_state, 1000003 * seed + 17)
        assert made.uniform
        counts[frozenset(map(frozenset, made.pairs)), made.bye] += 1
    return counts


@pytest.mark.parametrize("large", [False, True], ids=["counted", "drawn"])
@pytest.mark.parametrize(("name", "given_state"), FIXED, ids=[name for name, _ in FIXED])
def test_best_pairings_are_equally_likely(
    name: str, given_state: PairingState, large: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if large:
        monkeypatch.setattr(engine, "FEW", 2)
        monkeypatch.setattr(engine, "COUNTED", 0)
    options = best_pairings(given_state)
    assert len(options) > 1, name
    counts = drawn(given_state, 30 * len(options) + 200)
    assert set(counts) <= options
    assert deviation(counts, len(options)) < 4


def test_windows_are_drawn_uniformly_in_awkward_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "FEW", 2)
    monkeypatch.setattr(engine, "COUNTED", 0)
    tested = 0
    for seed in range(2000):
        given_state = random_state(random.Random(seed), 6, 8)
        made = pair(given_state, 1)
        if made.method not in ("windows", "matching") or not made.uniform:
            continue
        options = best_pairings(given_state)
        if not 2 <= len(options) <= 8:
            continue
        assert deviation(drawn(given_state, 40 * len(options) + 100), len(options)) < 4, seed
        tested += 1
        if tested == 5:
            break
    assert tested == 5


def test_who_is_named_first_is_a_fair_coin() -> None:
    first = sum(pair(state([3, 0]), seed).pairs[0][0] == 0 for seed in range(2000))
    assert abs(first - 1000) < 150


def test_pairs_on_equal_points_share_their_tables_fairly() -> None:
    given_state = state([0] * 4, [(0, 2), (0, 3), (1, 2), (1, 3)])
    top = sum(0 in pair(given_state, seed).pairs[0] for seed in range(2000))
    assert abs(top - 1000) < 150


def test_the_same_seed_gives_the_same_pairing_for_ever() -> None:
    given_state = state([6, 6, 3, 3, 3, 3, 0, 0, 0], [(0, 1), (2, 3)])
    made = pair(given_state, 20260806)
    assert made == pair(given_state, 20260806)
    assert (made.pairs, made.bye) == GOLDEN_SMALL
    large = pair(state([3 * (one % 5) for one in range(200)]), 99)
    assert large.pairs[:4] == GOLDEN_LARGE


def test_words_and_numbers_below_are_specified() -> None:
    lots = Lots(5, "label")
    assert [lots.below(10) for _ in range(8)] == GOLDEN_BELOW
    assert Lots(5, "label").words(1)[0] == GOLDEN_WORD


def test_numbers_below_are_uniform_short_and_long() -> None:
    lots = Lots(1, "test")
    for limit in (3, 9, 3 * 2**40):
        buckets = Counter[Hashable](lots.below(limit) * 3 // limit for _ in range(3000))
        assert deviation(buckets, 3) < 4


def test_a_seed_fits_its_column_and_its_hash_is_that_of_its_digits() -> None:
    assert all(0 <= new_seed() < 2**63 for _ in range(100))
    assert len({new_seed() for _ in range(100)}) == 100
    # printf 12345 | sha256sum
    assert seed_hash(12345) == "5994471abb01112afcc18159f6cc74b4f511b99806da59b3caf5a9c173cacfc5"
