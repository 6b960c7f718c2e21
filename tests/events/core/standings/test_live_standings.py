"""The desk's standings right after publishing, and after anything else."""

from typing import Any

import pytest
from django.contrib.auth.models import User

import standings
from events.core.adapters import snapshot_rows, tournament_of
from events.core.results.slips import Slip
from events.core.standings.actions import publish_standings, withdraw_standings
from events.core.standings.correction_actions import correct_result
from events.core.standings.queries import live_standings
from events.models import Event, StandingsSnapshot
from events.roster.drop_actions import disqualify
from tests.events.preflight.answers import drop
from tests.events.scenario import event_with_owner, play_round

pytestmark = pytest.mark.django_db


def played(players: int = 6) -> tuple[Event, User]:
    event, owner = event_with_owner(players)
    for number in (1, 2):
        play_round(event, owner, number)
    return event, owner


def computed(event: Event, number: int) -> list[dict[str, Any]]:
    return snapshot_rows(event, standings.compute(tournament_of(event, number)), number)


def seen_at_the_desk(event: Event, number: int | None = None) -> list[dict[str, Any]]:
    page = live_standings(Event.objects.get(pk=event.pk), number)
    assert page is not None
    return page.stored


def spoil(event: Event, number: int) -> None:
    """Write other rows into what is published, so that one sees where they are taken from."""
    StandingsSnapshot.objects.filter(round__event=event, round__number=number).update(
        rows=list(reversed(computed(event, number)))
    )


def test_right_after_publishing_nothing_is_computed_again() -> None:
    event, _owner = played()
    assert seen_at_the_desk(event) == computed(event, 2)
    page = live_standings(Event.objects.get(pk=event.pk), None)
    assert page is not None
    assert not page.differs
    spoil(event, 2)
    assert seen_at_the_desk(event) == list(reversed(computed(event, 2)))


@pytest.mark.parametrize("what", ["drop", "correction", "withdrawal", "other round"])
def test_after_anything_else_the_standings_are_computed(what: str) -> None:
    event, owner = played()
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    number = 2
    if what == "drop":
        drop(**who, number=3)
    elif what == "correction":
        correct_result(**who, number=2, table=1, slip=Slip.of(0, 2), reason="misread")
        assert seen_at_the_desk(event) == computed(event, 2)
        drop(**who, number=3)
    elif what == "withdrawal":
        withdraw_standings(**who, number=2, reason="too soon")
    else:
        number = 1
    spoil(event, number)
    assert seen_at_the_desk(event, number) == computed(event, number)


def test_a_revision_that_is_published_again_is_what_the_desk_sees() -> None:
    event, owner = played()
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    drop(**who, number=3)
    page = live_standings(Event.objects.get(pk=event.pk), 2)
    assert page is not None
    assert not page.differs, "players read the same lines"
    disqualify(**who, number=3, reason="theft")
    page = live_standings(Event.objects.get(pk=event.pk), 2)
    assert page is not None
    assert page.differs
    publish_standings(**who, number=2)
    page = live_standings(Event.objects.get(pk=event.pk), 2)
    assert page is not None
    assert page.published is not None
    assert (page.published.revision, page.differs) == (2, False)
    assert page.stored == computed(event, 2)
