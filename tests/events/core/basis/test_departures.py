"""What was confirmed says when it no longer follows from the standings it was made from."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import F, Q

from domain.kinds import PreflightCode
from events.core.basis.basis_words import departure_means, departure_words
from events.core.basis.departure import Departure
from events.core.basis.queries import departures, open_departures
from events.core.basis.take_back_actions import take_back
from events.core.events.announced_value_actions import change_announced
from events.core.preflight.queries import preflight_check
from events.core.prizes.queries import current_awards
from events.core.questions.question import QuestionsError
from events.core.results.actions import enter_result
from events.core.results.certification_actions import certify_round
from events.core.results.slips import Slip
from events.core.rounds.pairing_actions import pair_next_round
from events.core.stages.plans import StagePlan
from events.core.stages.pod_actions import change_seats, draw_stage_pods, post_pods
from events.core.standings.actions import publish_standings
from events.core.standings.correction_actions import correct_result
from events.core.steps.actions import pair_round
from events.models import Event, Match, Stage
from events.prizes.actions import PrizeData, hand_out, save_prizes, undo_hand_out
from events.roster.drop_actions import disqualify
from tests import factories
from tests.events.preflight.answers import drop, leave_as_it_is
from tests.events.scenario import pairs, refused, round_of, start_round
from tests.events.support.doors import address
from tests.events.support.stages import SINGLE, confirm, finish_round, play_swiss, seeds, staged
from tests.markup import with_plain_names

pytestmark = pytest.mark.django_db

TOP_4 = (StagePlan(rounds=3, cut_by="rank", cut_value=4), StagePlan(kind=SINGLE))


def correct(event: Event, actor: User, number: int, player: int, games: tuple[int, int]) -> None:
    """Correct the result of a player in a round to these games, won and lost."""
    of_player = Q(first__number=player) | Q(second__number=player)
    match = Match.objects.select_related("first").get(of_player, round=round_of(event, number))
    slip = Slip.of(*(games if match.first.number == player else games[::-1]))
    correct_result(
        event_id=event.pk,
        actor=actor,
        number=number,
        table=match.table or 0,
        slip=slip,
        reason="misread",
    )


def found(event: Event) -> list[Departure]:
    return list(open_departures(Event.objects.get(pk=event.pk)))


def shown(user: User, address: str) -> str:
    """The text of a page."""
    page = factories.client_of(user).get(address).content.decode()
    return " ".join(with_plain_names(page).split())


def codes(event: Event) -> list[PreflightCode]:
    return [departure.code for departure in found(event)]


def top_4_that_changed(*, posted: bool = True) -> tuple[Event, User, set[int], set[int]]:
    """Top 4 of 8 are confirmed, and a correction of round 3 changes who they should be.

    Returns also who advanced, and who would now.
    """
    event, owner = staged(8, *TOP_4)
    play_swiss(event, owner, 1, 3)
    advanced = confirm(event, owner, 1)
    if posted:
        start_round(event, owner, 4)
    # The lowest first-named player who won the last round: the result was the other way round.
    won = round_of(event, 3).matches.filter(first_wins__gt=F("second_wins"))
    winners = set(won.values_list("first__number", flat=True))
    loser = next(player for player in advanced[::-1] if player in winners)
    correct(event, owner, 3, loser, (0, 2))
    [departure] = found(event)
    names = {player.written: player.number for player in event.enrollments.all()}
    out, into = ({names[name] for name in side} for side in (departure.out, departure.into))
    return event, owner, set(advanced), (set(advanced) - out) | into


def test_a_correction_that_changes_the_cut_names_the_way_out() -> None:
    event, owner, advanced, today = top_4_that_changed()
    [departure] = found(event)
    assert departure.code is PreflightCode.CUT_DIFFERS
    assert departure.is_taken_back
    words = departure_words(departure)
    assert "The cut of stage 1 no longer follows from the standings after round 3." in words
    assert "Above the line now: " in words
    assert "Players no longer see round 4. Undo the cut" in departure_means(departure)
    take_back(
        event_id=event.pk, actor=owner, code="cut-differs", number=1, reason="table 2 misread"
    )
    assert not event.rounds.filter(number=4).exists()
    assert not event.stages.get(number=1).has_cut
    assert set(confirm(event, owner, 1)) == today != advanced
    start_round(event, owner, 4)
    assert set(seeds(event).values()) == today
    assert found(event) == []


def test_a_cut_without_a_recorded_basis_is_compared_with_its_players() -> None:
    event, owner = staged(8, *TOP_4)
    play_swiss(event, owner, 1, 3)
    advanced = confirm(event, owner, 1)
    Stage.objects.filter(event=event).update(basis=None)
    start_round(event, owner, 4)
    assert found(event) == [], "the players above the line advanced"
    page = shown(owner, address(event, "cut", number=1))
    assert "The standings that this cut was confirmed from are unknown" in page
    outside = event.enrollments.exclude(number__in=advanced).order_by("number")
    drop(event_id=event.pk, actor=owner, number=outside[0].number)
    assert found(event) == [], "a drop below the line changes nothing"
    won = round_of(event, 3).matches.filter(first_wins__gt=F("second_wins"))
    winners = set(won.values_list("first__number", flat=True))
    loser = next(player for player in advanced[::-1] if player in winners)
    correct(event, owner, 3, loser, (0, 2))
    [departure] = found(event)
    assert departure.code is PreflightCode.CUT_DIFFERS
    words = departure_words(departure)
    assert "at the time of the cut are not recorded" in words
    assert "Above the line now: " in words
    assert departure.is_taken_back
    take_back(event_id=event.pk, actor=owner, code="cut-differs", number=1, reason="misread")
    assert not event.stages.get(number=1).has_cut


def test_a_cut_that_was_played_from_stays_and_says_so() -> None:
    event, owner, advanced, _today = top_4_that_changed()
    enter_result(event_id=event.pk, actor=owner, number=4, table=1, slip=Slip.of(2, 0))
    [departure] = found(event)
    assert departure.is_played
    assert "Round 4 has been played, so the cut is final" in departure_means(departure)
    with refused("This has been played and can no longer change."):
        take_back(event_id=event.pk, actor=owner, code="cut-differs", number=1, reason="x")
    line = next(line for line in preflight_check(round_of(event, 3)).lines if line.words)
    assert line.is_asked
    leave_as_it_is(event, owner, 3, [line])
    assert found(event) == []
    assert len(departures(Event.objects.get(pk=event.pk))) == 1, "its own page still says so"
    assert set(seeds(event).values()) == advanced


def test_the_pre_flight_check_stops_a_bracket_of_the_wrong_players() -> None:
    event, owner, _advanced, _today = top_4_that_changed(posted=False)
    line = next(line for line in preflight_check(round_of(event, 3)).lines if line.words)
    assert line.is_to_settle
    with refused("Answer every check first. The head judge can continue with a reason."):
        leave_as_it_is(event, owner, 3, [line], reason="x", head_judge=False)
    with pytest.raises(QuestionsError) as asked:
        pair_round(event_id=event.pk, actor=owner, number=4)
    assert line.key in {question.key for question in asked.value.questions}


def test_a_drop_after_the_cut_departs_from_nothing() -> None:
    event, owner = staged(8, *TOP_4)
    play_swiss(event, owner, 1, 3)
    advanced = confirm(event, owner, 1)
    drop(event_id=event.pk, actor=owner, number=advanced[0])
    assert found(event) == []
    start_round(event, owner, 4)
    assert found(event) == []


@pytest.mark.parametrize("is_recorded", [True, False])
def test_seeds_that_change_are_seated_again(is_recorded: bool) -> None:
    event, owner = staged(
        8, StagePlan(rounds=1, cut_by="points", cut_value=3), StagePlan(kind=SINGLE)
    )
    play_swiss(event, owner, 1, 1)
    confirm(event, owner, 1)
    start_round(event, owner, 2)
    before = seeds(event)
    if not is_recorded:
        Stage.objects.filter(event=event).update(basis=None)
    page = address(event, "bracket", number=2)
    unknown = "The standings that these seeds follow from are unknown"
    assert (unknown in shown(owner, page)) is not is_recorded
    correct(event, owner, 1, before[4], (2, 0))
    [departure] = found(event)
    assert departure.code is PreflightCode.SEEDS_DIFFER
    assert ("are not recorded" in shown(owner, page)) is not is_recorded
    assert "Players with a new seed: " in departure_words(departure)
    take_back(event_id=event.pk, actor=owner, code="seeds-differ", number=2, reason="misread")
    assert round_of(event, 2).is_unposted
    assert seeds(event) != before
    assert seeds(event)[1] == before[4]
    assert found(event) == []


@pytest.mark.parametrize("is_recorded", [True, False])
def test_pods_by_standings_are_drawn_again(is_recorded: bool) -> None:
    event, owner = staged(16, StagePlan(rounds=1), StagePlan(rounds=3, pods=True))
    play_swiss(event, owner, 1, 1)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "stage": 2}
    first, _second = draw_stage_pods(**who, seed=5)
    post_pods(**who)
    start_round(event, owner, 2)
    if not is_recorded:
        Stage.objects.filter(event=event).update(basis=None)
    page = address(event, "pods", number=2)
    unknown = "The standings that these pods follow from are unknown"
    assert (unknown in shown(owner, page)) is not is_recorded
    correct(event, owner, 1, first[0], (0, 2))
    [departure] = found(event)
    assert departure.code is PreflightCode.PODS_DIFFER
    assert ("are not recorded" in shown(owner, page)) is not is_recorded
    take_back(event_id=event.pk, actor=owner, code="pods-differ", number=2, reason="misread")
    stage = event.stages.get(number=2)
    assert stage.pods_posted_at is None
    assert not stage.round_set.exists()
    seated = stage.pod_seats.filter(pod=2).values_list("enrollment__number", flat=True)
    assert first[0] in seated
    assert found(event) == []


def test_pods_of_unknown_standings_that_staff_swapped_are_not_compared() -> None:
    event, owner = staged(16, StagePlan(rounds=1), StagePlan(rounds=3, pods=True))
    play_swiss(event, owner, 1, 1)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "stage": 2}
    first, second = draw_stage_pods(**who, seed=5)
    change_seats(**who, player=first[0], other=second[0])
    assert found(event) == [], "the standings did not change"
    Stage.objects.filter(event=event).update(basis=None)
    assert found(event) == []


def test_a_last_round_by_standings_is_paired_again() -> None:
    event, owner = staged(8, StagePlan(rounds=3, last_by_standings=True))
    play_swiss(event, owner, 1, 2)
    start_round(event, owner, 3)
    before = pairs(event, 3)
    loser = round_of(event, 3).proof["order"][0]
    correct(event, owner, 2, loser, (0, 2))
    [departure] = found(event)
    assert departure.code is PreflightCode.ORDER_DIFFERS
    assert "Round 3 was paired by the standings after round 2" in departure_words(departure)
    take_back(event_id=event.pk, actor=owner, code="order-differs", number=3, reason="misread")
    assert round_of(event, 3).is_unposted
    assert pairs(event, 3) != before
    assert found(event) == []


def test_a_round_that_became_the_last_one_says_that_it_was_paired_by_points() -> None:
    event, owner = staged(8, StagePlan(rounds=3, last_by_standings=True))
    play_swiss(event, owner, 1, 1)
    start_round(event, owner, 2)
    shorter: dict[str, Any] = {
        "event_id": event.pk,
        "actor": owner,
        "minutes": 50,
        "stage_minutes": {},
    }
    change_announced(**shorter, rounds={1: 2}, reason="the hall closes")
    [departure] = found(event)
    assert departure.code is PreflightCode.LAST_ROUND_DIFFERS
    assert "Round 2 is the last round now" in departure_words(departure)
    take_back(event_id=event.pk, actor=owner, code="last-round-differs", number=2, reason="fewer")
    assert round_of(event, 2).is_by_standings
    assert found(event) == []
    change_announced(**shorter, rounds={1: 3}, reason="the hall stays open")
    [departure] = found(event)
    assert "it is no longer the last one" in departure_words(departure)


def test_an_unposted_round_says_that_a_correction_came_after_it() -> None:
    event, owner = staged(8, StagePlan(rounds=3))
    play_swiss(event, owner, 1, 1)
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    correct(event, owner, 1, 1, (0, 2))
    assert codes(event) == [PreflightCode.PAIRED_BEFORE]
    take_back(event_id=event.pk, actor=owner, code="paired-before", number=2, reason="misread")
    assert found(event) == []


def test_a_round_that_was_played_to_its_end_stays_without_a_word() -> None:
    event, owner = staged(8, StagePlan(rounds=3, last_by_standings=True))
    play_swiss(event, owner, 1, 2)
    start_round(event, owner, 3)
    finish_round(event, owner, 3)
    correct(event, owner, 2, round_of(event, 3).proof["order"][0], (0, 2))
    assert found(event) == []


def test_a_round_says_that_a_correction_took_its_certificate() -> None:
    event, owner = staged(8, StagePlan(rounds=3))
    play_swiss(event, owner, 1, 1)
    certify: dict[str, Any] = {
        "event_id": event.pk,
        "actor": owner,
        "number": 1,
        "reason": "seen",
        "alone": True,
    }
    certify_round(**certify)
    assert found(event) == []
    correct(event, owner, 1, 1, (0, 2))
    [departure] = found(event)
    assert departure.code is PreflightCode.NOT_CERTIFIED
    assert "Round 1 is no longer certified" in departure_words(departure)
    certify_round(**certify)
    assert found(event) == []


def test_a_disqualification_makes_published_standings_older() -> None:
    event, owner = staged(8, StagePlan(rounds=3))
    play_swiss(event, owner, 1, 1)
    drop(event_id=event.pk, actor=owner, number=2)
    assert found(event) == []
    disqualify(event_id=event.pk, actor=owner, number=3, reason="theft")
    assert codes(event) == [PreflightCode.STANDINGS_DIFFER]
    publish_standings(event_id=event.pk, actor=owner, number=1)
    assert found(event) == []


def test_prizes_that_were_handed_out_say_when_a_correction_changed_them() -> None:
    event, owner = staged(8, StagePlan(rounds=1))
    data = PrizeData("USD", "tiebreak", False, 0, 0, True, "1: 50\n2: 20", "")
    save_prizes(event_id=event.pk, actor=owner, data=data)
    play_swiss(event, owner, 1, 1)
    best = current_awards(Event.objects.get(pk=event.pk))[0].number
    hand_out(event_id=event.pk, actor=owner, number=best)
    assert found(event) == []
    correct(event, owner, 1, best, (0, 2))
    [departure] = found(event)
    assert departure.code is PreflightCode.PRIZES_DIFFER
    assert event.enrollments.get(number=best).name in departure_words(departure)
    undo_hand_out(event_id=event.pk, actor=owner, number=best)
    assert found(event) == []


def test_what_was_taken_back_meanwhile_is_refused() -> None:
    event, owner = staged(8, *TOP_4)
    play_swiss(event, owner, 1, 3)
    confirm(event, owner, 1)
    with refused("This check has already been answered or resolved."):
        take_back(event_id=event.pk, actor=owner, code="cut-differs", number=1, reason="x")
