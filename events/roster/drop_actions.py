"""Drop players, reinstate them, disqualify them (rules, 2.9)."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from domain.written_names import written, written_name
from events.core.drops.drop_parts import (
    find_player,
    last_rounds,
    leave_event,
    of_member,
    reinstate_player,
)
from events.core.event_write import Write, event_write
from events.core.guards import find_round
from events.core.players.exclusion_actions import comes_late, enter_late
from events.core.players.joining import check_joining
from events.core.players.leaving_actions import after_leaving, leave
from events.core.players.teams import member_at
from events.core.preflight.round_questions import questions_of_drops
from events.core.progress.presence import due_round, matches_of_missed, missed_counts, newest_cut
from events.core.questions.question import NO_ANSWERS, Given, Question, Settled, settle
from events.core.refusals import RefusedError
from events.core.results.report_actions import take_back
from events.core.steps.answering import note_drop
from events.core.typed_values import checked_reason
from events.models import Enrollment, Event, Match, Report, Round, Stage, Verb


def drop(
    *,
    event_id: int,
    actor: User,
    number: int,
    reason: str = "",
    seat: str = "",
    silently: bool = False,
    given: Given = NO_ANSWERS,
) -> Enrollment:
    """Drop a player: not paired from the next pairing on.

    `seat` names the member of a team who leaves, A, B or C; the whole team is dropped with them.
    `silently`: the player did not come and gave no notice; the reason is then "silent" where none
    is given. Raises QuestionsError about a player who leads the event or won the round, and
    RefusedError for a player with a bye, who is not expected. An outstanding match of a posted
    playoff round is lost by the drop.
    """
    reason = checked_reason(reason)
    with event_write(event_id, actor) as write:
        enrollment = find_player(write.event, number)
        member = member_at(enrollment, seat)
        if silently:
            check_is_due(write.event, enrollment)
            reason = reason or "silent"
        active = [enrollment] if enrollment.is_active else []
        settled = settle_drops(write, active, given)
        leave(write, enrollment, reason=reason, member=member, settled=settled)
        if silently:
            enrollment.dropped_silently = True
            enrollment.save(update_fields=["dropped_silently"])
    return enrollment


def settle_drops(write: Write, players: Sequence[Enrollment], given: Given) -> tuple[Settled, ...]:
    """Settle the questions before these players drop: about the last round of each.

    The check after that round does not ask again.
    """
    last = last_rounds(write.event)
    asked: list[tuple[Round, list[Question]]] = []
    for number in sorted({last[player.pk] for player in players if player.pk in last}):
        round = find_round(write.event, number)
        played = [player for player in players if last.get(player.pk) == number]
        asked.append((round, questions_of_drops(round, played)))
    settled = settle([each for _round, questions in asked for each in questions], given)
    for round, questions in asked:
        note_drop(write, round, [each for each in settled if each.question in questions])
    return settled


def reinstate(*, event_id: int, actor: User, number: int, reason: str = "") -> Enrollment:
    """Let a player who dropped play on; the rounds missed meanwhile become assigned losses.

    A missed round with an awarded bye is that bye.

    A player who dropped before round 1 and did not take part enters late: see enter_late.

    An unposted round counts as missed, too, until it is paired again or the player is added to it.
    The match of a playoff round that was lost by leaving is played again while that round goes on.
    Raises RefusedError after a cut (rules, 2.9), and after the next pairing where nobody may return
    then: by the event's setting, and in a stage whose players are fixed.
    """
    reason = checked_reason(reason)
    with event_write(event_id, actor) as write:
        event = write.event
        enrollment = find_player(event, number)
        if enrollment.is_active:
            raise RefusedError(
                _("%(name)s is still in the event.") % {"name": written_name(enrollment)}
            )
        lost, missed = check_reinstating(event, enrollment)
        if missed and comes_late(enrollment):
            enter_late(write, enrollment, reason)
            return enrollment
        if lost is not None:
            take_back(write, lost)
        reinstate_player(enrollment)
        matches = matches_of_missed(missed, enrollment, losses=True)
        Match.objects.bulk_create(matches)
        counts = missed_counts(matches)
        write.journal(Verb.REINSTATED, enrollment=enrollment, reason=reason, **counts)
    return enrollment


def check_is_due(event: Event, enrollment: Enrollment) -> None:
    """Raise RefusedError for a player with a bye in the due round, who is not expected yet."""
    due = due_round(event)
    if due.has_bye(enrollment):
        raise RefusedError(
            _(
                "%(name)s has a bye in round %(number)d and is not expected yet. Drop the player "
                "without the mark “left without notice”."
            )
            % {"name": written_name(enrollment), "number": due.number},
            "silently",
        )


def lost_by_leaving(event: Event, players: Sequence[Enrollment]) -> dict[int, Match]:
    """Return the matches of the current playoff round that players lost by dropping, by their keys.

    One query.
    """
    after = {player.pk: player.dropped_after for player in players}
    walkovers = Match.objects.filter(
        Q(first__in=after) | Q(second__in=after),
        round__event=event,
        round__state=Round.State.POSTED,
        round__stage__kind__in=Stage.Kind.playoffs(),
        official_report__source=Report.Source.WALKOVER,
    )
    joined = ("round__stage", "round__event", "first", "second", "official_report")
    return {
        player.pk: match
        for match in walkovers.select_related(*joined)
        for player in match.players
        if after.get(player.pk) == match.round.number
    }


def after_cut_words(cut: Stage) -> str:
    """Say why nobody is reinstated after a cut, and how a drop by mistake is still undone."""
    following = cut.event.stages.filter(number__gt=cut.number).order_by("number").first()
    if following is None or following.has_begun:
        return gettext("No player can be reinstated after the cut.")
    return gettext(
        "No player can be reinstated after the cut. If the drop was a mistake, undo the cut of "
        "stage %(number)d on the page “Stages”, reinstate the player, and confirm the cut again."
    ) % {"number": cut.number}


def _missed_rounds(event: Event, enrollment: Enrollment) -> list[Round]:
    """Return the rounds that were paired without a dropped player, oldest first."""
    # A late player could not be in the rounds before.
    could_play = max((enrollment.dropped_after or 0) + 1, enrollment.first_round)
    rounds = event.rounds.select_related("stage").defer("posted_rows")
    return list(rounds.filter(number__gte=could_play).order_by("number"))


def _can_re_enter(event: Event, missed: Sequence[Round]) -> bool:
    """Return whether a player can be reinstated after rounds were paired without them."""
    if event.re_entry != Event.ReEntry.CUT:
        return False
    return all(
        missed_round.stage.has_set_rounds and not missed_round.stage.pods for missed_round in missed
    )


def check_reinstating(event: Event, enrollment: Enrollment) -> tuple[Match | None, list[Round]]:
    """Raise RefusedError where a player who dropped can't be reinstated now: see reinstate.

    Return the match of the current playoff round that the player lost by leaving, if any, and the
    rounds that were paired meanwhile. Five queries at most.
    """
    lost = lost_by_leaving(event, [enrollment]).get(enrollment.pk)
    cut = newest_cut(event)
    if cut is not None and lost is None:
        raise RefusedError(after_cut_words(cut))
    missed = _missed_rounds(event, enrollment)
    if missed and comes_late(enrollment):
        check_joining(event)
    elif missed and not _can_re_enter(event, missed):
        raise RefusedError(missed_words(missed[0], enrollment.name))
    return lost, missed


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
    with event_write(event_id, actor) as write:
        event = write.event
        enrollment = find_player(event, number)
        if enrollment.state == Enrollment.State.DISQUALIFIED:
            raise RefusedError(
                _("%(name)s is already disqualified.") % {"name": written_name(enrollment)}
            )
        member = member_at(enrollment, seat)
        dropped_after = enrollment.dropped_after
        leave_event(enrollment, Enrollment.State.DISQUALIFIED)
        if dropped_after is not None:
            enrollment.dropped_after = dropped_after
            enrollment.save(update_fields=["dropped_after"])
        write.journal(
            Verb.DISQUALIFIED,
            enrollment=enrollment,
            reason=reason,
            after=enrollment.dropped_after,
            **of_member(member),
        )
        after_leaving(write, enrollment)
    return enrollment


def missed_words(missed: Round, name: str) -> str:
    """Say why a player cannot simply play on after a round was paired without them."""
    if missed.is_unposted:
        text = _(
            "Round %(number)d is paired without %(name)s. To reinstate the player, discard the "
            "unposted round."
        )
    else:
        text = _(
            "Round %(number)d was paired without %(name)s. A player can be reinstated only "
            "before the next pairing."
        )
    return text % {"number": missed.number, "name": written(name)}
