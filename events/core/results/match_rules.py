"""Possible results of a match in one round, and how a desk types them."""

from dataclasses import dataclass

from domain.results import INTENTIONAL_DRAW, Result, Side
from domain.table_marks import USUAL_TABLE
from events.core.results.endings import concession, unfinished


@dataclass(frozen=True, slots=True)
class MatchRules:
    """Rules of a match in one round.

    `games_to_win`: 1 to 3. `by_seats`: teams of three, whose seats decide a match. `double_sided`:
    a match of two games, each worth match points. `playoff`: a match with a winner, whose last game
    is decided by life totals when time is called (MTR 2.5). `digital`: the clocks of the platform
    end games, so nobody calls time (digital event rules, App. B). `sizes`: the seats of each table
    of three to five; () in matches of two. `by_place`: the result of such a table is a finishing
    order.
    """

    games_to_win: int = 2
    draws_allowed: bool = True
    by_seats: bool = False
    double_sided: bool = False
    playoff: bool = False
    digital: bool = False
    sizes: tuple[tuple[int, int], ...] = ()
    by_place: bool = False

    @property
    def of_tables(self) -> bool:
        """Whether tables of three to five play; their result has one mark for each seat."""
        return bool(self.sizes)

    def seats_at(self, table: int) -> int:
        """Return the seats of a table of three to five; 4 for an unknown table."""
        return dict(self.sizes).get(table, USUAL_TABLE)

    @property
    def games_end_at_time(self) -> bool:
        """Whether an unfinished game is drawn when time is called (MTR Appendix C)."""
        other = self.by_seats or self.double_sided or self.of_tables
        return not (other or self.playoff or self.digital)

    @property
    def example(self) -> str:
        """The most usual result of this event, as typed: "21"."""
        if self.by_place:
            return "3142"
        if self.of_tables:
            return "3"
        if self.double_sided:
            return "20"
        return f"{self.games_to_win}{self.games_to_win - 1}"

    @property
    def turned_example(self) -> str:
        """The example, won by the second-named player."""
        return self.example[::-1]

    @property
    def timed_example(self) -> str:
        """A result when time was called in the last game: "11t"; empty if none can be typed so."""
        if not self.games_end_at_time:
            return ""
        even = self.games_to_win - 1
        return f"{even}{even}t" if self.draws_allowed else f"{even}0t" if even else ""

    def game_at_time(self, result: Result) -> int | None:
        """Return the number of the game that time may have ended, from 1; None without one.

        An unfinished game is a drawn game (MTR Appendix C), which is easily left out. It may be
        missing if neither player has the games needed and none was drawn.
        """
        won = max(result.first_wins, result.second_wins)
        plain = not (result.double_loss or result.seats or result.reported_games or result.drawn)
        if not plain or not self.games_end_at_time or won >= self.games_to_win:
            return None
        return result.first_wins + result.second_wins + 1

    def played_out(self) -> list[Result]:
        """Return the results of matches played to a win, best for the first-named player first."""
        if self.of_tables:
            return []
        wins = [Result(self.games_to_win, lost) for lost in range(self.games_to_win)]
        if not self.by_seats and not self.double_sided and self.games_to_win > 1:
            wins.append(Result(self.games_to_win, 0, 1))
        return wins + [result.turned() for result in reversed(wins)]

    def at_time(self) -> list[Result]:
        """Return the results of matches with an unfinished last game, most games first."""
        if not self.games_end_at_time:
            return []
        games = range(self.games_to_win)
        bare = [Result(first, second) for first in games for second in games]
        bare.sort(key=lambda result: (-result.first_wins - result.second_wins, -result.first_wins))
        return [
            unfinished(result, self.games_to_win)
            for result in bare
            if self.draws_allowed or not result.is_draw
        ]

    def between_games(self) -> list[Result]:
        """Return the draws without an unfinished game: by agreement, or between two games."""
        if not self.draws_allowed or self.of_tables:
            return []
        even = [Result(won, won) for won in reversed(range(self.games_to_win))]
        return [*even, Result(*INTENTIONAL_DRAW)]

    def conceded(self) -> list[Result]:
        """Return the results of conceded matches, with the games already won."""
        if self.double_sided or self.of_tables:
            return []
        kept = [
            concession(Result(0, games), Side.SECOND, self.games_to_win)
            for games in range(self.games_to_win)
        ]
        return kept + [result.turned() for result in reversed(kept)]
