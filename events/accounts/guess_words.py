"""Word the limits on guesses: how long to wait, and how many wrong ones the owner missed."""

import math

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.accounts.guess_limits import Guess, UnreadGuesses
from events.core.events.today import usual_zone
from events.models import Event
from events.templatetags.matchslip import in_zone

# Fewer wrong passwords than this are typing errors.
WORTH_TELLING = 3
MINUTE = 60


def wait_words(guess: Guess) -> str:
    """Return a sentence that says how long guesses are refused."""
    seconds = math.ceil(guess.wait)
    if seconds < MINUTE:
        words = ngettext(
            "Too many attempts. Try again in %(count)d second.",
            "Too many attempts. Try again in %(count)d seconds.",
            seconds,
        )
        return words % {"count": seconds}
    minutes = math.ceil(seconds / MINUTE)
    words = ngettext(
        "Too many attempts. Try again in %(count)d minute.",
        "Too many attempts. Try again in %(count)d minutes.",
        minutes,
    )
    return words % {"count": minutes}


def message_wrong_passwords(request: HttpRequest, user: User, unread: UnreadGuesses) -> None:
    """Show how many wrong passwords were entered, on the next page."""
    if unread.since is None or unread.count < WORTH_TELLING:
        return
    words = ngettext(
        "%(count)d wrong password since %(date)s.",
        "%(count)d wrong passwords since %(date)s.",
        unread.count,
    )
    messages.warning(request, words % {"count": unread.count, "date": _date(user, unread)})


def message_wrong_codes(request: HttpRequest, user: User, unread: UnreadGuesses) -> None:
    """Show how many wrong codes were entered and what they mean, on the next page."""
    if unread.since is None or not unread.count:
        return
    words = ngettext(
        "%(count)d wrong code since %(date)s.",
        "%(count)d wrong codes since %(date)s.",
        unread.count,
    )
    counted = words % {"count": unread.count, "date": _date(user, unread)}
    known = _("If it was not you, change your password.")
    messages.warning(request, f"{counted} {known}")


def _date(user: User, unread: UnreadGuesses) -> str:
    zone = usual_zone(Event.objects.filter(staff__user=user))
    return in_zone(unread.since, zone) if unread.since else ""
