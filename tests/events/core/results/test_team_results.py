"""Results of teams of three seat by seat, of Two-Headed Giant, and what they are worth."""

import pytest

import standings
from domain.results import Result, result_of_seats
from events.core.adapters import tournament_of
from events.core.journal.words.entries import sentence
from events.core.refusals import RefusedError
from events.core.results.actions import enter_result
from events.core.results.report_actions import undo_last
from events.core.results.result_questions import ResultConflictError, SameResultError
from events.core.results.slips import (
    Slip,
    check_score,
    parse_entry,
    parse_slip,
    plain_words,
)
from events.core.rounds.actions import complete_round
from events.core.standings.correction_actions import correct_result
from events.core.words.result_words import result_words
from events.models import Enrollment, Event, Verb
from tests.events.scenario import at_table, journaled, start_round
from tests.events.support.teams import team_event

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("text", "games", "seats"),
    [
        ("wlw", (2, 1, 0), "wlw"),
        ("ＷＬＷ", (2, 1, 0), "wlw"),
        ("w l w", (2, 1, 0), "wlw"),
        ("www", (3, 0, 0), "www"),
        ("ddd", (0, 0, 3), "ddd"),
        ("ww-", (2, 0, 0), "ww-"),
        ("w-w", (2, 0, 0), "w-w"),
        ("-dl", (0, 1, 1), "-dl"),
        ("21", (2, 1, 0), ""),
        ("d", (0, 0, 3), ""),
        ("30", (3, 0, 0), ""),
    ],
)
def test_seats_are_read(text: str, games: tuple[int, int, int], seats: str) -> None:
    score = parse_slip(plain_words(text))
    assert (score.result.counts, score.result.seats) == (games, seats)
    check_score(score.result, 2, True, by_seats=True)


def test_a_double_loss_names_no_seats() -> None:
    assert parse_slip(["dl"]) == Slip.of(0, 0, double_loss=True)


def test_seats_with_a_drop() -> None:
    entry = parse_entry("12 wlw x2")
    assert entry.slip == Slip.of(2, 1, drop_second=True, seats="wlw")


@pytest.mark.parametrize("text", ["wl", "wlww", "wlx", "w l", "ww-w"])
def test_what_are_no_seats_is_refused(text: str) -> None:
    with pytest.raises(RefusedError):
        parse_slip(plain_words(text))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("22", "4 seats, and a team has 3"),
        ("211", "4 seats"),
        ("400", "4 seats"),
    ],
)
def test_more_seats_than_a_team_has_are_refused(text: str, words: str) -> None:
    with pytest.raises(RefusedError, match=words):
        check_score(parse_slip([text]).result, 2, True, by_seats=True)


@pytest.mark.parametrize(
    ("text", "words"),
    [("wld", "This event has no draws. One side must win."), ("wwd", "no seat can be drawn")],
)
def test_seats_are_drawn_only_where_draws_are_allowed(text: str, words: str) -> None:
    score = parse_slip([text])
    check_score(score.result, 2, True, by_seats=True)
    with pytest.raises(RefusedError, match=words):
        check_score(score.result, 2, False, by_seats=True)
    check_score(parse_slip(["ww-"]).result, 2, False, by_seats=True)


def test_single_players_have_no_seats() -> None:
    with pytest.raises(
        RefusedError,
        match=r"” is a result by seat, which only teams of three use\. Type 21, 2-0-1, d or dl",
    ):
        check_score(result_of_seats("wlw"), 2, True)


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ("wlw", "Red beats Blue 2\u20111 (A: Red, B: Blue, C: Red)"),
        ("l-l", "Blue beats Red 2\u20110 (A: Blue, B: not finished, C: Blue)"),
        ("wld", "Red and Blue draw 1\u20111 (A: Red, B: Blue, C: drawn)"),
        ("ddd", "Red and Blue draw 0\u20110 (A: drawn, B: drawn, C: drawn)"),
    ],
)
def test_a_result_says_who_won_at_which_seat(seats: str, words: str) -> None:
    assert result_words(("Red", "Blue"), result_of_seats(seats)) == words


