"""The edge cases of the rules' table, and input that cannot be."""

from dataclasses import replace
from fractions import Fraction

import pytest

from standings import PROFILES, compute
from standings.explain import explain
from standings.explained import Average
from standings.rule_values import Tiebreaker
from standings.types import Match, MatchKind, Stage, Tournament
from tests.standings.builder import DRAW, LOSS, WIN, Builder, met

THIRD = Fraction(1, 3)
FLOOR = Fraction(33, 100)


@pytest.mark.parametrize("profile", ["mtr", "dci-1999", "ja-2008", "one-third"])
def test_without_an_opponent_the_averages_are_a_dash_and_rank_as_the_floor(profile: str) -> None:
    builder = Builder()
    builder.bye(1, 1)
    row = builder.rows(profile)[1]
    assert (row.points, row.wins, row.byes, row.game_points) == (3, 1, 1, 6)
    assert row.omw is None
    assert row.ogw is None
    floor = PROFILES[profile].floor
    assert row.exact(Tiebreaker.OMW) == floor
    assert row.exact(Tiebreaker.OGW) == floor
    assert row.gw == 1


@pytest.mark.parametrize("profile", ["mtr", "dci-1999", "ja-2008", "one-third"])
def test_nothing_played_is_a_dash_and_ranks_as_the_floor(profile: str) -> None:
    rows = Builder().rows(profile, idle=(1, 2))
    assert [row.place for row in rows.values()] == [1, 2]
    floor = PROFILES[profile].floor
    for row in rows.values():
        assert (row.points, row.rounds, row.games) == (0, 0, 0)
        assert row.omw is row.gw is row.ogw is None
        assert {row.exact(name) for name in PROFILES[profile].ranked_by} == {floor}
        assert row.drawn


def test_double_loss_counts_the_round_and_makes_opponents() -> None:
    builder = Builder()
    builder.double_loss(1, 1, 2)
    builder.record(1, 1, 0, 0, start=2)
    rows = builder.rows()
    assert [(rows[n].points, rows[n].rounds, rows[n].losses) for n in (1, 2)] == [
        (3, 2, 1),
        (0, 1, 1),
    ]
    assert rows[2].omw == Fraction(1, 2)
    assert rows[1].omw == FLOOR
    assert rows[2].gw is None
    assert rows[2].exact(Tiebreaker.GW) == FLOOR


def test_double_loss_does_not_pay_what_a_loss_pays() -> None:
    profile = replace(PROFILES["mtr"], name="custom", loss=1)
    builder = Builder()
    builder.double_loss(1, 1, 2)
    builder.play(1, 3, 4)
    builder.unpaired(1, 5)
    rows = builder.rows(profile)
    assert [rows[player].points for player in (1, 2, 3, 4, 5)] == [0, 0, 3, 1, 0]


def test_intentional_draw() -> None:
    builder = Builder()
    builder.play(1, 1, 2, (0, 0, 3))
    for row in builder.rows().values():
        assert (row.points, row.game_points, row.games, row.gw) == (1, 3, 3, THIRD)


def test_draw_without_games() -> None:
    builder = Builder()
    builder.play(1, 1, 2, (0, 0, 0))
    for row in builder.rows().values():
        assert (row.points, row.draws, row.games, row.gw) == (1, 1, 0, None)
        assert row.ogw == FLOOR
        assert row.omw == THIRD


def test_one_nil_and_an_unfinished_game_is_a_win() -> None:
    builder = Builder()
    builder.play(1, 1, 2, (1, 0, 1))
    rows = builder.rows()
    assert (rows[1].points, rows[1].game_points, rows[2].game_points) == (3, 4, 1)


def test_a_dropped_opponent_counts_with_the_rounds_they_took_part_in() -> None:
    builder = Builder()
    builder.play(1, 1, 2, LOSS)
    builder.record(1, 3, 0, 0, start=2)
    part = explain(builder.tournament(), 1).part(Tiebreaker.OMW)
    assert isinstance(part, Average)
    assert [(line.record.rounds, line.used) for line in part.lines] == [(1, 1), *[(1, FLOOR)] * 3]


def test_a_loss_without_opponent_counts_the_round_and_nothing_else() -> None:
    builder = Builder()
    builder.unpaired(1, 1, games=(0, 2, 0))
    builder.play(2, 1, 2, WIN)
    row = builder.rows()[1]
    assert (row.points, row.rounds, row.losses, row.faced) == (3, 2, 1, 1)
    assert row.games == 2
    assert row.gw == 1
    explanation = explain(builder.tournament(), 1)
    assert explanation.match_win == Fraction(1, 2)
    part = explanation.part(Tiebreaker.OMW)
    assert isinstance(part, Average)
    assert [(item.round, item.why) for item in part.skipped] == [(1, "no-opponent")]


