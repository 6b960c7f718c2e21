"""The roster: everyone, a new player, a list, who is here."""

from functools import partial

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from events.core.stages.plans import StagePlan
from events.models import Event, Role
from events.web.access import Action
from tests import factories
from tests.events.scenario import event_with_owner, play_round, start_round
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.events.support.stages import staged
from tests.markup import flat, with_plain_names
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

ROUTES = [
    Route("roster/", Action.SEE),
    Route("roster/add/", Action.EDIT_ROSTER, "post", {"name": ""}),
    Route("roster/paste/", Action.EDIT_ROSTER),
    Route("roster/paste/", Action.EDIT_ROSTER, "post", {"text": ""}),
    Route("roster/check-in/", Action.CHECK_IN),
    Route("roster/check-in/", Action.CHECK_IN, "post", {"search": "nobody"}),
    Route("roster/drop-absent/", Action.DROP),
    Route("roster/drop-absent/", Action.DROP, "post", {}),
]
READ = {route.path for route in ROUTES if route.method == "get"}
WRITE_ONLY = [route for route in ROUTES if route.path not in READ]


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_access(route: Route) -> None:
    check_access(factories.event_with_players(2), route)


@pytest.mark.parametrize("route", WRITE_ONLY, ids=str)
def test_methods(route: Route) -> None:
    check_methods(factories.event_with_players(2), route)


def scorekeeper(event: Event) -> tuple[Client, str]:
    client = factories.client_of(factories.staff_member(event, Role.SCOREKEEPER))
    return client, f"/staff/e/{event.slug}/roster/"


def names(event: Event) -> list[str]:
    return list(event.enrollments.order_by("number").values_list("name", flat=True))


def test_an_empty_roster_offers_the_first_step() -> None:
    client, path = scorekeeper(factories.event())
    page = client.get(path).content.decode()
    assert "No players are enrolled yet." in page
    assert f"{path}add/" in page
    assert f"{path}paste/" in page


def test_a_judge_sees_no_form_to_enroll() -> None:
    event = factories.event_with_players(2)
    client = factories.client_of(factories.staff_member(event, Role.JUDGE))
    page = client.get(f"/staff/e/{event.slug}/roster/").content.decode()
    assert "Player 001" in page
    assert "roster/add/" not in page


def test_queries_do_not_grow_with_the_roster() -> None:
    event = factories.event()
    client, path = scorekeeper(event)
    counts: dict[str, set[int]] = {}
    for size in (1, 3, 40):
        while event.enrollments.count() < size:
            factories.enroll_players(event, [f"Player {size}-{event.enrollments.count()}"])
        for page in (path, f"{path}check-in/", f"{path}drop-absent/"):
            counts.setdefault(page, set()).add(queries_of(partial(client.get, page)))
    assert all(len(found) == 1 for found in counts.values()), counts


def test_one_player_and_the_proposal_that_follows() -> None:
    event = factories.event_with_players(8)
    client, path = scorekeeper(event)
    page = flat(client.get(path))
    assert "Recommended for 4 to 8 players:<strong>single elimination</strong>in 3 rounds" in page
    assert "Otherwise 3 Swiss rounds." in page
    data = {"name": "Ada Falk", "email": "ada@example.org", "awarded_byes": "2"}
    page = client.post(f"{path}add/", data, follow=True).content.decode()
    assert "Ada Falk is player number 9." in page
    assert "9 players, counted as 12 because of awarded byes" in page
    assert "Recommended: <strong>4 rounds" in page


def test_a_name_that_is_there_has_to_be_meant() -> None:
    event = factories.event()
    factories.enroll_players(event, ["Ada Falk"])
    client, path = scorekeeper(event)
    data = {"name": "ADA  FALK", "email": "other@example.org"}
    page = flat(client.post(f"{path}add/", data))
    for said in ("another ADA FALK?", "enrolled as number 1", 'tabindex="-1" autofocus'):
        assert said in page, said
    assert 'value="other@example.org"' in page, "what was typed stays"
    for answer, roster in (("keep", ["Ada Falk"]), ("enroll", ["Ada Falk", "ADA FALK"])):
        client.post(f"{path}add/", {**data, "answers.namesake:1": answer})
        assert names(event) == roster


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"name": ""}, "Enter a name."),
        ({"name": "Bo", "email": "no address"}, "such as name@example.com"),
        ({"name": "Bo", "awarded_byes": "4"}, "from 0 to 3 in “Awarded byes”"),
        ({"name": "Bo", "email": "ada@example.org"}, "already enrolled"),
        ({"name": "judge-jo"}, "Staff cannot play in their own event"),
    ],
)
def test_one_player_refused(data: dict[str, str], words: str) -> None:
    event = factories.event()
    factories.staff_member(event, Role.JUDGE, "judge-jo")
    client, path = scorekeeper(event)
    client.post(f"{path}add/", {"name": "Ada", "email": "ada@example.org"})
    response = client.post(f"{path}add/", data)
    assert response.status_code == 422
    assert words in response.content.decode()
    assert names(event) == ["Ada"]


