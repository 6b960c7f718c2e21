"""Check that the desk's records of an event, apart from its matches, can have happened."""

import base64
import binascii
from collections.abc import Collection

from archive.document import short
from archive.errors import _, check_known, refuse
from archive.preflight import check_preflight_answers
from archive.prizes import check_prizes
from archive.records import ArchivedAnnouncement, ArchivedArea, ArchivedFacts, ArchivedLine
from archive.sign_ups import check_sign_ups
from archive.values import Archive
from domain.event_pages import is_map_link, is_short_address
from domain.kinds import MatchKind, RoundState
from domain.pictures import picture_of


def check_desk(archive: Archive, known: Collection[int]) -> None:
    """Refuse records of the desk, prizes and sign-ups that no event can have."""
    for place, area in enumerate(archive.areas):
        _check_area(f"areas[{place}]", area)
    for place, announcement in enumerate(archive.announcements):
        _check_announcement(f"announcements[{place}]", announcement)
    _check_certifications(archive)
    for place, line in enumerate(archive.standings_lines):
        _check_line(f"standings_lines[{place}]", line, archive, known)
    if archive.facts is not None:
        _check_facts(archive.facts)
    _check_calls(archive)
    matches = {
        (round.number, match.first): match for round in archive.rounds for match in round.matches
    }
    check_preflight_answers(
        archive.gate_answers, matches, archive.calls, known, len(archive.rounds)
    )
    check_prizes(archive.prizes, known)
    check_sign_ups(archive.sign_ups, known, archive.event.team_size)


def _check_line(path: str, line: ArchivedLine, archive: Archive, known: Collection[int]) -> None:
    """Refuse a line of a player or of standings that the file does not have."""
    check_known(f"{path}.player", line.player, known)
    if line.round not in archive.standings:
        words = _("The standings after round %(number)d are not published.")
        raise refuse(f"{path}.round", words, number=line.round)


def _check_facts(facts: ArchivedFacts) -> None:
    """Refuse a map link without https, an impossible short address, and an unreadable logo."""
    if facts.map_link and not is_map_link(facts.map_link):
        words = _("%(link)s is not an address that starts with https://.")
        raise refuse("facts.map_link", words, link=short(facts.map_link))
    if facts.short_address and not is_short_address(facts.short_address):
        words = _("%(name)s can't be the short address of an event.")
        raise refuse("facts.short_address", words, name=short(facts.short_address))
    if facts.logo and picture_of(picture_bytes(facts.logo)) is None:
        raise refuse("facts.logo", _("The logo is not a PNG or JPEG of a common size."))


def picture_bytes(text: str) -> bytes:
    """Return the bytes of a picture in base64; none for a text that is not base64."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""


def _check_calls(archive: Archive) -> None:
    """Refuse calls of players without an opponent, and the same call open twice."""
    playing = {
        (round.number, player)
        for round in archive.rounds
        for match in round.matches
        for player in match.players
        if match.kind is MatchKind.PLAYED
    }
    is_open: set[tuple[int, int, str]] = set()
    for place, call in enumerate(archive.calls):
        path, key = f"calls[{place}]", (call.round, call.player, call.kind)
        if (call.round, call.player) not in playing:
            words = _("Player %(number)d has no opponent in round %(round)d.")
            raise refuse(path, words, number=call.player, round=call.round)
        if call.answered_at is not None:
            continue
        if key in is_open:
            raise refuse(path, _("Player %(number)d already has an open call."), number=call.player)
        is_open.add(key)


def _check_area(path: str, area: ArchivedArea) -> None:
    if area.last_table < area.first_table:
        raise refuse(
            f"{path}.last_table",
            _("Enter the first and the last table, the lower number first."),
        )


def _check_announcement(path: str, announcement: ArchivedAnnouncement) -> None:
    if not announcement.en and not announcement.ja:
        raise refuse(path, _("“%(key)s” is missing."), key="en")


def _check_certifications(archive: Archive) -> None:
    """Refuse certifications of unknown rounds, and valid ones of rounds that are not complete."""
    hold: set[int] = set()
    for place, certification in enumerate(archive.certifications):
        path, number = f"certifications[{place}]", certification.round
        if number > len(archive.rounds):
            raise refuse(
                f"{path}.round",
                _("must be between %(least)d and %(most)d, not %(value)s."),
                least=1,
                most=len(archive.rounds),
                value=number,
            )
        if certification.withdrawn_at is not None:
            continue
        if archive.rounds[number - 1].state is not RoundState.COMPLETE:
            raise refuse(path, _("Round %(number)d is not complete."), number=number)
        if number in hold:
            raise refuse(path, _("Round %(number)d is already certified."), number=number)
        hold.add(number)
