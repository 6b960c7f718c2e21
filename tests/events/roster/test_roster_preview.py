"""The preview of a list, line by line."""

import pytest

from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.roster.parsing.listed_players import Answers, Fate
from events.roster.preview import preview
from tests import factories

pytestmark = pytest.mark.django_db


def fates(text: str) -> list[Fate]:
    event = factories.event(platform="Arena")
    first = NewEnrollment(name="Ada Falk", email="ada@example.org")
    enroll(event_id=event.pk, actor=factories.user(), entries=[first])
    return [item.fate for item in preview(event, text).lines]


def test_namesakes_with_different_addresses_or_ids_are_two_people() -> None:
    assert fates("Bo,b1@example.org\nbo,b2@example.org") == [Fate.NEW, Fate.NEW]
    assert fates("Bo,Bo#1\nBo,Bo#2") == [Fate.NEW, Fate.NEW]
    assert fates("Ada Falk,other@example.org") == [Fate.NEW]


def test_a_namesake_whom_nothing_tells_apart_is_asked_about() -> None:
    assert fates("Bo,bo@example.org\nBo") == [Fate.NEW, Fate.NAMESAKE]
    assert fates("Bo,bo@example.org\nBo,Bo#2") == [Fate.NEW, Fate.NAMESAKE]
    lines = "Bo,b1@example.org\nBo,Bo#2\nBo,b3@example.org"
    assert fates(lines) == [Fate.NEW, Fate.NAMESAKE, Fate.NAMESAKE]
    assert fates("Bo,bo@example.org\nBo,BO@example.org") == [Fate.NEW, Fate.DUPLICATE]
    assert fates("Ada Falk,Ada#1") == [Fate.NAMESAKE]


def test_a_line_with_more_fields_than_headings_says_what_to_do() -> None:
    text = 'Name,E-mail\nRossi, Bella, bella@example.org\n"Verdi, Carlo",carlo@example.org'
    wrong, right = preview(factories.event(), text).lines
    assert wrong.fate is Fate.ERROR
    assert "quotation marks" in str(wrong.why)
    assert (right.fate, right.entry.name) == (Fate.NEW, "Carlo Verdi")


@pytest.mark.parametrize("name", ["Falk Ada", "Falk, Ada", "ada  falk", "Fálk, Adà"])
def test_likely_spellings_of_one_name_are_asked_about(name: str) -> None:
    assert fates(name) == [Fate.NAMESAKE]
    assert fates(f"Bo Lind\n{name}\nLind, Bo") == [Fate.NEW, Fate.NAMESAKE, Fate.NAMESAKE]


def test_whether_the_name_is_the_same_or_only_likely_is_said() -> None:
    same, likely = preview(factories.event(), "Ada Falk\nada falk\nFalk Ada").lines[1:]
    assert same.twin is not None
    assert likely.twin is not None
    assert (same.twin.same, likely.twin.same) == (True, False)
    assert str(likely.why) == "Same as line 1."


def test_merged_lines_add_what_their_twins_lack() -> None:
    event = factories.event()
    factories.enroll_players(event, ["Ada Falk"])
    text = "Falk, Ada, ada@example.org\nBo Lind\nLind Bo;bo@example.org;Bo#1"
    listed = preview(event, text, answers=Answers(merged=frozenset({1, 3})))
    assert [item.more for item in listed.lines] == [
        ["ada@example.org"],
        [],
        ["bo@example.org", "Bo#1"],
    ]
    ((number, more),) = listed.additions
    assert (number, more.email) == (1, "ada@example.org")
    (entry,) = listed.entries
    assert (entry.name, entry.email, entry.platform_id) == ("Bo Lind", "bo@example.org", "Bo#1")
    assert listed.skipped == 0


def test_family_names_in_front_can_be_turned() -> None:
    listed = preview(factories.event(), "Rossi, Mario\nBo Lind", turned=True)
    assert [entry.name for entry in listed.entries] == ["Mario Rossi", "Bo Lind"]
