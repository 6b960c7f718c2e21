"""Two laptops with the product's own standby: claims, page changes, the copy, sealed messages."""

import contextlib
import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

from events.hosting.standby.answering import Laptop
from events.hosting.standby.challenges import Challenges
from events.hosting.standby.database_copy import DATABASE, Copy
from events.hosting.standby.follower import Follower
from events.hosting.standby.leadership import PeerPolling, Registry
from events.hosting.standby.page_changes import Source
from events.hosting.standby.wire import PeerLine, WireError
from tests.faults.seeded.scheduler import BrokenPromiseError, Killed, Network, Scheduler

TOKEN = "c2VlZGVkIGZhdWx0cyBuZWVkIG5vIHNlY3JldHMhISE="
PORT = 8000
TABLE = "CREATE TABLE IF NOT EXISTS entry (text TEXT PRIMARY KEY, note TEXT)"
Rows = frozenset[str]


@dataclass
class Disk:
    """The faults of a laptop's disk: it is `full`, or a later write kills the process."""

    time: Scheduler
    full: bool = False
    kills_at: int | None = None

    @contextlib.contextmanager
    def at_work(self) -> Iterator[None]:
        """Let every durable step inside the block fail as this disk does."""
        replace = Path.replace

        def step() -> None:
            if self.kills_at is not None:
                self.kills_at -= 1
                if self.kills_at < 0:
                    self.kills_at = None
                    raise Killed
            if self.full and self.time.chance(0.5):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        def synced(_descriptor: int) -> None:
            step()

        def replaced(path: Path, target: Path) -> Path:
            step()
            made = replace(path, target)
            step()
            return made

        with mock.patch("os.fsync", synced), mock.patch.object(Path, "replace", replaced):
            yield


