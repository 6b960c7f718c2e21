"""Check that the reports of a match in an archive fit the match and each other."""

import re
from collections import Counter

from archive.archived_players import ArchivedDrop
from archive.errors import _, refuse
from archive.rounds_and_matches import ArchivedMatch, ArchivedReport
from archive.values import Archive
from domain.kinds import MatchKind
from domain.limits import MOST_GAMES, MOST_WINS
from domain.results import Counts, Side, Winner
from domain.table_marks import check_marks

_SEATS = re.compile("[wld-]{3}")


def check_reports(path: str, match: ArchivedMatch, games_to_win: int) -> None:
    """Refuse reports that do not fit: with a result one of them is official, else none."""
    _check_games(path, match)
    if not match.reports:
        return
    if match.kind in (MatchKind.BYE, MatchKind.UNPAIRED):
        raise refuse(f"{path}.reports", _("A match without an opponent cannot have reports."))
    official = [place for place, report in enumerate(match.reports) if report.stands]
    if len(official) != (match.games is not None):
        raise refuse(
            f"{path}.reports",
            _(
                "A match with a result needs one official report, any other match none. Found: "
                "%(count)d."
            ),
            count=len(official),
        )
    replaced: set[int] = set()
    for place, report in enumerate(match.reports):
        here = f"{path}.reports[{place}]"
        _check_result(here, match, report, games_to_win)
        _check_told(here, match, report)
        if report.player is not None and report.player not in match.players:
            raise refuse(
                f"{here}.player", _("Player %(number)d is not in this match."), number=report.player
            )
        if report.replaces is not None:
            _check_replaced(f"{here}.replaces", place, report, replaced)
    if official and (official[0] in replaced or match.reports[official[0]].undone_at is not None):
        raise refuse(
            f"{path}.reports[{official[0]}].stands",
            _("A replaced or undone report cannot be official."),
        )


def _check_games(path: str, match: ArchivedMatch) -> None:
    """Check the games that players reported one by one: each once, unless it was undone."""
    known: set[tuple[int, int]] = set()
    for place, game in enumerate(match.game_reports):
        here = f"{path}.game_reports[{place}]"
        if game.player not in match.players or match.second is None:
            raise refuse(
                f"{here}.player", _("Player %(number)d is not in this match."), number=game.player
            )
        if game.undone_at is not None:
            continue
        if (game.player, game.number) in known:
            raise refuse(f"{here}.number", _("%(value)s appears twice."), value=game.number)
        known.add((game.player, game.number))


def _check_replaced(path: str, place: int, report: ArchivedReport, replaced: set[int]) -> None:
    """Check that a report replaces an earlier one, and record that unless the report was undone."""
    at = report.replaces or 0
    if at >= place:
        raise refuse(path, _("Only an earlier report of the same match can be replaced."))
    if report.undone_at is not None:
        return
    if at in replaced:
        raise refuse(path, _("This report has already been replaced."))
    replaced.add(at)


def _check_result(
    path: str, match: ArchivedMatch, report: ArchivedReport, games_to_win: int
) -> None:
    if report.games is None:
        if not report.stands:
            raise refuse(path, _("“%(key)s” is missing."), key="games")
        return
    check_games(f"{path}.games", report.games, MatchKind.PLAYED, games_to_win)
    if bool(report.marks) != (match.kind is MatchKind.TABLE):
        raise refuse(path, _("A table of four has “%(key)s” once its result is in."), key="marks")
    if report.marks:
        check_table_marks(f"{path}.marks", report.marks, len(match.players))
    if report.seats and not seats_count(report.seats, report.games):
        raise refuse(
            f"{path}.seats",
            _("“%(seats)s” is not a result of three seats that matches “games”."),
            seats=report.seats,
        )
    if report.stands and report.own_result != match.result:
        raise refuse(
            f"{path}.games", _("The official report must have the same result as its match.")
        )


def _check_told(path: str, match: ArchivedMatch, report: ArchivedReport) -> None:
    """Refuse single games that do not add up to the result, or that share a number."""
    result = match.result_of_report(report)
    if not report.told or result is None:
        return
    won = Counter(game.winner for game in report.told)
    if result.counts != (won[Winner.FIRST], won[Winner.SECOND], won[Winner.DRAWN]):
        raise refuse(
            f"{path}.told", _("These games do not add up to %(score)s."), score=result.figures
        )
    numbers = [game.number for game in report.told if game.number is not None]
    if len(set(numbers)) != len(numbers):
        raise refuse(f"{path}.told", _("Two games have the same number."))


def seats_count(seats: str, games: Counts | None) -> bool:
    """Return whether `seats` holds three seat results and `games` counts them."""
    return bool(_SEATS.fullmatch(seats)) and games == tuple(map(seats.count, "wld"))


def check_games(path: str, games: Counts, kind: MatchKind, games_to_win: int) -> None:
    """Refuse an impossible score."""
    won, lost, drawn = games
    if kind is MatchKind.BYE and not (won > lost == drawn == 0 and won <= MOST_WINS):
        raise refuse(path, _("A bye cannot include a lost or drawn game."))
    if kind is MatchKind.UNPAIRED and (won or drawn or lost > MOST_WINS):
        raise refuse(path, _("A round without an opponent cannot include a won or drawn game."))
    too_many_wins = max(won, lost) > MOST_WINS or min(won, lost) >= games_to_win
    if too_many_wins or won + lost + drawn > MOST_GAMES:
        raise refuse(
            path,
            _("%(score)s is not a possible score in a best of %(best_of)d."),
            score=f"{won}-{lost}-{drawn}",
            best_of=2 * games_to_win - 1,
        )


def chain(match: ArchivedMatch) -> list[int]:
    """Return the indexes of the official report and of those it replaced, newest first."""
    at = next((place for place, report in enumerate(match.reports) if report.stands), None)
    places = []
    while at is not None:
        places.append(at)
        at = match.reports[at].replaces
    return places


def dropping_report(match: ArchivedMatch, player: int) -> int | None:
    """Return the index of the report that dropped a player of the match; None without one."""
    side = Side.FIRST if player == match.first else Side.SECOND
    seat = match.players.index(player) + 1
    for place in chain(match):
        report = match.reports[place]
        is_table = match.kind is MatchKind.TABLE
        if seat in report.seat_stays if is_table else side in report.stays:
            return None
        if seat in report.seat_drops if is_table else side in report.drops:
            return place
    return None


def match_of_drop(archive: Archive, drop: ArchivedDrop) -> ArchivedMatch | None:
    """Return the last match of a dropped player, in the round after which the drop counts."""
    if not 1 <= drop.after_round <= len(archive.rounds):
        return None
    matches = archive.rounds[drop.after_round - 1].matches
    return next((match for match in matches if drop.player in match.players), None)


def check_table_marks(path: str, marks: str, players: int) -> None:
    """Refuse marks that are not a result of a table with the given number of players."""
    try:
        check_marks(marks)
    except ValueError:
        known = False
    else:
        known = len(marks) == players
    if not known:
        raise refuse(
            path,
            _("“%(marks)s” is not a result of a table of %(count)d."),
            marks=marks,
            count=players,
        )
