"""The calls of programs: the actions of the screens, after their checks."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, cast

from django.contrib.auth.models import User
from django.http import Http404
from django.utils.translation import gettext as _
from msgspec import Struct, structs

from domain.kinds import Source
from events.api import written_values as values
from events.core.basis.basis_words import departure_words
from events.core.basis.queries import open_departures
from events.core.edit_conflicts import token_of_values
from events.core.events.announcement_actions import announce
from events.core.guards import find_round, find_round_or_none, table_of
from events.core.players.actions import check_in
from events.core.players.before_round_1 import before_round_1
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.players.same_person import enrolled_words, left_player
from events.core.preflight.queries import preflight_check
from events.core.progress.edited_tables import table_values
from events.core.refusals import RefusedError
from events.core.results.actions import enter_result
from events.core.results.report_actions import undo_result
from events.core.results.slips import Slip
from events.core.rounds import actions as rounds
from events.core.rounds.pairing_actions import pair_next_round
from events.core.standings.actions import publish_standings
from events.core.standings.correction_actions import correct_result
from events.core.words.preflight_words import NAMES
from events.models import Enrollment, Event, Match, Report, Round
from events.roster.drop_actions import drop, reinstate
from events.web.access import Action, Desk

Answer = tuple[HTTPStatus, Struct]


class StaleError(RefusedError):
    """The version that a program names in If-Match is not the current one."""

    def __init__(self) -> None:
        super().__init__(_("This has changed. Read it again, then send the new version."))


@dataclass(frozen=True, slots=True)
class Call:
    """One call: the event, the person the program acts for, what it sent.

    `version`: of If-Match, None where it was not sent.
    """

    desk: Desk
    numbers: dict[str, Any]
    body: Any
    version: str | None

    @property
    def event(self) -> Event:
        """The event of the token."""
        return self.desk.event

    @property
    def actor(self) -> User:
        """The person who made the token."""
        return self.desk.actor

    @property
    def who(self) -> dict[str, Any]:
        """The event and the actor, as actions take them."""
        return {"event_id": self.event.pk, "actor": self.actor}


def _match(call: Call) -> Match:
    round = find_round_or_none(call.event, call.numbers["number"])
    if round is None or round.is_unposted:
        raise Http404
    return table_of(round, call.numbers["table"])


def _version(match: Match) -> str:
    return f"{match.official_report_id or 0}"


def _check_version(call: Call, match: Match) -> None:
    if call.version not in (None, "*", f'"{_version(match)}"', _version(match)):
        raise StaleError


def read_table(call: Call) -> Answer:
    """Return a table of a posted round with its result, published or not."""
    return HTTPStatus.OK, _table(call)


def _table(call: Call) -> values.TableAnswer:
    match = _match(call)
    sides = [match.first] if match.second is None else [match.first, match.second]
    official = match.official_report
    return values.TableAnswer(
        round=match.round.number,
        table=match.table or 0,
        players=tuple(side.number for side in sides),
        games=match.games,
        double_loss=match.double_loss,
        source=Source(official.origin) if official else None,
        kept=bool(official and official.kept_source),
        version=_version(match),
    )


def _slip(body: values.ResultBody) -> Slip:
    first, second = (side in body.drops for side in ("first", "second"))
    return Slip.of(*body.games, body.double_loss, drop_first=first, drop_second=second)


def enter(call: Call) -> Answer:
    """Enter the result of a table that has none; the same once more changes nothing."""
    _check_version(call, _match(call))
    enter_result(**call.who, **call.numbers, slip=_slip(call.body), source=Report.Source.PROGRAM)
    return read_table(call)


def correct(call: Call) -> Answer:
    """Replace a result while the round is played; correct it afterwards, with a reason."""
    match = _match(call)
    if call.version is None:
        raise RefusedError(_("Send the version of the table in If-Match."), "If-Match")
    _check_version(call, match)
    slip = _slip(call.body)
    if match.round.is_posted:
        seen = match.result.text if match.result else None
        program = Report.Source.PROGRAM
        enter_result(**call.who, **call.numbers, slip=slip, replace=seen, source=program)
    else:
        call.desk.check(Action.CORRECT)
        token = token_of_values(table_values(match, "score"))
        correct_result(**call.who, **call.numbers, slip=slip, reason=call.body.reason, token=token)
        return HTTPStatus.OK, structs.replace(
            _table(call), no_longer_follows=_no_longer_follows(call.event.pk)
        )
    return read_table(call)


def _no_longer_follows(event_id: int) -> tuple[values.NoLongerFollows, ...]:
    """Return what no longer follows from the standings, as the event is now."""
    return tuple(
        values.NoLongerFollows(
            what=departure.code.value,
            number=departure.number,
            text=departure_words(departure),
            can_be_undone=departure.is_taken_back,
        )
        for departure in open_departures(Event.objects.get(pk=event_id))
    )


def undo(call: Call) -> Answer:
    """Undo the newest result of a table."""
    match = _match(call)
    _check_version(call, match)
    undo_result(**call.who, **call.numbers, report=match.official_report_id or 0)
    return read_table(call)


def enroll_player(call: Call) -> Answer:
    """Enroll a player."""
    body: values.PlayerBody = call.body
    entry = NewEnrollment(
        name=body.name,
        email=body.email,
        reading=body.phonetic_name,
        platform_id=body.platform_id,
        awarded_byes=body.awarded_byes,
        members=body.members,
    )
    left = None if body.another_person else left_player(call.event, entry)
    if left is not None:
        known = left.name, left.number, left.state, left.dropped_after
        raise RefusedError(enrolled_words(*known))
    [enrollment] = enroll(**call.who, entries=[entry])
    return HTTPStatus.CREATED, _player(enrollment)


def _player(enrollment: Enrollment) -> values.PlayerAnswer:
    return values.PlayerAnswer(
        number=enrollment.number,
        state=cast(Any, enrollment.state),
        checked_in=enrollment.checked_in,
    )


def check_in_player(call: Call) -> Answer:
    """Mark a player as present."""
    return HTTPStatus.OK, _player(check_in(**call.who, **call.numbers))


def undo_check_in(call: Call) -> Answer:
    """Mark a player as not present."""
    return HTTPStatus.OK, _player(check_in(**call.who, **call.numbers, present=False))


def drop_player(call: Call) -> Answer:
    """Drop a player."""
    return HTTPStatus.OK, _player(drop(**call.who, **call.numbers, reason=call.body.reason))


def reinstate_player(call: Call) -> Answer:
    """Let a dropped player play on."""
    return HTTPStatus.OK, _player(reinstate(**call.who, **call.numbers, reason=call.body.reason))


def post_announcement(call: Call) -> Answer:
    """Show an announcement."""
    body: values.AnnouncementBody = call.body
    made = announce(**call.who, until=body.until, text_en=body.en, text_ja=body.ja)
    return HTTPStatus.CREATED, values.AnnouncementAnswer(id=made.pk, until=made.until)


def pair(call: Call) -> Answer:
    """Pair a round, unposted."""
    number = call.numbers["number"]
    if number == 1 and before_round_1(call.event).any:
        raise RefusedError(_("Some players are not checked in. Pair round 1 at the desk."))
    _check_before_going_on(call.event, number - 1)
    return HTTPStatus.CREATED, _round(pair_next_round(**call.who, number=number))


def post(call: Call) -> Answer:
    """Post an unposted round."""
    return HTTPStatus.OK, _round(rounds.post_round(**call.who, **call.numbers))


def complete(call: Call) -> Answer:
    """Complete a round of which every result is in."""
    return HTTPStatus.OK, _round(rounds.complete_round(**call.who, **call.numbers))


def publish(call: Call) -> Answer:
    """Publish the standings after a complete round."""
    _check_before_going_on(call.event, call.numbers["number"])
    snapshot = publish_standings(**call.who, **call.numbers, reason=call.body.reason)
    return HTTPStatus.OK, values.PublishedAnswer(
        round=call.numbers["number"], revision=snapshot.revision
    )


def _round(round: Round) -> values.RoundAnswer:
    return values.RoundAnswer(number=round.number, state=cast(Any, round.state))


def _check_before_going_on(event: Event, number: int) -> None:
    """Refuse what the pre-flight check asks a person: a program confirms nothing."""
    if number == 0:
        return
    round = find_round(event, number)
    if not round.is_complete:
        return
    asked = [line for line in preflight_check(round).lines if line.is_asked or line.is_to_settle]
    if asked:
        names = ", ".join(str(NAMES.get(line.code, line.code)) for line in asked)
        words = _("Answer the pre-flight check of round %(number)d at the desk first: %(checks)s.")
        raise RefusedError(words % {"number": number, "checks": names})
