"""Pre-flight check before pairing and publishing: the unanswered checks of a round."""

from dataclasses import dataclass

from events.core.check_line import Check, Weight
from events.core.preflight.checks import CHECKS
from events.models import PreflightAnswer, Round

ORDER = (Weight.SETTLE, Weight.CONFIRM, Weight.INFORM)


@dataclass(frozen=True, slots=True)
class PreflightCheck:
    """The unanswered checks of a round, problems to settle first."""

    round: Round
    lines: tuple[Check, ...]

    @property
    def waiting(self) -> tuple[Check, ...]:
        """Checks that need an answer or a decision; the others only inform."""
        return tuple(line for line in self.lines if line.weight != Weight.INFORM)


def preflight_check(round: Round) -> PreflightCheck:
    """Return the unanswered checks before the step after a round, in a fixed number of queries.

    The round's event and stage must be joined.
    """
    answers = PreflightAnswer.objects.filter(round__event=round.event_id)
    answered = set(answers.values_list("key", flat=True))
    lines = [line for lines_of in CHECKS for line in lines_of(round) if line.key not in answered]
    return PreflightCheck(round, tuple(sorted(lines, key=lambda line: ORDER.index(line.weight))))
