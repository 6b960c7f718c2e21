"""Add, change and remove programs that hear of an event, pause them, send a test, send again."""

from collections.abc import Sequence

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from domain.limits import SHORT_LENGTH
from events.core.event_write import Write, event_write
from events.core.refusals import RefusedError
from events.core.typed_values import checked_text
from events.integrations.address_words import host_of
from events.integrations.chats import CHAT_KINDS, LINE_HOST
from events.integrations.sending import NotAllowedError, check_address, is_refused_number
from events.integrations.signing import new_secret
from events.models import HookDelivery, HookEndpoint, HookKind, HookMessage, Verb
from events.models.programs.hooks import LONGEST_ADDRESS, LONGEST_SECRET, TEST

MOST_ENDPOINTS = 20
# Incoming webhooks of the chat services; where networks are allowed, a relay of the own house too.
CHAT_HOSTS = {
    HookEndpoint.Style.DISCORD.value: ("discord.com", "discordapp.com"),
    HookEndpoint.Style.SLACK.value: ("hooks.slack.com",),
    HookEndpoint.Style.LINE.value: (LINE_HOST,),
}


def add_endpoint(
    *,
    event_id: int,
    actor: User,
    name: str,
    address: str,
    kinds: Sequence[str],
    style: str = HookEndpoint.Style.WEBHOOK,
    language: str = "en",
    token: str = "",
) -> HookEndpoint:
    """Let a program hear of an event from now on; `secret` of what this returns is shown once.

    `token`: the access token of a LINE channel, which no page shows again.

    RefusedError for an address that this server never asks, one that the event has, and without a
    kind. Where a name leads is checked before every message, not here.
    """
    name = checked_text(name, SHORT_LENGTH, "name") or host_of(address)[:SHORT_LENGTH]
    address = checked_text(address, LONGEST_ADDRESS, "address")
    try:
        host, _port, _secure = check_address(address, settings.HOOK_NETWORKS)
    except NotAllowedError as error:
        raise RefusedError(_("Enter an address that starts with https://."), "address") from error
    if is_refused_number(host, settings.HOOK_NETWORKS):
        words = _(
            "This server connects to addresses on the internet only. The operator can allow others."
        )
        raise RefusedError(words, "address")
    chosen = _chosen(style, kinds)
    hosts = CHAT_HOSTS.get(style)
    if hosts and host_of(address) not in hosts and not settings.HOOK_NETWORKS:
        raise RefusedError(_("Enter an address of %(host)s.") % {"host": hosts[0]}, "address")
    with event_write(event_id, actor, finished=True) as write:
        endpoints = write.event.hook_endpoints.all()
        if endpoints.filter(address=address).exists():
            raise RefusedError(_("This address is already on the list."), "address")
        if endpoints.count() >= MOST_ENDPOINTS:
            raise RefusedError(_("An event has at most 20 integrations. Remove one first."))
        newest = write.event.hook_messages.aggregate(newest=Max("pk"))["newest"]
        endpoint = HookEndpoint.objects.create(
            event=write.event,
            hears_after=newest or 0,
            style=style,
            name=name,
            address=address,
            secret=_secret(style, token),
            kinds=chosen,
            language=language,
            made_by=actor,
        )
        _journal(write, endpoint, "added")
    return endpoint


def _chosen(style: str, kinds: Sequence[str]) -> list[str]:
    """Return the kinds that a program hears of; RefusedError without one."""
    is_chat = style != HookEndpoint.Style.WEBHOOK
    chosen = [
        kind.value for kind in HookKind if kind in kinds and (not is_chat or kind in CHAT_KINDS)
    ]
    if not chosen:
        raise RefusedError(_("Choose at least one message."), "kinds")
    return chosen


def _secret(style: str, token: str) -> str:
    if style == HookEndpoint.Style.WEBHOOK:
        return new_secret()
    if style != HookEndpoint.Style.LINE:
        return ""
    token = checked_text(token, LONGEST_SECRET, "token")
    if not (token and token.isascii() and token.isprintable() and " " not in token):
        raise RefusedError(_("Enter the channel access token of LINE."), "token")
    return token


