"""Discord and Slack: within their limits, nobody mentioned, rate limits respected."""

import json
from collections.abc import Iterator
from ipaddress import ip_network
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from events.core.events.finishing_actions import finish_event
from events.core.rounds.actions import complete_round
from events.integrations import actions
from events.integrations.chats import TEXT, TITLE, chat_body, escaped
from events.integrations.delivery import Courier
from events.integrations.feature_actions import choose_feature
from events.models import Enrollment, Event, HookDelivery, HookEndpoint, HookKind
from tests.events.scenario import event_with_owner, refused, report, start_round
from tests.events.support.receiver import Receiver, receiving

pytestmark = pytest.mark.django_db
Style = HookEndpoint.Style
SITE = "https://swiss.example"


@pytest.fixture
def service(settings: LazySettings) -> Iterator[Receiver]:
    """A stub of an incoming webhook: it answers as the service does."""
    settings.HOOK_NETWORKS = (ip_network("127.0.0.0/8"),)
    settings.SITE = SITE
    with receiving() as made:
        yield made


def added(event: Event, owner: User, service: Receiver, style: str, language: str = "en") -> Any:
    return actions.add_endpoint(
        of=event.pk,
        actor=owner,
        name="Chat",
        address=f"{service.address}/{style}/{language}",
        kinds=[*HookKind],
        style=style,
        language=language,
    )


def deliver() -> None:
    courier = Courier()
    courier.send_due()
    courier.wait()


def played(event: Event, owner: User) -> None:
    Enrollment.objects.filter(number=1).update(name="**Ann** @everyone <@1> https://x.example")
    start_round(event, owner, 1)
    choose_feature(event_id=event.pk, actor=owner, number=1, table=1)
    report(event, owner, 1)
    complete_round(event_id=event.pk, actor=owner, number=1)
    finish_event(event_id=event.pk, actor=owner)


def test_discord_hears_of_an_evening(service: Receiver) -> None:
    event, owner = event_with_owner(4, rounds=1)
    added(event, owner, service, Style.DISCORD)
    played(event, owner)
    deliver()
    titles = [body["embeds"][0]["title"] for body in service.bodies()]
    name = escaped(event.name)
    assert titles == [
        f"{name}\\: round 1 is posted",
        f"{name}\\: feature match",
        f"{name}\\: standings after round 1",
        f"{name} is finished",
    ]
    for body in service.bodies():
        assert body["allowed_mentions"] == {"parse": []}
        text = json.dumps(body["embeds"][0].get("description", ""))
        assert "@everyone" not in text.replace("\\\\@", "")
    first, _result, top, last = (body["embeds"][0] for body in service.bodies())
    assert first["url"] == f"{SITE}/e/{event.slug}/pairings/1/"
    assert len(top["description"].splitlines()) == 4
    assert last["image"] == {"url": f"{SITE}/e/{event.slug}/share.png"}
    assert "webhook-signature" not in service.came[0][1]


@pytest.mark.parametrize(
    ("players", "words"), [(None, "round 6 is posted"), (4, "Semifinals posted")]
)
def test_a_chat_names_a_round_as_players_read_it(players: int | None, words: str) -> None:
    data = {"event": {"name": "Open", "url": "/"}, "round": 6, "pairings_url": "/"}
    values = {"type": "round.posted", "data": {**data, "bracket_players": players}}
    assert chat_body(values, Style.DISCORD, "en")["embeds"][0]["title"] == f"Open\\: {words}"


def test_slack_gets_plain_text_and_the_language_of_who_added_it(service: Receiver) -> None:
    event, owner = event_with_owner(4, rounds=1)
    added(event, owner, service, Style.SLACK, "ja")
    played(event, owner)
    deliver()
    first = service.bodies()[0]
    assert first["blocks"][0]["text"] == {
        "type": "plain_text",
        "text": f"{event.name}：第1回戦の組み合わせを掲示しました",
    }
    kinds = {block["text"]["type"] for block in service.bodies()[2]["blocks"]}
    assert kinds == {"plain_text", "mrkdwn"}
    assert service.bodies()[3]["blocks"][-1]["image_url"] == f"{SITE}/e/{event.slug}/share.png"


def test_a_result_off_camera_is_no_message(service: Receiver) -> None:
    event, owner = event_with_owner(4)
    added(event, owner, service, Style.DISCORD)
    start_round(event, owner, 1)
    report(event, owner, 1)
    deliver()
    assert HookDelivery.objects.count() == 1


def test_without_the_sites_address_there_is_no_link(
    service: Receiver, settings: LazySettings
) -> None:
    settings.SITE = ""
    event, owner = event_with_owner(4)
    added(event, owner, service, Style.DISCORD)
    start_round(event, owner, 1)
    deliver()
    assert "url" not in service.bodies()[0]["embeds"][0]


