"""The head of the report and its pictures."""

import datetime
import re

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from domain.names import text_width
from events.core.events.finishing_actions import finish_event
from events.core.results.slips import Slip
from events.core.stages.stage_words import after_words, standings_after_words
from events.core.standings.actions import publish_standings
from events.models import Enrollment, Event, Match, Report, Round
from events.report.highlights import highlights_of
from events.report.pictures import Picture, pictures_of
from events.report.pictures.picture import in_lines, short_title
from events.report.pictures.places import _apart
from events.report.queries import event_report
from events.report.round_times import RoundTime, median_break, median_round, round_times
from tests import factories
from tests.events.scenario import event_with_owner, play_round
from tests.events.support.stages import finish_round, playoff, seeds
from tests.queries import queries_of

START = datetime.datetime(2026, 11, 14, 9, 0, tzinfo=datetime.UTC)
MINUTE = datetime.timedelta(minutes=1)


def played(players: int = 4, rounds: int = 2) -> tuple[Event, User]:
    """A finished event whose round n is posted at 9:00 plus n - 1 hours and takes 50 + n minutes.

    Table 1 finishes last, with 3 more minutes; the clock starts after 4 minutes.
    """
    event, owner = event_with_owner(players, rounds=rounds, time_zone="UTC", round_minutes=50)
    for number in range(1, rounds + 1):
        play_round(event, owner, number)
        posted = START + (number - 1) * 60 * MINUTE
        Round.objects.filter(event=event, number=number).update(
            posted_at=posted, started_at=posted + 4 * MINUTE
        )
        early, late = posted + 30 * MINUTE, posted + (54 + number) * MINUTE
        reports = Report.objects.filter(match__round__event=event, match__round__number=number)
        reports.update(at=early)
        reports.filter(match__table=1).update(at=late)
        Match.objects.filter(round__event=event, round__number=number, table=1).update(
            extension_minutes=3, extension_reason="seating" if number == 2 else ""
        )
    finish_event(event_id=event.pk, actor=owner)
    event.refresh_from_db()
    return event, owner


def picture(event: Event, code: str) -> Picture:
    drawn = pictures_of(event_report(event), round_times(event))
    return next(one for one in drawn if one.code == code)


@pytest.mark.django_db
def test_the_times_of_rounds() -> None:
    event, _owner = played()
    first, second = round_times(event)
    assert (first.minutes, second.minutes) == (51, 52)
    assert (first.minutes_waiting, first.minutes_over) == (4, 1)
    assert (first.last_table, first.extension) == (1, 3)
    assert (first.break_after, second.break_after) == (5 * MINUTE, None)
    assert (median_round((first, second)), median_break((first, second))) == (52, 5)


@pytest.mark.django_db
def test_a_round_in_progress_is_not_the_longest_yet() -> None:
    event, _owner = played()
    event.rounds.filter(number=2).update(state=Round.State.POSTED)
    first, second = round_times(event)
    assert median_round((first, second)) == first.minutes == 51
    assert picture(event, "times").title.startswith("Round 1 was the longest: 51 minutes")
    event.rounds.update(state=Round.State.POSTED)
    assert median_round(round_times(event)) is None
    assert picture(event, "times").title == "Minutes by round"


@pytest.mark.django_db
def test_a_correction_the_next_day_makes_no_round_longer() -> None:
    event, owner = played()
    before = round_times(event)
    match = Match.objects.filter(round__event=event, round__number=1).first()
    assert match is not None
    Report.objects.create(
        match=match,
        source=Report.Source.CORRECTION,
        account=owner,
        at=timezone.now(),
        first_wins=2,
        second_wins=1,
    )
    assert round_times(event) == before


@pytest.mark.django_db
def test_the_last_table_is_the_one_whose_first_result_came_last() -> None:
    event, owner = played(players=12)
    matches = list(Match.objects.filter(round__event=event, round__number=1))
    for place, match in enumerate(matches):
        report = match.official_report
        assert report is not None
        # Two tables finish at the same moment, and every table is reported twice.
        Report.objects.filter(pk=report.pk).update(at=START + min(55 + place, 58) * MINUTE)
        Report.objects.create(
            match=match,
            source=Report.Source.SLIP,
            account=owner,
            replaces=report,
            at=START + (80 - place) * MINUTE,
            first_wins=2,
            second_wins=1,
        )
    first_results = [
        (min(report.at for report in match.reports.all()), -(match.table or 0)) for match in matches
    ]
    last, table = max(first_results)
    time = round_times(event)[0]
    assert (time.last_result, time.last_table) == (last, -table)
    assert sum(at == last for at, _table in first_results) > 1


