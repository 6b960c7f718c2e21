"""The pages of an event for teams say team: sentences, headings, counts, both languages."""

import re

import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from events.core.words.entry_nouns import nouns_of, says_team
from events.models import Event
from tests import factories
from tests.events.support.phones import Phone
from tests.events.support.public_events import Played
from tests.markup import with_plain_names, without_tags

pytestmark = pytest.mark.django_db

TEAM = Event(team_size=Event.TeamSize.THREE)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("Teams", "1 team", "3 teams", "Not every team")),
        ("ja", ("チーム", "1チーム", "3チーム")),
    ],
)
def test_every_sentence_follows_the_kind_of_entry(language: str, said: tuple[str, ...]) -> None:
    lazy = _("Players")
    with translation.override(language):
        plain = gettext("Players")
        with nouns_of(TEAM):
            assert says_team()
            assert str(lazy) == gettext("Players") == said[0]
            for count, words in ((1, said[1]), (3, said[2])):
                found = ngettext("%(count)d player", "%(count)d players", count) % {"count": count}
                assert found.replace(" ", "") == words.replace(" ", "")
            assert gettext("Player links") != "Team links"
        assert not says_team()
        assert gettext("Players") == plain
        with nouns_of(Event()):
            assert gettext("Players") == plain


def test_names_and_sentences_about_members_stay() -> None:
    with translation.override("en"), nouns_of(TEAM):
        words = gettext("%(name)s dropped after round %(round)d.") % {
            "name": "Player X",
            "round": 1,
        }
        assert words.startswith("Player X")
        who = gettext("Place after each round of the players who finished first to eighth.")
        assert who == "Place after each round of the teams that finished first to eighth."
        stays = "%(member)s dropped. The team can't play without that member."
        assert gettext(stays) == stays


NOUN = re.compile(r"\bplayers?\b", re.IGNORECASE)


def nouns_in(page: str) -> list[str]:
    """Return where a page speaks of players, without what is called so in every event."""
    text = " ".join(without_tags(with_plain_names(page)).split())
    text = re.sub(r"(?i)player (view|links?|meeting)|single.player|Players of a team", "", text)
    return [text[max(found.start() - 30, 0) : found.end() + 20] for found in NOUN.finditer(text)]


def test_staff_public_and_own_pages_of_trios_speak_of_teams() -> None:
    names = [f"Trio {letter}" for letter in "ABCDEF"]
    played = Played(names, team_size=Event.TeamSize.THREE, private_pages=True)
    event, staff = played.event, factories.client_of(played.organizer)
    pages = {"": staff.get(f"/staff/e/{event.slug}/").content.decode()}
    played.play(1)
    played.publish(1)
    played.post(2)
    for path in ("", "roster/", "rounds/1/", "standings/1/", "stages/", "print/", "report/"):
        pages[f"staff {path}"] = staff.get(f"/staff/e/{event.slug}/{path}").content.decode()
    for path in ("", "pairings/", "standings/", "players/1/"):
        pages[path or "event"] = Client().get(f"/e/{event.slug}/{path}").content.decode()
    pages["own"] = Phone(played.players[0]).page()
    found = {path: nouns_in(page) for path, page in pages.items()}
    assert {path: nouns for path, nouns in found.items() if nouns} == {}


def test_an_event_of_players_is_not_touched() -> None:
    trios = Played(["A", "B"], team_size=Event.TeamSize.THREE)
    singles = Played(["Ada", "Ben"])
    trios.post(1)
    singles.post(1)
    for _times in range(2):
        teams = Client().get(f"/e/{trios.event.slug}/standings/").content.decode()
        players = Client().get(f"/e/{singles.event.slug}/standings/").content.decode()
        assert nouns_in(teams) == []
        assert nouns_in(players)
