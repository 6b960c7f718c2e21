"""Wording of the next step for a player without a table."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from events.core.progress.ahead import FINALISTS, Ahead
from events.core.stages.plans import places_of_beaten
from events.core.stages.stage_words import Titled, round_title
from events.core.words.ordinals import ordinal
from events.models import Stage


class Coming(NamedTuple):
    """The step after a round: its label, the large words, and a sentence about it."""

    label: str
    words: str
    next: str


class Beaten(NamedTuple):
    """The end of a playoff for a player: its label, the large words, the possible places."""

    label: str
    words: str
    places: range


def beaten_words(event_name: str, stage: Stage, lost: Titled | None) -> Beaten:
    """Describe how a playoff ended for a player who is out of it.

    `lost`: the last round with a match of the player; None for a player outside the bracket. The
    order of the players beaten in one round is known only at the end of the event. One query at
    most.
    """
    if lost is None:
        return Beaten(event_name, _("Not in the playoff"), range(0))
    players = lost.bracket_players or 0
    # The loser of the last round may be fourth instead of second.
    is_unknown = players == FINALISTS and stage.third_place
    if players < FINALISTS or is_unknown:
        return Beaten(round_title(lost), _("Out of the playoff"), range(0))
    entrants = stage.bracket_seats.count() if stage.is_tables_cut else 0
    places = places_of_beaten(stage.kind, entrants, players)
    ends = dict.fromkeys((places[0], places[-1]))
    label = _("%(round)s, place") % {"round": round_title(lost)}
    return Beaten(label, "–".join(map(ordinal, ends)), places)


def after_cut(event_name: str, *, advances: bool, own: bool = True) -> Coming:
    """Say whether a player is in the next stage, once the advancing players are confirmed.

    `own`: addressed to the player; False on a page that everyone reads.
    """
    if advances:
        return Coming(event_name, _("Advancing to the next stage"), _table_here(own=own))
    words = _("The advancing players are confirmed. The final place appears here.")
    return Coming(event_name, _("Not advancing"), words)


def _table_here(*, own: bool) -> str:
    return _("Your table appears here.") if own else _("The table appears here.")


def coming_words(
    newest: Titled,
    event_name: str,
    *,
    ahead: Ahead,
    planned: int | None,
    place: int | None = None,
    advancing: int | None = None,
    own: bool = True,
) -> Coming:
    """Describe what follows the newest round, which is complete.

    `planned`: rounds of the whole event. `place`: that of one player in the standings published
    after the round, of which the first `advancing` play on; None if that is not known. `own`: as in
    `after_cut`. Unposted rounds are not read.
    """
    soon = _("Pairings soon")
    here = _table_here(own=own)
    left, more_stages = ahead.left, ahead.more_stages
    if left == 0 and more_stages and place and advancing:
        count = {"count": advancing}
        if place <= advancing:
            return Coming(event_name, _("In the top %(count)d") % count, here)
        words = _("The first %(count)d players play on. The final place appears here.") % count
        return Coming(event_name, _("Not in the top %(count)d") % count, words)
    if left == 0 and more_stages:
        words = _("Players who advance find their table here.")
        return Coming(event_name, _("Next stage soon"), words)
    if ahead.is_nothing:
        return Coming(
            round_title(newest), _("All rounds are over"), _("The final place appears here.")
        )
    if newest.bracket_players is not None:
        return Coming(event_name, soon, here)
    if ahead.is_conditional:
        return Coming(event_name, _("One more round is possible"), here)
    # A conditional round that was decided is one more than was announced.
    coming = newest.number + 1
    number = {"number": coming, "planned": max(planned or 0, coming)}
    label = _("Round %(number)d of %(planned)d") if planned else _("Round %(number)d")
    return Coming(label % number, soon, here)
