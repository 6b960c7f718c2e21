"""Investigation notes: the head judge's alone, and in nothing that leaves the event."""

import json
from http import HTTPStatus

import pytest
from django.utils import timezone

from events.core.journal.words.archived_entries import journal_sentences
from events.core.judging.penalty_actions import note_investigation
from events.hosting.personal_data.queries import personal_data
from events.models import Event, InvestigationNote, JournalEntry, Role
from events.report.queries import event_report
from events.report.report_tables import report_tables
from events.transfer.event_export import export_archive
from events.web.access import Action
from interchange.exporting import EXPORTERS
from tests import factories
from tests.events.scenario import event_with_owner
from tests.events.support.access_cases import Route, check_access
from tests.markup import flat

pytestmark = pytest.mark.django_db
SECRET = "swapped a card"


def test_access() -> None:
    event, _owner = event_with_owner(4)
    path = "penalties/investigations/"
    check_access(event, Route(path, Action.CHANGE_PENALTY))
    check_access(event, Route(path, Action.CHANGE_PENALTY, "post", {"text": "x"}))


def test_the_head_judge_writes_reads_and_removes_notes_also_after_the_event() -> None:
    event, _owner = event_with_owner(4)
    browser = factories.client_of(factories.staff_member(event, Role.HEAD_JUDGE))
    path = f"/staff/e/{event.slug}/penalties/investigations/"
    assert path in flat(browser.get(f"/staff/e/{event.slug}/penalties/"))
    answer = browser.post(path, {"text": SECRET, "number": "2"}, follow=True)
    page = flat(answer)
    assert "Only head judges can read it." in page
    assert SECRET in page
    assert event.enrollments.get(number=2).name in page
    for typed in ({"text": " "}, {"text": "x", "number": "99"}, {"text": "x", "number": "y"}):
        assert browser.post(path, typed).status_code == HTTPStatus.CONFLICT, typed
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED, finished_at=timezone.now())
    assert browser.post(path, {"text": "statements taken"}).status_code == HTTPStatus.FOUND
    first, _second = InvestigationNote.objects.order_by("pk")
    browser.post(f"{path}{first.pk}/remove/")
    assert SECRET not in flat(browser.get(path))
    assert browser.post(f"{path}{first.pk}/remove/").status_code == HTTPStatus.CONFLICT


def test_nothing_that_leaves_the_event_has_a_note() -> None:
    event, owner = event_with_owner(4)
    note_investigation(event_id=event.pk, actor=owner, text=SECRET, number=2)
    event.refresh_from_db()
    archive = json.dumps(export_archive(event, journal=journal_sentences(event), chain=True))
    person = json.dumps(personal_data(event.enrollments.get(number=2)), default=str)
    journal = str(list(JournalEntry.objects.values()))
    browser = factories.client_of(owner)
    pages = [
        flat(browser.get(f"/staff/e/{event.slug}/{page}/"))
        for page in ("journal", "penalties", "report")
    ]
    files = [f"export/to/{code}/" for code in EXPORTERS] + ["export/archive/"]
    files += [f"report/csv/{table.code}/" for table in report_tables(event_report(event))]
    files.append("export/addresses.csv")
    addresses = [f"/staff/e/{event.slug}/{file}" for file in files]
    addresses += [f"/api/v1/events/{event.slug}{part}" for part in ("", "/archive", "/report")]
    sent = [browser.get(address).content.decode("utf-8", "replace") for address in addresses]
    everything = [archive, person, journal, *pages, *sent]
    assert not [text for text in everything if SECRET in text]
    entry = JournalEntry.objects.latest("pk")
    assert (entry.verb, entry.first_number, entry.data) == ("investigation-noted", None, {})
