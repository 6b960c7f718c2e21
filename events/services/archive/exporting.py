"""Writing an event as an archive: the format's keys, and ours only where they say something."""

import datetime
from collections.abc import Mapping
from typing import Any

from events.adapters import profile_of
from events.models import Enrollment, Event, Match, Penalty, Round, Stage, StandingsSnapshot
from events.selectors.proposal import proposed_rounds
from events.services.archive.values import (
    FORMAT,
    VERSION,
    ArchivedMatch,
    ArchivedRound,
    ArchivedStage,
    floor_text,
    implied_profile,
    implied_round_state,
    implied_seed,
    implied_standings,
    implied_state,
)

# What a file without the key means; see ArchivedEvent, ArchivedPlayer and ArchivedRound.
EVENT_DEFAULTS: Mapping[str, Any] = {
    "time_zone": "UTC",
    "venue": "",
    "draws_allowed": True,
    "round_minutes": 50,
    "platform": "",
    "late_policy": Event.LatePolicy.LOSSES.value,
    "first_table": 1,
    "restrictions": "",
    "finished_at": None,
}
PLAYER_DEFAULTS: Mapping[str, Any] = {
    "platform_id": "",
    "awarded_byes": 0,
    "first_round": 1,
    "checked_in": False,
    "fixed_table": None,
}
ROUND_DEFAULTS: Mapping[str, Any] = {
    "seed": None,
    "changed_by_hand": False,
    "paired_at": None,
    "posted_at": None,
    "started_at": None,
    "completed_at": None,
}


def export_archive(event: Event, *, emails: bool = True) -> dict[str, Any]:
    """Return the event as JSON values in a fixed number of queries.

    An event that was imported gives the content that came in. Accounts, the journal, withdrawn
    standings and the seed of a round that is not paired yet do not travel. E-mail addresses do
    unless `emails` is False.
    """
    stages = _stages(event)
    matches: dict[int, list[ArchivedMatch]] = {}
    for round_id, match in _matches(event):
        matches.setdefault(round_id, []).append(match)
    rounds = list(Round.objects.filter(event=event).select_related("stage").order_by("number"))
    archived = tuple(
        ArchivedRound(one.number, one.stage.number, tuple(matches.get(one.pk, ())), one.state)
        for one in rounds
    )
    counted = _count_rounds(stages, archived)
    people = list(event.enrollments.select_related("player").order_by("pk"))
    found: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "event": _event(event, implied_state(counted, archived)),
        "players": [_player(one, emails=emails) for one in people],
        "stages": [_stage(stage) for stage in counted],
        "rounds": [_round(one, same) for one, same in zip(rounds, archived, strict=True)],
        "drops": _drops(people),
    }
    published = _standings(event)
    if published != implied_standings(counted, archived):
        found["standings"] = list(published)
    penalties = _penalties(event)
    if penalties:
        found["penalties"] = penalties
    if event.published_elsewhere is not None:
        found["published"] = event.published_elsewhere
    return found


def _event(event: Event, implied: str) -> dict[str, Any]:
    profile = profile_of(event)
    points = (profile.win, profile.draw, profile.loss)
    floor = floor_text(profile.floor)
    found: dict[str, Any] = {
        "name": event.name,
        "date": event.date.isoformat(),
        "game_format": event.game_format,
        "rules": {
            **dict(zip(("win", "draw", "loss"), points, strict=True)),
            "floor": floor,
            "games_to_win": event.games_to_win,
        },
        **_said(event, EVENT_DEFAULTS),
    }
    if profile != implied_profile(*points, profile.floor, event.games_to_win):
        found["profile"] = profile.to_dict()
    if event.state != implied:
        found["state"] = event.state
    if event.seed != implied_seed(event.name, event.date):
        found["seed"] = event.seed
    return found


