"""The parts of a write in which somebody leaves an event or comes back (rules, 2.9)."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Max, Q
from django.utils.translation import gettext_lazy as _

from events.core.event_write import Write, open_event
from events.core.refusals import RefusedError
from events.models import Enrollment, Event, Match, Report, Verb

LEFT_COLUMNS = ["state", "left_after", "left_silently"]


def find_player(event: Event, number: int) -> Enrollment:
    """The player with this number in the event; RefusedError when there is none."""
    enrollment = event.enrollments.select_related("player").filter(number=number).first()
    if enrollment is None:
        raise RefusedError(_("No player has number %(number)d.") % {"number": number}, "number")
    return enrollment


def apply_drop(write: Write, enrollment: Enrollment, *, reason: str, member: str = "") -> None:
    """Drop a player as a part of a write.

    `reason` is free text or a code ("no-show", "not-checked-in"), `member` the name of the one
    who leaves a team, and the team with that. A player who is paired stays paired. Raises
    RefusedError when the player has left already.
    """
    if enrollment.state != Enrollment.State.ACTIVE:
        raise RefusedError(_("%(name)s is no longer in the event.") % {"name": enrollment.name})
    leave(enrollment, Enrollment.State.DROPPED)
    write.journal(
        Verb.DROPPED,
        enrollment=enrollment,
        reason=reason,
        after=enrollment.left_after,
        **of_member(member),
    )


def drop_with(write: Write, enrollment: Enrollment, report: Report) -> None:
    """Drop a player by what was reported of a match: undoing the report takes it back."""
    came = report.source != Report.Source.NO_SHOW
    apply_drop(write, enrollment, reason="slip" if came else "no-show")
    enrollment.left_with = report
    enrollment.save(update_fields=["left_with"])


def take_back_drop(write: Write, enrollment: Enrollment) -> None:
    """Undo a drop that came with a result, as a part of a write."""
    if enrollment.state != Enrollment.State.DROPPED:
        raise RefusedError(_("%(name)s has not dropped.") % {"name": enrollment.name})
    come_back(enrollment)
    write.journal(Verb.REINSTATED, enrollment=enrollment, reason="undo")


def drop_absent(*, event_id: int, actor: User, numbers: Sequence[int]) -> int:
    """Drop those of `numbers` who play and are still not checked in; return how many.

    `numbers` are the players that the person saw and confirmed: somebody who checked in
    meanwhile stays.
    """
    with open_event(event_id, actor) as write:
        event = write.event
        absent = list(
            event.enrollments.filter(
                number__in=numbers, checked_in=False, state=Enrollment.State.ACTIVE
            )
        )
        last = last_rounds(event)
        told = []
        for enrollment in absent:
            enrollment.state = Enrollment.State.DROPPED
            enrollment.left_after = last.get(enrollment.pk, 0)
            enrollment.left_silently = True
            told.append((enrollment, {"reason": "not-checked-in", "after": enrollment.left_after}))
        Enrollment.objects.bulk_update(absent, LEFT_COLUMNS, batch_size=500)
        write.journal_of_players(Verb.DROPPED, told)
    return len(absent)


def recount_left_after(event: Event) -> None:
    """Correct `left_after` of those who left, after a round they were in was paired again.

    For use inside the transaction that discards or pairs the round again.
    """
    last = last_rounds(event)
    wrong = []
    for enrollment in event.enrollments.exclude(state=Enrollment.State.ACTIVE):
        if enrollment.left_after != last.get(enrollment.pk, 0):
            enrollment.left_after = last.get(enrollment.pk, 0)
            wrong.append(enrollment)
    Enrollment.objects.bulk_update(wrong, ["left_after"], batch_size=500)


def of_member(name: str) -> dict[str, Any]:
    """Return what the journal says of the member of a team who left; nothing of a player."""
    return {"member": name} if name else {}


def leave(enrollment: Enrollment, state: Enrollment.State) -> None:
    """Let somebody be out after the last round that they are paired in."""
    rounds = Match.objects.filter(Q(first=enrollment) | Q(second=enrollment))
    enrollment.state = state
    enrollment.left_after = rounds.aggregate(last=Max("round__number"))["last"] or 0
    enrollment.left_with = None
    enrollment.left_out = ""
    enrollment.save(update_fields=["state", "left_after", "left_with", "left_out"])


def come_back(enrollment: Enrollment) -> None:
    """Let somebody who left play again."""
    enrollment.state = Enrollment.State.ACTIVE
    enrollment.left_after = enrollment.left_with = None
    enrollment.left_silently = False
    enrollment.left_out = ""
    enrollment.save(update_fields=["left_with", "left_out", *LEFT_COLUMNS])


def last_rounds(event: Event) -> dict[int, int]:
    """The last round in which each player has a match, by the key of the enrollment."""
    last: dict[int, int] = {}
    matches = Match.objects.filter(round__event=event).order_by("round__number")
    for number, first, second in matches.values_list("round__number", "first", "second"):
        last[first] = number
        if second is not None:
            last[second] = number
    return last
