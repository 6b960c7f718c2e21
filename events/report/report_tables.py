"""The final report as tables of plain values, in the reader's language."""

from collections.abc import Mapping
from decimal import Decimal
from itertools import zip_longest

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from domain.results import Winner
from events.core.prizes.prize_words import value_words
from events.core.report.report_values import Person, Report, ReportLine, ReportMatch
from events.core.stages.elimination_results import EliminationResult
from events.core.stages.stage_words import finish_words, result_of_player
from events.core.words.result_words import outcome_words
from events.core.words.tiebreakers import tiebreaker_short
from events.core.words.venue_times import venue_time
from events.models import Enrollment, Match, Stage
from events.report.facts import facts_of
from events.web.spreadsheets.sheet_tables import Cell, Column, SheetTable
from standings.display import DASH
from standings.row import Row

_WINNERS: dict[Winner | None, str | Promise] = {
    Winner.FIRST: gettext_lazy("player 1 won"),
    Winner.SECOND: gettext_lazy("player 2 won"),
    Winner.DRAWN: gettext_lazy("draw"),
    Winner.NOBODY: gettext_lazy("double loss"),
    None: gettext_lazy("no result yet"),
}


def report_tables(report: Report, *, exact: bool = False) -> list[SheetTable]:
    """Return every table: event, standings, matches, departures, penalties, appeals, prizes.

    `exact`: each tiebreaker also as an exact fraction.
    """
    facts: list[tuple[Cell, ...]] = [(_("Event"), report.event.name), *facts_of(report)]
    return [
        SheetTable("event", _("Event"), _columns(_("What"), _("Value")), facts),
        _standings(report, exact=exact),
        _matches(report),
        _departures(report),
        _penalties(report),
        _appeals(report),
        *([_prizes(report)] if report.prizes else []),
    ]


def _columns(*titles: str) -> tuple[Column, ...]:
    return tuple(Column(title) for title in titles)


def _standings(report: Report, *, exact: bool) -> SheetTable:
    with_id = bool(report.event.platform)
    seats = report.event.seats
    named = [_("Number"), _("Name"), *([_("Platform ID")] if with_id else [])]
    named += [_("Seat %(seat)s") % {"seat": seat} for seat in seats]
    reached = report.elimination_results
    record = [_("Match points"), _("Won"), _("Lost"), _("Drawn"), _("Byes"), _("Rounds")]
    if reached is not None:
        record = [_("Came to")]
    finishes = report.finishes
    came = [] if finishes is None else [_("Came to"), _("Swiss rank")]
    columns = [*_columns(_("Place"), *named, _("State"), *came, *record)]
    for code in report.columns if reached is None else ():
        short = str(tiebreaker_short(code.value))
        columns.append(Column(short))
        if exact:
            columns.append(Column(_("%(name)s exact") % {"name": short}, exact=True))
    columns.append(Column(_("Drawn by lot")))
    rows: list[tuple[Cell, ...]] = []
    for line in report.standings:
        row, person = line.row, line.person
        head: list[Cell] = [row.place, *_person(person, with_id)]
        head += [name for _seat, name in zip_longest(seats, person.members[: len(seats)])]
        head.append(_state(person))
        if finishes is not None:
            finish = finishes.get(row.player)
            head += [finish_words(finishes, row.player), finish.swiss_rank if finish else None]
        head += _counted(line, reached, exact=exact)
        rows.append((*head, _("yes") if row.drawn else ""))
    return SheetTable("standings", _("Standings"), tuple(columns), rows)


def _points(row: Row) -> Cell:
    points = row.points
    return points if isinstance(points, int) else Decimal(str(points))


def _counted(
    line: ReportLine, reached: Mapping[int, EliminationResult] | None, *, exact: bool
) -> list[Cell]:
    row = line.row
    if reached is not None:
        return [result_of_player(reached, row.player)]
    cells: list[Cell] = [_points(row), row.wins, row.losses, row.draws, row.byes, row.rounds]
    for shown, fraction in line.figures:
        cells.append(None if shown == DASH else Decimal(shown))
        if exact:
            cells.append(fraction)
    return cells


def _person(person: Person | None, with_id: bool) -> tuple[Cell, ...]:
    if person is None:
        return (None, "", "") if with_id else (None, "")
    named = (person.number, person.name)
    return (*named, person.platform_id) if with_id else named


def _state(person: Person) -> str:
    return str(Enrollment.State(person.state).label)


