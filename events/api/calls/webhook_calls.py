"""Webhooks of an event, or of an organisation for all its events."""

import datetime
from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated, Any, Literal, cast

from django.http import Http404
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, Meta, UnsetType

from domain.limits import SHORT_LENGTH
from events.api.answer_values import Value
from events.api.declared import (
    EVENT,
    ORGANISATION,
    AnyCall,
    Body,
    Call,
    Nothing,
    OrganisationCall,
    Sent,
    Write,
    call,
    version_of,
)
from events.api.subjects import endpoints_of
from events.api.value_types import one_of
from events.integrations import actions
from events.integrations.words import host_of
from events.models import HookDelivery, HookEndpoint, HookKind, Organisation, TokenScope
from events.models.programs.hooks import LONGEST_ADDRESS, LONGEST_SECRET
from events.web.access import Action

SCOPE, PERMISSION = TokenScope.WEBHOOKS, Action.EDIT_EVENT
MOST_LISTED = 100
KindCode = Annotated[str, one_of(HookKind)]
Kinds = Annotated[tuple[KindCode, ...], Meta(min_length=1, max_length=len(HookKind))]
StateCode = Annotated[str, one_of(HookDelivery.State)]
ALL_KINDS = tuple(kind.value for kind in HookKind)


class WebhookBody(Body, frozen=True, kw_only=True):
    """A receiver of messages about an event: its address and kinds of messages.

    `style`: `webhook` for a program, or a chat. `token`: of a LINE channel. `language`: of messages
    to a chat.
    """

    address: Annotated[str, Meta(min_length=1, max_length=LONGEST_ADDRESS)]
    name: Annotated[str, Meta(max_length=SHORT_LENGTH)] = ""
    kinds: Kinds = ALL_KINDS
    style: Literal["webhook", "discord", "slack", "line"] = "webhook"
    language: Literal["en", "ja"] = "en"
    token: Annotated[str, Meta(max_length=LONGEST_SECRET)] = ""


class ChangedWebhookBody(Body, frozen=True, kw_only=True):
    """Kinds of messages for a program, and whether it is paused; omitted: unchanged."""

    kinds: Kinds | UnsetType = UNSET
    paused: bool | UnsetType = UNSET


class WebhookValue(Value, frozen=True, kw_only=True):
    """A program by its key, and the version that If-Match takes.

    `failures`: consecutive failed attempts. `waiting` and `given_up`: numbers of messages.
    `two_secrets_until`: until then, the previous secret signs messages as well.
    """

    id: int
    name: str
    host: str
    style: str
    kinds: tuple[str, ...]
    paused: bool
    failures: int
    waiting: int
    given_up: int
    two_secrets_until: datetime.datetime | None
    version: str


class WebhookAnswer(WebhookValue, frozen=True, kw_only=True):
    """A program with its secret, shown only this once; empty for a chat."""

    secret: str


class Webhooks(Value, frozen=True, kw_only=True):
    """The programs that receive messages about an event, or all events of an organisation."""

    webhooks: tuple[WebhookValue, ...]


class RemovedWebhook(Value, frozen=True, kw_only=True):
    """The key of the program that was removed."""

    id: int


class DeliveryValue(Value, frozen=True, kw_only=True):
    """A message to a program, with the status of the last answer.

    `message`: its ID, the same for every attempt. `problem`: the reason for a missing answer.
    """

    id: int
    message: str
    kind: str
    event: str
    at: datetime.datetime
    state: StateCode
    attempts: int
    tried_at: datetime.datetime | None
    status: int | None
    problem: str


class Deliveries(Value, frozen=True, kw_only=True):
    """The newest messages to a program, newest first, 100 at most."""

    deliveries: tuple[DeliveryValue, ...]


class SentAgain(Value, frozen=True, kw_only=True):
    """How many messages are sent again."""

    count: int


Both = tuple[Write, Write]


def _both(
    name: str, address: str, summaries: tuple[Promise, Promise], **options: Any
) -> Callable[[Callable[..., Value]], Both]:
    """Declare a call twice, below an event and below an organisation, each with its summary."""
    method, path = address.split(" ")

    def declared(do: Callable[..., Value]) -> Both:
        of_event, of_many = summaries
        of_all = f"{method} {ORGANISATION}{path}"
        return (
            call(name, f"{method} {EVENT}{path}", SCOPE, PERMISSION, of_event, **options)(do),
            call(f"organisation-{name}", of_all, SCOPE, None, of_many, **options)(do),
        )

    return declared


def _owner(call: AnyCall[Sent]) -> int | Organisation:
    if isinstance(call, OrganisationCall):
        return call.organisation
    return cast("Call[Sent]", call).event.pk


def _who(call: AnyCall[Sent]) -> dict[str, Any]:
    """Return the owner, the actor and the program in the address, as actions take them."""
    actor = cast("Call[Sent] | OrganisationCall[Sent]", call).actor
    key = {"endpoint_id": call.numbers["webhook"]} if "webhook" in call.numbers else {}
    return {"of": _owner(call), "actor": actor, **key}


def _known(call: AnyCall[Sent]) -> HookEndpoint:
    row = endpoints_of(call).filter(pk=call.numbers["webhook"]).first()
    if row is None:
        raise Http404
    return row


