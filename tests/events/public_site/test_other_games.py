"""Events under the rules of other games: standings, explanations and the rules page."""

import html
import re
from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.core.results.slips import Slip
from events.core.words.rule_profiles import UNSUPPORTED, profile_hint, unsupported_rules
from events.models import Event
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from standings import PROFILES
from standings.profile import Profile
from tests import factories
from tests.archives import as_bytes
from tests.events.preflight.answers import drop
from tests.events.scenario import event_with_owner, play_round
from tests.events.support.doors import address
from tests.markup import without_tags

pytestmark = pytest.mark.django_db

OTHER_GAMES = [name for name, profile in PROFILES.items() if profile.check_organizer]
EXPLAINED = {
    "pokemon": ("/ 2 rounds", "(0 + 1/2 × 1) / 2 rounds"),
    "yu-gi-oh": ("Total of their opponents", "truncated after the last digit"),
    "flesh-and-blood": ("matches = ", "losses / "),
}


def played(name: str) -> tuple[Event, User]:
    """Five players, two published rounds: a bye in each, a draw, and one who drops."""
    event, owner = event_with_owner(5, profile=PROFILES[name].to_dict(), rounds=3)
    play_round(event, owner, 1, {1: Slip.of(1, 1, 1)})
    leaving = event.enrollments.get(number=5)
    drop(event_id=event.pk, actor=owner, number=leaving.number)
    play_round(event, owner, 2)
    return event, owner


def words(page: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(without_tags(page)))


@pytest.mark.parametrize("name", [name for name in OTHER_GAMES if name != "netrunner"])
def test_every_player_reads_the_arithmetic_behind_the_figures(name: str) -> None:
    event, owner = played(name)
    desk = factories.client_of(owner)
    seen = ""
    for number in range(1, 6):
        url = f"/staff/e/{event.slug}/standings/2/players/{number}"
        answer = desk.get(f"{url}/")
        assert answer.status_code == HTTPStatus.OK
        seen += words(answer.content.decode())
        told = desk.get(f"{url}.json").json()
        assert Profile.from_dict(told["profile"]).name == name
        shown = [part["tiebreaker"] for part in told["explanation"]["parts"]]
        assert {code.value for code in PROFILES[name].ranked_by} - {"head-to-head"} <= set(shown)
        for part in told["explanation"]["parts"]:
            assert part["text"] in seen or part["tiebreaker"] not in PROFILES[name].ranked_by
    for text in EXPLAINED.get(name, ()):
        assert text in seen


def test_a_player_who_dropped_reads_that_the_figures_stay() -> None:
    event, owner = played("pokemon")
    url = f"/staff/e/{event.slug}/standings/2/players/5/"
    page = words(factories.client_of(owner).get(url).content.decode())
    assert "These figures are from after round 1, when this player dropped." in page


def test_what_a_preset_leaves_out_is_shown_where_it_is_chosen() -> None:
    event, owner = event_with_owner(2)
    page = factories.client_of(owner).get(address(event, "settings")).content.decode()
    for name in OTHER_GAMES:
        assert PROFILES[name].check_organizer, name
        assert UNSUPPORTED[name], name
        for line in UNSUPPORTED[name]:
            assert html.escape(str(line), quote=True) in page, name
            assert str(line) in profile_hint(PROFILES[name]), name


def test_an_event_of_an_earlier_version_keeps_counting_and_says_so() -> None:
    old = {
        "name": "yu-gi-oh", "floor": "0", "tiebreakers": ["omw", "oomw"], "use_games": False,
        "check_organizer": True,
    }  # fmt: skip
    event, _owner = event_with_owner(2, profile=old)
    assert Profile.from_dict(event.profile) != PROFILES["yu-gi-oh"]
    (line,) = unsupported_rules(Profile.from_dict(event.profile))
    page = Client().get(f"/e/{event.slug}/rules/").content.decode()
    assert str(line) in html.unescape(page)


@pytest.mark.parametrize("name", ["pokemon", "flesh-and-blood", "yu-gi-oh"])
def test_an_event_under_these_rules_travels(name: str) -> None:
    event, owner = played(name)
    event.refresh_from_db()
    values = export_archive(event)
    # The one who dropped after round 1 was still in when its standings were published.
    assert values["standings_lines"] == [{"round": 1, "player": 5, "state": "active"}]
    assert values["version"] == 5
    again = import_archive(archive=read_archive(as_bytes(values)), actor=owner)
    assert export_archive(again) == values
