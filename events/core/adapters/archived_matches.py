"""Rounds of an archive as rows have them: their states, and what everybody had before one."""

from archive.rounds_and_matches import ArchivedRound
from domain.kinds import MatchKind, RoundState
from events.core.adapters.match_results import DecidedTable, in_one_number
from events.core.adapters.posted_rounds import Records
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
    records.enter_all(
        (
            played.first,
            played.second,
            in_one_number(*played.games, played.double_loss, played.kind.value),
        )
        for played in source.matches
        if played.games is not None and played.kind is not MatchKind.TABLE
    )
    records.enter_tables(
        DecidedTable(source.number, played.players, played.marks)
        for played in source.matches
        if played.kind is MatchKind.TABLE and played.marks
    )
