"""The page of a badge: what it shows, what it keeps to itself, and what it costs."""

import datetime
from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from events.badges import own_day
from events.core.events.finishing_actions import finish_event
from events.core.players.private_address import token_of
from events.core.rounds.actions import complete_round, post_round, unpost_round
from events.core.rounds.pairing_actions import pair_next_round
from events.models import Badge, Enrollment, Event, Match, Queue, QueueEntry
from events.on_demand.actions import join
from events.on_demand.pod_actions import open_queue
from tests import factories
from tests.events.badges.days import (
    ADA,
    OTHERS,
    ada,
    address_of,
    badge_for,
    event_of_day,
    in_event,
    owner_of,
    posted,
    shop,
    shown,
    started,
)
from tests.events.scenario import enter_slips, play_round, report, start_round
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db
COLLISION = "notice warning collision"


@pytest.fixture
def owner() -> User:
    return owner_of()


@pytest.fixture(autouse=True)
def time_alone_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_day, "FRESH_SECONDS", 10**10)


def own_match(event: Event, number: int = 1) -> Match:
    matches = Match.objects.filter(round__event=event, round__number=number)
    return next(
        match
        for match in matches
        if ADA[0] in (match.first.name, getattr(match.second, "name", ""))
    )


def opponent(event: Event, number: int = 1) -> Enrollment:
    match = own_match(event, number)
    assert match.second is not None
    return match.second if match.first.name == ADA[0] else match.first


def test_the_day_in_order_with_table_opponent_and_the_private_page(owner: User) -> None:
    modern, draft = posted(owner, "Modern", table=40), event_of_day(owner, "Draft")
    text = shown(badge_for(owner))
    assert f'<span class="table-number">{own_match(modern).table}</span>' in text
    assert opponent(modern).name in text
    assert "Round 1 is not posted yet." in text
    assert text.index("Modern") < text.index("Draft")
    mine = in_event(modern)
    link = f"/me/{token_of(mine.pk, mine.address_nonce)}/"
    assert f'href="{link}"' in text
    phone = Client()
    assert phone.get(link, follow=True).status_code == HTTPStatus.OK
    assert ADA[0] in phone.get(f"/me/{modern.slug}/").content.decode()
    assert phone.get(f"/me/{draft.slug}/").status_code == HTTPStatus.NOT_FOUND


def test_an_event_without_player_links_leads_to_its_public_pages(owner: User) -> None:
    modern, draft = posted(owner, "Modern"), event_of_day(owner, "Draft")
    badge = badge_for(owner)
    Event.objects.update(private_pages=False)
    text = shown(badge)
    assert "/me/" not in text
    for path in (f"/e/{modern.slug}/players/{in_event(modern).number}/", f"/e/{draft.slug}/"):
        assert f'href="{path}"' in text
        assert Client().get(path).status_code == HTTPStatus.OK


def test_nothing_shows_before_it_is_posted_nor_after_it_was_taken_back(owner: User) -> None:
    event = event_of_day(owner, "Modern", table=77)
    badge = badge_for(owner)
    phone, path = Client(), address_of(badge)
    before = phone.get(path)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    # The event runs from now on, which everybody can read; the name of the page's state follows.
    after = phone.get(path)
    stamp = after.context["stamp"]
    assert flat(after).replace(stamp, "") == flat(before).replace(before.context["stamp"], "")
    text = shown(badge)
    assert not [name for name in OTHERS if name in text]
    assert 'class="table-number"' not in text
    assert phone.get(path, {"since": stamp}).status_code == HTTPStatus.NO_CONTENT
    post_round(event_id=event.pk, actor=owner, number=1)
    assert phone.get(path, {"since": stamp}).status_code == HTTPStatus.OK
    assert 'class="table-number"' in shown(badge)
    unpost_round(event_id=event.pk, actor=owner, number=1, reason="a wrong roster")
    text = shown(badge)
    assert "Round 1 is no longer posted." in text
    assert 'class="table-number"' not in text
    assert not [name for name in OTHERS if name in text]


def test_a_paired_round_does_not_move_the_stamp(owner: User) -> None:
    event = event_of_day(owner, "Modern")
    play_round(event, owner, 1)
    phone, path = Client(), address_of(badge_for(owner))
    stamp = phone.get(path).context["stamp"]
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    assert phone.get(path, {"since": stamp}).status_code == HTTPStatus.NO_CONTENT


