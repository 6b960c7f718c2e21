"""The current content of a big screen."""

from collections.abc import Iterable

from django.utils.translation import get_language, gettext

from events.core.adapters.stored_rows import PairingRow
from events.core.clock.draft_calls import CalledDraft, called_draft
from events.core.stages.stage_words import standings_after_words
from events.public_site.reads.events import PublicEvent


def wall_tables(rows: Iterable[PairingRow]) -> list[tuple[int, str, str]]:
    """Return the matches of a playoff's round by table: the table and both names."""
    matches: dict[int, PairingRow] = {}
    for row in rows:
        if row.table is not None:
            matches.setdefault(row.table, row)
    return [
        (table, row.name, ", ".join(str(other["name"]) for other in row.opponents) or "–")
        for table, row in sorted(matches.items())
    ]


def called_draft_of(shown: PublicEvent) -> CalledDraft | None:
    """Return the draft that staff call now, read once; None without one."""
    return shown.remember(f"call {get_language()}", lambda: called_draft(shown.event))


def on_the_wall(shown: PublicEvent) -> tuple[str, ...]:
    """Return what a big screen shows until a person chooses."""
    round = shown.round()
    if called_draft_of(shown) is not None:
        return ("call",)
    if shown.pods_to_play:
        return ("pairings",)
    if round is None:
        return ("join",)
    in_bracket = shown.bracket == round.stage
    if shown.event.is_finished and shown.results_through:
        return ("bracket", "standings") if in_bracket else ("standings",)
    if in_bracket:
        return ("pairings", "bracket")
    return ("standings",) if shown.results_through == round.number else ("pairings",)


def standings_title(shown: PublicEvent) -> str:
    """Return the title of the newest standings."""
    if shown.event.is_finished:
        return gettext("Final standings")
    after = shown.round(shown.results_through)
    return standings_after_words(after) if after else gettext("Standings")
