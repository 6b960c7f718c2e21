"""Properties of every event, whatever happened in it."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from standings import Running, compute
from standings.explain import Explainer
from standings.explained import Average, OwnGames
from standings.profile import PROFILES
from standings.row import Row, shown_texts
from standings.rule_values import GAME_TIEBREAKERS, LOWER_IS_BETTER, Tiebreaker
from standings.types import Match, MatchKind, Tournament
from tests.standings.events import tournaments
from tests.standings.naive import naive

FIGURES = (Tiebreaker.OMW, Tiebreaker.GW, Tiebreaker.OGW)
ALL_PROFILES = tuple(PROFILES)


def _key(row: Row) -> tuple[object, ...]:
    return row.points, *(row.exact(name) for name in row.scales.profile.ranked_by)


def check_exact_equals_a_naive_second_implementation(tournament: Tournament) -> None:
    expected = naive(tournament)
    use_games = tournament.profile.use_games
    rows = compute(tournament)
    assert {row.player for row in rows} == set(tournament.players)
    for row in rows:
        other = expected[row.player]
        assert (row.points, (row.wins, row.losses, row.draws)) == (other.points, other.record)
        assert row.omw == other.omw
        assert row.gw == (other.gw if use_games else None)
        assert row.ogw == (other.ogw if use_games else None)
        used = FIGURES if use_games else FIGURES[:1]
        assert tuple(row.exact(name) for name in used) == other.ranked[: len(used)]


def check_order_follows_the_naive_values(tournament: Tournament) -> None:
    expected = naive(tournament)
    count = 3 if tournament.profile.use_games else 1
    stays = [row for row in compute(tournament) if row.place is not None]
    for above, below in pairwise(stays):
        one, other = expected[above.player], expected[below.player]
        first = (one.points, *one.ranked[:count])
        second = (other.points, *other.ranked[:count])
        assert first > second or (first == second and above.drawn and below.drawn)


def check_texts_of_a_column_are_those_of_its_rows(tournament: Tournament) -> None:
    rows = compute(tournament)
    names = rows[0].scales.names if rows else ()
    for name in {*FIGURES, *names}:
        shown = [row.shown(name) for row in rows]
        assert shown_texts(rows, name) == [None if value is None else str(value) for value in shown]


def check_the_order_of_matches_and_players_does_not_matter(
    tournament: Tournament, source: random.Random
) -> None:
    matches, players = list(tournament.matches), list(tournament.players)
    source.shuffle(matches)
    source.shuffle(players)
    turned = [_turned(match) if source.random() < 0.5 else match for match in matches]
    shuffled = replace(tournament, matches=turned, players=tuple(players))
    assert compute(shuffled) == compute(tournament)


def _turned(match: Match) -> Match:
    if match.second is None:
        return match
    won, lost, drawn = match.games
    return Match(match.round, match.second, match.first, (lost, won, drawn), match.kind)


def _double_sided(tournament: Tournament) -> Tournament:
    return replace(
        tournament,
        matches=[
            match._replace(games=(*match.games[:2], 0))
            for match in tournament.matches
            if sum(match.games[:2]) <= 2
        ],
    )


def check_figures_do_not_depend_on_ids(tournament: Tournament, source: random.Random) -> None:
    numbers = source.sample(range(10**9), len(tournament.players))
    new = dict(zip(tournament.players, numbers, strict=True))
    renamed = replace(
        tournament,
        players=tuple(new[player] for player in tournament.players),
        stages=tuple(
            replace(
                stage,
                advancing=None
                if stage.advancing is None
                else frozenset(new[player] for player in stage.advancing),
            )
            for stage in tournament.stages
        ),
        matches=[
            match._replace(
                first=new[match.first],
                second=None if match.second is None else new[match.second],
            )
            for match in tournament.matches
        ],
        disqualified=frozenset(new[player] for player in tournament.disqualified),
    )
    before = {new[row.player]: row for row in compute(tournament)}
    after = compute(renamed)
    for row in after:
        assert _key(row) == _key(before[row.player])
        if not row.drawn:
            assert row.place == before[row.player].place


def check_percentages_are_within_bounds(tournament: Tournament) -> None:
    floor = tournament.profile.floor
    for row in compute(tournament):
        assert row.omw is None or floor <= row.omw <= 1
        assert row.gw is None or 0 <= row.gw <= 1
        assert row.ogw is None or 0 <= row.ogw <= 1
        assert (row.omw is None) == (row.faced == 0)


def check_match_points_add_up(tournament: Tournament) -> None:
    profile = tournament.profile
    swiss = [stage for stage in tournament.stages if stage.swiss]
    given_out = 0
    for match in tournament.matches:
        if not any(stage.first_round <= match.round <= stage.last_round for stage in swiss):
            continue
        if match.kind is MatchKind.BYE:
            given_out += profile.win
        elif match.kind is MatchKind.PLAYED:
            draw = match.games[0] == match.games[1]
            given_out += 2 * profile.draw if draw else profile.win + profile.loss
    rows = compute(tournament)
    assert sum(row.points for row in rows) == given_out
    assert all(row.wins + row.losses + row.draws == row.rounds for row in rows)


def check_places_are_distinct_and_disqualified_players_have_none(tournament: Tournament) -> None:
    rows = compute(tournament)
    stays = len(tournament.players) - len(tournament.disqualified)
    places = [row.place for row in rows]
    assert places == [*range(1, stays + 1), *[None] * len(tournament.disqualified)]
    assert {row.player for row in rows if row.place is None} == tournament.disqualified


def check_incremental_equals_full(tournament: Tournament) -> None:
    running = Running(tournament)
    for match in tournament.matches:
        running.add([match])
        running.rows()
    assert running.rows() == compute(tournament)


def check_through_round_equals_an_event_that_ended_there(tournament: Tournament, last: int) -> None:
    early = replace(tournament, matches=[m for m in tournament.matches if m.round <= last])
    assert compute(tournament, last) == compute(early)


def check_explanations_lead_to_the_figures_of_the_standings(tournament: Tournament) -> None:
    explainer = Explainer(tournament)
    for row in explainer.rows:
        explanation = explainer.explain(row.player)
        wanted = [
            name
            for name in row.scales.names
            if name is not Tiebreaker.HEAD_TO_HEAD
            and (tournament.profile.use_games or name not in GAME_TIEBREAKERS)
        ]
        assert [part.tiebreaker for part in explanation.parts] == wanted
        for part in explanation.parts:
            assert part.value == row.shown(part.tiebreaker)
            if isinstance(part, Average):
                assert part.ranked == row.exact(part.tiebreaker)
                assert part.total == sum((line.used for line in part.lines), Fraction(0))
                assert part.count == len(part.lines) == row.faced
            elif isinstance(part, OwnGames):
                assert part.ranked == row.exact(part.tiebreaker)
                assert sum(line.game_points for line in part.lines) == part.won
                assert 3 * sum(line.games for line in part.lines) == part.possible


def check_separation_names_the_first_difference(tournament: Tournament) -> None:
    explainer = Explainer(tournament)
    for above, below in pairwise(explainer.rows):
        found = explainer.separate(below.player, above.player)
        assert (found.ahead, found.behind) == (above.player, below.player)
        if above.place is not None and below.place is None:
            assert (found.by, found.compared) == ("disqualified", ())
            continue
        *equal, decisive = found.compared
        assert all(item.first == item.second for item in equal)
        if found.by == "seed":
            assert decisive.first == decisive.second
            assert above.drawn
            assert below.drawn
        else:
            assert found.by == decisive.by
            values = (decisive.first, decisive.second)
            ahead = min(values) if found.by in LOWER_IS_BETTER else max(values)
            assert decisive.first != decisive.second
            assert decisive.first == ahead
            assert decisive.first_text != decisive.second_text


@given(tournaments(), st.randoms(), st.integers(0, 8))
def test_properties_of_magic_events(
    tournament: Tournament, source: random.Random, last: int
) -> None:
    """Check all of them with each event: drawing an event takes longer than a check."""
    check_exact_equals_a_naive_second_implementation(tournament)
    check_order_follows_the_naive_values(tournament)
    check_figures_do_not_depend_on_ids(tournament, source)
    check_percentages_are_within_bounds(tournament)
    check_match_points_add_up(tournament)
    check_places_are_distinct_and_disqualified_players_have_none(tournament)
    check_through_round_equals_an_event_that_ended_there(tournament, last)


@given(tournaments(ALL_PROFILES), st.randoms())
def test_properties_of_events_of_every_game(tournament: Tournament, source: random.Random) -> None:
    if tournament.profile.points_per_game:
        tournament = _double_sided(tournament)
    check_texts_of_a_column_are_those_of_its_rows(tournament)
    check_the_order_of_matches_and_players_does_not_matter(tournament, source)
    check_incremental_equals_full(tournament)
    check_explanations_lead_to_the_figures_of_the_standings(tournament)
    check_separation_names_the_first_difference(tournament)
