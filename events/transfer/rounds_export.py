"""Reading the rounds of an event as an archive has them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from archive.played import ArchivedBefore, ArchivedMatch, ArchivedReport, ArchivedRound
from domain.kinds import Check, MatchKind
from domain.results import Side
from events.core.adapters import Records, profile_of
from events.core.adapters.archived_matches import STATES, enter_round
from events.models import Event, Match, Round
from events.transfer.reports_export import reports_of

_WORDS = {state: word for word, state in STATES.items()}
_COLUMNS = (
    "pk",
    "round_id",
    "kind",
    "first__number",
    "second__number",
    "table",
    "first_wins",
    "second_wins",
    "drawn_games",
    "double_loss",
    "extension_minutes",
    "check_mark",
    "turns_at",
    "slot",
    "play_first",
    "seat_results",
)


def rounds_of(event: Event, *, names: bool) -> tuple[ArchivedRound, ...]:
    """Read the rounds of an event in four queries; `names` as in reports_of."""
    reports = reports_of(event, names=names)
    matches: dict[int, list[ArchivedMatch]] = {}
    for columns in Match.objects.filter(round__event=event).order_by("pk").values_list(*_COLUMNS):
        match = _match(reports.get(columns[0], ()), *columns[2:])
        matches.setdefault(columns[1], []).append(match)
    records = Records(profile_of(event))
    rounds = []
    for round in Round.objects.filter(event=event).select_related("stage").order_by("number"):
        read = _round(round, tuple(matches.get(round.pk, ())), records)
        rounds.append(read)
        if not round.stage.is_elimination:
            enter_round(records, read)
    return tuple(rounds)


def _round(round: Round, matches: tuple[ArchivedMatch, ...], records: Records) -> ArchivedRound:
    return ArchivedRound(
        number=round.number,
        stage=round.stage.number,
        matches=matches,
        said_state=_WORDS[Round.State(round.state)],
        seed=round.seed,
        changed_by_hand=round.changed_by_hand,
        paired_at=round.paired_at,
        posted_at=round.posted_at,
        started_at=round.started_at,
        paused_at=round.paused_at,
        added_seconds=round.added_seconds,
        completed_at=round.completed_at,
        next_at=round.next_at,
        order=tuple(round.proof.get("order", ())),
        again=round.proof.get("again", 0),
        before=tuple(_corrected(round.posted_rows or [], records)),
    )


def _corrected(posted: Sequence[Mapping[str, Any]], records: Records) -> list[ArchivedBefore]:
    """Return who was posted with another record than the results give now."""
    people = [row[side] for row in posted for side in ("first", "second") if row[side]]
    return [
        ArchivedBefore(player=player["number"], points=player["points"], record=player["record"])
        for player in people
        if (player["points"], player["record"]) != records.of(player["number"])
    ]


def _match(
    reports: tuple[ArchivedReport, ...],
    kind: str,
    first: int,
    second: int | None,
    table: int | None,
    won: int | None,
    lost: int | None,
    drawn: int | None,
    double_loss: bool,
    extension_minutes: int,
    check_mark: str,
    turns_at: datetime | None,
    slot: str,
    play_first: str,
    seats: str,
) -> ArchivedMatch:
    return ArchivedMatch(
        table=table,
        players=(first,) if second is None else (first, second),
        games=None if won is None or lost is None or drawn is None else (won, lost, drawn),
        bye=kind == MatchKind.BYE,
        unpaired=kind == MatchKind.UNPAIRED,
        double_loss=double_loss,
        extension_minutes=extension_minutes,
        check_mark=Check(check_mark) if check_mark else None,
        turns_at=turns_at,
        slot=slot,
        play_first=Side(play_first) if play_first else None,
        seats=seats,
        reports=reports,
    )
