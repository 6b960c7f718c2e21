"""Prove reasons: a printed line is explained if a recount by another tool's rule gives it."""

from collections import Counter
from collections.abc import Mapping, Sequence

from domain.results import Counts
from interchange.printed.explaining import Reason
from interchange.printed.printed_lines import Lines
from interchange.printed.recounting import RULES, Figures, Rule, recount
from interchange.values import Printed
from standings.types import Tournament

_ESTABLISHED = 2


class Recounts:
    """Recounts of one tournament, each computed when a line first needs it."""

    def __init__(
        self, lines: Lines, tournament: Tournament, written: Mapping[tuple[int, int], Counts]
    ) -> None:
        self._lines = lines
        self._tournament = tournament
        self._written = written
        self._counted: dict[Rule, Mapping[int, Figures]] = {}
        self._proofs: Counter[Rule] = Counter()

    def reason(
        self, line: Printed, wrong: Sequence[tuple[str, str, str]], player: int
    ) -> Reason | None:
        """Return the reason of the first rule that gives every percentage of a line as printed.

        None for a line whose points or record differ from ours.
        """
        names = [figure for figure, _shown, _ours in wrong]
        if not names or {"points", "record"} & set(names):
            return None
        for rule in RULES:
            if all(self._gives(rule, line, figure, player) for figure in names):
                self._proofs[rule] += 1
                return rule.reason
        return None

    def established(self, line: Printed, figure: str, player: int) -> Reason | None:
        """Return the reason for one figure, by a rule that proved other players' whole lines."""
        for rule, count in self._proofs.most_common():
            if count >= _ESTABLISHED and self._gives(rule, line, figure, player):
                return rule.reason
        return None

    def _gives(self, rule: Rule, line: Printed, figure: str, player: int) -> bool:
        if rule not in self._counted:
            self._counted[rule] = recount(self._tournament, rule, self._written)
        figures = self._counted[rule].get(player, {})
        # GW% is printed with or without the floor.
        return any(
            name in figures and self._lines.near(figure, line.figures[figure], figures[name])
            for name in ((figure, "floored") if figure == "gw" else (figure,))
        )
