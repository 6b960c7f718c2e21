"""The status of a player by what is public, for the page that everybody reads."""

from collections.abc import Collection

from domain.results import Outcome
from events.core.phones.own_state import OwnFacts, OwnStatus, knocked_out, status_of
from events.public_site.reads.events import PublicEvent
from events.public_site.reads.player import History, PublicPlayer


def public_status(
    shown: PublicEvent, history: History, advancing: Collection[int], player: PublicPlayer
) -> OwnStatus:
    """Return the status of a player; the private page may know more.

    `advancing`: the numbers of a confirmed cut after the newest round.
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
            is_cut=newest.complete and newest.stage.has_cut and number not in advancing,
            is_last=shown.ahead is not None and shown.ahead.is_nothing,
        )
    )
