"""The state of a player is the same on the own page, the public page and the badge."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from domain.results import Winner
from events.core.rounds.actions import complete_round
from events.core.stages.plans import StagePlan
from events.models import Enrollment, Event, Round, Stage
from events.stages.actions import lay_out_stages
from tests.events.scenario import play_round, report, start_round
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
    # The final is posted then; no round follows it.
    owner = event.staff.select_related("user")[0].user
    complete_round(event_id=event.pk, actor=owner, number=2)
    in_an_hour = timezone.now() + timedelta(hours=1)
    Round.objects.filter(event=event, number=3).update(next_at=in_an_hour)
    for player in players:
        for page in both_pages(player):
            assert "starts" not in page
            assert ("Out of the playoff" in page) is (player == loser)


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
    # Of a round that is complete and not published, too.
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
