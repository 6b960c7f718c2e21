"""Log in, create the first account, accept an invitation, change password and language."""

import math
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm, SetPasswordForm
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from events.accounts.actions import any_account, create_first_organizer
from events.accounts.forms import JoinForm, LoginForm, OwnPasswordForm
from events.accounts.guess_limits import Guess, forget_codes
from events.accounts.guess_words import message_wrong_passwords
from events.accounts.password_link_actions import end_password_links, has_password_link
from events.accounts.queries import is_asked_in
from events.accounts.second_step_views import begin_second_step, has_second_factor
from events.models import AccountEntry
from events.web.account_sessions import keep_login, log_in, note_account
from events.web.forms.refusals import ShowRefusal
from events.web.logins import remember_device
from events.web.new_accounts import FirstAccountForm
from events.web.requests import person, posted


class LoginView(auth_views.LoginView):
    """Log in; if no account exists, create the first one instead."""

    template_name = "accounts/login.html"
    authentication_form = LoginForm
    redirect_authenticated_user = True

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Redirect to the creation of the first account if none exists."""
        if not any_account():
            return redirect("first-organizer")
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Begin the session, or ask for the second factor first."""
        user = form.get_user()
        if isinstance(form, LoginForm):
            message_wrong_passwords(self.request, user, form.unread)
        if has_second_factor(user):
            return begin_second_step(self.request, user, self.get_success_url())
        log_in(self.request, user)
        return HttpResponseRedirect(self.get_success_url())

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Show how long logins are blocked if too many passwords were wrong."""
        guess = form.guess if isinstance(form, LoginForm) else None
        if guess is not None and guess.refused():
            return blocked(self.request, guess)
        return super().form_invalid(form)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Check the password, and remember the device of a right one."""
        answer = super().post(request, *args, **kwargs)
        if isinstance(request.user, User):
            remember_device(request, answer, request.user)
        return answer


class JoinView(auth_views.PasswordResetConfirmView):
    """The page that an invitation opens: choose a name and a password, then see the events."""

    template_name = "accounts/join.html"
    form_class = JoinForm
    success_url = reverse_lazy("staff:events")

    def form_valid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        """Save the password, log in, and remember this device.

        A password link does not replace the second factor.
        """
        end_password_links(user=form.user)
        forget_codes(form.user)
        response = super().form_valid(form)
        note_account(self.request, form.user, AccountEntry.Verb.PASSWORD_SET)
        if has_second_factor(form.user):
            return begin_second_step(self.request, form.user, str(self.success_url))
        log_in(self.request, form.user)
        remember_device(self.request, response, form.user)
        return response

    def get_user(self, uidb64: str) -> User | None:
        """Return the invited account, or the one with a valid password link; else None.

        An account that also works for events that did not invite it gets no access by invitation.
        """
        user = super().get_user(uidb64)
        if user is None:
            return None
        works = has_password_link(user) if user.has_usable_password() else is_asked_in(user)
        return user if works else None


@require_http_methods(["GET", "POST"])
def first_organizer(request: HttpRequest) -> HttpResponse:
    """Create the first account and log in; not available once an account exists."""
    if any_account():
        messages.info(
            request, _("An organizer account already exists. Ask the organizer for an invitation.")
        )
        return redirect("login")
    form = FirstAccountForm(request)
    if form.is_valid():
        with ShowRefusal(form):
            account = create_first_organizer(
                username=form.cleaned_data["username"],
                name=form.cleaned_data["first_name"],
                password=form.cleaned_data["password1"],
            )
            log_in(request, account)
            messages.success(request, _("Welcome. This account can create events."))
            response = redirect("staff:events")
            remember_device(request, response, account)
            return response
    status = 422 if form.is_bound else 200
    return render(request, "accounts/first_organizer.html", {"form": form}, status=status)


@login_required
@require_http_methods(["GET", "POST"])
def change_password(request: HttpRequest) -> HttpResponse:
    """Change the account's password; this session continues, all others end."""
    form = OwnPasswordForm(person(request), posted(request))
    if form.is_valid():
        update_session_auth_hash(request, form.save())
        keep_login(request)
        forget_codes(person(request))
        note_account(request, person(request), AccountEntry.Verb.PASSWORD_SET)
        messages.success(request, _("Your password was changed."))
        return redirect("staff:events")
    status = 422 if form.is_bound else 200
    return render(request, "accounts/password.html", {"form": form}, status=status)


@require_safe
def choose_language(request: HttpRequest, code: str) -> HttpResponse:
    """Store the language in a cookie and redirect to `next`, if it is a page of this site."""
    if code not in dict(settings.LANGUAGES):
        raise Http404
    target = request.GET.get("next", "")
    allowed = {request.get_host()}
    # Only a path: redirect must not take it for a view name.
    if not target.startswith("/") or not url_has_allowed_host_and_scheme(target, allowed):
        target = "/"
    response = HttpResponseRedirect(target)
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response


def blocked(request: HttpRequest, guess: Guess) -> HttpResponse:
    """Show how long logins are blocked after wrong passwords, and who can help."""
    seconds = math.ceil(guess.wait)
    context = {
        "username": guess.name,
        "slowed": guess.slowed,
        "seconds": seconds,
        "minutes": math.ceil(seconds / 60),
    }
    answer = render(request, "accounts/locked.html", context, status=HTTPStatus.TOO_MANY_REQUESTS)
    answer["Retry-After"] = str(seconds)
    return answer
