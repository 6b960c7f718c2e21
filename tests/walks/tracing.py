"""Trace what a request enters, and write it as a section of docs/architecture.md."""

import inspect
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import django
from django.db import connection
from django.urls import resolve

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- walks -->", "<!-- end of walks -->"
ENGINES = ("pairings/", "standings/")
PACKAGES = tuple(f"{ROOT / name}/" for name in ("archive", "domain", "events", *ENGINES))
# Files that serve every page, store values, or turn a finding into words and markup.
NO_STEP = re.compile(
    r"^(archive|domain|events/(web|hosting|models|templatetags|core/words))/"
    r"|/(\w+_)?(words|forms|texts)\.py$"
)
MOST_STEPS = 7
LEAST_WEIGHT = 2
# Folders whose functions are counted: not Python's own modules, which differ between its versions.
COUNTED = (*PACKAGES, f"{Path(django.__file__).parent}/")
# Python versions differ in whether these are calls.
COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>")


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the project, by the file that defines it."""

    path: str
    name: str

    @property
    def is_public(self) -> bool:
        """Whether it is a function of a module, for the use of other modules."""
        return re.fullmatch(r"[a-z]\w*", self.name) is not None

    @property
    def has_weight(self) -> bool:
        """Whether it counts for the weight of its callers."""
        return not (self.path.startswith("events/models/") or self.name.endswith(">"))

    @property
    def is_of_an_action(self) -> bool:
        """Whether it belongs to a module that writes."""
        return self.path.endswith("actions.py")

    @property
    def engine(self) -> str:
        """The folder of the engine that it belongs to, or ""."""
        folder = f"{Path(self.path).parts[0]}/"
        return folder if folder in ENGINES else ""


@dataclass(frozen=True, slots=True)
class Entry:
    """The first call of a function, and the functions of the project that led there."""

    function: Function
    callers: tuple[Function, ...]


@dataclass(frozen=True, slots=True)
class Walk:
    """A traced request: its view, and every function of the project in order of first calls.

    `calls` counts each call of a function of the project or of Django; `statements` what the
    database was asked.
    """

    title: str
    request: str
    view: Function
    entries: tuple[Entry, ...]
    calls: int = 0
    statements: int = 0

    @property
    def files(self) -> set[str]:
        """The project's files that the request entered, with middleware and template tags."""
        return {entry.function.path for entry in self.entries}

    def reached(self) -> dict[str, Function]:
        """Return a function for each file that the view leads to, and one for each engine.

        Of the public functions of a file it is the one that leads to the most others, of an engine
        the first one that is called from outside.
        """
        best: dict[str, Function] = {}
        for entry in self.entries:
            function = entry.function
            if not self._can_be_a_step(entry):
                continue
            place = function.engine or function.path
            if place not in best or (
                not function.engine and self._weight(function) > self._weight(best[place])
            ):
                best[place] = function
        return best

    def steps(self, shared: Iterable[Function] = ()) -> list[Function]:
        """Return the steps that matter, in order of first calls, without the shared ones.

        The view, the actions and the ways into an engine come first, then the functions that lead
        to the most others.
        """
        known = set(shared)
        order = {entry.function: place for place, entry in enumerate(self.entries)}
        steps = [step for step in self.reached().values() if step not in known]
        steps.sort(key=lambda step: (self._is_behind(step), -self._weight(step), order[step]))
        return sorted(steps[:MOST_STEPS], key=order.__getitem__)

    def _can_be_a_step(self, entry: Entry) -> bool:
        function = entry.function
        if NO_STEP.search(function.path) or not function.is_public:
            return False
        if function.engine and entry.callers and entry.callers[0].engine:
            return False
        return function == self.view or self.view in entry.callers

    def _is_behind(self, step: Function) -> bool:
        """Return whether others come first; an action that has nothing to do leads nowhere."""
        acts = step.is_of_an_action and self._weight(step) >= LEAST_WEIGHT
        return not (step == self.view or acts or step.engine)

    def _weight(self, function: Function) -> int:
        """Return how many functions were entered for the first time below this one.

        Compiled queries differ between databases and comprehensions between versions of Python, so
        they have no weight.
        """
        return sum(
            function in entry.callers and entry.function.has_weight for entry in self.entries
        )