def test_a_late_player_and_what_is_said() -> None:
    event = factories.event_with_players(2)
    factories.RoundFactory.create(event=event, complete=True)
    client, path = scorekeeper(event)
    response = client.post(f"{path}add/", {"name": "Late One", "late": "losses"}, follow=True)
    assert "1 assigned loss. First paired in round 2." in response.content.decode()
    factories.RoundFactory.create(event=event, number=2)
    response = client.post(f"{path}add/", {"name": "Late Two", "late": "nothing"}, follow=True)
    assert "Unposted round 2 does not include them" in response.content.decode()


def test_the_preview_writes_nothing_and_marks_every_line() -> None:
    event = factories.event(platform="Arena")
    client, path = scorekeeper(event)
    client.post(f"{path}add/", {"name": "Old One", "email": "old@example.org"})
    text = "\n".join(
        [
            "name;email;platform id;byes",
            "New One;new@example.org;N#1;2",
            "Copy;OLD@example.org;;",
            "Twin;;N#1;",
            "old one;;O#2;",
            ";who@example.org;;",
            "Bad Byes;;;7",
            "Bad Mail;a@b;;",
            "田中太郎;;;",
        ]
    )
    response = client.post(f"{path}paste/", {"text": text})
    assert response.status_code == 200
    found = response.context["preview"]
    assert [(item.line.number, str(item.fate)) for item in found.lines] == [
        (2, "new"),
        (3, "namesake"),
        (4, "namesake"),
        (5, "namesake"),
        (6, "error"),
        (7, "error"),
        (8, "error"),
        (9, "new"),
    ]
    assert "Enroll as chosen" in response.content.decode()
    assert names(event) == ["Old One"]
    # Lines with errors are shown again with their headings; the others are enrolled.
    confirm = {"text": text, "confirm": "1", "new": "2", "anyway": ["5"]}
    asked = client.post(f"{path}paste/", confirm)
    assert asked.status_code == 409
    assert "These lines may already be on the roster: 3, 4." in asked.content.decode()
    assert names(event) == ["Old One"]
    response = client.post(f"{path}paste/", {**confirm, "line-3": "leave", "line-4": "anyway"})
    assert names(event) == ["Old One", "New One", "Twin", "old one", "田中太郎"]
    assert event.enrollments.get(name="Twin").platform_id == ""
    assert event.enrollments.get(name="New One").awarded_byes == 2
    assert response.context["form"].initial["text"] == "\n".join(
        ["name;email;platform id;byes", ";who@example.org;;", "Bad Byes;;;7", "Bad Mail;a@b;;"]
    )


def test_the_button_counts_only_where_nothing_is_left_to_choose() -> None:
    event = factories.event()
    client, path = scorekeeper(event)
    counted, ticked = "Enroll 2 new players", "Enroll as chosen"
    page = client.post(f"{path}paste/", {"text": "Ada Falk\nBo Lind"}).content.decode()
    assert counted in page
    assert ticked not in page
    page = client.post(f"{path}paste/", {"text": "Ada Falk\nBo Lind\nada falk"}).content.decode()
    assert counted not in page
    assert ticked in page


def test_the_same_list_again_enrolls_nobody() -> None:
    event = factories.event()
    client, path = scorekeeper(event)
    data = {"text": "Ada Falk\nBo Lind", "confirm": "1", "new": "2"}
    assert client.post(f"{path}paste/", data).status_code == 302
    response = client.post(f"{path}paste/", {**data, "new": "0"})
    assert "These lines may already be on the roster: 1, 2." in response.content.decode()
    response = client.post(f"{path}paste/", {**data, "new": "0", "rest": "leave"})
    assert response.status_code == 409
    page = response.content.decode()
    assert "No player in this list can be enrolled." in page
    assert "Bo Lind" in page
    assert len(names(event)) == 2


