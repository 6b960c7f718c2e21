"""Sign-ups of an event: whether players can sign up, the waiting list, and doubts for the desk."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from events.core.players.private_address import is_sign_up_token_of, is_team_token_of, sign_up_in
from events.core.players.waiting_list import (
    PENDING,
    Doubts,
    State,
    free_places,
    sign_up_settings,
)
from events.models import Enrollment, Event, SignUp, SignUpSettings


def has_sign_up(event: Event) -> bool:
    """Return whether players can sign up for the event, or did."""
    settings = sign_up_settings(event)
    return settings.is_open or bool(settings.fee) or event.sign_ups.exists()


def has_started(event: Event) -> bool:
    """Return whether the event has started, so that players can no longer sign up."""
    return event.state != Event.State.SETUP or event.rounds.exists()


def why_no_sign_up(event: Event, settings: SignUpSettings) -> str:
    """Return why players can't sign up now; "" while they can."""
    if has_started(event):
        return _("The event has started. Ask at the desk.")
    if not settings.is_open:
        return _("Sign-up is not open here. Ask the organizer.")
    if settings.deadline is not None and settings.deadline <= timezone.now():
        return _("The deadline has passed. Ask the organizer.")
    return ""


# For this long every sign-up shows the same answer, so that it reveals nothing about a name.
# Players in the room get the real answer well within a minute.
ARRIVING = timedelta(seconds=15)
_UNANSWERED = (State.ASKED, State.WAITING, State.ENROLLED)


def is_arriving(sign_up: SignUp) -> bool:
    """Return whether a sign-up was sent so recently that its page does not show the answer yet."""
    if sign_up.merged_into_id is not None:
        return False
    return sign_up.state in _UNANSWERED and timezone.now() - sign_up.at < ARRIVING


@dataclass(frozen=True, slots=True)
class OwnSignUp:
    """A player's view of their own sign-up; `before`: the number of people ahead in the list."""

    sign_up: SignUp
    event: Event
    settings: SignUpSettings
    before: int
    started: bool
    is_arriving: bool = False

    @property
    def progress(self) -> str:
        """State of the sign-up as a code: arrived, its own states, incomplete, merged or gone."""
        sign_up = self.sign_up
        if self.is_arriving:
            return "arrived"
        if sign_up.state == State.ENROLLED:
            player = sign_up.enrollment or sign_up.merged_into
            if player is None or not player.is_active:
                return "gone"
            return "enrolled" if sign_up.enrollment else "merged"
        if sign_up.state == State.WAITING and not sign_up.is_complete:
            return "incomplete"
        return sign_up.state

    @property
    def can_cancel(self) -> bool:
        """Whether the player can cancel the place, or the one on the waiting list, here."""
        return not self.started and (
            self.sign_up.is_open or self.progress in ("arrived", "enrolled")
        )

    @property
    def seats(self) -> list[tuple[str, str]]:
        """The seats of a team, with the name or ""."""
        return list(zip(self.event.seats, self.sign_up.members, strict=False))


def own_sign_up(sign_up: SignUp) -> OwnSignUp:
    """Return a player's view of their own sign-up; the event must be joined. Three queries."""
    waiting = sign_up.event.sign_ups.filter(state=State.WAITING, place__lt=sign_up.place)
    before = waiting.count() if sign_up.state == State.WAITING else 0
    event = sign_up.event
    return OwnSignUp(
        sign_up,
        event,
        sign_up_settings(event),
        before,
        has_started(event),
        is_arriving=is_arriving(sign_up),
    )


def sign_up_of(token: str) -> SignUp | None:
    """Return the sign-up of this address, with event and enrollment; None for an invalid one."""
    sign_up = _joined(token)
    if sign_up is None or not is_sign_up_token_of(token, sign_up.pk, sign_up.nonce):
        return None
    return sign_up


def team_of(token: str) -> SignUp | None:
    """Return the team that this invitation for team mates belongs to; None without one."""
    sign_up = _joined(token)
    if sign_up is None or not is_team_token_of(token, sign_up.pk, sign_up.nonce):
        return None
    return sign_up if sign_up.is_open and sign_up.members else None


def _joined(token: str) -> SignUp | None:
    pk = sign_up_in(token)
    if pk is None:
        return None
    return SignUp.objects.select_related("event", "enrollment", "merged_into").filter(pk=pk).first()


@dataclass(frozen=True, slots=True)
class SignUpLine:
    """One sign-up on the desk: its doubts, and whether accepting it needs a reason.

    `left`: the number of the player who left the event and is likely this one.
    """

    sign_up: SignUp
    doubts: Sequence[str]
    needs_reason: bool
    left: int | None


@dataclass(frozen=True, slots=True)
class SignUpsPage:
    """All sign-ups of an event: to decide, waiting in order, and those that are over."""

    settings: SignUpSettings
    asked: Sequence[SignUpLine]
    waiting: Sequence[SignUpLine]
    over: Sequence[SignUp]
    merged: Sequence[SignUp]
    enrolled: Sequence[Enrollment]
    free: int | None


def sign_ups_page(event: Event) -> SignUpsPage:
    """Return the sign-ups for the desk. A fixed number of queries."""
    settings, doubts = sign_up_settings(event), Doubts(event)
    rows = list(event.sign_ups.select_related("merged_into"))
    enrolled = event.enrollments.filter(source=Enrollment.Source.SIGN_UP)
    return SignUpsPage(
        settings=settings,
        asked=_lines(doubts, (sign_up for sign_up in rows if sign_up.state == State.ASKED)),
        waiting=_lines(doubts, (sign_up for sign_up in rows if sign_up.state == State.WAITING)),
        over=[sign_up for sign_up in rows if sign_up.state in (State.REFUSED, State.CANCELLED)],
        merged=[sign_up for sign_up in rows if sign_up.merged_into is not None],
        enrolled=list(enrolled.order_by("number")),
        free=free_places(event, settings),
    )


def _lines(doubts: Doubts, rows: Iterable[SignUp]) -> list[SignUpLine]:
    return [
        SignUpLine(sign_up, doubts.of(sign_up), doubts.barred(sign_up), doubts.left(sign_up))
        for sign_up in rows
    ]


def mails_due(most: int = 50) -> list[SignUp]:
    """Return sign-ups whose state was not emailed to their address yet. One query."""
    with_email = SignUp.objects.exclude(email="").exclude(state=State.CANCELLED)
    unfinished = with_email.exclude(event__state=Event.State.FINISHED)
    due = unfinished.exclude(mailed=F("state")).select_related("event")
    return list(due.order_by("pk")[:most])


def waiting_names(event: Event) -> list[SignUp]:
    """Return the pending sign-ups in order, which the roster shows separately. One query."""
    return list(event.sign_ups.filter(state__in=PENDING))
