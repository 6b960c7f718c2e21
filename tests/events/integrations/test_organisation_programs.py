"""Programs of an organisation, the rotation of a secret, and what is sent first."""

import datetime
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from events.core.event_write import event_write
from events.core.events.actions import create_event
from events.core.events.declared_settings import EventData
from events.core.organisations.ownership import give_to_organisation
from events.integrations import actions
from events.integrations.buttons import BUTTONS
from events.integrations.signing import signature
from events.models import (
    Event,
    HookDelivery,
    HookEndpoint,
    HookKind,
    HookMessage,
    Organisation,
    OrganisationEntry,
    OrganisationMember,
    Role,
)
from events.organisations.words import entry_words
from tests import factories
from tests.events.integrations.test_delivery import deliver, hear, receiver  # noqa: F401
from tests.events.scenario import event_with_owner, refused, report, start_round
from tests.events.support.receiver import Receiver
from tests.markup import without_tags

pytestmark = pytest.mark.django_db
State = HookDelivery.State


def shop_of(owner: User, *events: Event) -> Organisation:
    shop = Organisation.objects.create(slug="shop", name="Corner Shop")
    OrganisationMember.objects.create(organisation=shop, user=owner, owner=True)
    Event.objects.filter(pk__in=[event.pk for event in events]).update(organisation=shop)
    return shop


def listen(shop: Organisation, owner: User, address: str, *kinds: HookKind) -> HookEndpoint:
    return actions.add_endpoint(
        of=shop, actor=owner, name="League", address=address, kinds=[*(kinds or HookKind)]
    )


def test_a_program_of_an_organisation_hears_of_its_events_and_of_no_other(
    receiver: Receiver,  # noqa: F811
) -> None:
    event, owner = event_with_owner(4, rounds=2)
    other, stranger = event_with_owner(4, rounds=2)
    shop = shop_of(owner, event)
    listen(shop, owner, receiver.address, HookKind.ROUND_POSTED)
    start_round(other, stranger, 1)
    start_round(Event.objects.get(pk=event.pk), owner, 1)
    # Also about events created or transferred later.
    data = EventData(name="Saturday", date=datetime.date(2026, 11, 28))
    later = create_event(actor=owner, data=data, organisation="shop")
    assert later.hook_kinds == "round.posted"
    with event_write(other.pk, None) as write:
        give_to_organisation(write.event, Organisation.objects.get())
        assert write.event.hook_kinds == "round.posted"
    deliver()
    assert [body["data"]["event"]["slug"] for body in receiver.bodies()] == [event.slug]
    [entry] = OrganisationEntry.objects.filter(verb="programs-changed")
    assert entry_words(entry) == "The integration League (127.0.0.1) was added."


def test_each_event_knows_what_any_of_its_programs_hears_of(receiver: Receiver) -> None:  # noqa: F811
    event, owner = event_with_owner(4)
    plain, _other = event_with_owner(4)
    shop = shop_of(owner, event, plain)
    hear(event, owner, receiver, HookKind.PLAYER_DROPPED)
    made = listen(shop, owner, f"{receiver.address}/all", HookKind.ROUND_POSTED)
    event.refresh_from_db()
    plain.refresh_from_db()
    assert (event.hook_kinds, plain.hook_kinds) == ("round.posted player.dropped", "round.posted")
    actions.choose_kinds(of=shop, actor=owner, endpoint_id=made.pk, kinds=["event.finished"])
    plain.refresh_from_db()
    assert plain.hook_kinds == "event.finished"
    actions.remove_endpoint(of=shop, actor=owner, endpoint_id=made.pk)
    event.refresh_from_db()
    plain.refresh_from_db()
    assert (event.hook_kinds, plain.hook_kinds) == ("player.dropped", "")
    with refused("This integration was removed."):
        actions.pause_endpoint(of=event.pk, actor=owner, endpoint_id=made.pk, paused=True)


def test_both_secrets_sign_for_a_day(receiver: Receiver) -> None:  # noqa: F811
    event, owner = event_with_owner(4)
    made = hear(event, owner, receiver)
    renewed = actions.renew_secret(of=event.pk, actor=owner, endpoint_id=made.pk)
    assert renewed.secret != made.secret

    def signed_by() -> list[bool]:
        actions.send_test(of=event.pk, actor=owner, endpoint_id=made.pk)
        deliver()
        _path, headers, body = receiver.came[-1]
        sent = headers["webhook-signature"].split()
        key, at = headers["webhook-id"], int(headers["webhook-timestamp"])
        secrets = (renewed.secret, made.secret)
        return [signature(secret, key, at, body) in sent for secret in secrets]

    assert signed_by() == [True, True]
    past = timezone.now() - datetime.timedelta(seconds=1)
    HookEndpoint.objects.update(previous_until=past)
    assert signed_by() == [True, False]


def test_a_posted_round_overtakes_results(receiver: Receiver) -> None:  # noqa: F811
    event, owner = event_with_owner(4, rounds=2)
    hear(event, owner, receiver)
    start_round(event, owner, 1)
    report(event, owner, 1)
    first = HookMessage.objects.get(kind=HookKind.ROUND_POSTED)
    first.pk, first.key = None, "msg_second"
    first.save()
    deliver()
    assert [body["type"] for body in receiver.bodies()] == [
        *("round.posted", "round.posted", "result.recorded", "result.recorded"),
    ]


