"""The page of an event's access tokens: create one, show it once, revoke it."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from domain.limits import SHORT_LENGTH
from events.api.token_actions import make_token, revoke_token
from events.models import StaffMember, TokenScope
from events.web.access import Action, Desk, staff_view
from events.web.forms.refusals import ShowRefusal
from events.web.forms.worded_errors import WordedForm
from events.web.requests import posted

# Lifetime of a token in days; 0: until it is revoked.
LIFETIMES = (
    (1, gettext_lazy("1 day")),
    (30, gettext_lazy("30 days")),
    (365, gettext_lazy("1 year")),
    (0, gettext_lazy("Until it is revoked")),
)


class TokenForm(WordedForm):
    """The name, permissions and lifetime of a program's token."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=SHORT_LENGTH,
        help_text=gettext_lazy("The program's name. The journal shows it with each call."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("Permissions"),
        choices=TokenScope.choices,
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("Works for"),
        choices=LIFETIMES,
        coerce=int,
        required=False,
        empty_value=None,
        initial=365,
    )


@staff_view(get=Action.EDIT_EVENT, post=Action.EDIT_EVENT)
def tokens(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the access tokens; on POST, create one and show it once."""
    form = TokenForm(posted(request))
    secret = ""
    if form.is_valid():
        with ShowRefusal(form):
            _token, secret = make_token(**desk.who, **form.cleaned_data)
            form = TokenForm()
    known = desk.event.access_tokens.filter(revoked_at=None).select_related("made_by")
    context = {
        "desk": desk,
        "form": form,
        "secret": secret,
        "tokens": known,
        "makers": set(
            StaffMember.objects.filter(event=desk.event, user__is_active=True).values_list(
                "user", flat=True
            )
        ),
        "zone": desk.event.time_zone,
    }
    return render(request, "api/tokens.html", context, status=422 if form.errors else 200)


def _back(desk: Desk, **_numbers: int) -> HttpResponse:
    return redirect("staff:tokens", desk.event.slug)


@staff_view(post=Action.EDIT_EVENT, back=_back)
def revoke(request: HttpRequest, desk: Desk, token: int) -> HttpResponse:
    """Revoke an access token of the event."""
    revoked = revoke_token(**desk.who, token_id=token)
    messages.success(request, _("The access token %(name)s was revoked.") % {"name": revoked.name})
    return _back(desk)
