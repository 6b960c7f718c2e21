"""Players of a table of four report by phone; two who agree make the result count."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from domain.results import Side
from events.core.refusals import RefusedError
from events.core.rounds.actions import complete_round
from events.desk.tardiness_actions import match_loss_for_tardiness
from events.models import Decklist, Event, FactSheet, Match, Report
from tests.events.scenario import start_round
from tests.events.support.phones import EVERYTHING, Phone
from tests.events.tables_of_four.playing import enter, report_tables, table_event
from tests.markup import without_tags

pytestmark = pytest.mark.django_db


def _playing() -> tuple[Event, User, list[Phone]]:
    event, owner = table_event(8)
    Event.objects.filter(pk=event.pk).update(**EVERYTHING)
    event.refresh_from_db()
    start_round(event, owner, 1)
    return event, owner, [Phone(player) for player in _table(event).players]


def _table(event: Event) -> Match:
    return Match.objects.of_tables().get(round__event=event, round__number=1, table=1)


def _tell(phones: list[Phone], at: int, score: str) -> None:
    other = phones[1 if at == 0 else 0].enrollment
    answer = phones[at].tell(score, other, key=f"{at} {score}")
    assert answer.status_code == 302, answer.content.decode()


def test_the_second_player_who_reports_the_same_makes_it_count() -> None:
    event, owner, phones = _playing()
    assert "I won" in phones[2].page()
    _tell(phones, 2, "3")
    assert _table(event).result is None
    assert f"{phones[2].enrollment.name} won" in phones[0].page()
    _tell(phones, 0, "3")
    match = _table(event)
    assert match.marks == "llwl"
    assert match.official_report is not None
    assert match.official_report.source == Report.Source.SEAT
    report_tables(event, owner, 1)
    complete_round(event_id=event.pk, actor=owner, number=1)
    client = Client()
    client.force_login(owner)
    page = client.get(reverse("staff:round", args=[event.slug, 1])).content.decode()
    assert "1 from a phone" in page


def test_one_player_alone_and_two_who_differ_decide_nothing() -> None:
    event, _owner, phones = _playing()
    _tell(phones, 2, "3")
    _tell(phones, 2, "3")
    _tell(phones, 1, "2")
    assert _table(event).result is None
    for phone in phones:
        assert "The reports differ." in phone.page()
        assert "Call a judge" in phone.page()
    _tell(phones, 3, "2")
    assert f"{phones[1].enrollment.name} wins (seat 2)" in phones[0].page()
    assert _table(event).marks == "lwll"


def test_each_seat_has_a_mark_once_somebody_reported() -> None:
    _event, _owner, phones = _playing()
    assert 'class="seat-marks"' not in phones[0].page()
    _tell(phones, 2, "3")
    marks = _marks(phones[0].page())
    assert marks == ["… no report yet You", "… no report yet Seat 2", "✓ reported this Seat 3",
                     "… no report yet Seat 4"]  # fmt: skip
    _tell(phones, 1, "2")
    assert _marks(phones[1].page())[1:3] == ["seat 2 won You", "seat 3 won Seat 3"]


def _marks(page: str) -> list[str]:
    listed = page.split('<ol class="seat-marks">')[1].split("</ol>")[0]
    return [" ".join(without_tags(item).split()) for item in listed.split("</li>")[:-1]]


def test_the_desk_keeps_its_result_over_a_phone_and_says_so_before_the_end() -> None:
    event, owner, phones = _playing()
    enter(event, owner, 1, "1 1")
    _tell(phones, 1, "2")
    report_tables(event, owner, 1)
    assert _table(event).marks == "wlll"
    client = Client()
    client.force_login(owner)
    page = client.get(reverse("staff:preflight", args=[event.slug, 1]), follow=True)
    assert "Keep this result" in page.content.decode()


def test_tardiness_ends_no_table_of_four() -> None:
    event, owner, _phones = _playing()
    with pytest.raises(RefusedError, match="more than two players"):
        match_loss_for_tardiness(event_id=event.pk, actor=owner, number=1, table=1, side=Side.FIRST)


def test_each_phone_reads_the_open_lists_of_all_three_opponents() -> None:
    event, owner = table_event(8)
    Event.objects.filter(pk=event.pk).update(**EVERYTHING, opponent_decks=True)
    FactSheet.objects.create(event=event, decklists=FactSheet.Decklists.OPEN)
    for player in event.enrollments.all():
        Decklist.objects.create(enrollment=player, text=f"99 Island of {player.number}")
    start_round(event, owner, 1)
    own, *others = _table(event).players
    page = Phone(own).page()
    assert page.count("Island of") == len(others)
    for other in others:
        assert f"Decklist of {other.name}" in page
        assert f"Island of {other.number}" in page
