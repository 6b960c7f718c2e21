"""Save several changes of an event's settings at once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from events.core.eligibility.actions import change_fact_sheet
from events.core.event_write import event_write
from events.core.events.actions import change_settings
from events.core.phones.actions import PHONES, PhoneData, change_phones
from events.core.players.waiting_list_actions import change_sign_up
from events.models import Event, FactSheet


def change_all(*, event_id: int, actor: User, changes: Sequence[Callable[[], object]]) -> None:
    """Make all of these changes of an event, or none: each is an action of its own."""
    with event_write(event_id, actor, finished=True):
        for change in changes:
            change()


@dataclass(frozen=True, slots=True)
class Switch:
    """The write that turns an addition on, and the message that confirms it."""

    turn_on: Callable[[Event, User], object]
    done: str | Promise


def _open_sign_up(event: Event, actor: User) -> object:
    return change_sign_up(event_id=event.pk, actor=actor, values={"is_open": True})


def _with_phones(event: Event, actor: User, **more: object) -> object:
    known = Event.objects.get(pk=event.pk)
    phones = {name: getattr(known, name) for name in PHONES} | {"private_pages": True} | more
    return change_phones(event_id=event.pk, actor=actor, data=PhoneData(**phones))


def _take_results(event: Event, actor: User) -> object:
    return _with_phones(event, actor, phone_reports=Event.PhoneReports.COUNT)


def _take_check_ins(event: Event, actor: User) -> object:
    return _with_phones(event, actor, phone_check_in=True)


def _take_calls(event: Event, actor: User) -> object:
    return _with_phones(event, actor, judge_calls=True)


def _show_chances(event: Event, actor: User) -> object:
    return change_settings(event_id=event.pk, actor=actor, changes={"show_chances": True})


def _collect_decklists(event: Event, actor: User) -> object:
    values = {"decklists": FactSheet.Decklists.CLOSED}
    return change_fact_sheet(event_id=event.pk, actor=actor, values=values, formats={})


SWITCHES: Mapping[str, Switch] = {
    "sign-up": Switch(_open_sign_up, _("Sign-up is open. Show players the code.")),
    "check-in": Switch(
        _take_check_ins,
        _("Players can check in by phone. Open check-in on the roster when they arrive."),
    ),
    "calls": Switch(_take_calls, _("Players can call a judge by phone.")),
    "chances": Switch(_show_chances, _("Players see their chances before the cut.")),
    "results": Switch(
        _take_results, _("Players report results by phone. A result counts once two of them agree.")
    ),
    "decklists": Switch(_collect_decklists, _("Decklists are required. Only staff see them.")),
}
