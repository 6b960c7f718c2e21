"""The second step of a login, between the right password and the session."""

import math
import time
from http import HTTPStatus

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from domain.own_command import named
from events.accounts import factor_actions as actions
from events.accounts import passkeys
from events.accounts.guess_limits import (
    Guess,
    begin_code,
    begin_recovery,
    forget_codes,
    note_wrong,
    was_right,
)
from events.accounts.guess_words import message_wrong_codes, wait_words
from events.models import AccountEntry, Authenticator, GuessCount, RecoveryCode
from events.web.account_sessions import log_in, note_account
from events.web.logins import remember_device

# The account whose password was correct, the time of that, and the next page: all as text.
PENDING, PENDING_AT, PENDING_NEXT = "pending", "pending-at", "pending-next"
PENDING_SECONDS = 600


def has_second_factor(user: User) -> bool:
    """Whether a login of this account has a second step. One query."""
    return Authenticator.objects.filter(user=user).exists()


def begin_second_step(request: HttpRequest, user: User, target: str) -> HttpResponse:
    """Remember the account whose password was right, and ask for its second factor."""
    request.session.flush()
    request.session[PENDING] = str(user.pk)
    request.session[PENDING_AT] = str(int(time.time()))
    request.session[PENDING_NEXT] = target
    return redirect("second-step")


def _pending(request: HttpRequest) -> User | None:
    asked_at = int(request.session.get(PENDING_AT, "0"))
    if not 0 <= time.time() - asked_at <= PENDING_SECONDS:
        return None
    return User.objects.filter(pk=request.session.get(PENDING, "0"), is_active=True).first()


@require_http_methods(["GET", "POST"])
def second_step(request: HttpRequest) -> HttpResponse:
    """Ask for an app's code, a passkey or a recovery code; begin the session if it is right."""
    user = _pending(request)
    if user is None:
        return redirect("login")
    if request.method == "GET":
        return _asked(request, user)
    guess = _begun(request, user)
    if guess.refused():
        return _refused(request, user, guess)
    second = _taken(request, user)
    if not second:
        note_wrong(request, user, AccountEntry.Verb.WRONG_CODES)
        words = _("This is not a current code of your second factor. Try again.")
        return _asked(request, user, words, HTTPStatus.UNPROCESSABLE_ENTITY)
    unread = was_right(guess)
    if guess.kind == GuessCount.Kind.RECOVERY:
        # With these the owner can log in, however often others guessed.
        unread = forget_codes(user)
    target = request.session.get(PENDING_NEXT) or resolve_url(settings.LOGIN_REDIRECT_URL)
    passwords = list(messages.get_messages(request))
    request.session.flush()
    log_in(request, user, second=second)
    for before in passwords:
        messages.add_message(request, before.level, before.message)
    message_wrong_codes(request, user, unread)
    if second == RECOVERY:
        left = RecoveryCode.objects.filter(user=user, used_at=None).count()
        note_account(request, user, AccountEntry.Verb.RECOVERED)
        words = ngettext(
            "%(count)d recovery code is left.", "%(count)d recovery codes are left.", left
        )
        messages.warning(request, words % {"count": left})
    answer = redirect(target)
    remember_device(request, answer, user)
    return answer


RECOVERY = "recovery"


def _begun(request: HttpRequest, user: User) -> Guess:
    """Count the guess; wrong app codes do not block a passkey or a recovery code."""
    if request.POST.get("passkey") or request.POST.get("recovery"):
        return begin_recovery(request, user)
    return begin_code(request, user)


def _refused(request: HttpRequest, user: User, guess: Guess) -> HttpResponse:
    words = wait_words(guess)
    if guess.locked:
        words = _(
            "App codes are locked after 100 wrong attempts. Use a recovery code or a passkey. Or "
            "log in on a device that you used before, and change your password."
        )
    answer = _asked(request, user, words, HTTPStatus.TOO_MANY_REQUESTS)
    if not guess.locked:
        answer["Retry-After"] = str(math.ceil(guess.wait))
    return answer


def _taken(request: HttpRequest, user: User) -> str:
    """Return the kind of factor that passed the second step; "" if it failed."""
    if request.POST.get("passkey"):
        signed = passkeys.answered(request, request.POST["passkey"], _passkeys(request, user))
        if signed is None:
            return ""
        passkey, counter = signed
        taken = actions.take_counter(authenticator=passkey, counter=counter)
        return Authenticator.Kind.PASSKEY.value if taken else ""
    if request.POST.get("recovery"):
        taken = actions.take_recovery_code(user=user, code=request.POST["recovery"])
        return RECOVERY if taken else ""
    taken = actions.take_code(user=user, code=request.POST.get("code", ""))
    return Authenticator.Kind.APP.value if taken else ""


def _passkeys(request: HttpRequest, user: User) -> list[Authenticator]:
    """Return the passkeys that work at this request's host."""
    here = {"kind": Authenticator.Kind.PASSKEY, "site": passkeys.site_of(request)}
    return list(Authenticator.objects.filter(user=user, **here))


def _asked(
    request: HttpRequest, user: User, refused: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    here = _passkeys(request, user)
    has_app = Authenticator.objects.filter(user=user, kind=Authenticator.Kind.APP).exists()
    options = passkeys.request_options(request, here) if here else ""
    context = {
        "options": options,
        "has_app": has_app,
        "refused": refused,
        "pending": user,
        "remove_command": named("second_factor", "--remove", user.get_username()),
    }
    return render(request, "accounts/second_step.html", context, status=status)
