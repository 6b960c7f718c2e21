"""State of a player in one event: one answer for own page, public page and badge."""

from dataclasses import dataclass
from enum import StrEnum

from domain.results import Outcome
from events.core.progress.ahead import FINALISTS
from events.core.progress.presence import after_the_cut
from events.core.stages.stage_words import Titled
from events.models import Enrollment, Event, Match, Round, Stage

SEMIFINALISTS = 4


class OwnState(StrEnum):
    """State of a player at the top of the page.

    BEFORE: no round is posted. ALONE: a bye or an assigned loss. ABSENT: not paired in the posted
    round. BEATEN: out of the playoff. CUT: others advanced. WAITING: the round is complete, the
    next one is not posted. OUT: dropped, disqualified or left out of round 1.
    """

    BEFORE = "before"
    PLAYING = "playing"
    ALONE = "alone"
    ABSENT = "absent"
    BEATEN = "beaten"
    CUT = "cut"
    RECORDED = "recorded"
    WAITING = "waiting"
    TAKEN_BACK = "taken-back"
    OUT = "out"
    FINISHED = "finished"


# In these states a player has no later round.
_LAST = (
    OwnState.TAKEN_BACK,
    OwnState.BEATEN,
    OwnState.CUT,
    OwnState.OUT,
    OwnState.FINISHED,
)


@dataclass(frozen=True, slots=True)
class OwnStatus:
    """State of a player, and whether the player has a later round, as far as is known."""

    state: OwnState
    goes_on: bool


@dataclass(frozen=True, slots=True)
class OwnFacts:
    """Facts from which a state follows, as far as the page's reader may know them.

    `is_over`: the newest posted round is complete. `is_paired` in that round, `is_alone` there
    without an opponent, `is_recorded`: its result was entered. `is_active`: not dropped.
    `is_beaten`: out of a single elimination. `is_cut`: others advance. `is_last`: no round follows
    this one.
    """

    event: Event
    has_round: bool
    is_taken_back: bool
    is_over: bool = False
    is_paired: bool = False
    is_alone: bool = False
    is_recorded: bool = False
    is_active: bool = True
    is_beaten: bool = False
    is_cut: bool = False
    is_last: bool = False


def status_of(facts: OwnFacts) -> OwnStatus:
    """Return the state of a player and what follows from it."""
    state = _state(facts)
    stays = facts.is_active and not (facts.is_beaten or facts.is_cut or facts.is_last)
    return OwnStatus(state, facts.event.is_running and stays and state not in _LAST)


def own_status(
    event: Event,
    enrollment: Enrollment,
    round: Round | None,
    match: Match | None,
    *,
    advances: bool | None,
    is_last: bool = False,
) -> OwnStatus:
    """Return the status of a player; `round` is the newest posted one, `match` the own match in it.

    `advances`: see `advances_by_cut`. `is_last`: no round follows by what is announced.
    """
    return status_of(
        OwnFacts(
            event=event,
            has_round=round is not None,
            is_taken_back=bool(event.taken_back_after(round.number if round else 0)),
            is_over=round is not None and round.is_complete,
            is_paired=match is not None,
            is_alone=match is not None and not match.is_contested,
            is_recorded=match is not None and match.has_result,
            is_active=enrollment.is_active,
            is_beaten=round is not None and _is_knocked_out(enrollment, round, match),
            is_cut=advances is False,
            is_last=is_last,
        )
    )


def advances_by_cut(enrollment: Enrollment, round: Round | None) -> bool | None:
    """Return whether the newest cut took the player; None without a confirmed cut.

    `round`: the newest posted one, with its stage and event. Two queries after a cut.
    """
    # A cut is confirmed after the last round of its stage.
    if round is None or not (round.stage.has_cut or round.stage.number > 1):
        return None
    advancing = after_the_cut(round.event)
    return None if advancing is None else enrollment.number in advancing


def _state(facts: OwnFacts) -> OwnState:
    """Return the state; a dropped player still plays the match that is posted."""
    if facts.event.is_finished and facts.has_round:
        return OwnState.FINISHED
    if facts.is_taken_back:
        return OwnState.TAKEN_BACK
    if facts.is_paired and not facts.is_over:
        if facts.is_alone:
            return OwnState.ALONE
        return OwnState.RECORDED if facts.is_recorded else OwnState.PLAYING
    if not facts.is_active:
        return OwnState.OUT
    if not facts.has_round:
        return OwnState.BEFORE
    if facts.is_beaten:
        return OwnState.BEATEN
    if facts.is_cut:
        return OwnState.CUT
    return OwnState.WAITING if facts.is_over else OwnState.ABSENT


def _is_knocked_out(enrollment: Enrollment, round: Round, match: Match | None) -> bool:
    if match is None:
        return knocked_out(round, round.stage, is_over=round.is_complete, is_paired=False)
    # A draw at a table of a cut advances one player; the next round shows which.
    has_lost = match.is_contested and match.outcome_of(enrollment) is Outcome.LOST
    return knocked_out(round, round.stage, is_over=round.is_complete, has_lost=has_lost)


def knocked_out(
    round: Titled,
    stage: Stage,
    *,
    is_over: bool,
    is_paired: bool = True,
    has_lost: bool = False,
) -> bool:
    """Return whether a player has no later round in a single elimination or a cut at tables.

    In a double elimination a player may sit out a round and play on.
    """
    is_decided = is_over and round.bracket_players == FINALISTS
    if not (stage.is_single_elimination or stage.is_tables_cut) or is_decided:
        return False
    if not is_paired:
        return True
    plays_for_third = stage.third_place and round.bracket_players == SEMIFINALISTS
    return has_lost and not plays_for_third
