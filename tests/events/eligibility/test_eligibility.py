"""The fact sheet and who may play (rules, 1.4), other games' presets: in the documents' words."""

import datetime
import html
from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.core.eligibility.actions import mark_people
from events.core.journal.words.entries import sentence
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.words.rule_profiles import UNSUPPORTED
from events.models import EligibilityMark, Event, FactSheet, Role, SignUpSettings, StaffMember, Verb
from events.report.facts import facts_of
from events.report.queries import event_report
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from events.web.access import Action
from standings import PROFILES
from tests import factories
from tests.archives import as_bytes
from tests.events.scenario import event_with_owner, journaled, play_round, refused
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.events.support.doors import address
from tests.events.support.entry_box import words_of
from tests.events.support.paper_files import pages_of, texts
from tests.events.support.settings import errors_of
from tests.events.test_words_of_the_documents import BOTH, read, same_language_afterwards
from tests.queries import queries_of

__all__ = ["same_language_afterwards"]

ASKS = "To enroll anyway, give a reason. The reason is recorded."

pytestmark = pytest.mark.django_db


def marked(kind: str = "suspended", *people: tuple[str, str]) -> tuple[Event, User]:
    event, owner = event_with_owner(0)
    names = people or (("Mario Rossi", ""),)
    mark_people(event_id=event.pk, actor=owner, kind=kind, people=names, note="until May")
    return event, owner


def come(event: Event, owner: User, name: str, email: str = "", because: str = "") -> None:
    entry = NewEnrollment(name, email, eligible_because=because)
    enroll(event_id=event.pk, actor=owner, entries=[entry])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *((name, "a\x08b") for name in ("channel", "prizes", "description_en")),
        ("channel", "a\r\nb"),
    ],
)
def test_what_the_fact_sheet_says_an_archive_holds(name: str, text: str) -> None:
    event, owner = event_with_owner(2)
    answer = factories.client_of(owner).post(
        address(event, "settings-group", code="facts"), {**FACTS, name: text}
    )
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert errors_of(answer, "facts").get(name)


def test_suspended_players_are_refused_with_the_reason() -> None:
    event, owner = marked()
    words = f"Mario Rossi is suspended. {ASKS}"
    with refused(words, "eligible_because"):
        come(event, owner, "mario rossi".title())
    assert not event.enrollments.exists()
    come(event, owner, "Mario Rossi", because="the suspension ended yesterday")
    assert event.enrollments.get().eligible_because == "the suspension ended yesterday"
    assert "the suspension ended yesterday" in sentence(journaled(event, Verb.ENROLLED)[0])


def test_uninvited_players_are_refused_where_only_invited_ones_may_play() -> None:
    event, owner = marked("invited", ("Ana Sato", "ana@example.org"))
    come(event, owner, "Somebody Else")
    FactSheet.objects.create(event=event, by_invitation=True)
    with refused(f"Jan Novak does not have an invitation. {ASKS}"):
        come(event, owner, "Jan Novak")
    come(event, owner, "Another Spelling", "ANA@example.org")


def test_too_young_players_are_refused_where_the_event_has_a_least_age() -> None:
    event, owner = marked("under-age", ("Kim Lee", ""))
    come(event, owner, "Kim Lee")
    event, owner = marked("under-age", ("Kim Lee", ""))
    FactSheet.objects.create(event=event, least_age=18)
    with refused(f"Kim Lee does not meet the minimum age. {ASKS}"):
        come(event, owner, "Kim Lee")


def test_a_namesake_with_another_address_is_somebody_else() -> None:
    event, owner = marked("suspended", ("Mario Rossi", "one@example.org"))
    come(event, owner, "Mario Rossi", "two@example.org")
    assert event.enrollments.count() == 1


def test_a_suspension_counts_in_every_event_of_the_same_organizers_and_nowhere_else() -> None:
    _event, owner = marked()
    other, stranger = event_with_owner(0)
    come(other, stranger, "Mario Rossi")
    own, _somebody = event_with_owner(0)
    StaffMember.objects.create(event=own, user=owner, organizer=True)
    with refused(f"Mario Rossi is suspended. {ASKS}"):
        come(own, owner, "Mario Rossi")


