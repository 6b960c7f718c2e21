"""A player who left a round robin early: the matches played count, or each opponent has a win."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils.translation import gettext as _

from domain.results import Ending, Result
from domain.written_names import written_name
from events.core.drops.drop_parts import find_player
from events.core.event_write import event_write
from events.core.refusals import RefusedError
from events.core.results.slips import Slip
from events.core.standings.correction_actions import correct_result
from events.core.typed_values import needed_reason
from events.models import Enrollment, Event, Match, Stage


@dataclass(frozen=True, slots=True)
class LeftEarly:
    """The part of a round robin that a player played before leaving.

    `played` of `planned` matches. `open`: those of complete rounds that the opponent did not win
    without losing a game, as a bye is won. `annuls`: by the event's rules every opponent wins.
    """

    played: int
    planned: int
    open: tuple[Match, ...]
    annuls: bool = False

    @property
    def is_early(self) -> bool:
        """Whether the player played less than half of the matches."""
        return self.played > 0 and self.played * 2 < self.planned


def left_early(event: Event, enrollment: Enrollment) -> LeftEarly | None:
    """Return what a dropped player played of the newest round robin; None without one.

    No query for an active player, at most three.
    """
    if enrollment.is_active:
        return None
    own = Match.objects.of_two().reported().filter(Q(first=enrollment) | Q(second=enrollment))
    of_robin = own.filter(round__event=event, round__stage__kind=Stage.Kind.ROUND_ROBIN)
    joined = of_robin.select_related("round__stage", "round__event", "first", "second")
    matches = list(joined.order_by("round__number"))
    if not matches:
        return None
    stage = matches[-1].round.stage
    played = [match for match in matches if match.round.stage_id == stage.pk]
    first = stage.round_set.order_by("number").first()
    paired = first.matches.exclude(kind=Match.Kind.UNPAIRED) if first else Match.objects.none()
    players = sum(1 if second is None else 2 for second in paired.values_list("second", flat=True))
    complete = [match for match in played if match.round.is_complete]
    return LeftEarly(
        played=len(played),
        planned=players - 1,
        annuls=stage.annuls_leavers,
        open=tuple(
            match
            for match in complete
            if match.result is None or match.result.counts != _win_against(match, enrollment).counts
        ),
    )


def give_opponents_wins(*, event_id: int, actor: User, number: int, reason: str) -> int:
    """Correct the matches of a player who left a round robin early to wins of the opponents.

    The remaining opponents have a bye, so that all of them are treated alike. Return how many
    results changed; every one is a correction, which can be corrected back. RefusedError where the
    player did not leave early, and where nothing is to change.
    """
    reason = needed_reason(reason)
    with event_write(event_id, actor) as write:
        enrollment = find_player(write.event, number)
        left = left_early(write.event, enrollment)
        if left is None or not left.is_early or not left.open:
            raise RefusedError(
                _("%(name)s has no match of a round robin to change.")
                % {"name": written_name(enrollment)}
            )
        for match in left.open:
            correct_result(
                event_id=event_id,
                actor=actor,
                number=match.round.number,
                table=match.table or 0,
                slip=Slip(_win_against(match, enrollment)),
                reason=reason,
            )
    return len(left.open)


def _win_against(match: Match, loser: Enrollment) -> Result:
    """Return a match that the opponent of `loser` wins without play."""
    won = Result(match.round.games_to_win, 0)
    return (won.turned() if match.first_id == loser.pk else won).ended(Ending.AWARDED)
