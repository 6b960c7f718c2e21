"""Custom rules on the settings page."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from events.models import Event
from standings import PROFILES
from standings.profile import Profile
from standings.rule_values import OF_TWO, Tiebreaker
from tests import factories
from tests.events.settings.test_events import FORM
from tests.events.support.knobs import knobs
from tests.events.support.settings import fields_of, group_of, save_settings, settings_address

pytestmark = pytest.mark.django_db

STRANGE = Profile(
    name="league rules",
    win=5,
    draw=2,
    loss=1,
    floor=Fraction(2, 7),
    floor_own_gw=False,
    show_own_gw_floored=False,
    floor_opponents_gw=False,
    tiebreakers=(Tiebreaker.OGW, Tiebreaker.HEAD_TO_HEAD, Tiebreaker.OMW, Tiebreaker.CUMULATIVE),
    digits=4,
)


def save(
    event: Event, own: Profile, groups: Sequence[str] = ("rules",), **changed: object
) -> tuple[int, str]:
    """Send groups of settings with these custom rules; return the status and the page."""
    client = factories.client_of(factories.staff_member(event))
    data = {**FORM, **knobs(own), "profile": "own", **changed}
    answer = save_settings(client, event, data, groups)
    event.refresh_from_db()
    return answer.status_code, answer.content.decode()


@pytest.mark.parametrize(
    "profile",
    [STRANGE, *(replace(one, name=f"our {one.name}") for one in PROFILES.values())],
    ids=lambda one: one.name,
)
def test_every_knob_is_kept(profile: Profile) -> None:
    event = factories.event()
    status, page = save(event, profile)
    assert status == 302, page
    assert Profile.from_dict(event.profile) == replace(profile, check_organizer=False)


def test_a_new_event_can_have_own_rules() -> None:
    client = factories.client_of(factories.user())
    client.post("/staff/new/", {**FORM, **knobs(STRANGE), "profile": "own", "name": "League"})
    assert Profile.from_dict(Event.objects.get().profile) == STRANGE


def test_the_fields_show_what_the_event_has() -> None:
    event = factories.event(profile=STRANGE.to_dict())
    client = factories.client_of(factories.staff_member(event))
    [part] = group_of(client.get(f"/staff/e/{event.slug}/settings/"), "rules").parts
    form: Any = part.form
    assert form["profile"].value() == "own"
    assert form.own["floor"].value() == "2/7"
    used = [field.value() for field in form.own.tiebreaker_fields()]
    assert used == [1, 2, 3, 4, *[None] * (len(OF_TWO) - 4)]


@pytest.mark.parametrize(
    ("typed", "floor"),
    [
        ("0.33", Fraction(33, 100)),
        ("33 %", Fraction(33, 100)),
        ("33%", Fraction(33, 100)),
        ("1/3", Fraction(1, 3)),
        ("0,25", Fraction(1, 4)),
        ("0", Fraction(0)),
        ("33.3333 %", Fraction(333333, 1000000)),
    ],
)
def test_the_least_percentage_is_read_exactly(typed: str, floor: Fraction) -> None:
    event = factories.event()
    assert save(event, STRANGE, **{"own-floor": typed})[0] == 302
    assert Profile.from_dict(event.profile).floor == floor


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        ("floor", "a third", "Enter the minimum percentage as 0.33, 33 % or 1/3."),
        ("floor", "1/0", "Enter the minimum percentage as 0.33, 33 % or 1/3."),
        ("floor", "1", "less than 100 %"),
        ("floor", "-0.1", "less than 100 %"),
        ("win", "0", "Enter a whole number from 1 to "),
        (
            "draw",
            "6",
            "A win must be worth at least 1 point. A draw must be worth between a loss and a win.",
        ),
        (
            "loss",
            "3",
            "A win must be worth at least 1 point. A draw must be worth between a loss and a win.",
        ),
        ("digits", "9", "Enter a whole number from 0 to 8 in “Decimal places shown”."),
        ("name", "mtr", "A preset already has this name. Choose another one."),
        ("name", "", "Fill in “"),
        ("tiebreaker-omw", "1", "Two tiebreakers share position 1"),
        ("tiebreaker-omw", "x", "Enter a whole number"),
    ],
)
def test_a_wrong_knob_is_said_and_nothing_is_saved(field: str, typed: str, words: str) -> None:
    event = factories.event(name="Cup")
    before = event.profile
    status, page = save(event, STRANGE, **{f"own-{field}": typed})
    assert status == 422
    assert words in page
    assert "Check the custom rules below. At least one value is not valid." in page
    assert 'value="league rules"' in page or field == "name"
    assert event.profile == before


def test_wrong_own_rules_do_not_matter_while_a_preset_is_chosen() -> None:
    event = factories.event()
    assert save(event, STRANGE, profile="ja-2008", **{"own-floor": "nonsense"})[0] == 302
    assert Profile.from_dict(event.profile) == PROFILES["ja-2008"]


def test_own_rules_are_frozen_once_round_1_is_paired() -> None:
    event = factories.event_with_players(4, profile=STRANGE.to_dict(), rounds=3)
    factories.RoundFactory.create(event=event)
    both = ("event", "rules")
    status, _page = save(event, replace(STRANGE, win=4), both, venue="New Hall", rounds="3")
    assert status == 302
    assert event.venue == "New Hall"
    assert Profile.from_dict(event.profile) == STRANGE


def test_whether_players_see_chances_is_a_setting() -> None:
    event = factories.event()
    client = factories.client_of(factories.staff_member(event))
    sent = fields_of(client.get(settings_address(event, "shown")), "shown")
    assert save_settings(client, event, sent | {"show_chances": "on"}, ["shown"]).status_code == 302
    event.refresh_from_db()
    assert event.show_chances
    journal = event.journal.order_by("-id")[0]
    assert "show_chances" in journal.data["fields"]
