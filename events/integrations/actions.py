"""Add, change and remove programs that receive messages; pause them, test them, send again."""

import datetime
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from domain.limits import SHORT_LENGTH
from events.core.edit_conflicts import check_token
from events.core.refusals import RefusedError
from events.core.typed_values import checked_text
from events.integrations.chats import CHAT_KINDS, LINE_HOST
from events.integrations.owners import endpoint_of, owner_write
from events.integrations.queries import FAILED
from events.integrations.sending import NotAllowedError, check_address, is_refused_number
from events.integrations.signing import new_secret
from events.integrations.words import host_of
from events.models import HookDelivery, HookEndpoint, HookKind, HookMessage, Organisation
from events.models.programs.hooks import LONGEST_ADDRESS, LONGEST_SECRET, TEST

MOST_ENDPOINTS = 20
# For this long the previous secret also signs messages.
BOTH_SIGN = datetime.timedelta(days=1)
# Incoming webhooks of the chat services, and a local relay where private networks are allowed.
CHAT_HOSTS = {
    HookEndpoint.Style.DISCORD.value: ("discord.com", "discordapp.com"),
    HookEndpoint.Style.SLACK.value: ("hooks.slack.com",),
    HookEndpoint.Style.LINE.value: (LINE_HOST,),
}


def add_endpoint(
    *,
    of: int | Organisation,
    actor: User,
    name: str,
    address: str,
    kinds: Sequence[str],
    style: str = HookEndpoint.Style.WEBHOOK,
    language: str = "en",
    token: str = "",
) -> HookEndpoint:
    """Add a program that receives messages of an event, or of an organisation, from now on.

    The returned object's `secret` is shown once. `token`: the access token of a LINE channel, which
    no page shows again.

    RefusedError for an address that this server never contacts, one that is on the list, and
    without a kind. The host is resolved and checked before every message, not here.
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
    with owner_write(of, actor) as owner:
        if owner.endpoints.filter(address=address).exists():
            raise RefusedError(_("This address is already on the list."), "address")
        if owner.endpoints.count() >= MOST_ENDPOINTS:
            raise RefusedError(_("There are already 20 integrations. Remove one first."))
        newest = owner.messages.aggregate(newest=Max("pk"))["newest"]
        endpoint = HookEndpoint.objects.create(
            **owner.columns,
            hears_after=newest or 0,
            style=style,
            name=name,
            address=address,
            secret=_secret(style, token),
            kinds=chosen,
            language=language,
            made_by=actor,
        )
        owner.journal(endpoint, "added")
    return endpoint


def _chosen(style: str, kinds: Sequence[str]) -> list[str]:
    """Return the chosen kinds that this style of program can receive; RefusedError if none."""
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


def endpoint_values(endpoint: HookEndpoint) -> dict[str, Any]:
    """Return a program's changeable values, from which its version is computed."""
    return {"kinds": endpoint.kinds, "paused": endpoint.paused}


def choose_kinds(
    *,
    of: int | Organisation,
    actor: User,
    endpoint_id: int,
    kinds: Sequence[str],
    token: str = "",
) -> HookEndpoint:
    """Change the messages a program receives from now on; waiting ones are still sent.

    `token`: as for check_token.
    """
    with owner_write(of, actor) as owner:
        endpoint = endpoint_of(owner, endpoint_id)
        words = _("The messages changed since you opened this page. Check them and save again.")
        check_token(token, {"kinds": endpoint.kinds}, words)
        chosen = _chosen(endpoint.style, kinds)
        if chosen != endpoint.kinds:
            endpoint.kinds = chosen
            endpoint.save(update_fields=["kinds"])
            owner.journal(endpoint, "edited")
    return endpoint


def remove_endpoint(*, of: int | Organisation, actor: User, endpoint_id: int) -> HookEndpoint:
    """Remove a program with the record of its messages."""
    with owner_write(of, actor) as owner:
        endpoint = endpoint_of(owner, endpoint_id)
        endpoint.delete()
        owner.journal(endpoint, "removed")
    return endpoint


