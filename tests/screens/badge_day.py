"""The day of a player with a badge: two matches at once, and what comes next."""

from datetime import timedelta

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from events.badges.actions import make_badges
from events.core.clock.actions import start_clock
from events.core.events.actions import create_event
from events.core.events.declared_settings import EventData
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.players.scanned_codes import badge_token
from events.core.rounds.actions import post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.models import Badge, Event, Organisation, Player

SIDE_EVENTS = (("Legacy Challenge", 41, 23), ("Pauper at Noon", 61, 8))


# The list of screens names this player's page.
PLAYER, NAME = 900_001, "Camille Brennan"


def make_badge_day(main: Event, organisation: Organisation, owner: User) -> None:
    """Let a player and seven others play two more events; badges for her and some of them."""
    Player.objects.create(pk=PLAYER, organisation=organisation, name=NAME)
    others = list(main.enrollments.order_by("number")[:7])
    entries = [NewEnrollment(other.name, player=other.player_id) for other in others]
    entries.append(NewEnrollment(NAME, player=PLAYER))
    enroll(event_id=main.pk, actor=owner, entries=entries[-1:])
    Event.objects.filter(pk=main.pk).update(private_pages=True)
    for name, table, minutes in SIDE_EVENTS:
        data = EventData(name=name, date=main.date, game_format=name.split()[0], first_table=table)
        event = create_event(actor=owner, data=data, organisation=organisation.slug)
        enroll(event_id=event.pk, actor=owner, entries=entries)
        Event.objects.filter(pk=event.pk).update(next_seed=1, private_pages=True)
        pair_next_round(event_id=event.pk, actor=owner, number=1)
        post_round(event_id=event.pk, actor=owner, number=1)
        round = start_clock(event_id=event.pk, actor=owner, number=1)
        round.started_at = timezone.now().replace(microsecond=0) - timedelta(minutes=minutes)
        round.save(update_fields=["started_at"])
    keys = [PLAYER, *(other.player_id for other in others[:3])]
    make_badges(organisation=organisation, actor=owner, players=keys)


def badge_address(scene: str) -> str:
    """Return the private address of her badge."""
    badge = Badge.objects.select_related("organisation").get(player=PLAYER)
    return reverse("public:badge", args=[scene, badge_token(badge)])
