"""Sign-ups in an event with player links: one address from the sign-up to the seat."""

import re
from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.core.journal.words.entries import sentence
from events.core.phones.actions import issue_address
from events.core.players.actions import remove
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.players.private_address import sign_up_token_of, token_of
from events.core.sign_ups import queries as sign_ups
from events.core.sign_ups.actions import SignUpData, mark_paid, sign_up
from events.models import Enrollment, SignUp, Verb
from events.roster.merging_actions import merge_players
from events.transfer.views import address_table
from events.web.rate_limits import PLAYER_PAGES
from tests.events.scenario import journaled, start_round
from tests.events.support.signing_up import Phone, owner_of, taking
from tests.markup import flat

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every sign-up has its answer by now: test_sign_up_crowds.py is about the first seconds."""
    monkeypatch.setattr(sign_ups, "ARRIVING", timedelta(0))


def test_with_private_addresses_the_phone_becomes_the_players() -> None:
    event = taking(columns={"private_pages": True}, fee="15 EUR", ask_email="optional")
    owner = User.objects.get(staff_of__event=event)
    phone = Phone(event)
    phone.sign_up("Ann", email="ann@example.org")
    one = SignUp.objects.get()
    for language, told in (
        ("en", ("You have a place. Your number is 1.", "No pairings are posted yet.", "15 EUR")),
        ("ja", ("番号は 1 です", "組み合わせはまだ掲示されていません", "15 EUR")),
    ):
        page = phone.page(language)
        for words in (*told, "ann@example.org", f"/me/{sign_up_token_of(one.pk, one.nonce)}/"):
            assert words in page
        assert page.count('src="data:image/svg+xml') == 1, "the address as a code"
    mark_paid(event_id=event.pk, actor=owner, number=1, paid=True)
    assert 'class="badge ok"' in phone.page()
    assert phone.cancel()["Location"] == f"/me/{event.slug}/"
    assert "svg+xml" not in phone.page(), "nothing is left to open"
    phone.sign_up("Bob", key="other")
    enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment("Cid")])
    start_round(event, owner, 1)
    page = phone.page()
    assert 'class="table-number"' in page
    assert "svg+xml" not in page
    assert "15 EUR" not in page


def test_who_waits_is_told_by_the_page_itself_and_keeps_the_address() -> None:
    event = taking(columns={"private_pages": True}, capacity=1)
    ann, bob = Phone(event), Phone(event)
    ann.sign_up("Ann")
    bob.sign_up("Bob")
    url = f"/me/{event.slug}/"

    def stamp() -> str:
        told = re.search(r'data-stamp="([^"]+)"', bob.page())
        return told[1] if told else ""

    before, cookie = stamp(), bob.client.cookies["own-page"].value
    assert before
    ask = {"since": before}
    assert bob.client.get(url, ask).status_code == HTTPStatus.NO_CONTENT
    ann.cancel()
    assert "You have a place. Your number is 2." in flat(bob.client.get(url, ask))
    assert bob.client.get(url, {"since": stamp()}).status_code == HTTPStatus.NO_CONTENT
    assert bob.client.cookies["own-page"].value == cookie
    assert bob.client.post(f"{url}cancel/", {"form": "x"}).status_code == HTTPStatus.FORBIDDEN


@pytest.mark.usefixtures("rate_limits")
def test_a_phone_gone_wild_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PLAYER_PAGES, "most", 1)
    phone = Phone(taking())
    phone.sign_up("Ann")
    url = f"/me/{phone.event.slug}/"
    codes = [phone.client.get(url).status_code for _time in range(2)]
    assert codes == [HTTPStatus.OK, HTTPStatus.TOO_MANY_REQUESTS]


def test_after_a_merge_both_phones_go_on_until_the_desk_gives_a_new_address() -> None:
    event = taking(columns={"private_pages": True})
    owner = User.objects.get(staff_of__event=event)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    (kept,) = enroll(**who, entries=[NewEnrollment("Mario Rossi")])
    scanned, signed = Client(), Phone(event)
    url = f"/me/{event.slug}/"
    scanned.get(f"/me/{token_of(kept.pk, Enrollment.objects.get(pk=kept.pk).address_nonce)}/")
    signed.sign_up("Rossi M")
    merge = f"/staff/e/{event.slug}/roster/players/1/merge/"
    told = flat(owner_of(event).post(merge, {"other": "2"}, follow=True))
    assert "Codes issued to number 2 no longer work" in told
    for phone in (scanned, signed.client):
        assert "<h1>Mario Rossi</h1>" in flat(phone.get(url))
    issue_address(**who, number=1)
    for phone in (scanned, signed.client):
        assert phone.get(url).status_code == HTTPStatus.NOT_FOUND


def test_an_old_address_of_a_sign_up_leads_nowhere_once_the_desk_gave_a_new_one() -> None:
    event = taking(columns={"private_pages": True})
    owner = User.objects.get(staff_of__event=event)
    one = sign_up(event_id=event.pk, data=SignUpData(name="Ann", key="k"))
    mine = f"/me/{sign_up_token_of(one.pk, one.nonce)}/"
    assert Client().get(mine)["Location"] == f"/me/{event.slug}/"
    issue_address(event_id=event.pk, actor=owner, number=1)
    assert Client().get(mine)["Location"] == "/me/"
    remove(event_id=event.pk, actor=owner, number=1)
    assert Client().get(mine)["Location"] == "/me/"


def test_who_was_taken_off_the_roster_reads_so() -> None:
    event = taking(columns={"private_pages": True})
    phone = Phone(event)
    phone.sign_up("Ann")
    remove(event_id=event.pk, actor=User.objects.get(staff_of__event=event), number=1)
    assert "You are no longer in the event. If this is unexpected, ask at the desk." in phone.page()


def test_of_two_phones_that_signed_up_the_other_is_told_what_to_do() -> None:
    event = taking(columns={"private_pages": True}, ask_decklist="optional")
    owner = User.objects.get(staff_of__event=event)
    first, second = Phone(event), Phone(event)
    first.sign_up("Mario Rossi", decklist="60 Island")
    second.sign_up("M. R.", key="other")
    form = re.search(r'name="form" value="(\w+)"', second.page())
    assert form
    merge_players(event_id=event.pk, actor=owner, number=1, other=2)
    for language, words in (
        ("en", ("You are in the event.", "Or take this phone to the desk")),
        ("ja", ("イベントに登録されています", "このスマートフォンを持って受付に来てください")),
    ):
        page = second.page(language)
        for said in words:
            assert said in page
        # Any visitor can sign up under any name: the other player's data is neither shown nor
        # changed.
        for kept in ("Mario", "60 Island", "svg+xml", 'name="form"'):
            assert kept not in page
    own: Any = {"form": form[1]}
    assert second.client.post(f"/me/{event.slug}/cancel/", own).status_code == HTTPStatus.CONFLICT
    assert event.enrollments.count() == 1
    # The desk sees whose entry it was. The code that its owner scans there opens the player's page.
    desk = flat(owner_of(event).get(f"/staff/e/{event.slug}/sign-ups/"))
    assert "M. R. →1 Mario Rossi" in re.sub("<[^>]*>", "", desk)
    kept_one = event.enrollments.get()
    second.client.get(f"/me/{token_of(kept_one.pk, kept_one.address_nonce)}/")
    assert "Mario Rossi" in second.page()


@pytest.mark.parametrize("approval", [False, True])
def test_a_player_withdraws_the_consent_to_enter_the_address_elsewhere(approval: bool) -> None:
    event = taking(ask_email="optional", approval=approval)
    phone = Phone(event)
    phone.sign_up("Ann", email="ann@example.org", shares_email="on")
    page = phone.page()
    assert "Withdraw consent" in page
    url = f"/me/{event.slug}/email-consent/"
    assert phone.client.post(url, {"form": "x"}).status_code == HTTPStatus.FORBIDDEN
    assert Client().post(url).status_code == HTTPStatus.NOT_FOUND
    assert phone.client.get(url).status_code == HTTPStatus.METHOD_NOT_ALLOWED
    form = re.search(r'name="form" value="(\w+)"', page)
    assert form
    for _twice in range(2):
        assert phone.client.post(url, {"form": form[1]}).status_code == HTTPStatus.FOUND
    assert "Withdraw consent" not in phone.page()
    [entry] = journaled(event, Verb.ENROLLMENT_CHANGED)
    assert "consent to enter the email address elsewhere" in sentence(entry)
    assert address_table(event, agreed=True).rows == []
