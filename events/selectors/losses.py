"""Game and match losses that were given as penalties, and whether a result shows them."""

from dataclasses import dataclass

from archive.results import Ending, Result, Side, Winner
from events.models import Enrollment, Match, Penalty, PenaltyKind

LOSSES = (PenaltyKind.GAME_LOSS, PenaltyKind.MATCH_LOSS)


@dataclass(frozen=True, slots=True)
class Loss:
    """A loss that was recorded in the round of a match, and that the result does not show."""

    side: Side
    enrollment: Enrollment
    penalty: PenaltyKind

    @property
    def is_of_match(self) -> bool:
        """True for a match loss, False for a game loss."""
        return self.penalty == PenaltyKind.MATCH_LOSS

    @property
    def mark(self) -> str:
        """What one types after the games to say that one of them is this game loss: "g1"."""
        return "" if self.is_of_match else "g1" if self.side is Side.FIRST else "g2"


def open_losses(match: Match, result: Result | None) -> list[Loss]:
    """Return the losses of both players in this round that `result` does not show.

    A game loss is shown by a game that says so, a match loss by a lost match. None: there is no
    result. One query.
    """
    recorded = Penalty.objects.filter(
        enrollment__in=[match.first_id, match.second_id],
        round_number=match.round.number,
        penalty__in=LOSSES,
    ).order_by("pk")
    found = []
    shown = {side: _shown(result, side) for side in Side}
    for penalty in recorded:
        side = Side.FIRST if penalty.enrollment_id == match.first_id else Side.SECOND
        who = match.first if side is Side.FIRST else match.second
        kind = PenaltyKind(penalty.penalty)
        if shown[side][kind] > 0:
            shown[side][kind] -= 1
        elif who is not None:
            found.append(Loss(side, who, kind))
    return found


def _shown(result: Result | None, side: Side) -> dict[PenaltyKind, int]:
    """How many losses of each kind a result shows; a lost match, any of matches."""
    if result is None:
        return dict.fromkeys(LOSSES, 0)
    opponent = Winner.SECOND if side is Side.FIRST else Winner.FIRST
    games = sum(game.winner is opponent and game.ending is Ending.GAME_LOSS for game in result.told)
    lost = result.winner in (opponent, Winner.NOBODY)
    return {PenaltyKind.GAME_LOSS: games, PenaltyKind.MATCH_LOSS: 99 if lost else 0}
