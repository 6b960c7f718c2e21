"""The settings of an event: save groups of them, and read a page's errors and fields."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from events.models import Event
from events.settings.setting_groups import SettingGroup

OF_THE_EVENT = ("event", "rounds", "rules")


def settings_address(event: Event, code: str) -> str:
    """Return the address of one group."""
    return reverse("staff:settings-group", args=[event.slug, code])


def save_settings(
    client: Client,
    event: Event,
    data: Mapping[str, Any],
    groups: Iterable[str] = OF_THE_EVENT,
) -> HttpResponse:
    """Submit the same fields to several groups until one refuses them; return the last answer."""
    for code in groups:
        answer: Any = client.post(settings_address(event, code), data)
        if answer.status_code != 302:
            break
    shown: HttpResponse = answer
    return shown


def group_of(answer: Any, code: str) -> SettingGroup:
    """Return a group of settings from a page."""
    group = answer.context["page"].group(code)
    assert group is not None
    return group  # type: ignore[no-any-return]


def errors_of(answer: Any, code: str) -> dict[str, list[str]]:
    """Return the errors of a group by field."""
    parts = group_of(answer, code).parts
    return {
        name: [str(word) for word in words]
        for part in parts
        for name, words in part.form.errors.items()
    }


def fields_of(answer: Any, code: str) -> dict[str, Any]:
    """Return the fields of a group as a browser would submit them."""
    group = group_of(answer, code)
    forms = [part.form for part in group.parts]
    values = {name: form[name].value() for form in forms for name in form.fields}
    return {"seen": group.seen.value} | {
        name: "on" if value is True else value
        for name, value in values.items()
        if value is not None and value is not False
    }
