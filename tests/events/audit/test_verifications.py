"""Reading slips a second time, what differs then, and certifying a round."""

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User

from events.audit.actions import undo_verification, verify_slip
from events.audit.queries import verification_of
from events.core.journal.words.entries import sentence
from events.core.refusals import RefusedError
from events.core.results.actions import keep_result
from events.core.results.certification_actions import certification_of, certify_round
from events.core.results.result_audit import TableAudit, audit_round
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round, reopen_round
from events.core.standings.correction_actions import correct_result
from events.core.words.certification import certified_words
from events.models import Event, Report, Role, Verb
from events.roster.drop_actions import reinstate
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import (
    at_table,
    enter_slips,
    event_with_owner,
    journaled,
    refused,
    report,
    round_of,
    start_round,
)

pytestmark = pytest.mark.django_db


def read(event: Event, actor: User, table: int, slip: Slip) -> None:
    """Read one slip of round 1 a second time."""
    verify_slip(event_id=event.pk, actor=actor, number=1, table=table, slip=slip)


def at(event: Event, table: int) -> TableAudit:
    """Return the sources of one table of round 1."""
    [found] = [one for one in audit_round(round_of(event, 1)).tables if one.match.table == table]
    return found


def started(players: int = 4) -> tuple[Event, User, User, dict[str, Any]]:
    """A round with every result in, its owner, a reader, and what most services take."""
    event, owner = event_with_owner(players)
    start_round(event, owner, 1)
    report(event, owner, 1)
    reader = factories.staff_member(event, Role.SCOREKEEPER)
    return event, owner, reader, {"event_id": event.pk, "actor": owner, "number": 1}


def test_a_reading_never_counts_and_a_newer_one_takes_its_place() -> None:
    event, owner, reader, _who = started()
    read(event, reader, 1, Slip.of(0, 2))
    read(event, reader, 1, Slip.of(0, 2))
    read(event, reader, 1, Slip.of(1, 2))
    match = at_table(event, 1, 1)
    assert match.result_text == "2-0"
    assert not match.reports.disputing().exists()
    live = match.reports.filter(undone_at__isnull=True, source=Report.Source.VERIFICATION)
    assert [one.result.text for one in live] == ["1-2"]
    assert at(event, 1).agreement == "differ"
    [_first, second] = journaled(event, Verb.SLIP_VERIFIED)
    assert ": verification of the slip entered as “" in sentence(second)
    assert undo_verification(event_id=event.pk, actor=reader, number=1) == match
    assert at(event, 1).agreement == "one"
    with refused("You have no verification in this round to undo."):
        undo_verification(event_id=event.pk, actor=owner, number=1)


def test_a_table_is_read_before_its_result_is_in_and_an_impossible_slip_is_refused() -> None:
    event, owner = event_with_owner(4)
    with pytest.raises(RefusedError):
        read(event, owner, 1, Slip.of(2, 0))
    start_round(event, owner, 1)
    read(event, owner, 2, Slip.of(2, 1))
    assert not at_table(event, 1, 2).has_result
    with pytest.raises(RefusedError):
        read(event, owner, 2, Slip.of(3, 1))
    enter_slips(event, owner, 1, "2 20")
    assert at(event, 2).agreement == "differ"


def test_two_people_read_at_once_and_share_what_is_left() -> None:
    event, owner, reader, _who = started(8)
    read(event, owner, 1, Slip.of(2, 0))
    read(event, reader, 2, Slip.of(2, 0))
    read(event, reader, 1, Slip.of(2, 0))
    found = verification_of(round_of(event, 1), reader)
    assert (found.outstanding, found.total, found.own) == ((3, 4), 4, 2)
    # The owner keys a slip again without seeing the result: that is a second source, and the
    # reader's a third.
    assert [voice.kind for voice in at(event, 1).reports] == ["told", "reading", "reading"]
    assert at(event, 2).agreement == "agreed"


