"""The long lists of staff pages: built as text, so every name in them is tried as markup."""

from itertools import islice, product
from string import ascii_lowercase

import pytest

from events.core.judging.penalty_actions import give_penalty
from events.core.rounds.pairing_actions import pair_next_round
from events.models import Event, Infraction, PenaltyKind
from events.roster.parsing.listed_players import MOST_PLAIN
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import event_with_owner, play_round
from tests.events.support.doors import address
from tests.markup import flat

pytestmark = pytest.mark.django_db

EVIL = '<b id="x">&"\''
SAID = "&lt;b id=&quot;x&quot;&gt;&amp;&quot;&#x27;"


@pytest.fixture
def event() -> Event:
    event, owner = event_with_owner(7)
    event.enrollments.update(name=EVIL, platform_id="")
    event.enrollments.filter(number=1).update(awarded_byes=2, fixed_table=9)
    play_round(event, owner, 1)
    drop(event_id=event.pk, actor=owner, number=2)
    give_penalty(
        event_id=event.pk,
        actor=owner,
        number=3,
        infraction=Infraction.SLOW_PLAY,
        penalty=PenaltyKind.WARNING,
    )
    pair_next_round(event_id=event.pk, actor=owner, number=2, seed=2)
    return event


@pytest.mark.parametrize(
    ("name", "number", "times"),
    [
        ("standings", None, 7),
        ("roster", None, 7),
        ("round", 1, 7),
        ("round", 2, 6),
        ("report", None, 14),
    ],
)
def test_names_are_text(event: Event, name: str, number: int | None, times: int) -> None:
    browser = factories.client_of(event.staff.get().user)
    numbers = {} if number is None else {"number": number}
    page = browser.get(address(event, name, **numbers)).content.decode()
    assert EVIL not in page
    assert page.count(SAID) >= times


def test_the_roster_says_what_few_have(event: Event) -> None:
    browser = factories.client_of(event.staff.get().user)
    page = browser.get(address(event, "roster")).content.decode()
    for words in ('<td class="num spare">2</td>', "table 9", "1 penalty", "state-dropped"):
        assert page.count(words) == 1, words


def test_a_draft_says_what_is_to_be_said_of_a_match(event: Event) -> None:
    browser = factories.client_of(event.staff.get().user)
    page = browser.get(address(event, "round", number=2)).content.decode()
    assert "awarded bye" in page
    assert "pair-down" in page


def test_of_a_long_list_the_preview_shows_what_needs_a_look() -> None:
    event, owner = event_with_owner(0)
    pairs = product(ascii_lowercase, repeat=2)
    names = [f"Ada Lee{first}{second}" for first, second in islice(pairs, MOST_PLAIN)]
    browser, url = factories.client_of(owner), address(event, "roster-paste")

    def preview(*more: str) -> str:
        return flat(browser.post(url, {"text": "\n".join([*names, *more])}).content.decode())

    page = preview("One Hidden", "Two Hidden", names[3])
    assert "and 2 more" in page
    assert page.count("One Hidden") == 1, "only in the list as it was pasted"
    assert page.count('value="anyway"') == 1, "the second of one name is asked about"
    assert "more </th>" not in preview(names[3])
