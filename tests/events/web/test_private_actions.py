"""Nothing that the staff does in private changes a byte of any public page.

Every address of the staff that writes is in one of two lists: the public ones, with what they
show on purpose, and the private ones, with a case. A new address in neither list fails.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from events.core.preflight.queries import preflight_check
from events.core.rounds.actions import complete_round, post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.stages.plans import StagePlan
from events.core.standings.actions import publish_standings
from events.models import (
    Appeal,
    Call,
    DeckCheck,
    Event,
    FactSheet,
    HookDelivery,
    Prize,
    Report,
    Role,
    StaffMember,
)
from events.urls_staff import of_an_event
from tests import factories
from tests.events.scenario import enter_slips, event_with_owner, player, report, start_round
from tests.events.support.access_cases import actions_of
from tests.events.support.event_changes import delayed_match
from tests.events.support.phones import event_of_phones
from tests.events.support.programs import PROGRAM, message, program
from tests.events.support.public_addresses import AT_ONCE, addresses_of, read_once, unset
from tests.events.support.public_writes import PUBLIC_ON_PURPOSE
from tests.events.support.stages import staged
from tests.longer import ASKED_FOR

pytestmark = pytest.mark.django_db
Fields = dict[str, Any]

# Players and rounds of these events.
THERE = {"number": range(1, 5), "round": range(1, 3)}


@dataclass(frozen=True)
class Act:
    """One private action: the address's name and numbers, and what its form sends."""

    name: str
    numbers: Callable[[Event], dict[str, Any]] | dict[str, Any] = field(default_factory=dict)
    fields: Callable[[Event], Fields] | Fields = field(default_factory=dict)
    answer: int = 0

    def do(self, browser: Client, event: Event) -> None:
        """Do it, and fail unless it was done."""
        numbers = self.numbers(event) if callable(self.numbers) else self.numbers
        fields = self.fields(event) if callable(self.fields) else self.fields
        before = event.journal.count()
        url = reverse(f"staff:{self.name}", kwargs={"slug": event.slug, **numbers})
        answer = browser.post(url, fields)
        assert answer.status_code in (self.answer or 200, 302), (self, answer.status_code)
        assert event.journal.count() > before, (self, "did nothing")


def at(**numbers: Any) -> dict[str, Any]:
    return numbers


ROUND, TABLE, ONE = at(number=1), at(number=1, table=1), at(number=1)
NEW = {"name": "Zoe New", "email": "zoe@mail.invalid", "awarded_byes": "0", "late": "next"}
GAMES = {"games-TOTAL_FORMS": "2", "games-INITIAL_FORMS": "0"} | {
    f"games-{place}-{name}": value
    for place in (0, 1)
    for name, value in (("winner", "first"), ("ending", "played"), ("play_first", ""))
}
WARNING = {"infraction": "deck-problem", "penalty": "warning", "note": "a secret"}
APPEAL = {"player": "1", "ruling": "a secret", "outcome": next(iter(Appeal.Outcome))}
LEFT = {"reason": "ill"}


def judge_of(event: Event) -> str:
    return str(event.staff.get(judge=True).user.username)


def invitation(event: Event) -> dict[str, Any]:
    return {"invitation_id": event.invitations.filter(username="").get().pk}


def set_up() -> tuple[Event, User]:
    return event_of_phones(4, posted=False)


def unposted() -> tuple[Event, User]:
    event, owner = event_with_owner(4, rounds=3)
    start_round(event, owner, 1)
    report(event, owner, 1)
    complete_round(event_id=event.pk, actor=owner, number=1)
    publish_standings(event_id=event.pk, actor=owner, number=1)
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    return event, owner


def playing() -> tuple[Event, User]:
    event, owner = event_of_phones(4)
    FactSheet.objects.create(event=event)
    factories.trust_of(factories.staff_member(event, Role.SCOREKEEPER, "ruler"), event)
    match = event.rounds.get().matches.get(table=2)
    Call.objects.create(
        match=match, enrollment=match.first, kind=Call.Kind.JUDGE, at=timezone.now()
    )
    return event, owner


def finished_round() -> tuple[Event, User]:
    event, owner = event_with_owner(4, rounds=3)
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "1 20 x1", "2 20")
    complete_round(event_id=event.pk, actor=owner, number=1)
    return event, owner


def with_prizes() -> tuple[Event, User]:
    event, owner = finished_round()
    Prize.objects.create(event=event, by=Prize.By.PLACE, last=4, packs=3)
    Event.objects.filter(pk=event.pk).update(prizes_for=Event.PrizesFor.PLAYERS)
    return event, owner


def draft() -> tuple[Event, User]:
    return staged(8, StagePlan(rounds=3, pods=True))


def given_up(event: Event) -> dict[str, Any]:
    event_of_program = message(event)
    del event_of_program["delivery"]
    HookDelivery.objects.update(state=HookDelivery.State.GAVE_UP)
    return event_of_program


