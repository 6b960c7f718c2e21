"""The report page and its files."""

import io
from functools import partial

import openpyxl
import pytest
from django.contrib.auth.models import User
from django.test import Client

import standings
from events.core.adapters import tournament_of
from events.core.events.finishing_actions import finish_event
from events.core.players.enrollment_actions import enroll_player
from events.core.players.player_entries import NewEnrollment
from events.core.results.slips import Slip, parse_slip
from events.core.standings.correction_actions import correct_result
from events.models import Enrollment, Event, Match, Role
from events.paper.typst_process import press, sheets_of
from events.public_site.reads.events import read_event
from events.report.queries import event_report
from events.report.report_page import whole_document
from events.web.access import Action
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import enter_slips, event_with_owner, play_round, start_round
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db
PATHS = ["report/", "report/live/", "report/csv/standings/", "report/csv/matches/", "report/xlsx/"]
PATHS += ["report/report.pdf"]


def page_of(event: Event, person: User) -> str:
    response = factories.client_of(person).get(f"/staff/e/{event.slug}/report/")
    assert response.status_code == 200
    text: str = response.content.decode()
    return text


@pytest.mark.parametrize("path", PATHS)
def test_who_gets_in(path: str) -> None:
    event, owner = event_with_owner(4, rounds=2)
    play_round(event, owner, 1)
    route = Route(path, Action.EXPORT)
    check_access(event, route)
    check_methods(event, route)


def test_an_event_without_rounds_has_an_interim_report() -> None:
    event, owner = event_with_owner(0)
    page = page_of(event, owner)
    assert "Interim report" in page
    assert "No round has been posted yet." in page
    assert "Final" not in page


def test_the_final_report_shows_standings_and_matches() -> None:
    event, owner = event_with_owner(4, rounds=2)
    play_round(event, owner, 1)
    play_round(event, owner, 2)
    assert "Interim report" in page_of(event, owner)
    finish_event(event_id=event.pk, actor=owner)
    page = page_of(event, owner)
    assert "Interim" not in page
    assert "Final standings" in page
    assert "did not occur" not in page
    assert flat(page).count("<caption>Round ") == 2
    assert "33.00" in page
    assert f"/staff/e/{event.slug}/export/" in page


def test_a_small_event_says_that_it_did_not_occur() -> None:
    event, owner = event_with_owner(3, rounds=2)
    play_round(event, owner, 1)
    play_round(event, owner, 2)
    finish_event(event_id=event.pk, actor=owner)
    assert "did not occur: 3 players took part (minimum 4)" in page_of(event, owner)


def test_the_report_counts_players_as_the_event_page_does() -> None:
    event, owner = event_with_owner(4)
    drop(event_id=event.pk, actor=owner, number=4)
    start_round(event, owner, 1)
    enroll_player(event_id=event.pk, actor=owner, entry=NewEnrollment(name="Zoe", late="losses"))
    assert event_report(event).players == read_event(event.pk).players == 4


def test_a_draft_is_not_in_the_report_and_a_posted_round_is() -> None:
    event, owner = event_with_owner(4, rounds=2)
    start_round(event, owner, 1)
    page = page_of(event, owner)
    assert "Round 1 – not complete" in flat(page)
    assert "2 matches have no result yet." in page


def test_names_are_escaped() -> None:
    event, owner = event_with_owner(0, rounds=2)
    factories.enroll_players(event, ["<b>Bold</b>", "Ada", "Bo", "Cy"])
    play_round(event, owner, 1)
    page = page_of(event, owner)
    assert "<b>Bold</b>" not in page
    assert "&lt;b&gt;Bold" in page


def test_a_csv_file_says_what_it_is() -> None:
    event, owner = event_with_owner(0, rounds=2)
    factories.enroll_players(event, ["田中 花子", "=1+1", "דנה", "Cy"])
    play_round(event, owner, 1)
    client = factories.client_of(owner)
    response = client.get(f"/staff/e/{event.slug}/report/csv/standings/")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert f'filename="{event.slug}-interim-standings.csv"' in response["Content-Disposition"]
    text = response.content.decode("utf-8-sig")
    assert response.content.startswith(b"\xef\xbb\xbf")
    assert "田中 花子" in text
    assert ",'=1+1," in text
    assert ",דנה," in text, "a cell has the name alone, so that programs can compare it"
    assert "OMW%" in text.splitlines()[0]
    assert client.get(f"/staff/e/{event.slug}/report/csv/nothing/").status_code == 404


