"""Chances on the pages: never wrong, and never more than players may know."""

import json
import re
from html import unescape
from http import HTTPStatus
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from domain.results import Result
from events.core.results.actions import enter_result
from events.core.results.report_actions import NewReport, make_newest_official, write_reports
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round
from events.core.standings.actions import withdraw_standings
from events.models import Event, Match, Report, Role, Round, Stage
from events.public_site.reads.chances import ShownChances, live_chances, public_chances
from events.public_site.reads.events import load_event
from standings import PROFILES
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.support.before_cut import check, outcomes, rows, with_cut
from tests.events.support.doors import address
from tests.events.support.public_events import Played
from tests.markup import without_tags
from tests.work import calls_of

pytestmark = pytest.mark.django_db

HEADING = "Chances of advancing"
OF_ONE = "This player's chances of advancing"


@pytest.fixture
def last_round() -> Played:
    """Two rounds are published and the third, the last one before a cut to two, is posted."""
    made = with_cut()
    for number in (1, 2):
        made.play(number)
        made.publish(number)
    made.post(3)
    return made


def read(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == HTTPStatus.OK, url
    return re.sub(r"\s+", " ", unescape(without_tags(answer.content.decode())))


def live(played: Played, after: int) -> ShownChances:
    found = live_chances(Event.objects.get(pk=played.event.pk), after)
    assert found is not None
    return found


def shown(played: Played) -> ShownChances | None:
    return public_chances(load_event(played.event.slug))


@pytest.mark.parametrize("places", [1, 2, 3, 4, 7])
def test_the_last_round_is_exact(last_round: Played, places: int) -> None:
    Stage.objects.update(cut_value=places)
    found = live(last_round, 2)
    assert (found.exact, found.places, found.playing, found.rounds_after) == (True, places, 3, 0)
    check(found, outcomes(last_round, 3, places))
    of_players = shown(last_round)
    assert of_players is not None
    check(of_players, outcomes(last_round, 3, places))


def test_the_desk_counts_results_as_they_come_in(last_round: Played) -> None:
    for table in (1, 2):
        enter_result(
            event_id=last_round.event.pk,
            actor=last_round.organizer,
            number=3,
            table=table,
            slip=Slip.of(2, 0, 0),
        )
        check(live(last_round, 2), outcomes(last_round, 3, 2))


def test_players_learn_nothing_from_results_that_are_not_published(
    client: Client, last_round: Played
) -> None:
    addresses = [last_round.url("standings"), last_round.url("standings", 2, "players", 1)]
    before = [client.get(url).content for url in addresses]
    assert HEADING.encode() in before[0]
    who: dict[str, Any] = {
        "event_id": last_round.event.pk,
        "actor": last_round.organizer,
        "number": 3,
    }
    for table in (1, 2, 3, 4):
        enter_result(**who, table=table, slip=Slip.of(2, 0, 0))
        assert [client.get(url).content for url in addresses] == before
    complete_round(**who)
    assert [client.get(url).content for url in addresses] == before
    last_round.publish(3)
    assert HEADING not in read(client, last_round.url("standings"))


def test_a_draft_changes_nothing_for_players(client: Client) -> None:
    played = with_cut()
    played.play(1)
    played.play(2)
    played.publish(2)
    before = client.get(played.url("standings")).content
    played.pair(3)
    assert client.get(played.url("standings")).content == before
    assert b"still to be paired" in before


def test_players_see_it_only_where_the_event_allows_it(client: Client, last_round: Played) -> None:
    page = read(client, last_round.url("standings"))
    assert "The top 2 players advance." in page
    assert "This is the last round before the cut." in page
    assert "Exact: every combination" in page
    assert HEADING not in read(client, last_round.url("standings", 1))
    Event.objects.update(show_chances=False)
    desk = factories.client_of(last_round.organizer)
    headings = {
        last_round.url("standings"): HEADING,
        last_round.url("standings", 2, "players", 1): OF_ONE,
    }
    for url, heading in headings.items():
        assert heading not in read(client, url)
        assert heading in read(desk, f"/staff{url}")
    data = json.loads(client.get(f"{last_round.url('standings', 2, 'players')}1.json").content)
    assert data["chance"] is None


def test_every_member_of_the_staff_sees_it_on_the_newest_standings(last_round: Played) -> None:
    for role in Role:
        browser = factories.client_of(factories.staff_member(last_round.event, role))
        page = read(browser, address(last_round.event, "standings"))
        assert HEADING in page
        older = address(last_round.event, "standings-after", number=1)
        assert HEADING not in read(browser, older)


def test_the_badges_stand_beside_the_names(client: Client, last_round: Played) -> None:
    found = shown(last_round)
    assert found is not None
    page = client.get(last_round.url("standings")).content.decode()
    words = {"in": "in", "out": "out", "tiebreakers": "on tiebreakers", "draw": "in with a draw"}
    words["win"] = "in with a win"
    seen = set()
    for number in found.by_player:
        (row,) = (row for row in page.split("<tr>") if f"players/{number}/" in row)
        badge = re.search(r'<span class="badge \w+" title="[^"]+">([^<]+)</span>', row)
        code = found.badge(number)
        assert (badge[1] if badge else "") == words.get(code, "")
        seen.add(code)
    assert {"out"} < seen


def test_the_calculation_of_one_player_has_the_badge_as_markup(
    client: Client, last_round: Played
) -> None:
    found = shown(last_round)
    assert found is not None
    number = next(one for one in found.by_player if found.badge(one) == "out")
    url = last_round.url("standings", 2, "players", number)
    desk = factories.client_of(last_round.organizer)
    for page in (client.get(url), desk.get(f"/staff{url}")):
        line = page.content.decode().partition('class="place-line"')[2].partition("</p>")[0]
        assert '<span class="badge bad"' in line
        assert "&lt;" not in line


def test_one_s_own_results_are_told_one_by_one(client: Client, last_round: Played) -> None:
    found = shown(last_round)
    assert found is not None
    number = next(one for one in found.by_player if found.badge(one) in ("draw", "win"))
    page = read(client, last_round.url("standings", 2, "players", number))
    assert "With a win certain to advance" in page
    assert "With a loss" in page
    url = f"{last_round.url('standings', 2, 'players')}{number}.json"
    chance = json.loads(client.get(url).content)["chance"]
    assert chance["verdict"] == "open"
    assert chance["after"]["win"]["verdict"] == "in"


def test_rounds_to_come_are_certain_but_not_exact(client: Client) -> None:
    played = with_cut(rounds=4)
    for number in (1, 2, 3):
        played.play(number)
        played.publish(number)
    found = shown(played)
    assert found is not None
    assert (found.exact, found.playing, found.rounds_after) == (False, None, 1)
    page = read(client, played.url("standings"))
    assert "1 round is still to be paired." in page
    assert "Marked outcomes are certain." in page
    verdicts = {number: found.badge(number) for number in found.by_player}
    played.post(4)
    truth = outcomes(played, 4, 2)
    for number, badge in verdicts.items():
        assert badge not in ("in", "out") or truth[number] == {badge}


def test_a_cut_by_points() -> None:
    played = with_cut("points", 6)
    for number in (1, 2):
        played.play(number)
        played.publish(number)
    played.post(3)
    found = live(played, 2)
    assert (found.places, found.threshold) == (None, 6)
    points = {row["number"]: row["points"] for row in rows(played, 2)}
    for number, have in points.items():
        wanted = "in" if have >= 6 else "out" if have + 3 < 6 else "win"
        assert found.badge(number) == wanted


def test_without_draws_nobody_is_in_with_a_draw() -> None:
    played = with_cut(draws_allowed=False)
    for number in (1, 2):
        played.play(number)
    played.post(3)
    found = live(played, 2)
    results = {result.value for one in found.by_player.values() for result in one.after}
    assert results == {"win", "loss"}
    assert "draw" not in {found.badge(number) for number in found.by_player}


def test_who_left_has_no_chance_and_takes_none(last_round: Played) -> None:
    best = rows(last_round, 2)[0]["number"]
    drop(event_id=last_round.event.pk, actor=last_round.organizer, number=best)
    found = live(last_round, 2)
    assert found.of(best) is None
    check(found, outcomes(last_round, 3, 2))


def test_who_left_before_the_pairing_is_out_of_the_count_for_players() -> None:
    played = with_cut()
    played.play(1)
    played.play(2)
    played.publish(2)
    best = rows(played, 2)[0]["number"]
    drop(event_id=played.event.pk, actor=played.organizer, number=best)
    played.post(3)
    found = shown(played)
    assert found is not None
    assert found.of(best) is None
    check(found, outcomes(played, 3, 2))


def test_one_more_round_may_follow(client: Client) -> None:
    played = with_cut(rounds=3)
    Stage.objects.update(extra_round=True)
    played.play(1)
    played.play(2)
    played.publish(2)
    played.post(3)
    found = shown(played)
    assert found is not None
    assert (found.one_more, found.exact) == (True, False)
    assert "One more round may follow." in read(client, played.url("standings"))
    truth = outcomes(played, 3, 2)
    for number in found.by_player:
        assert found.badge(number) not in ("in", "out") or truth[number] == {found.badge(number)}


def test_nothing_is_said_where_there_is_nothing_to_say(last_round: Played) -> None:
    assert shown(last_round) is not None
    assert live_chances(last_round.event, 1) is None
    Stage.objects.update(has_cut=True)
    assert shown(last_round) is None
    assert live_chances(last_round.event, 2) is None
    Stage.objects.update(has_cut=False, cut_by="", cut_value=None)
    assert shown(last_round) is None
    assert live_chances(last_round.event, 2) is None


def test_withdrawn_standings_take_it_with_them(client: Client, last_round: Played) -> None:
    withdraw_standings(
        event_id=last_round.event.pk, actor=last_round.organizer, number=2, reason="a mistake"
    )
    # Round 1 is the newest published one; results of rounds 2 and 3 are unknown to players.
    found = shown(last_round)
    assert found is not None
    assert (found.playing, found.rounds_after) == (None, 2)
    assert "2 rounds are still to be paired." in read(client, last_round.url("standings"))


def test_double_sided_matches_are_not_guessed() -> None:
    played = with_cut(profile=PROFILES["netrunner"].to_dict())
    played.play(1, Slip.of(2, 0))
    played.publish(1)
    assert shown(played) is None
    assert live_chances(played.event, 1) is None


def test_the_number_of_queries_does_not_grow_with_the_field() -> None:
    counts = []
    for size in (6, 60):
        played = Played([f"Player {one}" for one in range(size)], rounds=3, show_chances=True)
        Stage.objects.filter(event=played.event).update(cut_by="rank", cut_value=4)
        played.play(1)
        played.publish(1)
        played.post(2)
        known = load_event(played.event.slug)
        with CaptureQueriesContext(connection) as queries:
            assert public_chances(known)
        with CaptureQueriesContext(connection) as more:
            assert live_chances(played.event, 1)
        counts.append((len(queries), len(more)))
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 12


def test_twelve_hundred_players_are_little_work() -> None:
    played = Played([f"Player {one}" for one in range(1200)], rounds=4, show_chances=True)
    Stage.objects.filter(event=played.event).update(cut_by="rank", cut_value=8)
    players = played.players
    for number in (1, 2):
        round = Round.objects.create(
            event=played.event,
            stage=played.event.stages.get(),
            number=number,
            state=Round.State.COMPLETE,
        )
        matches = Match.objects.bulk_create(
            Match(round=round, table=table + 1, first=players[table], second=players[-table - 1])
            for table in range(600)
        )
        results = [Result(2, (table * number) % 4) for table in range(600)]
        write_reports(
            [
                NewReport(match, result, Report.Source.SLIP)
                for match, result in zip(matches, results, strict=True)
            ]
        )
        make_newest_official(round.matches.all())
    assert calls_of(lambda: live(played, 2)) < 400_000
    found = live(played, 2)
    assert len(found.by_player) == 1200
