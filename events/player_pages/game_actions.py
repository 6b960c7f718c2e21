"""Games that players report by phone one by one, as they end, and undo."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from domain.results import Game, Side, Winner
from events.core.event_write import Write, event_write
from events.core.phones.queries import own_enrollment
from events.core.refusals import RefusedError
from events.core.results.game_queries import ReportedGames, reported_games
from events.core.results.report_actions import touched
from events.core.results.round_rules import rules_of
from events.models import Enrollment, GameReport, Match, Verb
from events.player_pages.actions import (
    PhoneReport,
    forget_report,
    keep_report,
    match_against,
    moment_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OneGame:
    """A player's report of one game: `winner` and `play_first` from the player's own side.

    `opponent`, `key` and `at` as in PhoneReport.
    """

    round: int
    opponent: int
    number: int
    winner: Winner
    play_first: Side | None
    key: str
    at: datetime | None = None


def report_game(*, event_id: int, enrollment_id: int, game: OneGame) -> Match:
    """Store a player's report of one game of their match.

    The same key, or the same report of the game once more, changes nothing. If the two reports of a
    game differ, a report of the other winner replaces the player's own. The game that decides the
    match also reports its result, as report_by_phone does. RefusedError for a game out of turn, for
    a decided match, and while the reports of an earlier game differ.
    """
    with event_write(event_id, None) as write:
        reporter = own_enrollment(write.event, enrollment_id)
        known = GameReport.objects.filter(enrollment=reporter, key=game.key).select_related("match")
        sent = known.first()
        if sent is not None:
            return sent.match
        if not write.event.takes_games:
            raise RefusedError(_("This event does not accept individual game reports."))
        match = match_against(write.event, reporter, game.round, game.opponent)
        before = reported_games(match)
        own = next((row for row in before.rows if _is_own(row, reporter, game.number)), None)
        row = _row(match, reporter, game)
        if own is not None and own.winner == row.winner:
            return match
        if own is not None and before.games[game.number - 1].differs:
            _undo(write, own, match, reporter)
            own = None
        _check(match, before, game, own)
        row.save(force_insert=True)
        match.save(update_fields=touched(match))
        _journal(write, Verb.GAME_REPORTED, match, row, reporter)
        _report(write, match, reporter, game)
    return match


def take_back_game(*, event_id: int, enrollment_id: int, key: str) -> Match:
    """Undo the player's newest game report; a repetition changes nothing.

    RefusedError once the opponent has reported the same, a later game was reported, or the result
    of the match is recorded. The report of the match that came with it is undone too.
    """
    with event_write(event_id, None) as write:
        reporter = own_enrollment(write.event, enrollment_id)
        joined = ("match__round__event", "match__first", "match__second")
        row = (
            GameReport.objects.filter(enrollment=reporter, key=key).select_related(*joined).first()
        )
        if row is None:
            raise RefusedError(_("That game report no longer exists."))
        match = row.match
        match.round.event = write.event
        if row.undone_at is not None:
            return match
        _check_still_open(match, row)
        _undo(write, row, match, reporter)
        match.save(update_fields=touched(match))
    return match


def _undo(write: Write, row: GameReport, match: Match, reporter: Enrollment) -> None:
    """Undo a report of a game, with the report of the match that came with it."""
    row.undone_at = timezone.now()
    row.save(update_fields=["undone_at"])
    forget_report(match, reporter, row.key)
    _journal(write, Verb.GAME_TAKEN_BACK, match, row, reporter)


def _journal(write: Write, verb: Verb, match: Match, row: GameReport, reporter: Enrollment) -> None:
    """Add the journal entry of a game report, or of its undo."""
    write.journal(
        verb, round=match.round, match=match, game=row.number, winner=row.winner, by=reporter.name
    )


def _is_own(row: GameReport, reporter: Enrollment, number: int) -> bool:
    return row.enrollment_id == reporter.pk and row.number == number


def _row(match: Match, reporter: Enrollment, game: OneGame) -> GameReport:
    """Return the row of a game, from the first-named side."""
    game_report = Game(game.winner, play_first=game.play_first)
    if reporter.pk != match.first_id:
        game_report = game_report.turned()
    return GameReport(
        match=match,
        enrollment=reporter,
        number=game.number,
        winner=game_report.winner.value,
        play_first=game_report.play_first.value if game_report.play_first is not None else "",
        key=game.key,
        at=moment_of(match, game.at, timezone.now()),
    )


def _check(match: Match, before: ReportedGames, game: OneGame, own: GameReport | None) -> None:
    """Refuse a game that can't be reported now."""
    if match.round.by_seats:
        raise RefusedError(_("Teams report the match result, not individual games."))
    if own is not None:
        raise RefusedError(
            _("You already reported game %(number)d. Undo it first.") % {"number": game.number}
        )
    if not 1 <= game.number <= before.current:
        raise RefusedError(_("Report game %(number)d first.") % {"number": before.current})
    if game.number < before.current:
        return
    if before.differs:
        raise RefusedError(
            _(
                "You and your opponent reported a game differently. Report the match result; the "
                "slip decides."
            )
        )
    if before.decided(rules_of(match.round)) is not None:
        raise RefusedError(_("Your match is decided. Report the match result."))


def _report(write: Write, match: Match, reporter: Enrollment, game: OneGame) -> None:
    """Report the result of a match decided by its games, for the reporter of the last one."""
    result = reported_games(match).decided(rules_of(match.round))
    if result is None:
        return
    game_report = PhoneReport(
        round=game.round, opponent=game.opponent, result=result, key=game.key, at=game.at
    )
    keep_report(write, match, reporter, game_report)


def _check_still_open(match: Match, row: GameReport) -> None:
    """Refuse to undo a report that later reports depend on."""
    if match.official_report_id is not None:
        raise RefusedError(
            _(
                "This result is already recorded. Your opponent confirmed it, or the desk entered"
                " the slip."
            )
        )
    rows = reported_games(match).rows
    if any(other.number > row.number for other in rows):
        raise RefusedError(_("A later game was already reported. Undo that report first."))
    for other in rows:
        if other.number == row.number and other.pk != row.pk and other.winner == row.winner:
            raise RefusedError(_("Your opponent has already confirmed this game."))
