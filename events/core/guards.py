"""Finding a round or a table in the state that a write needs, and what may happen there."""

from typing import Literal

from django.db.models import Max, Min
from django.utils.translation import gettext as _

from domain.results import Result, Winner
from events.core.adapters import profile_of
from events.core.compiled.queries import ROUND, TABLE
from events.core.edit_conflicts import check_token
from events.core.refusals import RefusedError
from events.core.results.match_rules import MatchRules
from events.core.results.slips import check_score
from events.core.revision_cache import RevisionCache
from events.core.stages.queries import current_stage
from events.core.version_tokens import pairing_values
from events.models import Event, Match, Round, Stage

DOUBLE_SIDED_GAMES = 2


# State of a round that a write needs: any, unposted, posted or complete, posted and not complete.
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


def check_pairing(token: str, round: Round) -> None:
    """Raise EditConflictError where the round is paired otherwise than `token` says.

    `token`: as check_token takes it. One query.
    """
    words = _("The pairings changed since you opened this page. Check them and try again.")
    check_token(token, pairing_values(round), words)


def _check_playing(round: Round) -> None:
    """Raise RefusedError for a round that is not being played."""
    if round.state == Round.State.UNPOSTED:
        raise RefusedError(_("Round %(number)d is not posted yet.") % {"number": round.number})
    if round.state == Round.State.COMPLETE:
        raise RefusedError(
            _("Round %(number)d is complete. The head judge can correct a result.")
            % {"number": round.number}
        )


def posted_table(event: Event, number: int, table: int) -> Match:
    """Return the match at `table` of round `number`, as `find_round` and `table_of` do. One query.

    It knows whether a loss of either player is recorded (`core/results/assigned_losses.py`), and
    whether anything was reported of it before (`core/results/result_feed.py`).
    """
    match = TABLE.first(event.pk, number, table)
    if match is None:
        return table_of(find_round(event, number, "playing"), table)
    match.round.event = match.round.stage.event = event
    _check_playing(match.round)
    return match


def has_results(round: Round) -> bool:
    """Say whether any table has a result, entered here or imported; byes and walkovers aside."""
    return round.matches.filter(table__isnull=False, first_wins__isnull=False).exists()


def table_of(round: Round, table: int, *joined: str) -> Match:
    """Return the match at `table` with both players; RefusedError names the existing tables.

    `joined`: relations that are read with it in the same query.
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


def rules_of(round: Round) -> MatchRules:
    """Return how the matches of a round are played."""
    return MatchRules(
        games_to_win=round.games_to_win,
        draws_allowed=round.draws_allowed,
        by_seats=round.by_seats,
        double_sided=profile_of(round.event).points_per_game,
        playoff=round.stage.is_elimination,
        digital=round.event.is_digital,
    )


_rules: RevisionCache[MatchRules] = RevisionCache()


def rules_now(event: Event, number: int) -> MatchRules:
    """Return the match rules of round `number` while it is played; RefusedError otherwise.

    Read once for all desks: every change that affects the rules reloads the whole list of a desk.
    """
    key = (event.pk, number, event.whole_revision)
    rules = _rules.get(key)
    if rules is None:
        rules = rules_of(find_round(event, number, "playing"))
        _rules.put(key, rules)
    return rules


def check_result(round: Round, result: Result) -> None:
    """Raise RefusedError for a result that can't happen in this round; a playoff has no draws."""
    if round.stage.is_elimination and result.winner not in (Winner.FIRST, Winner.SECOND):
        if round.event.is_digital:
            words = _(
                "A playoff match needs a winner. If neither player appears, the head judge "
                "decides who advances."
            )
            raise RefusedError(words, "score")
        raise RefusedError(
            _(
                "A playoff match needs a winner. At time, the higher life total wins, then "
                "sudden death (MTR 2.5). If neither player appears, the head judge decides who "
                "advances."
            ),
            "score",
        )
    if profile_of(round.event).points_per_game and sum(result.counts) > DOUBLE_SIDED_GAMES:
        raise RefusedError(_("A double-sided match has two games: 20, 11 or 02."), "score")
    check_score(result, round.games_to_win, round.draws_allowed, round.by_seats)


def check_joining(event: Event) -> None:
    """Refuse a new player where only those who advanced, or who have a seat, can play."""
    words = why_closed(event)
    if words:
        raise RefusedError(words)


def why_closed(event: Event) -> str:
    """Return why no player can join any more; empty while one can."""
    if event.stages.filter(has_cut=True).exists():
        return _("The cut is confirmed, so no player can join.")
    status = current_stage(event)
    if status is None:
        return ""
    stage = status.stage
    if stage.pods_posted_at is not None:
        return _("The pods are posted, so no player can join this draft.")
    last = stage.round_set.order_by("-number").first()
    if last is None or stage.kind == Stage.Kind.SWISS:
        return ""
    if last.state == Round.State.UNPOSTED and status.played == 1:
        return _("Discard the unposted round first, then add the player.")
    return _("This stage has started, so no player can join it.")
