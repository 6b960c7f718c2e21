"""Reading the rounds of an event as an archive has them, and writing them."""

from collections.abc import Mapping, Sequence
from typing import Any

from events.adapters import Records, Result, profile_of
from events.models import Event, Match, Round
from events.services.archive.said import said
from events.services.archive.values import (
    ArchivedBefore,
    ArchivedMatch,
    ArchivedRound,
    implied_round_state,
)

# What a file without the key means; see ArchivedRound and ArchivedMatch.
ROUND_DEFAULTS: Mapping[str, Any] = {
    "seed": None,
    "changed_by_hand": False,
    "paired_at": None,
    "posted_at": None,
    "started_at": None,
    "completed_at": None,
    "order": (),
    "again": 0,
}
MATCH_DEFAULTS: Mapping[str, Any] = {
    "double_loss": False,
    "extension_minutes": 0,
    "slot": "",
    "play_first": "",
    "seats": "",
}


def rounds_of(event: Event) -> tuple[ArchivedRound, ...]:
    """Read the rounds of an event in two queries."""
    matches: dict[int, list[ArchivedMatch]] = {}
    for round_id, match in _matches(event):
        matches.setdefault(round_id, []).append(match)
    records = Records(profile_of(event))
    found = []
    for one in Round.objects.filter(event=event).select_related("stage").order_by("number"):
        own = matches.get(one.pk, [])
        found.append(
            ArchivedRound(
                number=one.number,
                stage=one.stage.number,
                matches=tuple(own),
                state=one.state,
                seed=one.seed,
                changed_by_hand=one.changed_by_hand,
                paired_at=one.paired_at,
                posted_at=one.posted_at,
                started_at=one.started_at,
                completed_at=one.completed_at,
                order=tuple(one.proof.get("order", ())),
                again=one.proof.get("again", 0),
                before=tuple(_corrected(one.posted_rows or [], records)),
            )
        )
        if not one.stage.is_elimination:
            _enter(records, one.number, own)
    return tuple(found)


def _corrected(posted: Sequence[Mapping[str, Any]], records: Records) -> list[ArchivedBefore]:
    """Return who was posted with another record than the results give now."""
    people = [row[side] for row in posted for side in ("first", "second") if row[side]]
    return [
        ArchivedBefore(one["number"], one["points"], one["record"])
        for one in people
        if (one["points"], one["record"]) != records.of(one["number"])
    ]


def _enter(records: Records, number: int, matches: Sequence[ArchivedMatch]) -> None:
    for one in matches:
        if one.games is not None:
            two = one.first, one.second
            records.enter(Result(number, *two, one.games, one.kind, one.double_loss))


def round_values(archived: ArchivedRound) -> dict[str, Any]:
    """Return a round as JSON values."""
    found: dict[str, Any] = {"number": archived.number, "stage": archived.stage}
    found["matches"] = [_match_values(match) for match in archived.matches]
    if archived.state != implied_round_state(archived.matches):
        found["state"] = archived.state
    if archived.before:
        found["before"] = [
            {"player": one.player, "points": one.points, "record": one.record}
            for one in archived.before
        ]
    return {**found, **said(archived, ROUND_DEFAULTS)}


def _matches(event: Event) -> list[tuple[int, ArchivedMatch]]:
    rows = (
        Match.objects.filter(round__event=event)
        .order_by("pk")
        .values_list(
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
            "slot",
            "play_first",
            "seat_results",
        )
    )
    return [(columns[0], _match(columns[1:])) for columns in rows]


def _match(columns: tuple[Any, ...]) -> ArchivedMatch:
    kind, first, second, table, *games = columns[:7]
    score = None if None in games else (games[0], games[1], games[2])
    return ArchivedMatch(kind, first, second, table, score, *columns[7:])


def _match_values(match: ArchivedMatch) -> dict[str, Any]:
    found: dict[str, Any] = {} if match.table is None else {"table": match.table}
    found["players"] = [number for number in (match.first, match.second) if number is not None]
    if match.games is not None:
        found["games"] = list(match.games)
    if match.kind != Match.Kind.PLAYED:
        found[match.kind] = True
    return {**found, **said(match, MATCH_DEFAULTS)}
