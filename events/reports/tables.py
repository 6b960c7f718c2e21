"""The final report as tables of plain values, in the reader's language."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import zip_longest

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from archive.results import Winner
from events.models import Enrollment, Match, Stage
from events.reports.facts import facts_of, venue_time
from events.selectors.report import Person, Report, ReportMatch
from events.words.tiebreakers import tiebreaker_short
from standings.display import DASH

Cell = str | int | Decimal | Fraction | None

_WINNERS: dict[Winner | None, str | Promise] = {
    Winner.FIRST: gettext_lazy("player 1 won"),
    Winner.SECOND: gettext_lazy("player 2 won"),
    Winner.DRAWN: gettext_lazy("draw"),
    Winner.NOBODY: gettext_lazy("double loss"),
    None: gettext_lazy("no result yet"),
}


@dataclass(frozen=True, slots=True)
class Column:
    """The head of a column; `exact`: it holds fractions, or nothing."""

    title: str
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the report; `code` is its name in addresses and files."""

    code: str
    title: str
    columns: tuple[Column, ...]
    rows: list[tuple[Cell, ...]]


def report_tables(report: Report) -> list[Table]:
    """Return every table of the report: event, standings, matches, departures, penalties."""
    facts: list[tuple[Cell, ...]] = [(_("Event"), report.event.name), *facts_of(report)]
    return [
        Table("event", _("Event"), _columns(_("What"), _("Value")), facts),
        _standings(report),
        _matches(report),
        _departures(report),
        _penalties(report),
        _appeals(report),
    ]


def _columns(*titles: str) -> tuple[Column, ...]:
    return tuple(Column(title) for title in titles)


def _standings(report: Report) -> Table:
    with_id = bool(report.event.platform)
    seats = report.event.seats
    named = [_("Number"), _("Name"), *([_("Platform ID")] if with_id else [])]
    named += [_("Seat %(seat)s") % {"seat": seat} for seat in seats]
    record = [_("Match points"), _("Won"), _("Lost"), _("Drawn"), _("Byes"), _("Rounds")]
    columns = [*_columns(_("Place"), *named, _("State"), *record)]
    for code in report.columns:
        short = str(tiebreaker_short(code.value))
        columns += [Column(short), Column(_("%(name)s exact") % {"name": short}, exact=True)]
    columns.append(Column(_("Drawn by lot")))
    rows: list[tuple[Cell, ...]] = []
    for line in report.standings:
        row, person = line.row, line.person
        head: list[Cell] = [row.place, *_person(person, with_id)]
        head += [name for _seat, name in zip_longest(seats, person.members[: len(seats)])]
        head += [_state(person), row.points, row.wins, row.losses, row.draws, row.byes, row.rounds]
        for shown, exact in line.figures:
            head += [None if shown == DASH else Decimal(shown), exact]
        rows.append((*head, _("yes") if row.drawn else ""))
    return Table("standings", _("Standings"), tuple(columns), rows)


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
    return _("left without a word") if person.left_silently else ""


def _matches(report: Report) -> Table:
    with_id = bool(report.event.platform)
    first = [_("Number 1"), _("Player 1"), *([_("Platform ID 1")] if with_id else [])]
    second = [_("Number 2"), _("Player 2"), *([_("Platform ID 2")] if with_id else [])]
    games = [_("Games won by player 1"), _("Games won by player 2"), _("Drawn games")]
    if report.by_seats:
        games = [_("Seats won by team 1"), _("Seats won by team 2"), _("Drawn seats")]
        games.append(_("Seats A, B, C of team 1: w won, l lost, d drawn, - not finished"))
    heads = [_("Round"), _("Stage"), _("Table"), *first, *second, *games, _("Result")]
    rows: list[tuple[Cell, ...]] = []
    for one in report.rounds:
        stage = str(Stage.Kind(one.stage_kind).label)
        for match in one.matches:
            people = (*_person(match.first, with_id), *_person(match.second, with_id))
            score: tuple[Cell, ...] = match.games or (None, None, None)
            score += (match.seats,) if report.by_seats else ()
            rows.append((one.number, stage, match.table, *people, *score, _outcome(match)))
    return Table("matches", _("Matches"), _columns(*heads), rows)


def _outcome(match: ReportMatch) -> str:
    return str(_WINNERS[match.winner] if match.is_played else Match.Kind(match.kind).label)


def _departures(report: Report) -> Table:
    columns = _columns(_("Number"), _("Name"), _("State"), _("Last round"), _("How"))
    rows: list[tuple[Cell, ...]] = [
        (one.number, one.name, _state(one), one.left_after, _how(one)) for one in report.departures
    ]
    return Table("departures", _("Drops"), columns, rows)


def _penalties(report: Report) -> Table:
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
            one.round_number,
            one.enrollment.number,
            one.enrollment.name,
            str(one.get_infraction_display()),
            str(one.get_penalty_display()),
            one.note,
            one.given_by.get_username(),
            venue_time(report.event, one.given_at),
        )
        for one in report.penalties
    ]
    return Table("penalties", _("Penalties"), columns, rows)


def _appeals(report: Report) -> Table:
    columns = _columns(
        _("Round"),
        _("Number"),
        _("Name"),
        _("Ruling"),
        _("Who ruled"),
        _("Who heard it"),
        _("Outcome"),
        _("Note"),
        _("Time"),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            one.round_number,
            one.enrollment.number,
            one.enrollment.name,
            one.ruling,
            one.ruled_by,
            one.heard_by,
            str(one.get_outcome_display()),
            one.note,
            venue_time(report.event, one.at),
        )
        for one in report.appeals
    ]
    return Table("appeals", _("Appeals"), columns, rows)
