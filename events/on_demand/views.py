"""The board of an organisation's queues, and what staff do with lines and pods."""

from functools import partial
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from domain.written_names import written, written_name
from events.core.read_snapshot import one_snapshot
from events.core.refusals import RefusedError
from events.core.seats.allocator import free_for_queue, next_for_queues
from events.core.typed_values import row_key
from events.models import OrganisationMember, Queue, QueueEntry, QueuePod
from events.on_demand import actions, pod_actions, queries
from events.on_demand.forms import QueueForm
from events.on_demand.members import may_manage, may_run
from events.on_demand.words import pod_size_words
from events.web.forms.sent_forms import made_once
from events.web.members import everybody, member_view
from events.web.player_addresses import code_of
from events.web.requests import posted
from events.web.site_address import base_for_phones

# A pod of eight.
LEAST_TABLES = 4

_members = partial(member_view, back="staff:on-demand")


@require_safe
@_members(everybody)
def board(request: HttpRequest, member: OrganisationMember) -> HttpResponse:
    """Show every queue that is not closed: its line, its pods, and what to do next."""
    with one_snapshot():
        return render(request, "on_demand/board.html", _board(member))


@require_safe
@_members(everybody)
def live(request: HttpRequest, member: OrganisationMember) -> HttpResponse:
    """Answer with the queues where something changed since the page's stamp."""
    with one_snapshot():
        stamp = _stamp(member)
        if request.GET.get("stamp") == stamp:
            return HttpResponse(status=HTTPStatus.NO_CONTENT)
        return render(request, "on_demand/queues.html", _board(member))


@require_http_methods(["GET", "HEAD", "POST"])
@_members(may_manage)
@made_once
def new(request: HttpRequest, member: OrganisationMember) -> HttpResponse:
    """Open a queue."""
    today = timezone.localdate()
    free = free_for_queue(member.organisation, today, least=LEAST_TABLES).tables
    tables = {"first_table": free[0], "last_table": free[-1]} if free else {}
    initial = {"date": today, "size": 8, "rounds": 3, **tables}
    form = QueueForm(member.organisation, posted(request), initial=initial)
    if form.is_bound and form.is_valid():
        queue = pod_actions.open_queue(
            organisation=member.organisation, actor=member.user, values=form.values
        )
        messages.success(request, _("%(queue)s is open.") % {"queue": written(queue.name)})
        return _to_board(member)
    return _form(request, member, form, None)


@require_http_methods(["GET", "HEAD", "POST"])
@_members(may_manage)
def change(request: HttpRequest, member: OrganisationMember, number: int) -> HttpResponse:
    """Change the settings of a queue; pods that are already called do not change."""
    queue = _queue(member, number)
    form = QueueForm(member.organisation, posted(request), instance=queue)
    if form.is_bound and form.is_valid():
        stored = _queue(member, number)
        pod_actions.change_queue(queue=stored, actor=member.user, values=form.values)
        messages.success(request, _("The queue was saved."))
        return _to_board(member)
    return _form(request, member, form, queue)


@require_POST
@_members(may_manage)
def state(request: HttpRequest, member: OrganisationMember, number: int) -> HttpResponse:
    """Pause, open or close a queue."""
    queue = _queue(member, number)
    wanted = request.POST.get("state", "")
    pod_actions.set_state(queue=queue, actor=member.user, state=wanted)
    return _to_board(member)


@require_http_methods(["GET", "HEAD", "POST"])
@_members(may_run)
def add(request: HttpRequest, member: OrganisationMember, number: int) -> HttpResponse:
    """Add a person by a typed name, a scanned link, or from the list that a search shows."""
    queue = _queue(member, number)
    name = request.POST.get("name", "") or request.GET.get("name", "")
    context = {"organisation": member.organisation, "queue": queue, "name": name}
    if request.method == "POST":
        chosen = row_key(request.POST.get("player", ""))
        try:
            entry = actions.join(queue=queue, name=name, actor=member.user, player=chosen)
        except RefusedError as error:
            context |= {"refused": str(error)}
        else:
            words = _("%(name)s joined %(queue)s.")
            messages.success(
                request, words % {"name": written_name(entry), "queue": written(queue.name)}
            )
            return redirect(f"{_board_address(member)}#queue-{queue.number}")
    context["players"] = queries.known_players(member.organisation, name.strip())
    status = HTTPStatus.UNPROCESSABLE_ENTITY if "refused" in context else HTTPStatus.OK
    return render(request, "on_demand/add.html", context, status=status)


@require_POST
@_members(may_run)
def call(request: HttpRequest, member: OrganisationMember, number: int) -> HttpResponse:
    """Call a pod with the players who wait, even if it is not full."""
    pods = pod_actions.call_now(queue=_queue(member, number), actor=member.user)
    for pod in pods:
        words = _("Pod %(number)d was called to tables %(first)d to %(last)d.")
        at = {"number": pod.number, "first": pod.first_table, "last": pod.last_table}
        messages.success(request, words % at)
    return _to_board(member)


@require_POST
@_members(may_run)
def post(request: HttpRequest, member: OrganisationMember, number: int, pod: int) -> HttpResponse:
    """Post a called pod."""
    row = pod_actions.post_pod(pod=_pod(member, number, pod), actor=member.user)
    words = _("%(event)s is posted. Print its paper or start its clock at its desk.")
    messages.success(request, words % {"event": written(row.event.name) if row.event else ""})
    return _to_board(member)


