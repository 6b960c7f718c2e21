"""Make every pairing of an exported event again from its seeds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pairings.archive import ArchivedRound, read_archives, swiss_rounds
from pairings.by_standings import pair_by_standings
from pairings.draw import seed_hash
from pairings.engine import pair


def replay(path: Path) -> Iterator[str]:
    """Yield a line for each Swiss round, saying whether it is what its seed draws, then a tally.

    Raises ArchiveError or OSError like read_archives.
    """
    same = changed = unseeded = 0
    for where, archive in read_archives(path):
        for one in swiss_rounds(archive, where):
            head = f"{where} round {one.number}"
            if one.seed is None:
                unseeded += 1
                yield f"{head}: no seed, not replayed"
                continue
            differing = differences(one, one.seed)
            head += f" (seed {one.seed}, hash {seed_hash(one.seed)})"
            if differing:
                changed += 1
                yield f"{head}: changed by hand: {'; '.join(differing)}"
            else:
                same += 1
                yield f"{head}: as drawn"
    yield f"{same + changed + unseeded} rounds: {same} as drawn, {changed} changed by hand, " + (
        f"{unseeded} without a seed"
    )


def differences(one: ArchivedRound, seed: int) -> list[str]:
    """Return what was played otherwise than the seed draws, with the archive's player ids.

    Who is named first, and at which table a pair sits, is not compared.
    """
    if one.order is None:
        made = pair(one.state, seed)
    else:
        made = pair_by_standings(one.state, one.order, seed)
    drawn = {frozenset(two) for two in made.pairs}
    ids = one.ids
    found = [
        f"{ids[a]} against {ids[b]} was not drawn"
        for a, b in one.pairs
        if frozenset((a, b)) not in drawn
    ]
    if one.bye != made.bye:
        got = "nobody" if one.bye is None else str(ids[one.bye])
        due = "nobody" if made.bye is None else str(ids[made.bye])
        found.append(f"the bye went to {got}, drawn was {due}")
    return found
