"""The tables of a cut at tables of four, as a part of a write."""

from __future__ import annotations

from collections.abc import Mapping

from domain.results import result_of_marks
from domain.table_marks import marks_of_winner
from events.core.results.report_actions import NewReport, write_reports
from events.core.seats.allocator import tables_for
from events.models import Enrollment, Match, Report, Round, TableSeat
from pairings.formats.table_cuts import CutRound


def create_cut_matches(round: Round, played: CutRound, people: Mapping[int, Enrollment]) -> None:
    """Write the tables of a round of a cut, the better seed in the earlier seat, and who waits.

    A player who left stays in the seat and is not replaced. Where one player alone is still here,
    that player goes on without a game; where nobody is, the best seed does.
    """
    tables = [tuple(people[pk] for pk in table.players) for table in played.tables]
    contested = [_number_here(players) > 1 for players in tables]
    free = iter(tables_for(round.event, round, [None] * sum(contested)))
    matches = Match.objects.bulk_create(
        Match(
            round=round,
            kind=Match.Kind.TABLE,
            table=next(free) if is_played else None,
            slot=table.slot,
            first=players[0],
        )
        for table, players, is_played in zip(played.tables, tables, contested, strict=True)
    )
    seated = list(zip(matches, tables, strict=True))
    TableSeat.objects.bulk_create(
        TableSeat(match=match, seat=seat, enrollment=player)
        for match, players in seated
        for seat, player in enumerate(players, 1)
    )
    for slot, player in played.waiting:
        waits = Match.bye(round, people[player])
        waits.slot = slot
        waits.save()
    write_reports([_walkover(match, players) for match, players in seated if match.table is None])


def _walkover(match: Match, players: tuple[Enrollment, ...]) -> NewReport:
    """Return the report that sends on the one player who is still here, else the best seed."""
    here = [seat for seat, player in enumerate(players, 1) if _is_here(player)]
    marks = marks_of_winner(len(players), here[0] if here else 1)
    return NewReport(match, result_of_marks(marks), Report.Source.WALKOVER)


def _number_here(players: tuple[Enrollment, ...]) -> int:
    return sum(_is_here(player) for player in players)


def _is_here(player: Enrollment) -> bool:
    return player.state == Enrollment.State.ACTIVE