@pytest.mark.django_db
def test_a_round_that_was_typed_in_afterwards_says_nothing_of_its_time() -> None:
    event, owner = event_with_owner(4, rounds=2)
    play_round(event, owner, 1)
    assert round_times(event) == ()
    head = highlights_of(event_report(event), round_times(event))
    assert [figure.words for figure in head.figures] == ["players", "round", "matches", "penalties"]


def test_no_round_has_no_median() -> None:
    nothing: tuple[RoundTime, ...] = ()
    assert median_round(nothing) is None
    assert median_break(nothing) is None


@pytest.mark.django_db
def test_the_head_names_the_winner_and_sums_up() -> None:
    event, _owner = played()
    event.date = datetime.date(2026, 11, 14)
    report = event_report(event)
    head = highlights_of(report, round_times(event))
    winner = report.standings[0].person.name
    assert (head.label, head.name, head.line) == ("Winner", winner, "2-0-0, first of 4 players")
    assert [(figure.value, figure.words) for figure in head.figures] == [
        ("4", "players"),
        ("2", "rounds"),
        ("4", "matches"),
        ("52 min", "a round, median"),
        ("5 min", "last result to next pairings"),
        ("0", "penalties"),
    ]
    assert head.sentences[0] == f"{winner} won {event.name} without losing a match."
    assert head.sentences[-2:] == ("The last result was recorded at 10:56.", "No player dropped.")
    report.event.date -= datetime.timedelta(days=1)
    next_day = highlights_of(report, round_times(event)).sentences[-2]
    assert next_day == "The last result was recorded at Nov. 14 10:56."
    quick = [time for time in round_times(event) if time.number == 1]
    sentences = highlights_of(report, quick).sentences
    assert not any("last result was recorded" in words for words in sentences)


@pytest.mark.django_db
def test_an_event_that_runs_has_a_leader_and_no_winner() -> None:
    event, owner = event_with_owner(4, rounds=3)
    play_round(event, owner, 1)
    head = highlights_of(event_report(event), round_times(event))
    assert head.label == "Leader"
    assert not any("won" in sentence for sentence in head.sentences)


@pytest.mark.django_db
def test_an_event_without_a_round_has_neither() -> None:
    event, _owner = event_with_owner(4)
    head = highlights_of(event_report(event), round_times(event))
    assert head.name == ""
    assert head.sentences == ()
    assert pictures_of(event_report(event), round_times(event)) == []


@pytest.mark.django_db
def test_the_places_are_those_that_were_published() -> None:
    event, _owner = played(players=8, rounds=3)
    places = picture(event, "places")
    report = event_report(event)
    winner = report.standings[0].person
    assert places.heads == ["Name", "1", "2", "3"]
    assert places.rows[0][0] == winner.name
    assert places.rows[0][3] == 1
    lines = places.shapes["lines"]
    assert [line["place"] for line in lines] == [8, 7, 6, 5, 4, 3, 2, 1]


def test_no_label_of_an_axis_runs_into_another() -> None:
    across = [(34.0 + 11 * at, str(at + 1)) for at in range(8)]
    playoff = [(122.0, "準々決勝"), (133.0, "準決勝"), (144.0, "決勝")]
    assert _apart(across) == across
    shown = [label for _x, label in _apart(across + playoff)]
    assert shown == [*(label for _x, label in across), "決勝"]


@pytest.mark.django_db
def test_the_axis_of_a_small_event_is_right_below_its_last_place() -> None:
    small, large = (picture(played(players=size, rounds=2)[0], "places") for size in (8, 20))
    assert max(y for line in small.shapes["lines"] for _x, y in line["dots"]) <= 191
    assert small.height < large.height


