"""Standings of tables of three to five: worked examples, a naive computation, properties."""

import json
import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.table_marks import check_marks
from standings import PROFILES, compute
from standings.explain import Explainer
from standings.explained import Counted, OwnMatches, TableAverage
from standings.profile import Profile
from standings.ranking import Running
from standings.row import Row
from standings.rule_values import ProfileError, Tiebreaker
from standings.tables.table_points import marked_points, shown_points
from standings.tables.table_profiles import ADDENDUM, BYE_FOUR, FIVE_ONE, TABLE_PROFILES
from standings.types import Match, MatchKind, Stage, TableMatch, Tournament
from tests.shared import shared
from tests.standings.naive_tables import Naive, NaiveRow

NONE = (0, 0, 0)


@pytest.fixture(scope="module")
def vectors() -> dict[str, Any]:
    values: dict[str, Any] = json.loads(shared("rules", "pods_vectors.json").read_text("utf-8"))
    return values


def tournament_of(event: dict[str, Any], profile: Profile) -> Tournament:
    number = {name: at for at, name in enumerate(event["players"], 1)}
    tables, alone = [], []
    for at, round in enumerate(event["rounds"], 1):
        for table in round["pods"]:
            players = tuple(number[name] for name in table["seats"])
            tables.append(TableMatch(at, players, table["results"]))
        alone += [Match(at, number[name], None, NONE, MatchKind.BYE) for name in round["byes"]]
        alone += [
            Match(at, number[name], None, NONE, MatchKind.UNPAIRED) for name in round["losses"]
        ]
    return Tournament(
        profile,
        tuple(number.values()),
        (Stage(1, len(event["rounds"])),),
        alone,
        frozenset(number[name] for name in event.get("disqualified", ())),
        tables=tables,
    )


def text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def ranked(row: Row) -> tuple[Fraction, ...]:
    return (row.exact_points, *(row.exact(name) for name in row.scales.profile.ranked_by))


@pytest.mark.parametrize("name", list(TABLE_PROFILES))
def test_the_worked_standings(vectors: dict[str, Any], name: str) -> None:
    assert len(vectors["examples"]) == 29
    for example in vectors["examples"]:
        tournament = tournament_of(example["event"], TABLE_PROFILES[name])
        rows, naive = compute(tournament), Naive(tournament)
        placed = [row for row in rows if row.place is not None]
        names = example["event"]["players"]
        for row, expected in zip(placed, example["expected"][name], strict=True):
            own = naive.row(row.player)
            where = example["id"], names[row.player - 1]
            equal = [other for other in placed if ranked(other) == ranked(row)]
            place = min(other.place or 0 for other in equal)
            if len(equal) == 1:
                assert names[row.player - 1] == expected["name"], where
            mine = next(line for line in example["expected"][name] if line["name"] == where[1])
            assert place == mine["place"], where
            assert str(row.exact_points) == str(own.points) == mine["points"], where
            assert row.rounds == own.rounds == mine["rounds"], where
            assert text(row.omw) == text(own.omw) == mine["omw"], where
            assert (text(own.mw), text(own.mw_used)) == (mine["mw"], mine["mw_used"]), where
            assert text(own.opponents_points) == mine["oamp"], where
            for tiebreaker in TABLE_PROFILES[name].ranked_by:
                assert row.exact(tiebreaker) == own.values[tiebreaker], (where, tiebreaker)


def test_the_profiles_are_those_of_the_rules(vectors: dict[str, Any]) -> None:
    code = {"omw": "omw", "mw": "mw", "oomw": "oomw", "oamp": "opponents-points", "games": "tables"}
    for name, values in vectors["profiles"].items():
        profile = TABLE_PROFILES[name]
        points = (profile.win, profile.draw, profile.loss, profile.bye)
        assert points == tuple(values[key] for key in ("win", "draw", "loss", "bye"))
        assert profile.table_size == values["pod_size"]
        assert profile.bye_counts == values["byes_in_mw"]
        assert profile.event_rounds == (values["mw_rounds"] == "event")
        assert profile.floor == Fraction(values["floor"])
        assert profile.bye_opponents == values["bye_opponents"]
        assert profile.short_opponents == values["short_opponents"]
        assert profile.meet_once == (values["opponents"] == "once")
        order = [code.get(item, item) for item in values["order"]]
        assert ["points", *(item.value for item in profile.tiebreakers)] == order
        assert {str(len(row)): list(row) for row in profile.places} == values["places"]


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    """Some rounds in which players sit anyhow at tables, have byes, or come late."""
    luck = random.Random(draw(st.integers(0, 2**32)))
    profile = TABLE_PROFILES[draw(st.sampled_from(list(TABLE_PROFILES)))]
    if draw(st.booleans()):
        profile = replace(profile, loss=1, draw=2, floor=Fraction(2, 7), name="custom")
    players = list(range(10, 10 + draw(st.integers(3, 14))))
    tables: list[TableMatch] = []
    alone: list[Match] = []
    rounds = draw(st.integers(0, 5))
    for number in range(1, rounds + 1):
        order = players[:]
        luck.shuffle(order)
        while order:
            size = luck.choice([3, 4, 4, 4, 5])
            if len(order) < size or luck.random() < 0.1:
                kind = luck.choice([MatchKind.BYE, MatchKind.UNPAIRED, None])
                player = order.pop()
                if kind is not None:
                    alone.append(Match(number, player, None, NONE, kind))
                continue
            tables.append(TableMatch(number, tuple(order[:size]), marks(luck, size)))
            del order[:size]
    out = frozenset(player for player in players if luck.random() < 0.05)
    return Tournament(
        profile, tuple(players), (Stage(1, max(rounds, 1)),), alone, out, 5, tables=tables
    )


