"""Round 1 asks whom to pair: players not checked in, without a list, marked as not eligible."""

import re
from functools import partial
from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.core.eligibility.actions import mark_people
from events.core.players.actions import check_in
from events.core.rounds.pairing_actions import pair_next_round
from events.models import Decklist, EligibilityMark, Enrollment, Event, FactSheet, Role, Verb
from events.roster.drop_actions import reinstate
from tests import factories
from tests.events.scenario import (
    assigned_losses,
    event_with_owner,
    journaled,
    player,
    refused,
    round_of,
)
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

Excluded = Enrollment.Excluded


def asking(players: int, here: int = 0) -> tuple[Event, User, Client]:
    """An event with an owner at its desk; the first `here` players are checked in."""
    event, owner = event_with_owner(players)
    event.enrollments.filter(number__lte=here).update(checked_in=True)
    return event, owner, factories.client_of(owner)


def ask(event: Event, client: Client) -> str:
    answer = client.post(f"/staff/e/{event.slug}/rounds/1/pair/")
    assert answer.status_code == 409, "round 1 was paired without a question"
    return flat(answer.content.decode())


def choose(event: Event, client: Client, leave: str) -> int:
    """Press the buttons that leave these players out, as the page shows them."""
    data = answers(event, client, leave)
    return client.post(f"/staff/e/{event.slug}/rounds/1/pair/", data).status_code


def answers(event: Event, client: Client, leave: str) -> dict[str, str]:
    """Return what the page sends once each of its questions is answered."""
    page = client.post(f"/staff/e/{event.slug}/rounds/1/pair/").content.decode()
    [numbers] = set(re.findall(r'name="numbers" value="([^"]+)"', page))
    fields = set(re.findall(r'name="(answers\.[^"]+)"', page))
    left_out = [f"answers.{code}:" for code in leave.split()]
    return {"numbers": numbers} | {
        field: "leave-out" if field.startswith(tuple(left_out)) else "pair-all" for field in fields
    }


def paired(event: Event) -> set[int]:
    matches = round_of(event, 1).matches.select_related("first", "second")
    return {side.number for match in matches for side in (match.first, match.second) if side}


def test_who_may_bring_back_those_who_were_left_out() -> None:
    event, owner, client = asking(8, here=4)
    choose(event, client, "absent")
    route = Route("rounds/1/left-out/", "pair", "post")  # type: ignore[arg-type]
    check_access(event, route)
    check_methods(event, route)
    assert owner


def test_with_4_of_226_here_it_asks_whom_to_pair() -> None:
    event, _owner, client = asking(226, here=4)
    page = ask(event, client)
    assert "222 players are not checked in." in page
    assert "Pair the 4 who are here" in page
    assert "Pair all 226" in page
    assert not event.rounds.exists()


def test_of_many_absent_players_the_page_pairs_without_all() -> None:
    event, _owner, client = asking(226, here=4)
    page = ask(event, client)
    assert f'href="/staff/e/{event.slug}/roster/check-in/"' in page
    assert 'name="numbers" value="5-226"' in page
    assert choose(event, client, "absent") == 302
    assert paired(event) == {1, 2, 3, 4}


def test_only_those_who_are_here_are_paired_and_the_rounds_fit_them() -> None:
    event, _owner, client = asking(40, here=8)
    assert choose(event, client, "absent") == 302
    assert paired(event) == set(range(1, 9))
    assert event.stages.get(number=1).rounds == 3, "of 8 players, not of 40"
    out = event.enrollments.filter(excluded=Excluded.ABSENT)
    assert {(one.state, one.dropped_after, one.dropped_silently) for one in out} == {
        ("dropped", 0, True)
    }
    assert out.count() == 32
    [entry] = journaled(event, Verb.ROUND_PAIRED)
    assert entry.data["left_out"] == 32
    assert not journaled(event, Verb.DROPPED), "one entry"
    journal = flat(client.get(f"/staff/e/{event.slug}/journal/").content.decode())
    assert "32 players who were not ready were left out: Player 009" in journal


def test_all_are_paired_by_the_other_button() -> None:
    event, _owner, client = asking(8, here=4)
    client.post(f"/staff/e/{event.slug}/rounds/1/pair/", {"answers.absent": "pair-all"})
    assert paired(event) == set(range(1, 9))
    assert not event.enrollments.exclude(excluded="").exists()


@pytest.mark.parametrize("here", [0, 8])
def test_nothing_is_asked_where_all_or_none_are_checked_in(here: int) -> None:
    event, _owner, client = asking(8, here=here)
    assert client.post(f"/staff/e/{event.slug}/rounds/1/pair/").status_code == 302
    assert paired(event) == set(range(1, 9))


