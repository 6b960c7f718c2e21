"""Messages to programs while the computer's clock is wrong: none waits for hours, none is lost."""

import datetime

import pytest
from django.utils import timezone

from events.integrations import delivery
from events.integrations.delivery import Courier
from events.integrations.sending import Answer
from events.integrations.signing import new_secret
from events.models import Event, HookDelivery, HookEndpoint, HookMessage
from events.models.programs.hooks import TEST
from tests import factories

pytestmark = pytest.mark.django_db
DAY, YEAR = datetime.timedelta(days=1), datetime.timedelta(days=365)
State = HookDelivery.State


@pytest.fixture
def event() -> Event:
    return factories.event()


@pytest.fixture
def endpoint(event: Event) -> HookEndpoint:
    address = "https://program.example/"
    return HookEndpoint.objects.create(
        event=event, name="Program", address=address, secret=new_secret(), kinds=[TEST]
    )


def send_all() -> None:
    """Let a new worker look until it has noted its answers."""
    courier = Courier(lambda work: work(), lambda *_: Answer(status=200))
    for _look in range(3):
        courier.send_due()


def states() -> list[str]:
    return list(HookDelivery.objects.values_list("state", flat=True))


def test_a_message_older_than_its_endpoint_by_the_clock_is_sent(
    event: Event, endpoint: HookEndpoint
) -> None:
    message = HookMessage.objects.create(event=event, kind=TEST)
    HookMessage.objects.filter(pk=message.pk).update(at=timezone.now() - DAY)
    send_all()
    assert states() == [State.DELIVERED]


def test_a_message_of_before_its_endpoint_is_not_sent(event: Event, endpoint: HookEndpoint) -> None:
    message = HookMessage.objects.create(event=event, kind=TEST)
    HookEndpoint.objects.update(hears_after=message.pk)
    send_all()
    assert states() == []


@pytest.mark.parametrize("field", ["leased_until", "rests_until"])
def test_an_endpoint_does_not_rest_for_a_year(
    event: Event, endpoint: HookEndpoint, field: str
) -> None:
    HookEndpoint.objects.update(**{field: timezone.now() + YEAR})
    HookMessage.objects.create(event=event, kind=TEST)
    send_all()
    assert states() == [State.DELIVERED]


def test_a_message_does_not_wait_for_a_year(event: Event, endpoint: HookEndpoint) -> None:
    message = HookMessage.objects.create(event=event, kind=TEST, spread=True)
    later = timezone.now() + YEAR
    HookDelivery.objects.create(message=message, endpoint=endpoint, next_at=later)
    send_all()
    assert states() == [State.DELIVERED]


def test_what_waits_is_not_forgotten(
    event: Event, endpoint: HookEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "FORGET_EVERY", -1.0)
    HookEndpoint.objects.update(paused=True)
    for spread in (True, False):
        message = HookMessage.objects.create(event=event, kind=TEST, spread=spread)
        if spread:
            now = timezone.now()
            HookDelivery.objects.create(message=message, endpoint=endpoint, next_at=now)
    HookMessage.objects.update(at=timezone.now() - YEAR)
    send_all()
    send_all()
    assert HookMessage.objects.count() == 2
