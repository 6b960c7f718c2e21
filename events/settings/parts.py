"""The parts of an event's settings: each one form, and the action that saves it."""

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from events.core.edit_conflicts import columns_of, stage_formats
from events.core.eligibility.actions import change_fact_sheet
from events.core.eligibility.queries import fact_sheet_of
from events.core.events.actions import change_settings
from events.core.events.announced_value_queries import is_announced
from events.core.events.declared_settings import event_values, settings_in
from events.core.phones.actions import PHONES, change_phones
from events.core.players.privacy_actions import choose_public_names
from events.core.players.waiting_list import sign_up_settings
from events.core.players.waiting_list_actions import change_sign_up
from events.core.progress.recommended_rounds import NumberOfRounds, number_of_rounds
from events.core.stages.plans import StagePlan, plan_of
from events.models import Event, FactSheet, SignUpSettings, Stage
from events.settings.fact_sheet_forms import EventPageForm, FactSheetForm
from events.settings.forms import EventForm
from events.settings.phone_forms import PhonesForm
from events.settings.sign_up_forms import SignUpSettingsForm
from events.web.forms.worded_errors import WordedForm

LISTS = (
    *("profile", "team_size", "games_to_win", "late_policy", "re_entry", "enforcement_level"),
    "paper_size",
)


class NamesForm(WordedForm):
    """One choice for the whole event; a form without it leaves the names as they are."""

    names = forms.ChoiceField(
        label=_("Names on public pages"),
        choices=Event.PUBLIC_NAMES_WORDS,
        required=False,
        help_text=_(
            "For pages that need no login, also those that are public already. Staff pages, "
            "exports and printouts always show full names."
        ),
    )

    def has_changed(self) -> bool:
        """Whether another choice was sent."""
        return bool(self["names"].value()) and super().has_changed()

    def changes(self) -> dict[str, Any]:
        """Return the choice, for choose_public_names; the form must be valid."""
        return dict(self.cleaned_data)


@dataclass(frozen=True, slots=True)
class Stored:
    """Everything of an event that its settings show, in a fixed number of queries."""

    event: Event
    actor: User
    values: Mapping[str, Any]
    stages: Sequence[Stage]
    rounds: NumberOfRounds
    is_announced: bool
    sheet: FactSheet
    sign_up: SignUpSettings

    @property
    def plans(self) -> list[StagePlan]:
        """The stages as they are planned."""
        return [plan_of(stage) for stage in self.stages]


def stored_settings(event: Event, actor: User) -> Stored:
    """Read the settings of an event, and what decides which of them can change."""
    # The given one may have been loaded without some columns.
    known = Event.objects.prefetch_related("stages").get(pk=event.pk)
    return Stored(
        event=known,
        actor=actor,
        values=event_values(known),
        stages=list(known.stages.all()),
        rounds=number_of_rounds(known),
        is_announced=is_announced(known),
        sheet=fact_sheet_of(known),
        sign_up=sign_up_settings(known),
    )


@dataclass(frozen=True, slots=True)
class Part:
    """A form, its stored values by field, and the action that saves it, which takes the token."""

    form: forms.BaseForm
    values: Mapping[str, Any]
    save: Callable[[str], object]


Builder = Callable[[Stored, QueryDict | None], Part]


def event_part(group: str) -> Builder:
    """Return the part with the settings of the event itself that a group has."""

    def build(stored: Stored, data: QueryDict | None) -> Part:
        rounds = stored.rounds
        form = EventForm(
            data,
            instance=copy.copy(stored.event),
            initial={"rounds": rounds.rounds if rounds.chosen else None},
        )
        if rounds.locked:
            form.freeze()
        if stored.is_announced:
            form.keep_announced()
        form.keep_only(settings_in(group))
        form.list_choices(LISTS)

        def save(token: str) -> object:
            return change_settings(
                event_id=stored.event.pk,
                actor=stored.actor,
                changes=form.changes(),
                token=token,
            )

        return Part(form, {name: stored.values[name] for name in form.fields}, save)

    return build


def names_part(stored: Stored, data: QueryDict | None) -> Part:
    """Return the part for how players are called in public."""
    values = {"names": stored.event.public_names}
    form = NamesForm(data, initial=values)

    def save(token: str) -> object:
        return choose_public_names(
            event_id=stored.event.pk, actor=stored.actor, token=token, **form.changes()
        )

    return Part(form, values, save)


def phones_part(stored: Stored, data: QueryDict | None) -> Part:
    """Return the part with the settings of players' phones."""
    form = PhonesForm(data, instance=copy.copy(stored.event))

    def save(token: str) -> object:
        return change_phones(
            event_id=stored.event.pk,
            actor=stored.actor,
            data=form.data_of_phones(),
            token=token,
        )

    return Part(form, columns_of(stored.event, PHONES), save)


def sign_up_part(stored: Stored, data: QueryDict | None) -> Part:
    """Return the part for how players sign up."""
    form = SignUpSettingsForm(stored.event, data, instance=copy.copy(stored.sign_up))

    def save(token: str) -> object:
        return change_sign_up(
            event_id=stored.event.pk, actor=stored.actor, values=form.values(), token=token
        )

    return Part(form, columns_of(stored.sign_up, form.fields), save)


def page_part(stored: Stored, data: QueryDict | None) -> Part:
    """Return the part with the texts of the event page."""
    form = EventPageForm(data, instance=copy.copy(stored.sheet))

    def save(token: str) -> object:
        return change_fact_sheet(
            event_id=stored.event.pk,
            actor=stored.actor,
            values={name: form.cleaned_data[name] for name in form.fields},
            formats={},
            token=token,
        )

    return Part(form, columns_of(stored.sheet, form.fields), save)


def facts_part(stored: Stored, data: QueryDict | None) -> Part:
    """Return the part with the fact sheet, which players read before they enroll."""
    form = FactSheetForm(stored.event, data, instance=copy.copy(stored.sheet))
    values = columns_of(stored.sheet, form.names()) | stage_formats(stored.event)

    def save(token: str) -> object:
        return change_fact_sheet(
            event_id=stored.event.pk,
            actor=stored.actor,
            values=form.values(),
            formats=form.formats(),
            token=token,
        )

    return Part(form, values, save)
