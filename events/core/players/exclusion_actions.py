"""Leave players of the roster out of round 1, and readmit them."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from events.core.drops.drop_parts import PLAYING, reinstate_player
from events.core.event_write import Write, event_write
from events.core.players.before_round_1 import before_round_1
from events.core.players.enrollment_actions import first_round
from events.core.players.joining import check_joining
from events.core.progress.presence import matches_of_missed, missed_counts
from events.core.refusals import RefusedError
from events.models import Enrollment, Event, Match, Verb

COLUMNS = ["state", "dropped_after", "dropped_silently", "excluded"]
# The journal names this many and counts the rest.
NAMED = 20


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Players to leave out of round 1: the reasons, and the numbers that the person saw."""

    codes: Collection[str]
    seen: Collection[int]


def exclude_players(write: Write, wanted: Exclusion) -> dict[str, Any]:
    """Drop the players who are left out of round 1, as a part of the write that pairs it.

    A player who checked in meanwhile is paired. Returns the journal data for the pairing's entry.
    RefusedError if the reasons apply to a player whom the person did not see.
    """
    people = before_round_1(write.event).excluded(wanted.codes)
    if any(player.number not in wanted.seen for player in people):
        raise RefusedError(
            _("More players are now not ready. Check the list again before you pair.")
        )
    for player, reason in people.items():
        player.state = Enrollment.State.DROPPED
        player.dropped_after = 0
        player.dropped_silently = reason == Enrollment.Excluded.ABSENT
        player.excluded = reason
    Enrollment.objects.bulk_update(people, COLUMNS, batch_size=500)
    names = [player.name for player in people]
    return {"left_out": len(people), "names": names[:NAMED]} if people else {}


def readmit_players(*, event_id: int, actor: User) -> int:
    """Reinstate all players who were left out of round 1; return how many.

    Only while round 1 is unposted. They have no match in it: pair it again, or add them.
    """
    with event_write(event_id, actor) as write:
        newest = write.event.rounds.order_by("-number").first()
        if newest is None or newest.number > 1 or not newest.is_unposted:
            raise RefusedError(
                _("Round 1 is posted. Check in the players one at a time as late entries.")
            )
        count = readmit_excluded(write.event)
        if not count:
            raise RefusedError(_("No players are left out of round 1 now."))
        write.journal(Verb.REINSTATED, round=newest, count=count)
    return count


def readmit_excluded(event: Event) -> int:
    """Reinstate players who were left out of round 1, as a part of a write; return how many."""
    return event.enrollments.exclude(excluded="").update(**PLAYING)


def comes_late(enrollment: Enrollment) -> bool:
    """Return whether a dropped player did not take part yet, so that a return is a late entry."""
    return enrollment.state == Enrollment.State.DROPPED and enrollment.dropped_after == 0


def enter_late(write: Write, enrollment: Enrollment, reason: str = "") -> None:
    """Admit a player who was dropped before round 1 as a late entry.

    Runs inside an event write. A missed round with an awarded bye is that bye; the event's policy
    for late players decides the others. Raises RefusedError if no player can join any more.
    """
    event = write.event
    check_joining(event)
    rounds = list(event.rounds.select_related("stage").defer("posted_rows").order_by("number"))
    losses = event.late_policy == Event.LatePolicy.LOSSES
    missed = matches_of_missed(rounds, enrollment, losses=losses)
    reinstate_player(enrollment)
    enrollment.first_round = first_round(rounds)
    enrollment.save(update_fields=["first_round"])
    Match.objects.bulk_create(missed)
    counts = missed_counts(missed)
    write.journal(Verb.REINSTATED, enrollment=enrollment, reason=reason, **counts)
