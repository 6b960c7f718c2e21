"""Rule profiles: the presets, custom ones, and how they are kept."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standings import PROFILES
from standings.profile import Profile
from standings.rule_values import Mean, ProfileError, Tiebreaker
from tests.standings.builder import LOSS, WIN, Builder


@pytest.mark.parametrize(
    ("name", "floor", "own", "shown", "opponents"),
    [
        ("mtr", "0.33", True, True, True),
        ("dci-1999", "0.33", False, False, True),
        ("ja-2008", "0.33", False, False, False),
        ("one-third", "1/3", True, False, True),
        ("one-third-raw", "1/3", False, False, True),
    ],
)
def test_the_profiles_of_the_documents(
    name: str, floor: str, own: bool, shown: bool, opponents: bool
) -> None:
    profile = PROFILES[name]
    assert profile.floor == Fraction(floor)
    assert profile.floor_own_gw is own
    assert profile.show_own_gw_floored is shown
    assert profile.floor_opponents_gw is opponents
    assert (profile.win, profile.draw, profile.loss) == (3, 1, 0)
    assert profile.tiebreakers == (Tiebreaker.OMW, Tiebreaker.GW, Tiebreaker.OGW)
    assert not profile.check_organizer


@pytest.mark.parametrize(
    ("name", "points", "floor"),
    [
        ("pokemon", (3, 1, 0), "0.25"),
        ("lorcana", (3, 1, 0), "0.33"),
        ("star-wars-unlimited", (1, 0, 0), "1/3"),
        ("one-piece", (3, 0, 0), "0.33"),
        ("flesh-and-blood", (1, 0, 0), "0"),
        ("yu-gi-oh", (3, 1, 0), "0"),
        ("netrunner", (3, 1, 0), "0"),
    ],
)
def test_presets_of_other_games_say_to_check(
    name: str, points: tuple[int, int, int], floor: str
) -> None:
    profile = PROFILES[name]
    assert (profile.win, profile.draw, profile.loss) == points
    assert profile.floor == Fraction(floor)
    assert profile.check_organizer


def test_one_third_shows_without_and_ranks_with_the_floor() -> None:
    builder = Builder()
    builder.play(1, 1, 2, (2, 0, 0))
    row = builder.rows("one-third")[2]
    assert row.gw == 0
    assert row.exact(Tiebreaker.GW) == Fraction(1, 3)
    assert builder.rows("mtr")[2].gw == Fraction(33, 100)
    assert builder.rows("dci-1999")[2].exact(Tiebreaker.GW) == 0


def test_the_order_of_tiebreakers_is_the_events_choice() -> None:
    builder = Builder()
    builder.play(1, 1, 10, (2, 0, 0))
    builder.play(1, 2, 20, (2, 1, 0))
    builder.play(2, 20, 30)
    games_first = replace(
        PROFILES["mtr"], name="custom", tiebreakers=(Tiebreaker.GW, Tiebreaker.OMW)
    )
    by_opponents, by_games = builder.rows(), builder.rows(games_first)
    assert (by_opponents[2].place or 0) < (by_opponents[1].place or 0)
    assert (by_games[1].place or 0) < (by_games[2].place or 0)
    assert by_games[1].ogw == by_opponents[1].ogw
    none_at_all = replace(PROFILES["mtr"], name="custom", tiebreakers=())
    assert builder.rows(none_at_all)[1].drawn


def test_custom_points() -> None:
    profile = replace(PROFILES["mtr"], name="custom", win=4, draw=2, loss=1)
    builder = Builder()
    builder.play(1, 1, 2)
    builder.play(1, 3, 4, (1, 1, 0))
    builder.bye(1, 5)
    builder.unpaired(1, 6)
    rows = builder.rows(profile)
    assert [rows[player].points for player in range(1, 7)] == [4, 1, 2, 2, 4, 0]
    assert rows[1].omw == Fraction(33, 100)
    assert rows[3].omw == Fraction(1, 2)


profiles = st.builds(
    Profile,
    name=st.text(min_size=1),
    win=st.integers(4, 1000),
    draw=st.integers(2, 4),
    loss=st.integers(0, 2),
    floor=st.fractions(0, Fraction(99, 100), max_denominator=10**9),
    floor_own_gw=st.booleans(),
    show_own_gw_floored=st.booleans(),
    floor_opponents_gw=st.booleans(),
    tiebreakers=st.lists(st.sampled_from(list(Tiebreaker)), unique=True).map(tuple),
    use_games=st.booleans(),
    points_per_game=st.booleans(),
    digits=st.integers(0, 8),
    check_organizer=st.booleans(),
    bye_counts=st.booleans(),
    draw_share=st.none() | st.fractions(0, 1, max_denominator=99),
    dropped_cap=st.just(Fraction(1)) | st.just(Fraction(99, 100)),
    dropped_frozen=st.booleans(),
    opponents_mean=st.sampled_from(Mean),
    cut_off=st.booleans(),
)


@given(profiles)
def test_a_profile_survives_json(profile: Profile) -> None:
    assert Profile.from_dict(json.loads(json.dumps(profile.to_dict()))) == profile


@pytest.mark.parametrize("name", list(PROFILES))
def test_the_presets_survive_json(name: str) -> None:
    profile = PROFILES[name]
    assert profile.name == name
    assert Profile.from_dict(json.loads(json.dumps(profile.to_dict()))) == profile


@pytest.mark.parametrize(
    ("change", "field", "text"),
    [
        ({"win": 0, "draw": 0}, "win", "win > 0"),
        ({"draw": 4}, "win", "win >= draw >= loss"),
        ({"loss": 2}, "win", "win >= draw >= loss"),
        ({"win": 1001}, "win", "1000 >= win"),
        ({"win": "3"}, "win", "win must be a whole number"),
        ({"win": True}, "win", "win must be a whole number"),
        ({"floor": "one third"}, "floor", '"0.33" or "1/3"'),
        ({"floor": 0.33}, "floor", '"0.33" or "1/3"'),
        ({"floor": "1/0"}, "floor", '"0.33" or "1/3"'),
        ({"floor": "1"}, "floor", "below 1"),
        ({"floor": "-0.1"}, "floor", "at least 0"),
        ({"floor": "1e-999999999"}, "floor", '"0.33" or "1/3"'),
        ({"draw_share": "half"}, "draw_share", "the draw share must be text"),
        ({"draw_share": "3/2"}, "draw_share", "0 to 1"),
        ({"dropped_cap": "0.2"}, "dropped_cap", "from the floor to 1"),
        ({"dropped_cap": None}, "dropped_cap", "the dropped cap must be text"),
        ({"opponents_mean": "median"}, "opponents_mean", "not a kind of mean"),
        ({"bye_counts": "no"}, "bye_counts", "true or false"),
        ({"digits": 9}, "digits", "0 to 8"),
        ({"tiebreakers": ["omw", "luck"]}, "tiebreakers", "'luck' is not a tiebreaker"),
        ({"tiebreakers": ["omw", "omw"]}, "tiebreakers", "only once"),
        ({"tiebreakers": "omw"}, "tiebreakers", "must be a list"),
        ({"floor_own_gw": 1}, "floor_own_gw", "true or false"),
        ({"name": ""}, "name", "needs a name"),
        ({"colour": "red"}, "colour", "not part of a rule profile"),
    ],
)
def test_a_wrong_profile_is_refused_in_words(change: dict[str, Any], field: str, text: str) -> None:
    data = PROFILES["mtr"].to_dict() | change
    with pytest.raises(ProfileError) as caught:
        Profile.from_dict(data)
    assert caught.value.field == field
    assert text in str(caught.value)


def test_opponents_opponents_by_hand() -> None:
    builder = Builder()
    builder.play(1, 1, 2)
    builder.play(1, 3, 4)
    builder.play(2, 1, 3)
    builder.play(2, 2, 4)
    means = replace(PROFILES["yu-gi-oh"], name="custom", opponents_mean=Mean.EACH, cut_off=False)
    rows = builder.rows(means)
    assert rows[1].omw == Fraction(1, 2)
    assert [rows[player].omw for player in (2, 3, 4)] == [Fraction(1, 2)] * 3
    assert rows[1].shown(Tiebreaker.OOMW) == Fraction(1, 2)
    builder.play(3, 1, 4)
    rows = builder.rows(means)
    assert rows[1].omw == (Fraction(1, 2) + Fraction(1, 2) + 0) / 3
    assert rows[2].omw == Fraction(1, 2)
    assert rows[4].omw == (Fraction(1, 2) + Fraction(1, 2) + 1) / 3
    expected = (rows[2].omw + rows[3].omw + rows[4].omw) / 3 if rows[3].omw else None
    assert rows[1].shown(Tiebreaker.OOMW) == expected


def test_head_to_head_separates_two_who_met() -> None:
    builder = Builder()
    builder.play(1, 1, 2, LOSS)
    builder.play(2, 1, 3, WIN)
    builder.play(2, 2, 4, LOSS)
    builder.play(3, 1, 4, LOSS)
    builder.play(3, 2, 3, WIN)
    profile = replace(PROFILES["mtr"], name="custom", tiebreakers=(Tiebreaker.HEAD_TO_HEAD,))
    rows = builder.rows(profile)
    assert rows[4].points == rows[2].points == 6
    assert (rows[4].place, rows[2].place) == (1, 2)
    assert not rows[4].drawn
    assert rows[4].shown(Tiebreaker.HEAD_TO_HEAD) == 3
    assert rows[2].shown(Tiebreaker.HEAD_TO_HEAD) == 0


def test_head_to_head_says_nothing_of_a_circle_or_of_who_has_not_met() -> None:
    profile = replace(PROFILES["mtr"], name="custom", tiebreakers=(Tiebreaker.HEAD_TO_HEAD,))
    circle = Builder()
    circle.play(1, 1, 2)
    circle.play(2, 2, 3)
    circle.play(3, 3, 1)
    assert all(row.drawn for row in circle.rows(profile).values())
    chain = Builder()
    chain.play(1, 1, 2)
    chain.play(1, 3, 4)
    chain.play(2, 2, 5)
    rows = chain.rows(profile)
    assert rows[1].points == rows[2].points == rows[3].points
    assert all(rows[player].drawn for player in (1, 2, 3))


def test_the_cumulative_tiebreak_favours_early_wins() -> None:
    builder = Builder()
    for number, (first, second) in enumerate([(WIN, LOSS), (WIN, WIN), (LOSS, WIN)], start=1):
        builder.play(number, 1, 10 + number, first)
        builder.play(number, 2, 20 + number, second)
    rows = builder.rows("flesh-and-blood")
    assert rows[1].points == rows[2].points == 2
    assert rows[1].shown(Tiebreaker.CUMULATIVE) == Fraction(1, 16) + Fraction(2, 4) + 2
    assert rows[2].shown(Tiebreaker.CUMULATIVE) == Fraction(1, 4) + 2
    assert (rows[1].place or 0) < (rows[2].place or 0)
    assert rows[12].shown(Tiebreaker.OPPONENTS_CUMULATIVE) == rows[1].exact(Tiebreaker.CUMULATIVE)


def test_the_cumulative_tiebreak_is_exact_after_many_rounds() -> None:
    builder = Builder()
    for number in range(1, 10):
        builder.play(number, 1, 10 + number, WIN if number % 2 else LOSS)
    rows = builder.rows("flesh-and-blood")
    points = [(number + 1) // 2 for number in range(1, 10)]
    expected = sum(Fraction(value, 4 ** (8 - place)) for place, value in enumerate(points))
    assert rows[1].shown(Tiebreaker.CUMULATIVE) == expected


def test_a_draw_is_worth_nothing_in_flesh_and_blood() -> None:
    builder = Builder()
    builder.play(1, 1, 2, (0, 0, 1))
    assert [row.points for row in builder.rows("flesh-and-blood").values()] == [0, 0]


def test_double_sided_matches_give_points_for_each_game() -> None:
    builder = Builder()
    builder.play(1, 1, 2, (2, 0, 0))
    builder.play(1, 3, 4, (1, 1, 0))
    builder.play(2, 1, 3, (1, 0, 1))
    builder.bye(2, 2)
    rows = builder.rows("netrunner")
    assert [rows[player].points for player in (1, 2, 3, 4)] == [10, 6, 4, 3]
    assert rows[2].shown(Tiebreaker.SOS) == 5
    assert rows[4].shown(Tiebreaker.SOS) == 2
    assert rows[1].shown(Tiebreaker.SOS) == Fraction(3 + 2, 2)
    assert rows[2].shown(Tiebreaker.EXTENDED_SOS) == Fraction(5, 2)
    builder.play(3, 1, 4, (2, 1, 0))
    with pytest.raises(ValueError, match="at most two games"):
        builder.rows("netrunner")
