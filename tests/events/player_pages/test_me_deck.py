"""Decklists by phone, open lists for the opponent, deck checks by place."""

import datetime
import re
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from events.core.journal.words.entries import sentence
from events.core.rounds.actions import complete_round
from events.decks.actions import end_deck_check, save_decklist, start_deck_check
from events.models import DeckCheck, Decklist, Event, FactSheet, Verb
from tests import factories
from tests.events.scenario import journaled, report, start_round
from tests.events.support.doors import address
from tests.events.support.phones import Phone, event_of_phones, pair_at
from tests.events.support.public_addresses import everything
from tests.markup import flat

pytestmark = pytest.mark.django_db

LIST = "4 Lightning Bolt\n56 Mountain\nmy lucky card\nSideboard\n15 Island"


def event_of_lists(decklists: str, **columns: Any) -> tuple[Event, User]:
    more = {"phone_decks": True, "opponent_decks": True, **columns}
    event, owner = event_of_phones(posted=False, **more)
    FactSheet.objects.create(event=event, decklists=decklists)
    return event, owner


def due(event: Event, minutes: int) -> None:
    deadline = timezone.now() + datetime.timedelta(minutes=minutes)
    FactSheet.objects.filter(event=event).update(deck_deadline=deadline)


def phones_of(event: Event) -> list[Phone]:
    return [Phone(one) for one in event.enrollments.order_by("number")]


@pytest.mark.parametrize(
    ("language", "counts", "unknown", "locked"),
    [
        (
            "en",
            "Cards in the deck: 60, in the sideboard: 15",
            "Line 3 was not recognized and is saved as typed:",
            "Decklists are locked. Ask a judge to change yours.",
        ),
        (
            "ja",
            "メインデッキ60枚、サイドボード15枚",
            "3行目は読めないので、入力のまま残しました",
            "リストは締め切られました",
        ),
    ],
)
def test_a_list_is_counted_seen_again_and_locked_at_the_deadline(
    language: str, counts: str, unknown: str, locked: str
) -> None:
    event, owner = event_of_lists("closed")
    due(event, 5)
    phone = Phone(event.enrollments.get(number=1), language)
    assert phone.url("deck") in phone.page()
    assert phone.post("deck", text=LIST)["Location"] == phone.url("deck")
    page = flat(phone.client.get(phone.url("deck")))
    assert counts in page
    assert "<code>my lucky card</code>" in page
    assert unknown in page
    assert Decklist.objects.get().state == Decklist.State.SUBMITTED
    phone.post("deck", text=LIST)
    (entry,) = journaled(event, Verb.DECKLIST_HANDED_IN)
    assert entry.actor is None
    with override("en"):
        assert sentence(entry) == "Player 001 handed in a decklist. Sent from a phone."
    due(event, -5)
    late = phone.post("deck", text="60 Island")
    assert late.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert locked in flat(late)
    assert "60 Island" in flat(late), "nothing typed is lost"
    assert Decklist.objects.get().text == LIST
    judge = {"state": "checked", "text": "60 Island", "reason": "the wrong list"}
    save_decklist(event_id=event.pk, actor=owner, number=1, **judge)
    assert "60 Island" in flat(phone.client.get(phone.url("deck")))


def test_a_list_that_staff_have_checked_is_submitted_again_by_another_text() -> None:
    event, _owner = event_of_lists("closed")
    phone = phones_of(event)[0]
    phone.post("deck", text=LIST)
    Decklist.objects.update(state="checked")
    phone.post("deck", text=LIST)
    assert Decklist.objects.get().state == "checked"
    phone.post("deck", text="60 Island")
    assert Decklist.objects.get().state == "submitted"
    phone.post("deck", text=" ")
    assert Decklist.objects.get().state == "", "an empty one takes it back"
    long = phone.post("deck", text="x" * 4001)
    assert long.status_code == HTTPStatus.UNPROCESSABLE_ENTITY


def test_without_a_deadline_lists_are_locked_once_round_1_is_paired() -> None:
    event, owner = event_of_lists("closed")
    phone = phones_of(event)[0]
    start_round(event, owner, 1)
    assert phone.post("deck", text=LIST).status_code == HTTPStatus.UNPROCESSABLE_ENTITY


