"""Read an event archive as pairing states, each with the pairing that was played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from archive.folders import UnreadableError, archive_files, archives_in
from archive.rounds_and_matches import ArchivedMatch, ArchivedRound
from archive.values import Archive, ArchivedEvent, ArchivedStage
from domain.kinds import MatchKind, RoundState, StageKind
from pairings.types import PairingState


@dataclass(frozen=True, slots=True)
class DraftPod:
    """A pod of a draft: its number from 1, its players' ids by seat, and their state.

    The players of the state are the same ids, ascending.
    """

    number: int
    seats: tuple[int, ...]
    state: PairingState


@dataclass(frozen=True, slots=True)
class SwissRound:
    """A Swiss round: the state before it, and the pairing that was played.

    - number, place: the round's number in the event and in its stage.
    - ids: the archive's id of each player of the state, ascending; pairs, bye: indexes into ids.
    - seed: the seed it was drawn from, if any; changed_by_hand: as the archive says.
    - order: the standings it was paired by, as indexes from the highest place, if known;
      by_standings: whether the round is paired by standings.
    - pods: those of a draft; byes: the ids of all players with a bye that was not awarded.
    """

    number: int
    ids: tuple[int, ...]
    state: PairingState
    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    seed: int | None
    order: tuple[int, ...] | None
    place: int
    changed_by_hand: bool
    by_standings: bool
    pods: tuple[DraftPod, ...]
    byes: tuple[int, ...]

    def without_meetings(self) -> SwissRound:
        """Return the round without earlier meetings, which pairings before 0.2.0 ignored."""
        pods = [replace(pod, state=replace(pod.state, meetings={})) for pod in self.pods]
        return replace(self, state=replace(self.state, meetings={}), pods=tuple(pods))


@dataclass(slots=True)
class _Record:
    awarded: int = 0
    points: int = 0
    byes: int = 0
    met: dict[int, tuple[int, ...]] = field(default_factory=dict)


def read_archives(path: Path) -> Iterator[tuple[str, Archive]]:
    """Yield (path, archive) for an archive file or a folder of them.

    Raises UnreadableError when a file is not an event archive or cannot be read.
    """
    for file in archive_files(path):
        for label, archive in archives_in(file):
            if isinstance(archive, UnreadableError):
                raise archive
            yield Path(label).name, archive


class Records:
    """Results that the pairing of the next round depends on, added match by match."""

    def __init__(self, archive: Archive) -> None:
        self._event = archive.event
        self._of = {
            player.number: _Record(awarded=player.awarded_byes) for player in archive.players
        }

    def awarded(self, player: int) -> int:
        """Return how many byes a player was awarded before the event."""
        return self._of[player].awarded

    def enter(self, round: ArchivedRound) -> None:
        """Add the results of a round that counts for standings; an unposted round has none."""
        if round.state is RoundState.UNPOSTED:
            return
        for match in round.matches:
            if match.games is not None:
                self._enter(match, round.number)

    def _enter(self, match: ArchivedMatch, number: int) -> None:
        earned = _points(self._event, match)
        for player, points in zip(match.players, earned, strict=False):
            record = self._of[player]
            record.points += points
            record.byes += match.kind is MatchKind.BYE
            for other in set(match.players) - {player}:
                record.met[other] = (*record.met.get(other, ()), number)

    def state(
        self,
        ids: Sequence[int],
        then: dict[int, int] | None = None,
        pods: Sequence[Sequence[int]] | None = None,
    ) -> PairingState:
        """Return the state of these players; `then`: points that were corrected afterwards."""
        index = {player: at for at, player in enumerate(ids)}
        pod_of = {player: number for number, pod in enumerate(pods or []) for player in pod}
        return PairingState(
            points=tuple((then or {}).get(player, self._of[player].points) for player in ids),
            opponents=tuple(
                frozenset(index[other] for other in self._of[player].met if other in index)
                for player in ids
            ),
            byes=tuple(self._of[player].byes for player in ids),
            pods=None if pods is None else tuple(pod_of.get(player, -1) for player in ids),
            meetings={
                (at, index[other]): rounds
                for player, at in index.items()
                for other, rounds in self._of[player].met.items()
                if at < index.get(other, -1)
            },
        )


def _points(event: ArchivedEvent, match: ArchivedMatch) -> tuple[int, int]:
    """Return the match points of both sides; an assigned loss is worth nothing."""
    if match.result is None or match.kind is MatchKind.UNPAIRED:
        return 0, 0
    rules = event.rules
    per_game = bool((event.profile or {}).get("points_per_game"))
    return match.result.points(rules.win, rules.draw, rules.loss, per_game=per_game)


def swiss_rounds(archive: Archive) -> list[SwissRound]:
    """Return the Swiss rounds of an archive in order, each with the state before it."""
    records = Records(archive)
    places = [0] * len(archive.stages)
    rounds = []
    for round in archive.rounds:
        stage = archive.stages[round.stage - 1]
        places[round.stage - 1] += 1
        if stage.kind is StageKind.SWISS:
            rounds.append(_round(round, stage, places[round.stage - 1], records))
        if stage.kind.counts and not stage.kind.at_tables:
            records.enter(round)
    return rounds


def _round(round: ArchivedRound, stage: ArchivedStage, place: int, records: Records) -> SwissRound:
    """Return a round with the players who were paired in it.

    They are the players of its two-player matches, and the holder of its bye if there is exactly
    one that was not awarded before the event.
    """
    played = [match.players for match in round.matches if match.kind is MatchKind.PLAYED]
    byes = [
        match.first
        for match in round.matches
        if match.bye and records.awarded(match.first) < round.number
    ]
    holder = byes[0] if len(byes) == 1 else None
    ids = tuple(sorted([player for two in played for player in two] + byes[: len(byes) == 1]))
    index = {player: at for at, player in enumerate(ids)}
    then = {before.player: int(before.points) for before in round.before}
    here = {*ids, *byes}
    pods = [[player for player in pod if player in here] for pod in stage.pods or ()]
    return SwissRound(
        number=round.number,
        ids=ids,
        state=records.state(ids, then, pods if stage.pods else None),
        pairs=tuple((index[first], index[second]) for first, second in played),
        bye=None if holder is None else index[holder],
        seed=round.seed,
        order=tuple(index[player] for player in round.order if player in index) or None,
        place=place,
        changed_by_hand=round.changed_by_hand,
        by_standings=stage.last_by_standings and place == stage.rounds,
        pods=tuple(
            DraftPod(at, tuple(pod), records.state(sorted(pod), then))
            for at, pod in enumerate(pods, 1)
            if pod
        ),
        byes=tuple(byes),
    )