def _said(row: object, defaults: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a row that differ from what their absence would mean."""
    values = {key: getattr(row, key) for key in defaults}
    return {key: _plain(value) for key, value in values.items() if value != defaults[key]}


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime.datetime) else value


def _player(one: Enrollment, *, emails: bool) -> dict[str, Any]:
    found: dict[str, Any] = {"id": one.number, "name": one.name}
    if emails and one.player.email:
        found["email"] = one.player.email
    return {**found, **_said(one, PLAYER_DEFAULTS)}


def _stages(event: Event) -> tuple[ArchivedStage, ...]:
    advancing: dict[int, list[int]] = {}
    through = Stage.advancing.through
    for stage_id, number in (
        through.objects.filter(stage__event=event)
        .order_by("pk")
        .values_list("stage_id", "enrollment__number")
    ):
        advancing.setdefault(stage_id, []).append(number)
    proposed = proposed_rounds(event).rounds
    return tuple(
        ArchivedStage(
            kind=stage.kind,
            rounds=proposed if stage.rounds is None else stage.rounds,
            advance=tuple(advancing.get(stage.pk, ())) if stage.has_cut else None,
            proposed=stage.rounds is None,
        )
        for stage in event.stages.order_by("number")
    )


def _count_rounds(
    stages: tuple[ArchivedStage, ...], rounds: tuple[ArchivedRound, ...]
) -> tuple[ArchivedStage, ...]:
    """The stages with at least the rounds that were played in them."""
    played = [sum(one.stage == number for one in rounds) for number in range(1, len(stages) + 1)]
    return tuple(
        ArchivedStage(stage.kind, max(stage.rounds, count), stage.advance, stage.proposed)
        for stage, count in zip(stages, played, strict=True)
    )


def _stage(stage: ArchivedStage) -> dict[str, Any]:
    found: dict[str, Any] = {"kind": stage.kind, "rounds": stage.rounds}
    if stage.advance is not None:
        found["advance"] = list(stage.advance)
    if stage.proposed:
        found["proposed"] = True
    return found


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
        )
    )
    return [
        (
            round_id,
            ArchivedMatch(
                kind=kind,
                first=first,
                second=second,
                table=table,
                games=None if won is None or lost is None or drawn is None else (won, lost, drawn),
                double_loss=double_loss,
                extension_minutes=minutes,
            ),
        )
        for round_id, kind, first, second, table, won, lost, drawn, double_loss, minutes in rows
    ]


def _round(one: Round, archived: ArchivedRound) -> dict[str, Any]:
    found: dict[str, Any] = {"number": one.number, "stage": archived.stage}
    found["matches"] = [_match(match) for match in archived.matches]
    if one.state != implied_round_state(archived.matches):
        found["state"] = one.state
    return {**found, **_said(one, ROUND_DEFAULTS)}


def _match(match: ArchivedMatch) -> dict[str, Any]:
    found: dict[str, Any] = {} if match.table is None else {"table": match.table}
    found["players"] = [number for number in (match.first, match.second) if number is not None]
    if match.games is not None:
        found["games"] = list(match.games)
    if match.kind != Match.Kind.PLAYED:
        found[match.kind] = True
    if match.double_loss:
        found["double_loss"] = True
    if match.extension_minutes:
        found["extension_minutes"] = match.extension_minutes
    return found


def _drops(people: list[Enrollment]) -> list[dict[str, Any]]:
    """Who left, in the order of the rounds, then of the players' numbers."""
    gone = [(one.left_after, one.number, one.state) for one in people if one.left_after is not None]
    return [
        {"player": number, "after_round": after}
        | ({"disqualified": True} if state == Enrollment.State.DISQUALIFIED else {})
        for after, number, state in sorted(gone)
    ]


def _standings(event: Event) -> tuple[int, ...]:
    numbers = StandingsSnapshot.objects.filter(round__event=event, withdrawn=False)
    return tuple(sorted(set(numbers.values_list("round__number", flat=True))))


def _penalties(event: Event) -> list[dict[str, Any]]:
    found = []
    given = Penalty.objects.filter(enrollment__event=event).select_related("enrollment")
    for one in given.order_by("given_at", "pk"):
        entry: dict[str, Any] = {
            "player": one.enrollment.number,
            "infraction": one.infraction,
            "penalty": one.penalty,
            "given_at": one.given_at.isoformat(),
        }
        if one.round_number is not None:
            entry["round"] = one.round_number
        if one.note:
            entry["note"] = one.note
        found.append(entry)
    return found
