"""Recorded results of a playoff are public at once or with their round, on every page alike."""

import re
from collections.abc import Mapping

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils.html import strip_tags

from events.core.results.report_actions import undo_result
from events.integrations.feature_actions import renew_stream_link
from events.models import Event, Match
from tests.events.scenario import enter_slips
from tests.events.support.stages import playoff
from tests.screens.scenes import make_scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def semifinals() -> tuple[Event, User, Match]:
    """A top 4 whose semifinals are posted, and the first of them."""
    event, owner = playoff(8, 4)
    newest = event.rounds.order_by("-number")[0]
    match = newest.matches.select_related("first", "second", "round").order_by("table")[0]
    return event, owner, match


def seen(event: Event, owner: User, match: Match) -> Mapping[str, bool]:
    """Return which of the public formats say the result of a semifinal."""
    client, slug, number = Client(), event.slug, match.round.number
    overlay = renew_stream_link(event_id=event.pk, actor=owner).token
    api = f"/api/v1/events/{slug}"
    matches = client.get(f"{api}/rounds/{number}").json()["matches"]
    own = next(one for one in matches if one["table"] == match.table)
    boxes = client.get(f"{api}/bracket").json()

    def row(player: int) -> bool:
        page = client.get(f"/e/{slug}/players/{player}/").content.decode()
        words = " ".join(strip_tags(page.partition("own-rounds")[2]).split())
        return "pending" not in words

    second = match.second.number if match.second else 0
    return {
        "round": own["result"] is not None,
        "bracket data": '"games": 2' in str(boxes).replace("'", '"'),
        "bracket page": "side won" in client.get(f"/e/{slug}/bracket/").content.decode(),
        "overlay": "✓" in client.get(f"/overlay/{overlay}/bracket/part/").content.decode(),
        "first": row(match.first.number),
        "second": row(second),
    }


@pytest.mark.parametrize("is_shown", [True, False])
def test_every_format_follows_the_setting(
    semifinals: tuple[Event, User, Match], *, is_shown: bool
) -> None:
    event, owner, match = semifinals
    Event.objects.filter(pk=event.pk).update(show_recorded=is_shown)
    assert not any(seen(event, owner, match).values())
    before = Event.objects.get(pk=event.pk).public_revision
    enter_slips(event, owner, match.round.number, f"{match.table} 21")
    after = Event.objects.get(pk=event.pk).public_revision
    assert (after > before) is is_shown, "phones and programs that listen are told"
    now = seen(event, owner, match)
    assert set(now.values()) == {is_shown}, now
    undo_result(event_id=event.pk, actor=owner, number=match.round.number, table=match.table or 0)
    assert not any(seen(event, owner, match).values())


def test_a_player_reads_the_newest_round_first() -> None:
    """A playoff has public results while the standings before it wait."""
    make_scene("long-champion")
    page = Client().get("/e/long-champion/players/3/").content.decode()
    rounds = re.findall(r"<tr><td class=num>(\d+)", page.partition("own-rounds")[2])
    assert rounds == ["3", "2", "1"]
