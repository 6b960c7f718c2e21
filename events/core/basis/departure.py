"""A departure: something confirmed that no longer follows from its basis."""

import hashlib
from dataclasses import dataclass

from domain.kinds import PreflightCode
from events.models import Round

# One button undoes each of these until one of its matches is played.
TAKEN_BACK = (
    PreflightCode.CUT_DIFFERS,
    PreflightCode.SEEDS_DIFFER,
    PreflightCode.PODS_DIFFER,
    PreflightCode.ORDER_DIFFERS,
    PreflightCode.LAST_ROUND_DIFFERS,
    PreflightCode.PAIRED_BEFORE,
)


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between something confirmed and what today's standings give.

    `number`: of its stage, or of its round. `after`: the last round on which it is based. `into`
    and `out`: see Departure. `about`: today's result.
    """

    code: PreflightCode
    number: int
    after: int
    about: tuple[object, ...]
    into: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    by_standings: bool = False
    is_recorded: bool = True

    @property
    def digest(self) -> str:
        """Return a short hash of today's state: an answer holds for this state alone."""
        text = repr((self.code.value, self.number, self.about))
        return hashlib.sha256(text.encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Departure:
    """Something confirmed that no longer follows from its basis.

    - `code`: its kind. `number`: of its stage (cut, seeds, pods), else of its round.
    - `after`: the last round on which it is based.
    - `into`: names of the players who are now above the cut line, on another seed, in another pod,
      at another table or have another prize; `out`: the players who are no longer above the line.
    - `round`: the newest round that was made from it; None before there is one.
    - `is_played`: that round has results, or another round followed, so it is final.
    - `by_standings`: whether a last round was paired by standings.
    - `digest`: hash of today's state.
    - `is_recorded`: False for a cut, seeds or pods without a known basis: imported, or made by an
      older version.
    """

    code: PreflightCode
    number: int
    after: int
    digest: str
    into: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    round: Round | None = None
    is_played: bool = False
    by_standings: bool = False
    is_recorded: bool = True

    @property
    def key(self) -> str:
        """The key of its answer in the pre-flight check."""
        return f"{self.code}:{self.digest}"

    @property
    def is_taken_back(self) -> bool:
        """Whether one button undoes it."""
        return self.code in TAKEN_BACK and not self.is_played

    @property
    def is_made_from_results(self) -> bool:
        """Whether it is a cut, seeds, pods or a pairing."""
        return self.code in TAKEN_BACK

    @property
    def is_of_a_stage(self) -> bool:
        """Whether `number` is that of a stage."""
        return self.code in (
            PreflightCode.CUT_DIFFERS,
            PreflightCode.SEEDS_DIFFER,
            PreflightCode.PODS_DIFFER,
        )

    @property
    def is_cut(self) -> bool:
        """Whether it is a confirmed cut."""
        return self.code is PreflightCode.CUT_DIFFERS

    @property
    def is_pods(self) -> bool:
        """Whether it is the pods of a draft."""
        return self.code is PreflightCode.PODS_DIFFER

    @property
    def is_unposted(self) -> bool:
        """Whether it is an unposted round that was paired before a correction."""
        return self.code is PreflightCode.PAIRED_BEFORE

    @property
    def is_standings(self) -> bool:
        """Whether it is published standings."""
        return self.code is PreflightCode.STANDINGS_DIFFER

    @property
    def is_prizes(self) -> bool:
        """Whether it is prizes that were handed out."""
        return self.code is PreflightCode.PRIZES_DIFFER

    @property
    def is_certificate(self) -> bool:
        """Whether it is the certification of a round."""
        return self.code is PreflightCode.NOT_CERTIFIED
