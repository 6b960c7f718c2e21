"""List, record and remove appeals."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from domain.limits import NAME_LENGTH, NOTE_LENGTH
from domain.written_names import written_name
from events.appeals.actions import record_appeal, remove_appeal
from events.core.judging.appeal_queries import appeals_of, may_hear, who_rules
from events.core.players.queries import typed_player
from events.models import Appeal, Event
from events.web.access import Action, Desk, staff_view
from events.web.forms.refusals import ShowRefusal
from events.web.forms.sent_forms import made_once
from events.web.forms.worded_errors import WordedForm
from events.web.requests import posted


class AppealForm(WordedForm):
    """One appeal as typed; the player by number or name."""

    player = forms.CharField(
        label=gettext_lazy("Player"),
        max_length=NAME_LENGTH,
        help_text=gettext_lazy("Number or name of the appealing player."),
        widget=forms.TextInput(attrs={"data-scan": "fills"}),
    )
    ruling = forms.CharField(label=gettext_lazy("Ruling"), max_length=NOTE_LENGTH)
    ruled_by = forms.ChoiceField(label=gettext_lazy("Ruled by"))
    heard_by = forms.ChoiceField(label=gettext_lazy("Appeal decided by"))
    outcome = forms.ChoiceField(label=gettext_lazy("Outcome"), widget=forms.RadioSelect)
    note = forms.CharField(label=gettext_lazy("Note"), max_length=NOTE_LENGTH, required=False)

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rulers, hearers = who_rules(event), may_hear(event)
        for name, people in (("ruled_by", rulers), ("heard_by", hearers)):
            field = self.fields[name]
            if isinstance(field, forms.ChoiceField):
                field.choices = [(person, person) for person in people]
        outcomes = [(value, capfirst(str(label))) for value, label in Appeal.OUTCOME_WORDS]
        self.fields["outcome"].choices = outcomes  # type: ignore[attr-defined]
        self.can_be_heard = bool(hearers) and len(rulers) > 1
        # The judge who ruled does not decide the appeal.
        floor = (person for person in rulers if person not in hearers)
        self.fields["ruled_by"].initial = next(floor, None)


@staff_view(get=Action.SEE, post=Action.APPEAL)
@made_once
def appeals(request: HttpRequest, desk: Desk) -> HttpResponse:
    """List the appeals of the event; a POST records one."""
    form = AppealForm(
        desk.event, posted(request), initial={"player": request.GET.get("player", "")}
    )
    if form.is_valid():
        with ShowRefusal(form):
            data = {name: value for name, value in form.cleaned_data.items() if name != "player"}
            made = record_appeal(
                **desk.who, number=typed_player(desk.event, form.cleaned_data["player"]), **data
            )
            words = _("The appeal by %(name)s was recorded.") % {
                "name": written_name(made.enrollment)
            }
            messages.success(request, words)
            return redirect("staff:appeals", desk.event.slug)
    context = {"desk": desk, "form": form, "appeals": appeals_of(desk.event)}
    return render(request, "appeals/appeals.html", context, status=422 if form.is_bound else 200)


def _to_appeals(desk: Desk, **_numbers: int) -> HttpResponse:
    return redirect("staff:appeals", desk.event.slug)


@staff_view(post=Action.CHANGE_PENALTY, back=_to_appeals)
def remove(request: HttpRequest, desk: Desk, appeal_id: int) -> HttpResponse:
    """Remove an appeal recorded by mistake."""
    reason = request.POST.get("reason", "")
    gone = remove_appeal(**desk.who, appeal_id=appeal_id, reason=reason)
    words = _("The appeal by %(name)s was removed.") % {"name": written_name(gone.enrollment)}
    messages.success(request, words)
    return _to_appeals(desk)
