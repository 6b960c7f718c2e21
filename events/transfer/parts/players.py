"""Players and teams, and their drops."""

import datetime
from collections.abc import Sequence

from archive.archived_players import ArchivedDrop, ArchivedPlayer
from archive.values import Archive
from domain.kinds import CameFrom, LeftOut
from domain.names import clean_reading
from events.core.players.enrollment_actions import players_of, write_members
from events.models import Enrollment, Event
from events.transfer.shared_fields import SharedFields

# Other sources exist only on this computer.
CAME_FROM = frozenset(CameFrom)

PLAYER = SharedFields(
    ArchivedPlayer,
    "number",
    "name",
    "reading",
    "sort_name",
    "platform_id",
    "awarded_byes",
    "byes_series",
    "byes_place",
    "first_round",
    "checked_in",
    "fixed_table",
    "eligible_because",
    "alias",
    apart=("email", "checked_in_at", "came_from", "paid", "members"),
)


def archived_player(
    enrollment: Enrollment,
    members: Sequence[str],
    began: datetime.datetime | None,
    *,
    emails: bool,
) -> ArchivedPlayer:
    """Return a player; a check-in before `began` has no time in an archive.

    Without `emails` neither the address nor the source of the enrollment nor the payment.
    """
    here, source = enrollment.checked_in_at, enrollment.source
    return PLAYER.value_of(
        enrollment,
        email=enrollment.player.email or "" if emails else "",
        checked_in_at=here if here and began and here >= began else None,
        came_from=CameFrom(source) if emails and source in CAME_FROM else None,
        paid=enrollment.paid and emails,
        members=tuple(members),
    )


def archived_drops(event: Event, people: Sequence[Enrollment]) -> tuple[ArchivedDrop, ...]:
    """Return the drops: imported ones in imported order, then by round and player number."""
    order = {number: place for place, number in enumerate(event.imported_drops)}
    gone = [
        (
            order.get(enrollment.number, len(order)),
            enrollment.dropped_after,
            enrollment.number,
            enrollment,
        )
        for enrollment in people
        if enrollment.dropped_after is not None
    ]
    return tuple(
        ArchivedDrop(
            player=number,
            after_round=after,
            disqualified=enrollment.state == Enrollment.State.DISQUALIFIED,
            with_report=enrollment.dropped_by_report_id is not None,
            silently=enrollment.dropped_silently,
            left_out=LeftOut(enrollment.excluded) if enrollment.excluded else None,
        )
        for _place, after, number, enrollment in sorted(gone, key=lambda entry: entry[:3])
    )


def create_enrollments(
    event: Event, archive: Archive, some: Sequence[ArchivedPlayer]
) -> dict[int, Enrollment]:
    """Write some players in the order of the file; return their enrollments by number."""
    drops = {drop.player: drop for drop in archive.drops}
    humans = players_of(event, [(player.name, player.email) for player in some])
    enrollments = []
    for player, human in zip(some, humans, strict=True):
        drop = drops.get(player.number)
        state = Enrollment.State.ACTIVE
        if drop is not None:
            state = Enrollment.State.DISQUALIFIED if drop.disqualified else Enrollment.State.DROPPED
        columns = PLAYER.columns_of(player)
        columns["reading"] = clean_reading(player.reading)
        enrollments.append(
            Enrollment(
                event=event,
                player=human,
                checked_in_at=player.checked_in_at,
                paid=player.paid,
                source=player.came_from or Enrollment.Source.ARCHIVE,
                state=state,
                dropped_after=drop.after_round if drop else None,
                # Older files also marked players with a bye, who were rightly absent.
                dropped_silently=drop is not None
                and drop.silently
                and drop.after_round >= player.awarded_byes,
                excluded=drop.left_out.value if drop and drop.left_out else "",
                **columns,
            )
        )
    Enrollment.objects.bulk_create(enrollments)
    write_members((team, player.members) for team, player in zip(enrollments, some, strict=True))
    return {enrollment.number: enrollment for enrollment in enrollments}