def choose_kinds(
    *, event_id: int, actor: User, endpoint_id: int, kinds: Sequence[str]
) -> HookEndpoint:
    """Change what a program hears of from now on; messages that wait are still sent."""
    with event_write(event_id, actor, finished=True) as write:
        endpoint = _endpoint(write, endpoint_id)
        chosen = _chosen(endpoint.style, kinds)
        if chosen != endpoint.kinds:
            endpoint.kinds = chosen
            endpoint.save(update_fields=["kinds"])
            _journal(write, endpoint, "edited")
    return endpoint


def remove_endpoint(*, event_id: int, actor: User, endpoint_id: int) -> HookEndpoint:
    """Send nothing more to a program, and forget what was sent."""
    with event_write(event_id, actor, finished=True) as write:
        endpoint = _endpoint(write, endpoint_id)
        endpoint.delete()
        _journal(write, endpoint, "removed")
    return endpoint


def pause_endpoint(*, event_id: int, actor: User, endpoint_id: int, paused: bool) -> HookEndpoint:
    """Let the messages of a program wait, or send them; messages are kept meanwhile."""
    with event_write(event_id, actor, finished=True) as write:
        endpoint = _endpoint(write, endpoint_id)
        endpoint.paused, endpoint.failures, endpoint.rests_until = paused, 0, None
        endpoint.save(update_fields=["paused", "failures", "rests_until"])
        if not paused:
            waiting = endpoint.deliveries.filter(state=HookDelivery.State.WAITING)
            waiting.update(next_at=timezone.now())
        _journal(write, endpoint, "paused" if paused else "resumed")
    return endpoint


def send_test(*, event_id: int, actor: User, endpoint_id: int) -> HookDelivery:
    """Queue a message that says nothing for one program."""
    with event_write(event_id, actor, finished=True) as write:
        endpoint = _endpoint(write, endpoint_id)
        message = HookMessage.objects.create(event=write.event, kind=TEST, spread=True)
        delivery = HookDelivery.objects.create(
            message=message, endpoint=endpoint, next_at=timezone.now()
        )
        _wake(endpoint)
        _journal(write, endpoint, "tested")
    return delivery


def replay(*, event_id: int, actor: User, endpoint_id: int, delivery_id: int) -> HookDelivery:
    """Send one message once more, under the same ID, at once."""
    with event_write(event_id, actor, finished=True) as write:
        endpoint = _endpoint(write, endpoint_id)
        delivery = endpoint.deliveries.filter(pk=delivery_id).first()
        if delivery is None:
            raise RefusedError(_("This message is no longer stored."))
        delivery.state, delivery.attempts = HookDelivery.State.WAITING, 0
        delivery.next_at = timezone.now()
        delivery.save(update_fields=["state", "attempts", "next_at"])
        _wake(endpoint)
        _journal(write, endpoint, "replayed")
    return delivery


def _endpoint(write: Write, endpoint_id: int) -> HookEndpoint:
    endpoint = write.event.hook_endpoints.filter(pk=endpoint_id).first()
    if endpoint is None:
        raise RefusedError(_("This integration was removed."))
    return endpoint


def _wake(endpoint: HookEndpoint) -> None:
    """Let a receiver that is left alone after failures be asked now."""
    endpoint.rests_until = None
    endpoint.save(update_fields=["rests_until"])


def _journal(write: Write, endpoint: HookEndpoint, change: str) -> None:
    """Note the change, and at the event what any of its programs hears of.

    Only the host: a whole address may be as good as a password.
    """
    heard = {kind for kinds in write.event.hook_endpoints.values_list("kinds") for kind in kinds[0]}
    kinds = " ".join(kind for kind in HookKind if kind in heard)
    if kinds != write.event.hook_kinds:
        write.event.hook_kinds = kinds
        write.event.save(update_fields=["hook_kinds"])
    write.journal(
        Verb.PROGRAMS_CHANGED, change=change, name=endpoint.name, host=host_of(endpoint.address)
    )