def test_all_that_failed_is_sent_again(receiver: Receiver) -> None:  # noqa: F811
    event, owner = event_with_owner(4)
    made = hear(event, owner, receiver)
    who: dict[str, Any] = {"of": event.pk, "actor": owner, "endpoint_id": made.pk}
    for _time in range(3):
        actions.send_test(**who)
    given_up, retried, _new = HookDelivery.objects.order_by("pk")
    later = timezone.now() + datetime.timedelta(hours=6)
    HookDelivery.objects.filter(pk=given_up.pk).update(state=State.GAVE_UP, attempts=10)
    HookDelivery.objects.filter(pk=retried.pk).update(attempts=8, next_at=later)
    assert actions.replay_failed(**who) == 2
    deliver()
    assert len(receiver.bodies()) == 3
    assert not HookDelivery.objects.exclude(state=State.DELIVERED).exists()
    with refused("No message to this program has failed."):
        actions.replay_failed(**who)


PAGE = "/staff/organisations/shop/integrations/"


def test_owners_and_organizers_manage_programs_on_a_page(receiver: Receiver) -> None:  # noqa: F811
    event, owner = event_with_owner(4)
    shop = shop_of(owner, event)
    browser = factories.client_of(owner)
    assert "No programs yet" in browser.get(PAGE).content.decode()
    form = {"style": "webhook", "address": receiver.address, "name": "League", "kinds": [*HookKind]}
    page = browser.post(PAGE, form).content.decode()
    [first] = [word for word in page.split('"') if word.startswith("whsec_")]
    assert browser.post(PAGE, form).status_code == 422
    made = shop.hook_endpoints.get()
    own = f"{PAGE}{made.pk}/"
    page = browser.post(f"{own}secret/").content.decode()
    [second] = [word for word in page.split('"') if word.startswith("whsec_")]
    assert first != second
    assert "whsec_" not in browser.get(own).content.decode()
    said = browser.post(f"{own}test/", follow=True).content.decode()
    assert "A test is on its way." in said
    HookDelivery.objects.update(state=State.GAVE_UP)
    page = browser.get(own).content.decode()
    assert "Send failed again" in page
    assert event.name in page
    said = browser.post(f"{own}failed/", follow=True).content.decode()
    assert "1 message is sent again, with the same ID." in said
    delivery = made.deliveries.get()
    browser.post(f"{own}messages/{delivery.pk}/replay/")
    [token] = re.findall(r'name="token" value="(.*?)"', page)
    browser.post(f"{own}kinds/", {"kinds": ["round.posted"], "token": token})
    late = {"kinds": ["event.finished"], "token": token}
    said = browser.post(f"{own}kinds/", late, follow=True).content.decode()
    assert "The messages changed since you opened this page." in said
    browser.post(f"{own}pause/", {"paused": "1"})
    made.refresh_from_db()
    assert (made.kinds, made.paused) == (["round.posted"], True)
    journal = browser.get("/staff/organisations/shop/").content.decode()
    assert "League has a new secret." in without_tags(journal)
    assert f'href="{PAGE}"' in journal
    browser.post(f"{own}remove/")
    assert not shop.hook_endpoints.exists()


def test_judges_and_strangers_reach_no_program(receiver: Receiver) -> None:  # noqa: F811
    event, owner = event_with_owner(4)
    shop = shop_of(owner, event)
    made = listen(shop, owner, receiver.address)
    judge, stranger = factories.user("judge"), factories.user("kim")
    OrganisationMember.objects.create(organisation=shop, user=judge, judge=True)
    club = Organisation.objects.create(slug="club", name="Club")
    OrganisationMember.objects.create(organisation=club, user=stranger, owner=True)
    before = HookEndpoint.objects.values().get()
    for path in ("", *(f"{made.pk}/{what}/" for what in (*BUTTONS, "secret"))):
        assert factories.client_of().post(PAGE + path)["Location"].startswith("/login/")
        assert factories.client_of(stranger).post(PAGE + path).status_code == 404
        said = factories.client_of(judge).post(PAGE + path, follow=True).content.decode()
        assert "Your role can" in said
        # The other organisation's owner uses this program's number below their own organisation.
        theirs = f"/staff/organisations/club/integrations/{path}"
        factories.client_of(stranger).post(theirs)
    assert HookEndpoint.objects.values().get() == before


def test_the_page_of_an_event_renews_a_secret_and_sends_again(receiver: Receiver) -> None:  # noqa: F811
    event, owner = event_with_owner(4)
    made = hear(event, owner, receiver)
    browser = factories.client_of(owner)
    own = f"/staff/e/{event.slug}/integrations/{made.pk}/"
    page = browser.post(f"{own}secret/").content.decode()
    [shown] = [word for word in page.split('"') if word.startswith("whsec_")]
    made.refresh_from_db()
    assert made.secret == shown
    actions.send_test(of=event.pk, actor=owner, endpoint_id=made.pk)
    HookDelivery.objects.update(state=State.GAVE_UP)
    browser.post(f"{own}failed/")
    assert HookDelivery.objects.get().state == State.WAITING
    judge = factories.client_of(factories.staff_member(event, Role.JUDGE))
    assert judge.post(f"{own}secret/").status_code == 403
    assert judge.post(f"{own}failed/").status_code == 403