def access_token(event: Event) -> dict[str, Any]:
    return at(token=event.access_tokens.get().pk)


ACTS: dict[Callable[[], tuple[Event, User]], list[Act]] = {
    set_up: [
        Act("tokens", fields={"name": "Pad", "scopes": ["results"]}),
        Act("token-revoke", access_token),
        Act("integrations", fields=PROGRAM),
        Act("integration-test", program),
        Act("integration-replay", message),
        Act("integration-secret", program),
        Act("integration-failed", given_up),
        Act("integration-kinds", program, {"kinds": ["event.finished"]}),
        Act("integration-pause", program, {"paused": "1"}),
        Act("integration-remove", program),
        Act("room", fields={"room": "1 2", "blocked_tables": "9"}),
        Act("phones-check-in"),
        Act("roster-check-in", fields={"number": "1"}),
        Act("roster-selected-check-in", fields={"number": ["2", "3"]}),
        Act("roster-selected-paid", fields={"number": ["2", "3"]}),
        Act("player", ONE, NEW | {"name": "Another Name", "email": ""}),
        Act("player-check-in", ONE, {"absent": "1"}),
        Act("player-paid", ONE),
        Act("eligibility", fields={"kind": "invited", "people": "Anna Rossi", "note": ""}),
        Act("eligibility-remove", lambda event: at(mark_id=event.eligibility_marks.get().pk)),
        Act("staff", fields={"username": "newcomer", "roles": "judge"}),
        Act("invite", fields={"role": "judge", "most": "2"}),
        Act("invitation-withdraw", invitation),
    ],
    unposted: [
        Act("change-unposted", at(number=2), {"change": "swap", "first": "1", "second": "3"}),
        Act("pair-again", at(number=2), {"reason": "again", "seed": "7"}),
        Act("discard", at(number=2), {"reason": "wrong"}),
        Act("pair", at(number=2)),
    ],
    playing: [
        Act("call-answer", lambda event: at(number=1, call_id=Call.objects.get().pk)),
        Act("player-address", ONE),
        Act("staff-password", at(username="ruler")),
        Act("staff-unlock", at(username="ruler")),
        Act("staff-member", at(username="ruler"), {"roles": "head_judge", "save": "1"}),
        Act("check-table", at(number=1, table=2), {"mark": "contacted"}),
        Act("floor-mark", at(number=1, table=2), {"do": "attend"}),
        Act("feature", fields={"table": "1"}),
        Act("feature-games", fields={"games": "1-0", "seen": "1 0-0"}),
        Act("feature-end"),
        Act("stream", fields={"do": "renew"}),
        *(Act("enter", ROUND, {"entry": "1 20"}), Act("undo", ROUND)),
        Act("table-enter", TABLE, {"score": "21"}),
        Act("table-enter", TABLE, {"score": "12"}, answer=409),
        Act("keep", ROUND, {"table": "1", "seen": "2-1"}),
        Act("table-undo", TABLE, lambda event: {"report": newest_report(event)}),
        Act("table-games", TABLE, GAMES, answer=409),
        Act("absent", at(number=1, table=2), {"side": "first", "loss": "game"}),
        Act("floor-areas", fields=lambda event: area_of(event)),
        Act("floor-area-remove", lambda event: at(area=event.areas.all()[0].pk)),
        Act("floor-deal"),
        Act("plan-leave", at(number=1), {"reason": "a secret"}),
        Act("deck-check", fields={"table": "2"}),
        Act("deck-check-stop", lambda event: check_of(event)),
        Act("deck-check", fields={"table": "2"}),
        *(Act("pools", fields={"do": "open"}), Act("pool", ONE, {"text": "1 A secret"})),
        Act("penalty-give", ONE, WARNING),
        Act("penalty-change", lambda event: penalty_of(event), {"penalty": "game-loss"} | LEFT),
        Act("penalty-remove", lambda event: penalty_of(event)),
        Act("penalty-give", ONE, WARNING),
        Act("penalty-undo", lambda event: penalty_of(event)),
        Act("appeals", fields=lambda event: APPEAL | heard_by(event)),
        Act("appeal-remove", lambda event: at(appeal_id=Appeal.objects.get().pk), LEFT),
        Act("investigations", fields={"text": "a secret", "number": "1"}),
        Act("investigation-remove", lambda event: at(note_id=event.investigation_notes.get().pk)),
        Act("hand-over", fields={"text": "a secret"}),
        Act("hand-over-read", lambda event: hand_over_of(event)),
        Act("player-drop", at(number=3), LEFT),
        Act("player-reinstate", at(number=3), LEFT),
        Act("player-disqualify", at(number=4), LEFT),
    ],
    finished_round: [
        Act("feature-show", delayed_match),
        Act("preflight-answer", ROUND, lambda event: {f"answers.{question_key(event)}": "drop"}),
        Act("reading-enter", ROUND, {"entry": "1 02"}),
        Act("reading-undo", ROUND),
        Act("reading-enter", ROUND, {"entry": "1 02"}),
        Act("sources-keep", ROUND, {"table": "1", "seen": "2-0"}),
        Act("reading-enter", ROUND, {"entry": "2 02"}),
        Act("sources-take", ROUND, lambda event: said_otherwise(event, 2) | LEFT),
        Act("certify", ROUND, LEFT),
        Act("correct", TABLE, {"score": "02", "reason": "misread"}),
        Act("player-drop", at(number=3), LEFT | {"answers.winner-drops": "drop"}),
        Act("roster-selected-check-in", fields={"number": ["1", "2"]}),
        Act("roster-check-in-again"),
    ],
    with_prizes: [Act("prize-hand-out", ONE), Act("prize-take-back", ONE)],
    draft: [
        Act("pods-wish", ONE, {"player": "1", "pod": "1"}),
        Act("pods-draw", ONE, {"sizes": "8"}),
        Act("pods-change", ONE, {"player": "1", "other": "2"}),
    ],
}
PRIVATE = {act.name for acts in ACTS.values() for act in acts}


