"""Log in, the first account, joining by an invitation, one's password, the language."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from events.forms.accounts import FirstOrganizerForm, JoinForm
from events.forms.refusal import show_refusal
from events.services.accounts import any_account, create_first_organizer
from events.services.errors import RefusedError
from events.views.person import person, posted


class LoginView(auth_views.LoginView):
    """Log in; on an empty machine, make the first account instead."""

    template_name = "accounts/login.html"
    redirect_authenticated_user = True

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Lead to the first account when there is none."""
        if not any_account():
            return redirect("first-organizer")
        return super().dispatch(request, *args, **kwargs)


class JoinView(auth_views.PasswordResetConfirmView):
    """Where an invitation leads: a name and a password, then straight to the events."""

    template_name = "accounts/join.html"
    form_class = JoinForm
    post_reset_login = True
    success_url = reverse_lazy("staff:events")


@require_http_methods(["GET", "POST"])
def first_organizer(request: HttpRequest) -> HttpResponse:
    """Make the first account and log in with it; closed for ever once there is one."""
    if any_account():
        messages.info(request, _("There is an organizer already. Ask them for an invitation."))
        return redirect("login")
    form = FirstOrganizerForm(posted(request))
    if form.is_valid():
        try:
            account = create_first_organizer(
                username=form.cleaned_data["username"],
                name=form.cleaned_data["first_name"],
                password=form.cleaned_data["password1"],
            )
        except RefusedError as refused:
            show_refusal(form, refused)
        else:
            login(request, account)
            messages.success(request, _("Welcome. This account can create events."))
            return redirect("staff:events")
    status = 422 if form.is_bound else 200
    return render(request, "accounts/first_organizer.html", {"form": form}, status=status)


@login_required
@require_http_methods(["GET", "POST"])
def change_password(request: HttpRequest) -> HttpResponse:
    """Change one's own password; the session goes on, others end."""
    form = PasswordChangeForm(person(request), posted(request))
    if form.is_valid():
        update_session_auth_hash(request, form.save())
        messages.success(request, _("Your password is changed."))
        return redirect("staff:events")
    status = 422 if form.is_bound else 200
    return render(request, "accounts/password.html", {"form": form}, status=status)


@require_safe
def choose_language(request: HttpRequest, code: str) -> HttpResponse:
    """Keep the language in a cookie and go back to `next`, if it is a page of this site."""
    if code not in dict(settings.LANGUAGES):
        raise Http404
    target = request.GET.get("next", "")
    if not url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        target = "/"
    response = redirect(target)
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response
