"""The user's own account page: second factors, recovery codes, logins."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from events.accounts import codes, passkeys
from events.accounts import factor_actions as actions
from events.accounts.guess_limits import begin_again, was_right
from events.accounts.guess_words import wait_words
from events.accounts.queries import helpers_of
from events.core.events.today import usual_zone
from events.core.refusals import RefusedError
from events.models import (
    AccountEntry,
    AccountLogin,
    Authenticator,
    Event,
    Organisation,
    RecoveryCode,
)
from events.web.account_sessions import (
    LOGIN,
    MUST_ENROLL,
    SECOND,
    must_have_second_factor,
    note_account,
)
from events.web.player_addresses import code_of
from events.web.requests import person

MOST_ENTRIES = 20
# The secret of an authenticator app during setup; it is stored after the first correct code.
NEW_SECRET = "new-secret"  # noqa: S105
View = Callable[Concatenate[HttpRequest, User, ...], HttpResponse]


def with_password(view: View) -> Callable[..., HttpResponse]:
    """Require POST and the account's password for a view that changes how its owner logs in."""

    @require_POST
    @login_required
    @wraps(view)
    def opened(request: HttpRequest, **numbers: Any) -> HttpResponse:
        user = person(request)
        try:
            _check_password(request, user)
            return view(request, user, **numbers)
        except RefusedError as error:
            messages.error(request, str(error))
            return redirect("account")

    return opened


def _check_password(request: HttpRequest, user: User) -> None:
    guess = begin_again(user)
    if guess.refused():
        raise RefusedError(wait_words(guess))
    if not user.check_password(request.POST.get("password", "")):
        raise RefusedError(_("The password is wrong. Nothing was changed."))
    was_right(guess)


@require_safe
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Show second factors, logins and the log of the current account."""
    user = person(request)
    factors = list(Authenticator.objects.filter(user=user))
    here = passkeys.site_of(request)
    known = [each for each in factors if each.credential and each.site == here]
    logins = list(AccountLogin.objects.filter(user=user))
    keys = [login.session_key for login in logins]
    live = Session.objects.filter(session_key__in=keys).values_list("session_key", flat=True)
    context = {
        "factors": factors,
        "options": passkeys.creation_options(request, user, known),
        "codes_left": RecoveryCode.objects.filter(user=user, used_at=None).count(),
        "required": must_have_second_factor(user),
        "logins": [login for login in logins if login.session_key in set(live)],
        "current": request.session.session_key,
        "zone": usual_zone(Event.objects.filter(staff__user=user)),
        "entries": AccountEntry.objects.filter(user=user)[:MOST_ENTRIES],
        "helpers": helpers_of(user),
    }
    return render(request, "accounts/account.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def add_app(request: HttpRequest) -> HttpResponse:
    """Show the code that an app scans; on POST, check its first code and add the app."""
    user = person(request)
    secret = request.session.get(NEW_SECRET) or codes.new_secret()
    request.session[NEW_SECRET] = secret
    refused: RefusedError | None = None
    if request.method == "POST":
        try:
            _check_password(request, user)
            name, code = request.POST.get("name", ""), request.POST.get("code", "")
            added = actions.add_app(user=user, name=name, secret=secret, code=code)
        except RefusedError as error:
            refused = error
        else:
            del request.session[NEW_SECRET]
            return _after_adding(request, user, added)
    address = codes.app_address(secret, user.get_username(), passkeys.site_of(request))
    context = {"secret": secret, "code": code_of(address), "refused": refused}
    status = 422 if refused else 200
    return render(request, "accounts/add_app.html", context, status=status)


@with_password
def add_passkey(request: HttpRequest, user: User) -> HttpResponse:
    """Add the passkey that the browser made."""
    made = passkeys.created(request, request.POST.get("passkey", ""))
    if made is None:
        raise RefusedError(_("The browser did not create a passkey. Try again."))
    added = actions.add_passkey(user=user, name=request.POST.get("name", ""), passkey=made)
    return _after_adding(request, user, added)


def _after_adding(request: HttpRequest, user: User, added: Authenticator) -> HttpResponse:
    """Record the new factor; after the first one, end other logins and show recovery codes."""
    note_account(request, user, AccountEntry.Verb.ADDED, added.name)
    request.session[SECOND] = added.kind
    request.session.pop(MUST_ENROLL, None)
    words = _("%(name)s was added. It is required from the next login on.") % {"name": added.name}
    messages.success(request, words)
    if RecoveryCode.objects.filter(user=user).exists():
        return redirect("account")
    actions.end_all_logins(user=user, but=request.session.session_key or "")
    return _show_codes(request, user)


def _show_codes(request: HttpRequest, user: User) -> HttpResponse:
    made = actions.make_recovery_codes(user=user)
    note_account(request, user, AccountEntry.Verb.CODES_MADE)
    return render(request, "accounts/recovery_codes.html", {"codes": made})


@with_password
def new_codes(request: HttpRequest, user: User) -> HttpResponse:
    """Replace the recovery codes and show the new ones once."""
    if not Authenticator.objects.filter(user=user).exists():
        raise RefusedError(_("Add a second factor first."))
    return _show_codes(request, user)


@with_password
def remove_factor(request: HttpRequest, user: User, authenticator: int) -> HttpResponse:
    """Remove a second factor."""
    removed = actions.remove_authenticator(
        user=user, authenticator_id=authenticator, is_required=must_have_second_factor(user)
    )
    note_account(request, user, AccountEntry.Verb.REMOVED, removed.name)
    if not Authenticator.objects.filter(user=user).exists():
        request.session.pop(SECOND, None)
    messages.success(request, _("%(name)s was removed.") % {"name": removed.name})
    return redirect("account")


@with_password
def change_helper(request: HttpRequest, user: User, organisation: str) -> HttpResponse:
    """Allow an organisation to unlock the account and create password links, or revoke this."""
    chosen = Organisation.objects.filter(slug=organisation).first()
    if chosen is None or not any(helper.organisation == chosen for helper in helpers_of(user)):
        raise Http404
    allowed = request.POST.get("allowed") == "1"
    actions.change_trust(user=user, organisation=chosen, allowed=allowed)
    verb = AccountEntry.Verb.TRUSTED if allowed else AccountEntry.Verb.DISTRUSTED
    note_account(request, user, verb, chosen.name)
    messages.success(request, _("The choice for %(name)s was saved.") % {"name": chosen.name})
    return redirect("account")


@require_POST
@login_required
def end_login(request: HttpRequest, login: int) -> HttpResponse:
    """End one login, on any device."""
    user = person(request)
    try:
        ended: AccountLogin = actions.end_login(user=user, login_id=login)
    except RefusedError as error:
        messages.error(request, str(error))
        return redirect("account")
    note_account(request, user, AccountEntry.Verb.ENDED, ended.device)
    if str(login) == request.session.get(LOGIN):
        request.session.flush()
        return redirect("login")
    messages.success(request, _("The login was ended."))
    return redirect("account")


@require_POST
@login_required
def end_logins(request: HttpRequest) -> HttpResponse:
    """End all other logins."""
    user = person(request)
    actions.end_all_logins(user=user, but=request.session.session_key or "")
    note_account(request, user, AccountEntry.Verb.ENDED_ALL)
    messages.success(request, _("All other logins were ended."))
    return redirect("account")
