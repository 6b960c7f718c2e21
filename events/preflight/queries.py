"""Pre-flight check before pairing and publishing: the unanswered checks of a round."""

from dataclasses import dataclass

from events.core.preflight.values import Line, Weight
from events.models import GateAnswer, Round
from events.models.sql.prepared import Prepared
from events.preflight.lines import LINES


@dataclass(frozen=True, slots=True)
class Gate:
    """The open lines of a round, those first that have to be settled."""

    round: Round
    lines: tuple[Line, ...]

    @property
    def waiting(self) -> tuple[Line, ...]:
        """Those that somebody has to answer, or to settle; the others are only to be seen."""
        return tuple(line for line in self.lines if line.weight != Weight.TOLD)


_ANSWERED = Prepared(
    lambda event: GateAnswer.objects.filter(round__event=event).order_by().values_list("key"), int
)


def gate_of(round: Round) -> Gate:
    """Return what is asked before going on from a round, in a fixed number of queries.

    The round's event and stage are to be joined.
    """
    answered = {key for (key,) in _ANSWERED(round.event_id)}
    lines = [line for lines_of in LINES for line in lines_of(round) if line.key not in answered]
    return Gate(round, tuple(sorted(lines, key=lambda line: ORDER.index(line.weight))))


ORDER = (Weight.SETTLE, Weight.ASKED, Weight.TOLD)
