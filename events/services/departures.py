"""Players leave the event and come back: drop, reinstate, disqualify (rules, 2.9)."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext_lazy as _

from events.models import Enrollment, Event, Match, Round, Verb
from events.services.errors import RefusedError
from events.services.locking import lock_unfinished, write_journal, write_journal_of_players
from events.services.teams import member_at


def find_player(event: Event, number: int) -> Enrollment:
    """The player with this number in the event; RefusedError when there is none."""
    found = event.enrollments.select_related("player").filter(number=number).first()
    if found is None:
        raise RefusedError(
            _("There is no player with the number %(number)d.") % {"number": number}, "number"
        )
    return found


def apply_drop(
    event: Event, enrollment: Enrollment, actor: User, *, reason: str, member: str = ""
) -> None:
    """Drop a player inside the caller's transaction, with the event locked.

    `reason` is free text or a code ("no-show", "not-checked-in"), `member` the name of the one
    who leaves a team, and the team with that. A player who is paired stays paired. Raises
    RefusedError when the player has left already.
    """
    if enrollment.state != Enrollment.State.ACTIVE:
        raise RefusedError(_("%(name)s has left the event already.") % {"name": enrollment.name})
    _leave(enrollment, Enrollment.State.DROPPED)
    write_journal(
        event,
        actor,
        Verb.DROPPED,
        enrollment=enrollment,
        reason=reason,
        after=enrollment.left_after,
        **_of_member(member),
    )


def take_back_drop(event: Event, enrollment: Enrollment, actor: User) -> None:
    """Undo a drop that came with a result, inside the caller's transaction."""
    if enrollment.state != Enrollment.State.DROPPED:
        raise RefusedError(_("%(name)s is not dropped.") % {"name": enrollment.name})
    _come_back(enrollment)
    write_journal(event, actor, Verb.REINSTATED, enrollment=enrollment, reason="undo")


def drop(
    *, event_id: int, actor: User, number: int, reason: str = "", seat: str = ""
) -> Enrollment:
    """Drop a player: not paired from the next pairing on.

    `seat` names the member of a team who leaves, A, B or C; the whole team is dropped with them.
    """
    with transaction.atomic():
        event = lock_unfinished(event_id)
        enrollment = find_player(event, number)
        member = member_at(enrollment, seat)
        apply_drop(event, enrollment, actor, reason=reason, member=member)
    return enrollment


def drop_absent(*, event_id: int, actor: User, numbers: Sequence[int]) -> int:
    """Drop those of `numbers` who play and are still not checked in; return how many.

    `numbers` are the players that the person saw and confirmed: somebody who checked in
    meanwhile stays.
    """
    with transaction.atomic():
        event = lock_unfinished(event_id)
        absent = list(
            event.enrollments.filter(
                number__in=numbers, checked_in=False, state=Enrollment.State.ACTIVE
            )
        )
        last = _last_rounds(event)
        told = []
        for enrollment in absent:
            enrollment.state = Enrollment.State.DROPPED
            enrollment.left_after = last.get(enrollment.pk, 0)
            told.append((enrollment, {"reason": "not-checked-in", "after": enrollment.left_after}))
        Enrollment.objects.bulk_update(absent, ["state", "left_after"], batch_size=500)
        write_journal_of_players(event, actor, Verb.DROPPED, told)
    return len(absent)


def reinstate(*, event_id: int, actor: User, number: int, reason: str = "") -> Enrollment:
    """Let a player who left play on.

    Raises RefusedError after the next pairing was made and after a cut (rules, 2.9).
    """
    with transaction.atomic():
        event = lock_unfinished(event_id)
        enrollment = find_player(event, number)
        if enrollment.state == Enrollment.State.ACTIVE:
            raise RefusedError(_("%(name)s is playing.") % {"name": enrollment.name})
        if event.stages.filter(has_cut=True, advancing__isnull=False).exists():
            raise RefusedError(_("Nobody can be reinstated after the cut."))
        # Somebody who came late could not be in the rounds before.
        could_play = max((enrollment.left_after or 0) + 1, enrollment.first_round)
        missed = event.rounds.filter(number__gte=could_play).order_by("number").first()
        if missed is not None:
            raise RefusedError(_missed_words(missed, enrollment.name))
        _come_back(enrollment)
        write_journal(event, actor, Verb.REINSTATED, enrollment=enrollment, reason=reason)
    return enrollment


def disqualify(
    *, event_id: int, actor: User, number: int, reason: str, seat: str = ""
) -> Enrollment:
    """Disqualify a player: out of the final places; the matches played keep counting.

    `seat` names the member of a team, A, B or C; the whole team is disqualified with them.
    Raises RefusedError without a reason or when the player is disqualified already.
    """
    if not reason.strip():
        raise RefusedError(_("Write the reason: the report names it."), "reason")
    with transaction.atomic():
        event = lock_unfinished(event_id)
        enrollment = find_player(event, number)
        if enrollment.state == Enrollment.State.DISQUALIFIED:
            raise RefusedError(_("%(name)s is disqualified already.") % {"name": enrollment.name})
        member = member_at(enrollment, seat)
        left_after = enrollment.left_after
        _leave(enrollment, Enrollment.State.DISQUALIFIED)
        if left_after is not None:
            enrollment.left_after = left_after
            enrollment.save(update_fields=["left_after"])
        write_journal(
            event,
            actor,
            Verb.DISQUALIFIED,
            enrollment=enrollment,
            reason=reason.strip(),
            after=enrollment.left_after,
            **_of_member(member),
        )
    return enrollment


def recount_left_after(event: Event) -> None:
    """Correct `left_after` of those who left, after a draft they were in was paired again.

    For use inside the transaction that discards or repairs the draft.
    """
    last = _last_rounds(event)
    wrong = []
    for enrollment in event.enrollments.exclude(state=Enrollment.State.ACTIVE):
        if enrollment.left_after != last.get(enrollment.pk, 0):
            enrollment.left_after = last.get(enrollment.pk, 0)
            wrong.append(enrollment)
    Enrollment.objects.bulk_update(wrong, ["left_after"], batch_size=500)


def _of_member(name: str) -> dict[str, Any]:
    return {"member": name} if name else {}


def _missed_words(missed: Round, name: str) -> str:
    if missed.state == Round.State.DRAFT:
        text = _("Round %(number)d is paired without %(name)s: discard the draft to reinstate.")
    else:
        text = _(
            "Round %(number)d was paired without %(name)s: "
            "a player can be reinstated only before the next pairing."
        )
    return text % {"number": missed.number, "name": name}


def _leave(enrollment: Enrollment, state: Enrollment.State) -> None:
    rounds = Match.objects.filter(Q(first=enrollment) | Q(second=enrollment))
    enrollment.state = state
    enrollment.left_after = rounds.aggregate(last=Max("round__number"))["last"] or 0
    enrollment.save(update_fields=["state", "left_after"])


def _come_back(enrollment: Enrollment) -> None:
    enrollment.state = Enrollment.State.ACTIVE
    enrollment.left_after = None
    enrollment.save(update_fields=["state", "left_after"])


def _last_rounds(event: Event) -> dict[int, int]:
    """The last round in which each player has a match, by the key of the enrollment."""
    found: dict[int, int] = {}
    matches = Match.objects.filter(round__event=event).order_by("round__number")
    for number, first, second in matches.values_list("round__number", "first", "second"):
        found[first] = number
        if second is not None:
            found[second] = number
    return found
