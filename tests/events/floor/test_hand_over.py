"""The hand-over of a shift: what is open, a note, and the person who acknowledges it."""

import datetime
import json
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from domain.staff_board import Place, PlaceKind
from events.core.events.announcement_actions import announce
from events.core.journal.words.archived_entries import journal_sentences
from events.core.judging.penalty_actions import note_investigation
from events.core.rounds.actions import extend_time
from events.core.staffing.actions import move_person
from events.decks.actions import start_deck_check
from events.floor.actions import write_hand_over
from events.models import Call, Event, HandOver, JournalEntry, Match, Organisation, Role
from events.transfer.event_export import export_archive
from events.web.access import Action
from tests import factories
from tests.events.scenario import event_with_owner, start_round
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db
PATH = "hand-over/"
SECRET = "swapped a card"


def playing(players: int = 8) -> tuple[Event, User]:
    event, owner = event_with_owner(players, rounds=3)
    start_round(event, owner, 1)
    event.refresh_from_db()
    return event, owner


def address(event: Event) -> str:
    return f"/staff/e/{event.slug}/{PATH}"


def test_access() -> None:
    event, owner = playing()
    check_access(event, Route(PATH, Action.SEE))
    check_access(event, Route(PATH, Action.ATTEND, "post", {"text": "x"}))
    note = write_hand_over(event_id=event.pk, actor=owner, text="x")
    check_methods(event, Route(f"{PATH}{note.pk}/read/", Action.ATTEND))


def test_one_person_writes_and_another_acknowledges_and_the_journal_names_both() -> None:
    event, owner = playing()
    leaving = factories.client_of(owner)
    answer = leaving.post(address(event), {"text": "Table 3 plays slowly."}, follow=True)
    assert "The note was saved." in flat(answer)
    note = HandOver.objects.get()
    read = f"{address(event)}{note.pk}/read/"
    assert "Acknowledge note" not in flat(answer)
    assert leaving.post(read).status_code == HTTPStatus.CONFLICT
    next_person = factories.staff_member(event, Role.SCOREKEEPER)
    coming = factories.client_of(next_person)
    page = flat(coming.get(address(event)))
    assert "Table 3 plays slowly." in page
    assert "Acknowledge note" in page
    assert "You acknowledged the note." in flat(coming.post(read, follow=True))
    note.refresh_from_db()
    assert (note.read_by, note.read_at is None) == (next_person, False)
    entry = JournalEntry.objects.latest("pk")
    assert (entry.verb, entry.actor) == ("hand-over-read", next_person)
    journal = flat(leaving.get(f"/staff/e/{event.slug}/journal/"))
    name = owner.get_username()
    assert f"The hand-over note of {name} was acknowledged." in journal
    third = factories.client_of(factories.staff_member(event, Role.JUDGE))
    again = third.post(read)
    assert again.status_code == HTTPStatus.CONFLICT
    assert "already acknowledged this note" in flat(again)
    assert third.post(f"{address(event)}999999/read/").status_code == HTTPStatus.CONFLICT


def test_of_several_notes_the_newest_unread_one_leads() -> None:
    event, owner = playing()
    for text in ("Table 3 plays slowly.", "The printer needs paper."):
        write_hand_over(event_id=event.pk, actor=owner, text=text)
    coming = factories.client_of(factories.staff_member(event, Role.SCOREKEEPER))
    page = flat(coming.get(address(event)))
    assert page.count("Acknowledge note") == 2
    assert page.count('class="primary"') == 1
    assert page.index('class="primary"') < page.index("Acknowledge note")
    assert f'href="/staff/e/{event.slug}/floor/"' in page


def test_what_is_typed_stays_when_it_is_refused() -> None:
    event, owner = playing()
    browser = factories.client_of(owner)
    text = "x" * 4_001
    answer = browser.post(address(event), {"text": text})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert text in answer.content.decode()
    assert browser.post(address(event), {"text": " "}).status_code == HTTPStatus.CONFLICT
    assert not HandOver.objects.exists()


