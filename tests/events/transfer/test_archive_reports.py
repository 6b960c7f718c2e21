"""Reports of matches in archives: their sources, the official report, the undone ones."""

import tomllib
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from msgspec import structs

from archive.values import Archive
from domain.kinds import RoundState
from domain.results import Ending, Game, Side, Winner, result_of_games
from events.audit.actions import verify_slip
from events.core.results.actions import enter_result
from events.core.results.report_actions import NewReport, undo_result, write_reports
from events.core.results.result_questions import ResultConflictError
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round
from events.core.standings.correction_actions import correct_result
from events.models import Enrollment, Event, Match, Report
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from tests import factories
from tests.archives import MADE_UP, as_bytes
from tests.events.scenario import event_with_owner, report, start_round
from tests.shared import ROOT

pytestmark = pytest.mark.django_db

TOLD = result_of_games(
    [
        Game(Winner.SECOND, number=1, play_first=Side.FIRST),
        Game(Winner.FIRST, Ending.CONCEDED, 2, Side.FIRST),
        Game(Winner.FIRST, Ending.GAME_LOSS, 3, Side.SECOND),
    ]
)


def _again(event: Event, actor: User) -> Event:
    """The event that the export of an event makes, which exports to the same content."""
    event.refresh_from_db()
    archive = export_archive(event)
    copy = import_archive(archive=read_archive(as_bytes(archive)), actor=actor)
    assert export_archive(copy) == archive
    return copy


def test_an_export_names_the_version_that_wrote_it() -> None:
    event, _organizer = _busy_round()
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert export_archive(event)["written_by"] == f"Matchslip {pyproject['project']['version']}"


def test_a_file_by_other_software_is_written_again_in_our_name() -> None:
    event, organizer = _busy_round()
    event.refresh_from_db()
    archive = export_archive(event)
    theirs = {**archive, "written_by": "Pairings Deluxe 3"}
    copy = import_archive(archive=read_archive(as_bytes(theirs)), actor=organizer)
    assert export_archive(copy) == archive


def _table(event: Event, number: int, table: int) -> Match:
    return Match.objects.get(round__event=event, round__number=number, table=table)


def _reports(event: Event, table: int, number: int = 1) -> list[dict[str, Any]]:
    archive = export_archive(event)
    matches = archive["rounds"][number - 1]["matches"]
    found: list[dict[str, Any]] = next(one for one in matches if one.get("table") == table).get(
        "reports", []
    )
    return [{key: value for key, value in one.items() if "at" not in key} for one in found]


def _busy_round() -> tuple[Event, User]:
    """A round in which everything was said that can be said of a match."""
    event, owner = event_with_owner(14)
    second = factories.staff_member(event, ["scorekeeper"], "second")
    start_round(event, owner, 1)
    ids: dict[str, Any] = {"event_id": event.pk, "number": 1}
    enter_result(**ids, actor=owner, table=1, slip=Slip.of(2, 0))
    enter_result(**ids, actor=second, table=1, slip=Slip.of(2, 1), replace="2-0")
    enter_result(**ids, actor=owner, table=2, slip=Slip.of(2, 0, drop_second=True))
    enter_result(**ids, actor=owner, table=3, slip=Slip.of(2, 0))
    with pytest.raises(ResultConflictError):
        enter_result(**ids, actor=second, table=3, slip=Slip.of(0, 2))
    enter_result(**ids, actor=owner, table=4, slip=Slip.of(1, 2))
    undo_result(**ids, actor=second, table=4)
    enter_result(**ids, actor=owner, table=5, slip=Slip(TOLD), source=Report.Source.JUDGE)
    enter_result(**ids, actor=owner, table=6, slip=Slip.of(2, 0, drop_second=True, no_show=True))
    verify_slip(**ids, actor=second, table=6, slip=Slip.of(1, 2))
    match = _table(event, 1, 7)
    write_reports(
        [NewReport(match, TOLD, Report.Source.SECOND, enrollment=match.second, reason="By phone")]
    )
    return event, owner


def test_everything_that_was_said_survives() -> None:
    event, owner = _busy_round()
    copy = _again(event, owner)
    assert [one.text for one in (_table(copy, 1, 1).result, _table(copy, 1, 5).result) if one] == [
        "2-1",
        "2-1",
    ]
    assert _table(copy, 1, 4).result is None
    assert _table(copy, 1, 7).result is None
    assert [one.source for one in _table(copy, 1, 7).reports.all()] == ["second"]
    ours, theirs = (
        Report.objects.filter(match__round__event=one).order_by("pk") for one in (event, copy)
    )
    assert [one.at for one in ours] == [one.at for one in theirs]
    assert [one.result for one in ours] == [one.result for one in theirs]
    assert [one.who for one in ours] == [one.who for one in theirs]
    assert [one.undone_who for one in ours] == [one.undone_who for one in theirs]
    assert not theirs.filter(account__isnull=False).exists()


