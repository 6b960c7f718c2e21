"""Data of a stream's overlays: public data, and games counted on camera."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404

from events.core.adapters.stored_rows import PairingRow
from events.core.stages.bracket_queries import bracket_picture, seeds_of
from events.integrations.delayed_features import counted_for_viewers
from events.models import Event, FeatureMatch, Match, StreamLink
from events.public_site import requests_of_pages
from events.public_site.reads import events as public
from events.public_site.reads.events import PublicEvent
from events.public_site.reads.posted import PublicRound
from events.public_site.reads.recorded import shows_recorded

TOP, ROWS_OF_A_PAGE = 8, 12
FRESH_SECONDS = 5
# Longer names get a smaller font; none is truncated.
LONG_NAME = 24
LONG_SEAT_NAME = 16
Context = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Side:
    """A player on camera. `pips`: one box per game needed to win the match, True if won."""

    name: str
    record: str
    seed: int | None
    games: int
    pips: tuple[bool, ...]

    @property
    def is_long(self) -> bool:
        """Whether the name needs a smaller font."""
        return len(self.name) > LONG_NAME


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at a table of three to five on camera; `won` once the result is public."""

    name: str
    record: str
    seed: int | None
    won: bool

    @property
    def is_long(self) -> bool:
        """Whether the name needs a smaller font: a seat has a quarter of the width."""
        return len(self.name) > LONG_SEAT_NAME


def overlay_event(token: str) -> Event:
    """Return the event whose overlays have this token; Http404 for a revoked one. One query."""
    link = StreamLink.objects.filter(token=token).select_related("event").first()
    if link is None:
        raise Http404
    return link.event


def state_of(event: Event, shown: PublicEvent) -> str:
    """Return a text that changes whenever the overlay may change.

    With a delay of the feature match, the games that viewers see also change with time.
    """
    state = f"{event.pk}-{event.revision}-{shown.event.public_revision}"
    return f"{state}-{int(time.time() // FRESH_SECONDS)}" if event.feature_delay else state


def overlay(event: Event, scene: str, player: int | None) -> Context:
    """Return the data of a scene; Http404 for an unknown one."""
    make = SCENES.get(scene)
    if make is None:
        raise Http404
    shown = requests_of_pages.event_now(event.slug)
    more = make(shown, player)
    return {"event": shown.event, "shown": shown, "scene": scene, "round": shown.round(), **more}


def feature_of(shown: PublicEvent) -> FeatureMatch | None:
    """Return the match on camera if its round is public. One query."""
    joined = (
        *("match__first", "match__second", "match__round__stage"),
        "match__official_report",
    )
    on_camera = FeatureMatch.objects.filter(match__round__event=shown.event, on_camera=True)
    feature = on_camera.select_related(*joined).first()
    if feature is None or shown.round(feature.match.round.number) is None:
        return None
    return feature


def _match(shown: PublicEvent, _player: int | None) -> Context:
    feature = feature_of(shown)
    round = shown.round(feature.match.round.number) if feature else None
    if feature is None or round is None:
        return {"sides": ()}
    feature.match.round.event = shown.event
    if feature.match.is_table:
        return _seats(shown, feature.match, round)
    first, second, is_recorded = _games(shown, feature, round)
    most = feature.match.round.games_to_win
    lines, seeds = public.posted_lines(round), _seeds(round)
    sides = [
        _side(lines[player.number], seeds, games, most)
        for player, games in ((feature.match.first, first), (feature.match.second, second))
        if player is not None and player.number in lines
    ]
    return {
        "sides": sides if len(sides) == 2 else (),
        "of": round,
        "minutes": round.minutes + feature.match.extension_minutes,
        # Time can end a match at 1-0, so a recorded match is over whatever its games.
        "is_over": is_recorded or most in (first, second),
        "game": first + second + 1,
    }


def _seats(shown: PublicEvent, match: Match, round: PublicRound) -> Context:
    """Return the players of a table on camera by seat, and the winner once that is public."""
    is_recorded = match.has_result and shows_recorded(shown, round, match)
    lines, seeds = public.posted_lines(round), _seeds(round)
    winner = match.winner_id if is_recorded else None
    return {
        "seats": [
            Seat(
                lines[player.number].name,
                lines[player.number].record,
                seeds.get(player.number),
                player.pk == winner,
            )
            for player in match.players
            if player.number in lines
        ],
        "of": round,
        "minutes": round.minutes + match.extension_minutes,
        "is_over": is_recorded,
        "is_draw": is_recorded and winner is None and bool(match.result and match.result.is_draw),
    }


def _games(shown: PublicEvent, feature: FeatureMatch, round: PublicRound) -> tuple[int, int, bool]:
    """Return the games of both players, and whether they are from the result.

    Until the result is public, they are the games counted on camera.
    """
    result = feature.match.result
    if result is None or not shows_recorded(shown, round, feature.match):
        return *counted_for_viewers(shown.event, feature), False
    return result.first_wins, result.second_wins, True


def _seeds(round: PublicRound) -> Mapping[int, int]:
    return seeds_of(round.stage) if round.stage.is_elimination else {}


def _side(line: PairingRow, seeds: Mapping[int, int], games: int, most: int) -> Side:
    pips = tuple(number < games for number in range(most))
    return Side(line.name, line.record, seeds.get(line.number), games, pips)


def _lower(shown: PublicEvent, player: int | None) -> Context:
    """Return the record and place of the requested player, or of the first-named one on camera.

    The record is the one before the newest round, until standings with that round are published.
    """
    if player is None:
        feature = feature_of(shown)
        player = feature.match.first.number if feature else None
    line = shown.newest_pairings.get(player) if player is not None else None
    place = shown.newest_standings.get(player) if player is not None else None
    newest = shown.round()
    knows = newest is not None and newest.number <= shown.results_through
    record = place.record if place and knows else line.record if line else ""
    return {"line": line, "record": record, "place": place, "of": shown.players}


def tables_of(shown: PublicEvent) -> list[PairingRow]:
    """Return a line for each table of the newest posted round, by table."""
    tables: dict[int, PairingRow] = {}
    for row in shown.newest_pairings.values():
        if row.table is not None:
            tables.setdefault(row.table, row)
    return [tables[table] for table in sorted(tables)]


def _pairings(shown: PublicEvent, _player: int | None) -> Context:
    """Return the tables of the newest round, divided into rotating pages."""
    rows = tables_of(shown)
    pages = [rows[at : at + ROWS_OF_A_PAGE] for at in range(0, len(rows), ROWS_OF_A_PAGE)]
    return {"pages": pages}


def _standings(shown: PublicEvent, _player: int | None) -> Context:
    rows = list(shown.newest_standings.values())[:TOP]
    return {"rows": rows, "after": shown.round(shown.results_through), "long": LONG_NAME}


def _bracket(shown: PublicEvent, _player: int | None) -> Context:
    picture = bracket_picture(shown.bracket, names=shown.names) if shown.bracket else None
    return {"picture": picture}


SCENES: Mapping[str, Callable[[PublicEvent, int | None], Context]] = {
    "match": _match,
    "lower": _lower,
    "pairings": _pairings,
    "standings": _standings,
    "bracket": _bracket,
}