def test_what_was_decided_differs_no_more_until_somebody_says_otherwise_again() -> None:
    event, _owner, reader, who = started()
    read(event, reader, 1, Slip.of(2, 1))
    keep_result(**who, table=1, seen="2-0")
    [one] = [voice for voice in at(event, 1).reports if voice.settled]
    assert one.result.text == "2-1"
    assert at(event, 1).agreement == "agreed"
    with refused("No report contradicts the result at table 1."):
        keep_result(**who, table=1, seen="2-0")
    read(event, reader, 1, Slip.of(1, 2))
    assert at(event, 1).agreement == "differ"


def test_a_drop_added_to_a_result_decides_nothing() -> None:
    event, owner, reader, _who = started()
    read(event, reader, 1, Slip.of(2, 1))
    enter_slips(event, owner, 1, "1 20 x2")
    assert at(event, 1).agreement == "differ"


def test_a_round_is_certified_once_two_sources_agree_at_every_table() -> None:
    event, _owner, reader, who = started()
    with refused("Round 1 is not complete."):
        certify_round(**who)
    complete_round(**who)
    read(event, reader, 1, Slip.of(2, 0))
    with pytest.raises(RefusedError, match="1 of 2 tables have two sources"):
        certify_round(**who)
    read(event, reader, 2, Slip.of(2, 1))
    keep_result(**who, table=2, seen="2-0")
    made = certify_round(**{**who, "actor": reader}, reason="not needed")
    assert (made.agreed, made.total, made.reason) == (2, 2, "")
    expected = f"certified by {reader.username}: two sources agree at every table"
    assert certified_words(made) == expected
    with refused("Round 1 is already certified."):
        certify_round(**who)


def test_the_head_judge_certifies_alone_and_a_correction_withdraws_it() -> None:
    event, owner, _reader, who = started()
    complete_round(**who)
    with refused("Give a reason. It is recorded in the journal.", "reason"):
        certify_round(**who, alone=True)
    certify_round(**who, alone=True, reason="All slips compared by two judges")
    correct_result(**who, table=2, slip=Slip.of(2, 1), reason="slip misread")
    round = round_of(event, 1)
    assert certification_of(round) is None
    made = round.certifications.get()
    name = owner.username
    assert certified_words(made) == (
        f"no longer certified: {name} corrected the result at table 2 after {name} certified "
        "the round"
    )
    [entry] = journaled(event, Verb.CERTIFICATION_WITHDRAWN)
    assert sentence(entry) == (
        "The certification of round 1 was withdrawn: the result at table 2 was corrected."
    )
    certify_round(**who, alone=True, reason="Compared again")
    reopen_round(**who)
    assert certification_of(round_of(event, 1)) is None
    newest = round.certifications.last()
    assert newest is not None
    assert "reopened the round" in certified_words(newest)


def test_two_that_agree_on_the_result_and_not_on_who_drops_differ() -> None:
    event, owner, reader, who = started()
    read(event, reader, 1, replace(Slip.of(2, 0), drop_second=True))
    [voice] = at(event, 1).against
    assert (voice.short, at(event, 1).differs_in_drops) == ("2-0 x2", True)
    keep_result(**who, table=1, seen="2-0")
    assert at(event, 1).agreement == "agreed"
    enter_slips(event, owner, 1, "2 20 x1")
    read(event, reader, 2, Slip.of(2, 0))
    assert at(event, 2).agreement == "differ"
    leaver = at_table(event, 1, 2).first
    assert leaver.state == "dropped"
    reinstate(event_id=event.pk, actor=owner, number=leaver.number)
    assert at(event, 2).agreement == "agreed"


def test_a_drop_that_was_told_elsewhere_agrees_with_a_slip_that_has_it() -> None:
    event, owner, reader, _who = started()
    match = at_table(event, 1, 1)
    drop(event_id=event.pk, actor=owner, number=match.first.number)
    read(event, reader, 1, replace(Slip.of(2, 0), drop_first=True))
    assert at(event, 1).agreement == "agreed"
    read(event, reader, 1, Slip.of(2, 0))
    assert at(event, 1).agreement == "agreed"
