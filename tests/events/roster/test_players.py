"""One player as the desk sees them."""

import pytest

from domain.results import Result
from events.core.results.report_actions import NewReport, write_official_report
from events.models import Enrollment, Event, Match, Report, Role
from events.web.access import Action
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import assigned_losses, byes, event_with_owner, play_round, start_round
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.markup import flat, with_plain_names
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

PLAYER = "roster/players/1/"
ROUTES = [
    Route(PLAYER, Action.SEE),
    Route(PLAYER, Action.EDIT_ROSTER, "post", {"name": "New Name"}),
    Route(f"{PLAYER}check-in/", Action.CHECK_IN, "post"),
    Route(f"{PLAYER}drop/", Action.DROP, "post"),
    Route(f"{PLAYER}reinstate/", Action.REINSTATE, "post"),
    Route(f"{PLAYER}disqualify/", Action.DISQUALIFY, "post"),
    Route(f"{PLAYER}remove/", Action.EDIT_ROSTER, "post"),
    Route(f"{PLAYER}merge/", Action.EDIT_ROSTER, "post", {"other": "2"}),
    Route(f"{PLAYER}penalties/", Action.PENALTY),
    Route(f"{PLAYER}penalties/", Action.PENALTY, "post"),
]
READ = {route.path for route in ROUTES if route.method == "get"}
WRITE_ONLY = [route for route in ROUTES if route.path not in READ]


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_access(route: Route) -> None:
    event = factories.event_with_players(2)
    # A player of a round can't be removed, so every role finds the same player.
    factories.RoundFactory.create(event=event, with_matches=True)
    check_access(event, route)


@pytest.mark.parametrize("route", WRITE_ONLY, ids=str)
def test_methods(route: Route) -> None:
    check_methods(factories.event_with_players(2), route)


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_unknown_numbers_are_not_there(route: Route) -> None:
    event = factories.event_with_players(1)
    client = factories.client_of(factories.staff_member(event, list(Role)))
    path = f"/staff/e/{event.slug}/{route.path}".replace("players/1/", "players/99/")
    assert getattr(client, route.method)(path, {**route.data, "reason": "x"}).status_code == 404


def owner_of(event: Event) -> tuple[object, str]:
    client = factories.client_of(factories.staff_member(event, list(Role)))
    return client, f"/staff/e/{event.slug}/roster/players/1/"


def state_of(event: Event) -> str:
    return str(event.enrollments.get(number=1).state)


def test_the_page_shows_matches_from_the_players_side() -> None:
    event = factories.event_with_players(3)
    first, second, third = event.enrollments.order_by("number")
    one = factories.RoundFactory.create(event=event, complete=True)
    match = one.matches.create(first=second, second=first, table=5)
    write_official_report(NewReport(match, Result(2, 1), Report.Source.SLIP))
    two = factories.RoundFactory.create(event=event, number=2, complete=True)
    two.matches.create(first=first, kind="bye", first_wins=2, second_wins=0, drawn_games=0)
    three = factories.RoundFactory.create(event=event, number=3, posted=True)
    three.matches.create(first=first, second=third, table=9)
    client, path = owner_of(event)
    found = client.get(path).context["page"].matches  # type: ignore[attr-defined]
    assert [(item.outcome, item.games) for item in found] == [
        ("lost", (1, 2, 0)),
        ("bye", (2, 0, 0)),
        (None, None),
    ]
    assert [getattr(item.opponent, "name", None) for item in found] == [
        "Player 002",
        None,
        "Player 003",
    ]


def test_queries_do_not_grow_with_matches_and_penalties() -> None:
    event = factories.event_with_players(8)
    client, path = owner_of(event)
    players = list(event.enrollments.order_by("number"))
    judge = factories.user()
    counts = []
    for number in range(1, 6):
        made = factories.RoundFactory.create(event=event, number=number, posted=True)
        made.matches.create(first=players[0], second=players[number], table=1)
        players[0].penalties.create(infraction="tardiness", penalty="game-loss", given_by=judge)
        counts.append(queries_of(lambda: client.get(path)))  # type: ignore[attr-defined]
    assert len(set(counts)) == 1


