"""The arithmetic of prizes: shares, ties, remainders, groups, the pool."""

from hypothesis import given
from hypothesis import strategies as st

from domain.prize_arithmetic import (
    By,
    Contender,
    Prize,
    Ties,
    Value,
    awards,
    by_place,
    equal_shares,
    fitted,
    hort_shares,
    total,
    values_of_places,
)

AMOUNTS = st.lists(st.integers(0, 10**9), min_size=1, max_size=40)
TIES = st.sampled_from(Ties)


def places(*amounts: int) -> list[Prize]:
    return [
        Prize(By.PLACE, Value(money=amount), first=at, last=at)
        for at, amount in enumerate(amounts, 1)
    ]


def field(*points: int) -> list[Contender]:
    """Players 1, 2, 3 ... in order of place; players on equal points are tied."""
    return [Contender(at, own, own) for at, own in enumerate(points, 1)]


def money(contenders: list[Contender], prizes: list[Prize], ties: Ties) -> list[int]:
    won = awards(contenders, prizes, ties, one_each=False)
    return [won.get(one.player, Value()).money for one in contenders]


def test_ties_share_equally_and_the_cents_go_to_the_better_placed() -> None:
    tied = field(12, 10, 10, 10, 6)
    prizes = places(10_000, 5_000, 2_500, 2_500)
    assert money(tied, prizes, Ties.TIEBREAK) == [10_000, 5_000, 2_500, 2_500, 0]
    assert money(tied, prizes, Ties.EQUAL) == [10_000, 3_334, 3_333, 3_333, 0]
    # Hort: half of 5,000 and half of 3,333 1/3.
    assert money(tied, prizes, Ties.HORT) == [10_000, 4_167, 2_917, 2_916, 0]


def test_ties_across_the_last_prize_share_it() -> None:
    assert money(field(12, 10, 10), places(100, 50), Ties.EQUAL) == [100, 25, 25]


def test_things_stay_with_their_place() -> None:
    prizes = [Prize(By.PLACE, Value(packs=3, things=("Trophy",))), *places(0, 100)]
    won = awards(field(9, 9), prizes, Ties.EQUAL, one_each=False)
    assert won == {1: Value(money=50, packs=2, things=("Trophy",)), 2: Value(money=50, packs=1)}


def test_an_agreement_shares_whatever_the_rule_is() -> None:
    left = [Contender(1, 20, "left", agreed=True), Contender(2, 19, "left", agreed=True)]
    assert money([*left, Contender(3, 19, "lost")], places(1000, 501, 300), Ties.TIEBREAK) == [
        *(751, 750, 300),
    ]


def test_a_record_brings_the_highest_prize_that_it_reaches() -> None:
    prizes = [
        Prize(By.POINTS, Value(packs=4), least=9),
        Prize(By.POINTS, Value(packs=8), least=12),
    ]
    won = awards(field(12, 10, 9, 8), prizes, Ties.EQUAL, one_each=False)
    assert {player: value.packs for player, value in won.items()} == {1: 8, 2: 4, 3: 4}


def test_one_prize_each_passes_a_label_on_and_several_add_up() -> None:
    young = frozenset({"Under 18"})
    people = [Contender(1, 9, 9, young), Contender(2, 6, 6), Contender(3, 3, 3, young)]
    prizes = [*places(100, 50), Prize(By.LABEL, Value(money=40), label="Under 18")]
    assert awards(people, prizes, Ties.EQUAL, one_each=True)[3] == Value(money=40)
    assert awards(people, prizes, Ties.EQUAL, one_each=False) == {
        1: Value(money=140),
        2: Value(money=50),
    }


def test_the_most_valuable_prize_of_each_group_counts() -> None:
    young = frozenset({"Under 18"})
    people = [Contender(1, 9, 9, young), Contender(2, 6, 6)]
    prizes = [
        *places(100, 50),
        Prize(By.LABEL, Value(money=120), label="Under 18"),
        Prize(By.PLACE, Value(packs=1), last=2, group="Side"),
    ]
    assert awards(people, prizes, Ties.EQUAL, one_each=True) == {
        1: Value(money=120, packs=1),
        2: Value(money=50, packs=1),
    }


def test_prizes_of_every_kind_add_up() -> None:
    of_all = Value(money=100, credit=50, packs=3, points=7, things=("Trophy",))
    prizes = [Prize(By.PLACE, of_all), Prize(By.PLACE, of_all, last=2)]
    assert awards(field(9, 6), prizes, Ties.TIEBREAK, one_each=False) == {
        1: Value(200, 100, 6, 14, ("Trophy", "Trophy")),
        2: of_all,
    }
    assert total([of_all, of_all]) == Value(200, 100, 6, 14, ("Trophy",))
    assert total([]) == Value()


