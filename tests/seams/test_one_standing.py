"""The standings after a round say the same in the report, the prizes, the files and in public."""

import csv
import io
import json
from typing import Any

import pytest
from django.contrib.auth.models import User

from events.core.events.finishing_actions import finish_event, reopen_event
from events.core.players.enrollment_actions import enroll_player
from events.core.players.player_entries import NewEnrollment
from events.core.players.queries import player_page
from events.core.prizes.queries import current_awards
from events.core.rounds.round_end import round_end
from events.core.seats.venue_tables import tables_needed
from events.core.stages.plans import StagePlan
from events.models import Event, Prize, StandingsSnapshot
from events.report.queries import event_report, newest_bracket
from events.roster.drop_actions import disqualify
from events.roster.player_now import player_now
from tests import factories
from tests.events.scenario import enter_slips, event_with_owner, play_round, player, start_round
from tests.events.support.stages import SINGLE, confirm, finish_round, staged

pytestmark = pytest.mark.django_db


def published(event: Event) -> list[tuple[int, int, float]]:
    snapshot = StandingsSnapshot.objects.filter(round__event=event, withdrawn=False).latest("id")
    return [(row["place"], row["number"], row["points"]) for row in snapshot.rows]


def exported(event: Event, owner: User, format: str) -> str:
    path = f"/staff/e/{event.slug}/export/to/{format}/"
    return factories.client_of(owner).get(path).content.decode("utf-8-sig")


def test_a_later_player_is_in_no_standings_of_the_rounds_before() -> None:
    event, owner = event_with_owner(4, prizes_for="players")
    Prize.objects.create(event=event, by=Prize.By.PLACE, first=1, last=8, packs=1)
    play_round(event, owner, 1)
    late = NewEnrollment(name="Late", late="nothing")
    enroll_player(event_id=event.pk, actor=owner, entry=late)
    event.refresh_from_db()
    rows = [line.row for line in event_report(event).standings]
    assert [(row.place, row.player, row.points) for row in rows] == published(event)
    places = [(award.place, award.number) for award in current_awards(event)]
    assert places == [row[:2] for row in published(event)]


def test_files_for_other_tools_rank_after_the_newest_complete_round() -> None:
    event, owner = event_with_owner(4)
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    enter_slips(event, owner, 2, "1 02")
    now = {str(number): (place, points) for place, number, points in published(event)}
    report = [line for line in exported(event, owner, "trf26").splitlines() if line[:3] == "001"]
    for line in report:
        number, points, rank = line[4:8].strip(), float(line[80:84]), int(line[85:89])
        assert (rank, points) == now[number]
        cells = line[89:].split()
        assert points == 3 * cells[2::3].count("1") + cells[2::3].count("=")
    table = list(csv.DictReader(io.StringIO(exported(event, owner, "melee-standings"))))
    names = [f"Player {number:03}" for _place, number, _points in published(event)]
    assert [row["Player"] for row in table] == names


def test_no_two_players_of_a_file_have_one_rank() -> None:
    event, owner = event_with_owner(5)
    event.enrollments.filter(number=1).update(state="dropped", dropped_after=0)
    play_round(event, owner, 1)
    lines = [line for line in exported(event, owner, "trf26").splitlines() if line[:3] == "001"]
    assert sorted(int(line[85:89]) for line in lines) == [1, 2, 3, 4, 5]


def test_reopening_takes_back_what_finishing_early_announced() -> None:
    event, owner = event_with_owner(4, rounds=3)
    play_round(event, owner, 1)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    finish_event(**who, early=True, reason="the venue closes")
    assert event.announced_changes.get().after == 1
    reopen_event(**who, reason="it does not")
    assert event.stages.get().rounds == 3
    assert not event.announced_changes.exists()
    play_round(event, owner, 2)


def test_a_stage_that_was_given_up_is_announced_again() -> None:
    event, owner = staged(
        4, StagePlan(rounds=1, cut_by="rank", cut_value=2), StagePlan(kind=SINGLE)
    )
    play_round(event, owner, 1)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    finish_event(**who, early=True, reason="no time")
    assert event.announced_changes.exists()
    reopen_event(**who, reason="there is")
    assert not event.announced_changes.exists()


def test_a_venue_keeps_tables_for_those_alone_who_play_on_after_a_cut() -> None:
    event, owner = staged(
        8, StagePlan(rounds=1, cut_by="rank", cut_value=4), StagePlan(kind=SINGLE)
    )
    play_round(event, owner, 1)
    assert tables_needed([event.pk]) == {event.pk: 4}
    confirm(event, owner, 1)
    assert tables_needed([event.pk]) == {event.pk: 2}


def test_files_rank_the_players_of_a_playoff_as_the_report_does() -> None:
    event, owner = staged(
        6, StagePlan(rounds=1, cut_by="rank", cut_value=4), StagePlan(kind=SINGLE)
    )
    play_round(event, owner, 1)
    confirm(event, owner, 1)
    start_round(event, owner, 2)
    # The lower seed wins each match, so that the order is not that of the Swiss rounds.
    finish_round(event, owner, 2, winner=max)
    finish_round(event, owner, 3, winner=max)
    event.refresh_from_db()
    order = [line.row.player for line in event_report(event).standings]
    names = [f"Player {number:03}" for number in order]
    melee = csv.DictReader(io.StringIO(exported(event, owner, "melee-standings")))
    assert [row["Player"] for row in melee] == names
    for format, key, name in (
        ("topdeck-json", "standings", "name"),
        ("decklist-cache", "Standings", "Player"),
    ):
        assert [row[name] for row in json.loads(exported(event, owner, format))[key]] == names


def test_the_end_of_a_round_names_the_winner_of_the_report() -> None:
    event, owner = staged(
        4, StagePlan(rounds=1, cut_by="rank", cut_value=2), StagePlan(kind=SINGLE)
    )
    play_round(event, owner, 1)
    confirm(event, owner, 1)
    start_round(event, owner, 2)
    finish_round(event, owner, 2)
    final = event.rounds.get(number=2)
    winner = event_report(event).winners[0].person
    assert round_end(event, final, is_over=True).champion == winner.name
    disqualify(event_id=event.pk, actor=owner, number=winner.number, reason="theft")
    event.refresh_from_db()
    other = event_report(event).winners[0].person
    assert round_end(event, final, is_over=True).champion == other.name != winner.name
    # The drawing does not call the other one the winner, nor the score one of the winner.
    picture = newest_bracket(event)
    assert picture is not None
    assert picture.is_over
    assert (picture.winner, picture.final) == (None, None)


def test_the_staff_page_of_a_player_shows_the_place_of_now() -> None:
    event, owner = event_with_owner(4)
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    finish_round(event, owner, 2, winner=max)
    event.refresh_from_db()
    for line in event_report(event).standings:
        page = player_page(event, player(event, line.row.player))
        place = player_now(event, page).place
        assert place is not None
        assert (place.place, place.after.number) == (line.row.place, 2)
