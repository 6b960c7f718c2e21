import datetime
from typing import Any

import pytest
from django.utils import timezone

from events.core.results.actions import enter_result
from events.core.results.report_actions import undo_result
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round, post_round, unpost_round
from events.models import Enrollment, Event, JournalEntry, Report, Verb
from events.player_pages.actions import report_by_phone, take_back_report
from events.player_pages.views import LONGEST_KEPT, kept_for
from tests import factories
from tests.events.scenario import at_table, refused, report
from tests.events.support.phones import event_of_phones, pair_at, told
from tests.markup import flat

pytestmark = pytest.mark.django_db


def say(one: Enrollment, score: str, other: Enrollment, key: str = "", **more: Any) -> None:
    report_by_phone(
        event_id=one.event_id, enrollment_id=one.pk, report=told(score, other, key, **more)
    )


def take_back(one: Enrollment, key: str) -> None:
    take_back_report(event_id=one.event_id, enrollment_id=one.pk, key=key)


def sources(event: Event, table: int = 1) -> list[tuple[str, str, bool]]:
    return [
        (one.source, one.result.text, one.undone_at is None)
        for one in Report.objects.filter(match=at_table(event, 1, table)).order_by("pk")
    ]


def test_one_phone_alone_is_no_result() -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    say(first, "2-1", second)
    assert at_table(event, 1, 1).result is None
    assert sources(event) == [("first", "2-1", True)]


@pytest.mark.parametrize("first_tells_first", [True, False])
def test_two_phones_that_agree_are_the_result(first_tells_first: bool) -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    said = [(first, "1-2", second), (second, "2-1", first)]
    for one, score, other in said if first_tells_first else reversed(said):
        say(one, score, other)
    match = at_table(event, 1, 1)
    assert match.result_text == "1-2"
    assert match.official_report is not None
    assert match.official_report.enrollment == (second if first_tells_first else first)
    assert match.official_report.account is None
    entry = JournalEntry.objects.filter(verb=Verb.RESULT_ENTERED).get()
    assert entry.actor is None
    assert entry.data["by"] == match.official_report.enrollment.name


def test_two_phones_that_agree_wait_for_the_desk_where_the_event_says_so() -> None:
    event, owner = event_of_phones(phone_reports=Event.PhoneReports.DESK)
    first, second = pair_at(event)
    say(first, "2-0", second)
    say(second, "0-2", first)
    assert at_table(event, 1, 1).result is None
    enter_result(event_id=event.pk, actor=owner, number=1, table=1, slip=Slip.of(2, 0))
    assert at_table(event, 1, 1).result_text == "2-0"


def test_two_phones_that_differ_are_no_result() -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    say(first, "2-1", second)
    say(second, "2-1", first)
    assert at_table(event, 1, 1).result is None
    assert sources(event) == [("first", "2-1", True), ("second", "1-2", True)]


def test_whoever_says_something_else_takes_the_own_word_back() -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    say(first, "2-1", second)
    say(second, "2-1", first)
    say(second, "1-2", first)
    assert at_table(event, 1, 1).result_text == "2-1"
    assert sources(event) == [
        ("first", "2-1", True),
        ("second", "1-2", False),
        ("second", "2-1", True),
    ]


def test_sent_twice_counts_once() -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    say(first, "2-1", second, "a")
    say(first, "2-1", second, "a")
    assert len(sources(event)) == 1
    take_back(first, "a")
    say(first, "2-1", second, "a")
    assert sources(event) == [("first", "2-1", False)], "what was taken back stays taken back"


def test_the_same_key_of_another_player_is_another_report() -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    say(first, "2-1", second, "a")
    say(second, "1-2", first, "a")
    assert at_table(event, 1, 1).result_text == "2-1"


def test_a_wrong_tap_is_taken_back_until_the_other_confirms() -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    say(first, "2-1", second, "a")
    take_back(first, "a")
    take_back(first, "a")
    assert sources(event) == [("first", "2-1", False)]
    say(first, "2-0", second, "b")
    say(second, "0-2", first, "c")
    with refused(
        "This result is already recorded. Your opponent confirmed it, or the desk entered the slip."
    ):
        take_back(first, "b")
    assert at_table(event, 1, 1).result_text == "2-0"


def test_nobody_takes_back_what_another_told() -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    say(first, "2-1", second, "a")
    for key in ("a", ""):
        with refused("That report no longer exists."):
            take_back(second, key)
    assert sources(event) == [("first", "2-1", True)]


