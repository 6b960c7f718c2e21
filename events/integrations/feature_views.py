"""The producer's pages on a phone: match on camera, its games, addresses of overlays."""

from collections.abc import Sequence
from functools import cache

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from events.core.adapters import read_seats
from events.core.phones.queries import typed_table
from events.core.refusals import RefusedError
from events.core.results.delayed_results import waiting_results
from events.core.rounds.queries import names_at_tables, tables_in
from events.integrations import feature_actions as actions
from events.integrations.forms import OverlayForm
from events.integrations.overlays import SCENES
from events.integrations.words import scene_words
from events.models import Event, FeatureMatch, Match, Round, StreamLink
from events.web.access import Action, Desk, staff_view
from events.web.forms.sent_forms import made_once
from events.web.staff_pages.rows_shown import rows_shown


def _to_feature(desk: Desk, **_numbers: int) -> HttpResponse:
    return redirect("staff:feature", desk.event.slug)


@staff_view(get=Action.SEE, post=Action.ANNOUNCE, back=_to_feature)
def feature(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the match on camera and the tables; on POST, put a table on camera."""
    round = _playing(desk.event)
    if request.method == "POST":
        typed = request.POST.get("table", "").strip()
        if round is None:
            raise RefusedError(_("No round is in progress."))
        table = typed_table(round, typed)
        if table is None:
            raise RefusedError(_("Enter a table number."))
        actions.choose_feature(**desk.who, number=round.number, table=table)
        return _to_feature(desk)
    on_camera = _on_camera(desk.event)
    tables = tables_in(round) if round else []
    # A search reads the names at all tables; the page reads only the players it lists.
    names = cache(lambda: names_at_tables(round) if round else {})
    shown = rows_shown(
        request, tables, lambda table: ((table,), names().get(table, ())), most=400, page=200
    )
    context = {
        "desk": desk,
        "round": round,
        "feature": on_camera,
        "waiting": waiting_results(desk.event),
        "shown": shown,
        "matches": _matches_at(round, shown.rows) if round else [],
        "seen": actions.seen_of(on_camera) if on_camera else "",
    }
    return render(request, "integrations/feature.html", context)


@staff_view(post=Action.ENTER_RESULT, back=_to_feature)
def games(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Count a game of the match on camera, or undo one."""
    seen = request.POST.get("seen", "")
    counts = request.POST.get("games", "").split("-")
    if len(counts) == 2 and all(count.isascii() and count.isdigit() for count in counts):
        first, second = (int(count[:2]) for count in counts)
        actions.count_games(**desk.who, first=first, second=second, seen=seen)
    return _to_feature(desk)


@staff_view(post=Action.ANNOUNCE, back=_to_feature)
def end(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Take the match off camera."""
    actions.end_feature(**desk.who)
    messages.success(request, _("No match is on camera."))
    return _to_feature(desk)


@staff_view(post=Action.ANNOUNCE, back=_to_feature)
def show(request: HttpRequest, desk: Desk, match: int) -> HttpResponse:
    """Publish a delayed result now."""
    actions.show_result(**desk.who, match_id=match)
    messages.success(request, _("The result is public."))
    return _to_feature(desk)


@staff_view(get=Action.EDIT_EVENT, post=Action.EDIT_EVENT)
@made_once
def stream(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the addresses of overlays and embeds; on POST, create a new private one or revoke it."""
    if request.method == "POST":
        wanted = request.POST.get("do")
        if wanted == "end":
            actions.end_stream_link(**desk.who)
            messages.success(request, _("The overlay address was deactivated."))
        elif wanted == "renew":
            actions.renew_stream_link(**desk.who)
            messages.success(request, _("The overlays have a new address."))
        return redirect("staff:stream", desk.event.slug)
    link = StreamLink.objects.filter(event=desk.event).first()
    scenes = []
    if link is not None:
        for scene in SCENES:
            path = reverse("overlay:page", args=[link.token, scene])
            scenes.append((scene, scene_words(scene), request.build_absolute_uri(path)))
    embeds = []
    for name in ("standings", "pairings"):
        address = request.build_absolute_uri(
            reverse(f"public:embed-{name}", args=[desk.event.slug])
        )
        frame = {"address": address, "title": desk.event.name}
        embeds.append((name, address, render_to_string("integrations/frame.html", frame).strip()))
    context = {"desk": desk, "link": link, "scenes": scenes, "embeds": embeds}
    return render(request, "integrations/stream.html", context)


@staff_view(get=Action.EDIT_EVENT)
def scene(request: HttpRequest, desk: Desk, scene: str) -> HttpResponse:
    """Preview an overlay in the chosen size and colors, with its address."""
    if scene not in SCENES:
        raise Http404
    link = StreamLink.objects.filter(event=desk.event).first()
    if link is None:
        messages.info(request, _("Create the address of the overlays first."))
        return redirect("staff:stream", desk.event.slug)
    form = OverlayForm(request.GET, scene, get_language() or "en")
    path = reverse("overlay:page", args=[link.token, scene])
    if form.is_valid():
        path = f"{path}?{form.query()}"
    address = request.build_absolute_uri(path)
    context = {"desk": desk, "scene": scene, "form": form, "address": address, "path": path}
    context["name"] = scene_words(scene)
    status = 422 if form.errors else 200
    return render(request, "integrations/scene.html", context, status=status)


def _playing(event: Event) -> Round | None:
    rounds = event.rounds.being_played().defer("posted_rows")
    return rounds.order_by("-number").first()


def _on_camera(event: Event) -> FeatureMatch | None:
    joined = ("match__first", "match__second", "match__round__stage")
    on_camera = FeatureMatch.objects.filter(match__round__event=event, on_camera=True)
    feature = on_camera.select_related(*joined).first()
    if feature is not None:
        feature.match.round.event = event
    return feature


def _matches_at(round: Round, tables: Sequence[int]) -> list[Match]:
    """Return the matches at these tables, in order. One query."""
    played = round.matches.at_tables().filter(table__in=tables)
    matches = list(played.select_related("first", "second").order_by("table"))
    read_seats(matches)
    return matches
