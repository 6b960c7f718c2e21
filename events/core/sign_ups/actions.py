"""Let players sign up, name team mates and cancel; another module handles the waiting list.

Players on the waiting list have no enrollment: no code that counts, pairs or shows players includes
them.
"""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from domain.limits import DESCRIPTION_LENGTH, EMAIL_LENGTH, MOST_PLAYERS, NAME_LENGTH
from domain.names import clean_name
from events.core.drops.drop_parts import find_player
from events.core.event_write import Write, event_write
from events.core.players.actions import check_never_played, delete_enrollment
from events.core.players.player_entries import NewEnrollment, check_entry, cleaned_entry
from events.core.players.waiting_list import PENDING, is_crowd, sign_up_settings
from events.core.players.waiting_list_actions import fill_places, find_sign_up
from events.core.refusals import RefusedError
from events.core.sign_ups.queries import why_no_sign_up
from events.core.typed_values import checked_text
from events.models import Enrollment, Event, SignUp, SignUpSettings, Verb
from events.models.sign_up import KEY_LENGTH

State = SignUp.State
ASKED_FOR = {
    "reading": gettext_lazy("Enter the phonetic name."),
    "email": gettext_lazy("Enter an email address."),
    "platform_id": gettext_lazy("Enter the platform ID."),
    "decklist": gettext_lazy("Enter the decklist."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpData:
    """Data of the sign-up form; `key` makes two submissions of one form a single sign-up.

    `shares_email`: the organizer may type name and e-mail address into another system.
    `known_device`: the device opened the form before, and did not sign up too many people.
    """

    name: str
    key: str
    reading: str = ""
    email: str = ""
    shares_email: bool = False
    platform_id: str = ""
    members: tuple[str, ...] = ()
    deck: str = ""
    language: str = ""
    known_device: bool = True


def sign_up(*, event_id: int, data: SignUpData) -> SignUp:
    """Ask for a place: the player is enrolled, joins the waiting list, or waits for the desk.

    Raises RefusedError, naming the field, while sign-up is closed and for values that are missing
    or too long. Information about people - a namesake, a mark, the staff - is shown only to the
    desk.
    """
    with event_write(event_id, None) as write:
        event = write.event
        known = event.sign_ups.filter(key=data.key).first()
        if known is not None:
            return known
        settings = sign_up_settings(event)
        closed = why_no_sign_up(event, settings)
        if closed:
            raise RefusedError(closed)
        places = event.sign_ups.aggregate(last=Max("place"))
        made = _checked(event, settings, data)
        if event.sign_ups.filter(state__in=PENDING).count() >= MOST_PLAYERS:
            raise RefusedError(_("The waiting list is full."))
        made.place = (places["last"] or 0) + 1
        held = _is_held(write, settings) or not data.known_device
        made.state = State.ASKED if settings.approval or held else State.WAITING
        made.save()
        write.journal(Verb.SIGNED_UP, first=made.name)
        fill_places(write)
        made.refresh_from_db()
    return made


def _is_held(write: Write, settings: SignUpSettings) -> bool:
    """Return whether the desk checks sign-ups first after a rush; starts that if it is new."""
    if settings.held_since is None and is_crowd(write.event, settings):
        settings.held_since = timezone.now()
        settings.save()
        write.journal(Verb.SIGN_UP_CHANGED, fields=["held_since"])
    return settings.held_since is not None


def name_mate(*, event_id: int, sign_up_id: int, seat: int, name: str) -> SignUp:
    """Put the name of a team mate into an open seat; RefusedError if it was taken meanwhile."""
    with event_write(event_id, None) as write:
        entry = find_sign_up(write.event, sign_up_id)
        name = clean_name(name)
        if not 0 < len(name) <= NAME_LENGTH:
            words = _("Enter your name, at most %(most)d characters.")
            raise RefusedError(words % {"most": NAME_LENGTH}, "name")
        if not (entry.is_open and 0 <= seat < len(entry.members)) or entry.members[seat]:
            raise RefusedError(_("This seat already has a name. Check it again."), "name")
        entry.members[seat] = name
        entry.save(update_fields=["members"])
        write.journal(Verb.SIGNED_UP, first=entry.name, member=name)
        fill_places(write)
        entry.refresh_from_db()
    return entry


def cancel_sign_up(*, event_id: int, sign_up_id: int) -> SignUp:
    """Cancel a sign-up or a place on the waiting list; the next player gets the place.

    A repeated call changes nothing. RefusedError once round 1 is paired: players drop then.
    """
    with event_write(event_id, None) as write:
        entry = find_sign_up(write.event, sign_up_id)
        if entry.state not in (*PENDING, State.ENROLLED):
            return entry
        if entry.merged_into is not None:
            raise RefusedError(
                _("The desk merged this sign-up with another one of yours. Ask at the desk.")
            )
        if write.event.rounds.exists():
            raise RefusedError(_("Round 1 is paired. To leave the event, drop at the desk."))
        gone, entry.enrollment = entry.enrollment, None
        if gone is not None:
            if not gone.is_active:
                raise RefusedError(_("You are no longer playing in this event. Ask at the desk."))
            check_never_played(gone)
            write.journal(Verb.ENROLLMENT_REMOVED, enrollment=gone)
        entry.state = State.CANCELLED
        entry.save(update_fields=["state", "enrollment"])
        if gone is not None:
            delete_enrollment(gone)
        write.journal(Verb.SIGN_UP_CANCELLED, first=entry.name)
        fill_places(write)
    return entry


def stop_sharing_email(*, event_id: int, sign_up_id: int) -> SignUp:
    """Withdraw the consent to enter name and address elsewhere; a repeated call changes nothing.

    Possible in a finished event too, because the list must no longer be used.
    """
    with event_write(event_id, None, finished=True) as write:
        entry = find_sign_up(write.event, sign_up_id)
        if entry.shares_email:
            entry.shares_email = False
            entry.save(update_fields=["shares_email"])
            changed = {"shares_email": [True, False]}
            write.journal(Verb.ENROLLMENT_CHANGED, first=entry.name, changed=changed)
    return entry


def mark_mailed(*, event_id: int, sign_up_id: int, state: str) -> None:
    """Store the state that the last email reported; emails are not journaled."""
    with event_write(event_id, None, finished=True) as write:
        write.event.sign_ups.filter(pk=sign_up_id).update(mailed=state)


def mark_paid(*, event_id: int, actor: User, number: int, paid: bool) -> Enrollment:
    """Record that a player has paid, or undo it; a repeated call changes nothing."""
    with event_write(event_id, actor) as write:
        enrollment = find_player(write.event, number)
        if enrollment.paid != paid:
            enrollment.paid = paid
            enrollment.save(update_fields=["paid"])
            change = [not paid, paid]
            write.journal(Verb.ENROLLMENT_CHANGED, enrollment=enrollment, changed={"paid": change})
    return enrollment


def _checked(event: Event, settings: SignUpSettings, data: SignUpData) -> SignUp:
    """Return a sign-up with the typed values as stored; RefusedError at the field that is wrong."""
    if not 0 < len(data.key) <= KEY_LENGTH:
        raise RefusedError(_("This page is out of date. Reload it."))
    entry = cleaned_entry(
        NewEnrollment(
            data.name, data.email, data.platform_id, members=data.members, reading=data.reading
        )
    )
    check_entry(entry)
    deck = checked_text(data.deck, DESCRIPTION_LENGTH, "decklist")
    given = {
        "reading": entry.reading,
        "email": entry.email,
        "platform_id": entry.platform_id,
        "decklist": deck,
    }
    for name, words in ASKED_FOR.items():
        asked = getattr(settings, f"ask_{name}")
        if asked == SignUpSettings.Ask.REQUIRED and not given[name]:
            raise RefusedError(str(words), name)
    if len(entry.email) > EMAIL_LENGTH:
        raise RefusedError(_("This email address is too long."), "email")
    if len(entry.members) != len(event.seats) or any(
        len(name) > NAME_LENGTH for name in entry.members
    ):
        raise RefusedError(_("Enter each teammate's name, or leave the seat blank."), "name")
    return SignUp(
        event=event,
        name=entry.name,
        reading=entry.reading,
        email=entry.email,
        shares_email=data.shares_email and bool(entry.email),
        platform_id=entry.platform_id,
        members=list(entry.members),
        deck=deck,
        key=data.key,
        language=data.language,
    )
