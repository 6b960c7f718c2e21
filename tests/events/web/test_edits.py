"""Every form that edits says what its reader saw, and who saves second is shown both.

Every address that writes is in one of three lists: edits that are tried here, edits that are tried
elsewhere, and what edits nothing, with why. One that is new and in none fails.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.core.progress.edited_tables import pairing_values
from events.core.rounds.actions import complete_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.stages.plans import StagePlan
from events.core.stages.pod_actions import draw_stage_pods
from events.models import Event, Role
from events.player_pages import urls as urls_me
from tests import factories
from tests.events.scenario import event_with_owner, player, report, start_round
from tests.events.support.phones import Phone, event_of_phones
from tests.events.support.stages import playoff, staged
from tests.events.web.test_private_actions import writing_addresses
from tests.fuzz.pages import Found, read
from tests.markup import flat

pytestmark = pytest.mark.django_db

# Forms with a version token, and the file that tries a stale one.
ELSEWHERE = {
    "test_version_tokens.py": (
        "settings-group room player stages staff-member announced "
        "deck penalty-change penalty-remove"
    ),
    "test_desk_entry.py, test_results.py": ("enter keep table-enter"),
    "test_games.py": ("table-games"),
    "test_result_audit.py": ("sources-keep sources-take"),
    "test_clock.py": ("clock desk-clock"),
    "test_preparation.py": ("preparation"),
    "test_draft_call.py": ("draft-call"),
    "test_preflight.py": ("preflight-answer"),
    "test_me_deck.py": ("me:deck"),
    "test_floor_pages.py": ("floor-extend"),
    "test_archetypes.py": ("archetypes"),
    "test_shown_lists.py": ("shown-lists"),
    "test_pools.py": ("pools pool me:pool"),
    "test_prizes.py": ("prize-list"),
    "test_feature.py": ("feature-games"),
    "below, and throws away": ("pair-again discard"),
}
NOTHING_EDITED = {
    "puts something beside": (
        "staff invite eligibility deck-check roster-add roster-paste penalty-give appeals "
        "floor-areas stage-add stage-playoff announcements pods-wish pair reading-enter "
        "certify me:sign-up integrations integration-test integration-secret tokens feature "
        "investigations hand-over"
    ),
    "names what it takes away": (
        "eligibility-remove undo table-undo reading-undo appeal-remove floor-area-remove "
        "announcement-down invitation-withdraw pods-draw plan-undo stage-remove "
        "me:take-back me:game-take-back personal delete-event swap-undo penalty-undo "
        "integration-remove token-revoke logo investigation-remove"
    ),
    "is refused where it was done before": (
        "move deck-check-end deck-check-stop feature-show player-remove player-merge plan-apply "
        "against-bye "
        "cut plan-leave cut-back basis-take-back sign-up-decide absent complete floor-deal "
        "left-out-back player-byes player-opponents-win integration-failed "
        "table-swap prize-hand-out prize-take-back prize-split hand-over-read"
    ),
    "says into which state, whatever it was in": (
        "post unpost pods-post reopen-round publish withdraw finish reopen-event playoff-end "
        "playoff-resume phones-check-in roster-check-in player-check-in player-paid "
        "roster-check-in-again "
        "player-drop player-reinstate player-disqualify roster-drop-absent staff-unlock "
        "roster-paste-undo roster-selected-check-in roster-selected-paid roster-selected-drop "
        "player-address call-answer floor-mark me:call me:check-in me:drop me:cancel "
        "me:email-consent "
        "me:forget me:push me:pool-confirm staff-password sign-ups-decide-all add "
        "integration-pause integration-kinds "
        "integration-replay stream feature-end"
    ),
    "what somebody tells stands beside what others told": ("me:report me:game"),
}


@dataclass(frozen=True)
class Edit:
    """A form: its page below the event, its target, the fields that the two people type."""

    made: Callable[[], tuple[Event, User]]
    page: str
    action: str
    first: dict[str, str]
    second: dict[str, str]
    # Fields that distinguish the form from others with the same target.
    among: dict[str, str] = field(default_factory=dict)
    # The part of the first person's version that the second person sees.
    shown: str = ""


def playing() -> tuple[Event, User]:
    return event_of_phones(4)


def complete() -> tuple[Event, User]:
    event, owner = event_with_owner(4, rounds=3)
    start_round(event, owner, 1)
    report(event, owner, 1)
    complete_round(event_id=event.pk, actor=owner, number=1)
    return event, owner


def unposted() -> tuple[Event, User]:
    event, owner = complete()
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    return event, owner


def pods() -> tuple[Event, User]:
    event, owner = staged(8, StagePlan(rounds=3, pods=True))
    draw_stage_pods(event_id=event.pk, actor=owner, stage=1, seed=7)
    return event, owner


def bracket() -> tuple[Event, User]:
    return playoff(8, 4)


ONE, TWO = "rounds/1/", "rounds/2/"
HERE = {
    "alias": Edit(
        playing,
        "roster/players/1/?act=alias",
        "roster/players/1/alias/",
        {"alias": "Blue"},
        {"alias": "Red"},
        shown="Current value: Blue",
    ),
    "announce-next": Edit(
        complete, ONE, f"{ONE}next/", {"at": "14:30"}, {"at": "14:45"}, shown="14:30"
    ),
    "check-table": Edit(
        playing,
        f"{ONE}check/",
        f"{ONE}tables/1/check/",
        {"mark": "contacted"},
        {"mark": "no-answer"},
    ),
    "extend": Edit(
        playing,
        f"{ONE}tables/1/",
        f"{ONE}tables/1/extend/",
        {"minutes": "3"},
        {"minutes": "5"},
        shown="+3",
    ),
    "correct": Edit(
        complete,
        f"{ONE}tables/1/",
        f"{ONE}tables/1/correct/",
        {"score": "02", "reason": "Misread"},
        {"score": "12", "reason": "The slip says so"},
        shown="Misread",
    ),
    "choose-play": Edit(
        bracket, "", "", {"first": "first"}, {"first": "second"}, shown="plays first in game 1"
    ),
    "change-unposted": Edit(
        unposted,
        TWO,
        f"{TWO}change/",
        {"first": "1", "second": "3"},
        {"first": "3", "second": "1"},
        among={"change": "swap"},
    ),
    "pods-change": Edit(
        pods,
        "stages/1/pods/",
        "stages/1/pods/change/",
        {"player": "1", "other": "2"},
        {"player": "2", "other": "1"},
    ),
}


def names_of(lists: dict[str, str]) -> list[str]:
    return [name for names in lists.values() for name in names.split()]


def test_every_address_that_writes_edits_as_said_or_edits_nothing() -> None:
    of_phones = {
        f"me:{pattern.name}"
        for pattern in urls_me.urlpatterns
        if pattern.name not in ("lost", "page", "open")
    }
    told = [*names_of(ELSEWHERE), *names_of(NOTHING_EDITED), *HERE, "me:alias"]
    assert sorted(told) == sorted({*writing_addresses()} | of_phones)


def the_form(browser: Client, event: Event, edit: Edit) -> tuple[str, dict[str, str]]:
    """The form as this page shows it: where it leads, and what it would send."""
    root = f"/staff/e/{event.slug}/"
    return found_in(browser.get(root + edit.page).content.decode(), root, edit)


def found_in(page: str, root: str, edit: Edit) -> tuple[str, dict[str, str]]:
    def is_meant(form: Found) -> bool:
        leads = (form.action or root + edit.page) == root + edit.action
        return leads and edit.among.items() <= dict(form.fields).items()

    [form] = [form for form in read(page).forms if form.method == "post" and is_meant(form)]
    assert dict(form.fields).get("seen"), edit
    return root + edit.action, dict(form.fields)


@pytest.mark.parametrize("name", HERE)
def test_the_second_is_shown_both_and_saves_again(name: str) -> None:
    edit = HERE[name]
    event, _owner = edit.made()
    if name == "choose-play":
        newest = event.rounds.order_by("-number")[0]
        table = newest.matches.order_by("table")[0].table
        place = f"rounds/{newest.number}/tables/{table}/"
        edit = Edit(edit.made, place, f"{place}play/", edit.first, edit.second, shown=edit.shown)
    one, two = (factories.client_of(factories.staff_member(event, list(Role))) for _ in range(2))
    url, seen = the_form(one, event, edit)
    mine = seen | edit.second
    assert one.post(url, seen | edit.first).status_code == HTTPStatus.FOUND
    written = event.journal.count()

    answer = two.post(url, mine, follow=True)
    page = flat(answer)
    assert "changed since you opened this page." in page
    assert edit.shown in page
    assert event.journal.count() == written, "nothing is taken back unseen"

    url, again = found_in(answer.content.decode(), f"/staff/e/{event.slug}/", edit)
    answer = two.post(url, mine | {"seen": again["seen"]})
    assert answer.status_code == HTTPStatus.FOUND
    assert event.journal.count() == written + 1


@pytest.mark.parametrize("name", ["change-unposted", "pods-change"])
def test_the_same_change_twice_does_not_take_itself_back(name: str) -> None:
    edit = HERE[name]
    event, owner = edit.made()
    browser = factories.client_of(owner)
    url, seen = the_form(browser, event, edit)
    for _ in range(2):
        answer = browser.post(url, seen | edit.first, follow=True)
    assert "changed since you opened this page." in flat(answer)


@pytest.mark.parametrize("act", ["pair-again", "discard"])
def test_a_stale_page_does_not_throw_away_what_a_colleague_changed_by_hand(act: str) -> None:
    edit = HERE["change-unposted"]
    event, owner = edit.made()
    browser = factories.client_of(owner)
    url, seen = the_form(browser, event, edit)
    page = browser.get(f"/staff/e/{event.slug}/{edit.page}").content.decode()
    [form] = [form for form in read(page).forms if f"/{act}/" in form.action]
    browser.post(url, seen | edit.first)
    before = [pairing_values(round) for round in event.rounds.all()]
    again = dict(form.fields) | {"reason": "a player came late"}
    answer = browser.post(form.action, again)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "The pairings changed since you opened this page." in flat(answer)
    assert [pairing_values(round) for round in event.rounds.all()] == before
    # The error page shows the pairings, and the same form works from there.
    [form] = [form for form in read(answer.content.decode()).forms if f"/{act}/" in form.action]
    again |= {"seen": dict(form.fields)["seen"], "form_key": dict(form.fields).get("form_key", "")}
    assert browser.post(form.action, again).status_code == HTTPStatus.FOUND
    assert [pairing_values(round) for round in event.rounds.all()] != before


def test_a_phone_is_told_of_the_alias_that_the_desk_gave_meanwhile() -> None:
    event, owner = event_of_phones(4)
    phone = Phone(player(event, 1))
    [mine] = [dict(form.fields) for form in read(phone.page()).forms if "/alias/" in form.action]
    desk = factories.client_of(owner)
    desk.post(f"/staff/e/{event.slug}/roster/players/1/alias/", {"alias": "Blue"})
    answer = phone.client.post(phone.url("alias"), mine | {"alias": "Red"})
    page = flat(answer)
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Current value: Blue" in page
    assert 'value="Red"' in page
    [again] = [dict(form.fields) for form in read(page).forms if "/alias/" in form.action]
    assert phone.client.post(phone.url("alias"), again).status_code == HTTPStatus.FOUND
    assert player(event, 1).alias == "Red"
