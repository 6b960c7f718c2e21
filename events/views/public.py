"""What players see: a page is made from what was posted or published last, once a revision."""

from collections.abc import Callable, Iterable
from typing import Any

from django.core.paginator import EmptyPage, Paginator
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from events.forms.profiles import profile_name
from events.models import Event
from events.selectors import public as selectors
from events.selectors.brackets import bracket_picture, seeds_of
from events.selectors.chances import public_chances
from events.selectors.names import name_matches
from events.selectors.public import (
    PairingRow,
    PublicEvent,
    PublicRound,
    PublicSnapshot,
    StandingRow,
)
from events.selectors.public_player import player_page
from events.selectors.public_stages import pod_rows, public_stages
from events.selectors.seeds import public_seeds
from events.views.public_cache import STAMP_PLACE, RenderedPages, Stamp, Watch, pack, respond

EVENTS_A_PAGE = 60
LONGEST_SEARCH = 80

all_events: Watch[str, tuple[bool, tuple[Event, ...]]] = Watch()
single_events: Watch[str, PublicEvent] = Watch()
pages = RenderedPages()


def forget() -> None:
    """Forget everything this worker knows of public pages."""
    all_events.clear()
    single_events.clear()
    pages.clear()


@require_safe
def events(request: HttpRequest) -> HttpResponseBase:
    """Every event, newest first; before there is any account, the way to make the first one."""
    stamp, (has_accounts, listed) = all_events.get("", selectors.list_stamp, selectors.list_events)
    if not has_accounts and not listed:
        return redirect("first-organizer")
    try:
        page = Paginator(listed, EVENTS_A_PAGE).page(int(request.GET.get("page", "1")))
    except (ValueError, EmptyPage) as error:
        raise Http404 from error
    context = {"page": page, "has_accounts": has_accounts}
    key = f"/?page={page.number}"
    return answer_page(request, key, stamp, "public/events.html", lambda: context)


@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponseBase:
    """What an event is, and the way to its rounds."""
    stamp, shown = open_event(slug)
    return answer_page(
        request,
        request.path,
        stamp,
        "public/event.html",
        lambda: page_context(shown, "event", stages=public_stages(shown)),
    )


@require_safe
def pairings(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponseBase:
    """The posted pairings of a round, or of the newest one; `?q=` narrows them without scripts."""
    stamp, shown = open_event(slug)
    round = shown.round(number)
    if round is None and number is not None:
        raise Http404

    def context() -> dict[str, Any]:
        found = _pairing_rows(shown, round, search)
        seeds = seeds_of(round.stage) if round and round.stage.is_elimination else {}
        return page_context(shown, "pairings", round=round, seeds=seeds, **found)

    search = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    if search:
        return answer_search(request, "public/pairings.html", context())
    return answer_page(request, request.path, stamp, "public/pairings.html", context)


@require_safe
def standings(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponseBase:
    """The standings as they were published after a round, or the newest ones."""
    stamp, shown = open_event(slug)
    snapshot = shown.standings(number)
    if snapshot is None and number is not None:
        raise Http404

    def context() -> dict[str, Any]:
        rows: Iterable[StandingRow] = ()
        is_newest = snapshot == shown.standings()
        if snapshot is not None:
            rows = (
                shown.newest_standings.values()
                if is_newest
                else selectors.standing_rows(snapshot.id, shown.profile)
            )
        return page_context(
            shown,
            "standings",
            snapshot=snapshot,
            snapshot_is_playoff=_is_playoff(shown, snapshot),
            rows=tuple(rows),
            columns=selectors.shown_tiebreakers(shown.profile) if shown.has_records else (),
            any_drawn=any(row.drawn for row in rows),
            chances=public_chances(shown) if is_newest else None,
            rules=profile_name(shown.profile),
        )

    return answer_page(request, request.path, stamp, "public/standings.html", context)


@require_safe
def player(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """One player's table now, opponents and published results.

    Not found until the player stands in posted pairings: the roster itself is not public.
    """
    stamp, shown = open_event(slug)

    def context() -> dict[str, Any]:
        found = player_page(shown, number)
        if found is None:
            raise Http404
        return page_context(shown, "player", found=found, round=shown.round())

    return answer_page(request, request.path, stamp, "public/player.html", context)


@require_safe
def draw(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The seeds that drew the posted rounds, and the hash of the next one."""
    stamp, shown = open_event(slug)

    def context() -> dict[str, Any]:
        return page_context(shown, "rules", seeds=public_seeds(shown.event))

    return answer_page(request, request.path, stamp, "public/draw.html", context)


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The rules this event is ranked by, in words."""
    stamp, shown = open_event(slug)
    return answer_page(
        request,
        request.path,
        stamp,
        "public/rules.html",
        lambda: page_context(
            shown, "rules", rules=profile_name(shown.profile), stages=public_stages(shown)
        ),
    )


@require_safe
def projector(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The newest posted pairings for a wall: large, in pages that turn; seats, a bracket."""
    stamp, shown = open_event(slug)
    round = shown.round()

    def context() -> dict[str, Any]:
        if shown.draft_to_play:
            seats = pod_rows(shown.draft_to_play)
            return page_context(shown, "projector", round=round, seats=seats)
        if round is not None and shown.bracket == round.stage:
            picture = bracket_picture(round.stage, public=True)
            return page_context(shown, "projector", round=round, picture=picture)
        return page_context(shown, "projector", round=round, **_pairing_rows(shown, round, ""))

    return answer_page(request, request.path, stamp, "public/projector.html", context)


def _is_playoff(shown: PublicEvent, snapshot: PublicSnapshot | None) -> bool:
    round = shown.round(snapshot.round_number) if snapshot else None
    return round is not None and round.stage.is_elimination and shown.bracket is not None


def open_event(slug: str) -> tuple[Stamp, PublicEvent]:
    """Return what is public of an event with its stamp; Http404 when there is none."""
    return single_events.get(
        slug, lambda: selectors.event_stamp(slug), lambda: selectors.load_event(slug)
    )


def _pairing_rows(shown: PublicEvent, round: PublicRound | None, search: str) -> dict[str, Any]:
    rows: Iterable[PairingRow] = ()
    if round is not None:
        is_newest = round == shown.round()
        rows = shown.newest_pairings.values() if is_newest else selectors.pairing_rows(round.id)
    if search:
        rows = (
            row
            for row in rows
            if any(name_matches(name, search) for name in (row.name, *row.members))
        )
    return {"rows": tuple(rows), "search": search}


def page_context(shown: PublicEvent, tab: str, **more: Any) -> dict[str, Any]:
    """Return what every page of an event needs, `tab` being the one it belongs to."""
    return {"shown": shown, "event": shown.event, "tab": tab, **more}


def answer_page(
    request: HttpRequest,
    key: str,
    stamp: Stamp,
    template: str,
    context: Callable[[], dict[str, Any]],
) -> HttpResponseBase:
    """Answer with the page of this address in the reader's language, rendered if need be."""
    page = pages.get(
        (key, get_language()), stamp, lambda: _render(request.path, template, context())
    )
    return respond(request, page)


def answer_search(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponseBase:
    """Answer with a page that one reader asked for: it is not kept."""
    return respond(request, pack(_render(request.get_full_path(), template, context)))


def _render(path: str, template: str, context: dict[str, Any]) -> str:
    # Without the request: nothing of the person who happens to come first gets into the page.
    return render_to_string(template, {**context, "path": path, "stamp": STAMP_PLACE})
