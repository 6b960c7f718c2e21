"""Reading the rounds of an event as an archive has them."""

from collections.abc import Mapping, Sequence
from typing import Any

from archive.kinds import Check, MatchKind
from archive.played import ArchivedBefore, ArchivedMatch, ArchivedReport, ArchivedRound
from archive.results import Side
from events.adapters import Records, profile_of
from events.adapters.archived import STATES, enter_round
from events.models import Event, Match, Round
from events.selectors.archives.reports import reports_of

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
    found = []
    for one in Round.objects.filter(event=event).select_related("stage").order_by("number"):
        read = _round(one, tuple(matches.get(one.pk, ())), records)
        found.append(read)
        if not one.stage.is_elimination:
            enter_round(records, read)
    return tuple(found)


def _round(one: Round, matches: tuple[ArchivedMatch, ...], records: Records) -> ArchivedRound:
    return ArchivedRound(
        number=one.number,
        stage=one.stage.number,
        matches=matches,
        said_state=_WORDS[Round.State(one.state)],
        seed=one.seed,
        changed_by_hand=one.changed_by_hand,
        paired_at=one.paired_at,
        posted_at=one.posted_at,
        started_at=one.started_at,
        completed_at=one.completed_at,
        next_at=one.next_at,
        order=tuple(one.proof.get("order", ())),
        again=one.proof.get("again", 0),
        before=tuple(_corrected(one.posted_rows or [], records)),
    )


def _corrected(posted: Sequence[Mapping[str, Any]], records: Records) -> list[ArchivedBefore]:
    """Return who was posted with another record than the results give now."""
    people = [row[side] for row in posted for side in ("first", "second") if row[side]]
    return [
        ArchivedBefore(player=one["number"], points=one["points"], record=one["record"])
        for one in people
        if (one["points"], one["record"]) != records.of(one["number"])
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
        slot=slot,
        play_first=Side(play_first) if play_first else None,
        seats=seats,
        reports=reports,
    )