def newest_report(event: Event) -> str:
    match = event.rounds.get().matches.get(table=1)
    return str(match.official_report_id)


def said_otherwise(event: Event, table: int) -> Fields:
    """Return the fields by which the table of sources takes the report of the verification."""
    match = event.rounds.get().matches.get(table=table)
    read = match.reports.get(source=Report.Source.VERIFICATION)
    return {"table": str(table), "seen": match.result_text, "report": str(read.pk)}


def question_key(event: Event) -> str:
    """Return the key of the pre-flight check's first line: the winner of table 1 drops."""
    return preflight_check(event.rounds.select_related("event", "stage").get(number=1)).lines[0].key


def area_of(event: Event) -> Fields:
    return {"username": judge_of(event), "first": "1", "last": "2"}


def check_of(event: Event) -> dict[str, Any]:
    return at(check_id=DeckCheck.objects.get(match__round__event=event, ended_at=None).pk)


def hand_over_of(event: Event) -> dict[str, Any]:
    made = event.hand_overs.create(text="a secret", written_by=factories.user())
    return at(note=made.pk)


def penalty_of(event: Event) -> dict[str, Any]:
    return at(penalty_id=player(event, 1).penalties.get().pk)


def heard_by(event: Event) -> Fields:
    return {"ruled_by": "ruler", "heard_by": judge_of(event)}


def look(event: Event) -> dict[str, tuple[int, bytes]]:
    """All that strangers can read of the event, by address."""
    stranger = Client()
    found = {}
    with read_once(), unset():
        for address in addresses_of(event, THERE):
            # A player's own recorded result follows at once: see test_recorded.py.
            if not address.endswith(AT_ONCE):
                answer = stranger.get(address)
                found[address] = (answer.status_code, answer.content)
    return found


def changed(before: dict[str, tuple[int, bytes]], event: Event) -> list[str]:
    return [address for address, shown in look(event).items() if before[address] != shown]


def writing_addresses() -> Iterator[str]:
    for pattern in of_an_event:
        # The last route matches every other address below an event and shows an error page.
        if actions_of(pattern.callback)["POST"] is not None and pattern.name != "nothing":
            yield str(pattern.name)


def test_every_address_that_writes_is_public_on_purpose_or_tried() -> None:
    assert set(writing_addresses()) == set(PUBLIC_ON_PURPOSE) | PRIVATE
    assert not set(PUBLIC_ON_PURPOSE) & PRIVATE


@pytest.mark.parametrize("state", ACTS)
def test_no_private_action_shows_anywhere(state: Callable[[], tuple[Event, User]]) -> None:
    """All of one state in a row; where something shows, each again to say which it was."""
    event, owner = state()
    every = {role.value: True for role in Role}
    StaffMember.objects.filter(event=event, user=owner).update(**every)
    browser = factories.client_of(owner)
    before = look(event)
    assert any(status == 200 for status, _body in before.values())
    guilty: list[tuple[Act, list[str]]] = []
    with transaction.atomic():
        for act in ACTS[state]:
            act.do(browser, event)
            # An action that withdraws another one's change is visible only between the two.
            assert not ASKED_FOR or changed(before, event) == [], act
        shown = changed(before, event)
        transaction.set_rollback(bool(shown))
    for act in ACTS[state] if shown else []:
        act.do(browser, event)
        if addresses := changed(before, event):
            guilty.append((act, addresses))
            before = look(event)
    assert guilty == []


def test_a_public_action_would_be_seen() -> None:
    event, owner = unposted()
    before = look(event)
    post_round(event_id=event.pk, actor=owner, number=2)
    assert changed(before, event)
