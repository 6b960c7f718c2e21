"""Badges on paper, for owners and organizers of an organisation."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from domain.written_names import called
from events import paper
from events.core.events.badges import chosen, players_today
from events.core.typed_values import row_key
from events.models import Badge, Event, OrganisationMember
from events.web.heavy import PAPER, heavy
from events.web.members import managers, member_view
from events.web.player_addresses import badge_address
from events.web.site_address import base_for_phones


@require_safe
@never_cache
@member_view(managers, back="staff:organisation")
@heavy(PAPER)
def badges(request: HttpRequest, member: OrganisationMember) -> HttpResponse:
    """The badges of today's players, `?who=` as the list has them, or that of one `?player=`."""
    organisation = member.organisation
    people = players_today(organisation)
    player = row_key(request.GET.get("player", ""))
    known = {person.key: person for person in people}
    if player is None:
        listed = chosen(people, request.GET.get("who", ""))
        badges_to_print = [person.badge for person in listed if person.badge is not None]
    else:
        of_one = Badge.objects.filter(organisation=organisation, player=player)
        badges_to_print = list(of_one.select_related("player"))
    if not badges_to_print:
        raise Http404
    base = base_for_phones(request)
    cards = []
    for badge in badges_to_print:
        badge.organisation = organisation
        person = known.get(badge.player_id)
        is_shared = person is not None and person.namesake
        cards.append(
            paper.BadgeCard(
                name=called(person or badge.player),
                address=badge_address(base, badge),
                event=person.events[0].name if person is not None and is_shared else "",
            )
        )
    # One stack of paper lies at the desk: that of today's events.
    size = people[0].events[0].paper_size if people else Event.PaperSize.A4
    document = paper.badges(organisation, cards, Event.PaperSize(size))
    return HttpResponse(
        paper.press(document),
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{document.name}.pdf"'},
    )
