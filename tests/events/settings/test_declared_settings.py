"""Every column of an event is a declared setting, or stands here with its reason."""

from events.core.events.declared_settings import COLUMNS, SETTINGS, settings_in
from events.models import Event
from events.models.phones import PhoneSettings
from events.models.privacy import PrivacySettings
from events.settings.field_groups import GROUPS
from events.settings.forms import EventForm
from events.settings.group_plans import PLANS

ROOM = "the page of the room"
CLOCK = "the clock of what precedes a round"
WRITES = "follows from writes"
# Event columns that no settings form contains.
OTHERS = {
    "id": WRITES,
    "slug": "drawn from the name once",
    "organisation": "chosen once, when the event is made",
    "mapped_venue": "follows from the venue",
    "room": ROOM,
    "blocked_tables": ROOM,
    "feature_tables": ROOM,
    "shuffled_tables": ROOM,
    "prizes_for": "the page of prizes",
    "state": WRITES,
    "preparation": CLOCK,
    "preparation_minutes": CLOCK,
    "preparation_started_at": CLOCK,
    "preparation_paused_at": CLOCK,
    "preparation_added_seconds": CLOCK,
    "seed": WRITES,
    "journal_link": WRITES,
    "next_seed": WRITES,
    "last_number": WRITES,
    "imported_drops": WRITES,
    "published_elsewhere": WRITES,
    "extensions": WRITES,
    "revision": WRITES,
    "whole_revision": WRITES,
    "public_revision": WRITES,
    "taken_back": WRITES,
    "hook_kinds": WRITES,
    "announced_until": WRITES,
    "created_at": WRITES,
    "finished_at": WRITES,
    "importing_since": WRITES,
}


def test_every_column_is_declared_or_has_a_reason() -> None:
    columns = {column.name for column in Event._meta.concrete_fields}
    own_forms = {
        column.name
        for kind in (PhoneSettings, PrivacySettings)
        for column in kind._meta.get_fields()
    }
    assert columns == {*COLUMNS, *OTHERS, *own_forms}
    assert not {*COLUMNS, *own_forms} & set(OTHERS)


def test_the_form_has_every_setting_in_the_declared_order() -> None:
    assert [*EventForm().fields] == [*SETTINGS]


def test_every_setting_is_in_a_group_that_the_pages_have() -> None:
    assert {name for plan in PLANS for name in settings_in(plan.code)} == {*SETTINGS}
    folds = {known.fold for known in SETTINGS.values()} - {""}
    assert folds == {code for code, _title in GROUPS}