def test_the_roster_asks_keeps_what_was_typed_and_the_reason() -> None:
    event, owner = marked()
    browser = factories.client_of(owner)
    typed = {"name": "Mario Rossi"}
    asked = browser.post(address(event, "roster-add"), typed)
    assert asked.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert 'value="Mario Rossi"' in asked.content.decode()
    assert "Reason for allowing them to play" in asked.content.decode()
    browser.post(address(event, "roster-add"), {**typed, "eligible_because": "a mistake"})
    page = browser.get(address(event, "player", number=1)).content.decode()
    assert "a mistake" in page
    assert "suspended" in page


def test_a_pasted_list_asks_as_well() -> None:
    event, owner = marked()
    browser = factories.client_of(owner)
    typed = {"text": "Mario Rossi\nAna Sato", "confirm": "1", "new": "2"}
    asked = browser.post(address(event, "roster-paste"), typed)
    assert asked.status_code == HTTPStatus.CONFLICT
    assert "Mario Rossi is suspended." in asked.content.decode()
    assert "Ana Sato" in asked.content.decode()
    browser.post(address(event, "roster-paste"), {**typed, "eligible_because": "a mistake"})
    assert event.enrollments.count() == 2


def test_marks_are_listed_typed_by_line_and_taken_away() -> None:
    event, owner = event_with_owner(0)
    browser = factories.client_of(owner)
    url = address(event, "eligibility")
    assert "No eligibility marks yet." in browser.get(url).content.decode()
    people = "Mario Rossi <mario@example.org>\nAna Sato, ana@example.org\n\nKim Lee"
    page = browser.post(url, {"kind": "suspended", "people": people}, follow=True)
    assert "3 eligibility marks were added." in page.content.decode()
    assert EligibilityMark.objects.get(name="Ana Sato").email == "ana@example.org"
    people = '"Rossi Bianchi";luca@example.org\n"Doe, Jane",jane@example.org\nJo "Ace" Smith'
    browser.post(url, {"kind": "suspended", "people": people})
    typed = list(EligibilityMark.objects.order_by("pk").values_list("name", "email"))[3:]
    assert typed == [
        ("Rossi Bianchi", "luca@example.org"),
        ("Doe Jane", "jane@example.org"),
        ('Jo "Ace" Smith', ""),
    ]
    few = queries_of(lambda: browser.get(url))
    browser.post(url, {"kind": "invited", "people": "A\nB\nC\nD"})
    assert queries_of(lambda: browser.get(url)) == few
    bad = browser.post(url, {"kind": "suspended", "people": "only@example.org"})
    assert "” is not a name followed by an email address." in bad.content.decode()
    mark = EligibilityMark.objects.get(name="Kim Lee")
    browser.post(address(event, "eligibility-remove", mark_id=mark.pk))
    again = browser.post(address(event, "eligibility-remove", mark_id=mark.pk), follow=True)
    assert (
        "This eligibility mark belongs to another event or was already removed."
        in again.content.decode()
    )


FACTS = {
    "tier": "premier",
    "sanctioning_number": "26-05-1234",
    "description_en": "Bring pens.\r\nMore on https://example.org/cup",
    "description_ja": "筆記用具をお持ちください。",
    "channel": "https://chat.example.org/cup",
    "prizes": "1st: a box",
    "deck_rules": "60 cards or more, sideboard up to 15",
    "by_invitation": "1",
    "least_age": "18",
}


def with_facts() -> tuple[Event, User, Client]:
    event, owner = event_with_owner(4, restrictions="No employees")
    browser = factories.client_of(owner)
    saved = browser.post(address(event, "settings-group", code="facts"), FACTS)
    assert saved.status_code == HTTPStatus.FOUND
    return event, owner, browser


@BOTH
def test_the_fact_sheet_can_be_read_before_players_enroll_in_the_events_languages(
    language: str,
) -> None:
    event, _owner, _browser = with_facts()
    page = Client().get(f"/e/{event.slug}/about/", headers={"accept-language": language})
    words = words_of(page)
    for fact in ("26-05-1234", "1st: a box", "60 cards or more", "No employees", "18"):
        assert fact in words, fact
    said = {"en": "Bring pens.", "ja": "筆記用具をお持ちください。"}[language]
    assert said in words
    assert '<a href="https://chat.example.org/cup"' in page.content.decode()
    assert {"en": "premier", "ja": "プレミア"}[language] in words