@dataclass
class Machine:
    """One laptop: its folder, its clock, its disk, and whether its server runs.

    `offset`: the error of its clock in seconds.
    """

    name: str
    address: str
    folder: Path
    time: Scheduler
    network: Network
    machines: "dict[str, Machine]"
    leaders: dict[int, str]
    serves: bool = False
    took_over: bool = False
    offset: float = 0.0
    accepted: list[str] = field(default_factory=list)
    laptop: Laptop | None = None
    follower: Follower | None = None

    def __post_init__(self) -> None:
        self.folder.mkdir()
        self.disk = Disk(self.time)
        self.recorded: list[tuple[bytes, str]] = []
        self.registry = Registry(self.folder, self.clock)
        self._polling: PeerPolling | None = None
        self._database: sqlite3.Connection | None = None

    def clock(self) -> float:
        """Return the wall-clock time of this laptop."""
        return 1_000_000_000.0 + self.time.now + self.offset

    @property
    def url(self) -> str:
        """The address by which other laptops know it."""
        return f"http://{self.address}:{PORT}/"

    # The server's side.

    def start(self) -> None:
        """Start the server with the data on the disk."""
        self.time.note(f"{self.name} starts")
        database = self.folder / DATABASE
        self._database = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
        self._database.execute("PRAGMA journal_mode=WAL")
        self._database.execute("PRAGMA synchronous=OFF")
        self._database.execute(TABLE)
        self.registry = Registry(self.folder, self.clock)
        challenges = Challenges(b"the secret of a start" + bytes([self.time.random.randrange(256)]))
        source = Source(database, rest=0)
        self.laptop = Laptop(TOKEN, self.registry, source, challenges, dict)
        self._polling = PeerPolling(self.registry, TOKEN, PORT, self.line_to)
        self.serves = True

    def kill(self) -> None:
        """Kill the server: uncommitted data is lost."""
        self.time.note(f"{self.name} is killed")
        self.serves = False
        if self.laptop is not None:
            self.laptop.source.close()
        if self._database is not None:
            self._database.close()
        self.laptop = self._database = self._polling = None

    def enter(self, text: str) -> tuple[int, bool] | None:
        """Answer an entry as the desk's page does; None if there is no answer."""
        answer: tuple[int, bool] | None = None
        with self.surviving():
            answer = self._entered(text)
        # None also if the process was killed in the meantime.
        return answer  # noqa: RET504 - the block may end before

    def _entered(self, text: str) -> tuple[int, bool] | None:
        if not self.serves or self._database is None:
            return None
        # As refuse_when_taken_over does before every write.
        if self.registry.successor() is not None:
            return 503, True
        if self.disk.full:
            return 503, True
        self._database.execute("BEGIN IMMEDIATE")
        note = "x" * self.time.random.randrange(900)
        self._database.execute("INSERT OR IGNORE INTO entry VALUES (?, ?)", [text, note])
        if self.time.chance(self.network.trouble * 0.02):
            raise Killed
        claim = self.registry.own()
        self._database.execute("COMMIT")
        self._check_leader(claim.term, claim.id)
        self.accepted.append(text)
        self.time.note(f"{self.name} saves {text} in term {claim.term}")
        return 200, False

    def _check_leader(self, term: int, claim: str) -> None:
        if self.leaders.setdefault(term, claim) != claim:
            raise BrokenPromiseError(f"two leaders in term {term}")

    def ask_peers(self) -> None:
        """Ask the other laptops which one is in charge, as the watch next to a server does."""
        if self.serves and self._polling is not None:
            with self.surviving():
                self._polling.ask()

    @contextlib.contextmanager
    def surviving(self) -> Iterator[None]:
        """Let a simulated kill end the process, and log the error of a full disk."""
        try:
            with self.disk.at_work():
                yield
        except Killed:
            self.kill()
        except OSError as error:
            self.time.note(f"{self.name}: {error}")

    def rows(self) -> Rows:
        """Return all entries in the database."""
        return rows_of(self.folder / DATABASE)

    # The second laptop's side.

    def follow(self, other: "Machine") -> None:
        """Start to follow, also again after the process was killed."""
        self.follower = Follower(
            other.url, TOKEN, self.folder, PORT, lambda: self.time.now, self.line_to
        )
        self.follower.registry = self.registry = Registry(self.folder, self.clock)

    def ask(self, other: "Machine") -> None:
        """Update the copy once; then it has to equal the first laptop's data."""
        if self.follower is None:
            self.follow(other)
        assert self.follower is not None
        try:
            with self.disk.at_work():
                self.follower.ask()
        except Killed:
            self.time.note(f"{self.name} is killed while it copies")
            self.follower = None
        except (WireError, OSError) as error:
            self.time.note(f"{self.name}: {error}")
        else:
            mine, theirs = self.rows(), other.rows()
            self.time.note(f"{self.name} has a copy of {len(mine)} entries")
            if mine != theirs:
                raise BrokenPromiseError("the copy is not what the first laptop has")

    def take_over(self) -> bool:
        """Run take_over as a person would; return whether this laptop now serves."""
        if self.follower is None or not self.follower.copy.about.state:
            return False
        try:
            with self.disk.at_work():
                Copy(self.folder).check()
                self.registry.claim()
        except (Killed, OSError):
            self.time.note(f"{self.name} fails to take over")
            return False
        self.follower, self.took_over = None, True
        self.start()
        return True

    # The connection to the others.

    def line_to(self, address: str, token: str, port: int) -> PeerLine:
        """Return a line of the product whose messages use the simulated network."""
        return SimulatedLine(address, token, port, self)

    def carry(self, to: "Machine", message: bytes, within: float) -> tuple[int, bytes]:
        """Deliver a message to another laptop at once, and return its answer."""
        network, time = self.network, self.time
        if network.is_cut(self.name, to.name) or to.laptop is None:
            raise ConnectionRefusedError
        if network.loses():
            time.now += within
            raise TimeoutError
        # A stranger's recording or a late message arrives first, then possibly the message twice.
        if self.recorded and network.doubles():
            old, near = time.random.choice(self.recorded)
            to.laptop.answer(old, near)
        self.recorded = [*self.recorded[-5:], (message, self.address)]
        answer: tuple[int, bytes] | None = None
        with to.surviving():
            answer = to.laptop.answer(message, self.address)
            if network.doubles():
                to.laptop.answer(message, self.address)
        if answer is None:
            raise ConnectionResetError
        delay = network.delay()
        time.now += min(delay, within)
        if delay > within or network.loses():
            raise TimeoutError
        if network.doubles() and self.recorded_answers:
            # An older answer replaces this one.
            return time.random.choice(self.recorded_answers)
        self.recorded_answers = [*self.recorded_answers[-5:], answer]
        return answer

    recorded_answers: list[tuple[int, bytes]] = field(default_factory=list)


class SimulatedLine(PeerLine):
    """A line of the product whose messages the simulated network carries."""

    def __init__(self, address: str, token: str, port: int, machine: Machine) -> None:
        super().__init__(address, token, port)
        self._machine = machine

    def _carry(self, message: Callable[[str], bytes], within: float) -> tuple[int, bytes]:
        others = self._machine.machines.values()
        to = next((other for other in others if other.url == self.address), None)
        if to is None:
            raise ConnectionRefusedError
        return self._machine.carry(to, message(self._machine.address), within)


def rows_of(database: Path) -> Rows:
    """Return the entries of a database file; none if it has no table yet."""
    if not database.exists():
        return frozenset()
    with contextlib.closing(sqlite3.connect(database)) as opened:
        try:
            return frozenset(
                f"{text}|{note}" for text, note in opened.execute("SELECT text, note FROM entry")
            )
        except sqlite3.OperationalError:
            return frozenset()