def test_an_intentional_draw_names_no_seats() -> None:
    assert result_words(("Red", "Blue"), Result(0, 0, 3)) == "Red and Blue draw by agreement"


def slip(event: Event, owner: object, text: str, replace: str | None = None) -> None:
    entry = parse_entry(text)
    assert entry.slip is not None
    enter_result(
        event_id=event.pk,
        actor=owner,  # type: ignore[arg-type]
        number=1,
        table=entry.table,
        slip=entry.slip,
        replace=replace,
    )


def test_the_seats_are_kept_replaced_undone_and_corrected() -> None:
    event, owner = team_event(2)
    start_round(event, owner, 1)
    slip(event, owner, "1 wlw")
    match = at_table(event, 1, 1)
    assert (match.games, match.seat_results, match.result_text) == ((2, 1, 0), "wlw", "wlw")
    with pytest.raises(SameResultError):
        slip(event, owner, "1 wlw")
    with pytest.raises(ResultConflictError):
        slip(event, owner, "1 lww")
    slip(event, owner, "1 lww", replace="wlw")
    assert at_table(event, 1, 1).seat_results == "lww"
    undo_last(event_id=event.pk, actor=owner, number=1)
    assert at_table(event, 1, 1).seat_results == "wlw"
    undo_last(event_id=event.pk, actor=owner, number=1)
    match = at_table(event, 1, 1)
    assert (match.games, match.seat_results) == (None, "")
    slip(event, owner, "1 ww-")
    complete_round(event_id=event.pk, actor=owner, number=1)
    correct_result(
        event_id=event.pk,
        actor=owner,
        number=1,
        table=1,
        slip=Slip(result_of_seats("wll")),
        reason="C lost",
    )
    match = at_table(event, 1, 1)
    assert (match.games, match.seat_results) == ((1, 2, 0), "wll")
    entry = journaled(event, Verb.RESULT_CORRECTED)[0]
    assert (entry.data["before"], entry.data["after"]) == (
        [2, 0, 0, False, "ww-"],
        [1, 2, 0, False, "wll"],
    )
    assert "from 2-0 (ww-) to 1-2 (wll)" in sentence(entry)


def test_a_result_without_seats_is_kept_without_them() -> None:
    event, owner = team_event(2)
    start_round(event, owner, 1)
    slip(event, owner, "1 wlw")
    slip(event, owner, "1 21", replace="wlw")
    match = at_table(event, 1, 1)
    assert (match.games, match.seat_results) == ((2, 1, 0), "")
    assert journaled(event, Verb.RESULT_ENTERED)[-1].data["after"] == [2, 1, 0, False]


def test_a_team_that_drops_with_its_slip_comes_back_with_the_undo() -> None:
    event, owner = team_event(2)
    start_round(event, owner, 1)
    slip(event, owner, "1 wlw x2")
    loser = at_table(event, 1, 1).second
    assert loser is not None
    assert loser.state == Enrollment.State.DROPPED
    undo_last(event_id=event.pk, actor=owner, number=1)
    loser.refresh_from_db()
    assert loser.state == Enrollment.State.ACTIVE


def test_two_headed_giants_play_one_game() -> None:
    event, owner = team_event(2, 2)
    start_round(event, owner, 1)
    with pytest.raises(RefusedError, match="best of 1"):
        slip(event, owner, "1 20")
    with pytest.raises(RefusedError, match="only teams of three"):
        slip(event, owner, "1 wlw")
    slip(event, owner, "1 10")
    assert at_table(event, 1, 1).games == (1, 0, 0)


def test_standings_count_the_matches_of_teams_and_not_their_seats() -> None:
    event, owner = team_event(4)
    start_round(event, owner, 1)
    slip(event, owner, "1 www")
    slip(event, owner, "2 wlw")
    complete_round(event_id=event.pk, actor=owner, number=1)
    rows = standings.compute(tournament_of(event))
    assert [row.points for row in rows] == [3, 3, 0, 0]
    # 3-0 and 2-1 are worth the same, so only the drawing of lots separates the two.
    assert rows[0].ranked == rows[1].ranked
    assert rows[0].drawn
    assert rows[1].drawn
