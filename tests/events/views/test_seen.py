"""Two people edit the same thing: the second sees what the first made of it, and loses nothing."""

import re
from typing import Any

import pytest
from django.test import Client

from events.forms.event import EventForm
from events.models import Event, Role
from events.selectors.seen import SETTINGS
from tests import factories
from tests.events.scenario import event_with_owner, player
from tests.events.views.doors import address

pytestmark = pytest.mark.django_db


def opened(browser: Client, url: str) -> dict[str, Any]:
    """The fields of a form as a browser would send them back."""
    page = browser.get(url)
    context = page.context
    form = context["form"]
    seen = getattr(form, "seen", None) or context["seen"]
    values = {name: form[name].value() for name in form.fields}
    return {"seen": seen.value} | {
        name: "on" if value is True else value
        for name, value in values.items()
        if value not in (None, False)
    }


def two_at(name: str, **numbers: int) -> tuple[Event, str, Client, Client]:
    event, owner = event_with_owner(3)
    other = factories.staff_member(event, list(Role), f"other-of-{event.slug}")
    return (
        event,
        address(event, name, **numbers),
        factories.client_of(owner),
        factories.client_of(other),
    )


def hidden(page: str) -> str:
    [value] = re.findall(r'name="seen" value="([^"]*)"', page)
    return str(value)


@pytest.mark.parametrize(
    ("name", "numbers", "field", "theirs", "ours", "untouched"),
    [
        ("settings", {}, "venue", "Hall B", "Hall C", "restrictions"),
        ("player", {"number": 1}, "name", "Anna Rossi", "Anne Rossi", "fixed_table"),
    ],
)
def test_the_second_is_shown_both_and_saves_again(
    name: str, numbers: dict[str, int], field: str, theirs: str, ours: str, untouched: str
) -> None:
    event, url, one, two = two_at(name, **numbers)

    def stands() -> str:
        row = Event.objects.get(pk=event.pk) if name == "settings" else player(event, 1)
        return str(getattr(row, field))

    first, second = opened(one, url), opened(two, url)
    assert one.post(url, first | {field: theirs}).status_code == 302
    answer = two.post(url, second | {field: ours, untouched: "7"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Somebody else has changed this" in page
    assert f"Now it is: {theirs}" in page
    assert f'value="{ours}"' in page
    assert 'value="7"' in page
    assert stands() == theirs
    again = second | {field: ours, untouched: "7", "seen": hidden(page)}
    assert two.post(url, again).status_code == 302
    assert stands() == ours


@pytest.mark.parametrize(("name", "numbers"), [("settings", {}), ("player", {"number": 1})])
def test_a_mistake_first_does_not_hide_a_colleagues_change(
    name: str, numbers: dict[str, int]
) -> None:
    _event, url, one, two = two_at(name, **numbers)
    first, second = opened(one, url), opened(two, url)
    assert one.post(url, first | {"name": "Of a Colleague"}).status_code == 302
    page = two.post(url, second | {"name": ""}).content.decode()
    assert "Somebody else" not in page
    page = two.post(url, second | {"name": "Mine", "seen": hidden(page)}).content.decode()
    assert "Now it is: Of a Colleague" in page


@pytest.mark.parametrize(("name", "numbers"), [("settings", {}), ("player", {"number": 1})])
def test_one_person_alone_is_not_asked(name: str, numbers: dict[str, int]) -> None:
    _event, url, one, _two = two_at(name, **numbers)
    for title in ("First", "Second"):
        assert one.post(url, opened(one, url) | {"name": title}).status_code == 302


def test_the_settings_that_are_compared_are_those_that_the_form_has() -> None:
    assert set(EventForm().fields) & {field.name for field in Event._meta.fields} == SETTINGS
