"""Phone settings of an event, and phone actions of players other than reporting results."""

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from domain.written_names import written
from events.core.drops.drop_parts import find_player
from events.core.edit_conflicts import check_token, columns_of
from events.core.event_write import Write, event_write
from events.core.guards import find_round
from events.core.phones.queries import own_enrollment, own_table
from events.core.players.leaving_actions import leave
from events.core.players.player_entries import alias_values
from events.core.players.privacy_actions import call_by_alias
from events.core.refusals import RefusedError
from events.core.results.report_actions import touched
from events.models import Call, Enrollment, Event, Match, SignUp, Verb
from events.models.phones import draw_nonce


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneData:
    """Settings of an event for players' phones; see PhoneSettings."""

    show_recorded: bool = True
    private_pages: bool = False
    slip_codes: bool = False
    phone_reports: str = Event.PhoneReports.OFF
    phone_games: bool = False
    phone_check_in: bool = False
    check_in_from: datetime.datetime | None = None
    check_in_until: datetime.datetime | None = None
    phone_decks: bool = False
    opponent_decks: bool = False
    phone_drops: bool = False
    judge_calls: bool = False


PHONES = tuple(item.name for item in fields(PhoneData))


def change_phones(*, event_id: int, actor: User, data: PhoneData, token: str = "") -> Event:
    """Change what players see and do on their phones; the journal names the changed settings.

    `token`: as check_token takes it. RefusedError for settings that do not fit together.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        check_token(token, columns_of(event, PHONES))
        wanted = {item.name: getattr(data, item.name) for item in fields(data)}
        for field, words in faults_of_phones(event, wanted):
            raise RefusedError(words, field)
        changed = {name: value for name, value in wanted.items() if getattr(event, name) != value}
        if event.check_in_open and not (data.private_pages and data.phone_check_in):
            changed["check_in_open"] = False
        if changed:
            _change(write, changed)
    return event


def open_check_in(*, event_id: int, actor: User, open: bool) -> Event:
    """Open or close the check-in by phone; a repeated call changes nothing.

    A manual change overrides the times: opening removes a past end, closing sets one. RefusedError
    if the event has no check-in by phone, and to open it once round 1 is paired.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        if open and not (event.private_pages and event.phone_check_in):
            raise RefusedError(_("Turn on phone check-in in the settings first."))
        if open and event.rounds.exists():
            raise RefusedError(_("Round 1 is paired. The desk checks in late players now."))
        if event.takes_check_ins != open:
            changed: dict[str, Any] = {"check_in_open": open, "check_in_until": None}
            if not open and event.check_in_from is not None:
                changed["check_in_until"] = timezone.now()
            known = {name: getattr(event, name) for name in changed}
            changed = {name: value for name, value in changed.items() if known[name] != value}
            _change(write, changed)
    return event


def _change(write: Write, changed: dict[str, Any]) -> None:
    old = {name: _plain(getattr(write.event, name)) for name in changed}
    for name, value in changed.items():
        setattr(write.event, name, value)
    write.event.save(update_fields=list(changed))
    write.journal(Verb.EVENT_CHANGED, fields=sorted(changed), old=old)


def _plain(value: object) -> object:
    """Return a column's value in a form that JSON can store."""
    return value.isoformat() if isinstance(value, datetime.datetime) else value


def issue_address(*, event_id: int, actor: User, number: int) -> Enrollment:
    """Issue a new player link; the old ones stop working.

    A player who signed up has two links until then: one of the enrollment and one of the sign-up.
    """
    with event_write(event_id, actor) as write:
        enrollment = find_player(write.event, number)
        if not write.event.private_pages:
            raise RefusedError(_("Player links are off for this event. Check the settings."))
        enrollment.address_nonce = draw_nonce()
        enrollment.save(update_fields=["address_nonce"])
        SignUp.objects.filter(enrollment=enrollment).update(nonce=draw_nonce())
        write.journal(Verb.ADDRESS_ISSUED, enrollment=enrollment)
    return enrollment


def check_in_by_phone(*, event_id: int, enrollment_id: int) -> Enrollment:
    """Mark the player as present; a repeated call changes nothing.

    RefusedError while the check-in by phone is not open.
    """
    with event_write(event_id, None) as write:
        enrollment = own_enrollment(write.event, enrollment_id)
        if not enrollment.is_active:
            raise RefusedError(_("You are no longer playing in this event. Ask at the desk."))
        if enrollment.checked_in:
            return enrollment
        if not write.event.takes_check_ins:
            raise RefusedError(_("Phone check-in is closed. Go to the desk."))
        enrollment.checked_in = True
        enrollment.checked_in_at = timezone.now()
        enrollment.save(update_fields=["checked_in", "checked_in_at"])
        write.journal(Verb.CHECKED_IN, enrollment=enrollment, present=True, phone=True)
    return enrollment


def drop_by_phone(*, event_id: int, enrollment_id: int, after: int) -> Enrollment:
    """Drop a player by phone from the next pairing on (rules, 2.9).

    `after` is the round that the phone showed as the last one; RefusedError if another one is
    paired by now, so that no player leaves a match that they did not know of.
    """
    with event_write(event_id, None) as write:
        enrollment = own_enrollment(write.event, enrollment_id)
        if not (write.event.private_pages and write.event.phone_drops):
            raise RefusedError(_("In this event, players drop at the desk."))
        if enrollment.state == Enrollment.State.DROPPED:
            return enrollment
        posted = write.event.rounds.posted().order_by("-number").first()
        if posted is not None and posted.number != after:
            raise RefusedError(
                _("Round %(number)d is now posted, and you are paired. Check your pairing first.")
                % {"number": posted.number}
            )
        leave(write, enrollment, reason="phone")
    return enrollment


