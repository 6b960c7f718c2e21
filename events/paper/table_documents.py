"""Documents that are one table: pairings, standings, seats, the list to sign."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from domain.names import listed_name
from events.core.repairing.options import Move
from events.core.repairing.queries import RepairingSheet
from events.core.repairing.repairing_words import seat_words
from events.core.rounds.table_marks import table_mark
from events.core.seats.table_numbering import room_of
from events.core.stages.pod_queries import MeetingSeat
from events.core.stages.stage_words import round_title
from events.core.words.venue_times import venue_time
from events.models import Enrollment, Event, Match, PodSeat, Round
from events.paper.document import Cell, Document, document, name_on_paper, table_text, with_small
from events.paper.queries import NameLine, PaperMatch, Side

# A page in newspaper columns; a single column has large letters for the wall.
NARROW, WIDE, LARGE = 3, 2, 1
_LARGER = 1.3
# Lines per sheet in large letters; a list of this length needs no columns.
_LINES_OF_A_SHEET = 34


@dataclass(frozen=True, slots=True)
class Column:
    """One column: `width` in millimetres, or negative as a share of the remaining width.

    `size` and `small` are in points: of the text, and of the small print after it.
    """

    label: str
    width: float
    size: float = 10
    small: float = 7.5
    bold: bool = False
    right: bool = False


def pairings_by_name(round: Round, lines: Iterable[NameLine], columns: int = WIDE) -> Document:
    """Return everyone by name, with the table; in one or two columns also with the opponent."""
    special = room_of(round.event).special
    table = Column(_("Table"), 12, 13, bold=True, right=True)
    shown = [table, Column(_("Player"), -5, 10.5, 7), Column(_("Opponent"), -4, 8)]
    by_family = not round.event.is_for_teams
    rows = [
        [
            table_text(line.table),
            side_cell(line.own, special.get(line.table or 0, ""), listed=by_family),
            str(line.seat) if line.seat else _opponent(line),
        ]
        for line in lines
    ]
    if round.stage.is_tables:
        shown[2] = Column(_("Seat"), 16, 11)
    elif columns == NARROW:
        shown = [table, Column(_("Player"), -1, 10, 7)]
        rows = [row[:2] for row in rows]
    return round_list(round, "pairings-by-name", shown, rows, newspaper=columns)


def pairings_by_table(round: Round, matches: Iterable[PaperMatch]) -> Document:
    """Return the matches in the order of the tables."""
    special = room_of(round.event).special
    shown = [
        Column(_("Table"), 24, 15, 7, bold=True, right=True),
        Column(_("Player"), -1, 12, 9),
        Column(_("Opponent"), -1, 12, 9),
    ]
    rows = [
        [
            with_small(table_text(paper.match.table), table_mark(special, paper.match)),
            side_cell(paper.first),
            side_cell(paper.second) if paper.second else without_opponent(paper.match.kind),
        ]
        for paper in matches
    ]
    return round_list(round, "pairings-by-table", shown, rows, row=1.1)


def meeting_seats(event: Event, seats: Iterable[MeetingSeat]) -> Document:
    """Return a seat for everyone at the player meeting, by name."""
    shown = [
        Column(_("Table"), 13, 13, bold=True, right=True),
        Column(_("Player"), -1, 10.5),
    ]
    rows: list[list[Cell]] = [[str(seat.table), name_on_paper(seat.player)] for seat in seats]
    title = _("Player meeting seating")
    tail = "" if rows else _("No players are enrolled yet.")
    return one_table(event, "seats", title, shown, rows, newspaper=NARROW, tail=tail)


def sign_in(event: Event, players: Iterable[Enrollment]) -> Document:
    """Return everyone by name with a place to sign."""
    shown = [
        Column(_("Number"), 16, 10, right=True),
        Column(_("Name"), -5, 12, 9),
        Column(_("Signature"), -4),
    ]
    named = name_on_paper if event.is_for_teams else _listed
    rows: list[list[Cell]] = [
        [
            str(player.number),
            with_small(named(player), player.platform_id),
            "",
        ]
        for player in players
    ]
    return one_table(event, "sign-in", _("Sign-in list"), shown, rows, row=2)


def pods_by_name(event: Event, stage: int, seats: Iterable[PodSeat], note: str) -> Document:
    """Return the draft seats by name; `note` says whether players see them."""
    shown = [
        Column(_("Pod"), 12, 13, bold=True, right=True),
        Column(_("Seat"), 11, 11, right=True),
        Column(_("Player"), -1, 11),
    ]
    rows: list[list[Cell]] = [
        [str(seat.pod), str(seat.seat), name_on_paper(seat.enrollment)] for seat in seats
    ]
    name = f"pods-{stage}-by-name"
    return one_table(event, name, _("Draft seats"), shown, rows, note=note, newspaper=WIDE)


def pods_by_pod(
    event: Event, stage: int, pods: Mapping[int, Iterable[PodSeat]], note: str
) -> Document:
    """Return the draft seats pod by pod, each under its heading and on one sheet."""
    shown = [Column(_("Seat"), 15, 15, bold=True, right=True), Column(_("Player"), -1, 13)]
    groups: list[tuple[str, list[list[Cell]]]] = [
        (
            _("Pod %(number)s") % {"number": number},
            [[str(seat.seat), name_on_paper(seat.enrollment)] for seat in pod],
        )
        for number, pod in pods.items()
    ]
    title, file = _("Draft seats"), f"pods-{stage}-by-pod"
    return _groups(event, file, title, shown, groups, note=note, newspaper=WIDE, row=1.1)


def changed_tables(round: Round, sheet: RepairingSheet) -> Document:
    """List the players moved by a re-pairing: seat before, seat after, opponent."""
    shown = [
        Column(_("Player"), -5, 12, bold=True),
        Column(_("Before"), -2, 12),
        Column(_("After"), -2, 12),
        Column(_("Opponent"), -5, 12),
    ]
    rows: list[list[Cell]] = [
        [
            name_on_paper(move.player),
            seat_words(move.before),
            _moved(move),
            name_on_paper(move.after.opponent) if move.after.opponent else "",
        ]
        for move in sheet.moves
    ]
    return one_table(
        round.event,
        f"round-{round.number}-changed-tables-{sheet.repairing.pk}",
        _("Round %(number)s: changed tables") % {"number": round.number},
        shown,
        rows,
        row=1.1,
        when=venue_time(round.event, sheet.repairing.at),
        note=_("undone") if sheet.repairing.undone_at else "",
    )


def _moved(move: Move) -> Cell:
    words, table = seat_words(move.after), move.after.table
    stays = table is not None and move.before.table == table
    return words if stays else {"text": words, "small": "", "bold": True}


def round_note(round: Round) -> str:
    """Return the words in the head of a round that players don't see yet."""
    return _("not posted") if round.is_unposted else ""


