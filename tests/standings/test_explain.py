"""Explanations as a player would check them, and as JSON."""

import json
from fractions import Fraction

import pytest

from standings.explain import Explainer, explain, separate
from standings.explained import Average, OwnGames
from standings.profile import PROFILES
from standings.rule_values import Tiebreaker
from standings.types import MatchKind, Stage, Tournament
from tests.standings.builder import Builder, met


def test_each_opponent_stands_with_record_fraction_and_floor() -> None:
    builder, player = met([(3, 1, 0), (0, 4, 0)], byes=1)
    part = explain(builder.tournament(), player).part(Tiebreaker.OMW)
    assert isinstance(part, Average)
    first, second = part.lines
    assert (first.record.wins, first.record.losses, first.record.draws) == (3, 1, 0)
    assert (first.won, first.possible, first.raw) == (9, 12, Fraction(3, 4))
    assert (first.used, first.floored, first.text) == (Fraction(3, 4), False, "75.00")
    assert (second.won, second.possible, second.raw) == (0, 12, Fraction(0))
    assert (second.used, second.floored, second.text) == (Fraction(33, 100), True, "33.00")
    assert [(item.round, item.why) for item in part.skipped] == [(1, "bye")]
    assert (part.total, part.count) == (Fraction(108, 100), 2)
    assert (part.value, part.text) == (Fraction(54, 100), "54.00")


def test_a_dash_says_what_ranks_instead() -> None:
    builder = Builder()
    builder.bye(1, 1)
    part = explain(builder.tournament(), 1).part(Tiebreaker.OMW)
    assert isinstance(part, Average)
    assert (part.value, part.text, part.count) == (None, "–", 0)
    assert part.ranked == Fraction(33, 100)


def test_own_games_round_by_round() -> None:
    builder = Builder()
    builder.play(1, 1, 2, (2, 1, 0))
    builder.bye(2, 1)
    builder.play(3, 3, 1, (0, 0, 0))
    builder.unpaired(4, 1)
    part = explain(builder.tournament(), 1).part(Tiebreaker.GW)
    assert isinstance(part, OwnGames)
    assert [(line.round, line.player, line.game_points, line.games) for line in part.lines] == [
        (1, 2, 6, 3),
        (2, None, 6, 2),
    ]
    assert (part.won, part.possible, part.text) == (12, 15, "80.00")


def test_own_games_shown_without_and_ranked_with_the_floor() -> None:
    builder = Builder()
    builder.play(1, 1, 2, (0, 2, 0))
    part = explain(builder.tournament("one-third"), 1).part(Tiebreaker.GW)
    assert isinstance(part, OwnGames)
    assert (part.value, part.ranked, part.floored) == (Fraction(0), Fraction(1, 3), False)
    part = explain(builder.tournament("mtr"), 1).part(Tiebreaker.GW)
    assert isinstance(part, OwnGames)
    assert (part.raw, part.value, part.floored) == (Fraction(0), Fraction(33, 100), True)


def test_opponents_games_carry_the_floor_of_the_profile() -> None:
    builder = Builder()
    builder.play(1, 1, 2, (2, 0, 0))
    for profile, used in (("mtr", Fraction(33, 100)), ("ja-2008", Fraction(0))):
        part = explain(builder.tournament(profile), 1).part(Tiebreaker.OGW)
        assert isinstance(part, Average)
        (line,) = part.lines
        assert (line.raw, line.used, line.floored) == (Fraction(0), used, profile == "mtr")


def test_an_opponent_without_games_counts_as_the_floor() -> None:
    builder = Builder()
    builder.play(1, 1, 2, (0, 0, 0))
    part = explain(builder.tournament("ja-2008"), 1).part(Tiebreaker.OGW)
    assert isinstance(part, Average)
    (line,) = part.lines
    assert (line.won, line.possible, line.raw) == (0, 0, None)
    assert (line.used, line.floored) == (Fraction(33, 100), True)


def test_what_separates_two_players() -> None:
    builder = Builder()
    builder.play(1, 1, 2, (2, 0, 0))
    builder.play(1, 3, 4, (2, 1, 0))
    tournament = builder.tournament()
    assert separate(tournament, 2, 1).by == "points"
    found = separate(tournament, 3, 1)
    assert (found.ahead, found.behind, found.by) == (1, 3, "gw")
    assert [item.by for item in found.compared] == ["points", "omw", "gw"]
    decisive = found.compared[-1]
    assert (decisive.first_text, decisive.second_text) == ("100.00", "66.67")
    through = separate(tournament, 3, 1, through_round=0)
    assert through.by == "seed"
    out = separate(builder.tournament(disqualified=frozenset({1})), 1, 2)
    assert (out.ahead, out.by) == (2, "disqualified")


def test_as_many_digits_as_it_takes_to_see_the_difference() -> None:
    close, player = met([(150, 151, 0)])
    other, _ = met([(151, 152, 0)])
    shift = 100_000
    for match in other.matches:
        assert match.second is not None
        close.play(match.round + 500, match.first + shift, match.second + shift, match.games)
    found = separate(close.tournament(), player, player + shift)
    decisive = found.compared[-1]
    assert found.by == "omw"
    assert decisive.first - decisive.second < Fraction(1, 10_000)
    assert decisive.first_text != decisive.second_text
    assert len(decisive.first_text) > len("49.51")


def test_everything_is_json() -> None:
    builder, player = met([(3, 1, 0), (0, 4, 0)], byes=1)
    builder.unpaired(90, player)
    for name in PROFILES:
        tournament = builder.tournament(name)
        explanation = explain(tournament, player)
        data = json.loads(json.dumps(explanation.to_dict()))
        assert data["player"] == player
        assert data["floor"] == str(PROFILES[name].floor)
        assert [part["tiebreaker"] for part in data["parts"]] == [
            part.tiebreaker for part in explanation.parts
        ]
        pair = json.loads(json.dumps(separate(tournament, player, 102).to_dict()))
        assert {pair["ahead"], pair["behind"]} == {player, 102}
    line = json.loads(json.dumps(explain(builder.tournament(), player).to_dict()))["parts"][0]
    assert line["value"] == "27/50"
    assert line["skipped"] == [{"round": 1, "why": "bye"}, {"round": 90, "why": "no-opponent"}]


def test_who_is_not_in_the_event_cannot_be_explained() -> None:
    tournament = Tournament(PROFILES["mtr"], (1, 2), (Stage(1, 1),), ())
    with pytest.raises(ValueError, match="player 3 is not in the event"):
        explain(tournament, 3)
    with pytest.raises(ValueError, match="player 3 is not in the event"):
        separate(tournament, 1, 3)
    with pytest.raises(ValueError, match="two different players"):
        separate(tournament, 1, 1)
    with pytest.raises(ValueError, match="not explained"):
        explain(tournament, 1).part(Tiebreaker.SOS)


def test_an_explainer_answers_for_everybody() -> None:
    builder, _ = met([(3, 1, 0), (0, 4, 0)])
    explainer = Explainer(builder.tournament())
    assert len(explainer.rows) == 9
    for row in explainer.rows:
        assert explainer.explain(row.player).record.points == row.points
    assert all(match.kind is MatchKind.PLAYED for match in builder.matches)