def call(*, event_id: int, enrollment_id: int, number: int, kind: Call.Kind) -> Call:
    """Call a judge to the player's table, or report that the recorded result of a round is wrong.

    A repeated call is one call. RefusedError if there is nothing to call about: no match in that
    round, no result yet, or the next round is paired.
    """
    with event_write(event_id, None) as write:
        enrollment = own_enrollment(write.event, enrollment_id)
        round = find_round(write.event, number)
        if round.is_unposted:
            raise RefusedError(_("Round %(number)d does not exist.") % {"number": number})
        match = own_table(round, enrollment)
        _check_call(write.event, match, kind)
        known = match.calls.filter(enrollment=enrollment, kind=kind, answered_at=None).first()
        if known is not None:
            return known
        made = Call.objects.create(
            match=match,
            enrollment=enrollment,
            kind=kind,
            seen=match.result_text,
            at=timezone.now(),
        )
        match.save(update_fields=touched(match))
        write.journal(
            Verb.CALLED, round=match.round, match=match, kind=kind.value, by=enrollment.name
        )
    return made


def take_back_call(*, event_id: int, enrollment_id: int, kind: Call.Kind) -> None:
    """Withdraw a player's open calls of a kind; does nothing without one."""
    with event_write(event_id, None) as write:
        enrollment = own_enrollment(write.event, enrollment_id)
        for pending in _joined(enrollment.calls.filter(kind=kind, answered_at=None)):
            _answer(write, pending, by=enrollment.name)


def answer_call(*, event_id: int, actor: User, number: int, call_id: int) -> Call:
    """Record that staff answered a call: at the table, or by a look at the slip.

    RefusedError if a colleague or the player answered it first.
    """
    with event_write(event_id, actor) as write:
        calls = Call.objects.filter(match__round__event=write.event, match__round__number=number)
        pending = _joined(calls.filter(pk=call_id)).first()
        if pending is None:
            raise RefusedError(_("This call no longer exists."))
        if pending.answered_at is not None:
            who = (
                pending.answered_by.get_username()
                if pending.answered_by
                else pending.enrollment.name
            )
            raise RefusedError(_("%(who)s has already answered this call.") % {"who": written(who)})
        _answer(write, pending)
    return pending


def answer_judge_calls(write: Write, match: Match) -> None:
    """Answer the calls for a judge of a match when a judge is there, as a part of a write."""
    for pending in _joined(match.calls.filter(kind=Call.Kind.JUDGE, answered_at__isnull=True)):
        _answer(write, pending)


def _joined(calls: QuerySet[Call]) -> QuerySet[Call]:
    return calls.select_related(
        "match__round", "match__first", "match__second", "enrollment", "answered_by"
    )


def _answer(write: Write, pending: Call, by: str = "") -> None:
    pending.answered_at, pending.answered_by = timezone.now(), write.actor
    pending.save(update_fields=["answered_at", "answered_by"])
    pending.match.round.event = write.event
    pending.match.save(update_fields=touched(pending.match))
    write.journal(
        Verb.CALL_ANSWERED, round=pending.match.round, match=pending.match, kind=pending.kind, by=by
    )


def _check_call(event: Event, match: Match, kind: Call.Kind) -> None:
    if kind == Call.Kind.JUDGE:
        if not (event.private_pages and event.judge_calls):
            raise RefusedError(_("Raise your hand. This event does not accept calls by phone."))
        if not match.round.is_posted:
            raise RefusedError(_("The round is over. Go to the desk."))
        return
    if not (event.private_pages and event.show_recorded) or not match.has_result:
        raise RefusedError(_("This match has no recorded result yet."))
    if event.rounds.filter(number__gt=match.round.number).exists():
        raise RefusedError(_("The next round is paired. Ask the head judge to correct the result."))


def choose_alias_by_phone(
    *, event_id: int, enrollment_id: int, alias: str, token: str = ""
) -> Enrollment:
    """Show a player by an alias, or by the name again, as the player's own phone asks."""
    with event_write(event_id, None, finished=True) as write:
        enrollment = own_enrollment(write.event, enrollment_id)
        check_token(token, alias_values(enrollment))
        return call_by_alias(write, enrollment, alias, by_phone=True)


# Settings that players change on their own page.
NEED_ADDRESSES = (
    "slip_codes",
    "phone_check_in",
    "phone_decks",
    "opponent_decks",
    "phone_drops",
    "judge_calls",
)


def faults_of_phones(event: Event, wanted: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each setting that does not fit the others, with the remedy."""
    reports = wanted.get("phone_reports", Event.PhoneReports.OFF)
    if wanted.get("phone_games"):
        if event.team_size == Event.TeamSize.THREE:
            yield (
                "phone_games",
                _("Teams of three report the winner of each seat, not single games."),
            )
        if event.at_tables:
            yield "phone_games", _("A table of four plays one game, which is its result.")
        if reports == Event.PhoneReports.OFF:
            yield "phone_games", _("This requires results from phones. Choose them above.")
    opens: datetime.datetime | None = wanted.get("check_in_from")
    closes: datetime.datetime | None = wanted.get("check_in_until")
    if opens and closes and closes <= opens:
        yield "check_in_until", _("The closing time is before the opening time.")
    if wanted.get("private_pages"):
        return
    for name in NEED_ADDRESSES:
        if wanted.get(name):
            yield name, _("This requires player links. Turn them on above.")
    if reports != Event.PhoneReports.OFF:
        yield "phone_reports", _("This requires player links. Turn them on above.")
