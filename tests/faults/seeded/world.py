"""One seed: all parts together, their faults, and the conditions that must hold in the end.

For PLAYED seconds people type, lines are cut and slow, messages arrive twice and out of order,
processes are killed, disks are full, clocks are wrong, and a person may take over on the second
laptop. Then all faults end, and people follow the instructions on the screens. These conditions
must hold:

- nothing acknowledged is lost, and nothing typed disappears from both sides
- one leader per term, and one in charge once the laptops hear each other
- the copy equals the first laptop's data after every answer
- each message to a program arrives at least once, under one ID
"""

import random
from collections.abc import Callable
from pathlib import Path

from events.models import Event
from tests.faults.seeded.desks import Desk, Host
from tests.faults.seeded.laptops import Machine
from tests.faults.seeded.outbox import Outbox
from tests.faults.seeded.scheduler import BrokenPromiseError, Network, Scheduler

PLAYED, MENDED = 60.0, 45.0
FIRST, SECOND = "first", "second"
DAY = 24 * 3600.0
# Steps of the outbox after the repair: the longest pause between two attempts is 9 hours.
STEPS, STEP_SECONDS = 40, 3600.0


class World:
    """The machines and people of one seed, and all their faults."""

    def __init__(self, seed: int, folder: Path, host: Host, event: Event) -> None:
        self.time = Scheduler(seed)
        self.network = Network(self.time)
        self.machines: dict[str, Machine] = {}
        self.leaders: dict[int, str] = {}
        for number, name in enumerate((FIRST, SECOND), 1):
            self.machines[name] = Machine(
                name,
                f"10.0.0.{number}",
                folder / name,
                self.time,
                self.network,
                self.machines,
                self.leaders,
            )
        self.first, self.second = self.machines[FIRST], self.machines[SECOND]
        self.outbox = Outbox(self.time, self.network, event)
        self.desks = [
            Desk(f"desk {number}", host, self.time, self.network, self.ask, FIRST)
            for number in (1, 2)
        ]
        self.mended = False
        self.entries = 0

    def ask(self, server: str, text: str) -> tuple[int, bool] | None:
        """Deliver an entry to a server and return its answer."""
        return self.machines[server].enter(text)

    def run(self) -> None:
        """Play, end all faults, and check; BrokenPromiseError for a condition that fails."""
        self.first.start()
        for desk in self.desks:
            desk.open()
        self._begin()
        self.time.run_until(PLAYED)
        self._mend()
        # A lost message may have taken a minute, but people still get their full time.
        self.time.run_until(self.time.now + MENDED)
        self.check()

    def _begin(self) -> None:
        time, draw = self.time, self.time.random
        time.every(1.0, self._follow)
        time.every(2.0, self._ask_peers)
        time.every(3.0, self._send)
        time.every(5.0, self._write)
        for desk in self.desks:
            time.every(draw.uniform(2.0, 8.0), self._typing(desk))
            time.every(4.0, self._moving(desk))
            if time.chance(0.5):
                time.after(draw.uniform(0, PLAYED), self._while_played(desk.reload))
        faults: list[Callable[[], None]] = [
            *(self._cut,) * 3,
            *(self._kill_first, self._kill_at_a_write, self._fill, self._misset),
            *(self.outbox.kill, self._misset_outbox),
        ]
        for _fault in range(draw.randrange(2, 9)):
            time.after(draw.uniform(0, PLAYED), self._while_played(draw.choice(faults)))
        if time.chance(0.6):
            time.after(draw.uniform(5, PLAYED), self._person_takes_over)

    # Actions of people and machines.

    def _typing(self, desk: Desk) -> Callable[[], None]:
        def type_one() -> None:
            if self.time.now < PLAYED:
                self.entries += 1
                desk.type(f"{self.entries} 21")

        return type_one

    def _moving(self, desk: Desk) -> Callable[[], None]:
        """Return an action that moves a desk to the laptop that took over, once it is reachable."""

        def move() -> None:
            reachable = not self.network.is_cut(desk.name, SECOND)
            old = self.first.serves and self.first.registry.successor() is None
            if desk.server == FIRST and self.second.serves and reachable and not old:
                desk.go_to(SECOND)

        return move

    def _write(self) -> None:
        if self.time.now < PLAYED:
            self.outbox.write()

    def _ask_peers(self) -> None:
        for machine in self.machines.values():
            machine.ask_peers()

    def _send(self) -> None:
        if not self.mended:
            self.outbox.look()

    def _follow(self) -> None:
        if not self.second.took_over:
            self.second.ask(self.first)

    def _person_takes_over(self) -> None:
        """Take over on the second laptop once it counts the first one as lost."""
        follower = self.second.follower
        if self.second.took_over or self.mended:
            return
        if follower is not None and follower.lost and self.second.take_over():
            return
        self.time.after(3.0, self._person_takes_over)

    # Faults.

    def _while_played(self, fault: Callable[[], None]) -> Callable[[], None]:
        return lambda: None if self.mended else fault()

    def _for_a_while(self, begin: Callable[[], None], end: Callable[[], None]) -> None:
        begin()
        self.time.after(self.time.random.uniform(1, 30), end)

    def _cut(self) -> None:
        pairs = [(FIRST, SECOND), ("outbox", "program")]
        pairs += [(desk.name, name) for desk in self.desks for name in self.machines]
        pair = frozenset(self.time.random.choice(pairs))
        self.time.note(f"the line {sorted(pair)} is cut")
        self._for_a_while(
            lambda: self.network.cut.add(pair), lambda: self.network.cut.discard(pair)
        )

    def _kill_first(self) -> None:
        self._for_a_while(self.first.kill, self._restart)

    def _restart(self) -> None:
        for machine in (self.first, *([self.second] if self.second.took_over else [])):
            if not machine.serves:
                machine.start()

    def _kill_at_a_write(self) -> None:
        machine = self.time.random.choice(list(self.machines.values()))
        machine.disk.kills_at = self.time.random.randrange(8)
        self.time.after(10.0, self._restart)

    def _fill(self) -> None:
        disk = self.time.random.choice(list(self.machines.values())).disk
        self.time.note("a disk is full")
        self._for_a_while(lambda: setattr(disk, "full", True), lambda: setattr(disk, "full", False))

    def _misset(self) -> None:
        machine = self.time.random.choice(list(self.machines.values()))
        machine.offset = _wrong(self.time.random)
        self.time.note(f"the clock of {machine.name} is wrong by {machine.offset:.0f} s")

    def _misset_outbox(self) -> None:
        self.outbox.offset = _wrong(self.time.random)
        self.time.note(f"the clock of the outbox is wrong by {self.outbox.offset:.0f} s")

    # Repairs.

    def _mend(self) -> None:
        self.time.note("everything is mended")
        self.mended = True
        self.network.trouble = 0.0
        self.network.cut.clear()
        for machine in self.machines.values():
            machine.offset = 0.0
            machine.disk.full, machine.disk.kills_at = False, None
        self.outbox.offset = 0.0
        self._restart()

    # Invariants.

    def check(self) -> None:
        """Check the conditions after all faults end; messages have time for their retry pauses."""
        leader = self.second if self.second.took_over else self.first
        if leader is self.second and self.first.registry.successor() is None:
            raise BrokenPromiseError("both laptops are in charge")
        if leader.registry.successor() is not None:
            raise BrokenPromiseError("no laptop is in charge")
        there = {row.partition("|")[0] for row in leader.rows()}
        for desk in self.desks:
            if lost := set(desk.saved) - there:
                raise BrokenPromiseError(f"saved at {desk.name} and lost: {sorted(lost)}")
            if gone := set(desk.typed) - there - set(desk.refused):
                raise BrokenPromiseError(f"typed at {desk.name} and gone: {sorted(gone)}")
            if desk.waiting:
                raise BrokenPromiseError(f"{desk.name} still waits with {desk.waiting} entries")
        self._empty_outbox()
        self.outbox.check()

    def _empty_outbox(self) -> None:
        for _step in range(STEPS):
            self.outbox.look()
            self.time.now += 1
            for _look in range(2):
                self.time.run_until(self.time.now + 1)
            self.time.now += STEP_SECONDS
            if self.outbox.is_empty:
                return


def _wrong(draw: random.Random) -> float:
    return draw.choice([-1, 1]) * draw.choice([30.0, 3600.0, 2 * DAY, 400 * DAY])
