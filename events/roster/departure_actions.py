"""Players leave the event and come back: drop, reinstate, disqualify (rules, 2.9)."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from domain.results import Ending, Result
from events.core.drops.actions import (
    apply_drop,
    come_back,
    find_player,
    leave,
    of_member,
)
from events.core.drops.left_out_actions import comes_late, enter_late
from events.core.event_write import Write, open_event
from events.core.players.teams import member_at
from events.core.refusals import RefusedError
from events.core.results.report_actions import Said, as_told, report_and_stand, take_back
from events.core.sign_ups.waiting_list_actions import fill_places
from events.core.texts import checked_reason
from events.models import Enrollment, Event, Match, Report, Round, Stage, Verb

PLAYOFFS = (Stage.Kind.SINGLE_ELIMINATION, Stage.Kind.DOUBLE_ELIMINATION)


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
        _lose_playoff_match(write, enrollment)
        fill_places(write)
    return enrollment


def reinstate(*, event_id: int, actor: User, number: int, reason: str = "") -> Enrollment:
    """Let a player who left play on; the rounds missed meanwhile become assigned losses.

    A player who left before round 1 and did not take part enters late: see enter_late.

    An unposted round counts as missed, too, until it is paired again or the player is added to it.
    The match of a playoff round that was lost by leaving is played again while that round goes on.
    Raises RefusedError after a cut (rules, 2.9), and after the next pairing where the event lets
    nobody back in then: by its setting, and in a stage that those who play it were fixed for.
    """
    reason = checked_reason(reason)
    with open_event(event_id, actor) as write:
        event = write.event
        enrollment = find_player(event, number)
        if enrollment.state == Enrollment.State.ACTIVE:
            raise RefusedError(_("%(name)s is still in the event.") % {"name": enrollment.name})
        lost = _lost_by_leaving(event, enrollment)
        after_cut = event.stages.filter(has_cut=True, advancing__isnull=False).exists()
        if after_cut and lost is None:
            raise RefusedError(_("No player can be reinstated after the cut."))
        missed = _missed_rounds(event, enrollment)
        if missed and comes_late(enrollment):
            enter_late(write, enrollment, reason)
            return enrollment
        if missed and not _can_re_enter(event, missed):
            raise RefusedError(_missed_words(missed[0], enrollment.name))
        if lost is not None:
            take_back(write, lost)
        come_back(enrollment)
        Match.objects.bulk_create(
            Match.assigned_loss(missed_round, enrollment) for missed_round in missed
        )
        told: dict[str, Any] = {"losses": len(missed)} if missed else {}
        write.journal(Verb.REINSTATED, enrollment=enrollment, reason=reason, **told)
    return enrollment


def _lose_playoff_match(write: Write, gone: Enrollment) -> Match | None:
    """Give the opponent the win of somebody who just left, so that the bracket goes on.

    A part of the write by which they left. Undoing the result takes a drop back with it. None
    where no match of a posted playoff round waits for its result.
    """
    matches = (
        Match.objects.played()
        .outstanding()
        .filter(
            Q(first=gone) | Q(second=gone),
            round__event=write.event,
            round__state=Round.State.POSTED,
            round__stage__kind__in=PLAYOFFS,
        )
    )
    match = matches.select_related("round__stage", "round__event", "first", "second").first()
    if match is None:
        return None
    is_first = match.first_id == gone.pk
    won = Result(match.round.games_to_win, 0)
    result = (won.turned() if is_first else won).ended(Ending.AWARDED)
    dropped = gone.state == Enrollment.State.DROPPED
    report = report_and_stand(
        Said(
            match,
            result,
            Report.Source.WALKOVER,
            account=write.actor,
            drops=(dropped and is_first, dropped and not is_first),
        )
    )
    if dropped:
        gone.left_with = report
        gone.save(update_fields=["left_with"])
    write.journal(
        Verb.RESULT_ENTERED,
        round=match.round,
        match=match,
        before=None,
        after=as_told(result),
        source=report.source,
        dropped=[gone.number] if dropped else [],
        staying=[],
    )
    return match


def _lost_by_leaving(event: Event, gone: Enrollment) -> Match | None:
    """Return the match of the playoff round being played that somebody lost by leaving."""
    if gone.left_after is None:
        return None
    walkovers = Match.objects.filter(
        Q(first=gone) | Q(second=gone),
        round__event=event,
        round__state=Round.State.POSTED,
        round__stage__kind__in=PLAYOFFS,
        round__number=gone.left_after,
        standing__source=Report.Source.WALKOVER,
    )
    joined = ("round__stage", "round__event", "first", "second", "standing")
    return walkovers.select_related(*joined).first()


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
    return all(
        missed_round.stage.kind == Stage.Kind.SWISS and not missed_round.stage.pods
        for missed_round in missed
    )


def disqualify(
    *, event_id: int, actor: User, number: int, reason: str, seat: str = ""
) -> Enrollment:
    """Disqualify a player: out of the final places; the matches played keep counting.

    `seat` names the member of a team, A, B or C; the whole team is disqualified with them.
    Raises RefusedError without a reason or when the player is disqualified already.
    """
    reason = checked_reason(reason)
    if not reason:
        raise RefusedError(_("Give a reason. It appears in the final report."), "reason")
    with open_event(event_id, actor) as write:
        event = write.event
        enrollment = find_player(event, number)
        if enrollment.state == Enrollment.State.DISQUALIFIED:
            raise RefusedError(_("%(name)s is already disqualified.") % {"name": enrollment.name})
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
        _lose_playoff_match(write, enrollment)
    return enrollment


def _missed_words(missed: Round, name: str) -> str:
    if missed.state == Round.State.UNPOSTED:
        text = _(
            "Round %(number)d is paired without %(name)s. To reinstate the player, discard the "
            "unposted round."
        )
    else:
        text = _(
            "Round %(number)d was paired without %(name)s. A player can be reinstated only "
            "before the next pairing."
        )
    return text % {"number": missed.number, "name": name}
