"""Two slips of a table with the same result, of which only one reports a drop."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from events.audit.actions import verify_slip
from events.core.journal.words.entries import sentence
from events.core.preflight.checks import contradictions
from events.core.results.actions import enter_result, keep_result
from events.core.results.result_audit import audit_table
from events.core.results.result_feed import disputes
from events.core.results.result_questions import ResultConflictError, SameResultError
from events.core.results.slips import Slip
from events.models import Enrollment, Event, Report, Role, Verb
from tests import factories
from tests.events.scenario import at_table, journaled, round_of
from tests.events.support.doors import address
from tests.events.support.phones import Phone, event_of_phones, pair_at
from tests.markup import flat

pytestmark = pytest.mark.django_db

PLAIN = Slip.of(2, 0)
DROPS = Slip.of(2, 0, drop_second=True)


def dropped_at_table_1() -> tuple[Event, User, User, dict[str, Any]]:
    """A result with a drop, another scorekeeper, and what entering takes."""
    event, owner = event_of_phones()
    other = factories.staff_member(event, Role.SCOREKEEPER)
    enter_result(event_id=event.pk, actor=owner, number=1, table=1, slip=DROPS)
    who = {"event_id": event.pk, "actor": other, "number": 1, "table": 1}
    return event, owner, other, who


def loser(event: Event) -> Enrollment:
    """The second-named player at table 1, as the database has them now."""
    return pair_at(event)[1]


def test_a_slip_without_the_drop_stands_beside_the_one_with_it() -> None:
    event, owner, _other, who = dropped_at_table_1()
    with pytest.raises(
        ResultConflictError, match="already has this result with a drop, entered by"
    ):
        enter_result(**who, slip=PLAIN, reports_drops=True)
    for _again in range(2):
        with pytest.raises(ResultConflictError):
            enter_result(**who, slip=PLAIN, reports_drops=True)
    [dispute] = disputes(round_of(event, 1))
    assert [report.drops for report in dispute.against] == [(False, False)]
    assert [line.match for line in contradictions(round_of(event, 1))] == [dispute.match]
    [entry] = journaled(event, Verb.RESULT_DISPUTED)
    assert "was also reported, with a different drop: no one." in sentence(entry)
    desk = flat(factories.client_of(owner).get(address(event, "desk")))
    assert f"{loser(event).name} drops" in desk
    assert "no drops" in desk


def test_whoever_says_nothing_of_drops_contradicts_none() -> None:
    event, _owner, _other, who = dropped_at_table_1()
    with pytest.raises(SameResultError, match="already has this result, entered by"):
        enter_result(**who, slip=PLAIN, source=Report.Source.JUDGE)
    first, second = map(Phone, pair_at(event))
    first.tell("2-0", second.enrollment)
    assert disputes(round_of(event, 1)) == []


def test_taking_the_slip_without_the_drop_lets_the_player_play_on() -> None:
    event, _owner, _other, who = dropped_at_table_1()
    with pytest.raises(ResultConflictError):
        enter_result(**who, slip=PLAIN, reports_drops=True)
    settled = enter_result(**who, slip=PLAIN, reports_drops=True, replace="2-0")
    assert [player.number for player in settled.reinstated] == [loser(event).number]
    assert loser(event).state == Enrollment.State.ACTIVE
    assert disputes(round_of(event, 1)) == []


def test_keeping_the_slip_with_the_drop_settles_it() -> None:
    event, _owner, _other, who = dropped_at_table_1()
    with pytest.raises(ResultConflictError):
        enter_result(**who, slip=PLAIN, reports_drops=True)
    keep_result(**who, seen="2-0")
    assert disputes(round_of(event, 1)) == []
    assert loser(event).state == Enrollment.State.DROPPED
    with pytest.raises(ResultConflictError):
        enter_result(**who, slip=PLAIN, reports_drops=True)
    assert len(disputes(round_of(event, 1))) == 1
    [entry] = journaled(event, Verb.RESULT_KEPT)
    assert sentence(entry).endswith(", with the same drops.")


def test_a_second_drop_is_added_and_both_leave_with_what_counts() -> None:
    event, _owner, _other, who = dropped_at_table_1()
    enter_result(**who, slip=Slip.of(2, 0, drop_first=True), reports_drops=True)
    assert {player.state for player in pair_at(event)} == {Enrollment.State.DROPPED}
    official = at_table(event, 1, 1).official_report
    assert official is not None
    assert official.drops == (True, True)


def test_taking_what_a_phone_says_leaves_the_drop_that_the_slip_has() -> None:
    event, owner, _other, _who = dropped_at_table_1()
    first, second = map(Phone, pair_at(event))
    second.tell("2-1", first.enrollment)
    [told] = Report.objects.disputing()
    take = address(event, "sources-take", number=1)
    form = {"table": 1, "seen": "2-0", "report": told.pk}
    assert factories.client_of(owner).post(take, form).status_code == 302
    assert at_table(event, 1, 1).result_text == "1-2"
    assert loser(event).state == Enrollment.State.DROPPED


def test_the_sources_take_a_drop_that_only_the_second_reading_has_and_take_one_back() -> None:
    event, owner, other, _who = dropped_at_table_1()
    reader, chief = factories.client_of(other), factories.client_of(owner)
    enter_result(event_id=event.pk, actor=owner, number=1, table=2, slip=PLAIN)
    for entry in ("1 20", "2 20 x1"):
        read = reader.post(address(event, "reading-enter", number=1), {"entry": entry})
        assert read.status_code == 200
    page = flat(chief.get(address(event, "sources", number=1)))
    assert page.count("the results agree, the drops do not") == 2
    assert "Take 2-0 x1 from" in page
    for table in (1, 2):
        said = at_table(event, 1, table).reports.get(source="reading")
        form = {"table": table, "seen": "2-0", "report": said.pk}
        assert chief.post(address(event, "sources-take", number=1), form).status_code == 302
    assert loser(event).state == Enrollment.State.ACTIVE
    assert pair_at(event, 2)[0].state == Enrollment.State.DROPPED
    page = flat(chief.get(address(event, "sources", number=1)))
    assert "Two sources agree at 2 of 2 tables." in page


def test_whose_slip_had_no_drop_agrees_with_nobody_once_the_one_with_it_counts() -> None:
    event, owner = event_of_phones()
    other = factories.staff_member(event, Role.SCOREKEEPER)
    who: dict[str, Any] = {"event_id": event.pk, "number": 1, "table": 1}
    enter_result(**who, actor=owner, slip=PLAIN)
    assert audit_table(at_table(event, 1, 1)).agreement == "one"
    enter_result(**who, actor=other, slip=DROPS)
    [voice] = audit_table(at_table(event, 1, 1)).reports
    assert (voice.who, voice.short) == (other.username, "2-0 x2")
    verify_slip(**who, actor=owner, slip=PLAIN)
    assert audit_table(at_table(event, 1, 1)).agreement == "differ"
    verify_slip(**who, actor=owner, slip=DROPS)
    assert audit_table(at_table(event, 1, 1)).agreement == "agreed"


def test_a_phone_still_agrees_once_a_drop_is_added() -> None:
    event, owner = event_of_phones()
    first, second = map(Phone, pair_at(event))
    first.tell("2-0", second.enrollment)
    second.tell("0-2", first.enrollment)
    enter_result(event_id=event.pk, actor=owner, number=1, table=1, slip=DROPS)
    told = audit_table(at_table(event, 1, 1))
    assert (len(told.reports), told.agreement) == (3, "agreed")


def test_a_reader_who_saw_the_drop_too_late_reads_the_slip_again() -> None:
    event, _owner, _other, who = dropped_at_table_1()
    for slip in (PLAIN, DROPS):
        verify_slip(**who, slip=slip)
    [reading] = at_table(event, 1, 1).reports.filter(source="reading", undone_at=None)
    assert reading.drops == (False, True)
    assert audit_table(at_table(event, 1, 1)).agreement == "agreed"
