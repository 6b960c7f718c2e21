"""Where players are before a round: a player with a bye is not absent, on any path."""

import re
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.core.players.actions import check_in
from events.core.players.leaving_actions import drop_absent
from events.core.players.listed_players import absent_players
from events.core.players.queries import player_page
from events.core.progress.presence import DueRound, Presence, due_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.standings.actions import publish_standings
from events.models import Decklist, Enrollment, Event, FactSheet, Match, Stage
from events.roster.drop_actions import reinstate
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import (
    assigned_losses,
    byes,
    event_with_owner,
    play_round,
    player,
    refused,
    start_round,
)
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

ABSENT = Enrollment.Excluded.ABSENT


def waiting_for(number: int, byes: int = 2, **columns: object) -> tuple[Event, User, Client]:
    """Eight players are here; a ninth, `number`, has awarded byes and is not here."""
    event, owner = event_with_owner(9, **columns)
    event.enrollments.exclude(number=number).update(checked_in=True)
    event.enrollments.filter(number=number).update(awarded_byes=byes)
    return event, owner, factories.client_of(owner)


def press_pair(event: Event, client: Client) -> str:
    """Press the primary button of the desk."""
    page = client.get(f"/staff/e/{event.slug}/").content.decode()
    fields = re.findall(r'name="(answers.absent:[^"]+)"', page)
    data: dict[str, Any] = dict.fromkeys(fields, "leave-out")
    data |= {"numbers": re.findall(r'name="numbers" value="([^"]+)"', page)} if fields else {}
    return client.post(f"/staff/e/{event.slug}/rounds/1/pair/", data, follow=True).content.decode()


def points(event: Event, owner: User, number: int, of: int) -> int:
    snapshot = publish_standings(event_id=event.pk, actor=owner, number=number)
    rows = {row["number"]: int(row["points"]) for row in snapshot.rows}
    return rows[of]


def test_a_player_with_byes_who_is_elsewhere_is_not_left_out() -> None:
    event, owner, client = waiting_for(9)
    press_pair(event, client)
    assert player(event, 9).state == Enrollment.State.ACTIVE
    assert byes(event, 1) == [9]
    client.post(f"/staff/e/{event.slug}/rounds/1/discard/", {"reason": "tried"})
    play_round(event, owner, 1)
    play_round(event, owner, 2, publish=False)
    check_in(event_id=event.pk, actor=owner, number=9)
    assert points(event, owner, 2, of=9) == 6
    assert byes(event, 2) == [9]


def test_absent_players_are_left_out_and_the_one_with_a_bye_is_counted_apart() -> None:
    event, _owner, client = waiting_for(9)
    event.enrollments.filter(number__in=(7, 8)).update(checked_in=False)
    page = flat(client.get(f"/staff/e/{event.slug}/").content.decode())
    assert "6 of 8 are here" in page
    assert "1 has a bye" in page
    assert "1 awarded bye: Player 009" in page
    assert "Pair the 6 who are here" in page
    assert "Pair all 8" in page
    press_pair(event, client)
    left_out = event.enrollments.filter(excluded=ABSENT).values_list("number", flat=True)
    assert sorted(left_out) == [7, 8]
    assert byes(event, 1) == [9]


def test_tables_of_round_1_are_counted_without_awarded_byes() -> None:
    event, _owner, client = waiting_for(9)
    page = flat(client.get(f"/staff/e/{event.slug}/").content.decode())
    assert "8 players · 4 tables" in page
    assert "one bye" not in page


def test_nobody_is_asked_for_a_decklist_before_the_byes_are_over() -> None:
    event, _owner, client = waiting_for(9)
    FactSheet.objects.create(event=event, decklists=FactSheet.Decklists.CLOSED)
    for number in range(1, 9):
        Decklist.objects.create(enrollment=player(event, number), state="received")
    assert client.post(f"/staff/e/{event.slug}/rounds/1/pair/").status_code == 302
    assert byes(event, 1) == [9]


def test_the_check_in_lists_a_player_with_a_bye_apart_and_takes_them() -> None:
    event, owner, client = waiting_for(9)
    path = f"/staff/e/{event.slug}/roster/check-in/"
    page = flat(client.get(path).content.decode())
    assert re.search(r"<b>0</b> ?of 8 not checked in yet", page)
    assert "1 has a bye" in page
    assert "Player 009" in flat(client.get(f"{path}?show=bye").content.decode())
    client.post(path, {"number": "9"})
    assert player(event, 9).checked_in
    assert owner