def test_change_and_refusal() -> None:
    event = factories.event_with_players(2, platform="Arena")
    client, path = owner_of(event)
    data = {
        "name": "Ada Falk",
        "email": "ada@example.org",
        "platform_id": "Ada#1",
        "awarded_byes": "1",
        "fixed_table": "3",
    }
    assert client.post(path, data)["Location"] == path  # type: ignore[attr-defined]
    one = Enrollment.objects.get(event=event, number=1)
    assert (one.name, one.platform_id, one.awarded_byes, one.fixed_table) == (
        "Ada Falk",
        "Ada#1",
        1,
        3,
    )
    response = client.post(path.replace("/1/", "/2/"), {**data, "name": "Kept"})  # type: ignore[attr-defined]
    assert response.status_code == 422
    page = response.content.decode()
    assert 'value="Kept"' in page
    assert "already enrolled" in page
    # Without a platform and after round 1 the fields are hidden; their values stay.
    Event.objects.filter(pk=event.pk).update(platform="")
    factories.RoundFactory.create(event=event)
    client.post(path, {"name": "Ada Moe", "email": "ada@example.org"})  # type: ignore[attr-defined]
    one.refresh_from_db()
    assert (one.name, one.platform_id, one.awarded_byes, one.fixed_table) == (
        "Ada Moe",
        "Ada#1",
        1,
        None,
    )


def test_leaving_and_coming_back() -> None:
    event = factories.event_with_players(2)
    client, path = owner_of(event)

    def do(what: str, **data: str) -> object:
        return client.post(f"{path}{what}/", data, follow=True)  # type: ignore[attr-defined]

    dropped = do("drop").content.decode()  # type: ignore[attr-defined]
    assert "did not take part" in dropped
    assert "Undo the drop" in dropped, "its button is the first thing after the message"
    assert f'action="{path}reinstate/"' in dropped.partition("Undo the drop")[0]
    assert state_of(event) == "dropped"
    again = do("drop")
    assert again.status_code == 409  # type: ignore[attr-defined]
    do("reinstate")
    assert state_of(event) == "active"
    assert "Undo the drop" not in client.get(f"{path}?dropped=1").content.decode()  # type: ignore[attr-defined]
    refused = do("disqualify", reason=" ")
    assert refused.status_code == 422  # type: ignore[attr-defined]
    assert state_of(event) == "active"
    do("disqualify", reason="Cheating: marked sleeves")
    assert state_of(event) == "disqualified"
    assert event.journal.filter(data__reason="Cheating: marked sleeves").exists()


def test_details_are_open_before_round_1_and_behind_a_link_during_the_event() -> None:
    event, owner = event_with_owner(2)
    client = factories.client_of(owner)
    path = f"/staff/e/{event.slug}/roster/players/1/"
    details, link = '<h2 id="act-title">Edit details</h2>', 'href="?act=details#act"'
    assert details in flat(client.get(path))
    start_round(event, owner, 1)
    assert details not in flat(client.get(path))
    assert link in flat(client.get(path))
    assert details in flat(client.get(path, {"act": "details"}))
    assert details in flat(client.post(path, {"name": ""}))


def test_the_page_says_where_the_player_is_and_offers_what_fits_the_round() -> None:
    event, owner = event_with_owner(8)
    client = factories.client_of(owner)
    path = f"/staff/e/{event.slug}/roster/players/1/"
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    event.stages.update(rounds=3)
    now = client.get(path).context["now"]
    newest = now.lines[0][0].match
    assert now.is_at_table
    assert now.most_points == now.points + 6
    assert now.place.after.number == 1
    assert [points for _line, points in now.lines] == [None, now.points]
    page = flat(client.get(path))
    assert f'href="/staff/e/{event.slug}/rounds/2/tables/{newest.table}/"' in page
    assert "Check in" not in page
    assert "Remove from the roster" not in page


def test_a_penalty_leads_on_to_the_extension_of_the_table() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    path = f"/staff/e/{event.slug}/roster/players/1/"
    data = {"infraction": "slow-play", "penalty": "warning", "note": ""}
    match = Match.objects.of_player(event.enrollments.get(number=1)).get()
    extend = f'action="/staff/e/{event.slug}/rounds/1/tables/{match.table}/extend/"'
    client = factories.client_of(owner)
    assert extend in flat(client.post(f"{path}penalties/", data, follow=True))
    assert extend not in flat(client.get(path))


