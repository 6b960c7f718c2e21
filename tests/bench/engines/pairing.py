"""Measure the engine on simulated events, alone or next to others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter, process_time

from pairings.engine import pair
from pairings.types import Cost, Pairing, PairingState
from tests.bench.engines.other_engines import PEERS, Outcome, Peer, available, run
from tests.bench.engines.simulated_events import rounds_for, simulate

SIZES = (8, 64, 226, 410, 1000, 2000, 5000, 10000)
CAP_SECONDS = 10.0


@dataclass(slots=True)
class _Times:
    """Processor milliseconds and findings of one peer; `ours` has our time for each round."""

    taken: list[float] = field(default_factory=list)
    ours: list[float] = field(default_factory=list)
    not_best: int = 0
    failed: int = 0
    capped: bool = False


def bench(
    sizes: Sequence[int] | None, rounds: int | None, events: int, seed: int, *, peers: bool
) -> Iterator[str]:
    """Yield the lines of a table: a line for each size, and with peers one for each of them.

    sizes: players (None: SIZES); rounds: of each event (None: as recommended); events: how many of
    each size. Times are of the pairing alone, in milliseconds, by the clock and, in parentheses,
    of the processor: the latter does not grow when the machine is busy with something else.
    """
    chosen = available() if peers else []
    if peers:
        missing = [peer.name for peer in PEERS if peer not in chosen]
        yield f"peers: {', '.join(peer.name for peer in chosen) or 'none installed'}" + (
            f" (not installed: {', '.join(missing)})" if missing else ""
        )
    pair(PairingState((0,) * 20, (frozenset(),) * 20, (0,) * 20), 1)  # warm-up
    yield "players  rounds  median ms  max ms  (processor: median  max)  proven  uniform"
    for size in sizes or SIZES:
        yield from _size(size, rounds or rounds_for(size), events, seed, chosen)


def _size(size: int, rounds: int, events: int, seed: int, peers: list[Peer]) -> Iterator[str]:
    taken: list[float] = []
    busy: list[float] = []
    proven = uniform = 0
    beside = {peer.name: _Times() for peer in peers}

    def timed(state: PairingState, round_seed: int) -> Pairing:
        start, start_busy = perf_counter(), process_time()
        made = pair(state, round_seed)
        taken.append((perf_counter() - start) * 1000)
        busy.append((process_time() - start_busy) * 1000)
        return made

    for event in range(events):
        played = list(simulate(size, rounds, seed + event, timed))
        proven += sum(made.proven for _, _, made in played)
        uniform += sum(made.uniform for _, _, made in played)
        # Other engines run afterwards, because starting their processes slows this one down for a
        # while.
        for number, (state, _, made) in enumerate(played if peers else [], len(busy) - len(played)):
            for peer in peers:
                _beside(peer, beside[peer.name], state, made.cost, busy[number])
    count = len(taken)
    yield (
        f"{size:7}  {count:6}  {median(taken):9.2f}  {max(taken):6.1f}  "
        f"{median(busy):19.2f}  {max(busy):5.1f}   "
        f"{proven}/{count}  {uniform}/{count}"
    )
    for name, times in beside.items():
        yield f"    {name}: {_summary(times, count)}"


def _beside(peer: Peer, times: _Times, state: PairingState, best: Cost, ours: float) -> None:
    """Run a peer on the same state, unless it already reached the cap at this size."""
    if times.capped:
        return
    outcome: Outcome = run(peer, state, CAP_SECONDS)
    if outcome.seconds is None:
        times.capped = True
        return
    if outcome.cost is None:
        times.failed += 1
        return
    times.taken.append(outcome.seconds * 1000)
    times.ours.append(ours)
    times.not_best += outcome.cost > best


def _summary(times: _Times, rounds: int) -> str:
    done = len(times.taken)
    parts = []
    if done:
        ratio = median(times.taken) / median(times.ours)
        parts.append(f"median {median(times.taken):.2f} ms, max {max(times.taken):.1f} ms")
        parts.append(f"{ratio:.1f} times our median on the same rounds")
    parts.append(f"not optimal in {times.not_best} of {done}")
    if times.failed:
        parts.append(f"failed in {times.failed}")
    if times.capped:
        parts.append(f"stopped after {CAP_SECONDS:.0f} s in one round ({done} of {rounds} done)")
    return "; ".join(parts)
