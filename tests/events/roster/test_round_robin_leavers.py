"""A player who drops from a round robin early: results are kept, or each opponent gets a win."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.core.stages.plans import StagePlan
from events.models import Event, Report
from events.roster.round_robin_actions import give_opponents_wins, left_early
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import pairs, player, refused
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.events.support.stages import play_swiss, staged
from tests.markup import flat

pytestmark = pytest.mark.django_db

LEAGUE = StagePlan(kind="round-robin")
REASON = {"reason": "Dropped from the round robin"}


def left_after(
    rounds: int, players: int = 6, *, annuls: bool = False
) -> tuple[Event, User, Client]:
    """Player 1, who won every match, drops after the given number of rounds."""
    event, owner = staged(players, replace(LEAGUE, annuls_leavers=annuls))
    play_swiss(event, owner, 1, rounds)
    drop(event_id=event.pk, actor=owner, number=1)
    return event, owner, factories.client_of(owner)


def points(event: Event) -> dict[int, int]:
    newest = event.rounds.order_by("-number")[0].snapshots.latest("revision")
    return {row["number"]: row["points"] for row in newest.rows}


def test_who_may_give_the_opponents_wins() -> None:
    event, _owner, _client = left_after(1)
    route = Route("roster/players/1/opponents-win/", "correct", "post", REASON)  # type: ignore[arg-type]
    check_access(event, route)
    check_methods(event, route)


def test_what_was_played_counts_and_the_page_says_so() -> None:
    event, _owner, client = left_after(2)
    page = flat(client.get(f"/staff/e/{event.slug}/roster/players/1/"))
    assert "2 of 5 matches of the round robin were played." in page
    assert "That is less than half." in page
    assert points(event)[1] == 6


def test_every_opponent_has_a_win_by_one_button() -> None:
    event, owner, client = left_after(2)
    before = points(event)
    path = f"/staff/e/{event.slug}/roster/players/1/"
    page = flat(client.post(f"{path}opponents-win/", REASON, follow=True))
    assert "2 matches of Player 001 are now wins of the opponents." in page
    assert "Give opponents wins" not in page
    after = points(event)
    assert after[1] == 0
    won = {number for number in after if after[number] == before[number] + 3}
    met = [pair - {1} for pair in pairs(event, 1) | pairs(event, 2) if 1 in pair]
    assert won == {number for opponent in met for number in opponent}
    corrections = Report.objects.official().filter(source=Report.Source.CORRECTION)
    assert {correction.reason for correction in corrections} == {REASON["reason"]}
    play_swiss(event, owner, 3, 5)
    assert client.post(f"{path}opponents-win/", REASON).status_code == 409


def test_after_half_of_the_matches_results_stay() -> None:
    event, owner, client = left_after(3)
    assert "That is less than half." not in flat(
        client.get(f"/staff/e/{event.slug}/roster/players/1/")
    )
    with refused("Player 001 has no match of a round robin to change."):
        give_opponents_wins(event_id=event.pk, actor=owner, number=1, reason="too late")


def test_nobody_else_left_early() -> None:
    event, _owner, _client = left_after(2)
    assert left_early(event, player(event, 2)) is None


@pytest.mark.parametrize(
    ("annuls", "on_page", "for_players"),
    [
        (False, "By the rules of this event these results count.", "the matches played count"),
        (
            True,
            "By the rules of this event every opponent wins",
            "When a player drops before half of the matches, every opponent wins.",
        ),
    ],
)
def test_the_rules_of_the_event_say_what_becomes_of_the_results(
    annuls: bool, on_page: str, for_players: str
) -> None:
    event, _owner, client = left_after(2, annuls=annuls)
    assert on_page in flat(client.get(f"/staff/e/{event.slug}/roster/players/1/"))
    assert for_players in flat(Client().get(f"/e/{event.slug}/rules/"))