def test_the_desk_always_wins() -> None:
    event, owner = event_of_phones()
    first, second = pair_at(event)
    say(first, "2-1", second)
    enter_result(event_id=event.pk, actor=owner, number=1, table=1, slip=Slip.of(1, 2))
    say(second, "1-2", first, "late")
    match = at_table(event, 1, 1)
    assert match.result_text == "1-2"
    assert [one.enrollment for one in Report.objects.disputing()] == [second]
    assert JournalEntry.objects.filter(verb=Verb.RESULT_DISPUTED).count() == 1


def test_a_late_report_that_says_the_same_is_one_more_source() -> None:
    event, owner = event_of_phones()
    first, second = pair_at(event)
    enter_result(event_id=event.pk, actor=owner, number=1, table=1, slip=Slip.of(2, 1))
    say(second, "1-2", first)
    match = at_table(event, 1, 1)
    assert match.official_report is not None
    assert match.official_report.source == Report.Source.SLIP
    assert not Report.objects.disputing().exists()
    assert len(sources(event)) == 2


def test_undone_by_the_desk_both_can_tell_again() -> None:
    event, owner = event_of_phones()
    first, second = pair_at(event)
    say(first, "2-1", second, "a")
    say(second, "1-2", first, "b")
    undo_result(event_id=event.pk, actor=owner, number=1, table=1)
    assert at_table(event, 1, 1).result is None
    say(second, "0-2", first, "c")
    say(first, "2-0", second, "d")
    assert at_table(event, 1, 1).result_text == "2-0"


def test_a_report_keeps_the_time_at_which_it_was_told() -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    round = event.rounds.get()
    now = timezone.now()
    event.rounds.update(posted_at=now - datetime.timedelta(minutes=30))
    minutes = datetime.timedelta(minutes=10)
    say(first, "2-1", second, at=now - minutes)
    say(second, "2-1", first, at=now - 6 * minutes)
    at = list(Report.objects.order_by("pk").values_list("at", flat=True))
    round.refresh_from_db()
    assert at == [now - minutes, round.posted_at], "not before the round was posted"
    say(second, "2-0", first, at=now + minutes)
    assert Report.objects.latest("pk").at <= timezone.now()


def test_another_opponent_than_the_phone_showed_is_refused() -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    stranger = pair_at(event, 2)[0]
    words = f"The pairings for round 1 changed. Your opponent is now {second.name}."
    with refused(words):
        say(first, "2-1", stranger)
    assert not Report.objects.exists()


@pytest.mark.parametrize(
    ("score", "words"),
    [
        ("3-0", "3-0 is impossible in a best of 3: 2 wins end the match."),
        ("2-2", "2-2 is impossible in a best of 3: 2 wins end the match."),
    ],
)
def test_a_result_that_can_not_be_is_refused(score: str, words: str) -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    with refused(words, "score"):
        say(first, score, second)


def test_after_the_round_it_is_too_late() -> None:
    event, owner = event_of_phones()
    first, second = pair_at(event)
    report(event, owner, 1)
    complete_round(event_id=event.pk, actor=owner, number=1)
    with refused("Round 1 is complete. The head judge can correct a result."):
        say(first, "0-2", second)


def test_a_bye_has_nothing_to_tell() -> None:
    event, _owner = event_of_phones(players=3)
    first, second = pair_at(event)
    alone = event.enrollments.exclude(pk__in=[first.pk, second.pk]).get()
    with refused("You have no table in round 1."):
        say(alone, "2-0", first)


@pytest.mark.parametrize(
    "columns", [{"private_pages": False}, {"phone_reports": Event.PhoneReports.OFF}]
)
def test_switched_off_nothing_is_taken(columns: dict[str, Any]) -> None:
    event, _owner = event_of_phones(**columns)
    first, second = pair_at(event)
    with refused("This event does not accept results from phones. Fill in the slip."):
        say(first, "2-0", second)
    assert not Report.objects.exists()


def test_unposting_says_what_players_have_reported() -> None:
    event, owner = event_of_phones()
    page = f"/staff/e/{event.slug}/rounds/1/"
    browser = factories.client_of(owner)
    words = "Players have reported 1 table by phone. Pairing the round again deletes this report."
    assert words not in flat(browser.get(page))
    one, other = pair_at(event)
    say(one, "2-0", other)
    assert words in flat(browser.get(page))
    unpost_round(event_id=event.pk, actor=owner, number=1, reason="a wrong roster")
    post_round(event_id=event.pk, actor=owner, number=1)
    say(other, "0-2", one)
    assert at_table(event, 1, 1).result is not None


@pytest.mark.parametrize("text", ["-1e300", "nan", "inf", "-inf", "1e300", "x", "9" * 5000])
def test_a_clock_of_a_phone_that_says_nonsense_moves_no_report_far(text: str) -> None:
    assert datetime.timedelta() <= kept_for(text) <= LONGEST_KEPT
