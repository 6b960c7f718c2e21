"""Results in words, for the desk."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.translation import gettext as _

from domain.results import Result, result_of
from events.core.drops.queries import drops_if_official, reported_drops
from events.core.journal.words.result_entries import how_it_ended
from events.core.results.match_rules import typed
from events.core.results.slips import Slip, with_drops
from events.core.words.result_words import (
    full_words,
    game_words,
    result_words,
    seat_result_words,
)
from events.models import JournalEntry, Match, Report

register = template.Library()


@register.simple_tag
def match_words(match: Match) -> str:
    """Say the result of a match: "Rossi beats 田中 2-1"; empty without a result."""
    if match.result is None or not match.is_contested:
        return ""
    return result_words(match.names, match.result)


@register.simple_tag
def present_words(match: Match, dropped: list[str]) -> str:
    """Say the result of a match and who drops with it: "Rossi beats 田中 2-1, 田中 drops"."""
    return _and_drop(match_words(match), dropped)


@register.simple_tag
def slip_words(match: Match, slip: Slip) -> str:
    """Say what a slip reports for this table, with its drops."""
    return _with_drops(match, full_words(match.names, slip.result), slip.drops)


@register.simple_tag
def report_words(match: Match, report: Report) -> str:
    """Say the result and the drops of a report: "Rossi beats 田中 2-1, 田中 drops".

    It adds "no drops" where the official report came with a drop.
    """
    words = full_words(match.names, report.result)
    official = match.official_report
    if official is not None and any(official.drops) and {*reported_drops(report)} == {False}:
        return _(", ").join([words, _("no drops")])
    return _with_drops(match, words, report.drops)


def _with_drops(match: Match, words: str, drops: Sequence[bool]) -> str:
    leaving = [name for name, drops_too in zip(match.names, drops, strict=True) if drops_too]
    return _and_drop(words, leaving)


def _and_drop(words: str, leaving: list[str]) -> str:
    return _(", ").join([words, *(_("%(name)s drops") % {"name": name} for name in leaving)])


@register.simple_tag
def words_at(match: Match, result: Result) -> str:
    """Say what a result would mean at this table, with how it ended."""
    return full_words(match.names, result)


@register.simple_tag
def entry_words(entry: JournalEntry, key: str = "after") -> str:
    """Say the result that a journal entry stores under "before" or "after"; empty for none.

    With how the match ended, and who dropped with the result, as far as the entry has that.
    """
    reported: list[Any] | None = entry.data.get(key)
    if not reported or reported[0] is None:
        return ""
    if isinstance(reported[0], str):
        return seat_result_words(reported[0])
    first, second = entry.data.get("first", ""), entry.data.get("second", "")
    words = result_words((first, second), result_of(*reported))
    if key != "after":
        return words
    dropped = entry.data.get("dropped") or ()
    sides = ((entry.first_number, first), (entry.second_number, second))
    return _and_drop(
        _(", ").join([words, *how_it_ended(entry.data)]),
        [name for number, name in sides if number in dropped],
    )


@register.simple_tag
def game_list(match: Match, result: Result) -> list[str]:
    """Say the games of a match one by one; empty where their order is unknown."""
    if match.is_table:
        return []
    first, second = match.names
    return game_words(first, second, result.reported_games)


@register.filter
def dashed(typed_games: str) -> str:
    """Return games as they are read, from how they are typed: "21" becomes "2-1"."""
    return "-".join(typed_games)


@register.filter
def typed_text(result: Result) -> str:
    """Return a result as typed at the desk, with how it ended: "1-1-1t"."""
    return typed(result)


@register.filter
def typed_report(report: Report) -> str:
    """Return a report as typed at the desk, with its drops: "1-1-1t x2".

    A report that does not mention drops leaves them as they are.
    """
    official = report.match.official_report
    drops = drops_if_official(report, official.drops if official else (False,) * len(report.drops))
    return with_drops(typed(report.result_with_games), drops)
