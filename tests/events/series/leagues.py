"""A series after one event, whose places earn byes."""

import datetime

from django.contrib.auth.models import User

from events.core.standings.actions import publish_standings
from events.models import Event, Organisation, Player, Series, StandingsSnapshot
from tests import factories

NAMES = ("Ada Berg", "Ben Ito", "Cleo Vale", "Dan Oak")


def league(actor: User, shop: Organisation) -> Series:
    """Return a league in which NAMES have places 1 to 4 by one event, with an address each."""
    event = factories.EventFactory.create(
        name="May Open", date=datetime.date(2026, 5, 2), organisation=shop, rounds=1
    )
    for enrolled in factories.enroll_players(event, NAMES):
        address = f"{enrolled.name.split()[0].lower()}@example.org"
        enrolled.player = Player.objects.create(
            name=enrolled.name, organisation=shop, email=address
        )
        enrolled.save(update_fields=["player"])
    factories.RoundFactory.create(event=event, complete=True, with_matches=True)
    publish_standings(event_id=event.pk, actor=actor, number=1)
    publish_places(1, 2, 3, 4, event=event)
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)
    return Series.objects.create(
        organisation=shop, number=1, name="Spring League", tables={"0": [10, 7, 5, 3]},
        first_date=datetime.date(2026, 5, 1), last_date=datetime.date(2026, 5, 31),
        rewards=[[1, 1, "2 byes"], [2, 2, "invitation and a bye"]],
    )  # fmt: skip


def publish_places(*places: int, event: Event | None = None) -> None:
    """Give the players of the only event of a series these places, in the order of NAMES."""
    known = {"round__event": event} if event else {"round__event__name": "May Open"}
    snapshot = StandingsSnapshot.objects.get(**known)
    for row in snapshot.rows:
        row["place"] = places[row["number"] - 1]
    snapshot.rows.sort(key=lambda row: row["place"])
    snapshot.save(update_fields=["rows"])