def test_the_roster_lists_a_player_with_a_bye_apart() -> None:
    event, _owner, client = waiting_for(9)
    page = client.get(f"/staff/e/{event.slug}/roster/?show=missing").content.decode()
    assert "Player 009" not in page
    page = flat(client.get(f"/staff/e/{event.slug}/roster/?show=bye").content.decode())
    assert page.count('<th scope="row">') == 1
    assert "Player 009" in page
    assert "Go to pairing" in page, "nobody is missing"


def test_dropping_those_who_are_not_here_spares_a_player_with_a_bye() -> None:
    event, owner, _client = waiting_for(9)
    event.enrollments.filter(number=8).update(checked_in=False)
    assert [absent.number for absent in absent_players(event)] == [8]
    assert drop_absent(event_id=event.pk, actor=owner, numbers=[8, 9]) == [8]
    play_round(event, owner, 1)
    assert [absent.number for absent in absent_players(event)] == []
    play_round(event, owner, 2)
    assert [absent.number for absent in absent_players(event)] == [9], "due for round 3"


def test_a_new_check_in_between_rounds_expects_no_player_with_a_bye() -> None:
    event, owner, client = waiting_for(9)
    play_round(event, owner, 1)
    client.post(f"/staff/e/{event.slug}/roster/check-in/again/")
    assert len(absent_players(event)) == 8
    assert 9 not in [absent.number for absent in absent_players(event)]


def test_a_late_player_is_not_absent_before_the_first_round_to_play() -> None:
    event, owner, _client = waiting_for(9, byes=0)
    check_in(event_id=event.pk, actor=owner, number=9)
    start_round(event, owner, 1)
    late = factories.EnrollmentFactory.create(event=event, first_round=2)
    assert due_round(event).presence_of(late) is Presence.LATER
    assert absent_players(event) == []


def test_a_late_entry_keeps_unused_byes() -> None:
    event, owner, _client = waiting_for(9)
    Enrollment.objects.filter(event=event, number=9).update(
        state="dropped", dropped_after=0, dropped_silently=True, excluded=ABSENT
    )
    play_round(event, owner, 1)
    play_round(event, owner, 2)
    play_round(event, owner, 3, publish=False)
    check_in(event_id=event.pk, actor=owner, number=9)
    assert (byes(event, 1), byes(event, 2)) == ([9], [9])
    assert assigned_losses(event, 3) == [9]
    assert points(event, owner, 3, of=9) == 6
    late = player(event, 9)
    assert (late.dropped_silently, late.excluded) == (False, "")


@pytest.mark.parametrize("policy", tuple(Event.LatePolicy))
def test_byes_of_a_late_entry_do_not_depend_on_the_policy_for_late_players(policy: str) -> None:
    event, owner, _client = waiting_for(9, byes=1, late_policy=policy)
    drop(event_id=event.pk, actor=owner, number=9)
    play_round(event, owner, 1)
    reinstate(event_id=event.pk, actor=owner, number=9)
    assert byes(event, 1) == [9]
    assert assigned_losses(event, 1) == []


def test_who_comes_back_keeps_the_bye_of_a_missed_round() -> None:
    event, owner, client = waiting_for(9, re_entry=Event.ReEntry.CUT)
    play_round(event, owner, 1)
    drop(event_id=event.pk, actor=owner, number=9)
    play_round(event, owner, 2)
    path = f"/staff/e/{event.slug}/roster/players/9/reinstate/"
    page = flat(client.post(path, follow=True).content.decode())
    assert "Player 009 is back in the event. 1 missed round counts as an awarded bye." in page
    assert byes(event, 2) == [9]
    journal = flat(client.get(f"/staff/e/{event.slug}/journal/").content.decode())
    assert "1 missed round counts as an awarded bye." in journal


