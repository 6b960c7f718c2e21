"""The match on camera: chosen on a phone, games counted once by two people, kept in the archive."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from archive.loading import archive_of
from events.core.rounds.actions import unpost_round
from events.integrations import feature_actions as actions
from events.models import Event, FeatureMatch, Role, StreamLink, Verb
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from events.web.access import Action
from tests import factories
from tests.events.scenario import event_with_owner, journaled, refused, start_round
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.events.support.doors import address
from tests.queries import queries_of

pytestmark = pytest.mark.django_db


def playing(players: int = 4) -> tuple[Event, User, Client]:
    event, owner = event_with_owner(players)
    start_round(event, owner, 1)
    return event, owner, factories.client_of(owner)


def score() -> tuple[int, int]:
    feature = FeatureMatch.objects.get(on_camera=True)
    return feature.first_games, feature.second_games


def test_who_chooses_and_who_counts() -> None:
    event, owner, _browser = playing()
    check_access(event, Route("feature/", Action.SEE))
    check_access(event, Route("feature/", Action.ANNOUNCE, "post", {"table": "1"}))
    check_access(event, Route("feature/games/", Action.ENTER_RESULT, "post", {}))
    check_access(event, Route("feature/end/", Action.ANNOUNCE, "post", {}))
    check_access(event, Route("stream/", Action.EDIT_EVENT))
    check_access(event, Route("stream/", Action.EDIT_EVENT, "post", {}))
    actions.renew_stream_link(event_id=event.pk, actor=owner)
    check_access(event, Route("stream/match/", Action.EDIT_EVENT))
    check_methods(event, Route("feature/games/", Action.ENTER_RESULT, "post"))
    check_methods(event, Route("feature/end/", Action.ANNOUNCE, "post"))


def test_a_table_is_put_on_camera_counted_and_taken_off() -> None:
    event, _owner, browser = playing()
    page = browser.get(address(event, "feature")).content.decode()
    assert "No match is on camera." in page
    browser.post(address(event, "feature"), {"table": "2"})
    page = browser.get(address(event, "feature")).content.decode()
    assert "On camera: table 2, round 1" in page
    for games in ("1-0", "1-1", "1-0"):
        before = "-".join(map(str, score()))
        browser.post(address(event, "feature-games"), {"games": games, "seen": f"2 {before}"})
    assert score() == (1, 0)
    browser.post(address(event, "feature"), {"table": "1"})
    assert score() == (0, 0)
    browser.post(address(event, "feature"), {"table": "2"})
    assert score() == (1, 0), "its games are kept"
    page = browser.post(address(event, "feature-end"), follow=True).content.decode()
    assert "No match is on camera." in page
    assert len(journaled(event, Verb.FEATURE_CHANGED)) == 7


def test_two_people_count_one_game_once() -> None:
    event, owner, browser = playing()
    actions.choose_feature(event_id=event.pk, actor=owner, number=1, table=1)
    for _ in range(2):
        sent = {"games": "1-0", "seen": "1 0-0"}
        page = browser.post(address(event, "feature-games"), sent, follow=True)
    assert "The score on camera is now 1-0." in page.content.decode()
    assert score() == (1, 0)
    actions.count_games(event_id=event.pk, actor=owner, first=2, second=1, seen="1 1-0")
    for first, second in [(3, 1), (2, 2), (-1, 0)]:
        with refused("A player can win at most this many games in the match: 2."):
            actions.count_games(
                event_id=event.pk, actor=owner, first=first, second=second, seen="1 2-1"
            )


@pytest.mark.parametrize(
    ("typed", "words"),
    [("", "Enter a table number."), ("x", "Enter a table number."), ("99", "99")],
)
def test_a_table_that_is_not_there(typed: str, words: str) -> None:
    event, _owner, browser = playing()
    page = browser.post(address(event, "feature"), {"table": typed}, follow=True)
    assert words in page.content.decode()
    assert not FeatureMatch.objects.exists()


def test_without_a_round_nothing_is_chosen_and_an_unposted_one_takes_it_away() -> None:
    event, owner, browser = playing()
    actions.choose_feature(event_id=event.pk, actor=owner, number=1, table=1)
    unpost_round(event_id=event.pk, actor=owner, number=1, reason="wrong")
    page = browser.post(address(event, "feature"), {"table": "1"}, follow=True).content.decode()
    assert "No round is in progress." in page


def test_the_page_costs_the_same_with_many_tables() -> None:
    counts = []
    for players in (4, 16):
        event, owner, browser = playing(players)
        actions.choose_feature(event_id=event.pk, actor=owner, number=1, table=1)
        counts.append(queries_of(lambda: browser.get(address(event, "feature"))))  # noqa: B023
    assert counts[0] == counts[1]


def test_it_travels_in_the_archive() -> None:
    event, owner, _browser = playing()
    actions.choose_feature(event_id=event.pk, actor=owner, number=1, table=2)
    actions.count_games(event_id=event.pk, actor=owner, first=1, second=0, seen="2 0-0")
    actions.choose_feature(event_id=event.pk, actor=owner, number=1, table=1)
    actions.renew_stream_link(event_id=event.pk, actor=owner)
    told = export_archive(Event.objects.get(pk=event.pk))
    assert StreamLink.objects.get().token not in str(told)
    again = import_archive(archive=archive_of(told), actor=owner)
    rows = FeatureMatch.objects.filter(match__round__event=again)
    assert [(row.match.table, row.score, row.on_camera) for row in rows] == [
        (2, "1-0", False),
        (1, "0-0", True),
    ]


def test_the_address_is_replaced_and_ended() -> None:
    event, _owner, browser = playing()
    page = browser.get(address(event, "stream")).content.decode()
    assert "Create address" in page
    assert f"/e/{event.slug}/embed/standings/" in page
    browser.post(address(event, "stream"), {"do": "renew"})
    first = StreamLink.objects.get().token
    assert f"/overlay/{first}/match/" in browser.get(address(event, "stream")).content.decode()
    browser.post(address(event, "stream"), {"do": "renew"})
    assert Client().get(f"/overlay/{first}/match/").status_code == 404
    second = StreamLink.objects.get().token
    assert Client().get(f"/overlay/{second}/match/").status_code == 200
    kept = StreamLink.objects.get(event=event).token
    browser.post(address(event, "stream"), {"do": ""})
    assert StreamLink.objects.get(event=event).token == kept
    browser.post(address(event, "stream"), {"do": "end"})
    assert Client().get(f"/overlay/{second}/match/").status_code == 404
    judge = factories.client_of(factories.staff_member(event, [Role.JUDGE]))
    assert second not in judge.get(address(event, "journal")).content.decode()


def test_the_producer_sees_an_overlay_and_copies_its_address() -> None:
    event, owner = event_with_owner(2)
    browser = factories.client_of(owner)
    page = browser.get(address(event, "stream-scene", scene="lower"), follow=True)
    assert "Create the address of the overlays first." in page.content.decode()
    token = actions.renew_stream_link(event_id=event.pk, actor=owner).token
    with_defaults = browser.get(address(event, "stream-scene", scene="lower"))
    assert f'value="http://testserver/overlay/{token}/lower/?lang=en"' in (
        with_defaults.content.decode()
    )
    looks = {"size": "80", "panel": "#102030", "head": "#0D3F35", "player": "2", "lang": "ja"}
    shown = browser.get(address(event, "stream-scene", scene="lower"), looks).content.decode()
    query = "size=80&amp;lang=ja&amp;player=2&amp;panel=102030eb"
    assert shown.count(f"/overlay/{token}/lower/?{query}") == 3
    wrong = browser.get(address(event, "stream-scene", scene="lower"), {"accent": "red;}"})
    assert wrong.status_code == 422
    assert browser.get(address(event, "stream-scene", scene="other")).status_code == 404
    match = browser.get(address(event, "stream-scene", scene="match"))
    assert 'name="player"' not in match.content.decode()
