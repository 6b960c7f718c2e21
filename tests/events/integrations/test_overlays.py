"""Overlays show what players see, ask with an ETag, and end with their address."""

import logging

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from events.core.clock.actions import start_clock
from events.core.rounds.actions import complete_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.standings.actions import publish_standings
from events.hosting.logs import HidePrivateAddresses
from events.integrations import feature_actions as actions
from events.integrations.overlays import SCENES
from events.models import Event
from tests.events.scenario import enter_slips, event_with_owner, report, start_round
from tests.events.support.stages import finish_round, playoff
from tests.events.tables_of_four.playing import report_tables, seated, table_event
from tests.markup import without_tags

pytestmark = pytest.mark.django_db


def linked(event: Event, owner: User) -> str:
    return f"/overlay/{actions.renew_stream_link(event_id=event.pk, actor=owner).token}/"


def on_camera(event: Event, owner: User, table: int = 1, number: int = 1) -> None:
    actions.choose_feature(event_id=event.pk, actor=owner, number=number, table=table)


def seen(address: str, **headers: str) -> str:
    return Client().get(f"{address}part/", headers=headers).content.decode()


@pytest.mark.parametrize("scene", SCENES)
def test_before_anything_is_posted_every_scene_is_empty(scene: str) -> None:
    event, owner = event_with_owner(4)
    site = linked(event, owner)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    assert not seen(f"{site}{scene}/").strip()
    page = Client().get(f"{site}{scene}/")
    assert page.status_code == 200
    assert page["X-Frame-Options"] == "SAMEORIGIN", "the desk shows a preview"
    assert "frame-ancestors 'self'" in page["Content-Security-Policy"]
    assert "no-store" in page["Cache-Control"]
    assert not page.cookies


def test_the_match_on_camera_with_its_games() -> None:
    event, owner = event_with_owner(4)
    site = linked(event, owner)
    start_round(event, owner, 1)
    assert not seen(f"{site}match/").strip()
    on_camera(event, owner)
    actions.count_games(event_id=event.pk, actor=owner, first=1, second=0, seen="1 0-0")
    part = seen(f"{site}match/")
    assert part.count('class="won"') == 1
    assert "game 2" in part
    enter_slips(event, owner, 1, "1 20")
    assert seen(f"{site}match/").count('class="won"') == 2, "the result is public"
    Event.objects.update(show_recorded=False)
    assert seen(f"{site}match/").count('class="won"') == 1


def test_a_recorded_match_has_neither_a_clock_nor_a_next_game() -> None:
    event, owner = event_with_owner(4)
    site = linked(event, owner)
    start_round(event, owner, 1)
    start_clock(event_id=event.pk, actor=owner, number=1)
    on_camera(event, owner)
    assert 'class="clock"' in seen(f"{site}match/")
    assert "game 1" in seen(f"{site}match/")
    # Time ran out in game 2.
    enter_slips(event, owner, 1, "1 10")
    part = seen(f"{site}match/")
    assert part.count('class="won"') == 1
    assert 'class="clock"' not in part
    assert "game 2" not in part
    assert "final score" in part
    # The overlay keeps counting until the result is public.
    Event.objects.update(show_recorded=False)
    assert 'class="clock"' in seen(f"{site}match/")


def test_names_and_results_are_as_public_as_everywhere() -> None:
    event, owner = event_with_owner(4)
    Event.objects.update(public_names="number", show_recorded=False)
    site = linked(event, owner)
    start_round(event, owner, 1)
    on_camera(event, owner)
    report(event, owner, 1)
    parts = {scene: seen(f"{site}{scene}/") for scene in SCENES}
    assert "Player 0" not in "".join(parts.values())
    assert parts["pairings"].count("<li>") == 2
    assert not parts["standings"].strip()
    complete_round(event_id=event.pk, actor=owner, number=1)
    publish_standings(event_id=event.pk, actor=owner, number=1)
    assert "After round 1" in seen(f"{site}standings/")
    lower = [Client().get(f"{site}lower/part/?player={number}") for number in range(1, 5)]
    texts = b"".join(answer.content for answer in lower)
    assert b"Place 1 of 4" in texts
    assert texts.count(b"<b>1-0-0</b>") == texts.count(b"<b>0-1-0</b>") == 2, "with the round"


def test_a_bracket_is_shown_with_seeds() -> None:
    event, owner = playoff(8, 4)
    site = linked(event, owner)
    number = event.rounds.order_by("-number").first().number  # type: ignore[union-attr]
    on_camera(event, owner, event.rounds.get(number=number).matches.first().table or 1, number)  # type: ignore[union-attr]
    assert "ov-bracket" in seen(f"{site}bracket/")
    assert "seed 1" in seen(f"{site}match/")


def test_standings_after_a_round_of_a_bracket_carry_its_name() -> None:
    event, owner = playoff(8, 4)
    site = linked(event, owner)
    finish_round(event, owner, 2)
    publish_standings(event_id=event.pk, actor=owner, number=2)
    assert "After the semifinals" in seen(f"{site}standings/")
    for address in ("standings/", "embed/standings/"):
        page = Client().get(f"/e/{event.slug}/{address}").content.decode()
        assert "Standings after the semifinals" in page


def test_an_overlay_that_is_new_costs_little() -> None:
    event, owner = event_with_owner(4)
    site = linked(event, owner)
    start_round(event, owner, 1)
    etag = Client().get(f"{site}pairings/part/")["ETag"]
    answer = Client().get(f"{site}pairings/part/", headers={"If-None-Match": etag})
    assert (answer.status_code, answer.content) == (304, b"")
    on_camera(event, owner)
    answer = Client().get(f"{site}pairings/part/", headers={"If-None-Match": etag})
    assert answer.status_code == 200
    assert answer["ETag"] != etag
    with CaptureQueriesContext(connection) as queries:
        Client().get(f"{site}pairings/part/", headers={"If-None-Match": answer["ETag"]})
    assert len(queries) <= 12


def test_what_nobody_made_is_not_found_and_no_log_names_the_address() -> None:
    event, owner = event_with_owner(4)
    site = linked(event, owner)
    for address in (f"{site}poster/", "/overlay/guessed/match/", "/overlay/guessed/match/part/"):
        assert Client().get(address).status_code == 404
    assert Client().post(f"{site}match/").status_code == 405
    assert Client().get(f"{site}lower/part/?player=99999999999").status_code == 200
    assert 'lang="ja"' in Client().get(f"{site}match/?lang=ja").content.decode()
    record = logging.LogRecord("django", logging.WARNING, "", 1, f"Gone: {site}match/", None, None)
    HidePrivateAddresses().filter(record)
    assert record.getMessage() == "Gone: /overlay/.../match/"


def test_a_table_of_four_on_camera_shows_every_seat_and_its_winner() -> None:
    event, owner = table_event(4, rounds=1)
    site = linked(event, owner)
    start_round(event, owner, 1)
    on_camera(event, owner)
    names = [f"P{number}" for number in seated(event, 1)[1]]
    part = " ".join(without_tags(seen(f"{site}match/")).split())
    order = [part.index(f" {seat} {name} ") for seat, name in enumerate(names, 1)]
    assert order == sorted(order)
    report_tables(event, owner, 1, {1: "3"})
    part = " ".join(without_tags(seen(f"{site}match/")).split())
    assert part.count("· won") == 1
    assert f"3 {names[2]} " in part