def _values(endpoint: HookEndpoint) -> dict[str, Any]:
    states = HookDelivery.State
    two = len(endpoint.secrets_at(timezone.now())) > 1
    return {
        "id": endpoint.pk,
        "name": endpoint.name,
        "host": host_of(endpoint.address),
        "style": endpoint.style,
        "kinds": tuple(endpoint.kinds),
        "paused": endpoint.paused,
        "failures": endpoint.failures,
        "waiting": endpoint.deliveries.filter(state=states.WAITING).count(),
        "given_up": endpoint.deliveries.filter(state=states.GAVE_UP).count(),
        "two_secrets_until": endpoint.previous_until if two else None,
        "version": version_of(actions.endpoint_values(endpoint)),
    }


@_both(
    "webhooks",
    "GET /webhooks",
    (_("List the webhooks of an event"), _("List the webhooks of an organisation")),
)
def list_webhooks(call: AnyCall[Nothing]) -> Webhooks:
    """List the programs that receive messages of the owner, without their secrets."""
    rows = endpoints_of(call).order_by("pk")
    return Webhooks(webhooks=tuple(WebhookValue(**_values(row)) for row in rows))


@_both(
    "add-webhook",
    "POST /webhooks",
    (_("Add a webhook to an event"), _("Add a webhook to an organisation")),
    sample={"address": "https://league.example/hook", "kinds": ["round.posted"]},
    status=HTTPStatus.CREATED,
    makes={"webhook": "id"},
)
def add_webhook(call: AnyCall[WebhookBody]) -> WebhookAnswer:
    """Add a program that receives messages from now on; its secret is shown only this once."""
    body = call.body
    made = actions.add_endpoint(
        **_who(call),
        name=body.name,
        address=body.address,
        kinds=body.kinds,
        style=body.style,
        language=body.language,
        token=body.token,
    )
    secret = "" if made.is_chat else made.secret
    return WebhookAnswer(**_values(made), secret=secret)


@_both(
    "webhook",
    "GET /webhooks/{webhook}",
    (_("Read a webhook of an event"), _("Read a webhook of an organisation")),
)
def read_webhook(call: AnyCall[Nothing]) -> WebhookValue:
    """Read a program with its message counts."""
    return WebhookValue(**_values(_known(call)))


@_both(
    "change-webhook",
    "PATCH /webhooks/{webhook}",
    (_("Change a webhook of an event"), _("Change a webhook of an organisation")),
    sample={"paused": False},
    needs_version=True,
)
def change_webhook(call: AnyCall[ChangedWebhookBody]) -> WebhookValue:
    """Change the messages that a program receives; pause or resume it."""
    body = call.body
    kinds = None if isinstance(body.kinds, UnsetType) else body.kinds
    paused = None if isinstance(body.paused, UnsetType) else body.paused
    actions.change_endpoint(**_who(call), kinds=kinds, paused=paused, token=call.token)
    return WebhookValue(**_values(_known(call)))


@_both(
    "remove-webhook",
    "DELETE /webhooks/{webhook}",
    (_("Remove a webhook of an event"), _("Remove a webhook of an organisation")),
)
def remove_webhook(call: AnyCall[Nothing]) -> RemovedWebhook:
    """Remove a program with the record of its messages."""
    actions.remove_endpoint(**_who(call))
    return RemovedWebhook(id=call.numbers["webhook"])


@_both(
    "renew-secret",
    "POST /webhooks/{webhook}/secret",
    (_("Renew the secret of an event's webhook"), _("Renew the secret of a webhook")),
)
def renew_secret(call: AnyCall[Nothing]) -> WebhookAnswer:
    """Give a program a new secret; for a day the previous one signs each message as well."""
    renewed = actions.renew_secret(**_who(call))
    return WebhookAnswer(**_values(renewed), secret=renewed.secret)


@_both(
    "test-webhook",
    "POST /webhooks/{webhook}/test",
    (_("Send a test to an event's webhook"), _("Send a test to a webhook")),
    status=HTTPStatus.ACCEPTED,
)
def test_webhook(call: AnyCall[Nothing]) -> DeliveryValue:
    """Send a test message without content."""
    return _delivery(actions.send_test(**_who(call)))


@_both(
    "deliveries",
    "GET /webhooks/{webhook}/deliveries",
    (_("List the messages to an event's webhook"), _("List the messages to a webhook")),
)
def list_deliveries(call: AnyCall[Nothing]) -> Deliveries:
    """List the newest messages to a program with the last answers."""
    rows = _known(call).deliveries.select_related("message__event").order_by("-pk")
    return Deliveries(deliveries=tuple(_delivery(row) for row in rows[:MOST_LISTED]))


@_both(
    "send-again",
    "POST /webhooks/{webhook}/deliveries/{delivery}",
    (_("Send a message of an event again"), _("Send a message again")),
    status=HTTPStatus.ACCEPTED,
)
def send_again(call: AnyCall[Nothing]) -> DeliveryValue:
    """Send one message again under the same ID."""
    key = call.numbers["delivery"]
    return _delivery(actions.replay(**_who(call), delivery_id=key))


@_both(
    "send-failed-again",
    "POST /webhooks/{webhook}/deliveries",
    (_("Send all failed messages of an event again"), _("Send all failed messages again")),
    status=HTTPStatus.ACCEPTED,
)
def send_failed_again(call: AnyCall[Nothing]) -> SentAgain:
    """Send all failed messages again, without waiting for their next attempts."""
    return SentAgain(count=actions.replay_failed(**_who(call)))


def _delivery(delivery: HookDelivery) -> DeliveryValue:
    return DeliveryValue(
        id=delivery.pk,
        message=delivery.message.key,
        kind=delivery.message.kind,
        event=delivery.message.event.slug,
        at=delivery.message.at,
        state=delivery.state,
        attempts=delivery.attempts,
        tried_at=delivery.tried_at,
        status=delivery.status,
        problem=delivery.problem,
    )
