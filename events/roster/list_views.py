"""A list of players: shown column by column and line by line, then enrolled."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import ngettext

from events.core.players.same_person import highest_number
from events.core.questions.question import QuestionsError
from events.core.seats.table_numbering import tables_value
from events.core.typed_values import whole_number
from events.roster.encoding_form import EncodingForm
from events.roster.list_actions import enroll_list
from events.roster.list_forms import ColumnsForm, ListForm
from events.roster.parsing.listed_players import Preview
from events.roster.preview import preview
from events.web.access import Action, Desk, staff_view, to_desk
from events.web.forms.refusals import ShowRefusal
from events.web.heavy import FILES, heavy
from events.web.requests import back_to_desk, posted
from events.web.staff_pages.undo_messages import message_with_undo

# Forms up to this size are parsed at once: some hundred typed names.
LIGHT_BODY = 16 * 1024


@staff_view(get=Action.EDIT_ROSTER, post=Action.EDIT_ROSTER)
@heavy(FILES, methods=["POST"], light=LIGHT_BODY)
def paste(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show what a list would do, line by line; with `confirm`, do what the preview showed.

    With `add` a list of names that leaves no question is enrolled at once.
    """
    started = desk.event.rounds.exists()
    files = request.FILES if request.method == "POST" else None
    form = ListForm(desk.event, started, posted(request), files)
    context: dict[str, object] = {"desk": desk, "form": form, "back": back_to_desk(request)}
    status = 200 if not form.is_bound or form.is_valid() else 422
    if form.is_bound and form.is_valid():
        status = 409 if "confirm" in request.POST else 422
        try:
            with ShowRefusal(form):
                since = highest_number(desk.event)
                listed = preview(desk.event, form.cleaned_data["text"], **form.choices())
                context |= {
                    "preview": listed,
                    "columns": ColumnsForm(desk.event, listed),
                    "taken": sorted(form.taken()),
                    "left_out": sorted(form.edits().of(form.cleaned_data["text"]).left_out),
                }
                if "confirm" in request.POST and not form.is_unseen:
                    new = whole_number(request.POST.get("new", ""))
                    return _enroll(request, desk, listed, form, since, -1 if new is None else new)
                if "add" in request.POST and listed.is_plain and form.old_file is None:
                    return _enroll(request, desk, listed, form, since)
                status = 200
        except QuestionsError as asked:
            form.add_error(None, _ask_words(asked))
        if form.old_file is not None:
            context["encodings"] = EncodingForm(form.old_file)
        context["text"] = form.cleaned_data.get("text", "")
    return render(request, "roster/roster_paste.html", context, status=status)


def _enroll(
    request: HttpRequest,
    desk: Desk,
    listed: Preview,
    form: ListForm,
    since: int,
    shown: int | None = None,
) -> HttpResponse:
    """Enroll what the preview showed; RefusedError when it would be something else by now."""
    made = enroll_list(
        **desk.who,
        listed=listed,
        since=since,
        shown=shown,
        because=form.cleaned_data["eligible_because"],
    )
    words = ngettext(
        "%(count)d player was enrolled.", "%(count)d players were enrolled.", len(made)
    )
    if desk.event.is_for_teams:
        words = ngettext(
            "%(count)d team was enrolled.", "%(count)d teams were enrolled.", len(made)
        )
    if made:
        undo = reverse("staff:roster-paste-undo", args=[desk.event.slug])
        numbers = tables_value(player.number for player in made)
        message_with_undo(request, words % {"count": len(made)}, undo, {"numbers": numbers})
    if listed.additions:
        words = ngettext(
            "%(count)d enrolled player was updated from the list.",
            "%(count)d enrolled players were updated from the list.",
            len(listed.additions),
        )
        messages.success(request, words % {"count": len(listed.additions)})
    if not listed.left_over:
        return to_desk(desk) if back_to_desk(request) else redirect("staff:roster", desk.event.slug)
    late = form.cleaned_data.get("late")
    initial = {"text": listed.left_over, "late": late}
    again = ListForm(desk.event, late is not None, initial=initial)
    context = {"desk": desk, "form": again, "left_over": len(listed.errors)}
    return render(request, "roster/roster_paste.html", context)


def _ask_words(asked: QuestionsError) -> str:
    """Name the lines whose questions have no answer yet."""
    lines = ", ".join(str(question.figures["line"]) for question in asked.questions[:10])
    words = ngettext(
        "Nothing is saved yet. Line %(lines)s may already be on the roster. Answer its question.",
        "Nothing is saved yet. These lines may already be on the roster: %(lines)s. Answer each"
        " question, or give one answer for all.",
        len(asked.questions),
    )
    return words % {"lines": lines}
