"""The result pad of a table of three to five: winner or places, and how the game ended."""

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict

from domain.results import Result
from domain.table_marks import winning_seat
from events.core.adapters.posted_rounds import Record
from events.core.results.match_rules import ending_marks
from events.core.results.table_slips import ENDINGS
from events.core.words.result_words import TABLE_ENDINGS
from events.models import Match


def pad_of_table(
    match: Match, reported: Result | None, records: Mapping[int, Record], typed: QueryDict | None
) -> dict[str, Any]:
    """Return the pad's choices for each seat and for the ending, with the current ones."""
    ended = [ending_marks(reported)] if reported else []
    chosen = typed.getlist("ended") if typed else ended
    return {
        "seats": _seats(match, records, typed),
        "game_ends": [
            (mark, TABLE_ENDINGS[ending], mark in chosen) for mark, ending in ENDINGS.items()
        ],
    }


def _seats(
    match: Match, records: Mapping[int, Record], typed: QueryDict | None
) -> list[dict[str, Any]]:
    """Return the pad's choices for each seat: its player, and the chosen or recorded result."""
    winner = winning_seat(match.marks) if match.marks else None
    chosen = typed.get("result", "") if typed else str(winner or "")
    leaving = typed.getlist("drop") if typed else []
    places = typed.getlist("place") if typed else list(match.marks)
    nothing = (0, "0-0-0")
    count = len(match.players)
    return [
        {
            "seat": seat,
            "player": player,
            "points": records.get(player.number, nothing)[0],
            "record": records.get(player.number, nothing)[1],
            "chosen": chosen == str(seat),
            "places": [str(place) for place in range(1, count + 1)],
            "place": places[seat - 1] if len(places) == count else "",
            "drew": typed is not None and str(seat) in typed.getlist("drew"),
            "drops": str(seat) in leaving or match.dropped_player(player),
        }
        for seat, player in enumerate(match.players, 1)
    ]
