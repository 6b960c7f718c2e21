"""Rules of other games: worked examples, and a second implementation of every figure."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standings import PROFILES, compute
from standings.display import PERCENTAGES, cut_off
from standings.explain import Explainer, explain
from standings.explained import Average, OwnLosses, Pooled
from standings.profile import Profile
from standings.row import Row, shown_texts
from standings.rule_values import GAME_TIEBREAKERS, LOWER_IS_BETTER, Mean, Tiebreaker
from standings.types import Stage, Tournament
from tests.standings.builder import DRAW, LOSS, WIN, Builder
from tests.standings.events import tournaments
from tests.standings.naive_games import figures

NAMES = (
    Tiebreaker.OMW,
    Tiebreaker.OOMW,
    Tiebreaker.MATCH_LOSS,
    Tiebreaker.OPPONENTS_MATCH_LOSS,
    Tiebreaker.CUMULATIVE,
    Tiebreaker.OPPONENTS_CUMULATIVE,
)
OWN = (Tiebreaker.MATCH_LOSS, Tiebreaker.CUMULATIVE)


@st.composite
def other_games(draw: Any) -> Tournament:
    """An event under rules in which everything that other games need is drawn."""
    tournament = draw(tournaments())
    floor = draw(st.sampled_from((Fraction(0), Fraction(1, 4), Fraction(33, 100))))
    profile = replace(
        tournament.profile,
        name="drawn",
        floor=floor,
        win=draw(st.sampled_from((1, 3))),
        draw=draw(st.sampled_from((0, 1))),
        tiebreakers=tuple(draw(st.permutations(NAMES))),
        use_games=draw(st.booleans()),
        digits=draw(st.integers(0, 3)),
        bye_counts=draw(st.booleans()),
        draw_share=draw(st.sampled_from((None, Fraction(0), Fraction(1, 2), Fraction(1, 3)))),
        dropped_cap=draw(st.sampled_from((Fraction(1), Fraction(3, 4), Fraction(1, 2)))),
        dropped_frozen=draw(st.booleans()),
        opponents_mean=draw(st.sampled_from(Mean)),
        cut_off=draw(st.booleans()),
    )
    gone = draw(st.lists(st.sampled_from(tournament.players), unique=True))
    dropped = {
        player: max(
            (one.round for one in tournament.matches if player in (one.first, one.second)),
            default=0,
        )
        for player in gone
    }
    made: Tournament = replace(tournament, profile=profile, dropped=dropped)
    return made


def presets(names: tuple[str, ...]) -> st.SearchStrategy[Tournament]:
    return st.builds(
        lambda drawn, name: replace(drawn, profile=PROFILES[name]),
        other_games(),
        st.sampled_from(names),
    )


events = other_games() | presets(
    ("pokemon", "one-piece", "star-wars-unlimited", "flesh-and-blood", "yu-gi-oh")
)


def check_every_figure_equals_a_naive_second_implementation(tournament: Tournament) -> None:
    profile = tournament.profile
    for row in compute(tournament):
        expected = figures(tournament, row.player)
        for name in NAMES:
            if name not in row.scales.names:
                continue
            value = expected[name.value]
            if value is not None and profile.cut_off and name in PERCENTAGES:
                value = cut_off(value, profile.digits)
            assert row.shown(name) == value, name


def _key(row: Row) -> tuple[Fraction, ...]:
    profile = row.scales.profile
    values = [
        -row.exact(name) if name in LOWER_IS_BETTER else row.exact(name)
        for name in profile.ranked_by
        if name is not Tiebreaker.HEAD_TO_HEAD
    ]
    return Fraction(row.points), *values


def check_the_order_follows_the_figures(tournament: Tournament) -> None:
    stays = [row for row in compute(tournament) if row.place is not None]
    for above, below in pairwise(stays):
        assert _key(above) >= _key(below)


def check_explanations_lead_to_the_figures(tournament: Tournament) -> None:
    explainer = Explainer(tournament)
    profile = tournament.profile
    for name in explainer.rows[0].scales.names if explainer.rows else ():
        shown = [row.shown(name) for row in explainer.rows]
        texts = [None if value is None else str(value) for value in shown]
        assert shown_texts(explainer.rows, name) == texts
    for row in explainer.rows:
        explanation = explainer.explain(row.player)
        wanted = [
            name
            for name in row.scales.names
            if name is not Tiebreaker.HEAD_TO_HEAD
            and (profile.use_games or name not in GAME_TIEBREAKERS)
        ]
        assert [part.tiebreaker for part in explanation.parts] == wanted
        for part in explanation.parts:
            assert part.value == row.shown(part.tiebreaker)
            if isinstance(part, Pooled):
                assert part.ranked == row.exact(part.tiebreaker)
                assert part.won == sum((line.won for line in part.lines), Fraction(0))
                assert part.possible == sum(line.possible for line in part.lines)
            elif isinstance(part, Average):
                assert part.ranked == row.exact(part.tiebreaker)
                assert part.total == sum((line.used for line in part.lines), Fraction(0))
            elif isinstance(part, OwnLosses):
                assert part.ranked == row.exact(part.tiebreaker)
        assert explanation.to_dict()


def check_through_round_equals_an_event_that_ended_there(tournament: Tournament, last: int) -> None:
    early = replace(tournament, matches=[m for m in tournament.matches if m.round <= last])
    assert compute(tournament, last) == compute(early)


@given(events, st.integers(0, 6))
def test_properties_of_other_games(tournament: Tournament, last: int) -> None:
    """Check all of them with each event: drawing an event takes longer than a check."""
    check_every_figure_equals_a_naive_second_implementation(tournament)
    check_the_order_follows_the_figures(tournament)
    check_explanations_lead_to_the_figures(tournament)
    check_through_round_equals_an_event_that_ended_there(tournament, last)


def test_a_bye_counts_in_nobodys_win_percentage_in_pokemon() -> None:
    builder = Builder()
    builder.bye(1, 2)
    builder.play(2, 1, 2)
    builder.play(3, 2, 3)
    rows = builder.rows("pokemon")
    assert rows[2].points == 6
    part = explain(builder.tournament("pokemon"), 1).part(Tiebreaker.OMW)
    assert isinstance(part, Average)
    (line,) = part.lines
    assert (line.raw, rows[1].omw) == (Fraction(1, 2), Fraction(1, 2))


@pytest.mark.parametrize(("share", "expected"), [(None, "4/9"), ("1/2", "1/2"), ("0", "1/3")])
def test_a_tie_is_the_share_of_a_win_that_the_rules_say(share: str | None, expected: str) -> None:
    builder = Builder()
    builder.play(1, 1, 2, LOSS)
    builder.record(2, 0, 1, 1, start=2)
    drawn = None if share is None else Fraction(share)
    profile = replace(PROFILES["mtr"], name="custom", draw_share=drawn)
    assert builder.rows(profile)[1].omw == Fraction(expected)


def test_a_player_who_dropped_is_capped_once_they_miss_a_round() -> None:
    builder = Builder()
    builder.play(1, 2, 1)
    left = replace(builder.tournament("pokemon"), dropped={2: 1})
    assert {row.player: row.omw for row in compute(left)}[1] == 1, "no round was missed yet"
    builder.play(2, 1, 3)
    left = replace(builder.tournament("pokemon"), dropped={2: 1})
    part = explain(left, 1).part(Tiebreaker.OMW)
    assert isinstance(part, Average)
    first, second = part.lines
    assert (first.raw, first.used) == (Fraction(1), Fraction(3, 4))
    assert (first.capped, first.floored) == (True, False)
    assert (second.used, second.capped, second.floored) == (Fraction(1, 4), False, True)
    stayed = builder.tournament("pokemon")
    assert {row.player: row.omw for row in compute(stayed)}[1] == Fraction(5, 8)


def test_who_was_cut_after_the_last_round_of_a_stage_did_not_drop() -> None:
    builder = Builder()
    builder.play(1, 2, 1)
    builder.play(2, 1, 3)
    stages = (Stage(1, 1, advancing=frozenset({1, 3})), Stage(2, 2))
    cut = replace(builder.tournament("pokemon", stages=stages), dropped={2: 1})
    assert {row.player: row.omw for row in compute(cut)}[1] == Fraction(5, 8)


def test_the_figures_of_a_player_who_dropped_stay_in_pokemon() -> None:
    builder = Builder()
    builder.play(1, 1, 2)
    builder.play(2, 1, 3, LOSS)
    left = replace(builder.tournament("pokemon"), dropped={2: 1})
    assert {row.player: row.omw for row in compute(left)}[2] == 1
    explanation = explain(left, 2)
    assert (explanation.frozen_after, explanation.frozen_by_drop) == (1, True)
    assert {row.player: row.omw for row in compute(builder.tournament("pokemon"))}[2] == Fraction(
        1, 2
    )


def test_a_draw_ranks_above_a_loss_in_flesh_and_blood() -> None:
    builder = Builder()
    for number, (first, second) in enumerate(
        [(WIN, WIN), (WIN, WIN), (WIN, WIN), (LOSS, DRAW)], start=1
    ):
        builder.play(number, 1, 10 + number, first)
        builder.play(number, 2, 20 + number, second)
    rows = builder.rows("flesh-and-blood")
    assert rows[1].points == rows[2].points == 3
    assert rows[1].exact(Tiebreaker.CUMULATIVE) == rows[2].exact(Tiebreaker.CUMULATIVE)
    assert rows[1].shown(Tiebreaker.MATCH_LOSS) == Fraction(1, 4)
    assert rows[2].shown(Tiebreaker.MATCH_LOSS) == 0
    assert (rows[2].place or 0) < (rows[1].place or 0)
    separation = Explainer(builder.tournament("flesh-and-blood")).separate(1, 2)
    assert (separation.ahead, separation.by) == (2, "match-loss")


def test_opponents_who_lost_less_rank_higher_in_flesh_and_blood() -> None:
    builder = Builder()
    builder.play(1, 1, 3)
    builder.play(1, 2, 4)
    builder.play(2, 3, 5, DRAW)
    builder.play(2, 4, 6, LOSS)
    rows = builder.rows("flesh-and-blood")
    assert rows[1].shown(Tiebreaker.OPPONENTS_MATCH_LOSS) == Fraction(1, 2)
    assert rows[2].shown(Tiebreaker.OPPONENTS_MATCH_LOSS) == 1
    assert (rows[1].place or 0) < (rows[2].place or 0)


def test_a_bye_is_no_match_played_in_flesh_and_blood() -> None:
    builder = Builder()
    builder.bye(1, 1)
    builder.play(2, 1, 2, LOSS)
    row = builder.rows("flesh-and-blood")[1]
    assert row.shown(Tiebreaker.MATCH_LOSS) == 1
    alone = Builder()
    alone.bye(1, 1)
    alone.play(1, 2, 3)
    assert alone.rows("flesh-and-blood")[1].shown(Tiebreaker.MATCH_LOSS) is None


def test_a_match_without_a_winner_is_worth_nothing_in_star_wars_unlimited() -> None:
    builder = Builder()
    builder.play(1, 1, 2, DRAW)
    builder.play(2, 1, 3)
    rows = builder.rows("star-wars-unlimited")
    assert [rows[player].points for player in (1, 2, 3)] == [1, 0, 0]
    assert rows[2].omw == Fraction(1, 2)
    assert rows[3].omw == Fraction(1, 2)
    assert rows[1].omw == Fraction(1, 3)


def test_one_piece_leaves_byes_out_of_the_percentages() -> None:
    builder = Builder()
    builder.bye(1, 2)
    builder.play(2, 1, 2)
    builder.play(3, 2, 3, LOSS)
    builder.double_loss(3, 1, 4)
    rows = builder.rows("one-piece")
    assert rows[2].points == 3
    assert rows[3].omw == Fraction(33, 100)
    assert rows[1].omw == Fraction(33, 100)


def test_yu_gi_oh_pools_and_cuts_off() -> None:
    builder = Builder()
    builder.play(1, 1, 2)
    builder.play(1, 3, 4)
    builder.play(2, 1, 3)
    builder.play(2, 2, 4)
    builder.play(3, 1, 4)
    rows = builder.rows("yu-gi-oh")
    # 2 has 3 points of 6, 3 has 3 of 6, 4 has 0 of 9.
    assert rows[1].omw == cut_off(Fraction(6, 21), 1) == Fraction(285, 1000)
    part = explain(builder.tournament("yu-gi-oh"), 1).part(Tiebreaker.OMW)
    assert isinstance(part, Pooled)
    assert (int(part.won), part.possible, part.text) == (6, 21, "28.5")
    # Behind 2: 1 and 4; behind 3: 4 and 1; behind 4: 3, 2 and 1.
    assert rows[1].shown(Tiebreaker.OOMW) == cut_off(Fraction(9 + 9 + 15, 18 + 18 + 21), 1)


def test_opponents_opponents_in_one_list_are_not_a_mean_of_means() -> None:
    builder = Builder()
    builder.play(1, 1, 2)
    builder.play(2, 1, 3)
    builder.play(3, 2, 4)
    each = replace(PROFILES["mtr"], name="custom", tiebreakers=(Tiebreaker.OOMW,))
    flat = replace(each, opponents_mean=Mean.FLAT)
    low = Fraction(33, 100)
    assert builder.rows(each)[1].shown(Tiebreaker.OOMW) == ((1 + low) / 2 + 1) / 2
    assert builder.rows(flat)[1].shown(Tiebreaker.OOMW) == (1 + low + 1) / 3


def test_what_other_games_need_is_absent_from_other_profiles() -> None:
    assert "bye_counts" not in PROFILES["mtr"].to_dict()
    assert PROFILES["pokemon"].to_dict()["draw_share"] == "1/2"
    assert Profile.from_dict({"name": "old"}).opponents_mean is Mean.EACH
