"""Series: points by place, best n of m, ties."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from standings.series import PlayedEvent, Result, Rule, Why, series_standings

RULE = Rule({0: (5, 3, 2, 1), 5: (10, 7, 5, 4)}, participation=1, best=2)


def event(key: str, *players: str) -> PlayedEvent:
    return PlayedEvent(key, tuple(Result(name, place) for place, name in enumerate(players, 1)))


def test_points_follow_place_and_size_and_the_best_two_count() -> None:
    small = event("may", "Ada", "Ben", "Cleo")
    large = event("june", "Ben", "Ada", "Dev", "Eve", "Finn")
    third = event("july", "Cleo", "Ada", "Ben")
    rows = series_standings([small, large, third], RULE)
    # Ben: 11 in June, 4 in May; Ada: 8 in June, 6 in May; July is beyond the best two of both.
    assert [(row.player, row.place, row.total) for row in rows[:3]] == [
        ("Ben", 1, 15),
        ("Ada", 2, 14),
        ("Cleo", 3, 9),
    ]
    assert [(line.points, line.why) for line in rows[1].lines] == [
        (6, Why.COUNTS),
        (8, Why.COUNTS),
        (4, Why.BEYOND_BEST),
    ]
    assert series_standings([], RULE) == []


def test_equal_totals_are_ranked_by_the_best_result_or_share_a_place() -> None:
    rule = Rule({0: (4, 3, 2, 1)})
    rows = series_standings(
        [event("1", "Ada", "Ben", "Cleo", "Dev"), event("2", "Eve", "Dev", "Ben", "Cleo")], rule
    )
    # Ben has 3 + 2, Ada and Eve 4 each, Dev 1 + 3: a single 4 is the better best result.
    assert [(row.player, row.place) for row in rows] == [
        ("Ben", 1),
        ("Ada", 2),
        ("Eve", 2),
        ("Dev", 4),
        ("Cleo", 5),
    ]


def test_equal_totals_are_ranked_by_the_best_result_before_the_worst_one() -> None:
    rule = Rule({0: (5, 4, 2, 1)})
    rows = series_standings(
        [event("1", "Ada", "Ben", "Cleo", "Dev"), event("2", "Eve", "Finn", "Ben", "Ada")], rule
    )
    # Ada 5 + 1, Ben 4 + 2, Eve 5, Finn 4; Cleo 2, Dev 1.
    assert [row.player for row in rows] == ["Ada", "Ben", "Eve", "Finn", "Cleo", "Dev"]


def test_places_are_shared_at_the_top_and_at_the_bottom() -> None:
    rule = Rule({0: (4, 2)})
    rows = series_standings([event("1", "Ada", "Ben"), event("2", "Cleo", "Dev")], rule)
    assert [(row.place, row.total) for row in rows] == [(1, 4), (1, 4), (3, 2), (3, 2)]
    unlisted = series_standings([event("1", "Ada", "Ben", "Cleo")], rule)[-1]
    assert (unlisted.player, unlisted.total) == ("Cleo", 0)


def test_a_result_without_points_ranks_nobody_higher() -> None:
    rule = Rule({0: (4,)})
    rows = series_standings([event("1", "Ada", "Ben"), event("2", "Cleo", "Ada")], rule)
    # Ada has 4 + 0, Cleo 4, Ben 0.
    assert {row.player: row.place for row in rows} == {"Ada": 1, "Cleo": 1, "Ben": 3}


def test_a_player_without_a_place_gets_no_points() -> None:
    played = PlayedEvent("may", (Result("Ada", 1), Result("Ben", None)))
    last = series_standings([played], RULE)[-1]
    assert (last.player, last.total, last.lines[0].why) == ("Ben", 0, Why.NO_PLACE)
    assert last.lines[0].points == 0


placings = st.lists(
    st.permutations(["a", "b", "c", "d", "e", "f"]).flatmap(
        lambda order: st.integers(0, 6).map(lambda count: order[:count])
    ),
    max_size=6,
)


@given(placings, st.integers(1, 6))
def test_the_best_results_are_the_best_of_all_choices(played: list[list[str]], best: int) -> None:
    events = [event(str(number), *order) for number, order in enumerate(played)]
    rule = Rule({0: (6, 4, 3, 3), 4: (9, 6)}, participation=1, best=best)
    rows = series_standings(events, rule)
    for row in rows:
        points = [line.points for line in row.lines]
        choices = combinations(points, min(best, len(points)))
        assert row.total == max(sum(choice) for choice in choices)
        assert sum(line.counts for line in row.lines) == min(best, len(points))
    totals = [row.total for row in rows]
    assert totals == sorted(totals, reverse=True)
    places = [row.place for row in rows]
    assert places == sorted(places)
    assert all(1 <= row.place <= index for index, row in enumerate(rows, 1))
    # Counting more results never reduces points.
    more = series_standings(events, Rule(rule.tables, 1, best + 1))
    totals_by_player = {row.player: row.total for row in rows}
    assert all(row.total >= totals_by_player[row.player] for row in more)
