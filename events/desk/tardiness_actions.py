"""Penalties for players missing from their table (IPG 3.1), also at the end of a match clock."""

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from domain.results import Result, Side
from domain.written_names import written_name
from events.core.event_write import Write, event_write
from events.core.guards import find_round, table_of
from events.core.refusals import RefusedError
from events.core.results.actions import settle
from events.core.results.assigned_losses import record_penalty
from events.core.results.report_actions import ResultOutcome
from events.core.results.slips import Slip
from events.models import Enrollment, Event, Infraction, Match, Penalty, PenaltyKind, Report


def warning_for_tardiness(
    *, event_id: int, actor: User, number: int, table: int, side: Side
) -> Penalty:
    """Record a warning for a player less than a minute late; the match continues.

    RefusedError if the table has a result, or the player already has a tardiness penalty in this
    round.
    """
    with event_write(event_id, actor) as write:
        match = _waiting(write.event, number, table)
        late = _late(match, side)
        if late.penalties.filter(round_number=number, infraction=Infraction.TARDINESS).exists():
            raise RefusedError(
                _("%(name)s already has a tardiness penalty in this round.")
                % {"name": written_name(late)}
            )
        return _record(write, actor, match, late, PenaltyKind.WARNING)


def game_loss_for_tardiness(
    *, event_id: int, actor: User, number: int, table: int, side: Side
) -> Penalty:
    """Record a game loss for a late player; the match continues with that loss.

    RefusedError if the table has a result, or the player already has that game loss: the next step
    is a match loss.
    """
    with event_write(event_id, actor) as write:
        match = _waiting(write.event, number, table)
        late = _late(match, side)
        if _recorded(late, number).exists():
            raise RefusedError(
                _(
                    "%(name)s already has a game loss for tardiness in this round. The next step "
                    "is a match loss."
                )
                % {"name": written_name(late)}
            )
        return _record(write, actor, match, late, PenaltyKind.GAME_LOSS)


def match_loss_for_tardiness(
    *, event_id: int, actor: User, number: int, table: int, side: Side, stays: bool = False
) -> ResultOutcome:
    """Give an absent player a match loss; the opponent wins, the player drops.

    `stays`: the player asked to stay before the round ends, and is not dropped (rules, 2.9).
    Undoing the result undoes the drop and the match loss. RefusedError if the table has a result.
    """
    with event_write(event_id, actor) as write:
        match = _waiting(write.event, number, table)
        won = Result(0, match.round.games_to_win)
        first = side is Side.FIRST
        slip = Slip(
            won if first else won.turned(),
            drop_first=first and not stays,
            drop_second=not first and not stays,
            no_show=True,
        )
        return settle(write, match, slip, Report.Source.NO_SHOW, records_tardiness=True)


def _waiting(event: Event, number: int, table: int) -> Match:
    match = table_of(find_round(event, number, "playing"), table)
    if match.is_table:
        raise RefusedError(
            _(
                "Table %(table)d has more than two players, who play without the one who is "
                "missing. Drop players who do not show up."
            )
            % {"table": table},
            "table",
        )
    if match.has_result or match.second is None:
        raise RefusedError(_("Table %(table)d already has a result.") % {"table": table}, "table")
    return match


def _late(match: Match, side: Side) -> Enrollment:
    return match.first if side is Side.FIRST or match.second is None else match.second


def _recorded(late: Enrollment, number: int) -> QuerySet[Penalty]:
    return late.penalties.filter(
        round_number=number,
        infraction=Infraction.TARDINESS,
        penalty__in=(PenaltyKind.GAME_LOSS, PenaltyKind.MATCH_LOSS),
    )


def _record(
    write: Write, actor: User, match: Match, late: Enrollment, penalty: PenaltyKind
) -> Penalty:
    return record_penalty(write, actor, match.round, late, Infraction.TARDINESS, penalty)
