"""Entering, undoing and correcting results."""

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from events.models import Enrollment, Event, JournalEntry, Match, Round, Verb
from events.selectors.rounds import RESULT_VERBS, dropped_by_slips, standing_entries
from events.services.enrollment import apply_drop, take_back_drop
from events.services.errors import RefusedError
from events.services.locking import lock_unfinished, write_journal
from events.services.publishing import publish_revisions
from events.services.score import Score
from events.services.states import check_result, find_round, posted_of, table_of


class ResultConflictError(RefusedError):
    """The table has a result already; `match` holds it, `score` is the one that came second."""

    def __init__(self, match: Match, score: Score) -> None:
        self.match = match
        self.score = score
        self.same = _state_of(match) == _state_of_score(score)
        who = match.reported_by.get_username() if match.reported_by else "-"
        message = (
            _("Table %(table)d has this result already, entered by %(who)s.")
            if self.same
            else _("Table %(table)d has another result already, entered by %(who)s.")
        )
        super().__init__(message % {"table": match.table or 0, "who": who})


def enter_result(
    *,
    event_id: int,
    actor: User,
    number: int,
    table: int,
    score: Score,
    replace: str | None = None,
) -> Match:
    """Write the result of one table of the round that is being played.

    `replace` is the text of the result that the caller has seen and means to replace, as
    result_text gives it. The result that stands already, with somebody who drops, adds the drop.
    Raises ResultConflictError when the table has a result that was not named like that,
    RefusedError for a table or a score that can't be.
    """
    with transaction.atomic():
        event = lock_unfinished(event_id)
        round = posted_of(event, number)
        match = table_of(round, table)
        check_result(round, score)
        adds_drop = _state_of(match) == _state_of_score(score) and _leaving(match, score)
        if match.has_result and replace != result_text(match) and not adds_drop:
            raise ResultConflictError(match, score)
        store_result(event, actor, round, match, score)
    return match


def store_result(event: Event, actor: User, round: Round, match: Match, score: Score) -> None:
    """Write a checked result, its drops and its journal entry in the caller's transaction."""
    before = _state_of(match) if match.has_result else None
    staying = [] if before is None else _staying(event, match, score)
    dropped = _leaving(match, score)
    _write(match, _state_of_score(score), actor)
    write_journal(
        event,
        actor,
        Verb.RESULT_ENTERED,
        round=round,
        match=match,
        before=before,
        after=_state_of(match),
        dropped=[one.number for one in dropped],
        staying=[one.number for one in staying],
    )
    for one in dropped:
        apply_drop(event, one, actor, reason="slip")
    for one in staying:
        take_back_drop(event, one, actor)


def undo_result(*, event_id: int, actor: User, number: int, table: int) -> Match:
    """Take the newest result of one table back: what stood there before stands there again.

    A drop that came with the slip is taken back too.
    """
    with transaction.atomic():
        event = lock_unfinished(event_id)
        round = posted_of(event, number)
        return _undo(event, actor, round, table_of(round, table))


def undo_last(*, event_id: int, actor: User, number: int) -> Match:
    """Take back the newest result that `actor` entered in this round and that still stands."""
    with transaction.atomic():
        event = lock_unfinished(event_id)
        round = posted_of(event, number)
        for entry in _standing(event, number):
            if entry.actor_id == actor.pk:
                return _undo(event, actor, round, table_of(round, entry.table or 0))
        raise RefusedError(_("You have entered nothing in this round that could be undone."))


def correct_result(
    *, event_id: int, actor: User, number: int, table: int, score: Score, reason: str
) -> Match:
    """Correct a result of a complete round; published standings get a new revision.

    Pairings that were made from the old result stay (rules, 1.9): the head judge decides.
    """
    with transaction.atomic():
        event = lock_unfinished(event_id)
        round = find_round(event, number)
        if round.state != Round.State.COMPLETE:
            raise RefusedError(
                _("Round %(number)d is not complete: enter the result at the desk.")
                % {"number": number}
            )
        match = table_of(round, table)
        if not reason.strip():
            raise RefusedError(_("Say why; the journal keeps it."), "reason")
        check_result(round, score)
        if score.drop_first or score.drop_second:
            raise RefusedError(
                _("A correction drops nobody: drop the player on the player's page."), "score"
            )
        before = _state_of(match)
        after = _state_of_score(score)
        _check_bracket(event, round, match, score)
        if before == after:
            raise RefusedError(_("That is the result that stands already."), "score")
        _write(match, after, actor)
        write_journal(
            event,
            actor,
            Verb.RESULT_CORRECTED,
            round=round,
            match=match,
            before=before,
            after=after,
            reason=reason.strip(),
        )
        publish_revisions(event, actor, number, reason.strip())
    return match


