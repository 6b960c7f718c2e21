"""Wording of stages: the cut line, the columns of a bracket, the rounds."""

from collections.abc import Mapping
from typing import Protocol

from django.utils.translation import gettext as _

from domain.limits import MOST_ENTRANTS
from domain.written_names import written
from events.core.adapters.stored_rows import PairingRow
from events.core.stages.bracket_values import Column
from events.core.stages.cuts import CutLine
from events.core.stages.elimination_results import EliminationResult, PlayoffFinish
from events.core.words.tiebreakers import TIEBREAKER_NAMES
from events.models import Stage

FINAL, SEMIFINALS, QUARTERFINALS = 1, 2, 4


def line_words(line: CutLine) -> str:
    """Say what separates the last player above the cut line from the first below."""
    if not line.inside or line.inside == len(line.rows):
        return _("No player is on the other side of the cut line.")
    last, first = line.rows[line.inside - 1], line.rows[line.inside]
    names = {
        "last": written(line.names[last.player]),
        "first": written(line.names[first.player]),
    }
    if line.tied:
        return (
            _(
                "%(last)s and %(first)s are tied on points and every tiebreaker. Their order "
                "was drawn by lot from the event's stored seed."
            )
            % names
        )
    if line.separated_by == "points":
        places = {"last": line.inside, "first": line.inside + 1}
        return _("Points separate places %(last)d and %(first)d.") % places
    full, _short = TIEBREAKER_NAMES.get(line.separated_by, (line.separated_by, ""))
    return _("%(last)s and %(first)s are tied on points. The tie is broken by %(tiebreaker)s.") % {
        **names,
        "tiebreaker": full,
    }


class Titled(Protocol):
    """An object with the number of a round and the number of players of a full bracket in it."""

    @property
    def number(self) -> int:
        """The number in the event."""

    @property
    def bracket_players(self) -> int | None:
        """As models.Round has it."""


