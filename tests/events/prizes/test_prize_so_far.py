"""The prize of a published place is shown to nobody whose place a playoff decides."""

from collections.abc import Callable, Iterable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.core.rounds.actions import complete_round
from events.core.stages.plans import StagePlan
from events.models import Event, Stage
from events.prizes.actions import save_prizes
from tests.events.prizes.test_prizes import data
from tests.events.scenario import play_round, report, start_round
from tests.events.support.phones import EVERYTHING, Phone
from tests.events.support.stages import SINGLE, confirm, staged
from tests.events.tables_of_four.playing import play_tables, report_tables, table_event

pytestmark = pytest.mark.django_db
WORDS = "Prize for this place"


def _of_matches() -> tuple[Event, User]:
    plans = (StagePlan(rounds=1, cut_by=Stage.Cut.RANK, cut_value=4), StagePlan(kind=SINGLE))
    event, owner = staged(8, *plans)
    play_round(event, owner, 1)
    return event, owner


def _of_tables() -> tuple[Event, User]:
    event, owner = table_event(8, rounds=1, cut=4)
    play_tables(event, owner, 1)
    return event, owner


def _shown(event: Event, numbers: Iterable[int]) -> set[int]:
    """Return which of these players read a prize of their place, on both of their pages."""
    shown = set()
    for player in event.enrollments.filter(number__in=numbers):
        public = Client().get(f"/e/{event.slug}/players/{player.number}/").content.decode()
        own = Phone(player).page()
        assert (WORDS in own) == (WORDS in public), player.number
        if WORDS in own:
            shown.add(player.number)
    return shown


def _outside(event: Event) -> int:
    advancing = event.stages.get(number=1).advancing.all()
    outside: int = event.enrollments.exclude(pk__in=advancing).order_by("number")[0].number
    return outside


@pytest.mark.parametrize(
    ("scene", "play"), [(_of_matches, report), (_of_tables, report_tables)], ids=["two", "four"]
)
def test_a_prize_of_a_place_is_not_promised_in_a_playoff(
    scene: Callable[[], tuple[Event, User]], play: Callable[[Event, User, int], None]
) -> None:
    event, owner = scene()
    Event.objects.filter(pk=event.pk).update(**EVERYTHING)
    save_prizes(event_id=event.pk, actor=owner, data=data(lines="1-8: 3 packs", shown=True))
    last = event.enrollments.count()
    assert _shown(event, (1, last)) == {1, last}
    inside, *_others = confirm(event, owner, 1)
    outside = _outside(event)
    assert _shown(event, (inside, outside)) == {outside}
    start_round(event, owner, 2)
    play(event, owner, 2)
    complete_round(event_id=event.pk, actor=owner, number=2)
    playoff = event.stages.get(number=2).bracket_seats.values_list("enrollment__number", flat=True)
    assert _shown(event, (*playoff, outside)) == {outside}
