"""A code that is scanned where a name is typed: the person it belongs to, and never the link."""

import pytest

from domain.scans import is_code
from events.core.players.enrollment_actions import enroll, enroll_player
from events.core.players.player_entries import NewEnrollment
from events.core.players.private_address import token_of
from events.core.players.scanned_codes import scanned_player
from events.models import Enrollment, Event, Organisation
from tests import factories
from tests.events.scenario import event_with_owner, player, refused
from tests.events.support.doors import address
from tests.markup import flat

pytestmark = pytest.mark.django_db

SCANNED = "This is a scanned code. Enter the name of the player."
NO_NAMES = (
    "https://play.example/me/open/1.abc/",
    "httpsM!!plqy:exq,ple!,e!open!&:qbc!",
    "httpsÖ--plaz.example-me-open-1.abc-",
    "T4R1",
    "T'R&",
)


def link_of(enrollment: Enrollment) -> str:
    return f"https://play.example/me/open/{token_of(enrollment.pk, enrollment.address_nonce)}/"


@pytest.mark.parametrize("text", NO_NAMES)
def test_no_player_has_a_code_for_a_name(text: str) -> None:
    assert is_code(text)
    event, owner = event_with_owner(2)
    with refused(SCANNED):
        enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment(text)])
    with refused(SCANNED):
        enroll_player(event_id=event.pk, actor=owner, entry=NewEnrollment(text))


@pytest.mark.parametrize("name", ["Tara", "T. R. Knight", "Http Ford", "T4", "R2"])
def test_a_name_that_resembles_a_code_is_a_name(name: str) -> None:
    assert not is_code(name)


def test_the_code_of_a_known_player_enrolls_the_person_once() -> None:
    shop = Organisation.objects.create(slug="shop", name="Shop")
    earlier, _owner = event_with_owner(2, private_pages=True)
    event, owner = event_with_owner(1)
    Event.objects.filter(pk__in=[earlier.pk, event.pk]).update(organisation=shop)
    known = player(earlier, 2)
    known.player.organisation = shop
    known.player.save()
    entry = NewEnrollment(link_of(known))
    made = enroll_player(event_id=event.pk, actor=owner, entry=entry)
    assert (made.player, made.name) == (known.player, known.player.name)
    with refused(f"{made.name} is already enrolled as number {made.number}."):
        enroll_player(event_id=event.pk, actor=owner, entry=entry)
    other, stranger = event_with_owner(1)
    with refused(SCANNED):
        enroll_player(event_id=other.pk, actor=stranger, entry=entry)


def test_a_slip_where_a_player_is_looked_for_says_what_it_is() -> None:
    event, owner = event_with_owner(4)
    browser = factories.client_of(owner)
    words = "This is the code of table 4. Scan the code of a player."
    for text in ("T4R1", "t'r&"):
        with refused(words):
            scanned_player(event, text)
        assert words in flat(browser.get(address(event, "roster"), {"q": text}, follow=True))
        answer = browser.post(address(event, "roster-check-in"), {"search": text})
        assert words in flat(answer)