def test_what_the_file_says_of_a_match() -> None:
    event, owner = _busy_round()
    by = owner.get_username()
    assert _reports(event, 1) == [
        {"by": by, "games": [2, 0, 0]},
        {"by": "second", "stands": True, "replaces": 0},
    ]
    assert _reports(event, 2) == [{"by": by, "stands": True, "drops": ["second"]}]
    assert _reports(event, 3) == [
        {"by": by, "stands": True},
        {"by": "second", "games": [0, 2, 0]},
    ]
    assert _reports(event, 4) == [{"by": by, "games": [1, 2, 0], "undone_by": "second"}]
    assert _reports(event, 5)[0]["told"] == [
        {"winner": "second", "number": 1, "play_first": "first"},
        {"winner": "first", "ending": "conceded", "number": 2, "play_first": "first"},
        {"winner": "first", "ending": "game-loss", "number": 3, "play_first": "second"},
    ]
    assert _reports(event, 6)[0]["source"] == "no-show"
    number = _table(event, 1, 7).second
    assert number is not None
    assert _reports(event, 7)[0]["player"] == number.number


def test_games_that_were_told_are_told_again() -> None:
    event, owner = _busy_round()
    official = _table(_again(event, owner), 1, 5).official_report
    assert official is not None
    assert official.result_with_games.games == TOLD.reported_games


def test_undo_in_the_copy_lets_play_on_who_dropped_with_the_slip() -> None:
    event, owner = _busy_round()
    copy = _again(event, owner)
    match = _table(copy, 1, 2)
    assert match.second is not None
    assert match.second.state == Enrollment.State.DROPPED
    undo_result(event_id=copy.pk, actor=owner, number=1, table=2)
    match = _table(copy, 1, 2)
    assert match.second is not None
    assert match.second.state == Enrollment.State.ACTIVE
    undo_result(event_id=copy.pk, actor=owner, number=1, table=1)
    assert _table(copy, 1, 1).result_text == "2-0"


def test_a_dispute_is_still_one_in_the_copy() -> None:
    event, owner = _busy_round()
    copy = _again(event, owner)
    assert Report.objects.filter(match__round__event=copy).disputing().count() == 1


def test_what_is_done_in_the_copy_comes_on_top() -> None:
    event, owner = _busy_round()
    copy = _again(event, owner)
    report(copy, owner, 1)
    complete_round(event_id=copy.pk, actor=owner, number=1)
    correct_result(
        event_id=copy.pk, actor=owner, number=1, table=1, slip=Slip.of(0, 2), reason="Misread"
    )
    assert _reports(copy, 1)[-1] == {
        "source": "correction", "by": owner.get_username(), "stands": True, "replaces": 1,
        "reason": "Misread",
    }  # fmt: skip
    _again(copy, owner)


def test_a_result_that_was_imported_says_nothing_until_something_is_said() -> None:
    archive = read_archive(MADE_UP.read_bytes())
    event = import_archive(archive=being_played(archive), actor=factories.user())
    assert "reports" not in str(export_archive(event))
    table = archive.rounds[4].matches[0].table
    assert table is not None
    owner = event.staff.get().user
    assert [one.source for one in _table(event, 5, table).reports.all()] == ["import"]
    undo_result(event_id=event.pk, actor=owner, number=5, table=table)
    assert _reports(event, table, 5) == [
        {"source": "import", "games": [2, 0, 0], "undone_by": owner.get_username()}
    ]
    _again(event, owner)


def being_played(archive: Archive) -> Archive:
    """The made-up cup while its fifth round is being played."""
    rounds = (*archive.rounds[:4], structs.replace(archive.rounds[4], said_state=RoundState.POSTED))
    stages = tuple(structs.replace(stage, advance=None) for stage in archive.stages)
    return structs.replace(archive, rounds=rounds, stages=stages, published=None)


def test_an_archive_to_give_away_names_no_account() -> None:
    event, owner = _busy_round()
    text = str(export_archive(event, emails=False))
    assert "reports" in text
    assert owner.get_username() not in text
    assert "'second'" in text, "the side stays"
    assert "undone_by" not in text


def test_a_report_with_the_games_of_every_seat_travels() -> None:
    event, owner = event_with_owner(4, team_size=3)
    start_round(event, owner, 1)
    report(event, owner, 1, {1: replace(Slip.of(2, 1), result=Slip.of(2, 1, seats="wlw").result)})
    copy = _again(event, owner)
    official = _table(copy, 1, 1).official_report
    assert official is not None
    assert official.result.seats == "wlw"


def test_the_number_of_queries_does_not_grow_with_reports() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    report(event, owner, 1)
    larger, _owner = _busy_round()
    sizes, queries = [], []
    for one in (event, larger):
        one.refresh_from_db()
        with CaptureQueriesContext(connection) as asked:
            sizes.append(len(str(export_archive(one))))
        queries.append(len(asked))
    assert sizes[0] < sizes[1]
    # test_archive.py checks their number.
    assert queries[0] == queries[1]
