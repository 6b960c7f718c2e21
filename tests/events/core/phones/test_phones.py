import datetime

import pytest
from django.utils import timezone

from events.core.check_line import CheckCode
from events.core.phones.actions import (
    PhoneData,
    answer_call,
    call,
    change_phones,
    check_in_by_phone,
    drop_by_phone,
    issue_address,
    open_check_in,
    take_back_call,
)
from events.core.players.private_address import enrollment_in, form_key, is_token_of, token_of
from events.core.preflight.queries import preflight_check
from events.core.refusals import RefusedError
from events.core.results.actions import enter_result
from events.core.results.phone_report_queries import from_phones, open_calls
from events.core.results.report_actions import undo_result
from events.core.results.slips import Slip
from events.core.words.preflight_words import check_words
from events.models import Call, Event, Verb
from tests import factories
from tests.events.scenario import journaled, player, refused, report, round_of
from tests.events.support.phones import event_of_phones, pair_at

pytestmark = pytest.mark.django_db


def test_an_address_is_known_by_its_key_and_nonce_alone() -> None:
    token = token_of(1234, "nonce")
    assert enrollment_in(token) == 1234
    assert is_token_of(token, 1234, "nonce")
    assert not is_token_of(token, 1234, "other")
    assert not is_token_of(token, 1235, "nonce")
    assert token_of(1235, "nonce").split(".")[1] != token.split(".")[1]
    assert form_key(token) != form_key(token_of(1235, "nonce"))


def test_another_key_of_the_site_makes_other_addresses(settings: pytest.FixtureRequest) -> None:
    token = token_of(1, "nonce")
    settings.SECRET_KEY = "another key"  # type: ignore[attr-defined]
    assert not is_token_of(token, 1, "nonce")


@pytest.mark.parametrize("text", ["", ".", "1.", "1.short", "é.aaaaaaaaaaaaaaaaaaaaaa", "1 .a"])
def test_what_is_no_token_names_nobody(text: str) -> None:
    assert enrollment_in(text) is None


def test_everything_is_off_but_what_was_recorded() -> None:
    event = factories.event()
    assert event.show_recorded
    assert not event.private_pages
    assert not event.takes_reports
    assert not event.phone_games
    assert not (event.phone_check_in)
    assert not (event.phone_drops)
    assert not (event.judge_calls)
    assert not (event.slip_codes)


def test_settings_are_changed_and_journaled_by_name() -> None:
    event, owner = event_of_phones(posted=False, private_pages=False)
    data = PhoneData(private_pages=True, phone_reports=Event.PhoneReports.DESK)
    change_phones(event_id=event.pk, actor=owner, data=data)
    event.refresh_from_db()
    assert event.takes_reports
    assert not event.judge_calls
    [entry] = journaled(event, Verb.EVENT_CHANGED)
    assert "private_pages" in entry.data["fields"]
    change_phones(event_id=event.pk, actor=owner, data=data)
    assert len(journaled(event, Verb.EVENT_CHANGED)) == 1


def test_switching_the_check_in_off_closes_it() -> None:
    event, owner = event_of_phones(posted=False)
    open_check_in(event_id=event.pk, actor=owner, open=True)
    change_phones(event_id=event.pk, actor=owner, data=PhoneData(private_pages=True))
    event.refresh_from_db()
    assert not event.check_in_open


def test_check_in_opens_before_round_1_and_where_the_event_has_it() -> None:
    event, owner = event_of_phones()
    with refused("Round 1 is paired. The desk checks in late players now."):
        open_check_in(event_id=event.pk, actor=owner, open=True)
    other, owner = event_of_phones(posted=False, phone_check_in=False)
    with refused("Turn on phone check-in in the settings first."):
        open_check_in(event_id=other.pk, actor=owner, open=True)


def test_check_in_opens_and_closes_by_its_times_and_the_hand_has_the_last_word() -> None:
    event, owner = event_of_phones(posted=False)
    now, hour = timezone.now(), datetime.timedelta(hours=1)
    one = player(event, 1)

    def between(begin: datetime.timedelta, end: datetime.timedelta) -> bool:
        times = PhoneData(
            private_pages=True,
            phone_check_in=True,
            check_in_from=now + begin,
            check_in_until=now + end,
        )
        change_phones(event_id=event.pk, actor=owner, data=times)
        event.refresh_from_db()
        return event.takes_check_ins

    assert not between(hour, 2 * hour)
    with refused("Phone check-in is closed. Go to the desk."):
        check_in_by_phone(event_id=event.pk, enrollment_id=one.pk)
    assert not between(-2 * hour, -hour)
    open_check_in(event_id=event.pk, actor=owner, open=True)
    check_in_by_phone(event_id=event.pk, enrollment_id=one.pk)
    assert between(-hour, hour)
    open_check_in(event_id=event.pk, actor=owner, open=False)
    event.refresh_from_db()
    assert not event.takes_check_ins
    with refused("Phone check-in is closed. Go to the desk."):
        check_in_by_phone(event_id=event.pk, enrollment_id=player(event, 2).pk)


