"""Figures about an archive that a person sees before importing it."""

from dataclasses import dataclass

from archive.values import Archive
from domain.kinds import MatchKind, RoundState
from events.models import Event, Stage


@dataclass(frozen=True, slots=True)
class StageSummary:
    """One stage: its kind in words, rounds announced and played, how many go on (None: all).

    No rounds are announced where their number follows from who plays.
    """

    kind: str
    rounds: int | None
    played: int
    advancing: int | None


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures; players meet in `matches`, `event` is unsaved and has the state."""

    event: Event
    stages: tuple[StageSummary, ...]
    dropped: int
    matches: int
    results: int
    byes: int


def summary_of(archive: Archive) -> Summary:
    """Return the figures of a checked archive."""
    matches = [match for round in archive.rounds for match in round.matches]
    contested = (MatchKind.PLAYED, MatchKind.TABLE)
    played = [match for match in matches if match.kind in contested]
    return Summary(
        event=Event(name=archive.event.name, state=archive.state.value),
        stages=tuple(
            StageSummary(
                kind=str(Stage.Kind(stage.kind).label),
                rounds=stage.rounds,
                played=sum(
                    round.stage == number and round.state is RoundState.COMPLETE
                    for round in archive.rounds
                ),
                advancing=None if stage.advance is None else len(stage.advance),
            )
            for number, stage in enumerate(archive.stages, start=1)
        ),
        dropped=len(archive.drops),
        matches=len(played),
        results=sum(match.games is not None for match in played),
        byes=sum(match.kind is MatchKind.BYE for match in matches),
    )
