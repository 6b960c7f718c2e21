"""Recorded results that are public before all results of their round are public."""

from events.core.results.delayed_results import delayed_matches
from events.models import Match
from events.public_site.reads.events import PublicEvent
from events.public_site.reads.posted import PublicRound


def shows_results(shown: PublicEvent, round: PublicRound) -> bool:
    """Whether lists of a round show its results, all of them or each as it is recorded."""
    follows = round.stage.follows_results
    return follows or round.has_delayed or shown.knows_results(round)


def shows_recorded(shown: PublicEvent, round: PublicRound, match: Match) -> bool:
    """Whether the recorded result of a single match of a round may be read.

    In the newest posted round the event's setting says so. On camera it waits for its delay.
    """
    if shown.knows_results(round):
        return True
    is_newest = shown.event.show_recorded and round == shown.round()
    follows = is_newest or shows_results(shown, round)
    return follows and match.pk not in delayed_matches(shown.event)
