"""A new event with stages of its own, and with the settings of an earlier one."""

import pytest

from events.core.events.actions import create_event
from events.core.events.declared_settings import EventData
from events.core.events.logo_actions import change_logo
from events.core.refusals import RefusedError
from events.core.stages.plans import StagePlan
from events.core.stages.templates import template_of
from events.models import Event, FactSheet, JournalEntry, Logo, SignUpSettings, Stage, Verb
from tests import factories
from tests.events.support.pictures import PNG

pytestmark = pytest.mark.django_db


def test_an_event_begins_with_the_stages_it_is_given() -> None:
    chosen = template_of("top-8")
    assert chosen is not None
    actor = factories.user()
    data = EventData(name="Cup", date=factories.event().date, rounds=5)
    event = create_event(actor=actor, data=data, plans=chosen.plans)
    swiss, playoff = event.stages.order_by("number")
    assert (swiss.rounds, swiss.cut_value, playoff.kind) == (5, 8, Stage.Kind.SINGLE_ELIMINATION)
    verbs = JournalEntry.objects.filter(event=event).values_list("verb", flat=True)
    assert set(verbs) == {Verb.EVENT_CREATED, Verb.STAGES_CHANGED}


def test_stages_that_can_not_work_are_refused() -> None:
    data = EventData(name="Cup", date=factories.event().date)
    with pytest.raises(RefusedError):
        create_event(
            actor=factories.user(),
            data=data,
            plans=[StagePlan(kind=Stage.Kind.SINGLE_ELIMINATION), StagePlan(rounds=3)],
        )
    assert not Event.objects.filter(name="Cup").exists()


def test_settings_are_copied_and_what_belongs_to_one_day_is_not() -> None:
    last = factories.event(
        private_pages=True,
        phone_reports=Event.PhoneReports.COUNT,
        phone_check_in=True,
        check_in_open=True,
        public_names="initial",
        room="1-10",
    )
    SignUpSettings.objects.create(event=last, is_open=True, capacity=24, deadline="2026-05-09T09Z")
    FactSheet.objects.create(
        event=last,
        decklists="closed",
        sanctioning_number="123",
        schedule="18:30 Doors",
        short_address="fnm",
        organizer_word="See you in May",
    )
    change_logo(event_id=last.pk, actor=factories.user(), content=PNG)
    event = create_event(
        actor=factories.user(), data=EventData(name="Next", date=last.date), like=last
    )
    event.refresh_from_db()
    assert (event.private_pages, event.phone_reports) == (True, Event.PhoneReports.COUNT)
    assert (event.public_names, event.room, event.check_in_open) == ("initial", "1-10", False)
    sign_up = SignUpSettings.objects.get(event=event)
    assert (sign_up.is_open, sign_up.capacity, sign_up.deadline) == (True, 24, None)
    sheet = FactSheet.objects.get(event=event)
    assert (sheet.decklists, sheet.sanctioning_number) == ("closed", "")
    assert (sheet.schedule, sheet.short_address, sheet.organizer_word) == ("18:30 Doors", "", "")
    assert sheet.logo_name
    assert Logo.objects.count() == 2


def test_staff_do_not_play_in_a_premier_event_that_is_like_another() -> None:
    last = factories.event()
    FactSheet.objects.create(event=last, tier="premier")
    data = EventData(name="Next", date=last.date, staff_may_play=True)
    with pytest.raises(RefusedError, match="premier"):
        create_event(actor=factories.user(), data=data, like=last)
