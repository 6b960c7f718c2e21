"""Players leave the event and come back: drop, reinstate, disqualify (rules, 2.9)."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from events.models import Enrollment, Event, Match, Round, Stage, Verb
from events.rules.errors import RefusedError
from events.rules.texts import checked_reason
from events.selectors.teams import member_at
from events.services.door import open_event
from events.services.leaving import (
    LEFT_COLUMNS,
    apply_drop,
    come_back,
    find_player,
    last_rounds,
    leave,
    of_member,
)
from events.services.playoff_leavers import lose_playoff_match


def drop(
    *,
    event_id: int,
    actor: User,
    number: int,
    reason: str = "",
    seat: str = "",
    silently: bool = False,
) -> Enrollment:
    """Drop a player: not paired from the next pairing on.

    `seat` names the member of a team who leaves, A, B or C; the whole team is dropped with them.
    `silently`: nobody said so, they did not come; the reason is then "silent" where none is given.
    A match of a posted playoff round that waits for its result is lost by that.
    """
    reason = checked_reason(reason)
    with open_event(event_id, actor) as write:
        enrollment = find_player(write.event, number)
        member = member_at(enrollment, seat)
        if silently:
            reason = reason or "silent"
        apply_drop(write, enrollment, reason=reason, member=member)
        if silently:
            enrollment.left_silently = True
            enrollment.save(update_fields=["left_silently"])
        lose_playoff_match(write, enrollment)
    return enrollment


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


def reinstate(*, event_id: int, actor: User, number: int, reason: str = "") -> Enrollment:
    """Let a player who left play on; the rounds missed meanwhile become assigned losses.

    An unposted round counts as missed, too, until it is paired again or the player is added to it.
    Raises RefusedError after a cut (rules, 2.9), and after the next pairing where the event lets
    nobody back in then: by its setting, and in a stage that those who play it were fixed for.
    """
    reason = checked_reason(reason)
    with open_event(event_id, actor) as write:
        event = write.event
        enrollment = find_player(event, number)
        if enrollment.state == Enrollment.State.ACTIVE:
            raise RefusedError(_("%(name)s is playing.") % {"name": enrollment.name})
        if event.stages.filter(has_cut=True, advancing__isnull=False).exists():
            raise RefusedError(_("Nobody can be reinstated after the cut."))
        missed = _missed_rounds(event, enrollment)
        if missed and not _can_re_enter(event, missed):
            raise RefusedError(_missed_words(missed[0], enrollment.name))
        come_back(enrollment)
        Match.objects.bulk_create(Match.assigned_loss(one, enrollment) for one in missed)
        told: dict[str, Any] = {"losses": len(missed)} if missed else {}
        write.journal(Verb.REINSTATED, enrollment=enrollment, reason=reason, **told)
    return enrollment


def _missed_rounds(event: Event, enrollment: Enrollment) -> list[Round]:
    """Return the rounds that were paired without somebody who left, oldest first."""
    # Somebody who came late could not be in the rounds before.
    could_play = max((enrollment.left_after or 0) + 1, enrollment.first_round)
    rounds = event.rounds.select_related("stage").defer("posted_rows")
    return list(rounds.filter(number__gte=could_play).order_by("number"))


def _can_re_enter(event: Event, missed: Sequence[Round]) -> bool:
    """Return whether somebody may come back after rounds were paired without them."""
    if event.re_entry != Event.ReEntry.CUT:
        return False
    return all(one.stage.kind == Stage.Kind.SWISS and not one.stage.pods for one in missed)


def disqualify(
    *, event_id: int, actor: User, number: int, reason: str, seat: str = ""
) -> Enrollment:
    """Disqualify a player: out of the final places; the matches played keep counting.

    `seat` names the member of a team, A, B or C; the whole team is disqualified with them.
    Raises RefusedError without a reason or when the player is disqualified already.
    """
    reason = checked_reason(reason)
    if not reason:
        raise RefusedError(_("Write the reason: the report names it."), "reason")
    with open_event(event_id, actor) as write:
        event = write.event
        enrollment = find_player(event, number)
        if enrollment.state == Enrollment.State.DISQUALIFIED:
            raise RefusedError(_("%(name)s is disqualified already.") % {"name": enrollment.name})
        member = member_at(enrollment, seat)
        left_after = enrollment.left_after
        leave(enrollment, Enrollment.State.DISQUALIFIED)
        if left_after is not None:
            enrollment.left_after = left_after
            enrollment.save(update_fields=["left_after"])
        write.journal(
            Verb.DISQUALIFIED,
            enrollment=enrollment,
            reason=reason,
            after=enrollment.left_after,
            **of_member(member),
        )
        lose_playoff_match(write, enrollment)
    return enrollment


def _missed_words(missed: Round, name: str) -> str:
    if missed.state == Round.State.UNPOSTED:
        text = _("Round %(number)d is paired without %(name)s: discard the draft to reinstate.")
    else:
        text = _(
            "Round %(number)d was paired without %(name)s: "
            "a player can be reinstated only before the next pairing."
        )
    return text % {"number": missed.number, "name": name}
