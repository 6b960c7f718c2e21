"""Tags of the navigation inside an event, and its current announcements."""

from dataclasses import dataclass

from django import template
from django.db.models import Exists, OuterRef, Q, Subquery
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from events.core.events import queries
from events.core.organisations.ownership import memberships_of
from events.core.revision_cache import RevisionCache
from events.models import Announcement, Event, FactSheet, StaffMember, Stage, Venue
from events.public_site.fragment_cache import cached_fragment
from events.web.requests import person


@dataclass(frozen=True, slots=True)
class UsedParts:
    """The first stage with a bracket, whether judges are on the staff and decklists required."""

    bracket: int | None = None
    judges: bool = False
    decklists: bool = False


_cache: RevisionCache[UsedParts] = RevisionCache()


def used_parts(event: Event) -> UsedParts:
    """Return which parts this event uses. One query after its staff or its stages changed."""
    key = event.pk, event.whole_revision
    parts = _cache.get(key)
    if parts is None:
        parts = _read(event)
        _cache.put(key, parts)
    return parts


def _read(event: Event) -> UsedParts:
    brackets = Stage.objects.filter(event=OuterRef("pk"), kind__in=Stage.Kind.playoffs())
    # The organizer of a small event is usually also its head judge and needs no floor page.
    is_judge = Q(judge=True) | Q(head_judge=True, organizer=False)
    judges = StaffMember.objects.filter(is_judge, event=OuterRef("pk"))
    lists = FactSheet.objects.filter(event=OuterRef("pk")).exclude(decklists="")
    rows = Event.objects.filter(pk=event.pk).values_list(
        Subquery(brackets.order_by("number").values("number")[:1]), Exists(judges), Exists(lists)
    )
    return next(
        (UsedParts(bracket, bool(judge), bool(required)) for bracket, judge, required in rows),
        UsedParts(),
    )


register = template.Library()


@register.simple_tag(takes_context=True)
def event_tabs(context: template.Context) -> SafeString:
    """Return the tabs of an event's pages, made once for each page: they take 2 ms of processor."""
    desk, request = context["desk"], context.get("request")
    match = getattr(request, "resolver_match", None)
    parts = used_parts(desk.event)
    values = {
        "slug": desk.event.slug,
        "page": (match.url_name or "") if match else "",
        "bracket": parts.bracket,
        "judges": parts.judges,
        "decklists": parts.decklists,
        "can_edit": desk.can["edit_event"],
        "gives_prizes": bool(desk.event.prizes_for),
    }
    return cached_fragment("staff/tabs.html", values)


# Names that fit in a heading.
MOST_ORGANISATIONS = 2


@register.inclusion_tag("organisations/site_tabs.html", takes_context=True)
def site_tabs(context: template.Context) -> dict[str, object]:
    """Return the tabs of pages outside events: today and the person's organisations. One query."""
    request = context["request"]
    match = getattr(request, "resolver_match", None)
    mine = [member.organisation for member in memberships_of(person(request))]
    page = (match.url_name or "") if match else ""
    venue = context.get("venue")
    shown = match.kwargs.get("organisation", "") if match else ""
    if page == "venues" and len(mine) == 1:
        shown = mine[0].slug
    return {
        "organisations": mine if len(mine) <= MOST_ORGANISATIONS else (),
        "several": len(mine) > MOST_ORGANISATIONS,
        "page": page,
        # A venue belongs to its organisation, although its address does not contain it.
        "shown": venue.organisation.slug if isinstance(venue, Venue) else shown,
    }


@register.inclusion_tag("staff/tab.html", takes_context=True)
def desk_tab(
    context: template.Context, name: str, label: str, family: str = ""
) -> dict[str, str | bool]:
    """Return one tab of an event's desk; nothing when the address is not there.

    It is the current one on the page of that name and on pages whose names begin with it or
    with one of `family`, which are separated by spaces.
    """
    try:
        address = reverse(f"staff:{name}", args=[context["slug"]])
    except NoReverseMatch:
        address = ""
    shown = context["page"]
    current = any(shown == own or shown.startswith(f"{own}-") for own in (name, *family.split()))
    return {"address": address, "label": label, "current": current}


@register.simple_tag
def announced_now(event: Event) -> tuple[Announcement, ...]:
    """Return the current announcements; a query only while there are any."""
    if event.announced_until is None or event.announced_until <= timezone.now():
        return ()
    return queries.announced_now(event)