@require_POST
@_members(may_run)
def remove(
    request: HttpRequest, member: OrganisationMember, number: int, entry: int
) -> HttpResponse:
    """Take a waiting person out of the line."""
    row = actions.leave(entry=_entry(member, number, entry), actor=member.user)
    messages.success(request, _("%(name)s left the queue.") % {"name": written_name(row)})
    return _to_board(member)


@require_POST
@_members(may_run)
def replace(
    request: HttpRequest, member: OrganisationMember, number: int, entry: int
) -> HttpResponse:
    """Put the next person into the place of a no-show."""
    row = _entry(member, number, entry)
    following = actions.replace_no_show(entry=row, actor=member.user)
    if following is None:
        words = _("%(name)s was removed from the pod. Nobody is waiting for the place.")
    else:
        words = _("%(next)s plays in place of %(name)s.")
    names = {"name": written_name(row), "next": written_name(following) if following else ""}
    messages.success(request, words % names)
    return _to_board(member)


@require_http_methods(["GET", "HEAD", "POST"])
@_members(may_run)
def tickets(
    request: HttpRequest, member: OrganisationMember, number: int, pod: int
) -> HttpResponse:
    """Show records and tickets of a pod's players; a POST hands tickets to the players it names."""
    row = _pod(member, number, pod)
    if request.method == "POST":
        named = [text.partition(":") for text in request.POST.getlist("entry")]
        entries = {row_key(key) or 0: row_key(count) or 0 for key, _sep, count in named}
        count = pod_actions.hand_out(pod=row, actor=member.user, entries=entries)
        words = ngettext(
            "%(count)d player received tickets.", "%(count)d players received tickets.", count
        )
        messages.success(request, words % {"count": count})
        return redirect(request.path)
    rows = queries.ticket_rows(row)
    context = {
        "organisation": member.organisation,
        "pod": row,
        "queue": row.queue,
        "rows": rows,
        "handing_out": any(each.tickets or each.entry.tickets is not None for each in rows),
    }
    return render(request, "on_demand/tickets.html", context)


@require_POST
@_members(may_run)
def take_back(
    _request: HttpRequest, member: OrganisationMember, number: int, entry: int
) -> HttpResponse:
    """Take back that a player got tickets."""
    row = _entry(member, number, entry)
    of_pod = row.pod
    pod_actions.take_back_tickets(entry=row, actor=member.user)
    if of_pod is None:
        return _to_board(member)
    at = [member.organisation.slug, number, of_pod.number]
    return redirect("staff:on-demand-tickets", *at)


@require_safe
@_members(everybody)
def stand(request: HttpRequest, member: OrganisationMember, number: int) -> HttpResponse:
    """Show the code by which players join, as a page to print or to show at a stand."""
    queue = _queue(member, number)
    path = reverse("public:on-demand-queue", args=[member.organisation.slug, queue.number])
    address = base_for_phones(request) + path
    context = {
        "organisation": member.organisation,
        "queue": queue,
        "address": address,
        "code": code_of(address),
        "size_words": _size_words(queue),
    }
    return render(request, "on_demand/stand.html", context)


def _board(member: OrganisationMember) -> dict[str, Any]:
    rows = queries.queue_rows(queries.open_queues(member.organisation))
    following = next_for_queues(row.queue for row in rows)
    return {
        "organisation": member.organisation,
        "rows": [(row, _size_words(row.queue), following[row.queue.pk]) for row in rows],
        "closed": queries.closed_queues(member.organisation),
        "stamp": _stamp(member),
        "can_run": may_run(member),
        "can_manage": may_manage(member),
    }


def _stamp(member: OrganisationMember) -> str:
    """Return the stamp of the board, which also changes each minute: waits are shown in minutes."""
    minute = int(timezone.now().timestamp() // 60)
    return f"{queries.stamp_of(member.organisation)}@{minute}"


def _size_words(queue: Queue) -> str:
    return pod_size_words(queue.size, queue.least, queue.wait_minutes)


def _form(
    request: HttpRequest, member: OrganisationMember, form: QueueForm, queue: Queue | None
) -> HttpResponse:
    context = {"organisation": member.organisation, "form": form, "queue": queue}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(request, "on_demand/settings.html", context, status=status)


def _queue(member: OrganisationMember, number: int) -> Queue:
    queues = Queue.objects.select_related("organisation", "like")
    return get_object_or_404(queues, organisation=member.organisation_id, number=number)


def _pod(member: OrganisationMember, number: int, pod: int) -> QueuePod:
    pods = QueuePod.objects.select_related("queue__organisation", "event", "judge")
    of_queue = pods.filter(queue__organisation=member.organisation_id, queue__number=number)
    return get_object_or_404(of_queue, number=pod)


def _entry(member: OrganisationMember, number: int, entry: int) -> QueueEntry:
    entries = QueueEntry.objects.select_related("queue", "pod")
    of_queue = entries.filter(organisation=member.organisation_id, queue__number=number)
    return get_object_or_404(of_queue, number=entry)


def _board_address(member: OrganisationMember) -> str:
    return reverse("staff:on-demand", args=[member.organisation.slug])


def _to_board(member: OrganisationMember) -> HttpResponse:
    return redirect(_board_address(member))