@pytest.mark.django_db
def test_a_round_of_a_playoff_is_named_in_the_report() -> None:
    event, owner = playoff(8, 4)
    seed = seeds(event)

    def second_seed(first: int, second: int) -> int:
        """The second seed wins, and the first one loses."""
        return min(first, second, key=lambda number: (seed[number] != 2, -seed[number]))

    for number in (2, 3):
        finish_round(event, owner, number, second_seed)
        publish_standings(event_id=event.pk, actor=owner, number=number)
    report = event_report(event)
    assert standings_after_words(report.round(2)) == "Standings after the semifinals"
    assert after_words(report.round(1)) == "after round 1"
    finish_event(event_id=event.pk, actor=owner)
    event.refresh_from_db()
    report = event_report(event)
    places = picture(event, "places")
    winner = report.standings[0].person.name
    assert places.heads == ["Name", "1", "SF", "F"]
    assert places.title == f"{winner} led from the semifinals to the end"
    assert short_title(5, 16) == "Ro16"


@pytest.mark.django_db
def test_the_records_count_every_player_once_a_round() -> None:
    event, _owner = played(players=7, rounds=2)
    records = picture(event, "records")
    for column in (1, 2):
        cells = [row[column] for row in records.rows]
        assert sum(cell for cell in cells if isinstance(cell, int)) == 7
    assert records.rows[0][0] == 2
    assert records.title == "2 players have the most wins after 2 rounds: 2"


@pytest.mark.django_db
def test_a_draw_is_no_loss_in_the_records() -> None:
    event, owner = event_with_owner(4, rounds=2)
    play_round(event, owner, 1, {1: Slip.of(1, 1)})
    records = picture(event, "records")
    assert records.title == "1 player has the most wins after 1 round: 1"


@pytest.mark.django_db
def test_the_longest_round_and_the_table_that_held_it() -> None:
    event, _owner = played()
    times = picture(event, "times")
    assert times.title == "Round 2 was the longest: 52 minutes, with a 3-minute extension"
    assert [row["held"] for row in times.shapes["rows"]] == [
        "Table 1, 3 min added",
        "Table 1, 3 min added: seating",
    ]
    assert [row[-2] for row in times.rows] == ["+3 min", "+3 min · seating"]
    assert times.rows[0][1:4] == ["9:00", "9:04", "9:55"]


@pytest.mark.django_db
def test_equal_bars_of_attendance_are_a_sentence() -> None:
    event, _owner = played(players=6)
    report = event_report(event)
    drawn = pictures_of(report, round_times(event))
    assert "attendance" not in [one.code for one in drawn]
    assert highlights_of(report, round_times(event)).sentences[-1] == "No player dropped."
    event.enrollments.filter(number=3).update(state=Enrollment.State.DROPPED, dropped_after=1)
    assert picture(event, "attendance").rows[0][-1] == "1 dropped"
    assert "No player dropped." not in highlights_of(event_report(event), []).sentences


@pytest.mark.django_db
def test_the_attendance_leaves_out_assigned_losses_of_late_players() -> None:
    event, _owner = played(players=6)
    late = factories.enroll_players(event, ["Late"])[0]
    Match.assigned_loss(event.rounds.get(number=1), late).save()
    event.enrollments.filter(number=3).update(state=Enrollment.State.DROPPED, dropped_after=1)
    assert [row[1] for row in picture(event, "attendance").rows] == [6, 6]


@pytest.mark.django_db
def test_the_page_draws_each_picture_with_its_figures() -> None:
    event, owner = played(players=8, rounds=3)
    page = factories.client_of(owner).get(f"/staff/e/{event.slug}/report/").content.decode()
    codes = ["places", "times", "records"]
    assert re.findall(r'id="picture-(\w+)"', page) == codes
    # The picture, and the table of its figures.
    named = re.findall(r'aria-labelledby="picture-(\w+)"', page)
    assert named == [code for code in codes for _part in range(2)]
    assert page.count("Show the figures") == len(codes)
    assert "<style" not in page.split("</head>")[1]


@pytest.mark.django_db
@pytest.mark.parametrize("players", [4, 16])
def test_the_report_takes_the_same_queries_for_few_and_many(players: int) -> None:
    event, owner = played(players=players)
    client = factories.client_of(owner)
    client.get(f"/staff/e/{event.slug}/report/")
    assert queries_of(lambda: client.get(f"/staff/e/{event.slug}/report/")) == QUERIES


QUERIES = 24


def test_a_long_name_takes_two_lines_and_no_more() -> None:
    assert in_lines("Ada", 10) == ["Ada"]
    assert in_lines("Ada Lovelace", 10) == ["Ada", "Lovelace"]
    assert in_lines("x" * 30, 10) == ["x" * 10, "x" * 9 + "\N{HORIZONTAL ELLIPSIS}"]
    assert text_width("\u5409\u7530") == 4