def pause_endpoint(
    *, of: int | Organisation, actor: User, endpoint_id: int, paused: bool
) -> HookEndpoint:
    """Pause or resume a program; its messages wait meanwhile."""
    with owner_write(of, actor) as owner:
        endpoint = endpoint_of(owner, endpoint_id)
        endpoint.paused, endpoint.failures, endpoint.rests_until = paused, 0, None
        endpoint.save(update_fields=["paused", "failures", "rests_until"])
        if not paused:
            waiting = endpoint.deliveries.filter(state=HookDelivery.State.WAITING)
            waiting.update(next_at=timezone.now())
        owner.journal(endpoint, "paused" if paused else "resumed")
    return endpoint


def change_endpoint(
    *,
    of: int | Organisation,
    actor: User,
    endpoint_id: int,
    kinds: Sequence[str] | None = None,
    paused: bool | None = None,
    token: str = "",
) -> None:
    """Change a program's kinds of messages and whether it is paused, in one write.

    None leaves either unchanged. `token`: as for check_token.
    """
    with owner_write(of, actor) as owner:
        check_token(token, endpoint_values(endpoint_of(owner, endpoint_id)))
        if kinds is not None:
            choose_kinds(of=of, actor=actor, endpoint_id=endpoint_id, kinds=kinds)
        if paused is not None:
            pause_endpoint(of=of, actor=actor, endpoint_id=endpoint_id, paused=paused)


def renew_secret(*, of: int | Organisation, actor: User, endpoint_id: int) -> HookEndpoint:
    """Give a program a new secret; for a day the previous one also signs its messages.

    RefusedError for a chat, whose messages are not verified.
    """
    with owner_write(of, actor) as owner:
        endpoint = endpoint_of(owner, endpoint_id)
        if endpoint.is_chat:
            raise RefusedError(_("Messages to a chat are not signed."))
        endpoint.previous_secret = endpoint.secret
        endpoint.previous_until = timezone.now() + BOTH_SIGN
        endpoint.secret = new_secret()
        endpoint.save(update_fields=["secret", "previous_secret", "previous_until"])
        owner.journal(endpoint, "renewed")
    return endpoint


def send_test(*, of: int | Organisation, actor: User, endpoint_id: int) -> HookDelivery:
    """Queue a test message without content for one program."""
    with owner_write(of, actor) as owner:
        endpoint = endpoint_of(owner, endpoint_id)
        if owner.test_event is None:
            raise RefusedError(_("A test message needs an event. Create an event first."))
        message = HookMessage.objects.create(event=owner.test_event, kind=TEST, spread=True)
        delivery = HookDelivery.objects.create(
            message=message, endpoint=endpoint, next_at=timezone.now()
        )
        _wake(endpoint)
        owner.journal(endpoint, "tested")
    return delivery


def replay(
    *, of: int | Organisation, actor: User, endpoint_id: int, delivery_id: int
) -> HookDelivery:
    """Send one message again at once, under the same ID."""
    with owner_write(of, actor) as owner:
        endpoint = endpoint_of(owner, endpoint_id)
        delivery = endpoint.deliveries.filter(pk=delivery_id).first()
        if delivery is None:
            raise RefusedError(_("This message is no longer stored."))
        _send_again(endpoint.deliveries.filter(pk=delivery.pk))
        _wake(endpoint)
        owner.journal(endpoint, "replayed")
    delivery.refresh_from_db()
    return delivery


def replay_failed(*, of: int | Organisation, actor: User, endpoint_id: int) -> int:
    """Send all failed messages again at once; return how many.

    These are the messages that were given up, and those that wait for their next attempt.
    """
    with owner_write(of, actor) as owner:
        endpoint = endpoint_of(owner, endpoint_id)
        count = _send_again(endpoint.deliveries.filter(FAILED))
        if not count:
            raise RefusedError(_("No message to this program has failed."))
        _wake(endpoint)
        owner.journal(endpoint, "replayed")
    return count


def _send_again(deliveries: QuerySet[HookDelivery]) -> int:
    waiting = HookDelivery.State.WAITING
    return deliveries.update(state=waiting, attempts=0, next_at=timezone.now())


def _wake(endpoint: HookEndpoint) -> None:
    """Contact a receiver again now, without waiting after its failures."""
    endpoint.rests_until = None
    endpoint.save(update_fields=["rests_until"])
