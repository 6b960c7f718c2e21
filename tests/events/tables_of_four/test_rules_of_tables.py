"""Custom rules of an event at tables of four: each value has a field, and games have none."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from events.core.events.actions import change_settings, create_event
from events.core.events.declared_settings import stored_data
from events.core.phones.actions import PhoneData, change_phones
from events.core.refusals import RefusedError
from events.core.stages.plans import StagePlan
from events.models import Event, Stage
from standings.profile import Profile
from standings.rule_values import Tiebreaker
from standings.tables.table_profiles import ADDENDUM, BYE_FOUR, FIVE_ONE
from tests import factories
from tests.events.scenario import refused
from tests.events.settings.test_events import FORM
from tests.events.support.settings import group_of, save_settings
from tests.events.tables_of_four.playing import table_event

pytestmark = pytest.mark.django_db

OF_TABLES = {
    "own-name": "League night",
    "own-win": "3",
    "own-draw": "1",
    "own-loss": "0",
    "own-bye": "2",
    "own-bye_opponents": "2",
    "own-short_opponents": "1",
    "own-event_rounds": "on",
    "own-meet_once": "on",
    "own-floor": "1/4",
    "own-digits": "2",
    "own-tiebreaker-mw": "1",
    "own-tiebreaker-beaten": "2",
}


def _form(event: Event) -> Any:
    client = factories.client_of(factories.staff_member(event))
    [part] = group_of(client.get(f"/staff/e/{event.slug}/settings/"), "rules").parts
    return part.form


def test_every_value_of_custom_rules_is_kept() -> None:
    event, owner = table_event(8)
    client = factories.client_of(owner)
    answer = save_settings(client, event, {**FORM, **OF_TABLES, "profile": "own"}, ("rules",))
    assert answer.status_code == 302, answer.content.decode()
    event.refresh_from_db()
    assert Profile.from_dict(event.profile) == Profile(
        "League night",
        win=3,
        bye=2,
        floor=Fraction(1, 4),
        tiebreakers=(Tiebreaker.MW, Tiebreaker.BEATEN),
        use_games=False,
        bye_counts=False,
        table_size=4,
        bye_opponents=2,
        short_opponents=1,
        event_rounds=True,
        meet_once=True,
    )
    assert _form(event).own["bye_opponents"].value() == 2


@pytest.mark.parametrize("profile", [FIVE_ONE, ADDENDUM, BYE_FOUR], ids=lambda rules: rules.name)
def test_the_fields_start_with_the_rules_in_use(profile: Profile) -> None:
    event, _owner = table_event(8, profile=profile.name)
    own = _form(event).own
    assert own["bye"].value() == profile.bye
    assert own["short_opponents"].value() == profile.short_opponents
    assert not {"use_games", "opponents_mean", "points_per_game"} & own.fields.keys()
    ranks = {field.name: field.value() for field in own.tiebreaker_fields()}
    used = {name for name, place in ranks.items() if place}
    assert used == {f"tiebreaker-{item.value}" for item in profile.tiebreakers}
    assert "tiebreaker-gw" not in ranks


def test_the_name_of_a_preset_is_taken() -> None:
    event, owner = table_event(8)
    sent = {**FORM, **OF_TABLES, "own-name": "five-one", "profile": "own"}
    answer = save_settings(factories.client_of(owner), event, sent, ("rules",))
    assert "A preset already has this name." in answer.content.decode()


def test_teams_play_at_no_table_of_four() -> None:
    event, owner = table_event(0)
    data = stored_data(event, 3)
    teams = replace(data, name="Trios Night", team_size=Event.TeamSize.THREE)
    with pytest.raises(RefusedError, match="Teams do not play") as made:
        create_event(actor=owner, data=teams, plans=[StagePlan(kind=Stage.Kind.TABLES)])
    with pytest.raises(RefusedError, match="Teams do not play") as changed:
        change_settings(event_id=event.pk, actor=owner, changes={"team_size": Event.TeamSize.THREE})
    assert made.value.field == changed.value.field == "team_size"
    assert not Event.objects.filter(name="Trios Night").exists()


def test_no_settings_of_phones_report_game_by_game_at_tables() -> None:
    event, owner = table_event(4)
    data = PhoneData(private_pages=True, phone_reports=Event.PhoneReports.COUNT, phone_games=True)
    with refused("A table of four plays one game, which is its result.", "phone_games"):
        change_phones(event_id=event.pk, actor=owner, data=data)
