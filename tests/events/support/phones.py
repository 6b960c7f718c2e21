"""Events whose players use phones, and the phones: browsers that opened a player link."""

from typing import Any

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from domain.results import parse_result
from events.core.players.private_address import form_key, token_of
from events.models import Enrollment, Event
from events.player_pages.actions import PhoneReport
from tests.events.scenario import event_with_owner, start_round
from tests.markup import with_plain_names

EVERYTHING = {
    "private_pages": True,
    "phone_reports": Event.PhoneReports.COUNT,
    "phone_check_in": True,
    "phone_drops": True,
    "judge_calls": True,
}


def event_of_phones(players: int = 4, *, posted: bool = True, **columns: Any) -> tuple[Event, User]:
    """Return an event that allows everything by phone, with round 1 posted, and its owner."""
    event, owner = event_with_owner(players, **{**EVERYTHING, **columns})
    if posted:
        start_round(event, owner, 1)
    return event, owner


def pair_at(event: Event, table: int = 1, number: int = 1) -> tuple[Enrollment, Enrollment]:
    """Return the two players at a table, the first-named one first."""
    match = (
        event.rounds.get(number=number).matches.select_related("first", "second").get(table=table)
    )
    assert match.second is not None
    return match.first, match.second


def told(
    score: str, opponent: Enrollment, key: str = "", number: int = 1, **more: Any
) -> PhoneReport:
    """Return a player's report with the score from their own side."""
    return PhoneReport(
        round=number,
        opponent=opponent.number,
        result=parse_result(score),
        key=key or f"{opponent.pk}/{score}",
        **more,
    )


class Phone:
    """The phone of one player, which opened the player link."""

    def __init__(self, enrollment: Enrollment, language: str = "en") -> None:
        self.enrollment = Enrollment.objects.select_related("event").get(pk=enrollment.pk)
        self.event = self.enrollment.event
        self.client = Client(headers={"accept-language": language})
        self.token = token_of(self.enrollment.pk, self.enrollment.address_nonce)
        self.opened = self.client.get(reverse("me:open", args=[self.token]))

    def url(self, name: str = "page") -> str:
        """Return the address of one of the player's pages."""
        return reverse(f"me:{name}", args=[self.event.slug])

    def page(self) -> str:
        """Return the text of the phone's page."""
        answer = self.client.get(self.url())
        assert answer.status_code == 200, answer.status_code
        return with_plain_names(" ".join(answer.content.decode().split()))

    def post(self, name: str, **fields: object) -> HttpResponse:
        """Submit one of its forms."""
        answer: Any = self.client.post(self.url(name), {"form": form_key(self.token), **fields})
        return answer  # type: ignore[no-any-return]

    def tell(
        self, score: str, opponent: Enrollment, key: str = "", **fields: object
    ) -> HttpResponse:
        """Report a result from the player's own side."""
        told = {"round": 1, "opponent": opponent.number, "score": score}
        told["key"] = key or f"key {score}"
        return self.post("report", **{**told, **fields})
