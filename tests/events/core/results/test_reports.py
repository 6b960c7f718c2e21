"""The final report: its counts, the contents of its tables, and the files."""

import csv
import io
import json
from decimal import Decimal
from fractions import Fraction

import openpyxl
import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from events.core.events.finishing_actions import finish_event
from events.core.judging.penalty_actions import give_penalty
from events.core.report.report_values import occurred
from events.core.results.slips import Slip
from events.core.rounds.pairing_actions import pair_next_round
from events.core.standings.queries import live_standings
from events.models import Enrollment, Event, Infraction, Match, PenaltyKind
from events.report.facts import reported_as
from events.report.queries import event_report
from events.report.report_tables import report_tables
from events.roster.drop_actions import disqualify
from events.transfer.archive_files import read_archive
from events.transfer.event_import import import_archive
from events.web.spreadsheets.sheet_tables import Column, SheetTable, csv_text
from events.web.spreadsheets.workbooks import xlsx_bytes
from standings import PROFILES
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import event_with_owner, play_round, start_round
from tests.shared import shared

pytestmark = pytest.mark.django_db


def tables(event: Event) -> dict[str, SheetTable]:
    return {one.code: one for one in report_tables(event_report(event), exact=True)}


def records(table: SheetTable) -> list[dict[str, object]]:
    heads = [column.title for column in table.columns]
    return [dict(zip(heads, row, strict=True)) for row in table.rows]


def read_csv(table: SheetTable) -> list[dict[str, str]]:
    text = csv_text(table)
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:])))


def finished(players: int, rounds: int) -> tuple[Event, User]:
    event, owner = event_with_owner(players, rounds=rounds)
    for number in range(1, rounds + 1):
        play_round(event, owner, number)
    finish_event(event_id=event.pk, actor=owner)
    event.refresh_from_db()
    return event, owner


def test_too_few_players_or_rounds_did_not_occur() -> None:
    vectors = json.loads(shared("rules", "vectors.json").read_text("utf-8"))["sanctioning"]
    assert len(vectors) > 2
    for case in vectors:
        found = "played" if occurred(case["players"], case["rounds"]) else "did not occur"
        assert found == case["report"], case


def test_an_event_of_three_players_is_reported_with_the_reason() -> None:
    event, _owner = finished(3, 2)
    found = event_report(event)
    assert not found.occurred
    assert reported_as(found) == "did not occur: 3 players took part (minimum 4)"


def test_an_event_of_one_round_is_reported_with_the_reason() -> None:
    event, _owner = finished(4, 1)
    assert reported_as(event_report(event)) == ("did not occur: 1 round completed (minimum 2)")


def test_an_event_of_four_players_and_two_rounds_was_played() -> None:
    event, _owner = finished(4, 2)
    found = event_report(event)
    assert not found.interim
    assert reported_as(found) == "played"


def test_who_dropped_before_round_1_did_not_take_part() -> None:
    event, owner = event_with_owner(5, rounds=2)
    drop(event_id=event.pk, actor=owner, number=5)
    play_round(event, owner, 1)
    late = factories.enroll_players(event, ["Came Late"])[0]
    Match.objects.create(
        round=event.rounds.get(number=1),
        kind=Match.Kind.UNPAIRED,
        first=late,
        first_wins=0,
        second_wins=0,
        drawn_games=0,
    )
    found = event_report(event)
    # The late player with an assigned loss has a place in the standings, and counts with them.
    assert (found.players, found.enrolled) == (5, 6)
    assert len(found.standings) == found.players
    left = [(one.number, one.dropped_after) for one in found.drops]
    assert left == [(5, 0)]


def test_a_draft_stays_out_and_a_round_being_played_is_said_to_be() -> None:
    event, owner = event_with_owner(4, rounds=3)
    assert event_report(event).rounds == ()
    play_round(event, owner, 1)
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    assert [one.number for one in event_report(event).rounds] == [1]


def test_an_interim_report_counts_what_is_missing() -> None:
    event, owner = event_with_owner(4, rounds=3)
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    found = event_report(event)
    assert found.interim
    assert (found.completed, found.missing, found.standings_after) == (1, 2, 1)
    assert "not finished" in reported_as(found)
    assert [row["Result"] for row in records(tables(event)["matches"])] == [
        "player 1 won",
        "player 1 won",
        "no result yet",
        "no result yet",
    ]


