"""How a match ended, read as one number."""

import pytest

from domain.limits import MOST_SMALL
from domain.results import result_of
from events.core.adapters.match_results import (
    WAYS,
    ended_as,
    flat_results,
    in_one_number,
    results_by_key,
    results_of,
)
from events.models import Match
from tests.events.scenario import enter_slips, event_with_owner, start_round

pytestmark = pytest.mark.django_db


def test_the_number_holds_all_of_it() -> None:
    told = {
        in_one_number(won, lost, drawn, double_loss, kind): (
            result_of(won, lost, drawn, double_loss),
            kind,
        )
        for won in (0, 1, 2, MOST_SMALL)
        for lost in (0, 1, 2, MOST_SMALL)
        for drawn in (0, 1, MOST_SMALL)
        for kind, double_loss in WAYS
    }
    assert len(told) == 4 * 4 * 3 * len(WAYS)
    assert {ended: ended_as(ended) for ended in told} == told


def test_the_database_makes_the_same_number() -> None:
    event, owner = event_with_owner(9)
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "1 20", "2 12", "3 111", "4 dl")
    matches = {match.first_id: match for match in Match.objects.filter(round__event=event)}
    assert {match.kind for match in matches.values()} == {"played", "bye"}
    rows = results_by_key(event)
    assert len(rows) == len(matches)
    for number, first, second, ended in rows:
        match = matches[first]
        assert number == 1
        assert match.second_id == second
        assert ended_as(ended) == (match.result, match.kind)


def test_results_by_number_are_those_of_the_rows() -> None:
    event, owner = event_with_owner(5)
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "1 21", "2 dl")
    matches = Match.objects.filter(round__event=event)
    told = {row.first: (row.round, row.second, row.result, row.kind) for row in results_of(matches)}
    assert told == {
        match.first.number: (
            1,
            match.second.number if match.second else None,
            match.result,
            match.kind,
        )
        for match in matches
    }
    assert len(flat_results(matches)) == 3
