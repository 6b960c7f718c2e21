"""Drop players from an event, with all consequences."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from domain.results import Ending, Result
from domain.written_names import written_name
from events.core.drops.drop_parts import apply_drop, apply_drops, players_with
from events.core.event_write import Write, event_write
from events.core.players.waiting_list_actions import fill_places
from events.core.progress.presence import Presence, due_round
from events.core.questions.question import Settled
from events.core.refusals import RefusedError
from events.core.results.report_actions import (
    NewReport,
    counts_for_journal,
    write_official_report,
)
from events.models import Enrollment, Event, Match, Report, Round, Stage, Verb


def leave(
    write: Write,
    enrollment: Enrollment,
    *,
    reason: str,
    member: str = "",
    settled: Sequence[Settled] = (),
) -> None:
    """Drop a player as a part of a write, as `apply_drop` does, with all consequences."""
    apply_drop(write, enrollment, reason=reason, member=member, settled=settled)
    after_leaving(write, enrollment)


def after_leaving(write: Write, enrollment: Enrollment) -> None:
    """Carry out the consequences for a player who just dropped or was disqualified.

    The opponent wins a posted playoff match that waits for its result. Before round 1 the place
    goes to the waiting list.
    """
    _lose_playoff_match(write, enrollment)
    fill_places(write)


def leave_together(
    write: Write,
    players: Sequence[Enrollment],
    *,
    reason: str,
    silently: bool = False,
    settled: Sequence[Settled] = (),
) -> list[int]:
    """Drop several players as a part of a write, as `apply_drops` does; return their numbers.

    RefusedError for a playoff match without a result, which the opponent would win: drop such a
    player alone.
    """
    match = _outstanding_playoff_matches(write.event, players).first()
    if match is not None:
        player = match.first if match.first in players else match.second
        raise RefusedError(
            _("%(name)s has a playoff match without a result. Drop them on their own page.")
            % {"name": player and written_name(player)}
        )
    dropped = apply_drops(write, players, reason=reason, silently=silently, settled=settled)
    fill_places(write)
    return dropped


def drop_absent(*, event_id: int, actor: User, numbers: Sequence[int]) -> list[int]:
    """Drop those of `numbers` who are due and still not checked in; return their numbers.

    `numbers` are the players that the person saw and confirmed. Players who checked in meanwhile
    stay, as do players with a bye.
    """
    with event_write(event_id, actor) as write:
        chosen = players_with(write.event, numbers)
        absent = due_round(write.event).those(chosen, Presence.NOT_HERE)
        return leave_together(write, absent, reason="not-checked-in", silently=True)


def _lose_playoff_match(write: Write, dropped_player: Enrollment) -> None:
    """Give the win to the opponent of a player who just dropped, so that the bracket continues.

    A part of the write that drops the player; undoing the result undoes the drop. Does nothing
    without an outstanding match in a posted playoff round.
    """
    matches = _outstanding_playoff_matches(write.event, [dropped_player])
    match = matches.select_related("round__stage", "round__event").first()
    if match is None:
        return
    is_first = match.first_id == dropped_player.pk
    won = Result(match.round.games_to_win, 0)
    result = (won.turned() if is_first else won).ended(Ending.AWARDED)
    dropped = dropped_player.state == Enrollment.State.DROPPED
    report = write_official_report(
        NewReport(
            match,
            result,
            Report.Source.WALKOVER,
            account=write.actor,
            drops=(dropped and is_first, dropped and not is_first),
        )
    )
    if dropped:
        dropped_player.dropped_by_report = report
        dropped_player.save(update_fields=["dropped_by_report"])
    write.journal(
        Verb.RESULT_ENTERED,
        round=match.round,
        match=match,
        before=None,
        after=counts_for_journal(result),
        source=report.source,
        dropped=[dropped_player.number] if dropped else [],
        staying=[],
    )


def _outstanding_playoff_matches(event: Event, players: Sequence[Enrollment]) -> QuerySet[Match]:
    """Return the matches of a posted playoff round in which these players have no result yet."""
    matches = (
        Match.objects.of_two()
        .outstanding()
        .filter(
            Q(first__in=players) | Q(second__in=players),
            round__event=event,
            round__state=Round.State.POSTED,
            round__stage__kind__in=Stage.Kind.playoffs(),
        )
    )
    return matches.select_related("first", "second")
