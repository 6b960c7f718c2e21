"""Calls for what players read and do, for sign-ups, announced values, and a round's questions."""

import pytest
from django.test import Client

from events.core.players.waiting_list_actions import change_sign_up
from events.core.sign_ups.actions import SignUpData, sign_up
from events.models import Report, SignUp
from tests.events.api.test_writing import Program
from tests.events.scenario import event_with_owner, start_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def program() -> Program:
    return Program(*event_with_owner(4, rounds=2))


def version(program: Program, path: str) -> dict[str, str]:
    return {"If_Match": program.done("GET", path)["version"]}


def test_the_fact_sheet_changes_for_its_version_alone(program: Program) -> None:
    seen = version(program, "fact-sheet")
    assert program.call("PATCH", "fact-sheet", {"tier": "premier"}).status_code == 428
    empty = program.call("PATCH", "fact-sheet", {"tier": "premier"}, If_Match="")
    assert (empty.status_code, empty.json()["field"]) == (400, "If-Match")
    changed = program.done("PATCH", "fact-sheet", {"prizes": "Boosters"}, **seen)
    assert (changed["prizes"], changed["tier"]) == ("Boosters", "")
    stale = program.call("PATCH", "fact-sheet", {"prizes": "None"}, **seen)
    assert stale.status_code == 412


def test_two_programs_do_not_change_a_webhook_past_each_other(program: Program) -> None:
    made = program.done("POST", "webhooks", {"address": "https://league.example/hook"})
    path, chosen = f"webhooks/{made['id']}", ["round.posted"]
    assert program.call("PATCH", path, {"paused": True}).status_code == 428
    changed = program.done("PATCH", path, {"kinds": chosen}, If_Match=made["version"])
    stale = program.call("PATCH", path, {"paused": True}, If_Match=made["version"])
    assert (stale.status_code, stale.json()["code"]) == (412, "changed-meanwhile")
    paused = program.done("PATCH", path, {"paused": True}, If_Match=changed["version"])
    assert (paused["kinds"], paused["paused"]) == (chosen, True)


def test_phone_settings_that_do_not_go_together_are_refused(program: Program) -> None:
    sent = {"phone_reports": "desk"}
    refused = program.call("PATCH", "phones", sent, **version(program, "phones"))
    assert (refused.status_code, refused.json()["field"]) == (422, "phone_reports")
    assert program.call("GET", "players/1/link").status_code == 409
    program.done("PATCH", "phones", {**sent, "private_pages": True}, **version(program, "phones"))
    path = program.done("GET", "players/1/link")["path"]
    page = Client().get(path, follow=True)
    assert page.status_code == 200
    assert "Player 001" in page.content.decode()


def test_sign_ups_are_opened_listed_accepted_and_refused(program: Program) -> None:
    opened = {"is_open": True, "approval": True}
    program.done("PATCH", "sign-up", opened, **version(program, "sign-up"))
    for name in ("Zoe New", "Max New"):
        sign_up(event_id=program.event.pk, data=SignUpData(name=name, key=name))
    first, second = program.done("GET", "sign-ups")["sign_ups"]
    assert (first["name"], first["state"], first["player"]) == ("Zoe New", "asked", None)
    accepted = program.done("POST", f"sign-ups/{first['id']}/accept", {})
    assert (accepted["state"], accepted["player"]) == ("enrolled", 5)
    refused = program.done("POST", f"sign-ups/{second['id']}/refuse", {"reason": "full"})
    assert (refused["state"], refused["reason"]) == ("refused", "full")
    assert program.done("POST", "sign-ups/accept") == {"accepted": 0}
    assert SignUp.objects.filter(event=program.event).count() == 2
    change_sign_up(event_id=program.event.pk, actor=program.owner, values={"capacity": 5})
    assert program.done("GET", "sign-ups")["free"] == 0


def test_the_roster_comes_in_pages(program: Program) -> None:
    whole = program.done("GET", "players")
    assert (len(whole["players"]), whole["next"]) == (4, None)
    page = program.call("GET", "players?limit=3")
    assert (len(page.json()["players"]), page.json()["next"]) == (3, 3)
    assert page["Link"].endswith('/players?limit=3&after=3>; rel="next"')
    last = program.call("GET", "players?limit=3&after=3")
    assert [player["number"] for player in last.json()["players"]] == [4]
    assert "Link" not in last
    for wrong in ("limit=0", "limit=x", "after=-1", "limit=1001"):
        answer = program.call("GET", f"players?{wrong}")
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-query")


def test_a_round_is_completed_with_results_for_the_tables_without(program: Program) -> None:
    asked = program.done("GET", "rounds/1/questions")["questions"]
    assert asked == []
    start_round(program.event, program.owner, 1)
    assert program.done("GET", "rounds/1/questions")["questions"] == []
    assert program.call("GET", "rounds/2/questions").status_code == 404
    sent = [{"table": 1, "games": [2, 0, 0], "drops": ["first"]}]
    assert program.call("POST", "rounds/1/complete", {"resolutions": sent}).status_code == 409
    sent.append({"table": 2, "games": [1, 1, 1]})
    program.done("POST", "rounds/1/complete", {"resolutions": sent})
    sources = Report.objects.filter(match__round__event=program.event).values_list("source")
    assert set(sources) == {("program",)}
    page = program.done("GET", "rounds/1/questions")
    assert [question["code"] for question in page["questions"]] == ["winner-drops"]


def test_announced_values_change_with_a_reason(program: Program) -> None:
    start_round(program.event, program.owner, 1)
    sent = {
        "round_minutes": 40,
        "reason": "the hall closes",
        "stages": [{"number": 1, "rounds": 3}],
    }
    changed = program.done("PUT", "announced", sent, **version(program, "announced"))
    assert changed["round_minutes"] == 40
    assert [stage["rounds"] for stage in changed["stages"]] == [3]
    assert [change["reason"] for change in changed["changes"]] == ["the hall closes"] * 2
