"""The final report for everybody, and the PDF."""

import pytest
from django.test import Client

from events.core.events.finishing_actions import finish_event, reopen_event
from events.models import Enrollment, Event, Penalty, PublicNames
from events.paper.typst_process import sheets_of
from tests import factories
from tests.events.scenario import event_with_owner, play_round

pytestmark = pytest.mark.django_db


def test_the_report_is_public_once_the_event_is_finished_and_as_long(client: Client) -> None:
    event, owner = event_with_owner(4, rounds=2)
    addresses = [f"/e/{event.slug}/report/", f"/e/{event.slug}/report.pdf"]
    play_round(event, owner, 1)
    play_round(event, owner, 2)
    assert [client.get(address).status_code for address in addresses] == [404, 404]
    finish_event(event_id=event.pk, actor=owner)
    page, file = (client.get(address) for address in addresses)
    assert "Player 001" in page.content.decode()
    assert file["Content-Type"] == "application/pdf"
    assert sheets_of(file.content) >= 4
    again = client.get(addresses[1], headers={"If-None-Match": file["ETag"]})
    assert again.status_code == 304
    event_page = client.get(f"/e/{event.slug}/").content.decode()
    assert f"/e/{event.slug}/report/" in event_page
    assert event_page.index("Winner") < event_page.index("Player 00")
    reopen_event(event_id=event.pk, actor=owner, reason="a wrong result")
    assert [client.get(address).status_code for address in addresses] == [404, 404]


def test_nothing_of_a_person_that_public_pages_hide(client: Client) -> None:
    event, owner = event_with_owner(4, rounds=2, public_names=PublicNames.NUMBER)
    play_round(event, owner, 1)
    play_round(event, owner, 2)
    punished = Enrollment.objects.filter(event=event).first()
    assert punished is not None
    Penalty.objects.create(
        enrollment=punished,
        round_number=1,
        infraction="tardiness",
        penalty="warning",
        note="overslept",
        given_by=owner,
    )
    finish_event(event_id=event.pk, actor=owner)
    page = client.get(f"/e/{event.slug}/report/").content.decode()
    for hidden in ("Player 001", "overslept", owner.username, "for staff only"):
        assert hidden not in page
    assert "1 penalty" in page


def test_the_staffs_pdf_is_a_draft_before_the_end(settings: object) -> None:
    event, owner = event_with_owner(4, rounds=2)
    play_round(event, owner, 1)
    answer = factories.client_of(owner).get(f"/staff/e/{event.slug}/report/report.pdf")
    assert answer["Content-Type"] == "application/pdf"
    assert f'filename="{event.slug}-interim-report.pdf"' in answer["Content-Disposition"]
    assert sheets_of(answer.content) >= 3


def test_every_kind_of_playoff_and_an_empty_event_can_be_set() -> None:
    event, owner = event_with_owner(0)
    answer = factories.client_of(owner).get(f"/staff/e/{event.slug}/report/report.pdf")
    assert sheets_of(answer.content) >= 2
    assert Event.objects.get(pk=event.pk).finished_at is None