def test_money_and_credit_are_worth_the_same_and_equal_prizes_stay_with_the_place() -> None:
    young = frozenset({"Under 18"})
    people = [Contender(1, 9, 9, young), Contender(2, 6, 6, young)]
    place = Prize(By.PLACE, Value(money=40, credit=30), last=2)

    def one_each(of_label: Value) -> list[Value]:
        label = Prize(By.LABEL, of_label, label="Under 18")
        won = awards(people, [place, label], Ties.EQUAL, one_each=True)
        return [won[1], won[2]]

    assert one_each(Value(credit=70)) == [place.value] * 2
    assert one_each(Value(credit=71)) == [Value(credit=71), place.value]
    for less in (70, 69):
        record = Prize(By.POINTS, Value(credit=less), least=9)
        assert awards(people, [place, record], Ties.EQUAL, one_each=True)[1] == place.value
    # The more valuable prize comes first, in whatever order they are listed.
    labels = [Prize(By.LABEL, Value(packs=packs), label="Under 18") for packs in (1, 5)]
    assert awards(people, labels, Ties.EQUAL, one_each=True) == {
        1: Value(packs=5),
        2: Value(packs=1),
    }


def test_a_label_has_places_of_its_own() -> None:
    young = frozenset({"Under 18"})
    people = [
        Contender(at, 9 - at, 9 - at, young if at != 2 else frozenset()) for at in range(1, 7)
    ]
    best = Prize(By.LABEL, Value(packs=3), label="Under 18")
    next_two = Prize(By.LABEL, Value(packs=1), first=2, last=3, label="Under 18")
    for one_each in (False, True):
        won = awards(people, [best, next_two], Ties.EQUAL, one_each=one_each)
        assert won == {1: best.value, 3: next_two.value, 4: next_two.value}


def test_a_list_without_amounts_is_left_as_it_is() -> None:
    assert fitted(1_000, [(0, 1), (0, 4)], 100) == [0, 0]


def test_fitted_amounts_add_up_to_the_pool() -> None:
    # 1st, 2nd, 3rd to 4th: 50, 30 and 10 each of 333.33 in whole units.
    assert fitted(33_333, [(50, 1), (30, 1), (10, 2)], 100) == [16_833, 9_900, 3_300]


@given(AMOUNTS)
def test_shares_add_up_and_never_differ_by_more_than_one_unit(amounts: list[int]) -> None:
    shares = equal_shares(amounts)
    assert sum(shares) == sum(amounts)
    assert max(shares) - min(shares) <= 1
    assert shares == sorted(shares, reverse=True)


@given(AMOUNTS)
def test_hort_adds_up_and_keeps_the_order(amounts: list[int]) -> None:
    falling = sorted(amounts, reverse=True)
    shares = hort_shares(falling)
    assert sum(shares) == sum(falling)
    assert shares == sorted(shares, reverse=True)


@given(
    st.lists(st.integers(0, 6), min_size=1, max_size=30),
    st.lists(st.integers(0, 10**6), max_size=35),
    TIES,
)
def test_places_pay_everything_and_never_more_to_a_worse_place(
    points: list[int], amounts: list[int], ties: Ties
) -> None:
    contenders = field(*sorted(points, reverse=True))
    prizes = places(*sorted(amounts, reverse=True))
    won = [value.money for value in by_place(contenders, prizes, ties).values()]
    assert sum(won) == sum(value.money for value in values_of_places(prizes, len(contenders)))
    assert won == sorted(won, reverse=True)
    assert by_place(contenders, prizes, ties) == by_place(contenders, list(prizes), ties)


@given(
    st.integers(0, 10**8),
    st.lists(st.tuples(st.integers(1, 10**6), st.integers(1, 16)), min_size=1, max_size=12),
    st.sampled_from((1, 100, 1000)),
)
def test_what_is_left_over_of_the_pool_could_not_be_split(
    pool: int, lines: list[tuple[int, int]], step: int
) -> None:
    new = fitted(pool, lines, step)
    left = pool - sum(amount * players for amount, (_old, players) in zip(new, lines, strict=True))
    has_one = any(players == 1 for _amount, players in lines)
    assert 0 <= left < (1 if has_one else lines[0][1])
