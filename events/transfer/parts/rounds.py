"""The rounds and their matches: a few statements for all of them."""

import secrets
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from archive.phone_parts import ArchivedGameReport
from archive.rounds_and_matches import ArchivedBefore, ArchivedMatch, ArchivedReport, ArchivedRound
from archive.values import Archive
from domain.kinds import MatchKind, RoundState
from events.core.adapters import Records, posted_row, profile_of
from events.core.adapters.match_results import DecidedTable, in_one_number
from events.core.adapters.posted_rounds import Record
from events.core.adapters.round_matches import seats_by_match
from events.core.adapters.stored_rows import players_in_row
from events.core.event_write import slice_write
from events.core.stages.plans import bracket_players
from events.models import Event, Match, Round, Stage, TableSeat
from events.models.phones import GameReport
from events.transfer.parts.reports import (
    ImportedMatch,
    People,
    Ties,
    archived_reports,
    create_reports,
)
from events.transfer.shared_fields import SharedFields
from events.transfer.slices_import import in_slices

STATES = {
    RoundState.UNPOSTED: Round.State.UNPOSTED,
    RoundState.POSTED: Round.State.POSTED,
    RoundState.COMPLETE: Round.State.COMPLETE,
}
_WORDS = {state: word for word, state in STATES.items()}

ROUND = SharedFields(
    ArchivedRound,
    "number",
    "seed",
    "changed_by_hand",
    "paired_at",
    "posted_at",
    "started_at",
    "paused_at",
    "added_seconds",
    "completed_at",
    "next_at",
    "seated_before",
    apart=("stage", "matches", "said_state", "order", "again", "before"),
)
MATCH = SharedFields(
    ArchivedMatch,
    "table",
    "extension_minutes",
    "extension_reason",
    "check_mark",
    "turns_at",
    "slot",
    "play_first",
    apart=(
        *("players", "games", "bye", "unpaired", "double_loss", "seats", "marks", "reports"),
        "game_reports",
    ),
)
# Columns that an export reads in addition to those of MATCH; reports bring the results of an
# import.
_RESULT = ("first_wins", "second_wins", "drawn_games", "double_loss", "seat_results", "marks")
_COLUMNS = ("pk", "round_id", "kind", "first__number", "second__number", *_RESULT)


KEY_BYTES = 16

GAME_REPORT = SharedFields(
    ArchivedGameReport, "number", "winner", "at", "play_first", "undone_at", apart=("player",)
)


def archived_game_reports(event: Event) -> dict[int, tuple[ArchivedGameReport, ...]]:
    """Return the reported games by the key of their match, in their order. One query."""
    reports: dict[int, list[ArchivedGameReport]] = {}
    rows = GameReport.objects.filter(match__round__event=event).order_by("pk")
    for row in rows.select_related("enrollment"):
        value = GAME_REPORT.value_of(row, player=row.enrollment.number)
        reports.setdefault(row.match_id, []).append(value)
    return {match: tuple(values) for match, values in reports.items()}


def create_game_reports(some: Sequence[ImportedMatch], people: People) -> None:
    """Write the reported games of some matches; the keys of the phones are new ones."""
    GameReport.objects.bulk_create(
        GameReport(
            match=table.match,
            enrollment_id=people[report.player].pk,
            key=secrets.token_hex(KEY_BYTES),
            **GAME_REPORT.columns_of(report),
        )
        for table in some
        for report in table.source.game_reports
    )


def archived_rounds(event: Event, *, names: bool) -> tuple[ArchivedRound, ...]:
    """Return the rounds of an event in five queries; `names` as in archived_reports."""
    reports = archived_reports(event, names=names)
    games = archived_game_reports(event)
    seated = _seated(event)
    matches: dict[int, list[ArchivedMatch]] = {}
    rows = Match.objects.filter(round__event=event).order_by("pk")
    for row in rows.values_list(*_COLUMNS, *MATCH.columns, named=True):
        stored = reports.get(row.pk, ()), games.get(row.pk, ())
        match = _archived_match(row, seated.get(row.pk, ()), *stored)
        matches.setdefault(row.round_id, []).append(match)
    records = Records(profile_of(event))
    rounds = []
    for round in Round.objects.filter(event=event).select_related("stage").order_by("number"):
        archived = ROUND.value_of(
            round,
            stage=round.stage.number,
            matches=tuple(matches.get(round.pk, ())),
            said_state=_WORDS[Round.State(round.state)],
            order=tuple(round.proof.get("order", ())),
            again=round.proof.get("again", 0),
            before=tuple(_corrected(round.posted_rows or [], records)),
        )
        rounds.append(archived)
        if not round.stage.is_elimination:
            enter_round(records, archived)
    return tuple(rounds)


def _corrected(posted: Sequence[Mapping[str, Any]], records: Records) -> list[ArchivedBefore]:
    """Return who was posted with another record than the results give now."""
    people = [player for row in posted for player in players_in_row(row)]
    return [
        ArchivedBefore(player=player["number"], points=player["points"], record=player["record"])
        for player in people
        if (player["points"], player["record"]) != records.of(player["number"])
    ]