def test_a_rate_limit_is_respected_before_and_after_it_is_hit(service: Receiver) -> None:
    event, owner = event_with_owner(4)
    endpoint = added(event, owner, service, Style.DISCORD)
    for _ in range(3):
        actions.send_test(of=event.pk, actor=owner, endpoint_id=endpoint.pk)
    service.headers = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "30"}
    deliver()
    assert len(service.came) == 1, "the rest waits"
    endpoint.refresh_from_db()
    assert (endpoint.rests_until - timezone.now()).total_seconds() > 25
    HookEndpoint.objects.update(rests_until=None)
    service.status, service.headers = 429, {"Retry-After": "1.5"}
    deliver()
    assert len(service.came) == 2
    endpoint.refresh_from_db()
    assert endpoint.failures == 0
    assert sorted(endpoint.deliveries.values_list("attempts", flat=True)) == [0, 0, 1]


def test_a_chat_has_its_own_hosts() -> None:
    event, owner = event_with_owner(2)
    who: dict[str, Any] = {"of": event.pk, "actor": owner, "name": "", "kinds": [*HookKind]}
    for style, host in ((Style.DISCORD, "discord.com"), (Style.SLACK, "hooks.slack.com")):
        with refused(f"Enter an address of {host}.", "address"):
            actions.add_endpoint(**who, style=style, address="https://swiss.example/hook")
        made = actions.add_endpoint(**who, style=style, address=f"https://{host}/api/webhooks/1/x")
        assert (made.secret, HookKind.PLAYER_ENROLLED in made.kinds) == ("", False)


@given(name=st.text(max_size=3000), text=st.text(max_size=5000))
def test_every_text_fits_and_is_escaped(name: str, text: str) -> None:
    told = {"name": name, "url": "/"}
    values = {
        "type": HookKind.ANNOUNCEMENT_POSTED.value,
        "data": {"event": told, "text": {"en": text, "ja": ""}},
    }
    [embed] = chat_body(values, Style.DISCORD, "en")["embeds"]
    assert len(embed["title"]) <= TITLE
    assert len(embed.get("description", "")) <= TEXT
    plain = embed.get("description", "").replace("\\\\", "")
    assert not [at for at, sign in enumerate(plain) if sign in "*_`@<" and plain[at - 1] != "\\"]
    slack = chat_body(values, Style.SLACK, "en")
    assert all(len(block["text"]["text"]) <= TEXT for block in slack["blocks"])


def test_line_hears_of_an_evening_within_its_limits(service: Receiver) -> None:
    event, owner = event_with_owner(4, rounds=1)
    channel: dict[str, Any] = {"style": Style.LINE, "kinds": [*HookKind], "token": "channel-token"}
    groups = [f"{service.address}/push?to=C{number}" for number in (1, 2)]
    everybody, *_groups = [
        actions.add_endpoint(of=event.pk, actor=owner, name="", address=address, **channel)
        for address in (f"{service.address}/broadcast", *groups)
    ]
    played(event, owner)
    service.answer = lambda heard: 409 if "broadcast" in heard[0] else 200
    deliver()
    by_path: dict[str, list[Any]] = {"/hook/broadcast": [], "C1": [], "C2": []}
    for path, headers, body in service.came:
        values = json.loads(body)
        assert headers["Authorization"] == "Bearer channel-token"
        by_path[values.get("to", path)].append((values, headers["X-Line-Retry-Key"]))
        assert "?" not in path
    for said in by_path.values():
        assert [len(values["messages"]) for values, _key in said] == [1, 1, 1, 2]
        first = said[0][0]["messages"][0]
        assert first["type"] == "text"
        assert first["text"].endswith(f"{SITE}/e/{event.slug}/pairings/1/")
        picture = said[3][0]["messages"][1]
        assert picture["originalContentUrl"] == f"{SITE}/e/{event.slug}/share.png"
    keys = [key for said in by_path.values() for _values, key in said]
    assert len(keys) == len(set(keys)) == 12
    taken = everybody.deliveries.values_list("state", flat=True)
    assert set(taken) == {"delivered"}, "409: LINE has it already"
    service.answer = lambda heard: 429
    actions.send_test(of=event.pk, actor=owner, endpoint_id=everybody.pk)
    deliver()
    everybody.refresh_from_db()
    assert everybody.rests_until is not None
    assert (everybody.rests_until - timezone.now()).total_seconds() > 200
    assert everybody.failures == 0


@given(st.text(min_size=1), st.text(min_size=1))
def test_line_gets_no_text_that_is_too_long(title: str, text: str) -> None:
    event = {"name": title * 600, "url": "https://swiss.example/"}
    announced = {"event": event, "text": {"en": text * 3000, "ja": ""}}
    values = {"type": HookKind.ANNOUNCEMENT_POSTED, "data": announced}
    body = chat_body(values, Style.LINE, "en", "C1")
    assert len(body["messages"][0]["text"].encode("utf-16-le", "surrogatepass")) <= 2 * 5000
