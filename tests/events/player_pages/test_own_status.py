"""The state of a player is the same on the own page, the public page and the badge."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import Q
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from domain.results import Winner
from events.core.clock.actions import start_clock
from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round
from events.core.stages.plans import StagePlan
from events.core.standings.actions import publish_standings
from events.models import Enrollment, Event, Match, Round, Stage
from events.stages.actions import lay_out_stages
from tests import factories
from tests.events.scenario import play_round, report, round_of, start_round
from tests.events.support.phones import Phone, event_of_phones, pair_at
from tests.events.support.stages import confirm
from tests.screens.scenes import SINGLE as PLAYOFF

pytestmark = pytest.mark.django_db


def words_of(page: str) -> str:
    """Return the text of a page's changing part on one line."""
    live = page.partition('<div id="live">')[2].partition('id="fresh"')[0]
    return " ".join(strip_tags(live).split())


def both_pages(player: Enrollment) -> list[str]:
    """Return the texts of a player's private page and of the public one."""
    public = Client().get(f"/e/{player.event.slug}/players/{player.number}/").content.decode()
    return [words_of(Phone(player).page()), words_of(public)]


def semifinals() -> Event:
    """Eight players, one round and a top 4: the semifinals are complete and the final announced."""
    event, owner = event_of_phones(8, posted=False)
    plans = [StagePlan(rounds=1, cut_by=Stage.Cut.RANK, cut_value=4), PLAYOFF]
    lay_out_stages(event_id=event.pk, actor=owner, plans=plans)
    play_round(event, owner, 1)
    confirm(event, owner, 1)
    start_round(event, owner, 2)
    report(event, owner, 2)
    in_an_hour = timezone.now() + timedelta(hours=1)
    Round.objects.filter(event=event, number=2).update(next_at=in_an_hour)
    return event


def test_no_round_starts_for_a_player_who_is_out_of_the_playoff() -> None:
    event = semifinals()
    match = event.rounds.get(number=2).matches.select_related("first", "second")[0]
    assert match.second is not None
    assert match.result is not None
    players = (match.first, match.second)
    winner, loser = players if match.result.winner is Winner.FIRST else players[::-1]
    for page in both_pages(winner):
        assert "Final starts" in page
        assert "Round 3 starts" not in page
    private, _public = both_pages(loser)
    assert "Final starts" not in private
    # The final is posted, so no round follows.
    owner = event.staff.select_related("user")[0].user
    complete_round(event_id=event.pk, actor=owner, number=2)
    in_an_hour = timezone.now() + timedelta(hours=1)
    Round.objects.filter(event=event, number=3).update(next_at=in_an_hour)
    for player in players:
        for page in both_pages(player):
            assert "starts" not in page
            assert ("3rd–4th" in page) is (player == loser)
            assert ("Watch the playoff" in page) is (player == loser)


def test_at_time_a_player_reads_what_to_do_without_scripts() -> None:
    event, owner = event_of_phones(4)
    start_clock(event_id=event.pk, actor=owner, number=1)
    player = event.enrollments.get(number=1)
    late = 'class="label at-time now"'
    assert late not in Phone(player).page()
    began = timezone.now() - timedelta(minutes=event.rounds.get(number=1).minutes, seconds=30)
    Round.objects.filter(event=event, number=1).update(started_at=began)
    page = Phone(player).page()
    assert late in page
    assert "Finish this turn, then five turns." in page


def test_a_public_page_calls_nobody_you() -> None:
    event = semifinals()
    event.rounds.get(number=2).matches.update(extension_minutes=5)
    for player in event.enrollments.all():
        _private, public = both_pages(player)
        assert " your " not in f" {public.lower()} "
        assert " you " not in f" {public.lower()} "


def test_no_recorded_result_is_called_pending_below_it() -> None:
    event, owner = event_of_phones(4)
    report(event, owner, 1)
    players = list(event.enrollments.all())
    for player in players:
        private, _public = both_pages(player)
        assert "pending" not in private
    # For a complete round without published standings, too.
    complete_round(event_id=event.pk, actor=owner, number=1)
    start_round(event, owner, 2)
    for player in players:
        private, _public = both_pages(player)
        assert private.count("pending") == 1
    report(event, owner, 2)
    assert all("pending" not in both_pages(player)[0] for player in players)
    Event.objects.filter(pk=event.pk).update(show_recorded=False)
    assert all(both_pages(player)[0].count("pending") == 2 for player in players)


def test_a_public_result_names_the_winner(client: Client) -> None:
    event, owner = event_of_phones(4)
    report(event, owner, 1)
    match = event.rounds.get(number=1).matches.select_related("first", "second")[0]
    assert match.second is not None
    assert match.result is not None
    winner = match.first if match.result.winner is Winner.FIRST else match.second
    for player in (match.first, match.second):
        page = client.get(f"/e/{event.slug}/players/{player.number}/recorded/").content.decode()
        words = words_of(page).replace("\u2011", "-")
        assert f"recorded: {winner.name} won 2-" in words
        assert "you" not in words.lower().split()


def test_a_player_who_calls_a_judge_reads_nothing_of_a_third_person() -> None:
    event, _owner = event_of_phones(4)
    one, other = (Phone(player) for player in pair_at(event))
    one.post("call", kind="judge", round=1)
    own, theirs = words_of(one.page()), words_of(other.page())
    assert own.count("A judge was called to your table.") == 1
    assert "is calling a judge" not in own
    assert f"{one.enrollment.name} is calling a judge" in theirs


