"""Parts of a write that drop or reinstate a player (rules, 2.9)."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Max, QuerySet
from django.utils.translation import gettext_lazy as _

from domain.written_names import written_name
from events.core.event_write import Write
from events.core.questions.question import Settled, answers_for_journal
from events.core.refusals import RefusedError
from events.models import Enrollment, Event, Match, Report, TableSeat, Verb

DROP_COLUMNS = ["state", "dropped_after", "dropped_silently"]
# Every column that says that a player left, as it is while they play.
PLAYING: Mapping[str, Any] = {
    "state": Enrollment.State.ACTIVE,
    "dropped_after": None,
    "dropped_by_report": None,
    "dropped_silently": False,
    "excluded": "",
}


def find_player(event: Event, number: int) -> Enrollment:
    """Return the player with this number in the event; RefusedError without one."""
    enrollment = event.enrollments.select_related("player").filter(number=number).first()
    if enrollment is None:
        raise RefusedError(_("No player has number %(number)d.") % {"number": number}, "number")
    return enrollment


def players_with(event: Event, numbers: Sequence[int]) -> QuerySet[Enrollment]:
    """Return the players of a list of numbers. One query.

    RefusedError for a number that no player has; its field is the place in the list.
    """
    known = set(event.enrollments.filter(number__in=numbers).values_list("number", flat=True))
    for place, number in enumerate(numbers):
        if number not in known:
            words = _("No player has number %(number)d.") % {"number": number}
            raise RefusedError(words, f"players[{place}]")
    return event.enrollments.filter(number__in=known)


def apply_drop(
    write: Write,
    enrollment: Enrollment,
    *,
    reason: str,
    member: str = "",
    settled: Sequence[Settled] = (),
) -> None:
    """Drop a player as a part of a write.

    `reason` is free text or a code ("no-show", "not-checked-in"). `member` is the name of the
    member who leaves a team; the whole team drops. `settled`: the questions answered before it. A
    paired player stays paired. Raises RefusedError for a player who has already left.
    """
    if not enrollment.is_active:
        raise RefusedError(
            _("%(name)s is no longer in the event.") % {"name": written_name(enrollment)}
        )
    leave_event(enrollment, Enrollment.State.DROPPED)
    write.journal(
        Verb.DROPPED,
        enrollment=enrollment,
        reason=reason,
        after=enrollment.dropped_after,
        **of_member(member),
        **answers_for_journal(settled),
    )


def drop_by_report(write: Write, enrollment: Enrollment, report: Report) -> None:
    """Drop a player by a report of their match; undoing the report undoes the drop."""
    came = report.source != Report.Source.NO_SHOW
    apply_drop(write, enrollment, reason="slip" if came else "no-show")
    enrollment.dropped_by_report = report
    enrollment.save(update_fields=["dropped_by_report"])


def undo_drop(write: Write, enrollment: Enrollment, *, reason: str) -> None:
    """Undo a drop as a part of a write; `reason` is a code with a wording in the journal."""
    if enrollment.state != Enrollment.State.DROPPED:
        raise RefusedError(_("%(name)s has not dropped.") % {"name": written_name(enrollment)})
    reinstate_player(enrollment)
    write.journal(Verb.REINSTATED, enrollment=enrollment, reason=reason)


def apply_drops(
    write: Write,
    players: Sequence[Enrollment],
    *,
    reason: str,
    silently: bool = False,
    settled: Sequence[Settled] = (),
) -> list[int]:
    """Drop several active players as a part of a write; return their numbers.

    `settled`: the questions about some of them that were answered before.
    """
    last = last_rounds(write.event)
    entries = []
    for player in players:
        player.state = Enrollment.State.DROPPED
        player.dropped_after = last.get(player.pk, 0)
        player.dropped_silently = silently
        answers = answers_for_journal([each for each in settled if player in each.question.players])
        entries.append((player, {"reason": reason, "after": player.dropped_after, **answers}))
    Enrollment.objects.bulk_update(players, DROP_COLUMNS, batch_size=500)
    write.journal_of_players(Verb.DROPPED, entries)
    return [player.number for player in players]


def recount_dropped_after(event: Event) -> None:
    """Correct `dropped_after` of inactive players after one of their rounds was paired again.

    Call it in the transaction that discards or pairs the round again.
    """
    last = last_rounds(event)
    wrong = []
    for enrollment in event.enrollments.exclude(state=Enrollment.State.ACTIVE):
        if enrollment.dropped_after != last.get(enrollment.pk, 0):
            enrollment.dropped_after = last.get(enrollment.pk, 0)
            wrong.append(enrollment)
    Enrollment.objects.bulk_update(wrong, ["dropped_after"], batch_size=500)


def of_member(name: str) -> dict[str, Any]:
    """Return the journal data that names the member who left a team; empty for a player."""
    return {"member": name} if name else {}


def leave_event(enrollment: Enrollment, state: Enrollment.State) -> None:
    """Mark a player as dropped after the last round in which they are paired."""
    rounds = Match.objects.of_player(enrollment)
    enrollment.state = state
    enrollment.dropped_after = rounds.aggregate(last=Max("round__number"))["last"] or 0
    enrollment.dropped_by_report = None
    enrollment.excluded = ""
    enrollment.save(update_fields=["state", "dropped_after", "dropped_by_report", "excluded"])


def reinstate_player(enrollment: Enrollment) -> None:
    """Let a dropped player play again."""
    for column, value in PLAYING.items():
        setattr(enrollment, column, value)
    enrollment.save(update_fields=list(PLAYING))


def last_rounds(event: Event) -> dict[int, int]:
    """Return the last round in which each player has a match, by the key of the enrollment."""
    last: dict[int, int] = {}
    matches = Match.objects.filter(round__event=event).order_by("round__number")
    for number, first, second in matches.values_list("round__number", "first", "second"):
        last[first] = number
        if second is not None:
            last[second] = number
    if event.at_tables:
        seats = TableSeat.objects.filter(match__round__event=event).order_by("match__round__number")
        for player, number in seats.values_list("enrollment", "match__round__number"):
            last[player] = max(number, last.get(player, 0))
    return last
