import logging
import re
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from events.core.events.finishing_actions import finish_event
from events.core.phones.actions import answer_call, issue_address, open_check_in
from events.core.players.private_address import form_key, token_of
from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round
from events.core.rounds.pairing_actions import pair_next_round
from events.hosting.logs import HidePrivateAddresses
from events.models import Call, Event, JournalEntry, Report
from events.web.rate_limits import PLAYER_FORMS, PLAYER_PAGES
from tests import factories
from tests.events.scenario import at_table, report
from tests.events.support.phones import Phone, event_of_phones, pair_at
from tests.events.support.public_addresses import everything
from tests.markup import flat

pytestmark = pytest.mark.django_db


def two_phones(event: Event, table: int = 1) -> tuple[Phone, Phone]:
    first, second = pair_at(event, table)
    return Phone(first), Phone(second)


def said(score: str) -> str:
    return score.replace("-", "\N{NON-BREAKING HYPHEN}")


def test_an_address_makes_a_phone_the_players_and_leads_on_without_its_secret() -> None:
    event, _owner = event_of_phones()
    first, _second = pair_at(event)
    phone = Phone(first)
    assert phone.opened.status_code == HTTPStatus.FOUND
    assert phone.opened["Location"] == f"/me/{event.slug}/"
    assert phone.opened["Referrer-Policy"] == "no-referrer"
    assert phone.opened["Cache-Control"] == "private, no-store"
    cookie = phone.client.cookies["own-page"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["path"] == f"/me/{event.slug}/"
    page = phone.client.get(phone.url())
    assert page["Referrer-Policy"] == "no-referrer"
    assert page["Cache-Control"] == "private, no-store"
    assert first.name in flat(page)
    assert phone.token not in page.content.decode()
    assert set(page.cookies) == set(), "nothing that a cache of public pages would trip over"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_shows_table_and_opponent(language: str) -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    page = Phone(first, language).page()
    assert second.name in page
    assert '<span class="table-number">1</span>' in page
    assert ("Recorded" in page) is False


def test_an_address_that_was_replaced_is_dead_and_so_is_the_phone() -> None:
    event, owner = event_of_phones()
    first, _second = pair_at(event)
    phone = Phone(first)
    issue_address(event_id=event.pk, actor=owner, number=first.number)
    assert phone.client.get(phone.url()).status_code == HTTPStatus.NOT_FOUND
    again = Client().get(reverse("me:open", args=[phone.token]), follow=True)
    assert again.status_code == HTTPStatus.NOT_FOUND
    assert again.redirect_chain == [("/me/", HTTPStatus.FOUND)]
    assert "The link is wrong, or the desk has issued a new one since." in again.content.decode()
    assert Phone(first).page()


@pytest.mark.parametrize(
    "wrong", ["1.aaaaaaaaaaaaaaaaaaaaaa", "zzzzzzzzzzzzz.a", "1.", "a b.c", "1.é"]
)
def test_guessed_addresses_lead_nowhere(wrong: str) -> None:
    event_of_phones()
    answer = Client().get(f"/me/{wrong}/")
    assert answer.status_code == HTTPStatus.FOUND
    assert answer["Location"] == "/me/"
    assert not answer.cookies


def test_addresses_of_an_event_without_them_lead_nowhere() -> None:
    event, _owner = event_of_phones(private_pages=False)
    first, _second = pair_at(event)
    assert Phone(first).opened["Location"] == "/me/"


def test_a_phone_of_one_event_is_nobodys_in_another() -> None:
    event, _owner = event_of_phones()
    other, _owner = event_of_phones()
    phone = Phone(pair_at(event)[0])
    answer = phone.client.get(f"/me/{other.slug}/")
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert f'class="button" href="/e/{other.slug}/pairings/"' in answer.content.decode()
    phone.client.cookies["own-page"]["path"] = "/"
    assert phone.client.get(f"/me/{other.slug}/").status_code == HTTPStatus.NOT_FOUND


@pytest.mark.usefixtures("rate_limits")
def test_trying_addresses_is_stopped() -> None:
    client = Client(REMOTE_ADDR="198.51.100.7")
    tried = [client.get(f"/me/1.{number:022}/").status_code for number in range(25)]
    assert set(tried[:20]) == {HTTPStatus.FOUND}
    assert set(tried[20:]) == {HTTPStatus.TOO_MANY_REQUESTS}


@pytest.mark.usefixtures("rate_limits")
def test_a_phone_that_asks_without_end_is_stopped_and_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for limit in (PLAYER_PAGES, PLAYER_FORMS):
        monkeypatch.setattr(limit, "most", 3)
    event, _owner = event_of_phones()
    one, other = two_phones(event)
    assert [one.client.get(one.url()).status_code for _again in range(4)] == [200, 200, 200, 429]
    assert other.post("call", kind="judge", round=1).status_code == HTTPStatus.FOUND


def test_no_log_has_a_private_address(caplog: pytest.LogCaptureFixture) -> None:
    token = token_of(1, "x")
    caplog.handler.addFilter(HidePrivateAddresses())
    with caplog.at_level(logging.DEBUG):
        for address in (f"/me/{token}/", f"/me/{token}/nothing/", f"/nowhere/me/{token}/"):
            Client().get(address)
            Client().post(address)
    assert "/me/..." in caplog.text
    assert token.split(".")[1] not in caplog.text


def test_a_form_of_somewhere_else_is_not_taken() -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    phone = Phone(first)
    fields = {"round": 1, "opponent": second.number, "score": "2-1", "key": "a"}
    strange = form_key(token_of(second.pk, second.address_nonce))
    for form in ({}, {"form": ""}, {"form": strange}):
        answer = phone.client.post(phone.url("report"), {**fields, **form})
        assert answer.status_code == HTTPStatus.FORBIDDEN
    assert not Report.objects.exists()


@pytest.mark.parametrize(
    "name", ["report", "take-back", "game", "game-take-back", "call", "check-in", "forget"]
)
def test_what_writes_is_not_read_and_needs_a_known_phone(name: str) -> None:
    event, _owner = event_of_phones()
    phone = Phone(pair_at(event)[0])
    assert phone.client.get(phone.url(name)).status_code == HTTPStatus.METHOD_NOT_ALLOWED
    before = JournalEntry.objects.count()
    assert Client().post(phone.url(name)).status_code == HTTPStatus.NOT_FOUND
    assert JournalEntry.objects.count() == before


def test_two_phones_agree() -> None:
    event, _owner = event_of_phones()
    one, other = two_phones(event)
    assert one.tell("2-1", other.enrollment).status_code == HTTPStatus.FOUND
    page = one.page()
    assert f"You reported: you won {said('2-1')}." in page
    assert f"It counts once {other.enrollment.name} reports the same result" in page
    page = other.page()
    name = one.enrollment.name
    assert f"{name} reported: {name} won {said('2-1')}. Is this correct?" in page
    assert 'name="score" value="1-2"' in page
    other.tell("1-2", one.enrollment)
    assert at_table(event, 1, 1).result_text == "2-1"
    assert f"<strong>you won {said('2-1')}</strong>" in one.page()
    page = other.page()
    assert f"<strong>you lost {said('1-2')}</strong>" in page
    assert "<b>0-1-0</b>" in page


def test_two_phones_differ_and_the_desk_decides() -> None:
    event, owner = event_of_phones()
    one, other = two_phones(event)
    one.tell("2-1", other.enrollment)
    other.tell("2-0", one.enrollment)
    words = f"You reported: you won {said('2-1')}."
    words += f" {other.enrollment.name} reported: {other.enrollment.name} won {said('2-0')}."
    assert words in one.page()
    enter_result(event_id=event.pk, actor=owner, number=1, table=1, slip=Slip.of(0, 2))
    page = one.page()
    assert f"<strong>you lost {said('0-2')}</strong>" in page
    assert "The desk recorded a different result, and the desk" in page
    page = other.page()
    assert f"<strong>you won {said('2-0')}</strong>" in page
    assert "The desk recorded the result you reported." in page


def test_time_was_called() -> None:
    event, _owner = event_of_phones()
    one, other = two_phones(event)
    page = one.page()
    assert 'value="1-1-1t"' in page
    one.tell("1-1-1t", other.enrollment)
    heard = re.findall(r'big-button" name="score" value="([^"]*)"', other.page())
    other.tell(heard[0], one.enrollment)
    match = at_table(event, 1, 1)
    assert match.result_text == "1-1-1"


def test_a_result_that_can_not_be_is_said_on_the_page() -> None:
    event, _owner = event_of_phones()
    one, other = two_phones(event)
    for score in ("3-0", "", "nonsense", "\0"):
        answer = one.tell(score, other.enrollment)
        assert answer.status_code == 422, (score, flat(answer))
        assert 'role="alert"' in answer.content.decode()
    assert one.tell("2-0", other.enrollment, round="9" * 30).status_code == 409
    assert one.tell("2-0", other.enrollment, key="k" * 99).status_code == 409
    assert not Report.objects.exists()


@pytest.mark.parametrize("kept", ["", "12.5", "-3", "nan", "inf", "x", "9" * 400])
def test_how_long_a_phone_kept_it_may_be_anything(kept: str) -> None:
    event, _owner = event_of_phones()
    one, other = two_phones(event)
    assert one.tell("2-0", other.enrollment, kept=kept).status_code == HTTPStatus.FOUND
    posted = event.rounds.get().posted_at
    assert posted is not None
    assert Report.objects.get().at >= posted


def test_what_is_recorded_is_called_wrong_until_the_next_round_is_paired() -> None:
    event, owner = event_of_phones()
    one, other = two_phones(event)
    report(event, owner, 1)
    assert "Dispute result" in one.page()
    one.post("call", kind="wrong", round=1)
    assert (
        "You disputed this result. The desk has been notified; go there with your opponent."
        in one.page()
    )
    assert (
        "You disputed this result. The desk has been notified; go there with your opponent."
        not in other.page()
    )
    words = f"{one.enrollment.name} says the recorded result is wrong"
    seen = [words in page for page in (one.page(), other.page(), flat(_desk(event, owner)))]
    assert seen == [False, True, True], "to themselves nobody is a third person"
    one.post("call", kind="wrong", back=1)
    assert words not in one.page() + other.page()
    complete_round(event_id=event.pk, actor=owner, number=1)
    one.post("call", kind="wrong", round=1)
    assert "says the recorded result is wrong" in flat(_desk(event, owner))
    call = Call.objects.get(answered_at=None)
    answer_call(event_id=event.pk, actor=owner, number=1, call_id=call.pk)
    pair_next_round(event_id=event.pk, actor=owner, number=2, seed=2)
    assert "Dispute result" not in one.page()
    answer = one.post("call", kind="wrong", round=1)
    assert answer.status_code == 409
    assert one.post("call", kind="wrong", round=2).status_code == 409


def _desk(event: Event, owner: User) -> HttpResponse:
    answer: Any = factories.client_of(owner).get(f"/staff/e/{event.slug}/")
    return answer  # type: ignore[no-any-return]


def test_where_recorded_results_are_not_shown_a_phone_says_only_that_one_is_in() -> None:
    event, owner = event_of_phones(show_recorded=False)
    one, _other = two_phones(event)
    report(event, owner, 1)
    page = one.page()
    assert "Your match result is in." in page
    assert "you won" not in page
    assert one.post("call", kind="wrong", round=1).status_code == 409


def test_a_judge_is_called_to_the_table() -> None:
    event, owner = event_of_phones()
    one, _other = two_phones(event)
    one.post("call", kind="judge", round=1)
    one.post("call", kind="judge", round=1)
    assert "A judge was called to your table." in one.page()
    assert f"{one.enrollment.name} is calling a judge" in flat(_desk(event, owner))
    assert Call.objects.count() == 1
    one.post("call", kind="judge", back=1)
    assert ">Call a judge</button>" in one.page()
    assert "is calling a judge" not in flat(_desk(event, owner))


def test_check_in_while_it_is_open() -> None:
    event, owner = event_of_phones(posted=False)
    player = event.enrollments.get(number=1)
    phone = Phone(player)
    assert "Check-in by phone is not open yet. It will open on this page" in phone.page()
    assert phone.post("check-in").status_code == 409
    open_check_in(event_id=event.pk, actor=owner, open=True)
    assert "Check in now" in phone.page()
    phone.post("check-in")
    assert "You are checked in." in phone.page()
    open_check_in(event_id=event.pk, actor=owner, open=False)
    other = Phone(event.enrollments.get(number=2))
    assert other.post("check-in").status_code == 409


def test_a_phone_that_is_given_away_is_nobodys() -> None:
    event, _owner = event_of_phones()
    one, _other = two_phones(event)
    one.post("forget")
    assert one.client.get(one.url()).status_code == HTTPStatus.NOT_FOUND


def test_no_private_address_and_no_report_is_readable_from_a_public_one(client: Client) -> None:
    event, _owner = event_of_phones()
    before = everything(client, event)
    one, other = two_phones(event)
    one.tell("2-1", other.enrollment)
    other.tell("2-0", one.enrollment)
    one.post("call", kind="judge", round=1)
    after = everything(client, event)
    assert after == before
    for enrollment in event.enrollments.all():
        assert token_of(enrollment.pk, enrollment.address_nonce) not in after
        assert enrollment.address_nonce not in after


def test_who_stands_in_no_match_is_told_to_ask() -> None:
    event, _owner = event_of_phones()
    late = factories.enroll_players(event, ["Eve Late"])[0]
    assert "You have no match in round 1." in Phone(late).page()


def test_a_player_of_a_finished_event_is_not_told_to_reopen_it() -> None:
    event, owner = event_of_phones()
    phone, _other = two_phones(event)
    for table in (1, 2):
        enter_result(event_id=event.pk, actor=owner, number=1, table=table, slip=Slip.of(2, 0))
    complete_round(event_id=event.pk, actor=owner, number=1)
    finish_event(event_id=event.pk, actor=owner, early=True, reason="Late")
    answer = phone.post("call", kind="judge", round=1)
    assert answer.status_code == HTTPStatus.CONFLICT
    page = flat(answer)
    assert "The event is finished." in page
    assert "reopen" not in page
