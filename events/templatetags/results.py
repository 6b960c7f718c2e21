"""Results in words, for the desk."""

from typing import Any

from django import template
from django.utils.translation import gettext as _

from events.models import JournalEntry, Match
from events.services.score import Score, result_words

register = template.Library()


@register.simple_tag
def match_words(match: Match) -> str:
    """Say the result of a match: "Rossi beats 田中 2-1"; empty without a result."""
    if match.games is None or match.second is None:
        return ""
    return result_words(*match.names, match.games, match.double_loss, match.seat_results)


@register.simple_tag
def present_words(match: Match, dropped: list[str]) -> str:
    """Say the result of a match and who drops with it: "Rossi beats 田中 2-1, 田中 drops"."""
    drops = [_("%(name)s drops") % {"name": name} for name in dropped]
    return _(", ").join([match_words(match), *drops])


@register.simple_tag
def score_words(match: Match, score: Score) -> str:
    """Say what a typed score would mean at this table."""
    return result_words(*match.names, score.games, score.double_loss, score.seats)


@register.simple_tag
def entry_words(entry: JournalEntry, key: str = "after") -> str:
    """Say the result that a journal entry keeps under "before" or "after"; empty for none."""
    state: list[Any] | None = entry.data.get(key)
    if not state or state[0] is None:
        return ""
    first, second = entry.data.get("first", ""), entry.data.get("second", "")
    games = state[0], state[1], state[2]
    return result_words(first, second, games, state[3], "".join(state[4:]))


@register.filter
def score_text(match: Match) -> str:
    """The score as it is printed: "2-1", "2-0-1", "2-1 (wlw)"; empty without a result."""
    if match.games is None:
        return ""
    return str(Score(*match.games, double_loss=match.double_loss, seats=match.seat_results))