def test_a_result_shows_only_where_the_event_shows_recorded_results(owner: User) -> None:
    event = posted(owner, "Modern")
    report(event, owner, 1)
    badge = badge_for(owner)
    words = "you won 2‑0" if own_match(event).first.name == ADA[0] else "you lost 0‑2"
    assert words in shown(badge)
    Event.objects.update(show_recorded=False)
    text = shown(badge)
    assert words not in text
    assert "Your match result is in." in text


def test_opponents_are_called_as_the_event_calls_them(owner: User) -> None:
    event = posted(owner, "Modern", public_names="number")
    badge = badge_for(owner)
    text = shown(badge)
    assert opponent(event).name not in text
    assert f"#{opponent(event).number}" in text
    assert ADA[0] in text
    Event.objects.update(public_names="full")
    Enrollment.objects.filter(pk=opponent(event).pk).update(alias="The Fox")
    assert "The Fox" in shown(badge)


def test_states_of_a_day(owner: User) -> None:
    modern = event_of_day(owner, "Modern", phone_check_in=True, check_in_open=True)
    badge = badge_for(owner)
    assert "Check-in open" in shown(badge)
    start_round(modern, owner, 1)
    report(modern, owner, 1)
    complete_round(event_id=modern.pk, actor=owner, number=1)
    text = shown(badge)
    assert "Round 1 is complete. The next pairings are not posted yet." in text
    at = timezone.now() + datetime.timedelta(minutes=20)
    modern.rounds.update(next_at=at)
    assert "Round 2:<time" in shown(badge)
    Enrollment.objects.filter(pk=in_event(modern).pk).update(state="dropped", dropped_after=1)
    text = shown(badge)
    assert "You dropped" in text
    assert "Round 2:" not in text
    finish_event(event_id=modern.pk, actor=owner, early=True, reason="The room closes.")
    assert "The event is over." in shown(badge)
    Event.objects.update(date=timezone.now().date() - datetime.timedelta(days=3))
    assert "You are in no event of Corner Shop today." in shown(badge)


def test_a_player_who_is_out_of_the_playoff_waits_for_nothing(owner: User) -> None:
    event = posted(owner, "Modern")
    event.stages.update(kind="single-elimination", rounds=None)
    event.rounds.update(bracket_players=4)
    badge = badge_for(owner)
    match = own_match(event)
    lost = "02" if match.first == in_event(event) else "20"
    enter_slips(event, owner, 1, f"{match.table} {lost}")
    assert "The playoff continues without you." not in shown(badge)
    event.rounds.update(state="complete")
    text = shown(badge)
    assert "The playoff continues without you." in text
    assert "The next pairings are not posted yet." not in text


def test_a_player_whom_a_confirmed_cut_left_out_waits_for_nothing(owner: User) -> None:
    event = posted(owner, "Modern")
    badge = badge_for(owner)
    event.rounds.update(state="complete", next_at=timezone.now() + datetime.timedelta(hours=1))
    assert "The next pairings are not posted yet." in shown(badge)
    assert "Round 2:" in shown(badge)
    event.stages.update(has_cut=True)
    text = shown(badge)
    assert "The advancing players are confirmed." in text
    assert "Round 2:" not in text
    event.stages.get().advancing.add(in_event(event))
    assert "Round 2:" in shown(badge)


def test_a_bye_and_a_round_without_the_player(owner: User) -> None:
    event = posted(owner, "Modern")
    badge = badge_for(owner)
    Match.objects.filter(pk=own_match(event).pk).delete()
    assert "You have no match in round 1." in shown(badge)
    Match.objects.create(
        round=event.rounds.get(), first=in_event(event), kind="bye", first_wins=2, second_wins=0,
        drawn_games=0,
    )  # fmt: skip
    assert "Round 1: bye" in shown(badge)


