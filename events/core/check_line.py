"""One line of a pre-flight check: its code, its subject, and the response it needs."""

from dataclasses import dataclass
from enum import StrEnum

from domain.kinds import PreflightCode
from events.models import Enrollment, Match, Report

# The kind of a check.
CheckCode = PreflightCode


class Weight(StrEnum):
    """Response that a check needs: settle it on its page, confirm it with one click, or look."""

    SETTLE = "settle"
    CONFIRM = "asked"
    INFORM = "told"


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its players and table; `about` identifies the state for which an answer is valid.

    `archive/preflight.py` lists the content of `about` for each check. `minutes`: after the start,
    for an early result. `count`: of the results that were set together. `penalty`: the loss that is
    not shown. `against`: other reports of the table. `words`: the text about a departure from a
    basis; `number`: of its stage or round.
    """

    code: CheckCode
    weight: Weight
    about: str
    people: tuple[Enrollment, ...] = ()
    match: Match | None = None
    minutes: int = 0
    count: int = 0
    penalty: str = ""
    against: tuple[Report, ...] = ()
    words: str = ""
    number: int = 0

    @property
    def key(self) -> str:
        """The key under which its answer is stored."""
        return f"{self.code}:{self.about}"

    @property
    def is_asked(self) -> bool:
        """True for a question that one click confirms."""
        return self.weight == Weight.CONFIRM

    @property
    def is_to_settle(self) -> bool:
        """True for a problem to settle elsewhere, which the head judge can pass with a reason."""
        return self.weight == Weight.SETTLE
