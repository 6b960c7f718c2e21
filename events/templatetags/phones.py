"""Reports from players' phones, in words."""

import secrets

from django import template
from django.utils import timezone
from django.utils.translation import ngettext

from domain.own_command import typed_serve
from domain.results import Game, Outcome, Result, Side
from events.core.results.match_rules import typed
from events.core.results.phone_report_queries import minutes_waited
from events.core.words import phone_reports as phones
from events.core.words.result_words import NO_BREAK_HYPHEN, full_words, seat_result_words
from events.models import Call, Match
from events.web.site_address import serves_only_this_computer

_BY_SIDE: dict[str, str] = {Side.FIRST: "me", Side.SECOND: "opponent"}
register = template.Library()
register.filter(phones.own_words)
register.filter(phones.choice_words)
register.filter(phones.outcome_words)
register.filter(phones.game_words)
register.filter(phones.group_title)
register.filter(phones.call_words)
register.filter("typed_result", typed)


@register.filter
def same_as(result: Result, other: Result) -> bool:
    """Whether two results are the same, whoever reports them."""
    return result.equals(other)


register.simple_tag(phones.named_words)
register.simple_tag(phones.named_game_words)


@register.simple_tag
def own_words_at(match: Match, result: Result) -> str:
    """Say a match result from the player's side; at a table of three to five with the winner."""
    if not result.marks or result.outcome is Outcome.WON:
        return phones.own_words(result)
    return full_words(match.names, result)


@register.filter
def at_seats(result: Result) -> str:
    """Say the result of a table of three to five by its seats: "seat 3 won"."""
    return seat_result_words(result.marks)


@register.simple_tag
def fresh_key() -> str:
    """Return a key for one report of a phone, so that a repeated submission counts once."""
    return secrets.token_hex(12)


@register.inclusion_tag("parts/links/only_this_computer.html")
def only_this_computer() -> dict[str, object]:
    """Say next to a code or a link that no phone reaches this server, where that is so."""
    return {"is_so": serves_only_this_computer(), "command": typed_serve(host="0.0.0.0")}  # noqa: S104


@register.inclusion_tag("desk/waiting_time.html")
def waiting_time(call: Call) -> dict[str, str]:
    """Say how long a player has waited; clock.js counts on. Empty in the first minute."""
    minutes = minutes_waited(call, timezone.now())
    return {
        "since": call.at.isoformat(timespec="seconds"),
        "one": _waiting("{minutes}", 1),
        "many": _waiting("{minutes}", 2),
        "words": _waiting(minutes, minutes) if minutes else "",
    }


def _waiting(minutes: int | str, number: int) -> str:
    words = ngettext("waiting for %(minutes)s minute", "waiting for %(minutes)s minutes", number)
    return words % {"minutes": minutes}


@register.filter
def winner_code(game: Game) -> str:
    """Return a form's value for the winner of a game, from the player's own side."""
    return _BY_SIDE.get(game.winner, "drawn")


@register.filter
def play_code(game: Game) -> str:
    """Return a form's value for the player on the play; empty where that is not known."""
    return "" if game.play_first is None else _BY_SIDE[game.play_first]


@register.filter
def dashes(text: str) -> str:
    """Write a score with hyphens at which no line breaks."""
    return text.replace("-", NO_BREAK_HYPHEN)
