"""The final report for everyone, and the PDF."""

import io
import json
from dataclasses import replace

import pytest
from django.test import Client
from pypdf import PdfReader

from events.core.events.finishing_actions import finish_event, reopen_event
from events.core.events.logo_actions import save_logo
from events.core.players.shown_names import shown_names
from events.core.prizes.queries import current_awards
from events.models import Enrollment, Event, FactSheet, Penalty, PublicNames
from events.paper.typst_process import press, sheets_of
from events.prizes.actions import PrizeData, hand_out, save_prizes
from events.report.queries import event_report
from events.report.report_page import whole_document
from tests import factories
from tests.events.scenario import event_with_owner, play_round
from tests.events.support.pictures import png
from tests.markup import flat

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
    assert sheets_of(file.content) == 2
    assert "Reported as" not in page.content.decode()
    again = client.get(addresses[1], headers={"If-None-Match": file["ETag"]})
    assert again.status_code == 304
    event_page = client.get(f"/e/{event.slug}/").content.decode()
    assert f"/e/{event.slug}/report/" in event_page
    assert event_page.index("Winner") < event_page.index("Player 00")
    reopen_event(event_id=event.pk, actor=owner, reason="a wrong result")
    assert [client.get(address).status_code for address in addresses] == [404, 404]


def test_a_report_of_teams_counts_teams(client: Client) -> None:
    event, owner = event_with_owner(4, rounds=2, team_size=3)
    play_round(event, owner, 1)
    play_round(event, owner, 2)
    finish_event(event_id=event.pk, actor=owner)
    page = flat(client.get(f"/e/{event.slug}/report/"))
    assert "first of 4 teams" in page
    assert "No team dropped." in page
    assert "4 players" not in page


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
    event.refresh_from_db()
    names = shown_names(event)
    paper = json.dumps(whole_document(event_report(event, names), names).data)
    for hidden in ("Player 001", "overslept", owner.username, "for staff only"):
        assert hidden not in page
        assert hidden not in paper
    assert "1 penalty" in page


def test_the_staffs_pdf_is_a_draft_before_the_end(settings: object) -> None:
    event, owner = event_with_owner(4, rounds=2)
    play_round(event, owner, 1)
    answer = factories.client_of(owner).get(f"/staff/e/{event.slug}/report/report.pdf")
    assert answer["Content-Type"] == "application/pdf"
    assert f'filename="{event.slug}-interim-report.pdf"' in answer["Content-Disposition"]
    assert sheets_of(answer.content) == 2


def test_each_part_of_a_larger_report_begins_a_sheet() -> None:
    event, owner = event_with_owner(40, rounds=2)
    play_round(event, owner, 1)
    assert sheets_of(press(whole_document(event_report(event)))) >= 4


def test_every_kind_of_playoff_and_an_empty_event_can_be_set() -> None:
    event, owner = event_with_owner(0)
    answer = factories.client_of(owner).get(f"/staff/e/{event.slug}/report/report.pdf")
    assert sheets_of(answer.content) == 1
    assert Event.objects.get(pk=event.pk).finished_at is None


def test_prizes_word_and_logo_are_in_the_report_of_everybody(client: Client) -> None:
    event, owner = event_with_owner(4, rounds=2)
    play_round(event, owner, 1)
    play_round(event, owner, 2)
    FactSheet.objects.create(event=event, organizer_word="Thank you all.")
    data = PrizeData("USD", "tiebreak", False, 0, 0, False, "1: 1,234 + Cup", "")
    save_prizes(event_id=event.pk, actor=owner, data=data)
    winner = current_awards(Event.objects.get(pk=event.pk))[0].number
    hand_out(event_id=event.pk, actor=owner, number=winner)
    finish_event(event_id=event.pk, actor=owner)
    address = f"/e/{event.slug}/report/"
    page = client.get(address).text
    assert "Thank you all." in page
    assert "$1,234" not in page
    assert "Handed out" not in page
    save_prizes(event_id=event.pk, actor=owner, data=replace(data, shown=True))
    page = client.get(address).text
    assert "$1,234" in page
    assert owner.get_username() not in page
    assert sheets_of(client.get(f"/e/{event.slug}/report.pdf").content) == 2


def test_a_logo_is_set_on_the_cover() -> None:
    event, owner = event_with_owner(4, rounds=2)
    play_round(event, owner, 1)
    sheet = FactSheet(event=event, logo_name=save_logo(event, png(30, 20)))
    sheet.save()
    document = whole_document(event_report(event))
    assert document.data["cover"]["logo"].count("data:image/png;base64,") == 1
    assert sheets_of(press(document)) == 2


def test_the_pictures_of_a_large_event_are_on_the_cover_unless_a_bracket_is() -> None:
    event, owner = event_with_owner(40, rounds=1)
    play_round(event, owner, 1)
    finish_event(event_id=event.pk, actor=owner)
    document = whole_document(event_report(Event.objects.get(pk=event.pk)))
    first = PdfReader(io.BytesIO(press(document))).pages[0].extract_text()
    assert document.data["pictures"]["title"] in first.replace("\u200b", "")