def marks(luck: random.Random, size: int) -> str:
    kind = luck.random()
    if kind < 0.1:
        return "l" * size
    if kind < 0.5:
        winner = luck.randrange(size)
        return "".join("w" if seat == winner else "l" for seat in range(size))
    if kind < 0.7:
        drawn = luck.sample(range(size), luck.randint(2, size))
        return "".join("d" if seat in drawn else "l" for seat in range(size))
    heights = [luck.randint(1, size) for _ in range(size)]
    return "".join(str(1 + sum(other < height for other in heights)) for height in heights)


@settings(max_examples=120, deadline=None)
@given(tournaments())
def test_the_engine_equals_the_naive_computation(tournament: Tournament) -> None:
    naive = Naive(tournament)
    explainer = Explainer(tournament)
    for row in compute(tournament):
        own: NaiveRow = naive.row(row.player)
        assert (row.exact_points, row.rounds, row.omw) == (own.points, own.rounds, own.omw)
        explained = explainer.explain(row.player)
        assert explained.record.points == own.points
        assert explained.match_win == own.mw_used
        for tiebreaker in tournament.profile.ranked_by:
            assert row.exact(tiebreaker) == own.values[tiebreaker]
            part = explained.part(tiebreaker)
            assert part.ranked == own.values[tiebreaker]  # type: ignore[union-attr]
            assert part.value == row.shown(tiebreaker)
        json.dumps(explained.to_dict())


@settings(max_examples=60, deadline=None)
@given(tournaments(), st.randoms(use_true_random=False))
def test_neither_order_nor_steps_change_the_standings(
    tournament: Tournament, luck: random.Random
) -> None:
    tables, alone = list(tournament.tables), list(tournament.matches)
    luck.shuffle(tables)
    luck.shuffle(alone)
    rows = compute(tournament)
    assert compute(replace(tournament, tables=tables, matches=alone)) == rows
    running = Running(tournament)
    for table in tables:
        running.add([table])
    for match in alone:
        running.add([match])
    assert running.rows() == rows


@settings(max_examples=60, deadline=None)
@given(tournaments())
def test_places_are_distinct_and_fall_with_points(tournament: Tournament) -> None:
    rows = compute(tournament)
    placed = [row for row in rows if row.place is not None]
    assert [row.place for row in placed] == list(range(1, len(placed) + 1))
    assert [ranked(row) for row in placed] == sorted(map(ranked, placed), reverse=True)
    assert {row.player for row in rows if row.place is None} == tournament.disqualified


def test_the_explanation_lists_opponents_by_table_and_added_ones_as_a_line(
    vectors: dict[str, Any],
) -> None:
    example = next(item for item in vectors["examples"] if item["id"] == "bye_then_loss")
    explainer = Explainer(tournament_of(example["event"], FIVE_ONE))
    at_e = explainer.explain(5)
    omw = at_e.part(Tiebreaker.OMW)
    assert isinstance(omw, TableAverage)
    assert [line.round for line in omw.lines] == [2, 2, 2]
    [added] = omw.phantoms
    assert (added.round, added.count, added.why, added.used) == (1, 3, "bye", Fraction(1, 5))
    assert (omw.count, omw.value, omw.skipped) == (6, Fraction(3, 10), ())
    own = at_e.part(Tiebreaker.MW)
    assert isinstance(own, OwnMatches)
    assert (own.won, own.possible, own.value, own.floored) == (5, 10, Fraction(1, 2), False)