def test_the_page_names_what_is_open() -> None:
    event, owner = playing()
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    extend_time(**who, number=1, table=2, minutes=7, reason="")
    start_deck_check(**who, number=1, table=3)
    match = Match.objects.get(round__event=event, table=1)
    Call.objects.create(match=match, enrollment=match.first, kind="judge", at=timezone.now())
    soon = timezone.now() + datetime.timedelta(minutes=30)
    announce(**who, text_en="Lunch after round 2", text_ja="", until=soon)
    event.enrollments.create(
        player=factories.PlayerFactory.create(name="Late Ada"), number=20, name="Late Ada",
        first_round=2,
    )  # fmt: skip
    page = flat(factories.client_of(owner).get(address(event)))
    for words in (
        "Table 2: +7 min",
        "Table 3",
        f"Table 1 · judge needed · {match.first.name}",
        "Lunch after round 2",
        "Late Ada",
    ):
        assert words in page, words


def test_each_open_matter_of_a_table_leads_to_it() -> None:
    event, owner = playing()
    extend_time(event_id=event.pk, actor=owner, number=1, table=2, minutes=7, reason="")
    match = Match.objects.get(round__event=event, table=1)
    Call.objects.create(match=match, enrollment=match.first, kind="judge", at=timezone.now())
    page = factories.client_of(owner).get(address(event)).content.decode()
    for table, links in ((1, 2), (2, 2), (3, 1)):
        assert page.count(f'href="/staff/e/{event.slug}/rounds/1/tables/{table}/"') == links


def test_staff_on_a_break_are_named_with_its_end() -> None:
    event, owner = playing()
    shop = Organisation.objects.create(slug="shop", name="Shop")
    Event.objects.filter(pk=event.pk).update(date=timezone.localdate(), organisation=shop)
    judge = factories.staff_member(event, Role.JUDGE)
    move_person(
        organisation=shop,
        actor=owner,
        username=judge.get_username(),
        to=Place(PlaceKind.BREAK),
        minutes=20,
    )
    page = flat(factories.client_of(owner).get(address(event)))
    assert judge.get_username() in page.split("Staff on a break")[1].split("</dl>")[0]


def test_head_judges_read_investigations_and_others_their_number() -> None:
    event, owner = playing()
    note_investigation(event_id=event.pk, actor=owner, text=SECRET, number=2)
    head_judge = factories.client_of(factories.staff_member(event, Role.HEAD_JUDGE))
    assert SECRET in flat(head_judge.get(address(event)))
    for role in (Role.ORGANIZER, Role.JUDGE, Role.SCOREKEEPER):
        page = flat(factories.client_of(factories.staff_member(event, role)).get(address(event)))
        assert SECRET not in page, role
        assert "Investigation notes</dt><dd>1 note</dd>" in page


def test_one_button_is_primary_and_what_is_closed_has_no_line() -> None:
    event, owner = playing()
    page = factories.client_of(owner).get(address(event)).content.decode()
    assert page.count('class="primary"') == 1
    for heading in ("Open calls", "Time extensions", "Investigation notes", "Staff on a break"):
        assert f"<dt>{heading}</dt>" not in page
    write_hand_over(event_id=event.pk, actor=owner, text="Table 3 plays slowly.")
    coming = factories.client_of(factories.staff_member(event, Role.SCOREKEEPER))
    page = flat(coming.get(address(event)))
    assert page.count('class="primary"') == 1
    assert '<button class="primary" data-once>Acknowledge note</button>' in page


def test_no_archive_and_no_journal_has_the_text_of_a_note() -> None:
    event, owner = playing()
    write_hand_over(event_id=event.pk, actor=owner, text=SECRET)
    event.refresh_from_db()
    archive = json.dumps(export_archive(event, journal=journal_sentences(event), chain=True))
    assert SECRET not in archive + str(list(JournalEntry.objects.values()))


def test_before_round_1_the_page_says_what_is_asked() -> None:
    event, owner = event_with_owner(4, rounds=3)
    event.enrollments.filter(number=1).update(checked_in=True)
    page = flat(factories.client_of(owner).get(address(event)))
    assert "No round is paired." in page


def test_queries_do_not_grow_with_the_tables() -> None:
    counts = []
    for players in (8, 24):
        event, owner = playing(players)
        browser = factories.client_of(owner)
        counts.append(queries_of(lambda: browser.get(address(event))))  # noqa: B023
    assert counts[0] == counts[1]