def test_check_in_and_back() -> None:
    event = factories.event_with_players(1)
    client, path = owner_of(event)
    client.post(f"{path}check-in/")  # type: ignore[attr-defined]
    assert event.enrollments.get().checked_in
    client.post(f"{path}check-in/", {"absent": "1"})  # type: ignore[attr-defined]
    assert not event.enrollments.get().checked_in


def test_remove_only_who_never_played() -> None:
    event = factories.event_with_players(3)
    client, path = owner_of(event)
    asked = client.get(path, {"act": "remove"})  # type: ignore[attr-defined]
    assert "Remove Player 001" in with_plain_names(asked.content.decode())
    response = client.post(f"{path}remove/")  # type: ignore[attr-defined]
    assert response["Location"].endswith("/roster/")
    assert client.get(path).status_code == 404  # type: ignore[attr-defined]
    factories.RoundFactory.create(event=event, with_matches=True)
    path = path.replace("/1/", "/2/")
    assert "Remove Player" not in client.get(path).content.decode()  # type: ignore[attr-defined]
    assert client.post(f"{path}remove/").status_code == 409  # type: ignore[attr-defined]


def test_a_judge_sees_neither_addresses_nor_what_is_not_allowed() -> None:
    event = factories.event_with_players(1)
    event.enrollments.get().player.__class__.objects.update(email="secret@example.org")
    client = factories.client_of(factories.staff_member(event, Role.JUDGE))
    page = client.get(f"/staff/e/{event.slug}/roster/players/1/").content.decode()
    assert "secret@example.org" not in page
    for word in ("/drop/", "/reinstate/", "/disqualify/", "/remove/"):
        assert word not in page
    assert 'list="infractions"' in page


def test_who_comes_back_while_a_round_is_played_is_offered_the_open_bye() -> None:
    event, owner = event_with_owner(8)
    play_round(event, owner, 1)
    drop(event_id=event.pk, actor=owner, number=1)
    start_round(event, owner, 2)
    browser = factories.client_of(owner)
    url = f"/staff/e/{event.slug}/roster/players/1/"
    page = browser.post(f"{url}reinstate/", follow=True).content.decode()
    assert "Player 001 is back in the event. 1 missed round counts as an assigned loss." in page
    against_bye = f"/staff/e/{event.slug}/rounds/2/bye/"
    assert against_bye in page
    browser.post(against_bye, {"player": 1})
    assert (byes(event, 2), assigned_losses(event, 2)) == ([], [])
    assert against_bye not in browser.get(url).content.decode()


def test_merging_another_enrollment_into_this_one() -> None:
    event = factories.event()
    factories.enroll_players(event, ["Mario Rossi", "Rossi, Mario", "Bo Lind"])
    event.enrollments.filter(number=2).update(platform_id="Mario#1")
    client = factories.client_of(factories.staff_member(event, list(Role)))
    path = f"/staff/e/{event.slug}/roster/players/1/"
    answer = client.post(f"{path}merge/", {"other": "Nobody There"})
    assert answer.status_code == 422
    assert "No player is named “Nobody There”" in answer.content.decode()
    assert 'value="Nobody There"' in answer.content.decode()
    page = client.post(f"{path}merge/", {"other": "rossi, mario"}, follow=True).content.decode()
    assert "Number 2 was merged into Mario Rossi, number 1." in page
    assert event.enrollments.get(number=1).platform_id == "Mario#1"
    journal = client.get(f"/staff/e/{event.slug}/journal/").content.decode()
    assert (
        "Rossi, Mario (number 2) was a duplicate and was merged into Mario Rossi (number 1)."
        in journal
    )


def test_the_roster_offers_to_merge_who_is_likely_the_same() -> None:
    event = factories.event()
    names = ["Mario Rossi", "Bo Lind", "Rossi, Mario", "Lind Bo"]
    players = factories.enroll_players(event, names)
    for number, one in enumerate(players[1::2]):
        one.player.email = f"bo{number}@example.org"
        one.player.save()
    client = factories.client_of(factories.staff_member(event, list(Role)))
    page = with_plain_names(client.get(f"/staff/e/{event.slug}/roster/").content.decode())
    assert "1 Mario Rossi – 3 Rossi, Mario" in " ".join(page.split())
    assert page.count("/merge/") == 1, "two addresses tell the other two apart"
    judge = factories.client_of(factories.staff_member(event, Role.JUDGE))
    assert "/merge/" not in judge.get(f"/staff/e/{event.slug}/roster/").content.decode()
