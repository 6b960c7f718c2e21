"""Possible fates of slips, at the desk and after it, played through the services."""

from typing import Any

from django.contrib.auth.models import User

from events.core.clock.actions import start_clock
from events.core.events.finishing_actions import finish_event, reopen_event
from events.core.judging.penalty_actions import give_penalty
from events.core.players.actions import change_enrollment
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import EnrollmentData, NewEnrollment
from events.core.results.actions import enter_result
from events.core.results.report_actions import undo_last, undo_result
from events.core.results.slips import Slip, parse_entry
from events.core.rounds.actions import (
    complete_round,
    extend_time,
    post_round,
    reopen_round,
    unpost_round,
)
from events.core.rounds.pairing_actions import discard_round, pair_next_round
from events.core.standings.actions import publish_standings, withdraw_standings
from events.core.standings.correction_actions import correct_result
from events.models import Event, Infraction, Match, PenaltyKind, Role
from events.roster.drop_actions import disqualify, reinstate
from events.transfer.archive_files import read_archive
from events.transfer.event_import import import_archive
from tests import factories
from tests.archives import as_bytes, small
from tests.events.preflight.answers import drop
from tests.events.scenario import enter_slips, event_with_owner, report, start_round
from tests.events.support.teams import team_event


def slips() -> None:
    """Every way in which slips follow each other at a table, in a round that is being played."""
    event, owner = _event("slips", 40)
    desk = factories.staff_member(event, Role.SCOREKEEPER, "second-desk")
    judge = factories.staff_member(event, [Role.JUDGE, Role.SCOREKEEPER], "floor-judge")
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "1 20", "2 12", "3 d", "4 dl", "5 2-1-1", "6 1-1-1", "7 20 x2")
    undo(event, owner, 1, 7)
    enter_slips(event, desk, 1, "7 20")
    slip(event, desk, 1, "1 21 x1", replace="2-0")
    report(event, desk, 1)
    complete_round(**who, number=1)
    publish_standings(**who, number=1)
    _correct(event, owner, 1, "2 21", "the slip was misread")
    _correct(event, owner, 1, "4 02", "the double loss was meant for table 5")
    _correct(event, owner, 1, "2 20", "misread twice")
    start_round(event, owner, 2)
    start_clock(**who, number=2)
    extend_time(**who, number=2, table=3, minutes=4)
    give_penalty(
        **who,
        number=3,
        infraction=Infraction.TARDINESS,
        penalty=PenaltyKind.GAME_LOSS,
        note="four minutes late",
    )
    enter_slips(event, owner, 2, "1 20", "2 20", "3 12", "4 d", "5 dl", "6 21", "7 0-0-1", "8 11")
    enter_slips(event, desk, 2, "9 20 x2", "10 20 x1", "11 12 x12", "12 d x2", "13 20 x2")
    enter_slips(event, judge, 2, "14 20", "15 21 x2", "16 02 x1", "17 20 x1")
    undo(event, owner, 2, 2)  # a result, undone: the table has none
    undo(event, owner, 2, 3)
    enter_slips(event, desk, 2, "3 21")  # then another one
    slip(event, judge, 2, "4 20", replace="0-0-3")  # replaced
    slip(event, owner, 2, "6 12", replace="2-1")  # replaced twice
    slip(event, desk, 2, "6 20", replace="1-2")
    slip(event, desk, 2, "8 12", replace="1-1")  # replaced, and the replacement undone
    undo(event, desk, 2, 8)
    undo(event, owner, 2, 9)  # the drop is undone with its slip
    slip(event, owner, 2, "10 02 x2", replace="2-0")  # now a different player drops
    slip(event, owner, 2, "12 d x1")  # the same result again adds a drop
    slip(event, owner, 2, "13 20 x1", replace="2-0")
    undo(event, owner, 2, 13)
    drop(**who, number=_second(event, 2, 14), reason="went home")  # at the desk, not on the slip
    slip(event, owner, 2, "15 20", replace="2-1")  # the drop on the slip stays
    undo(event, owner, 2, 15)
    slip(event, desk, 2, "16 20", replace="0-2")
    slip(event, judge, 2, "16 21 x2", replace="2-0")
    undo(event, judge, 2, 16)
    reinstate(**who, number=_first(event, 2, 17), reason="did not mean it")
    undo_last(event_id=event.pk, actor=judge, number=2)
    enter_slips(event, judge, 2, "18 1-1-1")


