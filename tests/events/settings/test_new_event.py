"""A new event: a name and a kind, and everything else already set."""

from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from events.core.events.kinds import format_named_in
from events.models import Event, Queue, QueuePod, SignUpSettings, Stage
from events.settings.new_event_form import NewEventForm
from tests import factories
from tests.events.support.settings import settings_address
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db


def sent(client: Client, **changed: str | None) -> dict[str, str]:
    """Return what a browser without scripts sends: the values of the page, some of them changed."""
    page = client.get("/staff/new/")
    form: NewEventForm = page.context["form"]
    values: dict[str, Any] = {name: form[name].value() for name in form.fields}
    values |= {"kind": form.shown, "shown": form.shown, "of": form.of, "team_size": "3"}
    values |= {f"own-{name}": form.own[name].value() for name in form.own.fields}
    values |= changed
    texts = {name: "on" if value is True else value for name, value in values.items()}
    empty = (None, False)
    return {
        name: str(value)
        for name, value in texts.items()
        if value != "" and all(value is not one for one in empty)
    }


def made(client: Client, **changed: str | None) -> Event:
    """Create an event with the form of the page; return it."""
    answer = client.post("/staff/new/", sent(client, **changed))
    assert answer.status_code == HTTPStatus.FOUND, answer.context["form"].errors
    event = Event.objects.latest("id")
    assert answer["Location"] == f"/staff/e/{event.slug}/"
    return event


@pytest.fixture
def client() -> Client:
    return factories.client_of(factories.user())


def test_a_name_is_enough_for_a_friday_night(client: Client) -> None:
    event = made(client, name="Friday Night Modern")
    assert (event.game_format, event.games_to_win, event.round_minutes) == ("Modern", 2, 50)
    assert (event.team_size, event.staff_may_play) == (1, True)
    assert event.stages.get().rounds is None


@pytest.mark.parametrize(
    ("kind", "stages", "more"),
    [
        ("friday", [("swiss", None, False)], {"staff_may_play": True, "team_size": 1}),
        (
            "playoff",
            [("swiss", None, False), ("single-elimination", None, False)],
            {"staff_may_play": False, "show_chances": True},
        ),
        ("draft", [("swiss", 3, True)], {"game_format": "Booster Draft", "team_size": 1}),
        ("teams", [("swiss", None, False)], {"team_size": 3, "staff_may_play": False}),
    ],
)
def test_a_kind_sets_its_stages_and_values_without_a_script(
    client: Client, kind: str, stages: list[tuple[str, int | None, bool]], more: dict[str, Any]
) -> None:
    event = made(client, name="Cup", kind=kind)
    assert list(event.stages.values_list("kind", "rounds", "pods")) == stages
    assert {name: getattr(event, name) for name in more} == more


def test_what_is_typed_stays_whatever_the_kind(client: Client) -> None:
    event = made(client, name="Cup", kind="draft", rounds="4", round_minutes="60", venue="Shop")
    assert (event.stages.get().rounds, event.round_minutes, event.venue) == (4, 60, "Shop")


def test_a_number_of_rounds_of_5000_digits_is_refused_at_its_field(client: Client) -> None:
    answer = client.post("/staff/new/", sent(client, name="Cup", rounds="9" * 5000))
    assert answer.status_code == 422


def test_teams_are_of_the_size_that_is_chosen_next_to_their_card(client: Client) -> None:
    assert made(client, name="Giants", kind="teams", team_size="2").team_size == 2


def test_a_playoff_has_the_size_that_is_chosen_next_to_its_card(client: Client) -> None:
    small = made(client, name="Cup", kind="playoff", playoff="4", rounds="4")
    assert [stage.cut_value for stage in small.stages.order_by("number")] == [4, None]
    usual = made(client, name="Open", kind="playoff")
    assert [stage.cut_value for stage in usual.stages.order_by("number")] == [8, None]
    odd = made(client, name="Odd", kind="playoff", playoff="5")
    assert [stage.cut_value for stage in odd.stages.order_by("number")] == [8, None]


def test_like_the_last_one_copies_its_settings(client: Client) -> None:
    last = made(client, name="Week 1", kind="playoff", round_minutes="45", venue="Shop", rounds="4")
    Event.objects.filter(pk=last.pk).update(private_pages=True, phone_reports="count")
    SignUpSettings.objects.create(event=last, is_open=True, capacity=32)
    page = client.get("/staff/new/")
    assert "Settings of “Week 1”" in flat(page)
    assert page.context["form"].chosen_kind == "friday", "Week 1 was of another kind"
    event = made(client, name="Week 2", kind="last")
    assert (event.round_minutes, event.venue, event.show_chances) == (45, "Shop", True)
    assert (event.private_pages, event.phone_reports) == (True, "count")
    assert event.sign_up_settings.capacity == 32
    assert [(one.kind, one.rounds, one.cut_value) for one in event.stages.order_by("number")] == [
        (Stage.Kind.SWISS, 4, 8),
        (Stage.Kind.SINGLE_ELIMINATION, None, None),
    ]


def test_the_last_one_is_the_last_of_the_chosen_kind(client: Client) -> None:
    made(client, name="Friday 1", kind="friday", round_minutes="45")
    made(client, name="Draft 1", kind="draft", round_minutes="60")
    page = client.get("/staff/new/")
    form = page.context["form"]
    assert (form.chosen_kind, form.last.name) == ("friday", "Friday 1")
    data = sent(client, kind="draft")
    answer = client.post("/staff/new/", data, headers={"HX-Request": "true"})
    form = answer.context["form"]
    assert (form.chosen_kind, form.last.name) == ("draft", "Draft 1")
    assert "Settings of “Draft 1”" in flat(answer)
    event = made(client, name="Draft 2", kind="last", of="draft", shown="draft", rounds="3")
    assert event.round_minutes == 60
    assert [stage.pods for stage in event.stages.all()] == [True]


