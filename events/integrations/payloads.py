"""Contents of messages: public data only, as players see it at the moment of sending."""

from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.urls import reverse

from domain.results import Result
from events.models import HookKind, HookMessage, Match
from events.models.programs.hooks import TEST
from events.public_site.reads import events as public
from events.public_site.reads.events import PublicEvent
from events.public_site.reads.leaders import final_leaders
from events.public_site.reads.posted import PublicRound
from events.public_site.reads.recorded import shows_recorded

Data = dict[str, Any]
# Rows of standings in a message; `standings_url` has all.
MOST_ROWS = 8


def payload(message: HookMessage, shown: PublicEvent) -> Data | None:
    """Return a message as JSON values; None if its subject is not public (any more)."""
    data = _TEST if message.kind == TEST else _DATA[message.kind](message, shown)
    if data is None:
        return None
    return {
        "type": message.kind,
        "timestamp": message.at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "data": {"event": _event(shown), **data},
    }


def site_address(name: str, *arguments: object) -> str:
    """Return a public address, with the site if the operator configured it."""
    return settings.SITE + reverse(f"public:{name}", args=arguments)


def _event(shown: PublicEvent) -> Data:
    event = shown.event
    return {
        "slug": event.slug,
        "name": event.name,
        "date": event.date.isoformat(),
        "state": event.state,
        "url": site_address("event", event.slug),
    }


def _round_number(message: HookMessage) -> int | None:
    return message.entry.round_number if message.entry else None


def _round_posted(message: HookMessage, shown: PublicEvent) -> Data | None:
    number = _round_number(message)
    round = shown.round(number) if number is not None else None
    if round is None:
        return None
    tables = {row.table for row in public.posted_lines(round).values() if row.table is not None}
    return {
        "round": round.number,
        "bracket_players": round.bracket_players,
        "tables": len(tables),
        "pairings_url": site_address("pairings", shown.event.slug, round.number),
    }


def _round_completed(message: HookMessage, shown: PublicEvent) -> Data | None:
    number = _round_number(message)
    round = shown.round(number) if number is not None else None
    return {"round": round.number} if round is not None and round.complete else None


def _result_recorded(message: HookMessage, shown: PublicEvent) -> Data | None:
    """Return the current result if it is public, else None.

    Players see the recorded results of the newest posted round if the event shows them, and every
    result once standings after it are published. On camera a result waits for its delay.
    """
    number, table = _round_number(message), message.entry.table if message.entry else None
    round = shown.round(number) if number is not None else None
    if round is None or table is None:
        return None
    match = Match.objects.filter(round_id=round.id, table=table).select_related("first", "second")
    played = match.first()
    if played is None or not shows_recorded(shown, round, played):
        return None
    if played.is_table:
        return _table_data(shown, round, played)
    if played.second is None:
        return None
    first, second = shown.names.on(played.first), shown.names.on(played.second)
    return {
        "round": round.number,
        "table": table,
        "first": {"number": first.number, "name": first.name},
        "second": {"number": second.number, "name": second.name},
        "result": _result(played.result),
    }


def _table_data(shown: PublicEvent, round: PublicRound, match: Match) -> Data:
    """Return a table of three to five: players by seat, and marks, one per seat."""
    players = [shown.names.on(player) for player in match.players]
    return {
        "round": round.number,
        "table": match.table,
        "seats": [{"number": player.number, "name": player.name} for player in players],
        "marks": match.marks or None,
    }


def _result(result: Result | None) -> Data | None:
    if result is None:
        return None
    return {
        "first_wins": result.first_wins,
        "second_wins": result.second_wins,
        "draws": result.drawn,
        "winner": result.winner.value,
    }


def _standings_published(message: HookMessage, shown: PublicEvent) -> Data | None:
    snapshot = shown.standings(_round_number(message))
    if snapshot is None:
        return None
    rows = public.standing_rows(snapshot, shown.profile)
    return {
        "round": snapshot.round_number,
        "revision": snapshot.revision,
        "players": len(rows),
        "top": [
            {
                "place": row.place,
                "number": row.number,
                "name": shown.names.unmarked(row.number, row.name),
                "points": row.points,
                "record": row.record,
            }
            for row in rows[:MOST_ROWS]
        ],
        "standings_url": site_address("standings", shown.event.slug, snapshot.round_number),
    }


def _event_finished(_message: HookMessage, shown: PublicEvent) -> Data | None:
    if not shown.event.is_finished:
        return None
    winners = [
        {"number": row.number, "name": shown.names.unmarked(row.number, row.name)}
        for row in final_leaders(shown)["winners"]
    ]
    return {
        "rounds": len(shown.rounds),
        "winner": winners[0] if len(winners) == 1 else None,
        "winners": winners,
        "report_url": site_address("report", shown.event.slug),
        "picture_url": site_address("share", shown.event.slug),
    }


def _player(message: HookMessage, shown: PublicEvent) -> Data | None:
    """Return the player concerned, by name once posted pairings or published standings show it.

    None for a player who was removed, and for a drop that was undone.
    """
    number = message.entry.first_number if message.entry else None
    roster = shown.event.enrollments
    player = None if number is None else roster.filter(number=number).first()
    if player is None or (message.kind == HookKind.PLAYER_DROPPED and player.is_active):
        return None
    number = player.number
    line = shown.newest_pairings.get(number) or shown.newest_standings.get(number)
    return {
        "player": {
            "number": number,
            "name": shown.names.unmarked(number, line.name) if line else None,
        },
        "players": shown.players,
    }


def _announcement(message: HookMessage, shown: PublicEvent) -> Data | None:
    announced = message.entry.data if message.entry else {}
    texts = {language: announced.get(language, "") for language in ("en", "ja")}
    now = {(made.text_en, made.text_ja) for made in shown.announcements}
    if (texts["en"], texts["ja"]) not in now:
        return None
    return {"text": texts, "until": announced.get("until")}


_TEST: Data = {"test": True}
_DATA: Mapping[str, Callable[[HookMessage, PublicEvent], Data | None]] = {
    HookKind.ROUND_POSTED: _round_posted,
    HookKind.RESULT_RECORDED: _result_recorded,
    HookKind.ROUND_COMPLETED: _round_completed,
    HookKind.STANDINGS_PUBLISHED: _standings_published,
    HookKind.EVENT_FINISHED: _event_finished,
    HookKind.PLAYER_ENROLLED: _player,
    HookKind.PLAYER_DROPPED: _player,
    HookKind.ANNOUNCEMENT_POSTED: _announcement,
}