def test_the_workbook_opens() -> None:
    event, owner = event_with_owner(4, rounds=2)
    play_round(event, owner, 1)
    response = factories.client_of(owner).get(f"/staff/e/{event.slug}/report/xlsx/")
    assert f'filename="{event.slug}-interim-report.xlsx"' in response["Content-Disposition"]
    book = openpyxl.load_workbook(io.BytesIO(response.content))
    assert book["Standings"]["C1"].value == "Name"
    assert len(book.worksheets) == 6


def test_another_person_of_the_staff_gets_the_same_report() -> None:
    event, owner = event_with_owner(4, rounds=2)
    play_round(event, owner, 1)
    judge = factories.staff_member(event, Role.JUDGE)
    assert "Standings after round 1" in page_of(event, judge)


def test_queries_do_not_grow_with_the_event() -> None:
    counts = set()
    for players in (2, 3, 24):
        event, owner = event_with_owner(players, rounds=2)
        play_round(event, owner, 1)
        client = factories.client_of(owner)
        counts.add(queries_of(partial(client.get, f"/staff/e/{event.slug}/report/")))
    assert len(counts) == 1


def test_live_pictures_come_only_when_something_changed() -> None:
    event, owner = event_with_owner(4, rounds=2)
    client = factories.client_of(owner)
    address = f"/staff/e/{event.slug}/report/live/"
    assert "Pictures appear here" in client.get(address).text
    play_round(event, owner, 1)
    event.refresh_from_db()
    same = client.get(address, {"since": event.revision})
    assert (same.status_code, same.content) == (204, b"")
    assert "The event in pictures" in client.get(address, {"since": event.revision - 1}).text


def test_files_have_exact_fractions_where_they_are_asked_for() -> None:
    event, owner = event_with_owner(4, rounds=2)
    play_round(event, owner, 1)
    client = factories.client_of(owner)
    address = f"/staff/e/{event.slug}/report/csv/standings/"
    assert "OMW% exact" not in client.get(address).text
    assert "OMW% exact, numerator" in client.get(address, {"exact": "on"}).text


def test_staff_read_what_was_corrected_and_others_how_often(client: Client) -> None:
    event, owner = event_with_owner(4, rounds=2)
    play_round(event, owner, 1)
    play_round(event, owner, 2)
    slip = Slip.of(1, 2)
    correct_result(
        event_id=event.pk, actor=owner, number=1, table=1, slip=slip, reason="A swapped slip."
    )
    finish_event(event_id=event.pk, actor=owner)
    page = page_of(event, owner)
    assert "A swapped slip." in page
    assert [(made.before, made.after) for made in event_report(event).corrections] == [
        ("2-0", "1-2")
    ]
    public = client.get(f"/e/{event.slug}/report/").text
    assert "1 result was corrected" in public
    assert "A swapped slip." not in public
    assert sheets_of(press(whole_document(event_report(event)))) == 2


def test_the_standings_follow_from_what_every_other_page_reads() -> None:
    event, owner = event_with_owner(7, rounds=4)
    scores = {1: Slip.of(2, 1), 2: Slip.of(1, 1, 1), 3: parse_slip(["dl"])}
    play_round(event, owner, 1, scores)
    event.enrollments.filter(number=2).update(state=Enrollment.State.DISQUALIFIED, dropped_after=1)
    event.enrollments.filter(number=3).update(state=Enrollment.State.DROPPED, dropped_after=1)
    factories.enroll_players(event, ["Late Comer"])
    play_round(event, owner, 2, scores)
    start_round(event, owner, 3)
    enter_slips(event, owner, 3, "1 02")
    event.refresh_from_db()
    kinds = set(Match.objects.filter(round__event=event).values_list("kind", flat=True))
    assert Match.Kind.BYE in kinds
    rows = standings.compute(tournament_of(event), 2)
    assert [line.row for line in event_report(event).standings] == list(rows)