def test_a_friday_night_after_a_friday_night_is_like_the_last_one(client: Client) -> None:
    made(client, name="Friday 1", kind="friday", round_minutes="45")
    assert client.get("/staff/new/").context["form"].chosen_kind == "last"
    assert made(client, name="Friday 2").round_minutes == 45


def test_a_pod_of_a_queue_is_no_event_to_be_like(client: Client) -> None:
    made(client, name="Friday 1", kind="friday", round_minutes="45")
    pod = made(client, name="Pod 1", kind="draft", round_minutes="20", venue="Side room")
    assert pod.organisation is not None
    queue = Queue.objects.create(
        organisation=pod.organisation, number=1, name="Drafts", date=pod.date, rounds=3, size=8,
        least=6, first_table=1, last_table=4, opened_by=None,
    )  # fmt: skip
    QueuePod.objects.create(
        queue=queue, number=1, event=pod, first_table=1, last_table=4, called_at=timezone.now()
    )
    form = client.get("/staff/new/").context["form"]
    assert (form.chosen_kind, form.last.name) == ("last", "Friday 1")
    assert form["venue"].value() == ""


def test_another_kind_than_the_last_one_takes_only_its_place(client: Client) -> None:
    last = made(client, name="Week 1", kind="playoff", round_minutes="45", venue="Shop")
    Event.objects.filter(pk=last.pk).update(private_pages=True)
    event = made(client, name="Week 2", kind="friday")
    assert (event.round_minutes, event.venue, event.private_pages) == (50, "Shop", False)
    assert event.stages.count() == 1


def test_a_number_of_rounds_that_was_recommended_is_not_copied(client: Client) -> None:
    last = made(client, name="Week 1")
    last.stages.update(rounds=4, rounds_proposed=True)
    assert made(client, name="Week 2").stages.get().rounds is None


def test_custom_rules_of_the_last_event_are_copied(client: Client) -> None:
    own = {"profile": "own", "own-name": "Shop rules", "own-win": "5"}
    last = made(client, name="Week 1", **own)
    assert last.profile["win"] == 5
    assert made(client, name="Week 2").profile == last.profile
    assert made(client, name="Week 3", kind="friday").profile["name"] == "mtr"


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("Friday Night Modern", "Modern"),
        ("金曜パイオニア", "Pioneer"),
        ("Cube draft", "Booster Draft"),
        ("Friday Night", ""),
    ],
)
def test_the_format_is_taken_from_the_name(name: str, format: str) -> None:
    assert format_named_in(name) == format


def test_a_format_that_is_typed_is_kept(client: Client) -> None:
    assert made(client, name="Modern Masters", game_format="Sealed Deck").game_format == (
        "Sealed Deck"
    )
    assert made(client, name="Friday Pioneer").game_format == "Pioneer"


def test_an_error_in_a_folded_group_opens_it_and_nothing_typed_is_lost(client: Client) -> None:
    data = sent(client, name="Cup", kind="draft", round_minutes="-1", venue="Old Hall")
    answer = client.post("/staff/new/", data)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    is_open = {group.code: group.is_open for group in answer.context["groups"]}
    assert [code for code, opened in is_open.items() if opened] == ["rounds"]
    page = answer.content.decode()
    assert page.count('<details class="fold" open>') == 1
    assert "Enter 0 or more in “" in page
    assert 'value="Cup"' in page
    assert "Old Hall" in page
    form = answer.context["form"]
    assert (form.chosen_kind, form.fields["round_minutes"].widget.attrs["autofocus"]) == (
        "draft",
        True,
    )
    again = sent(client, name="Cup", kind="draft", shown="draft", rounds="3", venue="Old Hall")
    assert client.post("/staff/new/", {**again, "game_format": "Booster Draft"}).status_code == 302


def test_a_chosen_kind_changes_the_summaries_and_the_fields(client: Client) -> None:
    data = sent(client, name="Cup", kind="draft", venue="Shop")
    page = client.post("/staff/new/", data, headers={"HX-Request": "true"}).content.decode()
    assert "Booster Draft · draft in pods · best of three · 50 minutes · 3 rounds" in page
    assert 'value="draft"' in page
    assert 'id="fields-rounds"' in page
    data = {**data, "shown": "draft", "game_format": "Booster Draft", "rounds": "3"}
    page = client.post("/staff/new/", data, headers={"HX-Request": "true"}).content.decode()
    assert "Shop" in page
    assert 'id="fields-rounds"' not in page
    assert not Event.objects.exists()


def test_the_page_takes_a_fixed_number_of_queries(client: Client) -> None:
    counts = []
    for number in (1, 3):
        for place in range(number):
            made(client, name=f"Week {number}/{place}", kind="playoff")
        counts.append(queries_of(lambda: client.get("/staff/new/")))
    assert counts[0] == counts[1]


def test_a_rule_profile_is_a_name_with_a_quieter_line(client: Client) -> None:
    page = " ".join(client.get("/staff/new/").content.decode().split())
    assert '<span>Magic Tournament Rules</span> <small class="hint">Match points 3, 1, 0;' in page
    event = made(client, name="Cup")
    settings = client.get(settings_address(event, "rules")).content.decode()
    assert ">Magic Tournament Rules</option>" in settings
    assert "Match points 3, 1, 0; OMW%, GW%, OGW%" in settings
