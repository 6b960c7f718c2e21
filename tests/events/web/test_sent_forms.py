"""A form that makes something makes it once: sent again, it leads to what it made."""

import re
from datetime import timedelta
from http import HTTPStatus
from http.cookies import SimpleCookie

import pytest
from django.forms import BaseForm
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from events.core.rounds.pairing_actions import pair_next_round
from events.core.stages.plans import StagePlan
from events.models import (
    Appeal,
    Drawing,
    Event,
    Organisation,
    OrganisationEntry,
    OrganisationInvitation,
    OrganisationMember,
    Penalty,
    PodDrawing,
    Queue,
    Role,
    SentForm,
    Series,
    StaffInvitation,
    StreamLink,
    Venue,
    Verb,
)
from tests import factories
from tests.events.scenario import event_with_owner, journaled, start_round
from tests.events.settings.test_new_event import sent
from tests.events.support.stages import staged

pytestmark = pytest.mark.django_db

TWICE = "This form was sent twice and saved once."
SHOP = "/staff/organisations/shop/"
EVENT = {"name": "Friday"}
FORMS = {
    "/staff/new/": (Event, EVENT),
    f"{SHOP}series/new/": (
        Series,
        {
            "name": "Spring",
            "first_date": "2026-01-01",
            "last_date": "2026-12-31",
            "best": "2",
            "participation": "1",
            "tables": "0: 10 7 5",
        },
    ),
    f"{SHOP}on-demand/new/": (
        Queue,
        {"name": "Draft", "first_table": "1", "last_table": "40"},
    ),
    "/staff/venues/": (Venue, {"name": "Hall", "rows": "1-10", "organisation": "shop"}),
}


@pytest.fixture
def owner(db: None) -> Client:
    """The browser of an organisation's owner."""
    shop = Organisation.objects.create(slug="shop", name="Corner Shop")
    user = factories.user("anna")
    OrganisationMember.objects.create(organisation=shop, user=user, owner=True)
    return factories.client_of(user)


def opened(browser: Client, page: str) -> dict[str, str]:
    """Open a page with a form; return the hidden field that it sends, and what it proposes."""
    answer = browser.get(page)
    keys = re.findall(r'name="form_key" value="([^"]+)"', answer.content.decode())
    assert len(keys) == 1
    proposed = sent(browser) if page == "/staff/new/" else _proposed(answer.context.get("form"))
    return {**proposed, "form_key": keys[0]}


def _proposed(form: BaseForm | None) -> dict[str, str]:
    values = {name: form[name].value() for name in form.fields} if form else {}
    return {name: str(value) for name, value in values.items() if value not in (None, "", False)}


@pytest.mark.parametrize("page", FORMS)
def test_a_form_that_is_sent_again_leads_to_what_it_made(owner: Client, page: str) -> None:
    model, typed = FORMS[page]
    form = opened(owner, page) | typed
    first, second = owner.post(page, form), owner.post(page, form)
    assert first.status_code == second.status_code == HTTPStatus.FOUND, first.content.decode()
    assert first["Location"] == second["Location"]
    assert model._default_manager.count() == 1
    text = owner.get(second["Location"]).content.decode()
    assert len(re.findall(r'<p class="notice', text)) == 1
    assert TWICE not in text, "the message of the first answer is there"


@pytest.mark.parametrize("page", FORMS)
def test_a_form_that_is_opened_again_makes_another_one(owner: Client, page: str) -> None:
    model, typed = FORMS[page]
    for name in ("One", "Two") if page == "/staff/venues/" else ("One", "One"):
        form = opened(owner, page) | typed | {"name": name}
        assert owner.post(page, form).status_code == HTTPStatus.FOUND
    assert model._default_manager.count() == 2


def test_a_changed_form_makes_another_event(owner: Client) -> None:
    form = opened(owner, "/staff/new/") | EVENT
    first = owner.post("/staff/new/", form)
    second = owner.post("/staff/new/", form | {"name": "Side event"})
    assert first["Location"] != second["Location"]
    assert Event.objects.count() == 2


def test_an_answer_that_the_browser_gave_up_is_made_up_for(owner: Client) -> None:
    form = opened(owner, "/staff/new/") | EVENT
    before = {name: cookie.value for name, cookie in owner.cookies.items()}
    owner.post("/staff/new/", form)
    owner.cookies = SimpleCookie(before)
    again = owner.post("/staff/new/", form)
    text = owner.get(again["Location"]).content.decode()
    assert text.count(TWICE) == 1
    assert "Friday was created." not in text