def test_an_event_that_takes_none_by_phone_says_so() -> None:
    event, _owner = event_of_lists("closed", phone_decks=False)
    phone = phones_of(event)[0]
    assert phone.url("deck") not in phone.page()
    assert phone.client.get(phone.url("deck"))["Location"] == phone.url()
    phone.post("deck", text=LIST)
    assert not Decklist.objects.exists()
    assert Client().get(phone.url("deck")).status_code == HTTPStatus.NOT_FOUND


def test_an_open_list_is_shown_to_the_opponent_when_the_round_is_posted() -> None:
    event, owner = event_of_lists("open")
    for phone in phones_of(event):
        phone.post("deck", text=f"60 Island of {phone.enrollment.number}")
    first = phones_of(event)[0]
    assert "Island" not in first.page()
    start_round(event, owner, 1)
    for table in (1, 2):
        one, other = pair_at(event, table)
        page = Phone(one).page()
        assert f"Island of {other.number}" in page
        assert page.count("Island of") == 1, "no other list"


@pytest.mark.parametrize(("decklists", "shown"), [("closed", True), ("open", False)])
def test_a_list_that_is_not_to_be_shown_is_in_no_page_but_its_owners(
    decklists: str, shown: bool
) -> None:
    event, owner = event_of_lists(decklists, opponent_decks=shown)
    phones = phones_of(event)
    phones[0].post("deck", text=LIST)
    start_round(event, owner, 1)
    report(event, owner, 1)
    seen = everything(Client(), event) + "".join(phone.page() for phone in phones)
    for phone in phones[1:]:
        seen += phone.client.get(phone.url("deck")).content.decode()
    seen += Client().get(f"/me/{event.slug}/sign-up/").content.decode()
    assert event.name in seen
    assert "Lightning Bolt" not in seen


def test_a_deck_check_of_a_place_in_the_standings_and_what_it_found_in_the_journal() -> None:
    event, owner = event_of_phones(players=8)
    desk = factories.client_of(owner)
    start = address(event, "deck-check")
    none = desk.post(start, {"by_place": "1", "place": "1"}, follow=True)
    assert "The player in that place has no outstanding match at a table." in flat(none)
    report(event, owner, 1)
    complete_round(event_id=event.pk, actor=owner, number=1)
    start_round(event, owner, 2)
    desk.post(start, {"by_place": "1", "place": "8"})
    check = DeckCheck.objects.get()
    assert check.match.table != 1
    found = "61 cards registered as 60."
    end_deck_check(event_id=event.pk, actor=owner, check_id=check.pk, findings=found)
    second = start_deck_check(event_id=event.pk, actor=owner, number=2, table=1)
    end_deck_check(event_id=event.pk, actor=owner, check_id=second.pk, findings="")
    told = [sentence(entry) for entry in journaled(event, Verb.DECK_CHECKED)]
    table = check.match.table
    assert sorted(told) == sorted(
        [
            f"Round 2, table {table}: a deck check started.",
            f"Round 2, table {table}: the deck check found: 61 cards registered as 60.",
            "Round 2, table 1: a deck check started.",
            "Round 2, table 1: the deck check found no problems.",
        ]
    )


def test_a_player_is_shown_what_the_desk_made_of_the_own_list() -> None:
    event, owner = event_of_lists("closed")
    phone = phones_of(event)[0]
    phone.post("deck", text="60 Forest")
    old = seen_in(flat(phone.client.get(phone.url("deck"))))
    save_decklist(event_id=event.pk, actor=owner, number=1, state="received", text="60 Island")
    answer = phone.post("deck", text="60 Swamp", seen=old)
    page = flat(answer)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "<pre>60 Island</pre>" in page
    assert ">60 Swamp</textarea>" in page
    assert Decklist.objects.get().text == "60 Island"
    assert phone.post("deck", text="60 Swamp", seen=seen_in(page)).status_code == HTTPStatus.FOUND
    assert Decklist.objects.get().text == "60 Swamp"


def seen_in(page: str) -> str:
    [seen] = re.findall(r'name="seen" value="([^"]*)"', page)
    return str(seen)