def test_the_fact_sheet_can_be_printed() -> None:
    event, _owner, browser = with_facts()
    (page,) = texts(pages_of(browser, address(event, "pdf-facts")))
    for fact in ("26-05-1234", "1st: a box", "60 cards or more", "No employees", "Bring pens."):
        assert fact in page, fact


@BOTH
def test_fee_places_and_deadline_of_the_sign_up_stand_on_the_sheet_and_on_its_pdf(
    language: str,
) -> None:
    event, _owner, browser = with_facts()
    deadline = datetime.datetime(2026, 5, 9, 18, tzinfo=datetime.UTC)
    SignUpSettings.objects.create(
        event=event, is_open=True, fee="EUR 15", capacity=32, deadline=deadline
    )
    told = {
        "en": ("Fee", "Places", "Sign-up deadline"),
        "ja": ("参加費", "定員", "申し込みの締め切り"),
    }
    browser.cookies["django_language"] = language
    (paper,) = texts(pages_of(browser, address(event, "pdf-facts")))
    page = words_of(Client().get(f"/e/{event.slug}/about/", headers={"accept-language": language}))
    for shown in (paper, page):
        for fact in ("EUR 15", "32", "18:00", *told[language]):
            assert fact in shown, fact


@BOTH
def test_restrictions_stand_on_the_event_page_the_list_the_projector_print_and_report(
    language: str,
) -> None:
    event, owner, browser = with_facts()
    said = {"en": "Only invited players may play.", "ja": "招待されたプレイヤーのみ"}[language]
    for url in ("/", f"/e/{event.slug}/"):
        page = words_of(Client().get(url, headers={"accept-language": language}))
        assert said in page, url
        assert "No employees" in page, url
    for name in ("projector", "rules"):
        assert said in read(Client(), event, name, language), name
    browser.cookies["django_language"] = language
    play_round(event, owner, 1)
    facts = dict(facts_of(event_report(event)))
    assert "No employees" in str(facts)
    assert "26-05-1234" in str(facts)


def test_facts_marks_and_reasons_travel() -> None:
    event, owner, _browser = with_facts()
    mark_people(event_id=event.pk, actor=owner, kind="suspended", people=[("Mario Rossi", "")])
    come(event, owner, "Mario Rossi", because="a mistake")
    event.refresh_from_db()
    values = export_archive(event)
    assert values["version"] == 3
    assert values["facts"]["least_age"] == 18
    again = import_archive(archive=read_archive(as_bytes(values)), actor=owner)
    assert export_archive(again) == values


def test_the_format_of_a_stage_stands_on_the_fact_sheet() -> None:
    event, _owner, browser = with_facts()
    factories.StageFactory.create(event=event, kind="single-elimination")
    url = address(event, "settings-group", code="facts")
    browser.post(url, {**FACTS, "format_1": "Sealed", "format_2": "Draft"})
    words = read(Client(), event, "about", "en")
    assert "Sealed" in words
    assert "Draft" in words


@pytest.mark.parametrize("name", [one.name for one in PROFILES.values() if one.check_organizer])
def test_what_a_preset_of_another_game_leaves_out_is_named_on_the_rules_page(name: str) -> None:
    event = factories.event(profile=PROFILES[name].to_dict())
    words = html.unescape(read(Client(), event, "rules", "en"))
    assert UNSUPPORTED[name]
    for line in UNSUPPORTED[name]:
        assert str(line) in words


def test_a_profile_of_magic_leaves_nothing_out() -> None:
    assert (
        'id="left-out"' not in Client().get(f"/e/{factories.event().slug}/rules/").content.decode()
    )


@pytest.mark.parametrize(
    "route",
    [
        Route("roster/eligibility/", Action.SEE),
        Route("roster/eligibility/", Action.EDIT_ROSTER, "post"),
        Route("roster/eligibility/9/remove/", Action.EDIT_ROSTER, "post"),
    ],
    ids=str,
)
def test_doors(route: Route) -> None:
    check_access(factories.event(), route)
    if route.path.endswith("remove/"):
        check_methods(factories.event(), route)


def test_a_stranger_reads_the_fact_sheet_of_a_new_event_and_no_other() -> None:
    event = factories.event()
    factories.staff_member(event, Role.ORGANIZER)
    assert Client().get(f"/e/{event.slug}/about/").status_code == HTTPStatus.OK
    assert Client().get("/e/none/about/").status_code == HTTPStatus.NOT_FOUND
