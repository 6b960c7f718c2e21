"""States of a player's own page, and what each costs."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.html import strip_tags

from domain.results import Winner
from events.core.rounds.actions import complete_round
from events.core.stages.cut_actions import take_cut_back
from events.core.stages.plans import StagePlan
from events.core.stages.playoff_actions import choose_play
from events.core.stages.pod_actions import draw_stage_pods, post_pods
from events.models import (
    BracketSeat,
    Enrollment,
    Event,
    Organisation,
    PodSeat,
    Stage,
    StandingsSnapshot,
)
from events.public_site.live_values import live
from events.public_site.page_cache import page_cache
from events.stages.actions import lay_out_stages
from tests.events.preflight.answers import drop
from tests.events.scenario import play_round, report, start_round
from tests.events.support.phones import Phone, event_of_phones, pair_at
from tests.events.support.stages import confirm, staged
from tests.markup import with_plain_names
from tests.screens.own_event import PLAYER
from tests.screens.scenes import SINGLE as PLAYOFF
from tests.screens.scenes import make_scene

pytestmark = pytest.mark.django_db


def test_the_page_asks_the_same_number_of_queries_for_few_and_many(settings: Any) -> None:
    counts = []
    for players in (4, 12):
        event, _owner = event_of_phones(players)
        one, other = (Phone(player) for player in pair_at(event))
        one.tell("2-1", other.enrollment)
        settings.PUBLIC_SECONDS = 60
        one.page()
        live.forget()
        with CaptureQueriesContext(connection) as queries:
            one.page()
        settings.PUBLIC_SECONDS = 0
        counts.append(len(queries))
    page_cache.forget()
    live.forget()
    assert counts[0] == counts[1] <= 14, (
        "five to know what all phones show, one for the other events of the day, one for a pool"
    )


def test_the_page_leads_to_the_other_events_of_the_day_and_warns_of_two_at_once() -> None:
    event, _ = event_of_phones(4)
    one, other = (Phone(player) for player in pair_at(event))
    second, _owner = event_of_phones(4, posted=False, date=event.date)
    elsewhere = second.enrollments.get(number=3)
    Enrollment.objects.filter(pk=elsewhere.pk).update(player=one.enrollment.player)
    page = text_of(one)
    assert "Your other events" in page
    assert f'href="/e/{second.slug}/players/3/"' in page
    assert "If two matches overlap" not in page
    assert "Your other events" not in text_of(other)
    Event.objects.filter(pk=second.pk).update(state=Event.State.RUNNING)
    assert "If two matches overlap" in text_of(one)
    # Not if the person has another name there, nor on another day, nor after the event's end.
    for column, value in (
        ("public_names", "number"),
        ("date", event.date - timedelta(days=2)),
        ("state", Event.State.FINISHED),
    ):
        kept = getattr(second, column) if column != "state" else Event.State.RUNNING
        Event.objects.filter(pk=second.pk).update(**{column: value})
        assert "Your other events" not in text_of(one)
        Event.objects.filter(pk=second.pk).update(**{column: kept})
    Enrollment.objects.filter(pk=elsewhere.pk).update(alias="Fox")
    assert "Your other events" not in text_of(one)


def tabs_in(page: str) -> dict[str, str]:
    """Return the tabs of a page of the event, with their addresses; not that of the own page."""
    head = page.partition('<nav class="tabs"')[2].partition("</nav>")[0]
    found = re.findall(
        r'<a href="([^"]+)"[^>]*>\s*<svg.*?</svg>\s*([^<]+?)\s*</a>', head, flags=re.S
    )
    return {words: address for address, words in found}


def seen(slug: str) -> str:
    """Return the text of the own page of a scene, as its player sees it."""
    event = Event.objects.get(slug=slug)
    return " ".join(strip_tags(Phone(event.enrollments.get(number=PLAYER)).page()).split())


def test_a_drafter_reads_pod_and_seat_until_a_round_is_posted() -> None:
    event, owner = staged(8, StagePlan(rounds=2, pods=True))
    Event.objects.filter(pk=event.pk).update(private_pages=True)
    one = Phone(event.enrollments.get(number=1))
    draw_stage_pods(event_id=event.pk, actor=owner, stage=1, seed=4)
    assert "Round 1 soon" in said(one)
    assert "Go to your seat" not in said(one)
    post_pods(event_id=event.pk, actor=owner, stage=1)
    own = PodSeat.objects.get(enrollment=one.enrollment)
    page = said(one)
    assert f"Pod 1 Seat {own.seat}" in page
    assert "Your table appears here when the next round is posted." in page
    assert "Round 1 soon" not in page
    assert "tables" not in page.partition("Go to your seat")[0]
    tables = {"first_table": 301, "last_table": 304}
    shop = Organisation.objects.create(slug="shop", name="Corner Shop")
    queue = shop.queues.create(name="Draft", number=1, date=event.date, **tables)
    queue.pods.create(number=1, event=event, called_at=timezone.now(), **tables)
    assert f"Seat {own.seat} tables 301–304" in said(one)
    start_round(event, owner, 1)
    assert "Go to your seat" not in said(one)
    assert "Round 1, table" in said(one)


def test_a_game_on_which_both_reports_differ_counts_for_nobody() -> None:
    make_scene("own-games")
    assert "Games so far 1-0" in seen("own-games").replace("\u2011", "-")


def test_a_finished_event_neither_refreshes_nor_makes_a_sound() -> None:
    make_scene("own-finished")
    event = Event.objects.get(slug="own-finished")
    page = Phone(event.enrollments.get(number=PLAYER)).page()
    assert 'data-fresh="The event is over. This page no longer updates."' in page
    assert "Play a sound" not in page


def test_a_finished_own_page_says_place_record_and_points_once(client: Client) -> None:
    make_scene("own-finished")
    event = Event.objects.get(slug="own-finished")
    public = client.get(f"/e/own-finished/players/{PLAYER}/").content.decode()
    for page in (public, Phone(event.enrollments.get(number=PLAYER)).page()):
        words = " ".join(strip_tags(page).split()).replace("\u2011", "-")
        for once in ("5th", "2-1-0", "6 match points"):
            assert words.count(once) == 1, once
        assert "How this place is decided" in words


def test_after_the_last_swiss_round_a_player_reads_whether_they_play_on() -> None:
    make_scene("own-between")
    event = Event.objects.get(slug="own-between")
    standings = StandingsSnapshot.objects.filter(round__event=event).latest("round__number").rows
    words = {
        row["place"]: said(Phone(event.enrollments.get(number=row["number"])))
        for row in standings
        if row["place"] in (4, 5)
    }
    assert "In the top 4 " in words[4]
    assert "Your table appears here." in words[4]
    assert "Not in the top 4 " in words[5]
    assert "The first 4 players play on." in words[5]


def test_a_player_below_a_dropped_one_moves_into_the_top() -> None:
    make_scene("own-between")
    event = Event.objects.get(slug="own-between")
    rows = StandingsSnapshot.objects.filter(round__event=event).latest("round__number").rows
    numbers = {row["place"]: row["number"] for row in rows}
    drop(event_id=event.pk, actor=User.objects.get(username="staff.own-between"), number=numbers[2])
    words = {}
    for place in (5, 6):
        page = Phone(event.enrollments.get(number=numbers[place])).page()
        words[place] = " ".join(strip_tags(page).split())
    assert "In the top 4 " in words[5]
    assert "Not in the top 4 " in words[6]


def test_after_a_confirmed_cut_by_points_a_player_reads_whether_they_advance(
    client: Client,
) -> None:
    event, owner = event_of_phones(4, posted=False)
    plans = [
        StagePlan(rounds=1, cut_by=Stage.Cut.POINTS, cut_value=3),
        StagePlan(rounds=1),
    ]
    lay_out_stages(event_id=event.pk, actor=owner, plans=plans)
    play_round(event, owner, 1)

    def said(player: Enrollment) -> list[str]:
        public = client.get(f"/e/{event.slug}/players/{player.number}/").content.decode()
        return [" ".join(strip_tags(page).split()) for page in (Phone(player).page(), public)]

    players = list(event.enrollments.all())
    assert all("Next stage soon" in page for page in said(players[0]))
    advancing = confirm(event, owner, 1)
    assert len(advancing) == 2
    for player in players:
        advances = player.number in advancing
        for page in said(player):
            assert ("Advancing to the next stage" in page) is advances
            assert ("Not advancing" in page) is not advances
    take_cut_back(event_id=event.pk, actor=owner, number=1, reason="wrong slip")
    assert all("Next stage soon" in page for page in said(players[0]))


def test_a_playoff_tells_who_is_out_of_it_without_alarm() -> None:
    event, owner = event_of_phones(8, posted=False)
    plans = [StagePlan(rounds=1, cut_by=Stage.Cut.RANK, cut_value=4), PLAYOFF]
    lay_out_stages(event_id=event.pk, actor=owner, plans=plans)
    play_round(event, owner, 1)
    confirm(event, owner, 1)
    start_round(event, owner, 2)
    inside = {
        player.pk
        for match in event.rounds.get(number=2).matches.all()
        for player in (match.first, match.second)
        if player
    }
    outside = event.enrollments.exclude(pk__in=inside).order_by("number")
    page = Phone(outside[0]).page()
    assert "Not in the playoff" in page
    assert f'href="/e/{event.slug}/bracket/"' in page
    public = Client().get(f"/e/{event.slug}/players/{outside[0].number}/").content.decode()
    assert "Bracket" in tabs_in(public)
    phone = Phone(outside[0])
    for name in ("page", "drop"):
        assert tabs_in(phone.client.get(phone.url(name)).content.decode()) == tabs_in(public), name
    assert "go to the desk" not in page
    public = Client().get(f"/e/{event.slug}/players/{outside[0].number}/").content.decode()
    assert "Not in the playoff" in public
    # The semifinals are complete: the losers are out, the winners are not.
    report(event, owner, 2)
    complete_round(event_id=event.pk, actor=owner, number=2)
    match = event.rounds.get(number=2).matches.select_related("first", "second")[0]
    assert match.second is not None
    assert match.result is not None
    players = (match.first, match.second)
    winner, loser = players if match.result.winner is Winner.FIRST else players[::-1]
    assert "3rd–4th" in Phone(loser).page()
    assert "Watch the playoff" not in Phone(winner).page()
    # Nothing continues after the final.
    report(event, owner, 3)
    complete_round(event_id=event.pk, actor=owner, number=3)
    assert "All rounds are over" in Phone(loser).page()


def test_in_a_playoff_a_player_reads_who_plays_first() -> None:
    event, owner = event_of_phones(8, posted=False)
    plans = [StagePlan(rounds=1, cut_by=Stage.Cut.RANK, cut_value=4), PLAYOFF]
    lay_out_stages(event_id=event.pk, actor=owner, plans=plans)
    play_round(event, owner, 1)
    page = said(Phone(event.enrollments.get(number=1)))
    assert "plays first" not in page
    confirm(event, owner, 1)
    start_round(event, owner, 2)
    seeds = dict(BracketSeat.objects.values_list("enrollment_id", "seed"))
    match = event.rounds.get(number=2).matches.select_related("first", "second")[0]
    assert match.second is not None
    better, other = sorted((match.first, match.second), key=lambda player: seeds[player.pk])
    assert "You choose who plays first." in said(Phone(better))
    assert "Your opponent chooses who plays first." in said(Phone(other))
    for player in (better, other):
        card = Client().get(f"/e/{event.slug}/players/{player.number}.json").json()
        assert card["chooser"] == better.number
        answer = Client().get(f"/e/{event.slug}/players/{player.number}/")
        public = with_plain_names(answer.content.decode())
        assert f"{better.name} chooses who plays first." in public
    named = 'data-title="Semifinals"'
    pages = (f"/e/{event.slug}/", f"/e/{event.slug}/bracket/")
    assert named in Phone(better).page(), "a script says the name aloud"
    assert all(named in Client().get(page).content.decode() for page in pages)
    table: dict[str, Any] = {"number": 2, "table": match.table}
    first = "second" if better == match.first else "first"
    choose_play(event_id=event.pk, actor=owner, first=first, **table)
    assert "You play first in game 1." in said(Phone(other))
    assert "Your opponent plays first in game 1." in said(Phone(better))


def said(phone: Phone) -> str:
    return " ".join(strip_tags(phone.page()).split())


def text_of(phone: Phone) -> str:
    return phone.page()
