"""A match of a bracket that is being played: its game, and the time that it has."""

import pytest
from django.utils import timezone

from events.core.clock.actions import start_clock
from events.models import Event, GameReport, Match
from tests import factories
from tests.events.scenario import at_table
from tests.events.support.doors import address
from tests.events.support.phones import EVERYTHING
from tests.events.support.stages import finish_round, playoff
from tests.markup import flat

pytestmark = pytest.mark.django_db


def test_an_open_match_says_which_game_is_played_and_how_long() -> None:
    event, owner = playoff(8, 4)
    Event.objects.filter(pk=event.pk).update(**EVERYTHING, phone_games=True, show_recorded=True)
    start_clock(event_id=event.pk, actor=owner, number=2)
    match = at_table(event, 2, 1)
    Match.objects.filter(pk=match.pk).update(extension_minutes=3)
    GameReport.objects.create(
        match=match,
        enrollment=match.first,
        number=1,
        winner="first",
        key="1",
        at=timezone.now(),
    )
    for url in (address(event, "bracket", number=2), f"/e/{event.slug}/bracket/"):
        page = flat(factories.client_of(owner).get(url))
        first, second = page.split('class="box open"')[1:]
        assert "game 2" in first
        assert "game" not in second.partition("</li>")[0]
        minutes = event.stages.get(number=2).round_minutes or event.round_minutes
        assert f'data-minutes="{minutes + 3}"' in first
        assert f'data-minutes="{minutes}"' in second
    finish_round(event, owner, 2)
    final = flat(factories.client_of().get(f"/e/{event.slug}/bracket/"))
    _before, opened, after = final.partition('class="box open"')
    assert opened
    assert "data-minutes" not in after