@dataclass(slots=True)
class Trace:
    """What a thread entered, and how often it called and asked."""

    entries: list[Entry] = field(default_factory=list)
    calls: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    statements: int = 0

    def note(self, frame: FrameType, event: str, _argument: Any) -> None:
        """Take in one event of the interpreter."""
        if event != "call":
            return
        code = frame.f_code
        # Not by the code object itself, because coverage tools replace it at run time.
        place = code.co_filename, code.co_qualname, code.co_firstlineno
        if place not in self.calls and _is_own(code):
            self.entries.append(Entry(_function_of(code), tuple(_callers_of(frame))))
        self.calls[place] += 1

    def ask(self, execute: Callable[..., Any], *asked: Any) -> Any:
        """Count one statement."""
        self.statements += 1
        return execute(*asked)

    def counted(self) -> int:
        """Return the number of calls of functions of the project and of Django."""
        return sum(
            times
            for (path, name, _line), times in self.calls.items()
            if path.startswith(COUNTED) and not name.endswith(COMPREHENSIONS)
        )


@contextmanager
def traced() -> Iterator[Trace]:
    """Collect what this thread enters, and count."""
    trace = Trace()
    before = sys.getprofile()
    with connection.execute_wrapper(trace.ask):
        sys.setprofile(trace.note)
        try:
            yield trace
        finally:
            sys.setprofile(before)


def _is_own(code: CodeType) -> bool:
    return code.co_filename.startswith(PACKAGES)


@cache
def _function_of(code: CodeType) -> Function:
    return Function(Path(code.co_filename).relative_to(ROOT).as_posix(), code.co_qualname)


def _callers_of(frame: FrameType) -> Iterator[Function]:
    """Return the functions of the project that called this one, the nearest first."""
    caller = frame.f_back
    while caller is not None:
        if _is_own(caller.f_code):
            yield _function_of(caller.f_code)
        caller = caller.f_back


def walk(title: str, prepare: Callable[[], Callable[[], Any]]) -> Walk:
    """Trace the request that `prepare` makes ready.

    The same request for another event goes first: it fills the caches of the process.
    """
    prepare()()
    ask = prepare()
    with traced() as trace:
        answer = ask()
    asked = answer.wsgi_request
    match = resolve(asked.path)
    view: Any = inspect.unwrap(match.func)
    route = re.sub(r"<\w+:(\w+)>", r"<\1>", match.route)
    return Walk(
        title,
        f"{asked.method} /{route}",
        _function_of(view.__code__),
        tuple(trace.entries),
        trace.counted(),
        trace.statements,
    )


def shared_steps(walks: Iterable[Walk]) -> list[Function]:
    """Return the steps that every writing walk takes, in the order of their paths."""
    writing = [set(walk.reached().values()) for walk in walks if walk.request.startswith("POST")]
    return sorted(set.intersection(*writing), key=lambda step: (step.path, step.name))


def section(walks: Iterable[Walk]) -> str:
    """Return the text of the page between its two marks; a docstring says what a step does."""
    walks = list(walks)
    shared = shared_steps(walks)
    names = ", ".join(_name_of(step).removeprefix("- ") for step in shared)
    parts = [f"Every writing request goes through {names}."]
    for number, traced_walk in enumerate(walks, 1):
        files, request = len(traced_walk.files), traced_walk.request
        parts += ["", f"**{number}. {traced_walk.title}** ({files} files): `{request}`"]
        parts += map(_name_of, traced_walk.steps(shared))
    return "\n".join(parts)


def page_with(text: str, page: str) -> str:
    """Return the page with this section; ValueError where its marks are missing."""
    before, begin, rest = page.partition(BEGIN)
    _old, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{PAGE.name} has no section between {BEGIN} and {END}")
    return f"{before}{begin}\n{text}\n{end}{after}"


def _name_of(step: Function) -> str:
    """Return the path below events/, or the engine's, and the name."""
    engine = "engine " if step.engine else ""
    return f"- {engine}`{step.path.removeprefix('events/')}` `{step.name}`"