def round_list(
    round: Round, name: str, columns: list[Column], rows: list[list[Cell]], **more: Any
) -> Document:
    """Return the list of a round."""
    file = f"round-{round.number}-{name}"
    note = round_note(round)
    return one_table(round.event, file, round_title(round), columns, rows, note=note, **more)


def one_table(
    event: Event,
    name: str,
    title: str,
    columns: list[Column],
    rows: list[list[Cell]],
    *,
    newspaper: int = 0,
    **more: Any,
) -> Document:
    """Return one table; in columns of the page only where it is too long for one sheet."""
    if newspaper and (newspaper == LARGE or len(rows) <= _LINES_OF_A_SHEET):
        columns = [_larger(column) for column in columns]
        newspaper, more["row"] = 1, 1.2
    return _groups(event, name, title, columns, [("", rows)], newspaper=newspaper or 1, **more)


def _larger(column: Column) -> Column:
    """Return the column with larger letters, and with the room that they need."""
    width = column.width * _LARGER if column.width > 0 else column.width
    size, small = column.size * _LARGER, column.small * _LARGER
    return replace(column, width=width, size=size, small=small)


def _groups(
    event: Event,
    name: str,
    title: str,
    columns: list[Column],
    groups: Iterable[tuple[str, list[list[Cell]]]],
    *,
    newspaper: int,
    row: float = 0.6,
    **more: Any,
) -> Document:
    """Return tables of the same columns, each with its heading, "" for one that needs none.

    `row` is the room above and below a line in millimetres; `newspaper` is the number of columns on
    the page. `more`: `note` and `when` of a document, `tail` for the words at the end.
    """
    return document(
        event,
        "list",
        name,
        title,
        newspaper=newspaper,
        row=row,
        columns=[asdict(column) for column in columns],
        groups=[
            {"title": heading, "cells": [cell for line in rows for cell in line]}
            for heading, rows in groups
        ],
        **more,
    )


def _opponent(line: NameLine) -> str:
    return name_on_paper(line.other.player) if line.other else without_opponent(line.kind)


def without_opponent(kind: str) -> str:
    """Return the text shown in place of an opponent."""
    return _("Bye") if kind == Match.Kind.BYE else _("Assigned loss")


def side_cell(side: Side, more: str = "", *, listed: bool = False) -> Cell:
    """Return a player; `listed`: the family name first, where a list is in its order."""
    small = filter(None, [side.record, ", ".join(side.members), more])
    name = _listed(side.player) if listed else name_on_paper(side.player)
    return with_small(name, " ".join(small))


def _listed(player: Enrollment) -> str:
    """Return a name as a list by family name shows it.

    A name with a phonetic name is shown unchanged: the phonetic name decides only its place.
    """
    listed = player.name if player.reading else listed_name(player.name, player.sort_name)
    return name_on_paper(player, listed)


def seats_by_table(round: Round, matches: Iterable[PaperMatch]) -> Document:
    """Return tables of three to five in their order, a line for each seat."""
    special = room_of(round.event).special
    shown = [
        Column(_("Table"), 24, 15, 7, bold=True, right=True),
        Column(_("Seat"), 14, 12, right=True),
        Column(_("Player"), -1, 12, 9),
    ]
    rows: list[list[Cell]] = []
    for paper in matches:
        table = with_small(table_text(paper.match.table), table_mark(special, paper.match))
        if not paper.at_table:
            rows.append(
                [
                    table,
                    "",
                    with_small(
                        name_on_paper(paper.first.player), without_opponent(paper.match.kind)
                    ),
                ]
            )
        for seat, side in enumerate(paper.at_table, 1):
            rows.append([table if seat == 1 else "", str(seat), side_cell(side)])
    return round_list(round, "pairings-by-table", shown, rows, row=1.1)
