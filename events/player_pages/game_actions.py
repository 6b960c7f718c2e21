"""Games that players tell from their phones one by one, as they end, and take back."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from domain.results import Game, Side, Winner
from events.core.event_write import Write, open_event
from events.core.phones.queries import own_enrollment
from events.core.refusals import RefusedError
from events.core.results.game_queries import ToldMatch, told_match
from events.core.results.report_actions import touched
from events.core.rounds.guards import rules_of
from events.models import Enrollment, Match, ToldGame, Verb
from events.player_pages.actions import (
    Told,
    forget_report,
    keep_report,
    match_against,
    moment_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OneGame:
    """A player's report of one game: `winner` and `play_first` from the player's own side.

    `opponent`, `key` and `at` as in Told.
    """

    round: int
    opponent: int
    number: int
    winner: Winner
    play_first: Side | None
    key: str
    at: datetime | None = None


def tell_game(*, event_id: int, enrollment_id: int, game: OneGame) -> Match:
    """Keep what a player says of one game of their match.

    The same key, or the same game told by the same player once more, changes nothing. With the
    game that decides the match its result is reported, as by report_by_phone. RefusedError for a
    game that is not its turn, a match that is decided, and while the two differ on a game before.
    """
    with open_event(event_id, None) as write:
        teller = own_enrollment(write.event, enrollment_id)
        known = ToldGame.objects.filter(enrollment=teller, key=game.key).select_related("match")
        sent = known.first()
        if sent is not None:
            return sent.match
        if not write.event.takes_games:
            raise RefusedError(_("This event does not accept individual game reports."))
        match = match_against(write.event, teller, game.round, game.opponent)
        before = told_match(match)
        own = next((row for row in before.rows if _is_own(row, teller, game.number)), None)
        row = _row(match, teller, game)
        if own is not None and own.winner == row.winner:
            return match
        _check(match, before, game, own)
        row.save(force_insert=True)
        match.save(update_fields=touched(match))
        _journal(write, Verb.GAME_TOLD, match, row, teller)
        _report(write, match, teller, game)
    return match


def take_back_game(*, event_id: int, enrollment_id: int, key: str) -> Match:
    """Take the newest game that one has told back; twice the same changes nothing.

    RefusedError once the opponent has told the same, another game was told after it, or the result
    of the match is recorded. A report that came with it is taken back too.
    """
    with open_event(event_id, None) as write:
        teller = own_enrollment(write.event, enrollment_id)
        joined = ("match__round__event", "match__first", "match__second")
        row = ToldGame.objects.filter(enrollment=teller, key=key).select_related(*joined).first()
        if row is None:
            raise RefusedError(_("That game report no longer exists."))
        match = row.match
        match.round.event = write.event
        if row.undone_at is not None:
            return match
        _check_still_open(match, row)
        row.undone_at = timezone.now()
        row.save(update_fields=["undone_at"])
        forget_report(match, teller, key)
        match.save(update_fields=touched(match))
        _journal(write, Verb.GAME_TAKEN_BACK, match, row, teller)
    return match


def _journal(write: Write, verb: Verb, match: Match, row: ToldGame, teller: Enrollment) -> None:
    """Add that a player told a game, or took one back."""
    write.journal(
        verb, round=match.round, match=match, game=row.number, winner=row.winner, by=teller.name
    )


def _is_own(row: ToldGame, teller: Enrollment, number: int) -> bool:
    return row.enrollment_id == teller.pk and row.number == number


def _row(match: Match, teller: Enrollment, game: OneGame) -> ToldGame:
    """Return the row of a game, from the first-named side."""
    told = Game(game.winner, play_first=game.play_first)
    if teller.pk != match.first_id:
        told = told.turned()
    return ToldGame(
        match=match,
        enrollment=teller,
        number=game.number,
        winner=told.winner.value,
        play_first=told.play_first.value if told.play_first is not None else "",
        key=game.key,
        at=moment_of(match, game.at, timezone.now()),
    )


def _check(match: Match, before: ToldMatch, game: OneGame, own: ToldGame | None) -> None:
    """Refuse a game that can't be told now."""
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


def _report(write: Write, match: Match, teller: Enrollment, game: OneGame) -> None:
    """Report the result of a match whose games decide it, for the player who told the last one."""
    result = told_match(match).decided(rules_of(match.round))
    if result is None:
        return
    told = Told(round=game.round, opponent=game.opponent, result=result, key=game.key, at=game.at)
    keep_report(write, match, teller, told)


def _check_still_open(match: Match, row: ToldGame) -> None:
    """Refuse to take back what somebody has gone on from."""
    if match.standing_id is not None:
        raise RefusedError(
            _(
                "This result is already recorded. Your opponent confirmed it, or the desk entered"
                " the slip."
            )
        )
    rows = told_match(match).rows
    if any(other.number > row.number for other in rows):
        raise RefusedError(_("A later game was already reported. Undo that report first."))
    for other in rows:
        if other.number == row.number and other.pk != row.pk and other.winner == row.winner:
            raise RefusedError(_("Your opponent has already confirmed this game."))
