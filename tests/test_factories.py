"""The traits of the factories make what their names say, as the services leave it."""

import pytest

from events.core.rounds.queries import round_page
from events.core.standings.queries import live_standings
from events.models import Enrollment, Event, Match, Report, Round
from tests import factories

pytestmark = pytest.mark.django_db


def test_a_posted_round_waits_for_its_results() -> None:
    event = factories.event(players=5, posted=True, first_table=11)
    assert event.state == Event.State.RUNNING
    page = round_page(event, event.rounds.get())
    assert [match.table for match in page.outstanding] == [11, 12]
    assert event.rounds.get().posted_rows is not None
    assert Match.objects.get(kind=Match.Kind.BYE).first.number == 5


def test_a_complete_round_has_standings() -> None:
    event = factories.event(players=5, complete=True)
    standings = live_standings(event, None)
    assert standings is not None
    assert sorted(row.points for row in standings.rows) == [0, 0, 3, 3, 3]
    assert Report.objects.count() == 2
    assert all(match.official_report for match in Match.objects.filter(table__isnull=False))


def test_a_finished_event_is_over() -> None:
    event = factories.event(players=4, finished=True)
    assert event.finished_at is not None
    assert event.rounds.get().state == Round.State.COMPLETE


def test_teams_have_their_members() -> None:
    event = factories.event(players=2, trios=True)
    team = event.enrollments.get(number=2)
    assert [one.seat for one in team.members.all()] == ["A", "B", "C"]


def test_parts_make_what_they_need() -> None:
    match = factories.MatchFactory.create(round__posted=True)
    assert match.round.state == Round.State.POSTED
    assert match.second is not None
    assert match.first.event == match.second.event == match.round.event
    assert factories.MatchFactory.create(unpaired=True).second is None
    gone = factories.EnrollmentFactory.create(dropped=True)
    assert (gone.state, gone.dropped_after) == (Enrollment.State.DROPPED, 0)
    assert factories.StaffMemberFactory.create(judge=True).judge