def _how(person: Person) -> str:
    if person.no_show:
        return _("no-show")
    return _("left without a word") if person.dropped_silently else ""


def _tables(report: Report) -> SheetTable:
    """Return the seats of tables of three to five: one line a player."""
    heads = [_("Round"), _("Table"), _("Seat"), _("Number"), _("Name"), _("Result")]
    rows: list[tuple[Cell, ...]] = []
    for round in report.rounds:
        for match in round.matches:
            people = match.players_by_seat or (match.first,)
            outcomes = dict(match.outcomes)
            for seat, person in enumerate(people, 1):
                outcome = outcomes[person.number]
                words = "" if outcome is None else outcome_words(outcome)
                place = seat if match.is_table else None
                rows.append((round.number, match.table, place, person.number, person.name, words))
    return SheetTable("matches", _("Matches"), _columns(*heads), rows)


def _matches(report: Report) -> SheetTable:
    if report.event.at_tables:
        return _tables(report)
    with_id = bool(report.event.platform)
    first = [_("Number 1"), _("Player 1"), *([_("Platform ID 1")] if with_id else [])]
    second = [_("Number 2"), _("Player 2"), *([_("Platform ID 2")] if with_id else [])]
    games = [_("Games won by player 1"), _("Games won by player 2"), _("Drawn games")]
    if report.by_seats:
        games = [_("Seats won by team 1"), _("Seats won by team 2"), _("Drawn seats")]
        games.append(_("Seats A, B, C of team 1: w won, l lost, d drawn, - not finished"))
    heads = [_("Round"), _("Stage"), _("Table"), *first, *second, *games, _("Result")]
    rows: list[tuple[Cell, ...]] = []
    for round in report.rounds:
        stage = str(dict(Stage.KIND_WORDS)[round.stage_kind])
        for match in round.matches:
            people = (*_person(match.first, with_id), *_person(match.second, with_id))
            score: tuple[Cell, ...] = match.games or (None, None, None)
            score += (match.seats,) if report.by_seats else ()
            rows.append((round.number, stage, match.table, *people, *score, _outcome(match)))
    return SheetTable("matches", _("Matches"), _columns(*heads), rows)


def _outcome(match: ReportMatch) -> str:
    return str(_WINNERS[match.winner] if match.is_played else dict(Match.KIND_WORDS)[match.kind])


def _departures(report: Report) -> SheetTable:
    columns = _columns(_("Number"), _("Name"), _("State"), _("Last round"), _("How"))
    rows: list[tuple[Cell, ...]] = [
        (
            departure.number,
            departure.name,
            _state(departure),
            departure.dropped_after,
            _how(departure),
        )
        for departure in report.drops
    ]
    return SheetTable("departures", _("Drops"), columns, rows)


def _penalties(report: Report) -> SheetTable:
    columns = _columns(
        _("Round"),
        _("Number"),
        _("Name"),
        _("Infraction"),
        _("Penalty"),
        _("Note"),
        _("Given by"),
        _("Time"),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            penalty.round_number,
            penalty.enrollment.number,
            penalty.enrollment.called,
            str(penalty.get_infraction_display()),
            str(penalty.get_penalty_display()),
            penalty.note,
            penalty.given_by.get_username(),
            venue_time(report.event, penalty.given_at),
        )
        for penalty in report.penalties
    ]
    return SheetTable("penalties", _("Penalties"), columns, rows)


def _appeals(report: Report) -> SheetTable:
    columns = _columns(
        _("Round"),
        _("Number"),
        _("Name"),
        _("Ruling"),
        _("Ruled by"),
        _("Heard by"),
        _("Outcome"),
        _("Note"),
        _("Time"),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            appeal.round_number,
            appeal.enrollment.number,
            appeal.enrollment.called,
            appeal.ruling,
            appeal.ruled_by,
            appeal.heard_by,
            str(appeal.get_outcome_display()),
            appeal.note,
            venue_time(report.event, appeal.at),
        )
        for appeal in report.appeals
    ]
    return SheetTable("appeals", _("Appeals"), columns, rows)


def _prizes(report: Report) -> SheetTable:
    columns = _columns(_("Place"), _("Number"), _("Name"), _("Prize"), _("Handed out"))
    rows: list[tuple[Cell, ...]] = [
        (
            award.place or None,
            award.number,
            award.name,
            value_words(award.value, award.currency),
            venue_time(report.event, award.handed.at) if award.handed else "",
        )
        for award in report.prizes
    ]
    return SheetTable("prizes", _("Prizes"), columns, rows)
