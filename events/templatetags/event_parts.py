"""Tags of the navigation inside an event."""

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.safestring import SafeString

from events.core.events.used_parts import used_parts
from events.core.organisations.ownership import memberships_of
from events.public_site.fragment_cache import cached_fragment
from events.web.requests import person

register = template.Library()


@register.simple_tag(takes_context=True)
def event_tabs(context: template.Context) -> SafeString:
    """The tabs of an event's pages, written once for each page: they take 2 ms of processor."""
    desk, request = context["desk"], context.get("request")
    match = getattr(request, "resolver_match", None)
    parts = used_parts(desk.event)
    values = {
        "slug": desk.event.slug,
        "page": (match.url_name or "") if match else "",
        "bracket": parts.bracket,
        "judges": parts.judges,
        "can_edit": desk.can["edit_event"],
        "gives_prizes": bool(desk.event.prizes_for),
    }
    return cached_fragment("staff/tabs.html", values)


# A head has room for so many names.
MOST_ORGANISATIONS = 2


@register.inclusion_tag("organisations/site_tabs.html", takes_context=True)
def site_tabs(context: template.Context) -> dict[str, object]:
    """The tabs of pages outside events: today and the person's organisations. One query."""
    request = context["request"]
    match = getattr(request, "resolver_match", None)
    mine = [member.organisation for member in memberships_of(person(request))]
    return {
        "organisations": mine if len(mine) <= MOST_ORGANISATIONS else (),
        "several": len(mine) > MOST_ORGANISATIONS,
        "page": (match.url_name or "") if match else "",
        "shown": match.kwargs.get("organisation", "") if match else "",
    }


@register.inclusion_tag("staff/tab.html", takes_context=True)
def desk_tab(
    context: template.Context, name: str, label: str, family: str = ""
) -> dict[str, str | bool]:
    """One tab of an event's desk; nothing when the address is not there.

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