def test_a_roster_that_changed_since_the_preview_is_shown_again() -> None:
    event = factories.event()
    client, path = scorekeeper(event)
    factories.enroll_players(event, ["Bo Lind"])
    data = {"text": "Ada Falk\nBo Lind", "confirm": "1", "new": "2"}
    response = client.post(f"{path}paste/", data)
    assert response.status_code == 409
    assert "The roster changed since you opened this page." in response.content.decode()
    assert names(event) == ["Bo Lind"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp932"])
def test_an_uploaded_file(encoding: str) -> None:
    event = factories.event()
    client, path = scorekeeper(event)
    content = "氏名,メール\n髙橋 花子,h@example.jp\n".encode(encoding)
    file = SimpleUploadedFile("list.csv", content, "text/csv")
    response = client.post(f"{path}paste/", {"file": file})
    assert response.context["preview"].new == 1
    data = {"text": response.context["text"], "confirm": "1", "new": "1"}
    assert client.post(f"{path}paste/", data).status_code == 302
    assert names(event) == ["髙橋 花子"]


def test_nothing_and_too_much() -> None:
    event = factories.event()
    client, path = scorekeeper(event)
    assert "Type or paste a list" in client.post(f"{path}paste/", {}).content.decode()
    response = client.post(f"{path}paste/", {"text": "x\n" * 20_001})
    assert response.status_code == 422
    assert "At most 20000 can be imported" in response.content.decode().replace(",", "")


def test_the_preview_takes_as_many_queries_for_any_list() -> None:
    event = factories.event()
    client, path = scorekeeper(event)
    counts = []
    for size in (1, 3, 300):
        text = "\n".join(f"Player {number},p{number}@example.org" for number in range(size))
        counts.append(queries_of(partial(client.post, f"{path}paste/", {"text": text})))
    assert len(set(counts)) == 1


def test_check_in_by_first_letters_or_number() -> None:
    event = factories.event()
    factories.enroll_players(event, ["Ada Falk", "Adam Moe", "Bo Lind", "Ångström Zoë"])
    client = factories.client_of(factories.staff_member(event, Role.JUDGE))
    path = f"/staff/e/{event.slug}/roster/check-in/"

    def here() -> list[str]:
        return list(event.enrollments.filter(checked_in=True).values_list("name", flat=True))

    response = client.post(path, {"search": "ad"})
    assert response.status_code == 422
    assert [one.name for one in response.context["matching"]] == ["Ada Falk", "Adam Moe"]
    assert here() == []
    assert client.post(path, {"search": "moe"})["Location"] == f"{path}?shown=2"
    assert client.post(path, {"search": "angst"}).status_code == 302
    assert client.post(path, {"search": "3"}).status_code == 302
    assert here() == ["Adam Moe", "Bo Lind", "Ångström Zoë"]
    assert "is already checked in." in client.post(path, {"search": "bo"}).content.decode()
    assert (
        "No player on the roster matches “xyz”."
        in client.post(path, {"search": "xyz"}).content.decode()
    )
    assert client.post(path, {"search": "x", "number": "1"}).status_code == 302
    assert "Everyone is here." in client.get(path).content.decode()


def test_who_comes_again_in_a_later_round_is_taken_in_the_same_box() -> None:
    event, owner = event_with_owner(4)
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    event.enrollments.update(checked_in=True)
    client = factories.client_of(owner)
    path = f"/staff/e/{event.slug}/roster/check-in/"
    several = client.post(path, {"search": "player"})
    assert several.status_code == 422
    assert len(several.context["matching"]) == 4
    said = client.post(path, {"search": "player", "number": "3"}, follow=True)
    assert "Player 003 is here" in with_plain_names(said.content.decode())
    assert client.post(path, {"search": "4"}).status_code == 302
    here = event.enrollments.filter(checked_in_at__isnull=False)
    assert list(here.values_list("number", flat=True)) == [3, 4]


def test_dropping_who_is_absent_shows_the_names_first() -> None:
    event = factories.event_with_players(3)
    event.enrollments.filter(number=1).update(checked_in=True)
    client, path = scorekeeper(event)
    assert "Drop 2 players not checked in" in client.get(path).content.decode()
    page = client.get(f"{path}drop-absent/").content.decode()
    assert "Player 002" in page
    assert "Player 001" not in page
    event.enrollments.filter(number=2).update(checked_in=True)
    response = client.post(f"{path}drop-absent/", {"number": ["2", "3"]}, follow=True)
    assert "1 player was dropped" in response.content.decode()
    assert dict(event.enrollments.values_list("number", "state"))[2] == "active"


def test_names_are_escaped() -> None:
    event = factories.event()
    client, path = scorekeeper(event)
    evil = "<script>alert(1)</script>"
    client.post(f"{path}add/", {"name": evil})
    for page in (path, f"{path}check-in/", f"{path}drop-absent/", f"{path}players/1/"):
        assert evil not in client.get(page).content.decode()
    preview = client.post(f"{path}paste/", {"text": f"</textarea>{evil}"})
    assert evil not in preview.content.decode()


def test_a_finished_event_offers_nothing_to_change() -> None:
    event = factories.event_with_players(2)
    client, path = scorekeeper(event)
    offered = f"{path}check-in/", f"{path}paste/", "?add"
    page = client.get(path).content.decode()
    assert all(address in page for address in offered)
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)
    page = client.get(path).content.decode()
    assert not any(address in page for address in offered)


def test_the_roster_says_why_nobody_can_join_instead_of_asking_who() -> None:
    event, owner = staged(4, StagePlan(kind="round-robin"))
    browser = factories.client_of(owner)
    path = f"/staff/e/{event.slug}/roster/"
    assert (
        "the number of rounds depends on the number of players."
        in browser.get(path).content.decode()
    )
    start_round(event, owner, 1)
    page = browser.get(path).content.decode()
    assert "This stage has started, so no player can join it." in page
    assert f"{path}add/" not in page
    assert f"{path}paste/" not in page
    assert "locked since round 1" not in page
