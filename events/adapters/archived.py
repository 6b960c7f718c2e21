"""Rounds of an archive as rows have them: their states, and what everybody had before one."""

from archive.kinds import RoundState
from archive.played import ArchivedRound
from archive.results import result_of
from events.adapters.posted import Records
from events.adapters.results import Decided
from events.models import Round

STATES = {
    RoundState.UNPOSTED: Round.State.UNPOSTED,
    RoundState.POSTED: Round.State.POSTED,
    RoundState.COMPLETE: Round.State.COMPLETE,
}


def enter_round(records: Records, source: ArchivedRound) -> None:
    """Count the results of a round that counts for standings; an unposted one has none."""
    if source.state is RoundState.UNPOSTED:
        return
    for match in source.matches:
        if match.games is not None:
            records.enter(
                Decided(
                    source.number,
                    match.first,
                    match.second,
                    result_of(*match.games, match.double_loss),
                    match.kind.value,
                )
            )
