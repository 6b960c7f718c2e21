"""The pad on a table's page: the usual results, and the two switches that change their meaning."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from domain.results import Result, Winner
from events.core.refusals import RefusedError
from events.core.results.match_rules import MatchRules


@dataclass(frozen=True, slots=True)
class Choice:
    """One result: `value` is the slip's text, "21"; `figures` are the winner's games first."""

    value: str
    figures: str


@dataclass(frozen=True, slots=True)
class ResultPad:
    """The wins of both players, best first, and the draw, if the round allows one.

    `timed`, `conceded`: whether the round has these switches.
    """

    first: tuple[Choice, ...]
    second: tuple[Choice, ...]
    draw: Choice | None
    timed: bool
    conceded: bool


def result_pad(rules: MatchRules) -> ResultPad:
    """Return the usual results of a match: seven in a best of three."""
    wins = [won for won in rules.played_out() if not won.drawn and won.winner is Winner.FIRST]
    if rules.games_end_at_time and rules.games_to_win > 1:
        wins.append(Result(rules.games_to_win - 1, rules.games_to_win - 2))
    even = rules.games_to_win - 1
    return ResultPad(
        first=tuple(_choice(won.first_wins, won.second_wins) for won in wins),
        second=tuple(_choice(won.first_wins, won.second_wins, turned=True) for won in wins),
        draw=_choice(even, even) if rules.draws_allowed else None,
        timed=rules.games_end_at_time,
        conceded=bool(rules.conceded()),
    )


def row_choices(rules: MatchRules) -> list[Choice]:
    """Return the usual results, the first player's games first. A draw has no figures."""
    wins = [won for won in rules.played_out() if not won.drawn]
    choices = [
        Choice(
            f"{won.first_wins}{won.second_wins}",
            f"{won.first_wins}\N{NON-BREAKING HYPHEN}{won.second_wins}",
        )
        for won in wins
    ]
    if rules.draws_allowed:
        even = rules.games_to_win - 1
        choices.insert(len(choices) // 2, Choice(f"{even}{even}", ""))
    return choices


def slip_text(chosen: str, rules: MatchRules, *, timed: bool, conceded: bool) -> str:
    """Return the text of a slip with this result and these switches: "11t", "20c2".

    `timed` changes nothing in a match that was won before time. Raises RefusedError for a draw that
    a player conceded.
    """
    if len(chosen) != 2 or not chosen.isdecimal():
        return chosen
    result = Result(int(chosen[0]), int(chosen[1]))
    if conceded:
        if result.winner is Winner.DRAWN:
            raise RefusedError(_("A conceded match has a winner. Choose their result."), "result")
        return f"{chosen}{'c2' if result.winner is Winner.FIRST else 'c1'}"
    return f"{chosen}t" if timed and rules.game_at_time(result) else chosen


def _choice(won: int, lost: int, *, turned: bool = False) -> Choice:
    value = f"{lost}{won}" if turned else f"{won}{lost}"
    return Choice(value, f"{won}\N{NON-BREAKING HYPHEN}{lost}")
