"""How the matches of a round are played, and which results can happen in it."""

from django.utils.translation import gettext as _

from domain.results import Result, Winner
from events.core.adapters import profile_of
from events.core.guards import find_round
from events.core.refusals import RefusedError
from events.core.results.match_rules import MatchRules
from events.core.results.slips import check_score
from events.core.revision_cache import RevisionCache
from events.models import Event, Round

DOUBLE_SIDED_GAMES = 2


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