def test_standings_are_exact_and_rounded_and_those_of_the_desk() -> None:
    event, owner = event_with_owner(6, rounds=3)
    play_round(event, owner, 1, {1: Slip.of(2, 1), 2: Slip.of(1, 1)})
    play_round(event, owner, 2, {1: Slip.of(0, 2), 2: Slip.of(0, 0, 3)})
    page = live_standings(event, None)
    assert page is not None
    rows = records(tables(event)["standings"])
    assert [row["Number"] for row in rows] == [row["number"] for row in page.stored]
    for row, stored, line in zip(rows, page.stored, page.rows, strict=True):
        assert row["OMW% exact"] == Fraction(stored["omw"])
        assert str(row["OMW%"]) == line.figures[0]
        assert (row["Place"], row["Match points"]) == (stored["place"], stored["points"])


def test_the_csv_gives_exact_fractions_in_two_columns_that_no_program_reads_as_a_date() -> None:
    event, owner = event_with_owner(4, rounds=2)
    play_round(event, owner, 1, {1: Slip.of(2, 1)})
    table = tables(event)["standings"]
    rows = read_csv(table)
    assert len(rows) == 4
    for row, exact in zip(rows, records(table), strict=True):
        pair = Fraction(int(row["GW% exact, numerator"]), int(row["GW% exact, denominator"]))
        assert pair == exact["GW% exact"]
        assert abs(Fraction(row["GW%"]) - 100 * pair) <= Fraction(1, 200)
    assert not any("/" in value for row in rows for value in row.values())


def test_a_dash_is_an_empty_cell() -> None:
    event, owner = event_with_owner(5, rounds=2)
    play_round(event, owner, 1)
    bye = Match.objects.get(round__event=event, kind=Match.Kind.BYE)
    by_number = {row["Number"]: row for row in read_csv(tables(event)["standings"])}
    row = by_number[str(bye.first.number)]
    assert (row["OMW%"], row["OMW% exact, numerator"], row["OMW% exact, denominator"]) == (
        "",
        "",
        "",
    )
    assert row["Byes"] == "1"


def test_matches_drops_and_penalties_stand_in_their_tables() -> None:
    event, owner = event_with_owner(6, rounds=3)
    play_round(
        event, owner, 1, {1: Slip.of(0, 0, double_loss=True), 2: Slip.of(1, 2), 3: Slip.of(1, 1)}
    )
    drop(event_id=event.pk, actor=owner, number=1)
    disqualify(event_id=event.pk, actor=owner, number=2, reason="stalling")
    give_penalty(
        event_id=event.pk,
        actor=owner,
        number=2,
        infraction=Infraction.STALLING,
        penalty=PenaltyKind.DISQUALIFICATION,
        note="=SUM(A1)",
    )
    found = tables(event)
    matches = records(found["matches"])
    assert [row["Result"] for row in matches] == ["double loss", "player 2 won", "draw"]
    assert [matches[1][f"Games won by player {side}"] for side in (1, 2)] == [1, 2]
    assert found["departures"].rows == [
        (1, "Player 001", "dropped", 1, ""),
        (2, "Player 002", "disqualified", 1, ""),
    ]
    penalty = records(found["penalties"])[0]
    assert (penalty["Round"], penalty["Name"]) == (1, "Player 002")
    assert (penalty["Infraction"], penalty["Penalty"]) == ("Stalling", "disqualification")
    assert read_csv(found["penalties"])[0]["Note"] == "'=SUM(A1)"
    places = {row["Number"]: row["Place"] for row in records(found["standings"])}
    assert places[2] is None
    assert sorted(place for place in places.values() if place) == [1, 2, 3, 4, 5]  # type: ignore[type-var]


@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "  =1+1", "＝1+1", '=HYPERLINK("x")']
)
def test_no_cell_is_computed(name: str) -> None:
    table = SheetTable("x", "X", (Column("Name"), Column("Place")), [(name, -3)])
    row = read_csv(table)[0]
    assert row["Name"] == f"'{name}"
    assert row["Place"] == "-3"
    sheet = openpyxl.load_workbook(io.BytesIO(xlsx_bytes([table]))).worksheets[0]
    assert sheet["A2"].data_type == "s"
    assert sheet["A2"].value == name
    assert sheet["B2"].value == -3


def test_an_ordinary_name_stays_as_it_is() -> None:
    table = SheetTable("x", "X", (Column("Name"),), [("O'Neil-Smith, 田中 \x07",)])
    assert read_csv(table)[0]["Name"] == "O'Neil-Smith, 田中 \x07"
    sheet = openpyxl.load_workbook(io.BytesIO(xlsx_bytes([table]))).worksheets[0]
    assert sheet["A2"].value == "O'Neil-Smith, 田中 "


