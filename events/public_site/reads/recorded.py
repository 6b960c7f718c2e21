"""Recorded results that everybody may read before all results of their round are public."""

from events.public_site.reads.events import PublicEvent
from events.public_site.reads.posted import PublicRound


def shows_results(shown: PublicEvent, round: PublicRound) -> bool:
    """Whether lists of a round show its results, all of them or each as it is recorded."""
    return shown.knows_results(round) or round.stage.follows_results


def shows_recorded(shown: PublicEvent, round: PublicRound) -> bool:
    """Whether the recorded result of a single match of a round may be read.

    In the newest posted round the event's setting says so.
    """
    is_newest = shown.event.show_recorded and round == shown.round()
    return is_newest or shows_results(shown, round)
