"""Reading an archive for the site: the checks of the format, and further checks for events here."""

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext

from archive import loading
from archive.errors import ArchiveError, _, refuse
from archive.values import Archive
from events.core.refusals import RefusedError
from events.web.heavy import run
from pairings.formats.bracket_rounds import check_brackets
from standings.archive import profile_of, rules_of

GAMES_OF_TWO_SIDES = 2


def read_archive(data: bytes) -> Archive:
    """Read the bytes of a file; RefusedError, which names the place, in the reader's language."""
    try:
        return run(loading.read_archive, data, *CHECKS)
    except ArchiveError as error:
        raise RefusedError(error.text(gettext), "archive") from error


def _check_rules(archive: Archive) -> None:
    """Refuse rules that can't be, and a whole profile that says something else than they do."""
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


CHECKS = (check_brackets, _check_rules, _check_addresses)
