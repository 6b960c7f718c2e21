"""Compare the pairings of finished events with those of this engine for the same states."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pairings.archive import SwissRound, read_archives, swiss_rounds
from pairings.checker import check
from pairings.cost import cost_of
from pairings.engine import pair
from pairings.types import Cost

_SEED = 1


@dataclass(slots=True)
class AuditTally:
    """The number of rounds that were compared, by outcome."""

    rounds: int = 0
    better: int = 0
    equal: int = 0
    worse: int = 0
    unproven: int = 0
    illegal: int = 0

    def __str__(self) -> str:
        return (
            f"{self.rounds} rounds: {self.better} better, {self.equal} equal, "
            f"{self.worse} worse, {self.unproven} unproven, {self.illegal} illegal"
        )


def audit(paths: Iterable[Path]) -> Iterator[str]:
    """Yield a line for each round in which this engine is worse or wrong, then the tally.

    Every Swiss round after the first is compared, with the players who were paired in it. Raises
    UnreadableError like read_archives.
    """
    tally = AuditTally()
    for path in paths:
        for where, archive in read_archives(path):
            for round in swiss_rounds(archive):
                if round.number > 1:
                    yield from _compare(where, round, tally)
    yield str(tally)


def _compare(where: str, round: SwissRound, tally: AuditTally) -> Iterator[str]:
    made = pair(round.state, _SEED)
    verdict = check(round.state, made.pairs, made.bye)
    played = cost_of(round.state, round.pairs, round.bye)
    tally.rounds += 1
    tally.unproven += not made.proven
    if verdict.problems:
        tally.illegal += 1
        yield f"{where} round {round.number}: illegal: {', '.join(verdict.problems)}"
    if made.cost < played:
        tally.better += 1
    elif made.cost == played:
        tally.equal += 1
    else:
        tally.worse += 1
        yield f"{where} round {round.number}: worse: {_words(made.cost)}; played: {_words(played)}"


def _words(cost: Cost) -> str:
    return (
        f"rematches {cost.rematches}, bye had {cost.bye_had}, bye points {cost.bye_points}, "
        f"differences {cost.sum_abs}, squares {cost.sum_sq}"
    )
