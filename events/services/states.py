"""Finding a round or a table in the state that a write needs, and what may happen there."""

from django.db.models import Max, Min
from django.utils.translation import gettext as _

from events.adapters import profile_of
from events.models import Event, Match, Round, Stage
from events.selectors.stages import current_stage
from events.services.errors import RefusedError
from events.services.score import Score, check_score

DOUBLE_SIDED_GAMES = 2


def find_round(event: Event, number: int) -> Round:
    """Return round `number`; RefusedError when there is none."""
    round = event.rounds.select_related("stage").defer("posted_rows").filter(number=number).first()
    if round is None:
        raise RefusedError(_("There is no round %(number)d.") % {"number": number})
    return round


def draft_of(event: Event, number: int) -> Round:
    """Return round `number` while it is a draft; RefusedError otherwise."""
    round = find_round(event, number)
    if round.state != Round.State.DRAFT:
        raise RefusedError(
            _("Round %(number)d is posted: players have seen it.") % {"number": number}
        )
    return round


def posted_of(event: Event, number: int) -> Round:
    """Return round `number` while it is being played; RefusedError otherwise."""
    round = find_round(event, number)
    if round.state == Round.State.DRAFT:
        raise RefusedError(_("Round %(number)d is not posted yet.") % {"number": number})
    if round.state == Round.State.COMPLETE:
        raise RefusedError(
            _("Round %(number)d is complete. The head judge can correct a result.")
            % {"number": number}
        )
    return round


def has_results(round: Round) -> bool:
    """Say whether any table has a result, entered here or imported; byes and walkovers aside."""
    return round.matches.filter(table__isnull=False, first_wins__isnull=False).exists()


def table_of(round: Round, table: int) -> Match:
    """Return the match at `table` with both players; RefusedError names the tables there are."""
    match = round.matches.filter(table=table).select_related("first", "second").first()
    if match is not None:
        return match
    ends = round.matches.aggregate(low=Min("table"), high=Max("table"))
    if ends["low"] is None:
        raise RefusedError(_("Round %(number)d has no tables.") % {"number": round.number}, "table")
    raise RefusedError(
        _("Table %(table)d does not exist in round %(number)d (tables %(low)d to %(high)d).")
        % {"table": table, "number": round.number, "low": ends["low"], "high": ends["high"]},
        "table",
    )


def check_result(round: Round, score: Score) -> None:
    """Raise RefusedError for a score that can't happen in this round; a playoff has no draws."""
    if round.stage.is_elimination and (score.double_loss or score.is_draw):
        raise RefusedError(
            _(
                "A playoff match has a winner: at time the higher life total, then sudden death "
                "(MTR 2.4). Where nobody came, the head judge says who goes on."
            ),
            "score",
        )
    if profile_of(round.event).points_per_game and sum(score.games) > DOUBLE_SIDED_GAMES:
        raise RefusedError(_("A double-sided match has two games: 20, 11 or 02."), "score")
    check_score(score, round.games_to_win, round.draws_allowed, round.by_seats)


def check_joining(event: Event) -> None:
    """Refuse somebody new where only those who advanced, or who have a seat, can play."""
    words = why_closed(event)
    if words:
        raise RefusedError(words)


def why_closed(event: Event) -> str:
    """Say why nobody can join any more; empty while somebody can."""
    if event.stages.filter(has_cut=True).exists():
        return _("Who advances is confirmed: nobody can join any more.")
    status = current_stage(event)
    if status is None:
        return ""
    stage = status.stage
    if stage.pods_posted_at is not None:
        return _("The pods are posted: nobody can join this draft any more.")
    last = stage.round_set.order_by("-number").first()
    if last is None or stage.kind == Stage.Kind.SWISS:
        return ""
    if last.state == Round.State.DRAFT and status.played == 1:
        return _("Discard the draft of the round first, then add the player.")
    return _("This stage has begun: nobody can join it any more.")
