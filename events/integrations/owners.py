"""The owner of programs: an event, or an organisation for all its events."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from events.core.event_write import event_write, named_write
from events.core.refusals import RefusedError
from events.integrations.words import host_of
from events.models import (
    Event,
    HookEndpoint,
    HookKind,
    HookMessage,
    Organisation,
    OrganisationEntry,
    Verb,
)


@dataclass(frozen=True, slots=True)
class Owner:
    """An owner during a write to its programs.

    `columns`: those of a new program. `messages`: messages that its programs may have received.
    `journal` records a change of a program. `test_event`: the event of a test message, None without
    one.
    """

    endpoints: QuerySet[HookEndpoint]
    messages: QuerySet[HookMessage]
    columns: dict[str, Any]
    journal: Callable[[HookEndpoint, str], None]
    test_event: Event | None


@contextmanager
def owner_write(of: int | Organisation, actor: User) -> Iterator[Owner]:
    """Open a write to the programs of an event, by its key, or of an organisation.

    At its end, each event's record of the kinds that its programs receive is updated.
    """
    if isinstance(of, Organisation):
        with named_write(f"programs/{of.pk}"):
            yield _of_organisation(of, actor)
            _tell_events(of)
    else:
        with event_write(of, actor, finished=True) as write:
            event = write.event

            def journal(endpoint: HookEndpoint, change: str) -> None:
                _tell_event(event)
                write.journal(Verb.PROGRAMS_CHANGED, change=change, **_named(endpoint))

            yield Owner(
                endpoints=event.hook_endpoints.all(),
                messages=event.hook_messages.all(),
                columns={"event": event},
                journal=journal,
                test_event=event,
            )


def _of_organisation(organisation: Organisation, actor: User) -> Owner:
    def journal(endpoint: HookEndpoint, change: str) -> None:
        OrganisationEntry.objects.create(
            organisation=organisation,
            actor=actor,
            verb=OrganisationEntry.Verb.PROGRAMS_CHANGED,
            data={"change": change, **_named(endpoint)},
        )

    return Owner(
        endpoints=organisation.hook_endpoints.all(),
        messages=HookMessage.objects.filter(event__organisation=organisation),
        columns={"organisation": organisation},
        journal=journal,
        test_event=organisation.events.order_by("-date", "-pk").first(),
    )


def _named(endpoint: HookEndpoint) -> dict[str, Any]:
    """Return a program's journal data: name and host, because the full address may be secret."""
    return {"name": endpoint.name, "host": host_of(endpoint.address)}


def endpoint_of(owner: Owner, endpoint_id: int) -> HookEndpoint:
    """Return a program of an owner; RefusedError if it does not exist."""
    endpoint = owner.endpoints.filter(pk=endpoint_id).first()
    if endpoint is None:
        raise RefusedError(_("This integration was removed."))
    return endpoint


def _heard(endpoints: QuerySet[HookEndpoint]) -> set[str]:
    return {kind for kinds in endpoints.values_list("kinds", flat=True) for kind in kinds}


def _text(heard: set[str]) -> str:
    return " ".join(kind for kind in HookKind if kind in heard)


def _tell_event(event: Event) -> None:
    heard = _heard(event.hook_endpoints.all())
    if event.organisation is not None:
        heard |= set(event.organisation.hook_kinds.split())
    kinds = _text(heard)
    if kinds != event.hook_kinds:
        event.hook_kinds = kinds
        event.save(update_fields=["hook_kinds"])


def _tell_events(organisation: Organisation) -> None:
    """Update the kinds that programs receive, for the organisation and each of its events."""
    heard = _heard(organisation.hook_endpoints.all())
    if _text(heard) == organisation.hook_kinds:
        return
    organisation.hook_kinds = _text(heard)
    organisation.save(update_fields=["hook_kinds"])
    events = organisation.events.all()
    own = events.filter(hook_endpoints__isnull=False).distinct()
    for event in own:
        _tell_event(event)
    rest = events.exclude(hook_endpoints__isnull=False)
    rest.update(hook_kinds=organisation.hook_kinds)
