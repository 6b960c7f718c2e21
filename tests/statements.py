"""Which tests ask the database something that no other test asks.

A run with `MATCHSLIP_STATEMENTS=file` records for each test the statements that the product sends:
their text without values, the function that sends each, and the error that it raised, if any.
`python -m tests.statements file` prints the tests that another database need not repeat, because
others send each of their statements from the same function.
"""

import heapq
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from functools import cache
from hashlib import blake2b
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import pytest

from tests.shared import ROOT

# The number of tests that send each statement on the other database, if there are that many.
TIMES = 2
# Its functions run the queries of others.
SENDERS = f"{ROOT}/events/core/compiled/"


class Recorded(NamedTuple):
    """The statements of one test, and how many seconds it took."""

    test: str
    seconds: float
    statements: tuple[str, ...]


class Recorder:
    """Collects the statements of the test that runs."""

    def __init__(self, path: Path) -> None:
        """Append a line for each test to this file."""
        self.path = path
        self.statements: set[str] = set()

    @contextmanager
    def test(self, name: str, passed: Callable[[], bool]) -> Generator[None]:
        """Record the statements that are sent inside under the name of a test that passed."""
        self.statements.clear()
        began = time.perf_counter()
        yield
        if not passed():
            return
        recorded = Recorded(name, time.perf_counter() - began, tuple(sorted(self.statements)))
        with self.path.open("a") as lines:
            lines.write(json.dumps(recorded) + "\n")

    def wrapped(self, send: Callable[..., Any], place: int) -> Callable[..., Any]:
        """Return a function that sends a statement, its argument number `place`, and records it."""

        def sent(*args: Any, **options: Any) -> Any:
            function = _sender(sys._getframe(1))
            if function is None:
                return send(*args, **options)
            statement = _name(function.co_filename, function.co_qualname, str(args[place]))
            try:
                answer = send(*args, **options)
            except Exception as error:
                self.statements.add(f"{statement} {type(error).__name__}")
                raise
            self.statements.add(statement)
            return answer

        return sent


def record(path: Path, patch: pytest.MonkeyPatch) -> Recorder:
    """Record the statements that go through Django's cursors and through compiled queries."""
    from django.db.backends.utils import CursorWrapper

    from events.core.compiled import query

    recorder = Recorder(path)
    for method in ("execute", "executemany"):
        patch.setattr(CursorWrapper, method, recorder.wrapped(getattr(CursorWrapper, method), 1))
    patch.setattr(query, "_answer", recorder.wrapped(query._answer, 1))
    return recorder


def left_out(recorded: Iterable[Recorded], times: int = TIMES) -> list[str]:
    """Return the tests that add nothing: the others send each statement so many times.

    The tests that stay are chosen by statements a second. Then the dearest go whose statements the
    others send anyway, so the sum of their times is small without being proven smallest.
    """
    tests = {one.test: one for one in recorded}
    senders = Counter(statement for one in tests.values() for statement in one.statements)
    missing = Counter({statement: min(times, count) for statement, count in senders.items()})

    def gain(one: Recorded) -> float:
        return -sum(missing[statement] > 0 for statement in one.statements) / (one.seconds + 0.01)

    queue = [(gain(one), one.test) for one in tests.values()]
    heapq.heapify(queue)
    stay: list[Recorded] = []
    while queue:
        before, name = heapq.heappop(queue)
        now = gain(tests[name])
        if now == 0:
            continue
        if now > before:
            heapq.heappush(queue, (now, name))
        else:
            missing.subtract(tests[name].statements)
            stay.append(tests[name])
    # A negative count: later tests run the statement more often than required.
    for one in sorted(stay, key=lambda one: -one.seconds):
        if all(missing[statement] < 0 for statement in one.statements):
            missing.update(one.statements)
            stay.remove(one)
    return sorted(tests.keys() - {one.test for one in stay})


def read(path: Path) -> list[Recorded]:
    """Read what a run recorded."""
    lines = path.read_text().splitlines()
    return [Recorded(test, seconds, tuple(sent)) for test, seconds, sent in map(json.loads, lines)]


def main() -> None:
    """Print the tests that add nothing, and to the error output how many stay."""
    recorded = read(Path(sys.argv[1]))
    out = set(left_out(recorded))
    print("\n".join(sorted(out)))
    stay = [one for one in recorded if one.test not in out]
    print(
        f"{len(recorded)} tests of {sum(one.seconds for one in recorded):.0f} s send "
        f"{len({sent for one in recorded for sent in one.statements})} statements; "
        f"{len(stay)} of {sum(one.seconds for one in stay):.0f} s send each {TIMES} times or, "
        "where fewer tests send it, as often as there are.",
        file=sys.stderr,
    )


def _sender(frame: FrameType | None) -> CodeType | None:
    """Return the product's function that sends a statement; None for a test's own."""
    while frame is not None:
        place = _PLACES.get(frame.f_code.co_filename)
        if place is None:
            file = frame.f_code.co_filename
            place = _PLACES[file] = _place(file)
        if place == "product":
            return frame.f_code
        if place == "test":
            return None
        frame = frame.f_back
    return None


_PLACES: dict[str, str] = {}


def _place(file: str) -> str:
    """Say whether a file is the product's, a test's, or between the two."""
    if file.startswith(f"{ROOT}/events/") and not file.startswith(SENDERS):
        return "product"
    return "test" if file.startswith(f"{ROOT}/tests/") and file != __file__ else "between"


@cache
def _name(file: str, function: str, sql: str) -> str:
    """Return a short name for a statement of a function, the same in every process."""
    named = f"{file.removeprefix(str(ROOT))} {function} {_shape(sql)}"
    return blake2b(named.encode(), digest_size=6).hexdigest()


def _shape(sql: str) -> str:
    """Return a statement without the values in it and without how many there are."""
    sql = re.sub(r"\d+", "0", sql)
    sql = re.sub(r"\((?:%s|0|NULL)(?:, ?(?:%s|0|NULL))+\)", "(%s)", sql)
    return re.sub(r"(\([^()]*\))(?:, ?\1)+", r"\1", sql)


if __name__ == "__main__":
    main()
