"""Losses recorded as penalties, whether a result shows them, and the row of a penalty."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from domain.limits import NOTE_LENGTH
from domain.results import Ending, Outcome, Result, Side, Winner
from events.core.compiled.queries import LOSSES
from events.core.event_write import Write
from events.core.questions.question import Settled, answers_for_journal
from events.core.typed_values import checked_text
from events.models import (
    Enrollment,
    Infraction,
    Match,
    Penalty,
    PenaltyKind,
    Report,
    Round,
    Verb,
)
from events.models.querysets import MatchQuerySet, of_players


@dataclass(frozen=True, slots=True)
class Loss:
    """A loss that was recorded in the round of a match, and that the result does not show.

    `side` in a match of two; `seat`, from 1, at a table of three to five, whose other players play
    on.
    """

    enrollment: Enrollment
    penalty: PenaltyKind
    side: Side | None = None
    seat: int = 0

    @property
    def is_of_match(self) -> bool:
        """True for a match loss, False for a game loss."""
        return self.penalty == PenaltyKind.MATCH_LOSS

    @property
    def mark(self) -> str:
        """Suffix typed after the result to enter the loss: "g1"; empty if no suffix enters it.

        At a table a match loss is typed like a game loss: a match is one game.
        """
        if self.seat:
            return f"g{self.seat}"
        return "" if self.is_of_match else "g1" if self.side is Side.FIRST else "g2"


def open_losses(match: Match, result: Result | None) -> list[Loss]:
    """Return the losses of the match's players that `result` does not show; None: no result yet.

    A game loss is shown by a game recorded as one, a match loss by a lost match; at a table of
    three to five both are shown by a lost seat. One query, and one more if a player has a loss in
    any round; none for a match of two that was read with `any_loss` and has none.
    """
    if not match.is_table and not vars(match).get("any_loss", True):
        return []
    players = [player.pk for player in match.players]
    if not Penalty.objects.filter(enrollment__in=players, penalty__in=LOSSES).exists():
        return []
    recorded = _recorded_for(match.round).filter(enrollment__in=players)
    return _open(match, recorded, result)


def recorded_losses(round: Round) -> dict[int, list[Loss]]:
    """Return the recorded losses to enter with outstanding matches, by match. Two queries."""
    recorded = list(_recorded_for(round))
    players = {penalty.enrollment_id for penalty in recorded}
    if not players:
        return {}
    waiting = round.matches.outstanding().filter(of_players(players))
    return {match.pk: _open(match, recorded, None) for match in _with_players(waiting, round)}


def losses_of_round(round: Round) -> list[tuple[Match, list[Loss]]]:
    """Return the tables of a round whose result does not show a recorded loss.

    Four queries, one in an event without losses.
    """
    if not Penalty.objects.filter(enrollment__event=round.event_id, penalty__in=LOSSES).exists():
        return []
    recorded = list(_recorded_for(round))
    players = {penalty.enrollment_id for penalty in recorded}
    matches = round.matches.contested().reported().filter(of_players(players))
    joined = _with_players(matches, round).select_related("official_report").order_by("table")
    losing = []
    for match in joined.prefetch_related("official_report__games"):
        reported = (
            match.official_report.result_with_games if match.official_report else match.result
        )
        losses = _open(match, recorded, reported)
        if losses:
            losing.append((match, losses))
    return losing


def _recorded_for(round: Round) -> QuerySet[Penalty]:
    """Return the losses that belong to matches of a round.

    Those recorded in it, and those recorded after the round before was complete: they apply to the
    next game or match (Infraction Procedure Guide).
    """
    before = round.event.rounds.filter(number=round.number - 1, completed_at__isnull=False)
    between = Q(round_number=round.number - 1, given_at__gt=before.values("completed_at")[:1])
    first = Q(round_number__isnull=True) if round.number == 1 else Q(pk=None)
    own = Q(round_number=round.number)
    if round.completed_at is not None:
        own &= Q(given_at__lte=round.completed_at)
    recorded = Penalty.objects.filter(enrollment__event=round.event, penalty__in=LOSSES)
    return recorded.filter(own | between | first).order_by("pk")


def _with_players(matches: MatchQuerySet, round: Round) -> MatchQuerySet:
    """Join the players to matches; at tables of three to five by seat."""
    joined = matches.select_related("first", "second")
    return joined.prefetch_related("table_seats__enrollment") if round.stage.is_tables else joined


def _open(match: Match, recorded: Iterable[Penalty], result: Result | None) -> list[Loss]:
    if match.is_table:
        return _open_at_table(match, recorded, result)
    losses = []
    shown = {side: _shown(result, side) for side in Side}
    for penalty in recorded:
        if penalty.enrollment_id not in (match.first_id, match.second_id):
            continue
        side = Side.FIRST if penalty.enrollment_id == match.first_id else Side.SECOND
        who = match.first if side is Side.FIRST else match.second
        kind = PenaltyKind(penalty.penalty)
        if shown[side][kind] > 0:
            shown[side][kind] -= 1
        elif who is not None:
            losses.append(Loss(who, kind, side))
    return losses


def _open_at_table(match: Match, recorded: Iterable[Penalty], result: Result | None) -> list[Loss]:
    """Return the losses whose seat has not lost."""
    seats = {player.pk: (seat, player) for seat, player in enumerate(match.players, 1)}
    losses = []
    for penalty in recorded:
        if penalty.enrollment_id not in seats:
            continue
        seat, player = seats[penalty.enrollment_id]
        if result is None or result.from_seat(seat).outcome is not Outcome.LOST:
            losses.append(Loss(player, PenaltyKind(penalty.penalty), seat=seat))
    return losses


def _shown(result: Result | None, side: Side) -> dict[PenaltyKind, int]:
    """Return how many losses of each kind a result shows; a lost match shows any match losses."""
    if result is None:
        return dict.fromkeys(LOSSES, 0)
    opponent = Winner.SECOND if side is Side.FIRST else Winner.FIRST
    games = sum(
        game.winner is opponent and game.ending is Ending.GAME_LOSS
        for game in result.reported_games
    )
    lost = result.winner in (opponent, Winner.NOBODY)
    return {PenaltyKind.GAME_LOSS: games, PenaltyKind.MATCH_LOSS: 99 if lost else 0}


def record_penalty(
    write: Write,
    actor: User,
    round: Round | None,
    enrollment: Enrollment,
    infraction: Infraction,
    penalty: PenaltyKind,
    note: str = "",
    settled: Sequence[Settled] = (),
) -> Penalty:
    """Record a penalty as a part of a write; `settled`: the questions answered before it."""
    made = Penalty.objects.create(
        enrollment=enrollment,
        round_number=round.number if round else None,
        infraction=infraction,
        penalty=penalty,
        note=checked_text(note, NOTE_LENGTH, "note"),
        given_by=actor,
    )
    write.journal(
        Verb.PENALTY_GIVEN,
        round=round,
        enrollment=enrollment,
        infraction=str(infraction),
        penalty=str(penalty),
        note=made.note,
        **answers_for_journal(settled),
    )
    return made


def follow_tardiness(
    write: Write, match: Match, before: Report | None, after: Report | None
) -> None:
    """Record or remove the match loss for tardiness when a match's official report changes.

    A part of the write in which `after` becomes official in place of `before`. A penalty that a
    person changed or removed since does not change.
    """
    if before is not None and before.records_tardiness and not _records(after):
        late = _late_by(match, before)
        given = late.penalties.filter(
            round_number=match.round.number,
            infraction=Infraction.TARDINESS,
            penalty=PenaltyKind.MATCH_LOSS,
        ).last()
        if given is not None:
            remove_record(write, given)
    actor = write.actor or (after.account if after else None)
    if after is not None and actor is not None and _records(after) and not _records(before):
        late, kind = _late_by(match, after), PenaltyKind.MATCH_LOSS
        record_penalty(write, actor, match.round, late, Infraction.TARDINESS, kind)


def _records(report: Report | None) -> bool:
    return report is not None and report.records_tardiness


def _late_by(match: Match, report: Report) -> Enrollment:
    """Return the absent player, by the report of a no-show."""
    first_lost = match.second is None or report.result.winner is Winner.SECOND
    return match.first if first_lost or match.second is None else match.second


def remove_record(write: Write, penalty: Penalty) -> None:
    """Remove a penalty as a part of a write; the journal names it."""
    write.journal(
        Verb.PENALTY_REMOVED,
        enrollment=penalty.enrollment,
        infraction=penalty.infraction,
        penalty=penalty.penalty,
    )
    penalty.delete()
