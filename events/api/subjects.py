"""Find what the address of a call names, so that a call about something missing is 404."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from events.api.declared import AnyCall, Call, OrganisationCall, Write
from events.core.drops.drop_parts import find_player
from events.core.guards import find_round, find_stage, table_of
from events.core.refusals import RefusedError
from events.models import Appeal, HookDelivery, HookEndpoint, Penalty


class MissingSubjectError(RefusedError):
    """The address of a call names something that does not exist."""


def check_subjects(call: AnyCall[Any], write: Write) -> None:
    """Raise MissingSubjectError for the first part of the address that does not exist."""
    for name in write.subjects:
        try:
            _FINDERS[name](call)
        except RefusedError as refused:
            raise MissingSubjectError(str(refused)) from refused


def endpoints_of(call: AnyCall[Any]) -> QuerySet[HookEndpoint]:
    """Return the webhooks of the event or organisation in the address."""
    if isinstance(call, OrganisationCall):
        return HookEndpoint.objects.filter(organisation=call.organisation)
    return HookEndpoint.objects.filter(event=_event_call(call).event)


def _event_call(call: AnyCall[Any]) -> Call[Any]:
    return cast("Call[Any]", call)


def _check_round(call: AnyCall[Any]) -> None:
    find_round(_event_call(call).event, call.numbers["number"])


def _check_table(call: AnyCall[Any]) -> None:
    table_of(find_round(_event_call(call).event, call.numbers["number"]), call.numbers["table"])


def _check_player(call: AnyCall[Any]) -> None:
    find_player(_event_call(call).event, call.numbers["player"])


def _check_stage(call: AnyCall[Any]) -> None:
    find_stage(_event_call(call).event, call.numbers["stage"])


def _by_key(
    name: str, rows: Callable[[AnyCall[Any]], QuerySet[Any]]
) -> Callable[[AnyCall[Any]], None]:
    """Return a check that one of these rows has the key in the address."""

    def check(call: AnyCall[Any]) -> None:
        if not rows(call).filter(pk=call.numbers[name]).exists():
            raise RefusedError(_("There is nothing at this address."))

    return check


_FINDERS: Mapping[str, Callable[[AnyCall[Any]], None]] = {
    "number": _check_round,
    "table": _check_table,
    "player": _check_player,
    "stage": _check_stage,
    "announcement": _by_key(
        "announcement", lambda call: _event_call(call).event.announcements.all()
    ),
    "penalty": _by_key(
        "penalty",
        lambda call: Penalty.objects.filter(enrollment__event=_event_call(call).event),
    ),
    "appeal": _by_key(
        "appeal", lambda call: Appeal.objects.filter(enrollment__event=_event_call(call).event)
    ),
    "sign_up": _by_key("sign_up", lambda call: _event_call(call).event.sign_ups.all()),
    "webhook": _by_key("webhook", endpoints_of),
    "delivery": _by_key(
        "delivery",
        lambda call: HookDelivery.objects.filter(endpoint=call.numbers["webhook"]),
    ),
}