def _seated(event: Event) -> dict[int, tuple[int, ...]]:
    """Return the numbers of the players of tables of three to five by seat, by match.

    One query, none in an event of matches of two.
    """
    if not event.at_tables:
        return {}
    seats = TableSeat.objects.filter(match__round__event=event)
    numbers = seats_by_match(seats, "enrollment__number")
    return {match: tuple(number for (number,) in rows) for match, rows in numbers.items()}


def _archived_match(
    row: Any,
    seats: tuple[int, ...],
    reports: tuple[ArchivedReport, ...],
    game_reports: tuple[ArchivedGameReport, ...],
) -> ArchivedMatch:
    """Return a match of a row that has the columns above by their names."""
    first, second = row.first__number, row.second__number
    games = (row.first_wins, row.second_wins, row.drawn_games)
    return MATCH.value_of(
        row,
        players=seats or ((first,) if second is None else (first, second)),
        games=None if None in games else games,
        bye=row.kind == MatchKind.BYE,
        unpaired=row.kind == MatchKind.UNPAIRED,
        double_loss=row.double_loss,
        seats=row.seat_results,
        marks=row.marks,
        reports=reports,
        game_reports=game_reports,
    )


def create_rounds(
    event: Event, archive: Archive, stages: Sequence[Stage], people: People
) -> Iterator[Round]:
    """Write the rounds of an archive and their matches; `people` are enrollments by number.

    Yields each round when all of it is written.
    """
    ties = Ties(archive)
    for made, source in zip(_rounds(event, archive, stages, people), archive.rounds, strict=True):
        with slice_write():
            made.save()
        imported = [
            ImportedMatch(_match(made, match, people), match, source) for match in source.matches
        ]
        in_slices(imported, partial(_write, people=people, ties=ties))
        yield made
    with slice_write():
        ties.write(people)


def _write(some: Sequence[ImportedMatch], people: People, ties: Ties) -> None:
    Match.objects.bulk_create([table.match for table in some])
    TableSeat.objects.bulk_create(
        TableSeat(match=table.match, seat=seat, enrollment=people[number])
        for table in some
        if table.source.kind is MatchKind.TABLE
        for seat, number in enumerate(table.source.players, 1)
    )
    create_reports(some, people, ties)
    create_game_reports(some, people)


def _rounds(
    event: Event, archive: Archive, stages: Sequence[Stage], people: People
) -> Iterator[Round]:
    """Yield each round with what players saw of it, made from the results before it."""
    records = Records(profile_of(event))
    members = {player.number: player.members for player in archive.players if player.members}
    by_name = event.enrollments.order_by("name").values_list("number", flat=True)
    order = {number: place for place, number in enumerate(by_name)}
    played = Counter[int]()
    for source in archive.rounds:
        made = _round(event, stages[source.stage - 1], source)
        played[source.stage] += 1
        entrants = len(archive.stages[source.stage - 1].bracket_seats)
        made.bracket_players = bracket_players(made.stage.kind, entrants, played[source.stage])
        if source.state is not RoundState.UNPOSTED:
            before = records.all() | {row.player: (row.points, row.record) for row in source.before}
            made.posted_rows = [
                _posted(match, people, before, members)
                for match in sorted(
                    source.matches,
                    key=lambda seen: (seen.table is None, seen.table or 0, order[seen.first]),
                )
            ]
        if archive.stages[source.stage - 1].kind.counts:
            enter_round(records, source)
        yield made


def _posted(
    match: ArchivedMatch,
    people: People,
    before: Mapping[int, Record],
    members: Mapping[int, Sequence[str]],
) -> dict[str, Any]:
    second = None if match.second is None else people[match.second]
    seats = [people[number] for number in match.players] if len(match.players) > 2 else []
    return posted_row(
        match.table, match.kind.value, people[match.first], second, before, members, seats
    )


def _round(event: Event, stage: Stage, source: ArchivedRound) -> Round:
    return Round(
        event=event,
        stage=stage,
        state=STATES[source.state],
        proof=_proof(source),
        **ROUND.columns_of(source),
    )


def _proof(source: ArchivedRound) -> dict[str, Any]:
    """Return the proof data that the archive holds for a pairing made elsewhere."""
    order: dict[str, Any] = {"order": list(source.order)} if source.order else {}
    return order | {"again": source.again} if source.again else order


def _match(made: Round, match: ArchivedMatch, people: People) -> Match:
    alone = len(match.players) == 1
    won, lost, drawn = (match.games if alone else None) or (None, None, None)
    return Match(
        round_id=made.pk,
        kind=match.kind.value,
        first_id=people[match.first].pk,
        second_id=None if match.second is None else people[match.second].pk,
        first_wins=won,
        second_wins=lost,
        drawn_games=drawn,
        **MATCH.columns_of(match),
    )


def enter_round(records: Records, source: ArchivedRound) -> None:
    """Count the results of a round that counts for standings; an unposted one has none."""
    if source.state is RoundState.UNPOSTED:
        return
    records.enter_all(
        (
            played.first,
            played.second,
            in_one_number(*played.games, played.double_loss, played.kind.value),
        )
        for played in source.matches
        if played.games is not None and played.kind is not MatchKind.TABLE
    )
    records.enter_tables(
        DecidedTable(source.number, played.players, played.marks)
        for played in source.matches
        if played.kind is MatchKind.TABLE and played.marks
    )
