"""Find a round, a stage or a table in the state that a write needs; RefusedError otherwise."""

from typing import Literal

from django.db.models import Max, Min
from django.utils.translation import gettext as _

from events.core.compiled.queries import ROUND, TABLE
from events.core.refusals import RefusedError
from events.models import Event, Match, Round, Stage

# The round state that a write requires: any, unposted, posted or complete, posted and not complete.
Needs = Literal["any", "unposted", "posted", "playing"]


def find_round_or_none(event: Event, number: int | None) -> Round | None:
    """Return round `number` with its stage, or the newest one for None; None without one."""
    if number is None:
        rounds = event.rounds.select_related("stage").defer("posted_rows")
        round = rounds.order_by("-number").first()
    else:
        round = ROUND.first(event.pk, number)
    if round is not None:
        round.event = round.stage.event = event
    return round


def find_round(event: Event, number: int, needs: Needs = "any") -> Round:
    """Return round `number` in the state that a write needs; RefusedError otherwise."""
    round = find_round_or_none(event, number)
    if round is None:
        raise RefusedError(_("Round %(number)d does not exist.") % {"number": number})
    if needs == "unposted" and not round.is_unposted:
        raise RefusedError(
            _("Round %(number)d is already posted. Players can see it.") % {"number": number}
        )
    if needs == "posted" and round.is_unposted:
        raise RefusedError(_("Round %(number)d is not posted yet.") % {"number": number})
    if needs == "playing":
        _check_playing(round)
    return round


def find_stage(event: Event, number: int) -> Stage:
    """Return stage `number` of an event; RefusedError without one."""
    stage = event.stages.filter(number=number).first()
    if stage is None:
        raise RefusedError(_("Stage %(number)d does not exist.") % {"number": number})
    stage.event = event
    return stage


def _check_playing(round: Round) -> None:
    """Raise RefusedError for a round that is not being played."""
    if round.is_unposted:
        raise RefusedError(_("Round %(number)d is not posted yet.") % {"number": round.number})
    if round.is_complete:
        raise RefusedError(
            _("Round %(number)d is complete. The head judge can correct a result.")
            % {"number": round.number}
        )


def posted_table(event: Event, number: int, table: int) -> Match:
    """Return the match at `table` of round `number`, as `find_round` and `table_of` do. One query.

    It is annotated with whether a loss of either player is recorded
    (`core/results/assigned_losses.py`), and whether anything was reported before
    (`core/results/result_feed.py`).
    """
    match = TABLE.first(event.pk, number, table)
    if match is None:
        return table_of(find_round(event, number, "playing"), table)
    match.round.event = match.round.stage.event = event
    _check_playing(match.round)
    return match


def has_results(round: Round) -> bool:
    """Return whether any table has a result, entered or imported; byes and walkovers aside."""
    return round.matches.filter(table__isnull=False, first_wins__isnull=False).exists()


def table_of(round: Round, table: int, *joined: str) -> Match:
    """Return the match at `table` with both players; RefusedError names the existing tables.

    `joined`: relations to read in the same query.
    """
    matches = round.matches.select_related("first", "second", *joined)
    match = matches.filter(table=table).first()
    if match is not None:
        return match
    ends = round.matches.aggregate(low=Min("table"), high=Max("table"))
    if ends["low"] is None:
        raise RefusedError(_("Round %(number)d has no tables.") % {"number": round.number}, "table")
    raise RefusedError(
        _(
            "Table %(table)d does not exist in round %(number)d. Tables run from %(low)d to "
            "%(high)d."
        )
        % {"table": table, "number": round.number, "low": ends["low"], "high": ends["high"]},
        "table",
    )
