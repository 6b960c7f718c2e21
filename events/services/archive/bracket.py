"""Whether the rounds of a playoff in an archive are those that its bracket gives."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from events.adapters import bracket_for
from events.models import Match, Stage
from events.services.archive.nodes import Node, name_table
from events.services.archive.values import ArchivedMatch, ArchivedStage
from pairings.brackets import Contest, contests


class BracketCourse:
    """The bracket of one stage with what the rounds read so far have decided."""

    def __init__(self, stage: ArchivedStage) -> None:
        shape = Stage(kind=stage.kind, seating=stage.seating, third_place=stage.third_place)
        self._bracket = bracket_for(shape, len(stage.bracket))
        self._entrants = stage.bracket_seats
        self._results: dict[str, tuple[int, int | None]] = {}
        self._round = 0

    def enter(self, node: Node, number: int, matches: Sequence[ArchivedMatch]) -> None:
        """Check the matches of round `number`, the next of the stage; remember who won them.

        Players may have changed places inside a round (rules of 2025, when somebody left), so
        that only who plays in the round is compared.
        """
        self._round += 1
        expected = {
            one.slot: one
            for one in contests(self._bracket, self._entrants, self._results, self._round)
        }
        due = {player for one in expected.values() for player in (one.first, one.second)}
        for item, match in zip(node.items(), matches, strict=True):
            name_table(item, number)
            self._check(item, match, expected.pop(match.slot, None))
        if expected:
            raise node.error(
                _("The bracket has another match in this round: %(slot)s.")
                % {"slot": next(iter(expected))}
            )
        there = {player for match in matches for player in (match.first, match.second)}
        for player in sorted(one for one in there - due if one is not None):
            raise node.error(
                _("The bracket does not bring player %(number)d to this round.")
                % {"number": player}
            )

    def _check(self, node: Node, match: ArchivedMatch, contest: Contest | None) -> None:
        """Check one match and remember who won it."""
        if contest is None:
            raise node.error(
                _("“%(slot)s” is not a free place of the bracket in this round.")
                % {"slot": match.slot}
            )
        alone = contest.second is None
        if (match.kind == Match.Kind.BYE) != alone or match.kind == Match.Kind.UNPAIRED:
            raise node.error(
                _("Place %(slot)s of the bracket is for %(count)d players.")
                % {"slot": match.slot, "count": 1 if alone else 2}
            )
        if match.games is None:
            return
        won, lost, _drawn = match.games
        if match.double_loss or won == lost:
            raise node.error(_("A playoff match has a winner."))
        sides = (match.first, match.second) if won > lost else (match.second, match.first)
        if sides[0] is not None:
            self._results[match.slot] = sides[0], sides[1]
