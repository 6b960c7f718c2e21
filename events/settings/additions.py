"""Additions to an event, one button each: sign-up, results by phone, decklists."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from events.core.eligibility.actions import change_fact_sheet
from events.core.phones.actions import PHONES, PhoneData, change_phones
from events.core.sign_ups.waiting_list_actions import change_sign_up
from events.models import Event, FactSheet


@dataclass(frozen=True, slots=True)
class Addition:
    """One addition: the write that turns it on, and what is true then."""

    turn_on: Callable[[Event, User], object]
    done: str | Promise


def _open_sign_up(event: Event, actor: User) -> object:
    return change_sign_up(event_id=event.pk, actor=actor, values={"is_open": True})


def _take_results(event: Event, actor: User) -> object:
    phones = {name: getattr(event, name) for name in PHONES}
    phones |= {"private_pages": True, "phone_reports": Event.PhoneReports.COUNT}
    return change_phones(event_id=event.pk, actor=actor, data=PhoneData(**phones))


def _collect_decklists(event: Event, actor: User) -> object:
    values = {"decklists": FactSheet.Decklists.CLOSED}
    return change_fact_sheet(event_id=event.pk, actor=actor, values=values, formats={})


ADDITIONS: Mapping[str, Addition] = {
    "sign-up": Addition(_open_sign_up, _("Sign-up is open. Show players the code.")),
    "results": Addition(
        _take_results, _("Players report results by phone. A result counts once both agree.")
    ),
    "decklists": Addition(_collect_decklists, _("Decklists are required. Only staff see them.")),
}