def test_the_workbook_has_a_sheet_for_each_table_and_figures_as_numbers() -> None:
    event, _owner = finished(4, 2)
    found = tables(event)
    book = openpyxl.load_workbook(io.BytesIO(xlsx_bytes(found.values())))
    assert book.sheetnames == ["Event", "Standings", "Matches", "Drops", "Penalties", "Appeals"]
    for table in found.values():
        assert book[table.title].max_row == len(table.rows) + 1
    sheet = book["Standings"]
    heads = [cell.value for cell in sheet[1]]
    rounded, exact = sheet[2][heads.index("OMW%")], sheet[2][heads.index("OMW% exact")]
    row = records(found["standings"])[0]
    assert Decimal(str(rounded.value)) == row["OMW%"]
    assert rounded.number_format == "0.00"
    assert exact.value == str(row["OMW% exact"])


def test_platform_ids_stand_in_the_files_of_a_digital_event() -> None:
    event, owner = event_with_owner(4, rounds=2, platform="Arena")
    for one in event.enrollments.all():
        one.platform_id = f"P{one.number}#1"
        one.save()
    play_round(event, owner, 1)
    found = tables(event)
    assert {row["Platform ID"] for row in records(found["standings"])} == {
        "P1#1",
        "P2#1",
        "P3#1",
        "P4#1",
    }
    for row in records(found["matches"]):
        assert row["Platform ID 2"] == f"P{row['Number 2']}#1"


def test_the_head_names_rules_people_and_size() -> None:
    event, owner = event_with_owner(4, rounds=2, venue="Corner Shop", game_format="Modern")
    play_round(event, owner, 1)
    facts = {row["What"]: row["Value"] for row in records(tables(event)["event"])}
    assert facts["Event"] == event.name
    assert facts["Venue"] == "Corner Shop"
    assert facts["Rules"] == "Magic Tournament Rules"
    assert facts["Players"] == "4"
    assert facts["Rounds"] == "1 of 2 complete"
    assert facts["Minimum opponent percentage"] == "0.33"
    assert str(facts["Tiebreakers, in order"]).startswith(
        "OMW% (opponents' match-win percentage), GW% ("
    )
    assert facts["Staff"] == f"{owner.username} (organizer, head judge, scorekeeper)"


def test_the_head_says_where_a_shown_figure_is_not_the_one_that_ranks() -> None:
    named = "Own game-win percentage"
    event, _owner = event_with_owner(4)
    assert named not in [row[0] for row in tables(event)["event"].rows]
    event, _owner = event_with_owner(4, profile=PROFILES["one-third"].to_dict())
    rows = {row["What"]: row["Value"] for row in records(tables(event)["event"])}
    assert rows[named] == "shown unadjusted, ranked with the minimum percentage"
    assert rows["Minimum opponent percentage"] == "1/3"


def test_the_report_takes_as_many_queries_for_any_event() -> None:
    counts = set()
    for players, rounds in ((2, 1), (5, 1), (16, 4)):
        event, owner = event_with_owner(players, rounds=rounds)
        for number in range(1, rounds + 1):
            play_round(event, owner, number)
        for number in range(1, players):
            give_penalty(
                event_id=event.pk,
                actor=owner,
                number=number,
                infraction=Infraction.SLOW_PLAY,
                penalty=PenaltyKind.WARNING,
            )
        with CaptureQueriesContext(connection) as queries, translation.override("en"):
            tables(Event.objects.get(pk=event.pk))
        counts.add(len(queries))
    assert len(counts) == 1


def test_a_real_event_with_a_playoff_reports_every_match() -> None:
    path = shared("corpus", "1193-players-18-rounds-44c366.json")
    archive = json.loads(path.read_text("utf-8"))
    owner = factories.user()
    event = import_archive(archive=read_archive(path.read_bytes()), actor=owner)
    found = event_report(event)
    assert not found.playoff, "the file has no bracket: places are those of the Swiss rounds"
    assert any(one.playoff for one in found.rounds)
    assert [len(one.matches) for one in found.rounds] == [
        len(one["matches"]) for one in archive["rounds"]
    ]
    assert len(found.drops) == len(archive["drops"])
    seen = {number for one in archive["rounds"] for m in one["matches"] for number in m["players"]}
    assert len(found.standings) == len(seen)
    assert found.enrolled == len(archive["players"])
    assert Enrollment.objects.filter(event=event).count() == found.enrolled