def round_title(round: Titled) -> str:
    """Name a round: "Round 5", in a single elimination "Quarterfinals"."""
    if round.bracket_players is None:
        return _("Round %(number)d") % {"number": round.number}
    return bracket_round(round.bracket_players // 2)


def next_starts(round: Titled) -> str:
    """Say that the next round starts: "Round 6 starts", in a bracket "Final starts"."""
    if round.bracket_players is None or round.bracket_players <= 2 * FINAL:
        return _("Round %(number)d starts") % {"number": round.number + 1}
    # A cut of 40 at tables of four leads to its semifinals.
    matches = SEMIFINALS if round.bracket_players > MOST_ENTRANTS else round.bracket_players // 4
    named = {
        FINAL: _("Final starts"),
        SEMIFINALS: _("Semifinals start"),
        QUARTERFINALS: _("Quarterfinals start"),
    }
    return named.get(matches, _("Round of %(players)d starts") % {"players": 2 * matches})


def after_words(round: Titled) -> str:
    """Return the time after a round in words: "after round 5", "after the quarterfinals"."""
    return _about(round, _("after round %(number)d"), _("after the %(round)s"), inside=True)


def standings_after_words(round: Titled) -> str:
    """Return the heading of the standings after a round: "Standings after round 5"."""
    return _about(
        round,
        _("Standings after round %(number)d"),
        _("Standings after the %(round)s"),
        inside=True,
    )


def post_words(round: Titled) -> str:
    """Return the label that posts a round: "Post round 5", "Post quarterfinals"."""
    return _about(round, _("Post round %(number)s"), _("Post %(round)s"), inside=True)


def complete_words(round: Titled) -> str:
    """Return the label that completes a round: "Complete round 5", "Complete quarterfinals"."""
    return _about(round, _("Complete round %(number)s"), _("Complete %(round)s"), inside=True)


def reopen_words(round: Titled) -> str:
    """Return the label that reopens a round: "Reopen round 5", "Reopen quarterfinals"."""
    return _about(round, _("Reopen round %(number)s"), _("Reopen %(round)s"), inside=True)


def paired_words(round: Titled) -> str:
    """Say that a round is paired, and that players do not see it yet."""
    return _about(
        round,
        _("Round %(number)d is paired. Only staff can see it until it is posted."),
        _("%(round)s paired. Only staff can see the pairings until they are posted."),
    )


def posted_words(round: Titled) -> str:
    """Say that a round is posted, so that players see it."""
    return _about(
        round,
        _("Round %(number)d is posted. Players can see it now."),
        _("%(round)s posted. Players can see it now."),
    )


def completed_words(round: Titled) -> str:
    """Say that a round has been completed."""
    return _about(round, _("Round %(number)d is complete."), _("%(round)s completed."))


def _about(round: Titled, numbered: str, named: str, *, inside: bool = False) -> str:
    """Return the sentence for a round with only a number, or the one for a named round.

    Within a sentence (`inside`), the name is in lower case: "Post quarterfinals".
    """
    if round.bracket_players is None:
        return numbered % {"number": round.number}
    title = round_title(round)
    return named % {"round": title.lower() if inside else title}


def result_of_player(reached: Mapping[int, EliminationResult], number: int) -> str:
    """Say how far player `number` got."""
    return elimination_words(reached.get(number))


def elimination_words(result: EliminationResult | None) -> str:
    """Say how far a player got in a playoff: "Semifinals" is the round that they lost."""
    if result is None:
        return "–"
    if result.lost_in is not None:
        return round_title(result.lost_in)
    if result.shares:
        return _("First place, shared")
    return _("Winner") if result.won_all else _("still in")


def finish_words(finishes: Mapping[int, PlayoffFinish], number: int) -> str:
    """Say how far player `number` got in the playoff; a dash without a place in it."""
    finish = finishes.get(number)
    return elimination_words(finish.result if finish else None)


def finish_line(finish: PlayoffFinish) -> str:
    """Say how a player finished: "Semifinals, Swiss rank 3", without a playoff "Swiss rank 9"."""
    words = [] if finish.result is None else [elimination_words(finish.result)]
    if finish.swiss_rank is not None:
        words.append(_("Swiss rank %(rank)d") % {"rank": finish.swiss_rank})
    return _(", ").join(words)


def swiss_rank(finishes: Mapping[int, PlayoffFinish], number: int) -> str:
    """Return the place of player `number` after the rounds for points, in words."""
    finish = finishes.get(number)
    return str(finish.swiss_rank) if finish and finish.swiss_rank else "–"


def bracket_round(matches: int) -> str:
    """Name a round of a bracket by its number of matches: "Final", "Round of 16"."""
    named = {FINAL: _("Final"), SEMIFINALS: _("Semifinals"), QUARTERFINALS: _("Quarterfinals")}
    return named.get(matches, _("Round of %(players)d") % {"players": 2 * matches})


def column_title(column: Column) -> str:
    """Name a round of a bracket: "Semifinals", "Round of 16", "One loss, round 2"."""
    fixed = {"third": _("Third place"), "final": _("Final"), "reset": _("Second final")}
    if column.part in fixed:
        return fixed[column.part]
    if column.part == "unbeaten":
        return _("Undefeated, round %(number)d") % {"number": column.number}
    if column.part == "once-beaten":
        return _("One loss, round %(number)d") % {"number": column.number}
    return bracket_round(column.matches if column.players is None else column.players // 2)


def play_rule(stage: Stage) -> str:
    """Explain who plays first in a playoff (digital event rules, 2.2)."""
    if stage.is_tables:
        return _("The higher seed sits earlier, and seat 1 starts.")
    return _(
        "The higher seed chooses who plays first in game 1. From game 2 on, the loser of the "
        "previous game chooses."
    )


def seed_words(seeds: Mapping[int, int], row: PairingRow) -> str:
    """Name a player's seed in a playoff, and say that the better seed chooses."""
    own = seeds.get(row.number)
    if own is None:
        return ""
    if chooser_of(seeds, row) == row.number:
        return _("seed %(seed)d, chooses who plays first") % {"seed": own}
    return _("seed %(seed)d") % {"seed": own}


def chooser_of(seeds: Mapping[int, int], row: PairingRow) -> int | None:
    """Return the number of the player who chooses who plays first; None outside a playoff."""
    if not row.opponent or row.number not in seeds:
        return None
    other = row.opponent["number"]
    return min(row.number, other, key=seeds.__getitem__) if other in seeds else None
