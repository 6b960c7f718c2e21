"""State of a player in one event, as the player's own pages show it on top."""

from enum import StrEnum

from domain.results import Winner
from events.core.phones.next_round import FINALISTS
from events.models import Enrollment, Event, Match, Round, Stage

SEMIFINALISTS = 4


class OwnState(StrEnum):
    """The answer at the top of the page.

    BEFORE: no round is posted. ALONE: a bye or an assigned loss. ABSENT: not paired in the posted
    round. BEATEN: the playoff goes on without the player. WAITING: the round is complete, the next
    one is not posted. OUT: dropped, disqualified or left out of round 1.
    """

    BEFORE = "before"
    PLAYING = "playing"
    ALONE = "alone"
    ABSENT = "absent"
    BEATEN = "beaten"
    RECORDED = "recorded"
    WAITING = "waiting"
    TAKEN_BACK = "taken-back"
    OUT = "out"
    FINISHED = "finished"


def own_state(
    event: Event, enrollment: Enrollment, round: Round | None, match: Match | None
) -> OwnState:
    """Return the state of a player; `round` is the newest posted one, `match` the own match in it.

    A dropped player still plays the match that is posted.
    """
    if event.is_finished and round is not None:
        return OwnState.FINISHED
    if event.taken_back_after(round.number if round else 0):
        return OwnState.TAKEN_BACK
    is_over = round is not None and round.is_complete
    if match is not None and not is_over:
        if match.second_id is None:
            return OwnState.ALONE
        return OwnState.RECORDED if match.has_result else OwnState.PLAYING
    if enrollment.state != Enrollment.State.ACTIVE:
        return OwnState.OUT
    if round is None:
        return OwnState.BEFORE
    if _is_knocked_out(enrollment, round, match):
        return OwnState.BEATEN
    return OwnState.WAITING if is_over else OwnState.ABSENT


def _is_knocked_out(enrollment: Enrollment, round: Round, match: Match | None) -> bool:
    """Whether no later round of a single elimination is the player's.

    In a double elimination a player may sit out a round and play on.
    """
    stage = round.stage
    is_decided = round.is_complete and round.bracket_players == FINALISTS
    if stage.kind != Stage.Kind.SINGLE_ELIMINATION or is_decided:
        return False
    if match is None:
        return True
    if match.second_id is None or match.result is None:
        return False
    plays_for_third = stage.third_place and round.bracket_players == SEMIFINALISTS
    is_first = match.first_id == enrollment.pk
    loses_to = Winner.SECOND if is_first else Winner.FIRST
    return match.result.winner is loses_to and not plays_for_third
