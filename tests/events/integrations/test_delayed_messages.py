"""Messages of a result on camera go out once, when it may be shown."""

from ipaddress import ip_network

import pytest
from django.conf import LazySettings

from events.core.events.finishing_actions import finish_event
from events.core.results.delayed_results import waiting_results
from events.core.rounds.actions import complete_round
from events.integrations import actions as programs
from events.integrations.delayed_features import show_due
from events.integrations.delivery import Courier
from events.models import Event, HookEndpoint, HookKind, Verb
from tests.events.integrations.test_delayed_results import featured, swiss, wait
from tests.events.scenario import enter_slips, event_with_owner, journaled, start_round
from tests.events.support.receiver import receiving

pytestmark = pytest.mark.django_db


def test_a_chat_hears_of_it_once_and_not_before(settings: LazySettings) -> None:
    settings.HOOK_NETWORKS = (ip_network("127.0.0.0/8"),)
    event, owner = swiss()
    match = featured(event, owner)
    with receiving() as receiver:
        for style in (HookEndpoint.Style.DISCORD, HookEndpoint.Style.WEBHOOK):
            programs.add_endpoint(
                of=event.pk,
                actor=owner,
                name=style,
                address=f"{receiver.address}/{style}",
                kinds=[HookKind.RESULT_RECORDED],
                style=style,
            )
        enter_slips(event, owner, 1, f"{match.table} 20")
        deliver()
        assert not receiver.came
        wait()
        deliver()
        assert len(receiver.came) == 2


def deliver() -> None:
    courier = Courier()
    courier.send_due()
    courier.wait()


def test_a_finished_event_keeps_nothing_back() -> None:
    event, owner = event_with_owner(2, rounds=1)
    start_round(event, owner, 1)
    match = featured(event, owner)
    enter_slips(event, owner, 1, f"{match.table} 20")
    assert waiting_results(Event.objects.get(pk=event.pk))
    complete_round(event_id=event.pk, actor=owner, number=1)
    finish_event(event_id=event.pk, actor=owner)
    said = [entry.data["change"] for entry in journaled(event, Verb.FEATURE_CHANGED)]
    assert said.count("shown") == 1, "messages of it are sent once"
    assert show_due() == 0
    assert not waiting_results(Event.objects.get(pk=event.pk))