def openings_and_leavers() -> None:
    """Rounds opened again, no-shows, late players, a disqualification, withdrawn standings."""
    event, owner = _event("opened-again", 13)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    change_enrollment(
        **who, number=5, data=EnrollmentData(name="Player 005", awarded_byes=1, fixed_table=4)
    )
    start_round(event, owner, 1)
    unpost_round(**who, number=1, reason="a name was missing")
    post_round(**who, number=1)
    enter_slips(event, owner, 1, "1 20", "2 21 x2", "3 12")
    resolutions = [
        Slip.of(2, 0, drop_second=True),
        Slip.of(0, 2, drop_first=True),
        Slip.of(0, 0, double_loss=True, drop_first=True, drop_second=True),
    ]
    missing = event.rounds.get().matches.filter(table__isnull=False, first_wins=None)
    tables = [table or 0 for table in missing.order_by("table").values_list("table", flat=True)]
    complete_round(**who, number=1, resolutions=dict(zip(tables, resolutions, strict=False)))
    publish_standings(**who, number=1)
    withdraw_standings(**who, number=1, reason="a result was missing")
    reopen_round(**who, number=1)
    slip(event, owner, 1, "3 21", replace="1-2")
    undo(event, owner, 1, 2)
    enter_slips(event, owner, 1, "2 12")
    complete_round(**who, number=1)
    publish_standings(**who, number=1)
    enroll(**who, entries=[NewEnrollment(name="Latecomer One"), NewEnrollment(name="Late Two")])
    start_round(event, owner, 2)
    report(event, owner, 2)
    disqualify(**who, number=_second(event, 2, 1), reason="bribery")
    complete_round(**who, number=2)
    publish_standings(**who, number=2)
    withdraw_standings(**who, number=2, reason="opened again")
    reopen_round(**who, number=2)


def unposted() -> None:
    """A round that only staff see."""
    event, owner = _event("unposted", 9)
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "1 20 x2", "2 d", "3 21", "4 dl")
    complete_round(event_id=event.pk, actor=owner, number=1)
    pair_next_round(event_id=event.pk, actor=owner, number=2, seed=2)
    discard_round(event_id=event.pk, actor=owner, number=2, reason="a latecomer")
    pair_next_round(event_id=event.pk, actor=owner, number=2, seed=3)


def trios() -> None:
    """Teams of three, whose results are said seat by seat."""
    event, owner = team_event(5)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "1 wlw", "2 ww-")
    complete_round(**who, number=1)
    publish_standings(**who, number=1)
    _correct(event, owner, 1, "2 wwl", "seat C finished")
    start_round(event, owner, 2)
    enter_slips(event, owner, 2, "1 wld", "2 lww")
    slip(event, owner, 2, "1 wwd x2", replace="wld")
    undo(event, owner, 2, 1)
    slip(event, owner, 2, "2 21", replace="lww")


def finished() -> None:
    """A finished event, opened again once, corrected, and finished."""
    event, owner = _event("finished", 8, rounds=3)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    for number in (1, 2, 3):
        start_round(event, owner, number)
        enter_slips(event, owner, number, "1 20", "2 21", "3 d")
        report(event, owner, number)
        complete_round(**who, number=number)
        publish_standings(**who, number=number)
    finish_event(**who)
    reopen_event(**who, reason="a result was wrong")
    _correct(event, owner, 3, "1 12", "signed the wrong way round")
    finish_event(**who)


def imported() -> None:
    """Archives that came from elsewhere: complete, and in the middle of a round."""
    person = factories.user("importer")
    import_archive(archive=read_archive(as_bytes(small())), actor=person)
    archive = small()
    archive["event"]["name"] = "Test Cup in round 2"
    archive["stages"] = [{"kind": "swiss", "rounds": 3}]
    archive["rounds"] = archive["rounds"][:2]
    archive["rounds"][1]["state"] = "posted"
    archive["version"] = 2
    del archive["published"]
    import_archive(archive=read_archive(as_bytes(archive)), actor=person)


def _event(slug: str, players: int, **columns: object) -> tuple[Event, User]:
    return event_with_owner(players, slug=slug, name=slug.replace("-", " ").title(), **columns)


def slip(event: Event, actor: User, number: int, slip: str, *, replace: str | None = None) -> None:
    entry = parse_entry(slip)
    assert entry.slip is not None
    enter_result(
        event_id=event.pk,
        actor=actor,
        number=number,
        table=entry.table,
        slip=entry.slip,
        replace=replace,
    )


def undo(event: Event, actor: User, number: int, table: int) -> None:
    undo_result(event_id=event.pk, actor=actor, number=number, table=table)


def _correct(event: Event, actor: User, number: int, slip: str, reason: str) -> None:
    entry = parse_entry(slip)
    assert entry.slip is not None
    correct_result(
        event_id=event.pk,
        actor=actor,
        number=number,
        table=entry.table,
        slip=entry.slip,
        reason=reason,
    )


def _first(event: Event, number: int, table: int) -> int:
    return _at(event, number, table).first.number


def _second(event: Event, number: int, table: int) -> int:
    second = _at(event, number, table).second
    assert second is not None
    return second.number


def _at(event: Event, number: int, table: int) -> Match:
    return Match.objects.select_related("first", "second").get(
        round__event=event, round__number=number, table=table
    )