def test_an_event_that_was_deleted_can_be_made_again(owner: Client) -> None:
    form = opened(owner, "/staff/new/") | EVENT
    owner.post("/staff/new/", form)
    Event.objects.all().delete()
    assert owner.post("/staff/new/", form).status_code == HTTPStatus.FOUND
    assert Event.objects.count() == 1


def test_a_refused_form_can_be_sent_again(owner: Client) -> None:
    form = opened(owner, "/staff/new/") | EVENT
    Organisation.objects.update(events_a_day=0)
    assert owner.post("/staff/new/", form).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    Organisation.objects.update(events_a_day=1)
    assert owner.post("/staff/new/", form).status_code == HTTPStatus.FOUND
    assert SentForm.objects.count() == 1


def test_another_account_and_an_old_form_are_not_the_same(owner: Client) -> None:
    form = opened(owner, "/staff/new/") | EVENT
    owner.post("/staff/new/", form)
    factories.client_of(factories.user("bert")).post("/staff/new/", form)
    assert Event.objects.count() == 2
    SentForm.objects.update(at=timezone.now() - timedelta(days=2))
    owner.post("/staff/new/", opened(owner, "/staff/new/") | EVENT)
    assert SentForm.objects.count() == 1, "those of the day before are forgotten"


def test_what_replaces_something_replaces_it_once() -> None:
    event, owner = event_with_owner(4, private_pages=True)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    browser, base = factories.client_of(owner), f"/staff/e/{event.slug}/"
    again = {"reason": "Wrong players"}
    player = f"{base}roster/players/1/"
    for page, path, typed, value in (
        (f"{base}rounds/1/", f"{base}rounds/1/pair-again/", again, Drawing.objects.count),
        (
            f"{player}?act=link",
            f"{player}address/",
            {},
            lambda: event.enrollments.get(number=1).address_nonce,
        ),
        (
            f"{base}stream/",
            f"{base}stream/",
            {"do": "renew"},
            lambda: StreamLink.objects.get().token,
        ),
    ):
        form = opened(browser, page) | typed
        values = []
        for _time in range(2):
            answer = browser.post(path, form)
            assert answer.status_code == HTTPStatus.FOUND, answer.content.decode()
            values.append(value())
        assert values[0] == values[1], path
    assert len(journaled(event, Verb.ROUND_PAIRED_AGAIN)) == 1
    assert len(journaled(event, Verb.ADDRESS_ISSUED)) == 1


def test_pods_are_drawn_once() -> None:
    event, owner = staged(9, StagePlan(rounds=3, pods=True), StagePlan(rounds=2))
    browser, page = factories.client_of(owner), f"/staff/e/{event.slug}/stages/1/pods/"
    form = opened(browser, page)
    for _time in range(2):
        assert browser.post(f"{page}draw/", form).status_code == HTTPStatus.FOUND
    assert PodDrawing.objects.count() == 1


def test_what_changes_nothing_is_not_in_the_journal(owner: Client) -> None:
    member = OrganisationMember.objects.get()
    path = f"{SHOP}members/{member.user.username}/"
    for _time in range(2):
        owner.post(path, {"roles": ["organizer"], "owner": "on"})
    assert OrganisationEntry.objects.filter(verb=OrganisationEntry.Verb.CHANGED).count() == 1


def test_penalties_appeals_and_invitations_are_recorded_once() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    shop = Organisation.objects.create(slug="shop", name="Corner Shop")
    OrganisationMember.objects.create(organisation=shop, user=owner, owner=True)
    browser, base = factories.client_of(owner), f"/staff/e/{event.slug}/"
    penalty = {"infraction": "tardiness", "penalty": "warning", "note": "Train"}
    appeal = {
        "player": "1",
        "ruling": "Missed trigger",
        "ruled_by": factories.staff_member(event, Role.JUDGE, "judge").username,
        "heard_by": owner.username,
        "outcome": "upheld",
    }
    give = f"{base}roster/players/1/penalties/"
    invite = reverse("staff:invite", args=[event.slug])
    join = reverse("staff:organisation-invite", args=["shop"])
    for page, path, typed, model in (
        (give, give, penalty, Penalty),
        (f"{base}appeals/", f"{base}appeals/", appeal, Appeal),
        (f"{base}staff/", invite, {"role": "judge", "most": "2"}, StaffInvitation),
        (SHOP, join, {"roles": "organizer"}, OrganisationInvitation),
    ):
        form = opened(browser, page) | typed
        for _time in range(2):
            answer = browser.post(path, form)
            assert answer.status_code == HTTPStatus.FOUND, answer.content.decode()
        assert model._default_manager.count() == 1, path
