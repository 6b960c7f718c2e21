"""Slips of tables of four are keyed a second time, as those of two are."""

import pytest
from django.urls import reverse

from events.core.results.certification_actions import certify_round
from events.core.results.result_audit import audit_round
from events.core.rounds.actions import complete_round
from events.models import Report, Role
from tests import factories
from tests.events.scenario import round_of, start_round
from tests.events.tables_of_four.playing import enter, table_event

pytestmark = pytest.mark.django_db


def test_a_slip_of_a_table_is_verified_in_the_box() -> None:
    event, owner = table_event(7)
    start_round(event, owner, 1)
    enter(event, owner, 1, "1 3", "2 d")
    reader = factories.staff_member(event, Role.SCOREKEEPER)
    client = factories.client_of(reader)
    address = reverse("staff:reading-enter", args=[event.slug, 1])
    for text in ("1 3", "2 d"):
        answer = client.post(address, {"entry": text}, follow=True)
        assert answer.status_code == 200, answer.content.decode()
    read = Report.objects.filter(source=Report.Source.VERIFICATION).order_by("match__table")
    assert [report.marks for report in read] == ["llw", "dddd"]
    assert audit_round(round_of(event, 1)).all_agree
    answer = client.post(address, {"entry": "1 4"})
    assert answer.status_code == 422
    assert "This table has seats 1 to 3, not 4." in answer.content.decode()
    client.post(address, {"entry": "2 d13"})
    audit = audit_round(round_of(event, 1))
    assert [table.match.table for table in audit.differing] == [2]
    client.post(address, {"entry": "2 d"})
    complete_round(event_id=event.pk, actor=owner, number=1)
    assert certify_round(event_id=event.pk, actor=owner, number=1).agreed == 2