def test_a_required_decklist_that_is_missing_is_asked_about() -> None:
    event, _owner, client = asking(8)
    FactSheet.objects.create(event=event, decklists=FactSheet.Decklists.CLOSED)
    for number, deck in ((1, {"state": "submitted"}), (2, {"text": "60 Island"})):
        Decklist.objects.create(enrollment=player(event, number), **deck)
    page = ask(event, client)
    assert "Pair round 1 without 6 players who have no decklist?" in page
    assert "Player 003, Player 004" in page
    assert "Pair the 2 with decklists" in page
    assert "Open decklists" in page
    assert choose(event, client, "decklist") == 302
    assert paired(event) == {1, 2}
    assert not event.enrollments.filter(dropped_silently=True).exists(), "they are here"


def test_a_list_that_is_not_required_is_no_question() -> None:
    event, _owner, client = asking(4)
    assert client.post(f"/staff/e/{event.slug}/rounds/1/pair/").status_code == 302


def test_a_mark_that_came_after_the_enrollment_is_asked_about_and_shown() -> None:
    event, owner, client = asking(8)
    people = [("Player 003", ""), ("player 004", "")]
    mark_people(event_id=event.pk, actor=owner, kind="suspended", people=people, note="until June")
    Enrollment.objects.filter(event=event, number=4).update(eligible_because="head judge")
    roster = flat(client.get(f"/staff/e/{event.slug}/roster/").content.decode())
    assert roster.count("not eligible: suspended") == 1
    page = ask(event, client)
    assert "Pair round 1 without 1 player who is not eligible?" in page
    assert "Player 003 (not eligible: suspended, until June)" in page
    assert "Pair the 7 who are eligible" in page
    assert choose(event, client, "not-eligible") == 302
    assert player(event, 3).excluded == Excluded.NOT_ELIGIBLE
    assert 3 not in paired(event)


def test_a_team_counts_with_the_marks_of_its_members() -> None:
    event, owner = event_with_owner(0, team_size=3)
    for team in ("Red", "Blue"):
        made = factories.EnrollmentFactory.create(event=event, name=team)
        for seat in "ABC":
            made.members.create(seat=seat, name=f"{team} {seat}")
    mark_people(event_id=event.pk, actor=owner, kind="suspended", people=[("Red B", "")])
    page = flat(factories.client_of(owner).get(f"/staff/e/{event.slug}/roster/").content.decode())
    assert page.count("not eligible: suspended") == 1


def test_several_reasons_can_be_answered_one_by_one_or_together() -> None:
    event, owner, client = asking(8, here=6)
    FactSheet.objects.create(event=event, decklists=FactSheet.Decklists.OPEN)
    for number in (1, 2, 3, 4, 5, 7):
        Decklist.objects.create(enrollment=player(event, number), state="received")
    mark_people(event_id=event.pk, actor=owner, kind="suspended", people=[("Player 001", "")])
    page = ask(event, client)
    for words in ("6 who are here", "6 with decklists", "7 who are eligible"):
        assert f"Pair the {words}" in page
    assert "3 questions above" in page
    one_by_one = answers(event, client, "absent decklist not-eligible")
    first = next(field for field in one_by_one if field.startswith("answers.absent:"))
    partly = {first: "leave-out", "numbers": one_by_one["numbers"]}
    answer = client.post(f"/staff/e/{event.slug}/rounds/1/pair/", partly)
    assert answer.status_code == 409
    page = flat(answer.content.decode())
    assert "2 questions above" in page
    assert f'<input type="hidden" name="{first}" value="leave-out">' in page
    assert choose(event, client, "absent decklist not-eligible") == 302
    assert paired(event) == {2, 3, 4, 5}
    assert player(event, 8).excluded == Excluded.ABSENT, "the first reason"


def test_a_player_who_checks_in_meanwhile_is_paired() -> None:
    event, owner, client = asking(8, here=4)
    data = answers(event, client, "absent")
    check_in(event_id=event.pk, actor=owner, number=5)
    client.post(f"/staff/e/{event.slug}/rounds/1/pair/", data)
    assert paired(event) == {1, 2, 3, 4, 5}


def test_nobody_is_left_out_unseen() -> None:
    event, owner, client = asking(8, here=6)
    data = answers(event, client, "absent")
    check_in(event_id=event.pk, actor=owner, number=6, present=False)
    answer = client.post(f"/staff/e/{event.slug}/rounds/1/pair/", data)
    assert answer.status_code == 409
    assert "3 players are not checked in." in flat(answer.content.decode())
    assert not event.rounds.exists()
    assert player(event, 8).state == Enrollment.State.ACTIVE