def test_two_matches_at_once_and_a_round_that_comes_too_early_are_warned_of(owner: User) -> None:
    first, second = posted(owner, "Modern"), event_of_day(owner, "Legacy", table=20)
    badge = badge_for(owner)
    assert COLLISION not in shown(badge)
    play_round(second, owner, 1)
    started(first, 20)
    soon = timezone.now() + datetime.timedelta(minutes=30)
    second.rounds.update(next_at=soon)
    text = shown(badge)
    assert "Round 2 of Legacy starts at" in text
    assert "and Modern can keep you until" in text
    second.rounds.update(next_at=soon + datetime.timedelta(minutes=10))
    assert COLLISION not in shown(badge)
    # Fifty minutes and an extension of ten.
    Match.objects.filter(pk=own_match(first).pk).update(extension_minutes=10)
    assert "and Modern can keep you until" in shown(badge)
    start_round(second, owner, 2)
    assert "Legacy and Modern both need you now." in shown(badge)
    report(first, owner, 1)
    assert COLLISION not in shown(badge)


def test_an_estimate_warns_only_where_the_event_shows_it(owner: User) -> None:
    first, second = posted(owner, "Modern"), posted(owner, "Legacy", table=20)
    report(second, owner, 1)
    second.rounds.update(started_at=timezone.now() - datetime.timedelta(minutes=45))
    started(first, 10)
    badge = badge_for(owner)
    assert COLLISION not in shown(badge)
    Event.objects.filter(pk=second.pk).update(show_forecast=True)
    text = shown(badge)
    assert "Round 2: about" in text
    assert "and Modern can keep you until" in text


def test_a_draft_that_is_on_needs_the_player(owner: User) -> None:
    posted(owner, "Modern")
    event_of_day(owner, "Draft", preparation="draft", preparation_minutes=30)
    text = shown(badge_for(owner))
    assert "Drafting now" in text
    assert "both need you now" in text


def test_places_in_queues_and_a_called_pod(owner: User) -> None:
    posted(owner, "Modern")
    values = {"name": "Booster", "date": timezone.now().date(), "size": 3, "last_table": 340}
    queue: Queue = open_queue(
        organisation=shop(), actor=owner, values={**values, "first_table": 301}
    )
    badge = badge_for(owner)
    join(queue=queue, name="Eve Sand")
    # A badge is scanned at the desk as a player link is.
    entry = join(queue=queue, name=f"https://site.example{address_of(badge)}", actor=owner)
    assert entry.player == ada()
    text = shown(badge)
    assert '<span class="label">Place</span><b>2</b>' in text
    assert "/o/shop/on-demand/1/" in text
    join(queue=queue, name="Fay Hill")
    text = shown(badge)
    assert "Your pod is called. Go to tables 301–302." in text
    assert "both need you now" in text
    assert QueueEntry.objects.get(player=ada()).is_called


def test_one_event_and_many_take_the_same_number_of_queries(owner: User) -> None:
    phone = Client()
    forecast = {"show_forecast": True}
    play_round(event_of_day(owner, "First", **forecast), owner, 1)
    start_round(Event.objects.get(name="First"), owner, 2)
    started(Event.objects.get(name="First"), 10, number=2)
    path = address_of(badge_for(owner))
    few = queries_of(lambda: phone.get(path))
    for number in range(4):
        event = event_of_day(owner, f"Side {number}", table=20 + 10 * number, **forecast)
        play_round(event, owner, 1)
        start_round(event, owner, 2)
        started(event, 10, number=2)
    assert queries_of(lambda: phone.get(path)) == few
    assert few <= 10
    stamp = phone.get(path).context["stamp"]
    same = queries_of(lambda: phone.get(path, {"since": stamp}), HTTPStatus.NO_CONTENT)
    assert same <= 4


def test_time_alone_renews_the_warnings(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    posted(owner, "Modern")
    badge = badge_for(owner)
    now = timezone.now()
    monkeypatch.setattr(own_day, "FRESH_SECONDS", 120)
    moments = (now, now + datetime.timedelta(seconds=120))
    first, later = (own_day.day_now(badge, moment).stamp for moment in moments)
    assert first != later


def test_the_page_is_in_japanese(owner: User) -> None:
    event_of_day(owner, "Modern")
    text = shown(badge_for(owner), "ja")
    assert '<html lang="ja"' in text
    assert "Round 1 is not posted" not in text


def test_the_page_of_a_badge_without_a_day(owner: User) -> None:
    player = factories.PlayerFactory.create(name="Zoe", organisation=shop())
    badge = Badge.objects.create(organisation=shop(), player=player)
    assert "You are in no event of Corner Shop today." in shown(badge)