def test_a_report_of_the_opponent_names_the_winner() -> None:
    event, _owner = event_of_phones(4)
    one, other = (Phone(player) for player in pair_at(event))
    name, opponent = one.enrollment.name, other.enrollment.name
    one.tell("2-0", other.enrollment)
    asked = words_of(other.page()).replace("\u2011", "-")
    assert f"{name} reported: {name} won 2-0. Is this correct?" in asked
    other.tell("2-0", one.enrollment)
    words = words_of(one.page()).replace("\u2011", "-")
    assert f"You reported: you won 2-0. {opponent} reported: {opponent} won 2-0." in words


def card_of(player: Enrollment) -> dict[str, Any]:
    """Return the card that a phone reads."""
    card: dict[str, Any] = (
        Client().get(f"/e/{player.event.slug}/players/{player.number}.json").json()
    )
    return card


def test_a_card_has_the_state_that_the_page_shows() -> None:
    event = semifinals()
    match = event.rounds.get(number=2).matches.select_related("first", "second")[0]
    assert match.second is not None
    assert match.result is not None
    players = (match.first, match.second)
    winner, loser = players if match.result.winner is Winner.FIRST else players[::-1]
    assert (card_of(loser)["player_state"], card_of(loser)["goes_on"]) == ("recorded", False)
    owner = event.staff.select_related("user")[0].user
    complete_round(event_id=event.pk, actor=owner, number=2)
    assert (card_of(winner)["player_state"], card_of(winner)["goes_on"]) == ("playing", False)
    assert (card_of(loser)["player_state"], card_of(loser)["goes_on"]) == ("beaten", False)
    outside = event.enrollments.exclude(
        pk__in=[
            player.pk
            for match in event.rounds.get(number=2).matches.all()
            for player in (match.first, match.second)
            if player
        ]
    )[0]
    assert card_of(outside)["goes_on"] is False


def forecast_pages(event: Event, player: Enrollment) -> list[str]:
    """Return what says when a next round starts: both own pages, the pairings, the desk."""
    owner = event.staff.select_related("user")[0].user
    number = event.rounds.count()
    desk = factories.client_of(owner).get(f"/staff/e/{event.slug}/rounds/{number}/forecast/")
    pairings = Client().get(f"/e/{event.slug}/pairings/")
    return [*both_pages(player), desk.content.decode(), pairings.content.decode()]


NEXT = re.compile(r"starts about|Next round about|next round can start")


@pytest.mark.parametrize("kind", [Stage.Kind.SWISS, Stage.Kind.ROUND_ROBIN])
def test_nothing_starts_after_the_last_round(kind: str) -> None:
    event, owner = event_of_phones(4, posted=False, show_forecast=True)
    rounds = 3 if kind == Stage.Kind.SWISS else None
    lay_out_stages(event_id=event.pk, actor=owner, plans=[StagePlan(kind=kind, rounds=rounds)])
    player = event.enrollments.get(number=1)
    for number in (1, 2, 3):
        start_round(event, owner, number)
        start_clock(event_id=event.pk, actor=owner, number=number)
        pages = forecast_pages(event, player)
        follows = [bool(NEXT.search(page)) for page in pages]
        assert follows == [number < 3] * 4, (number, follows)
        report(event, owner, number)
        complete_round(event_id=event.pk, actor=owner, number=number)
    for page in both_pages(player):
        assert "All rounds are over" in page
    card = card_of(player)
    assert (card["soon"], card["player_state"], card["goes_on"]) == (False, "waiting", False)


@pytest.mark.parametrize("unbeaten_wins", [True, False])
def test_a_final_of_a_double_elimination_says_whether_it_is_played_again(
    unbeaten_wins: bool,
) -> None:
    event, owner = event_of_phones(4, posted=False)
    plans = [StagePlan(kind=Stage.Kind.DOUBLE_ELIMINATION)]
    lay_out_stages(event_id=event.pk, actor=owner, plans=plans)
    start_round(event, owner, 1)
    for number in (1, 2, 3):
        report(event, owner, number)
        complete_round(event_id=event.pk, actor=owner, number=number)
    final = round_of(event, 4).matches.select_related("first", "second").get()
    players = [final.first, final.second]
    losses = [_lost_before(player) for player in players]
    winner = losses.index(0 if unbeaten_wins else 1)
    enter_result(
        event_id=event.pk,
        actor=owner,
        number=4,
        table=final.table or 0,
        slip=Slip.of(*((2, 0) if winner == 0 else (0, 2))),
    )
    for player in players:
        assert player is not None
        for page in both_pages(player):
            assert "Pairings soon" not in page
    complete_round(event_id=event.pk, actor=owner, number=4)
    player = players[winner]
    assert player is not None
    if unbeaten_wins:
        for page in both_pages(player):
            assert "All rounds are over" in page
            assert "Pairings soon" not in page
        return
    assert round_of(event, 5).is_posted
    report(event, owner, 5)
    complete_round(event_id=event.pk, actor=owner, number=5)
    for page in both_pages(player):
        assert "All rounds are over" in page


def _lost_before(player: Enrollment | None) -> int:
    """Count the matches that a player has lost."""
    matches = Match.objects.filter(Q(first=player) | Q(second=player))
    return sum(match.winner_id not in (None, player and player.pk) for match in matches)


def test_one_more_round_is_said_to_be_possible_until_that_is_decided() -> None:
    event, owner = event_of_phones(8, posted=False)
    plans = [StagePlan(rounds=2, extra_round=True)]
    lay_out_stages(event_id=event.pk, actor=owner, plans=plans)
    player = event.enrollments.get(number=1)
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    report(event, owner, 2)
    complete_round(event_id=event.pk, actor=owner, number=2)
    for page in both_pages(player):
        assert "One more round is possible" in page
    assert card_of(player)["soon"] is True
    # With eight players, two have won both matches, so there is another round.
    publish_standings(event_id=event.pk, actor=owner, number=2)
    for page in both_pages(player):
        assert "Round 3 of 3" in page
        assert "Pairings soon" in page
