"""Writes for several players at once: check in, mark as paid, drop; undo each, and a list.

Every write returns the numbers of the players whom it changed, for the undo.
"""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from events.core.drops.drop_parts import PLAYING, players_with
from events.core.event_write import Write, event_write
from events.core.players.actions import check_none_played, delete_enrollments
from events.core.players.exclusion_actions import enter_late
from events.core.players.leaving_actions import leave_together
from events.core.players.waiting_list_actions import fill_places
from events.core.progress.presence import after_the_cut, expected_players, newest_cut
from events.core.questions.question import NO_ANSWERS, Given
from events.core.refusals import RefusedError
from events.core.results.report_actions import take_back
from events.models import Enrollment, Verb
from events.roster.drop_actions import (
    after_cut_words,
    lost_by_leaving,
    missed_words,
    settle_drops,
)
from events.roster.queries import is_between_rounds

ACTIVE, DROPPED = Enrollment.State.ACTIVE, Enrollment.State.DROPPED
AT_ONCE = 500


def check_in_players(*, event_id: int, actor: User, numbers: Sequence[int]) -> list[int]:
    """Check in those of `numbers` who play and are absent.

    Players whom round 1 was paired without become late entries. Raises RefusedError when there is
    nobody to check in.
    """
    with event_write(event_id, actor) as write:
        chosen = _chosen(write, numbers)
        for player in chosen:
            if player.excluded:
                enter_late(write, player, reason="checked-in")
        absent = [player for player in chosen if player.state == ACTIVE and not player.checked_in]
        if not absent:
            raise RefusedError(_("These players are already checked in or have dropped."))
        return _set_checked_in(write, absent, present=True)


def mark_players_paid(*, event_id: int, actor: User, numbers: Sequence[int]) -> list[int]:
    """Mark those of `numbers` as paid who are not; RefusedError when all of them are."""
    with event_write(event_id, actor) as write:
        unpaid = [player for player in _chosen(write, numbers) if not player.paid]
        if not unpaid:
            raise RefusedError(_("These players are already marked as paid."))
        return _set_paid(write, unpaid, paid=True)


def drop_players(
    *, event_id: int, actor: User, numbers: Sequence[int], given: Given = NO_ANSWERS
) -> list[int]:
    """Drop those of `numbers` who play.

    Raises QuestionsError about players who lead or won the round. RefusedError when nobody is left
    to drop, and for a playoff match without a result, which the opponent would win: such a player
    is dropped alone.
    """
    with event_write(event_id, actor) as write:
        chosen = [player for player in _chosen(write, numbers) if player.state == ACTIVE]
        if not chosen:
            raise RefusedError(_("These players have already dropped."))
        settled = settle_drops(write, chosen, given)
        return leave_together(write, chosen, reason="", settled=settled)


def undo_check_in(*, event_id: int, actor: User, numbers: Sequence[int]) -> list[int]:
    """Mark those of `numbers` who are checked in as absent again."""
    with event_write(event_id, actor) as write:
        here = [player for player in _chosen(write, numbers) if player.checked_in]
        return _set_checked_in(write, _any(here), present=False)


def expect_everybody(*, event_id: int, actor: User) -> list[int]:
    """Mark every player who is expected as absent again, between two rounds.

    Raises RefusedError before round 1, while a round is open, and when nobody is checked in.
    """
    with event_write(event_id, actor) as write:
        if not is_between_rounds(write.event):
            raise RefusedError(_("A new check-in can start only between two rounds."))
        here = expected_players(write.event).filter(checked_in=True).order_by("number")
        if not here:
            raise RefusedError(_("Nobody is checked in."))
        return _set_checked_in(write, list(here), present=False)


def undo_enroll(*, event_id: int, actor: User, numbers: Sequence[int]) -> list[int]:
    """Take those of `numbers` off the roster again who are still on it, such as a pasted list.

    Raises RefusedError where one of them was paired or seated since, and then removes nobody.
    """
    with event_write(event_id, actor) as write:
        gone = _any(list(write.event.enrollments.filter(number__in=numbers).order_by("number")))
        check_none_played(gone)
        why = {"reason": "list-undone"}
        write.journal_of_players(Verb.ENROLLMENT_REMOVED, [(player, why) for player in gone])
        removed = [player.number for player in gone]
        delete_enrollments(write.event, gone)
        fill_places(write)
    return removed


def undo_paid(*, event_id: int, actor: User, numbers: Sequence[int]) -> list[int]:
    """Mark those of `numbers` as unpaid who are marked as paid."""
    with event_write(event_id, actor) as write:
        paid = [player for player in _chosen(write, numbers) if player.paid]
        return _set_paid(write, _any(paid), paid=False)


def undo_drop(*, event_id: int, actor: User, numbers: Sequence[int]) -> list[int]:
    """Let those of `numbers` who dropped play on.

    A playoff match that one of them lost by leaving is played again. Raises RefusedError once a
    round is paired, or a cut is confirmed, without one of them: the head judge decides then.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        newest = event.rounds.order_by("-number").first()
        dropped = _any([player for player in _chosen(write, numbers) if player.state == DROPPED])
        lost, cut = lost_by_leaving(event, dropped), newest_cut(event)
        advanced = after_the_cut(event)
        for player in dropped:
            could_play = max(player.dropped_after or 0, player.first_round - 1)
            if newest is not None and newest.number > could_play:
                raise RefusedError(missed_words(newest, player.name))
            if cut and advanced is not None and player.number not in advanced:
                raise RefusedError(after_cut_words(cut))
        for match in lost.values():
            take_back(write, match)
        event.enrollments.filter(pk__in=[player.pk for player in dropped]).update(**PLAYING)
        why = {"reason": "undo"}
        # A result that is undone says itself whom it lets play on.
        others = [player for player in dropped if player.pk not in lost]
        write.journal_of_players(Verb.REINSTATED, [(player, why) for player in others])
    return [player.number for player in dropped]


def _set_checked_in(write: Write, players: Sequence[Enrollment], *, present: bool) -> list[int]:
    now = timezone.now()
    for player in players:
        player.checked_in = present
        player.checked_in_at = now if present else None
    Enrollment.objects.bulk_update(players, ["checked_in", "checked_in_at"], batch_size=AT_ONCE)
    write.journal_of_players(
        Verb.CHECKED_IN, [(player, {"present": present}) for player in players]
    )
    return [player.number for player in players]


def _set_paid(write: Write, players: Sequence[Enrollment], *, paid: bool) -> list[int]:
    for player in players:
        player.paid = paid
    Enrollment.objects.bulk_update(players, ["paid"], batch_size=AT_ONCE)
    change = {"changed": {"paid": [not paid, paid]}}
    write.journal_of_players(Verb.ENROLLMENT_CHANGED, [(player, change) for player in players])
    return [player.number for player in players]


def _chosen(write: Write, numbers: Sequence[int]) -> list[Enrollment]:
    """Return the players with these numbers; RefusedError without any, or for an unknown one."""
    if not numbers:
        raise RefusedError(_("Select at least one player first."))
    return list(players_with(write.event, numbers).order_by("number"))


def _any(players: list[Enrollment]) -> list[Enrollment]:
    if not players:
        raise RefusedError(_("This can't be undone: it has changed since."))
    return players
