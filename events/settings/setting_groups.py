"""The settings of an event in eight groups: what is set, what differs, what a search finds."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.urls import reverse
from django.utils.functional import Promise

from events.core.events.kinds import Kind
from events.settings.field_groups import joined
from events.settings.forms import OWN, EventForm, choices_of
from events.settings.group_plans import ANNOUNCED, PLANS, GroupPlan, Link
from events.settings.parts import Part, Stored
from events.settings.phone_forms import NEED_LINKS
from events.settings.sign_up_forms import NEED_SIGN_UP
from events.settings.usual_values import kind_like, usual_values
from events.web.version_tokens import VersionToken, shown_value

# Settings that appear once the one they depend on is on.
NEEDS = dict.fromkeys(NEED_LINKS, "private_pages") | dict.fromkeys(NEED_SIGN_UP, "is_open")


@dataclass(frozen=True, slots=True)
class Setting:
    """A field of a group.

    - `usual`: its usual value in words where it differs from that; else "".
    - `locked`: its value in words where it can't change any more; else "".
    - `is_sought`: a search found it, or nothing is searched.
    - `needs`: the setting without which it does nothing, while it is off itself; else "".
    """

    field: BoundField
    usual: str
    locked: str
    is_sought: bool
    needs: str = ""
    own: forms.BaseForm | None = None


@dataclass(frozen=True, slots=True)
class SettingGroup:
    """A group with its parts; `summary`: what is set; `changed`: how many settings differ."""

    code: str
    title: str | Promise
    hint: str | Promise
    summary: str
    parts: Sequence[Part]
    settings: Sequence[Setting]
    links: Sequence[tuple[str, Link]]
    seen: VersionToken
    is_open: bool
    is_sought: bool

    @property
    def changed(self) -> int:
        """How many of its settings differ from the usual value."""
        return sum(bool(setting.usual) for setting in self.settings)

    @property
    def can_save(self) -> bool:
        """Whether one of its settings can change."""
        return any(not setting.locked for setting in self.settings)


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """Every group of an event; `kind`: the kind whose values are the usual ones."""

    stored: Stored
    kind: Kind | None
    groups: Sequence[SettingGroup]
    sought: str

    @property
    def changed(self) -> int:
        """How many settings differ from the usual value."""
        return sum(group.changed for group in self.groups)

    @property
    def finds_something(self) -> bool:
        """Whether the search found a setting."""
        return any(group.is_sought for group in self.groups)

    def group(self, code: str) -> SettingGroup | None:
        """Return the group of that code; None when there is none."""
        return next((group for group in self.groups if group.code == code), None)


def settings_page(
    stored: Stored,
    *,
    saved: str = "",
    data: QueryDict | None = None,
    sought: str = "",
    opened: str = "",
) -> SettingsPage:
    """Return the settings of an event.

    `saved` and `data`: the group that was sent, and its fields. `sought`: words to look for.
    `opened`: the code of a group, or the name of a field, that is shown open.
    """
    kind = kind_like(stored.event, stored.plans)
    usual = usual_values(stored.event, kind)
    reset = str(data.get("reset", "")) if data is not None else ""
    if data is not None and reset in usual:
        data = _with_usual(data, reset, usual)
    groups = [
        _group(plan, stored, usual, data if plan.code == saved else None, sought, opened)
        for plan in PLANS
    ]
    return SettingsPage(stored, kind, groups, sought)


def _group(
    plan: GroupPlan,
    stored: Stored,
    usual: Mapping[str, Any],
    data: QueryDict | None,
    sought: str,
    opened: str,
) -> SettingGroup:
    parts = [build(stored, data) for build in plan.builders]
    title_fits = bool(sought) and _fits(sought, [plan.title])
    settings = [
        _setting(part, field, usual, not sought or title_fits, sought, opened)
        for part in parts
        for field in part.form
    ]
    links = [link for link in plan.links if link is not ANNOUNCED or stored.is_announced]
    links_fit = any(_fits(sought, [link.label, link.words]) for link in links)
    has_hits = title_fits or any(setting.is_sought for setting in settings)
    values = {name: value for part in parts for name, value in part.values.items()}
    named = {plan.code, *(setting.field.name for setting in settings)}
    return SettingGroup(
        code=plan.code,
        title=plan.title,
        hint=plan.hint,
        summary=joined(plan.summary(stored, parts)),
        parts=parts,
        settings=settings,
        links=[(reverse(link.address, args=[stored.event.slug]), link) for link in links],
        seen=VersionToken(data, values),
        is_open=data is not None or opened in named or bool(sought and (has_hits or links_fit)),
        is_sought=not sought or has_hits or links_fit,
    )


def _setting(
    part: Part,
    field: BoundField,
    usual: Mapping[str, Any],
    everything: bool,
    sought: str,
    opened: str,
) -> Setting:
    own = part.form.own if isinstance(part.form, EventForm) and field.name == "profile" else None
    kind = field.field
    stored = part.form.get_initial_for_field(kind, field.name)
    differs = field.name in usual and not _same(stored, usual[field.name])
    words = [field.label, kind.help_text, *(label for _code, label in choices_of(kind))]
    if own is not None:
        words += [inner.label for inner in own]
    return Setting(
        field=field,
        usual=shown_value(kind, usual[field.name]) if differs else "",
        locked=shown_value(kind, stored) if kind.disabled else "",
        is_sought=everything or _fits(sought, words),
        needs="" if sought or differs or opened == field.name else _needs(part, field),
        own=own if own is not None and (not kind.disabled or stored == OWN) else None,
    )


def _needs(part: Part, field: BoundField) -> str:
    """Return the setting on which another one depends; "" once that one is on itself."""
    is_off = field.value() in (None, False, "", "off") and not field.errors
    switch = NEEDS.get(field.name, "")
    return switch if is_off and switch in part.form.fields else ""


def _same(value: object, usual: object) -> bool:
    empty = (None, "")
    return value == usual or (value in empty and usual in empty)


def _fits(sought: str, words: Sequence[str | Promise]) -> bool:
    """Whether every searched word is in these texts; the script on the page does the same."""
    text = _folded(" ".join(str(word) for word in words))
    return all(word in text for word in _folded(sought).split())


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).lower()


def _with_usual(data: QueryDict, name: str, usual: Mapping[str, Any]) -> QueryDict:
    """Return what was sent with the usual value of one field."""
    sent, value = data.copy(), usual[name]
    sent.pop(name, None)
    if value is True:
        sent[name] = "on"
    elif value not in (None, False, ""):
        sent[name] = str(value)
    return sent
