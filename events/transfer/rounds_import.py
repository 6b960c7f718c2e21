"""Making the rounds of an imported event: a few statements for all of them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from archive.played import ArchivedMatch, ArchivedRound
from archive.values import Archive
from domain.kinds import RoundState
from events.core.adapters import Records, posted_row, profile_of
from events.core.adapters.archived_matches import STATES, enter_round
from events.core.event_write import open_slice
from events.core.stages.plans import bracket_players
from events.models import Event, Match, Round, Stage
from events.models.sql.inserting import insert_rows
from events.transfer.reports_import import People, Ties, Told, create_reports
from events.transfer.slices_import import in_slices


def create_rounds(
    event: Event, archive: Archive, stages: Sequence[Stage], people: People
) -> Iterator[Round]:
    """Write the rounds of an archive and their matches; `people` are enrollments by number.

    Yields each round when all of it is written.
    """
    ties = Ties(archive)
    for made, source in zip(_rounds(event, archive, stages, people), archive.rounds, strict=True):
        with open_slice():
            made.save()
        told = [Told(_match(made, match, people), match, source) for match in source.matches]
        in_slices(told, partial(_write, people=people, ties=ties))
        yield made
    with open_slice():
        ties.write(people)


def _write(some: Sequence[Told], people: People, ties: Ties) -> None:
    insert_rows([table.match for table in some])
    create_reports(some, people, ties)


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
    before: Mapping[int, tuple[int, str]],
    members: Mapping[int, Sequence[str]],
) -> dict[str, Any]:
    second = None if match.second is None else people[match.second]
    return posted_row(match.table, match.kind.value, people[match.first], second, before, members)


def _round(event: Event, stage: Stage, source: ArchivedRound) -> Round:
    return Round(
        event=event,
        stage=stage,
        number=source.number,
        state=STATES[source.state],
        seed=source.seed,
        changed_by_hand=source.changed_by_hand,
        paired_at=source.paired_at,
        posted_at=source.posted_at,
        started_at=source.started_at,
        paused_at=source.paused_at,
        added_seconds=source.added_seconds,
        completed_at=source.completed_at,
        next_at=source.next_at,
        proof=_proof(source),
    )


def _proof(source: ArchivedRound) -> dict[str, Any]:
    """Return the proof data that the archive holds for a pairing made elsewhere."""
    order: dict[str, Any] = {"order": list(source.order)} if source.order else {}
    return order | {"again": source.again} if source.again else order


def _match(made: Round, match: ArchivedMatch, people: People) -> Match:
    alone = match.second is None
    won, lost, drawn = (match.games if alone else None) or (None, None, None)
    return Match(
        round_id=made.pk,
        table=match.table,
        kind=match.kind.value,
        first_id=people[match.first].pk,
        second_id=None if match.second is None else people[match.second].pk,
        first_wins=won,
        second_wins=lost,
        drawn_games=drawn,
        extension_minutes=match.extension_minutes,
        check_mark=match.check_mark or "",
        turns_at=match.turns_at,
        slot=match.slot,
        play_first=match.play_first or "",
    )
