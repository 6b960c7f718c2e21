"""News around a player, as soon as they are recorded: results of followed players, and how
many tables are still playing.

A part of a page for `static/js/phones/around.js`, made for each request: phones differ in it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from events.core.words.ordinals import ordinal
from events.public_site.live_values import Recorded, live
from events.public_site.own.round_rows import result_words
from events.public_site.page import Page, pack
from events.public_site.requests_of_pages import cards_of

MOST_FOLLOWED = 20


@dataclass(frozen=True, slots=True)
class Followed:
    """One followed player, by public data alone.

    `table` and `opponent` in the newest posted round, "" and None without a match; `outcome` once
    it is recorded or published, as HTML, `at`: when it was recorded. `place` and `record` from the
    newest published standings.
    """

    number: int
    name: str
    is_paired: bool
    table: int | None
    opponent: str
    outcome: SafeString
    at: datetime | None
    place: str
    record: str


def numbers_in(text: str) -> list[int]:
    """Read at most MOST_FOLLOWED players' numbers from `3,17`; ignore everything else."""
    numbers = dict.fromkeys(int(part) for part in re.findall(r"\b\d{1,6}\b", text))
    return list(numbers)[:MOST_FOLLOWED]


def around_page(slug: str, numbers: Sequence[int]) -> Page:
    """Return the part for one phone that follows these players; Http404 for an unknown event."""
    event, playing = live.playing(slug)
    recorded = live.recorded(slug) if numbers else {}
    lines = [_line(card, recorded.get(card["number"])) for card in cards_of(slug, numbers)]
    context = {
        "event": event,
        "playing": playing,
        "lines": sorted(lines, key=_order),
    }
    return pack(render_to_string("public_site/own/around.html", context), rare=True)


def _order(line: Followed) -> tuple[int, float, int]:
    """Sort new results first, then matches in progress by table, then everyone else."""
    if line.at is not None:
        return 0, -line.at.timestamp(), 0
    return 1 if line.is_paired else 2, 0, line.table or 0


def _line(card: Mapping[str, Any], recorded: Recorded | None) -> Followed:
    standing = card.get("standing") or {}
    is_paired = "kind" in card and "taken_back" not in card
    # A build is slightly older than the recorded results.
    now = recorded if recorded is not None and recorded.round == card["round"] else None
    result = now.result if now is not None and "taken_back" not in card else None
    place = standing.get("place")
    return Followed(
        number=card["number"],
        name=card["name"],
        is_paired=is_paired,
        table=card.get("table") if is_paired else None,
        opponent=(card.get("opponent") or {}).get("name", "") if is_paired else "",
        outcome=_outcome(result),
        at=now.at if now is not None and result is not None else None,
        place=ordinal(place) if place else "",
        record=standing.get("record", ""),
    )


def _outcome(result: Any) -> SafeString:
    if result is None:
        return SafeString()
    return mark_safe(result_words(result))  # noqa: S308 - words of ours, escaped there