def _check_bracket(event: Event, round: Round, match: Match, score: Score) -> None:
    """Refuse another winner of a playoff match while somebody else plays on from it."""
    if not round.stage.is_elimination or match.games is None:
        return
    changes = (match.games[0] > match.games[1]) != (score.first_wins > score.second_wins)
    if changes and event.rounds.filter(number__gt=round.number).exists():
        raise RefusedError(
            _(
                "Another winner would change the next round of the bracket, which is posted. Open "
                "round %(number)d again instead."
            )
            % {"number": round.number},
            "score",
        )


def result_text(match: Match) -> str:
    """Return the result of a match as it is typed: "2-1", "wlw", "dl"; empty without one."""
    if not match.has_result:
        return ""
    return "dl" if match.double_loss else match.seat_results or str(_score_of(_state_of(match)))


def _undo(event: Event, actor: User, round: Round, match: Match) -> Match:
    standing = _standing(event, round.number)
    entry = next((entry for entry in standing if entry.table == match.table), None)
    if entry is None and not match.has_result:
        raise RefusedError(
            _("Table %(table)d has no result to undo.") % {"table": match.table or 0}, "table"
        )
    # The result of an imported round has no entry: before it there was none.
    said: dict[str, Any] = {"before": None, "after": _state_of(match)}
    if entry is not None:
        said = entry.data
    _write(match, said["before"], actor)
    write_journal(
        event,
        actor,
        Verb.RESULT_UNDONE,
        round=round,
        match=match,
        before=said["after"],
        after=said["before"],
    )
    for one in (match.first, match.second):
        came_with_it = one is not None and one.number in said.get("dropped", [])
        stayed_by_it = one is not None and one.number in said.get("staying", [])
        if one is not None and came_with_it and one.state == Enrollment.State.DROPPED:
            take_back_drop(event, one, actor)
        elif one is not None and stayed_by_it and one.state == Enrollment.State.ACTIVE:
            apply_drop(event, one, actor, reason="slip")
    return match


def _staying(event: Event, match: Match, score: Score) -> list[Enrollment]:
    """Return who dropped by the slip that this one replaces, and does not drop by this one.

    The same result once more, with somebody who drops, only adds the drop.
    """
    if _state_of(match) == _state_of_score(score):
        return []
    again = [
        one
        for one, leaves in ((match.first, score.drop_first), (match.second, score.drop_second))
        if leaves
    ]
    return [one for one in dropped_by_slips(event, match) if one not in again]


def _standing(event: Event, number: int) -> list[JournalEntry]:
    entries = event.journal.filter(round_number=number, verb__in=RESULT_VERBS)
    return standing_entries(entries.order_by("-id"))


def _leaving(match: Match, score: Score) -> list[Enrollment]:
    """Return who of a match drops by this score and has not left yet."""
    return [
        one
        for one, leaves in ((match.first, score.drop_first), (match.second, score.drop_second))
        if leaves and one is not None and one.state == Enrollment.State.ACTIVE
    ]


# The state of a result as the journal keeps it: games of the first, of the second, drawn, and
# whether it is a double loss; of teams of three also the seats, where they were named. None: no
# result.
_State = list[Any]


def _state_of(match: Match) -> _State:
    state = [match.first_wins, match.second_wins, match.drawn_games, match.double_loss]
    return [*state, match.seat_results] if match.seat_results else state


def _state_of_score(score: Score) -> _State:
    state = [*score.games, score.double_loss]
    return [*state, score.seats] if score.seats else state


def _score_of(state: _State) -> Score:
    first, second, drawn, double_loss, *seats = state
    return Score(first, second, drawn, double_loss, seats="".join(seats))


def _write(match: Match, state: _State | None, actor: User) -> None:
    if state is None:
        match.first_wins = match.second_wins = match.drawn_games = None
        match.double_loss = False
        match.seat_results = ""
        match.reported_by = match.reported_at = None
    else:
        match.first_wins, match.second_wins, match.drawn_games, match.double_loss = state[:4]
        match.seat_results = "".join(state[4:])
        match.reported_by, match.reported_at = actor, timezone.now()
    match.save(
        update_fields=[
            "first_wins",
            "second_wins",
            "drawn_games",
            "double_loss",
            "seat_results",
            "reported_by",
            "reported_at",
        ]
    )
