"""A stand: a queue with a line, pods, a series and badges."""

from random import Random

from django.contrib.auth.models import User

from events.core.organisations.ownership import create_organisation, give_to_organisation
from events.core.series.series_places import events_of
from events.models import Event, Player, QueuePod
from events.on_demand.actions import join
from events.on_demand.pod_actions import open_queue, post_pod
from events.series.actions import open_series
from events.series.same_player_actions import combine_players
from events.series.same_players import same_names
from events.simulation.names import make_names
from tests.screens.badge_day import make_badge_day
from tests.screens.convention import Play


def make_stand(play_of: Play, slug: str, owner: User) -> Event:
    """Return an event of an organisation that also has queues, pods, a series and badges."""
    name = "Friday Night Magic"
    names = make_names(11, Random(4))
    event: Event = play_of(slug, owner, names, name=name, rounds=4, staff_may_play=True).event
    organisation = create_organisation("Harbour City", slug, owner)
    give_to_organisation(event, organisation)
    values = {"date": event.date, "least": 6, "tickets": {"1-0": 7, "0-1": 1}, "first_table": 301}
    draft, bracket = (
        open_queue(organisation=organisation, actor=owner, values=values | more)
        for more in (
            {"name": "Booster Draft", "last_table": 340},
            {"name": "Bracket of four", "size": 4, "least": None, "play": "elimination"}
            | {"last_table": 360},
        )
    )
    for name in (*make_names(17, Random(10)), "Maximiliana-Konstantina Wolfeschlegelst."):
        join(queue=draft, name=name)
    for name in make_names(22, Random(10))[18:]:
        join(queue=bracket, name=name)
    post_pod(pod=QueuePod.objects.get(queue=bracket), actor=owner)
    known = make_names(9, Random(14))
    for more, people in (("Cup", known), ("Open", known[:6])):
        cup = play_of(f"{slug}-{more.lower()}", owner, people, name=f"Spring {more}", rounds=2)
        give_to_organisation(cup.event, organisation)
        Player.objects.filter(enrollments__event=cup.event).update(organisation=organisation)
        cup.go_to("finished")
    dates = {"first_date": event.date, "last_date": event.date}
    rules = {"name": "Spring League", "tables": {"0": [10, 7, 5]}, "best": 3, **dates}
    series = open_series(organisation=organisation, actor=owner, values=rules)
    combined = same_names(list(events_of(series)))[0]
    combine_players(series=series, actor=owner, players=combined.players)
    make_badge_day(event, organisation, owner)
    return event
