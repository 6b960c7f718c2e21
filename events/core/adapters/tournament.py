"""Convert rows to a tournament of the standings engine, and its standings to a snapshot."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.limits import MOST_SMALL
from events.core.adapters.match_results import (
    KINDS,
    DecidedTable,
    Worth,
    decided_tables,
    ended_column,
    of_two_or_alone,
    profile_of,
)
from events.core.adapters.playoff_input import with_playoff
from events.core.adapters.round_matches import members_by_number
from events.models import Enrollment, Event, Match, Stage
from standings.row import Row, shown_texts
from standings.rule_values import Tiebreaker
from standings.types import Match as PlayedMatch
from standings.types import Stage as StageRounds
from standings.types import TableMatch, Tournament

# A player of a tournament: number, state, first round and the round of the drop.
Entrant = tuple[int, str, int, int | None]
# Tiebreakers that every snapshot stores under these keys; the others are stored separately.
MAIN = (Tiebreaker.OMW, Tiebreaker.GW, Tiebreaker.OGW)
_OMW, _GW, _OGW = (code.value for code in MAIN)


def tournament_of(event: Event, through_round: int | None = None) -> Tournament:
    """Read the inputs of the standings in four queries; players by enrollment number.

    `through_round`: the state after that round (None: all rounds), without players who enter later.
    Unposted rounds and matches without a result are left out. So is a person who left before taking
    part in any round ("did not take part", rules 2.9).
    """
    last = MOST_SMALL if through_round is None else through_round
    columns = ("number", "state", "first_round", "dropped_after", "pk")
    people = list(event.enrollments.order_by("number").values_list(*columns))
    matches = _matches_of(event, last, {pk: number for number, *_rest, pk in people})
    played = Match.objects.filter(round__event=event, round__number__lte=last)
    tables = decided_tables(event, played, "number")
    return tournament_with(event, [row[:4] for row in people], matches, last, tables)


def tournament_with(
    event: Event,
    entrants: Sequence[Entrant],
    matches: Sequence[PlayedMatch],
    last: int,
    tables: Sequence[DecidedTable] = (),
) -> Tournament:
    """Build a tournament from rows that the caller has read, in two queries.

    `entrants` is everyone on the roster by number, `matches` and `tables` are the results of posted
    rounds up to round `last`.
    """
    seen = {match.first for match in matches} | {match.second for match in matches}
    seen |= {player for table in tables for player in table.players}
    profile = profile_of(event)
    return Tournament(
        profile=profile,
        players=tuple(
            number
            for number, state, first_round, _left in entrants
            if number in seen or (state == Enrollment.State.ACTIVE and first_round <= last)
        ),
        stages=_stages_of(event),
        matches=matches,
        disqualified=frozenset(
            number
            for number, state, _first, _left in entrants
            if state == Enrollment.State.DISQUALIFIED
        ),
        seed=event.seed,
        dropped={
            number: dropped_after
            for number, _state, _first, dropped_after in entrants
            if dropped_after is not None and profile.counts_drops
        },
        tables=[TableMatch(*table) for table in tables],
    )


def _matches_of(event: Event, last: int, numbers: Mapping[int, int]) -> list[PlayedMatch]:
    """Return the results of posted rounds up to `last`, by round and table; `numbers` by key."""
    worth = Worth(lambda result, kind: (result.counts, KINDS[kind, result.double_loss]))
    played = of_two_or_alone(
        event, Match.objects.of_posted_rounds().reported().filter(round__event=event)
    )
    until = played.filter(round__number__lte=last).order_by("round__number", "table", "pk")
    results = until.annotate(ended=ended_column())
    return [
        PlayedMatch(
            round,
            numbers[first],
            None if second is None else numbers[second],
            *worth[ended],
        )
        for round, first, second, ended in results.values_list(
            "round__number", "first_id", "second_id", "ended"
        )
    ]


def _stages_of(event: Event) -> tuple[StageRounds, ...]:
    rounds: dict[int, list[int]] = {}
    for stage_id, number in event.rounds.order_by().values_list("stage_id", "number"):
        rounds.setdefault(stage_id, []).append(number)
    advancing: dict[int, set[int]] = {}
    advanced = Stage.advancing.through.objects.filter(stage__event=event)
    for stage_id, number in advanced.values_list("stage_id", "enrollment__number"):
        advancing.setdefault(stage_id, set()).add(number)
    return tuple(
        StageRounds(
            first_round=min(rounds[stage.pk]),
            last_round=max(rounds[stage.pk]),
            swiss=not stage.is_elimination,
            advancing=frozenset(advancing.get(stage.pk, ())) if stage.has_cut else None,
        )
        for stage in event.stages.all()
        if stage.pk in rounds
    )


def snapshot_rows(event: Event, rows: Sequence[Row], through_round: int) -> list[dict[str, Any]]:
    """Convert computed standings to the rows of a snapshot: JSON, percentages exact as "num/den".

    A player who dropped after a later round than `through_round` is still active in it. Playoff
    players are ranked above all others, by how far they got.
    """
    people, readings = {}, {}
    columns = ("number", "name", "state", "dropped_after", "reading")
    for number, name, state, dropped_after, reading in event.enrollments.values_list(*columns):
        people[number] = name, state_after(through_round, state, dropped_after)
        readings[number] = reading
    placed = with_playoff(event, rows, through_round)
    names = placed[0].scales.names if placed else ()
    others = [(code, code.value) for code in names if code not in MAIN]
    main = zip(*(shown_texts(placed, code) for code in MAIN), strict=True)
    more = [(key, shown_texts(placed, code)) for code, key in others]
    kept = [
        _snapshot_row(row, *people[row.player], shown, {key: texts[at] for key, texts in more})
        for at, (row, shown) in enumerate(zip(placed, main, strict=True))
    ]
    members = members_by_number(event)
    for kept_row in kept:
        if kept_row["number"] in members:
            kept_row["members"] = members[kept_row["number"]]
        if readings[kept_row["number"]]:
            kept_row["reading"] = readings[kept_row["number"]]
    return kept


def state_after(number: int, state: str, dropped_after: int | None) -> str:
    """Return the state of a player in the standings after a round: a later drop is not in it."""
    played_on = dropped_after is not None and dropped_after > number
    return Enrollment.State.ACTIVE if state == Enrollment.State.DROPPED and played_on else state


def _snapshot_row(
    row: Row,
    name: str,
    state: str,
    shown: Sequence[str | None],
    other: Mapping[str, str | None],
) -> dict[str, Any]:
    omw, gw, ogw = shown
    return {
        "place": row.place,
        "number": row.player,
        "name": name,
        "state": state,
        "points": row.points,
        "wins": row.wins,
        "losses": row.losses,
        "draws": row.draws,
        "byes": row.byes,
        "rounds": row.rounds,
        _OMW: omw,
        _GW: gw,
        _OGW: ogw,
        "other": other,
        "drawn": row.drawn,
    }