def test_who_checks_in_is_there_once() -> None:
    event, owner = event_of_phones(posted=False)
    open_check_in(event_id=event.pk, actor=owner, open=True)
    one = player(event, 1)
    for _again in range(2):
        check_in_by_phone(event_id=event.pk, enrollment_id=one.pk)
    [entry] = journaled(event, Verb.CHECKED_IN)
    assert entry.actor is None
    assert entry.data["phone"] is True
    assert player(event, 1).checked_in


def test_a_new_address_ends_the_old_one() -> None:
    event, owner = event_of_phones()
    before = player(event, 1)
    old = token_of(before.pk, before.address_nonce)
    issue_address(event_id=event.pk, actor=owner, number=1)
    after = player(event, 1)
    assert not is_token_of(old, after.pk, after.address_nonce)
    [entry] = journaled(event, Verb.ADDRESS_ISSUED)
    assert after.address_nonce not in str(entry.data)


def test_players_enrolled_together_have_nonces_of_their_own() -> None:
    event, _owner = event_of_phones(6)
    assert len(set(event.enrollments.values_list("address_nonce", flat=True))) == 6


def test_dropping_by_phone_says_so_in_the_journal() -> None:
    event, _owner = event_of_phones()
    one = player(event, 1)
    for _again in range(2):
        drop_by_phone(event_id=event.pk, enrollment_id=one.pk, after=1)
    [entry] = journaled(event, Verb.DROPPED)
    assert entry.data["reason"] == "phone"
    other, _owner = event_of_phones(phone_drops=False)
    with refused("In this event, players drop at the desk."):
        drop_by_phone(event_id=other.pk, enrollment_id=player(other, 1).pk, after=1)


def test_a_wrong_result_stands_before_the_desk_until_it_is_answered_or_changed() -> None:
    event, owner = event_of_phones()
    first, _second = pair_at(event)
    with refused("This match has no recorded result yet."):
        call(event_id=event.pk, enrollment_id=first.pk, number=1, kind=Call.Kind.WRONG)
    report(event, owner, 1)
    made = call(event_id=event.pk, enrollment_id=first.pk, number=1, kind=Call.Kind.WRONG)
    assert call(event_id=event.pk, enrollment_id=first.pk, number=1, kind=Call.Kind.WRONG) == made
    assert open_calls(round_of(event, 1)) == [made]
    told = from_phones(event, round_of(event, 1))
    assert told is not None
    assert told.calls == [made]
    undo_result(event_id=event.pk, actor=owner, number=1, table=1)
    assert open_calls(round_of(event, 1)) == []
    enter_result(event_id=event.pk, actor=owner, number=1, table=1, slip=Slip.of(0, 2))
    assert open_calls(round_of(event, 1)) == [], "what was called wrong does not stand any more"


def test_two_who_answer_a_call_answer_it_once() -> None:
    event, owner = event_of_phones()
    first, _second = pair_at(event)
    made = call(event_id=event.pk, enrollment_id=first.pk, number=1, kind=Call.Kind.JUDGE)
    answer_call(event_id=event.pk, actor=owner, number=1, call_id=made.pk)
    with refused(f"{owner.username} has already answered this call."):
        answer_call(event_id=event.pk, actor=owner, number=1, call_id=made.pk)
    with refused("This call no longer exists."):
        answer_call(event_id=event.pk, actor=owner, number=2, call_id=made.pk)


def test_a_call_is_taken_back_by_who_made_it() -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    call(event_id=event.pk, enrollment_id=first.pk, number=1, kind=Call.Kind.JUDGE)
    take_back_call(event_id=event.pk, enrollment_id=second.pk, kind=Call.Kind.JUDGE)
    assert Call.objects.get().answered_at is None
    take_back_call(event_id=event.pk, enrollment_id=first.pk, kind=Call.Kind.JUDGE)
    assert Call.objects.get().answered_at is not None
    assert Call.objects.get().answered_by is None


@pytest.mark.parametrize("kind", list(Call.Kind))
def test_where_calls_are_off_nobody_calls(kind: Call.Kind) -> None:
    event, owner = event_of_phones(judge_calls=False, show_recorded=False)
    report(event, owner, 1)
    with pytest.raises(RefusedError, match=r"Raise your hand|no recorded result"):
        call(event_id=event.pk, enrollment_id=player(event, 1).pk, number=1, kind=kind)
    assert not Call.objects.exists()


def test_what_is_called_wrong_is_asked_before_pairing() -> None:
    event, owner = event_of_phones()
    first, _second = pair_at(event)
    report(event, owner, 1)
    assert CheckCode.CALLED_WRONG not in asked(event)
    call(event_id=event.pk, enrollment_id=first.pk, number=1, kind=Call.Kind.WRONG)
    assert CheckCode.CALLED_WRONG in asked(event)
    take_back_call(event_id=event.pk, enrollment_id=first.pk, kind=Call.Kind.WRONG)
    assert CheckCode.CALLED_WRONG not in asked(event)


def asked(event: Event) -> list[CheckCode]:
    round = event.rounds.select_related("event", "stage").get(number=1)
    lines = preflight_check(round).waiting
    assert all(check_words(line) for line in lines)
    return [line.code for line in lines]
