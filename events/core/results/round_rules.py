"""Rules of the matches of a round, its possible results, and the pad that enters them."""

from dataclasses import dataclass

from django.db.models import Count
from django.utils.translation import gettext as _

from domain.results import Result, Winner
from domain.table_marks import drawing_seats, winning_seat
from domain.written_names import written_name
from events.core.adapters import profile_of
from events.core.guards import find_round
from events.core.refusals import RefusedError
from events.core.results.match_rules import MatchRules
from events.core.results.slips import check_score
from events.core.revision_cache import RevisionCache
from events.models import Event, Match, Round

DOUBLE_SIDED_GAMES = 2


def rules_of(round: Round) -> MatchRules:
    """Return the match rules of a round."""
    profile, stage = profile_of(round.event), round.stage
    return MatchRules(
        games_to_win=round.games_to_win,
        draws_allowed=round.draws_allowed,
        by_seats=round.by_seats,
        double_sided=profile.points_per_game,
        playoff=stage.is_elimination,
        digital=round.event.is_digital,
        sizes=sizes_of(round) if stage.is_tables else (),
        by_place=profile.by_place and stage.is_tables and not stage.is_tables_cut,
    )


def sizes_of(round: Round) -> tuple[tuple[int, int], ...]:
    """Return the number of seats of each table of three to five of a round. One query."""
    seated = round.matches.of_tables().exclude(table=None).annotate(size=Count("table_seats"))
    rows = seated.order_by("table").values_list("table", "size")
    return tuple((table or 0, size) for table, size in rows)


_rules: RevisionCache[MatchRules] = RevisionCache()


def rules_now(event: Event, number: int) -> MatchRules:
    """Return the match rules of round `number` while it is played; RefusedError otherwise.

    Cached for all desks: every change that affects the rules reloads the whole list of a desk.
    """
    key = (event.pk, number, event.whole_revision)
    rules = _rules.get(key)
    if rules is None:
        rules = rules_of(find_round(event, number, "playing"))
        _rules.put(key, rules)
    return rules


def seat_that_gains(round: Round, marks: str) -> int | None:
    """Return the seat of a table of three to five that wins, from 1; None without one, and for two.

    A draw in a cut sends on the best Swiss rank, and seats are in order of that rank.
    """
    if not marks:
        return None
    drew = drawing_seats(marks) if round.stage.is_tables_cut else ()
    return drew[0] if drew else winning_seat(marks)


def check_result(match: Match, result: Result) -> None:
    """Raise RefusedError for a result that is impossible at this table.

    In a cut no draw sends on a player who left the event before it; the others draw then.
    """
    players = match.players
    check_result_in(match.round, result, len(players))
    seat = seat_that_gains(match.round, result.marks)
    if seat is None or not result.is_draw:
        return
    gains = players[seat - 1]
    if not gains.is_active and not match.dropped_player(gains):
        raise RefusedError(
            _(
                "%(name)s is no longer in the event and cannot advance by a draw. Enter the draw "
                "of the others: d c%(seat)d."
            )
            % {"name": written_name(gains), "seat": seat},
            "score",
        )


def check_result_in(round: Round, result: Result, seats: int) -> None:
    """Raise RefusedError for a result that is impossible in this round; a playoff has no draws.

    `seats`: how many players the match has.
    """
    if round.stage.is_tables:
        if len(result.marks) != seats:
            words = _("This table has %(seats)d seats. Type the seat that won, such as 3, d or 0.")
            raise RefusedError(words % {"seats": seats}, "score")
        if result.marks.isdecimal() and not profile_of(round.event).by_place:
            raise RefusedError(_("This event has no points by place."), "score")
        if result.is_draw and not round.draws_allowed:
            raise RefusedError(_("This event has no draws. One seat must win."), "score")
        if round.stage.is_tables_cut and not (winning_seat(result.marks) or result.is_draw):
            words = _(
                "One player of this table must go on: a seat wins, or a draw sends on the higher "
                "Swiss rank."
            )
            raise RefusedError(words, "score")
        return
    if round.stage.is_elimination and result.winner not in (Winner.FIRST, Winner.SECOND):
        if round.event.is_digital:
            words = _(
                "A playoff match needs a winner. If neither player appears, the head judge "
                "decides who advances."
            )
            raise RefusedError(words, "score")
        raise RefusedError(
            _(
                "A playoff match needs a winner. At time, the higher life total wins, then "
                "sudden death (MTR 2.5). If neither player appears, the head judge decides who "
                "advances."
            ),
            "score",
        )
    if profile_of(round.event).points_per_game and sum(result.counts) > DOUBLE_SIDED_GAMES:
        raise RefusedError(_("A double-sided match has two games: 20, 11 or 02."), "score")
    check_score(result, round.games_to_win, round.draws_allowed, round.by_seats)


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