def test_a_table_of_three_adds_a_line_where_the_profile_does(vectors: dict[str, Any]) -> None:
    example = next(item for item in vectors["examples"] if item["id"] == "short_table")
    explainer = Explainer(tournament_of(example["event"], ADDENDUM))
    omw = explainer.explain(6).part(Tiebreaker.OMW)
    assert isinstance(omw, TableAverage)
    assert [(added.count, added.why) for added in omw.phantoms] == [(1, "short-table")]
    assert (omw.count, omw.value) == (6, Fraction(17, 84))
    counts = Explainer(tournament_of(example["event"], BYE_FOUR)).explain(6)
    tables, beaten = counts.part(Tiebreaker.TABLES), counts.part(Tiebreaker.BEATEN)
    assert isinstance(tables, Counted)
    assert isinstance(beaten, Counted)
    assert [(line.round, line.count) for line in tables.lines] == [(1, 1), (2, 1)]
    assert beaten.text == str(beaten.value) == "5"


def test_shared_places_share_their_points() -> None:
    assert marked_points(FIVE_ONE, "1323") == [300, 90, 180, 90]
    row = compute(
        Tournament(
            FIVE_ONE, (1, 2, 3, 4), (Stage(1, 1),), (), tables=[TableMatch(1, (1, 2, 3, 4), "1323")]
        )
    )[-1]
    assert row.exact_points == Fraction(3, 2)
    assert row.points == 1.5


def test_sums_of_shared_points_are_told_apart_by_two_digits() -> None:
    shown = [shown_points(points, 60) for points in range(601)]
    assert len(set(shown)) == len(shown)
    assert [str(number) for number in shown[58:62]] == ["0.97", "0.98", "1", "1.02"]


@pytest.mark.parametrize(
    "wrong", ["", "wl", "wllllll", "wwll", "wdll", "dlll", "1123", "0123", "w123", "xlll"]
)
def test_marks_that_cannot_be_are_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"table|marks|seat|places"):
        check_marks(wrong)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (TableMatch(1, (1, 2, 9), "wll"), "player 9 is not in the event"),
        (TableMatch(1, (1, 2, 3), "wlll"), "not one mark a seat"),
        (TableMatch(1, (1, 2, 2), "wll"), "more than one match"),
    ],
)
def test_tables_that_cannot_be_are_refused(table: TableMatch, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        compute(Tournament(FIVE_ONE, (1, 2, 3, 4), (Stage(1, 1),), (), tables=[table]))


def test_a_player_sits_at_one_table_a_round() -> None:
    tables = [TableMatch(1, (1, 2, 3), "wll"), TableMatch(1, (3, 4, 5), "wll")]
    with pytest.raises(ValueError, match="more than one match"):
        compute(Tournament(FIVE_ONE, (1, 2, 3, 4, 5), (Stage(1, 1),), (), tables=tables))


def test_matches_of_two_have_no_tables() -> None:
    tables = [TableMatch(1, (1, 2, 3), "wll")]
    with pytest.raises(ValueError, match="matches of two"):
        compute(Tournament(PROFILES["mtr"], (1, 2, 3), (Stage(1, 1),), (), tables=tables))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"table_size": 2}, "table_size"),
        ({"table_size": True}, "table_size"),
        ({"bye": -1}, "bye"),
        ({"bye": 5000}, "bye"),
        ({"bye_opponents": 9}, "bye_opponents"),
        ({"short_opponents": "1"}, "short_opponents"),
        ({"places": {"4": [5, 3, 2, 1]}}, "places"),
        ({"places": {"3": [5, 3], "4": [5, 3, 2, 1], "5": [5, 3, 2, 1, 0]}}, "places"),
        ({"places": {"3": [9, 3, 2], "4": [5, 3, 2, 1], "5": [5, 3, 2, 1, 0]}}, "places"),
        ({"use_games": True}, "tiebreakers"),
        ({"tiebreakers": ["head-to-head"]}, "tiebreakers"),
        ({"opponents_mean": "pooled"}, "opponents_mean"),
    ],
)
def test_profiles_of_tables_are_checked(change: dict[str, object], field: str) -> None:
    with pytest.raises(ProfileError) as refused:
        Profile.from_dict(FIVE_ONE.to_dict() | change)
    assert refused.value.field == field


@pytest.mark.parametrize("name", list(TABLE_PROFILES))
def test_a_profile_of_tables_survives_json(name: str) -> None:
    profile = TABLE_PROFILES[name]
    assert Profile.from_dict(json.loads(json.dumps(profile.to_dict()))) == profile


@pytest.mark.parametrize("name", list(PROFILES))
def test_profiles_of_two_are_written_as_before(name: str) -> None:
    later = {"table_size", "bye", "bye_opponents", "short_opponents", "event_rounds", "places"}
    assert not later & PROFILES[name].to_dict().keys()
