"""Rounds at tables of four from an archive: the state before each, and its seating."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.rounds_and_matches import ArchivedMatch, ArchivedRound
from archive.values import Archive, ArchivedStage
from domain.kinds import MatchKind, RoundState, StageKind
from domain.table_marks import DREW, LOST, WON
from pairings.tables_of_four import OddPolicy, TablesState, seat, sizes_for
from pairings.tables_of_four.history import History


@dataclass(frozen=True, slots=True)
class TablesRound:
    """A round at tables: the state before it, and the seating that was played.

    `ids`: the archive's id of each player of the state, ascending; `tables` and `byes` by id.
    `state` is None if the archive does not give the value of a result.
    """

    number: int
    ids: tuple[int, ...]
    state: TablesState | None
    tables: tuple[tuple[int, ...], ...]
    byes: frozenset[int]
    seed: int | None
    changed_by_hand: bool

    def differences(self, seed: int, state: TablesState) -> list[str]:
        """Return the differences of the played round from its seed's draw, with archive ids."""
        seating = seat(state, seed)
        drawn = [tuple(self.ids[player] for player in table) for table in seating.tables]
        byes = frozenset(self.ids[player] for player in seating.byes)
        differing = [
            f"the table {', '.join(map(str, table))} was not drawn"
            for table in self.tables
            if table not in drawn
        ]
        return differing + [f"{player} was to have a bye" for player in sorted(byes - self.byes)]


def tables_rounds(archive: Archive) -> Iterator[TablesRound]:
    """Yield the rounds at tables of an archive, except those of a cut."""
    counted: list[ArchivedRound] = []
    for round in archive.rounds:
        stage = archive.stages[round.stage - 1]
        if stage.kind is StageKind.TABLES:
            yield _round(archive, stage, round, counted)
            if round.state is not RoundState.UNPOSTED:
                counted.append(round)


def _round(
    archive: Archive, stage: ArchivedStage, round: ArchivedRound, earlier: Sequence[ArchivedRound]
) -> TablesRound:
    awarded = {player.number: player.awarded_byes for player in archive.players}
    tables = tuple(match.players for match in round.matches if match.kind is MatchKind.TABLE)
    byes = frozenset(
        match.first for match in round.matches if match.bye and awarded[match.first] < round.number
    )
    ids = tuple(sorted([player for table in tables for player in table] + list(byes)))
    return TablesRound(
        number=round.number,
        ids=ids,
        state=_state(archive, stage, ids, round, earlier),
        tables=tables,
        byes=byes,
        seed=round.seed,
        changed_by_hand=round.changed_by_hand,
    )


def _state(
    archive: Archive,
    stage: ArchivedStage,
    ids: tuple[int, ...],
    round: ArchivedRound,
    earlier: Sequence[ArchivedRound],
) -> TablesState | None:
    history = History(ids)
    for before in earlier:
        for match in before.matches:
            if match.games is None:
                continue
            points = _points(archive, match)
            if points is None:
                return None
            if match.kind is MatchKind.TABLE:
                history.count_table(before.number, match.players, points)
            else:
                history.count_alone(match.first, points[0], is_bye=match.bye)
    for player in round.before:
        history.set_points(player.player, int(player.points))
    sizes, byes = sizes_for(len(ids), OddPolicy(stage.table_sizes))
    return history.state(sizes, byes, points_first=stage.points_first, odd_go=stage.odd_go)


def _points(archive: Archive, match: ArchivedMatch) -> tuple[int, ...] | None:
    """Return the match points of each player; None for a finishing order, which is not replayed."""
    rules = archive.event.rules
    if match.kind is MatchKind.UNPAIRED:
        return (0,)
    if match.kind is MatchKind.BYE:
        own = (archive.event.profile or {}).get("bye")
        return (rules.win if own is None else int(own),)
    worth = {WON: rules.win, DREW: rules.draw, LOST: rules.loss}
    if any(mark not in worth for mark in match.marks):
        return None
    return tuple(worth[mark] for mark in match.marks)
