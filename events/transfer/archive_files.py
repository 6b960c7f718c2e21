"""Reading an archive for the site: the checks of the format, and further checks for events here."""

from collections.abc import Callable, Sequence

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext

from archive import loading
from archive.errors import ArchiveError, _, refuse
from archive.values import Archive
from domain.own_command import named
from events.core.refusals import RefusedError
from events.web.heavy import run
from pairings.formats.bracket_rounds import check_brackets
from standings.archive import profile_of, rules_of

Check = Callable[[Archive], None]
GAMES_OF_TWO_SIDES = 2
# The most rows of an event that a page imports: 20 seconds of processor time. 7,500 players with 9
# rounds and 9 published standings have 142,500.
MOST_ROWS = 150_000


def read_archive(data: bytes, checks: Sequence[Check] | None = None) -> Archive:
    """Read the bytes of a file; RefusedError, which names the place, in the reader's language."""
    try:
        return run(loading.read_archive, data, *(CHECKS if checks is None else checks))
    except ArchiveError as error:
        raise RefusedError(error.text(gettext), "archive") from error


def _check_rules(archive: Archive) -> None:
    """Refuse impossible rules, and a whole profile that contradicts them."""
    rules, whole = rules_of(archive.event), profile_of(archive.event)
    points = (whole.win, whole.draw, whole.loss, whole.floor)
    if points != (rules.win, rules.draw, rules.loss, rules.floor):
        raise refuse(
            "event.profile", _("The points or the minimum percentage differ from “rules”.")
        )
    if whole.points_per_game:
        _check_double_sided(archive)


def _check_double_sided(archive: Archive) -> None:
    """Refuse a third game where match points are given for each of two games."""
    for round_place, round in enumerate(archive.rounds):
        for place, match in enumerate(round.matches):
            if match.games is not None and sum(match.games) > GAMES_OF_TWO_SIDES:
                raise refuse(
                    f"rounds[{round_place}].matches[{place}].games",
                    _("A double-sided match has at most %(most)d games."),
                    most=GAMES_OF_TWO_SIDES,
                )


def _check_addresses(archive: Archive) -> None:
    for place, player in enumerate(archive.players):
        if not player.email:
            continue
        try:
            validate_email(player.email)
        except ValidationError as error:
            raise refuse(
                f"players[{place}].email",
                _("“%(email)s” is not an email address."),
                email=player.email[:60],
            ) from error


def rows_of(archive: Archive) -> int:
    """Return about how many rows an import writes, places in published standings among them."""
    matches = [match for round in archive.rounds for match in round.matches]
    people = len(archive.players) * (1 + len(archive.standings))
    reports = sum(len(match.reports) + len(match.game_reports) for match in matches)
    others = (archive.told, archive.sign_ups, archive.decks, archive.eligibility, archive.penalties)
    return people + sum(len(match.players) for match in matches) + reports + sum(map(len, others))


def _check_size(archive: Archive) -> None:
    """Refuse an event that would keep a thread of the server busy for long."""
    if (rows := rows_of(archive)) > MOST_ROWS:
        raise refuse(
            "",
            _(
                "This event has %(rows)d players, results and places in standings. A page imports "
                "up to %(most)d. For a larger event, ask the operator of this site to run "
                "“%(command)s”."
            ),
            rows=rows,
            most=MOST_ROWS,
            command=named("import_event", "FILE"),
        )


CHECKS = (check_brackets, _check_rules, _check_addresses)
# The page imports in a server thread, with this limit; the command has none.
CHECKS_OF_PAGES = (*CHECKS, _check_size)
