"""A phone's report of a table counts when a second seat that did not win confirms it."""

import pytest
from django.test import Client
from django.urls import reverse

from events.core.results.phone_report_queries import from_phones
from events.core.rounds.actions import post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.models import Event, Match
from tests.events.scenario import start_round
from tests.events.support.phones import EVERYTHING, Phone
from tests.events.tables_of_four.playing import advance, play_tables, table_event

pytestmark = pytest.mark.django_db


def _phones(event: Event, number: int = 1) -> list[Phone]:
    Event.objects.filter(pk=event.pk).update(**EVERYTHING)
    return [Phone(player) for player in _table(event, number).players]


def _table(event: Event, number: int = 1) -> Match:
    return Match.objects.of_tables().get(round__event=event, round__number=number, table=1)


def _tell(phones: list[Phone], seat: int, score: str, number: int = 1) -> None:
    other = phones[0 if seat > 1 else 1].enrollment
    phone = phones[seat - 1]
    answer = phone.tell(score, other, key=f"{seat} {score} {number}", round=number)
    assert answer.status_code == 302, answer.content.decode()


def _swiss() -> tuple[Event, list[Phone]]:
    event, owner = table_event(8)
    start_round(event, owner, 1)
    return event, _phones(event)


@pytest.mark.parametrize(
    ("score", "seats", "counts"),
    [
        ("3", (3, 1), "llwl"),
        ("3", (1, 3), ""),
        ("3", (1, 3, 4), "llwl"),
        ("3", (1, 2), "llwl"),
        ("d", (2, 4), "dddd"),
        ("d13", (1, 3), "dldl"),
        ("d13", (2, 3), "dldl"),
        ("0", (2, 3), "llll"),
    ],
)
def test_a_seat_that_did_not_win_confirms(score: str, seats: tuple[int, ...], counts: str) -> None:
    event, phones = _swiss()
    for seat in seats:
        assert _table(event).marks == ""
        _tell(phones, seat, score)
    assert _table(event).marks == counts


def test_the_winner_who_confirms_reads_that_another_has_to() -> None:
    event, phones = _swiss()
    _tell(phones, 1, "3")
    words = "It counts once another player who did not win reports the same."
    assert f"1 of 4 reported this. {words}" in phones[0].page()
    _tell(phones, 3, "3")
    for at in (0, 2):
        assert f"2 of 4 reported this. {words}" in phones[at].page()
    assert "2 of 4" not in phones[1].page()
    _tell(phones, 2, "3")
    assert _table(event).marks == "llwl"


def test_undone_and_reported_again_a_loser_confirms_what_the_winner_said() -> None:
    event, phones = _swiss()
    _tell(phones, 1, "3")
    _tell(phones, 3, "3")
    assert phones[0].post("take-back", key="1 3 1").status_code == 302
    answer = phones[0].tell("3", phones[1].enrollment, key="again")
    assert answer.status_code == 302
    assert _table(event).marks == "llwl"


def test_the_desk_takes_what_a_seat_that_did_not_win_confirmed() -> None:
    event, phones = _swiss()
    Event.objects.filter(pk=event.pk).update(phone_reports=Event.PhoneReports.DESK)
    event.refresh_from_db()
    round = event.rounds.select_related("stage", "event").get(number=1)

    def agreed() -> tuple[list[str], int]:
        seen = from_phones(event, round)
        assert seen is not None
        assert seen.differing == []
        return [line.agreed.marks for line in seen.agreed if line.agreed], seen.single

    _tell(phones, 1, "3")
    assert agreed() == ([], 1)
    _tell(phones, 3, "3")
    assert agreed() == ([], 1)
    _tell(phones, 4, "3")
    assert agreed() == (["llwl"], 0)
    assert _table(event).marks == ""
    assert "The desk will record it shortly." in phones[0].page()


def test_in_a_cut_a_draw_needs_a_seat_that_it_does_not_send_on() -> None:
    event, owner = table_event(8, rounds=1, cut=4)
    play_tables(event, owner, 1)
    advance(event, owner)
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    post_round(event_id=event.pk, actor=owner, number=2)
    phones = _phones(event, 2)
    _tell(phones, 3, "d13", 2)
    _tell(phones, 1, "d13", 2)
    assert _table(event, 2).marks == ""
    assert "another player who does not advance by it" in phones[0].page()
    _tell(phones, 4, "d13", 2)
    assert _table(event, 2).marks == "dldl"


def test_the_desk_names_the_tables_that_wait_for_a_confirmation() -> None:
    event, phones = _swiss()
    _tell(phones, 1, "3")
    _tell(phones, 3, "3")
    client = Client()
    client.force_login(event.staff.get().user)
    page = client.get(reverse("staff:round", args=[event.slug, 1])).content.decode()
    assert "waiting for a second report" in page