def test_assigned_losses_instead_of_byes_have_a_way_back() -> None:
    event, owner, client = waiting_for(9)
    Enrollment.objects.filter(event=event, number=9).update(
        state="dropped", dropped_after=0, excluded=ABSENT
    )
    rounds = [play_round(event, owner, number) for number in (1, 2)]
    late = player(event, 9)
    Match.objects.bulk_create(Match.assigned_loss(round, late) for round in rounds)
    event.enrollments.filter(number=9).update(
        state="active", dropped_after=None, excluded="", first_round=3
    )
    publish_standings(event_id=event.pk, actor=owner, number=2)
    path = f"/staff/e/{event.slug}/roster/players/9/"
    page = flat(client.get(path).content.decode())
    assert "Byes were awarded for rounds that count as assigned losses: round 1, round 2." in page
    page = flat(client.post(f"{path}byes/", follow=True).content.decode())
    assert "Player 009 has the awarded byes instead of 2 assigned losses." in page
    assert "Use awarded byes" not in page
    assert (byes(event, 1), byes(event, 2)) == ([9], [9])
    newest = event.rounds.get(number=2).snapshots.latest("revision")
    assert [row["points"] for row in newest.rows if row["number"] == 9] == [6]
    journal = flat(client.get(f"/staff/e/{event.slug}/journal/").content.decode())
    assert "Player 009 has the awarded byes in rounds 1, 2 instead of assigned losses." in journal
    public = flat(client.get(f"/e/{event.slug}/players/9/").content.decode())
    assert "Assigned loss" not in public
    assert public.count("Bye") >= 2
    again = client.post(f"{path}byes/")
    assert again.status_code == 409


def test_nobody_with_a_bye_has_left_without_notice() -> None:
    event, owner, _client = waiting_for(9)
    start_round(event, owner, 1)
    words = (
        "Player 009 has a bye in round 1 and is not expected yet. Drop the player without the "
        "mark “left without notice”."
    )
    with refused(words):
        drop(event_id=event.pk, actor=owner, number=9, silently=True)
    drop(event_id=event.pk, actor=owner, number=9)
    assert player_page(event, player(event, 9)).silent_drops == 0


def test_a_check_in_before_the_byes_counts_for_the_first_round_at_a_table() -> None:
    event, owner, _client = waiting_for(9)
    check_in(event_id=event.pk, actor=owner, number=9)
    at = player(event, 9).checked_in_at
    play_round(event, owner, 1)
    play_round(event, owner, 2)
    check_in(event_id=event.pk, actor=owner, number=9)
    assert player(event, 9).checked_in_at == at, "the same check-in"


def test_byes_count_in_swiss_rounds_only() -> None:
    event, owner, _client = waiting_for(9)
    Stage.objects.filter(event=event).update(kind=Stage.Kind.ROUND_ROBIN)
    assert due_round(event).presence_of(player(event, 9)) is Presence.NOT_HERE
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    assert len(byes(event, 1)) == 1


def test_the_desk_names_who_sits_the_round_out() -> None:
    event, owner, client = waiting_for(9)
    start_round(event, owner, 1)
    late = factories.EnrollmentFactory.create(event=event, name="Late Lee", first_round=2)
    Match.assigned_loss(event.rounds.get(), late).save()
    page = flat(client.get(f"/staff/e/{event.slug}/rounds/1/").content.decode())
    assert "Bye: Player 009" in page
    assert "Assigned loss: Late Lee" in page


@pytest.mark.parametrize(
    ("columns", "presence"),
    [
        ({"checked_in": True}, Presence.HERE),
        ({}, Presence.NOT_HERE),
        ({"awarded_byes": 2}, Presence.BYE),
        ({"awarded_byes": 2, "checked_in": True}, Presence.BYE),
        ({"awarded_byes": 1}, Presence.NOT_HERE),
        ({"first_round": 3}, Presence.LATER),
        ({"number": 2, "checked_in": True}, Presence.CUT),
        ({"state": "dropped", "dropped_after": 1, "dropped_silently": True}, Presence.DROPPED),
        ({"state": "dropped", "dropped_after": 0}, Presence.DROPPED),
        ({"state": "disqualified", "dropped_after": 1}, Presence.DROPPED),
        ({"state": "dropped", "dropped_after": 0, "dropped_silently": True}, Presence.NEVER_CAME),
    ],
)
def test_each_state_before_round_2(columns: dict[str, object], presence: Presence) -> None:
    due = DueRound(2, uses_byes=True, advancing=frozenset({1}))
    enrollment = Enrollment(**{"number": 1, "name": "Ada"} | columns)
    assert due.presence_of(enrollment) is presence


def test_the_check_in_and_the_desk_ask_the_same_number_of_queries() -> None:
    found = []
    for players in (9, 40):
        event, owner = event_with_owner(players)
        event.enrollments.filter(number__gt=players // 2).update(awarded_byes=2)
        event.enrollments.filter(number__lt=players // 2).update(checked_in=True)
        client = factories.client_of(owner)
        addresses = ("", "roster/", "roster/check-in/")
        paths = [f"/staff/e/{event.slug}/{address}" for address in addresses]
        found.append([queries_of(partial(client.get, path)) for path in paths])
    assert found[0] == found[1]
