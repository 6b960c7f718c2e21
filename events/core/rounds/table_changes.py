"""Change tables of three to five of an unposted round by hand, as a part of a write."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from domain.table_marks import SMALLEST_TABLE, USUAL_TABLE
from domain.written_names import written_name
from events.core.refusals import RefusedError
from events.models import Enrollment, Match, Round, TableSeat
from events.models.querysets import of_player


def swap_seats(round: Round, first: int, second: int) -> tuple[Enrollment, Enrollment]:
    """Swap the seats of two players (enrollment numbers); one may hold the bye. Return both.

    RefusedError for a player who is not in the round.
    """
    here, mover = _match_of(round, first, "first")
    there, other = _match_of(round, second, "second")
    if Match.Kind.UNPAIRED in (here.kind, there.kind):
        raise RefusedError(_("A player with an assigned loss is not seated. Add the player first."))
    changed = {mover.pk: other, other.pk: mover}
    tables = {match.pk: match for match in (here, there)}
    players = {
        pk: [changed.get(player.pk, player) for player in match.players]
        for pk, match in tables.items()
    }
    # Written in two steps: otherwise a player would briefly sit twice, which the database refuses.
    for match in tables.values():
        match.delete()
    for pk, match in tables.items():
        _write(match, players[pk])
    return mover, other


def seat_late_player(round: Round, joining: Enrollment) -> None:
    """Give a player the free seat at a table of three, else a bye."""
    for match, size in _sizes(round):
        if size < USUAL_TABLE:
            TableSeat.objects.create(match=match, seat=size + 1, enrollment=joining)
            return
    Match.bye(round, joining).save()


def leave_table(round: Round, number: int) -> Enrollment:
    """Remove a player from an unposted round; return the player.

    RefusedError if fewer than three would be left at the table.
    """
    match, leaving = _match_of(round, number, "player")
    if not match.is_table:
        match.delete()
        return leaving
    staying = [player for player in match.players if player.pk != leaving.pk]
    if len(staying) < SMALLEST_TABLE:
        raise RefusedError(
            _(
                "Two players would be left at table %(table)d. Drop %(name)s, then pair the round "
                "again."
            )
            % {"table": match.table or 0, "name": written_name(leaving)},
            "player",
        )
    match.delete()
    _write(match, staying)
    return leaving


def _match_of(round: Round, number: int, field: str) -> tuple[Match, Enrollment]:
    """Return the match of a player of a round, and the player; RefusedError without one."""
    player = round.event.enrollments.filter(number=number).first()
    matches = round.matches.select_related("first").prefetch_related("table_seats__enrollment")
    match = None if player is None else matches.filter(of_player(player)).first()
    if player is None or match is None:
        raise RefusedError(
            _("Player %(player)d is not in the unposted round %(number)d.")
            % {"player": number, "number": round.number},
            field,
        )
    return match, player


def _write(match: Match, players: Sequence[Enrollment]) -> None:
    """Write a deleted match again, with these players by seat."""
    if not match.is_table:
        Match.bye(match.round, players[0]).save()
        return
    made = Match.objects.create(
        round=match.round, table=match.table, kind=match.kind, first=players[0]
    )
    TableSeat.objects.bulk_create(
        TableSeat(match=made, seat=seat, enrollment=player)
        for seat, player in enumerate(players, 1)
    )


def _sizes(round: Round) -> list[tuple[Match, int]]:
    """Return the tables of a round from the last, each with its number of seats."""
    tables = round.matches.of_tables().order_by("-table").prefetch_related("table_seats")
    return [(match, len(match.table_seats.all())) for match in tables]
