"""Views outside the pages: notices, messages to programs, overlays, badges, paper, prizes."""

from collections.abc import Callable, Collection
from typing import Any

from django.test import Client
from django.utils import timezone

from events.badges.own_day import DayNow, own_day
from events.core.phones.push_queries import pushes_due
from events.core.prizes.pool import entries_of
from events.core.prizes.queries import current_awards
from events.integrations.overlays import overlay
from events.integrations.payloads import payload
from events.models import (
    Enrollment,
    Event,
    HookKind,
    HookMessage,
    Match,
    Prize,
    PushSubscription,
)
from events.models.querysets import of_players
from events.paper.queries import lines_by_name, paper_matches
from events.public_site.reads.events import PublicEvent, read_event
from events.report.queries import event_report

Say = Callable[[str, str, Any], None]
NEWEST = 6


def prepare(event: Event) -> None:
    """Let programs hear of everything in an event, and give it prizes."""
    kinds = " ".join(HookKind)
    Event.objects.filter(pk=event.pk).update(hook_kinds=kinds, prizes_for="players")
    Prize.objects.create(event=event, by=Prize.By.PLACE, first=1, last=4, packs=3)


def notices(say: Say, event: Event, numbers: Collection[int]) -> None:
    """Compare the notices of a posted round with the players' cards."""
    players = event.enrollments.filter(number__in=numbers)
    for player in players.filter(push_subscriptions__isnull=True):
        endpoint = f"https://push.example/{player.pk}"
        PushSubscription.objects.create(enrollment=player, endpoint=endpoint)
    for push in pushes_due():
        number = push.subscription.enrollment.number
        card = _card(event, number)
        if push.slug == event.slug and card:
            words = [push.round.number, str(push.table or ""), push.table is None]
            say(f"notice to {number}", "notice", words)
            table, kind = str(card.get("table") or ""), card.get("kind")
            say(f"notice to {number}", "card", [card["round"], table, kind == "bye"])


def messages(say: Say, event: Event) -> None:
    """Compare the newest messages to programs with what the event says."""
    shown = read_event(event.pk)
    states = dict(event.enrollments.values_list("number", "state"))
    newest = HookMessage.objects.filter(event=event).select_related("entry").order_by("-pk")
    for message in newest[:NEWEST]:
        values = payload(message, shown)
        data = values["data"] if values else {}
        if "player" in data:
            number = data["player"]["number"]
            say(f"{number} takes part", "message", number in states)
            say(f"{number} takes part", "roster", True)
            if message.kind == HookKind.PLAYER_DROPPED:
                say(f"{number} dropped", "message", True)
                say(f"{number} dropped", "roster", states[number] != Enrollment.State.ACTIVE)
            say("players", "message", data["players"])
        for row in data.get("top", ()) if data.get("round") == shown.results_through else ():
            figures = [str(row["place"]), f"{row['points']:g}", row["record"]]
            say(f"published place of {row['number']}", "message", figures)


def overlays(say: Say, event: Event, numbers: Collection[int]) -> None:
    """Compare the scenes of a stream with the players' cards."""
    for row in overlay(event, "standings", None)["rows"]:
        figures = [str(row.place), f"{row.points:g}", row.record]
        say(f"published place of {row.number}", "overlay", figures)
    for number in numbers:
        lower, card = overlay(event, "lower", number), _card(event, number)
        say("players", "overlay", lower["of"])
        if lower["line"] is not None and card:
            say(f"record of {number} now", "overlay", lower["record"])
            standing = card.get("standing", {})
            say(f"record of {number} now", "card", card.get("record", standing.get("record")))


def counts(say: Say, event: Event) -> None:
    """Compare how many players an event has, and who wins its prizes."""
    report = event_report(event)
    say("players", "report", report.players)
    say("players", "pool", entries_of(event))
    for view, awards in (("prizes", current_awards(event)), ("report", report.prizes)):
        say("awards", view, [(award.number, award.place, award.value) for award in awards])
    places = {line.person.number: line.row.place or 0 for line in report.standings}
    say("awards", "places", [(own.number, places[own.number], own.value) for own in report.prizes])


def badges(say: Say, event: Event, numbers: Collection[int]) -> None:
    """Compare the line of an event on a badge with the player's card."""
    for player in event.enrollments.select_related("event").filter(number__in=numbers):
        own = Match.objects.filter(of_players([player])).of_posted_rounds()
        matches = list(own.select_related("first", "second"))
        (line,) = own_day(DayNow([player], matches, [], ""), timezone.now()).lines
        card = _card(event, player.number)
        if line.match is None or line.round is None or line.round.is_complete or not card:
            continue
        others = [card["opponent"]] if "opponent" in card else card.get("opponents", [])
        place = [", ".join(other["name"] for other in others), card.get("table")]
        say(f"opponent of {player.number}", "badge", [line.opponent, line.match.table])
        say(f"opponent of {player.number}", "card", place)
        say(f"{player.number} goes on", "badge", line.goes_on)
        say(f"{player.number} goes on", "card", card["goes_on"] and player.is_active)


def paper(say: Say, event: Event, shown: PublicEvent) -> None:
    """Compare the printed list of the newest posted round with what is posted."""
    newest = event.rounds.posted().select_related("stage", "event").order_by("-number").first()
    if newest is None or newest.is_complete:
        return
    for line in lines_by_name(paper_matches(newest)):
        say(f"line of {line.own.player.number}", "paper", line.table)
    for number, row in shown.newest_pairings.items():
        say(f"line of {number}", "posted", row.table)


def _card(event: Event, number: int) -> dict[str, Any]:
    answer = Client().get(f"/e/{event.slug}/players/{number}.json")
    return answer.json() if answer.status_code == 200 else {}
