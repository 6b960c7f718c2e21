"""Each player's own card as data, by the thousand, for a phone that watches."""

import json
from collections.abc import Collection, Mapping
from typing import Any

from domain.results import Outcome
from events.core.phones.own_state import OwnFacts, OwnStatus, knocked_out, status_of
from events.public_site.lists.escaping import Written
from events.public_site.own.slip_parts import cut_of, plan_values
from events.public_site.pages import chances_of
from events.public_site.reads.events import PublicEvent
from events.public_site.reads.player import History, PublicPlayer, PublicPlayers
from events.public_site.reads.stages import advancing


def public_status(
    shown: PublicEvent, history: History, advancing: Collection[int] | None, player: PublicPlayer
) -> OwnStatus:
    """Return the status of a player; the private page may know more.

    `advancing`: the numbers of the newest confirmed cut; None without one.
    """
    number, newest, standing = player.number, shown.round(), player.standings_row
    if newest is None:
        return status_of(OwnFacts(shown.event, has_round=False, is_taken_back=False))
    line = player.line or history.posted.get(newest.number, {}).get(number)
    outcome, _games = history.results.get((newest.number, number), (None, None))
    if player.coming and player.coming[0].round_number == newest.number:
        # In a playoff a result can be public before its round is complete.
        outcome = player.coming[0].outcome
    return status_of(
        OwnFacts(
            event=shown.event,
            has_round=True,
            is_taken_back=bool(shown.taken_back),
            is_over=newest.complete,
            is_paired=line is not None,
            is_alone=line is not None and not line.opponents,
            is_recorded=outcome is not None,
            is_active=standing is None or standing.is_active,
            is_beaten=knocked_out(
                newest,
                newest.stage,
                is_over=newest.complete,
                is_paired=line is not None,
                has_lost=outcome is Outcome.LOST,
            ),
            is_cut=advancing is not None and number not in advancing,
            is_last=shown.ahead is not None and shown.ahead.is_nothing,
        )
    )


_write = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def cards(shown: PublicEvent, players: PublicPlayers) -> Mapping[int, str]:
    """Return every player's card as JSON, by number (docs/reference/phone-addresses.md).

    It holds no words, so it is the same in every language.
    """
    newest = shown.round()
    common: dict[str, Any] = {
        "event": shown.event.slug,
        "state": shown.event.state,
        "round": newest.number if newest else None,
        "complete": newest.complete if newest else None,
        "minutes": newest.minutes if newest else None,
        "posted_at": _moment(newest.posted_at if newest else None),
        "started_at": _moment(newest.started_at if newest else None),
        "paused_at": _moment(newest.paused_at if newest else None),
        "added_seconds": newest.added_seconds if newest else 0,
        "after": shown.results_through or None,
        "soon": shown.next_round_is_due,
        "players": shown.players,
    }
    possible = chances_of(shown)
    if possible is not None:
        common["cut"] = cut_of(shown, possible)
    if shown.taken_back:
        common["taken_back"] = shown.taken_back
    if shown.announcements:
        common["announcements"] = announcements(shown)
    ending = "," + _write(common)[1:]

    past_the_cut = advancing(shown)

    def card(number: int) -> str:
        player = players.player(number)
        status = public_status(shown, players.history, past_the_cut, player)
        values = _card(shown, player)
        values |= {"player_state": status.state.value, "goes_on": status.goes_on}
        return _write(values)[:-1] + ending

    return Written(players.numbers, card)


def announcements(shown: PublicEvent) -> list[dict[str, str | None]]:
    """Return the current announcements as data: texts by language, and when each expires."""
    return [
        {
            "en": announcement.text_en,
            "ja": announcement.text_ja,
            "until": _moment(announcement.until),
        }
        for announcement in shown.announcements
    ]


def _moment(value: Any) -> str | None:
    return value.isoformat(timespec="seconds") if value else None


def _card(shown: PublicEvent, player: PublicPlayer) -> dict[str, Any]:
    card: dict[str, Any] = {"number": player.number, "name": player.name}
    line, standing = player.line, player.standings_row
    if line is not None:
        card["table"] = line.table
        card["kind"] = line.kind
        card["record"] = line.record
        if line.opponent:
            keys = ("number", "name", "record", "members")
            card["opponent"] = {key: line.opponent[key] for key in keys if key in line.opponent}
            if shown.event.platform and line.opponent.get("platform_id"):
                card["opponent"]["platform_id"] = line.opponent["platform_id"]
        if line.seats:
            card["seat"] = line.seat
            card["opponents"] = [
                {key: other[key] for key in ("number", "name", "record")}
                for other in line.opponents
            ]
        if line.moved:
            card["moved"] = True
        if player.chooser is not None:
            card["chooser"] = player.chooser
        if player.extension:
            card["extension"] = player.extension
    if player.seat is not None:
        card["pod"], card["seat"] = player.seat
    if standing is not None:
        card["standing"] = {
            "place": standing.place,
            "points": standing.points,
            "record": standing.record,
            "state": standing.state,
            "drawn": standing.drawn,
        }
    possible = chances_of(shown)
    if possible is not None:
        code, tenths = possible.badge(player.number), possible.tenths(player.number)
        card |= {"chance": code} if code else {}
        card |= {} if tenths is None else {"tenths": tenths}
        plan = possible.plans.get(player.number)
        if plan is not None:
            card["plan"] = plan_values(plan)
    return card