def test_pairing_twice_pairs_once() -> None:
    event, _owner, client = asking(8, here=4)
    data = answers(event, client, "absent")
    client.post(f"/staff/e/{event.slug}/rounds/1/pair/", data)
    again = client.post(f"/staff/e/{event.slug}/rounds/1/pair/", data, follow=True)
    assert "Round 1 is already paired." in again.content.decode()
    assert event.rounds.count() == 1


def test_discarding_round_1_brings_them_back() -> None:
    event, _owner, client = asking(8, here=4)
    choose(event, client, "absent")
    client.post(f"/staff/e/{event.slug}/rounds/1/discard/", {"reason": "too early"})
    assert not event.enrollments.exclude(state="active").exists()
    assert event.enrollments.filter(checked_in=True).count() == 4


def test_undo_brings_them_back_while_round_1_is_unposted() -> None:
    event, owner, client = asking(8, here=4)
    choose(event, client, "absent")
    page = flat(client.get(f"/staff/e/{event.slug}/rounds/1/").content.decode())
    assert "Round 1 is paired without 4 players" in page
    client.post(f"/staff/e/{event.slug}/rounds/1/left-out/")
    assert not event.enrollments.exclude(state="active").exists()
    client.post(f"/staff/e/{event.slug}/rounds/1/pair-again/", {"reason": "all are here"})
    assert paired(event) == set(range(1, 9))
    again = client.post(f"/staff/e/{event.slug}/rounds/1/left-out/", follow=True)
    assert "No players are left out of round 1 now." in again.content.decode()
    assert owner


def test_who_checks_in_later_is_a_late_entry() -> None:
    event, owner, client = asking(8, here=4)
    choose(event, client, "absent")
    client.post(f"/staff/e/{event.slug}/rounds/1/post/")
    page = flat(client.get(f"/staff/e/{event.slug}/roster/check-in/").content.decode())
    assert "Left out of round 1: checking in adds them as late entries" in page
    path = f"/staff/e/{event.slug}/roster/check-in/"
    answer = client.post(path, {"number": "7"}, follow=True)
    assert "1 assigned loss. First paired in round 2." in flat(answer.content.decode())
    late = player(event, 7)
    assert (late.state, late.first_round, late.checked_in, late.excluded) == ("active", 2, True, "")
    assert assigned_losses(event, 1) == [7]
    reinstate(event_id=event.pk, actor=owner, number=8)
    assert assigned_losses(event, 1) == [7, 8]


@pytest.mark.parametrize(("policy", "losses"), [("losses", [8]), ("none", [])])
def test_what_a_late_entry_missed_is_as_the_event_has_it(policy: str, losses: list[int]) -> None:
    event, owner, client = asking(8, here=4)
    policies = {"losses": Event.LatePolicy.LOSSES}
    other = next(value for value in Event.LatePolicy if value != Event.LatePolicy.LOSSES)
    Event.objects.filter(pk=event.pk).update(
        late_policy=policies.get(policy, other), re_entry=Event.ReEntry.PAIRING
    )
    choose(event, client, "absent")
    client.post(f"/staff/e/{event.slug}/rounds/1/post/")
    reinstate(event_id=event.pk, actor=owner, number=8)
    assert assigned_losses(event, 1) == losses


def test_a_drop_that_was_said_is_not_undone_by_checking_in() -> None:
    event, owner, client = asking(8, here=4)
    event.enrollments.filter(number=8).update(state="dropped", dropped_after=0)
    choose(event, client, "absent")
    with refused("Player 008 has dropped. Reinstate them first."):
        check_in(event_id=event.pk, actor=owner, number=8)
    client.post(f"/staff/e/{event.slug}/rounds/1/discard/", {"reason": "again"})
    assert player(event, 8).state == "dropped"


def test_fewer_than_two_are_no_choice() -> None:
    event, _owner, client = asking(8, here=1)
    page = ask(event, client)
    assert "Pair the 1 " not in page
    assert "Pair all 8" in page


def test_the_page_and_the_roster_ask_the_same_number_of_queries() -> None:
    found = []
    for players in (4, 40):
        event, owner, client = asking(players, here=2)
        FactSheet.objects.create(event=event, decklists=FactSheet.Decklists.OPEN)
        EligibilityMark.objects.create(event=event, kind="suspended", name="Player 001", by=owner)
        ask_again = partial(client.post, f"/staff/e/{event.slug}/rounds/1/pair/")
        roster = partial(client.get, f"/staff/e/{event.slug}/roster/")
        found.append((queries_of(ask_again, HTTPStatus.CONFLICT), queries_of(roster)))
    assert found[0] == found[1]


def test_without_the_page_a_round_is_paired_as_before() -> None:
    event, owner, _client = asking(8, here=4)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    assert paired(event) == set(range(1, 9))
    assert owner.staff_of.filter(event=event, **{Role.SCOREKEEPER.value: True}).exists()