def test_disqualified_players_leave_the_places_and_keep_their_matches() -> None:
    builder = Builder()
    builder.play(1, 1, 2)
    builder.play(1, 3, 4)
    builder.play(2, 1, 3)
    builder.play(2, 2, 4)
    with_all, without = builder.rows(), builder.rows(disqualified=frozenset({1}))
    assert with_all[1].place == 1
    assert without[1].place is None
    assert sorted(without[player].place or 0 for player in (2, 3, 4)) == [1, 2, 3]
    for player in (2, 3, 4):
        assert without[player].place == (with_all[player].place or 0) - 1
        assert without[player].omw == with_all[player].omw
    assert compute(builder.tournament(disqualified=frozenset({1})))[-1].player == 1


def test_playoff_matches_never_count() -> None:
    builder = Builder()
    builder.play(1, 1, 2)
    before = builder.rows()
    builder.play(2, 2, 1)
    after = builder.rows(stages=(Stage(1, 1), Stage(2, 2, swiss=False)))
    assert after == before


def test_who_does_not_advance_is_frozen_and_who_does_is_not() -> None:
    builder = Builder()
    builder.play(1, 1, 2)
    builder.play(1, 3, 4)
    builder.play(2, 1, 3, LOSS)
    stages = (Stage(1, 1, advancing=frozenset({1, 3})), Stage(2, 2))
    rows = builder.rows(stages=stages)
    assert rows[2].omw == 1
    assert rows[4].omw == 1
    assert rows[1].omw == (FLOOR + 1) / 2
    assert rows[3].omw == (FLOOR + Fraction(1, 2)) / 2
    assert explain(builder.tournament(stages=stages), 2).frozen_after == 1
    assert explain(builder.tournament(stages=stages), 1).frozen_after is None
    thawed = builder.rows(stages=(Stage(1, 1), Stage(2, 2)))
    assert thawed[2].omw == Fraction(1, 2)


def test_a_player_frozen_by_the_first_stage_stays_so_after_the_second() -> None:
    builder = Builder()
    builder.play(1, 1, 2)
    builder.play(1, 3, 4)
    builder.play(2, 1, 3, DRAW)
    builder.play(3, 1, 5, LOSS)
    stages = (
        Stage(1, 1, advancing=frozenset({1, 3, 5})),
        Stage(2, 2, advancing=frozenset({1, 5})),
        Stage(3, 3),
    )
    rows = builder.rows(stages=stages)
    assert rows[2].omw == 1
    assert rows[3].omw == (FLOOR + Fraction(2, 3)) / 2
    assert explain(builder.tournament(stages=stages), 2).frozen_after == 1
    assert explain(builder.tournament(stages=stages), 3).frozen_after == 2


def test_the_literal_floor_ranks_one_and_two_above_nothing_and_three() -> None:
    lower, one = met([(0, 3, 0)])
    higher, other = met([(1, 2, 0)])
    assert lower.rows()[one].omw == FLOOR
    assert higher.rows()[other].omw == THIRD


def test_without_games_only_match_results_count() -> None:
    profile = replace(PROFILES["mtr"], name="teams", use_games=False)
    builder = Builder()
    builder.play(1, 1, 2, (2, 0, 0))
    builder.play(1, 3, 4, (2, 1, 0))
    rows = builder.rows(profile)
    assert rows[1].drawn
    assert rows[3].drawn
    assert rows[1].gw is rows[1].ogw is None
    assert builder.rows()[1].place == 1
    assert not builder.rows()[1].drawn


def test_the_seed_orders_players_who_are_equal_on_everything() -> None:
    players = tuple(range(1, 9))
    orders = set()
    for seed in range(20):
        rows = compute(Tournament(PROFILES["mtr"], players, (Stage(1, 1),), (), seed=seed))
        again = compute(Tournament(PROFILES["mtr"], players[::-1], (Stage(1, 1),), (), seed=seed))
        assert rows == again
        assert all(row.drawn for row in rows)
        orders.add(tuple(row.player for row in rows))
    assert len(orders) == 20


@pytest.mark.parametrize(
    ("match", "text"),
    [
        (Match(1, 1, 9, WIN), "player 9 is not in the event"),
        (Match(1, 9, None, WIN, MatchKind.BYE), "player 9 is not in the event"),
        (Match(1, 1, 2, (2, 0, -1)), "games must be"),
        (Match(1, 1, 2, (2, 0, 1000)), "games must be"),
        (Match(1, 1, None, WIN), "wrong number of players"),
        (Match(1, 1, 2, WIN, MatchKind.BYE), "wrong number of players"),
        (Match(1, 1, 2, WIN, MatchKind.UNPAIRED), "wrong number of players"),
        (Match(1, 1, 3, WIN), "more than one match"),
        (Match(1, 3, 1, WIN), "more than one match"),
        (Match(1, 4, 4, WIN), "more than one match"),
    ],
)
def test_matches_that_cannot_be_are_refused(match: Match, text: str) -> None:
    good = Match(1, 1, 5, WIN) if "more than" in text else Match(1, 4, 5, WIN)
    tournament = Tournament(PROFILES["mtr"], (1, 2, 3, 4, 5), (Stage(1, 1),), (good, match))
    with pytest.raises(ValueError, match=text):
        compute(tournament)


def test_a_player_listed_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        compute(Tournament(PROFILES["mtr"], (1, 1), (Stage(1, 1),), ()))
