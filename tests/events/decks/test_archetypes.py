"""Archetypes: rules of a folder, the table and the matrix, who names them and who sees them."""

import json
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from hypothesis import example, given
from hypothesis import strategies as st

from events.core.decks.archetypes import Score, archetypes_of, wilson
from events.core.events.finishing_actions import finish_event
from events.core.players.shown_names import shown_names
from events.decks.actions import hand_in_deck, save_decklist
from events.decks.archetype_rules import suggest
from events.models import Decklist, Event, FactSheet, JournalEntry
from events.report.queries import event_report
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from events.web.access import Action
from tests import factories
from tests.archives import as_bytes
from tests.events.scenario import event_with_owner
from tests.events.support.access_cases import Route, check_access
from tests.events.support.doors import address
from tests.events.support.paper_files import pages_of, texts, url
from tests.events.support.public_events import Played
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

RULES: dict[str, list[dict[str, Any]]] = {
    "Archetypes": [
        {
            "Name": "Burn",
            "Conditions": [
                {"Type": "InMainboard", "Cards": ["Lightning Bolt"]},
                {"Type": "TwoOrMoreInMainboard", "Cards": ["Lava Spike", "Rift Bolt", "Skewer"]},
                {"Type": "DoesNotContain", "Cards": ["Ragavan"]},
            ],
            "Variants": [
                {
                    "Name": "Burn with Ice",
                    "Conditions": [{"Type": "OneOrMoreInSideboard", "Cards": ["Fire // Ice"]}],
                }
            ],
        },
        {"Name": "Strange", "Conditions": [{"Type": "Unheard", "Cards": ["Lightning Bolt"]}]},
        {"Name": "Lotus", "Conditions": [{"Type": "InMainOrSideboard", "Cards": ["Black Lotus"]}]},
    ],
    "Fallbacks": [
        {"Name": "Control", "CommonCards": ["Counterspell", "Wrath"]},
        {"Name": "Zoo", "CommonCards": ["Wild Nacatl"]},
    ],
}


SIDE = "Sideboard"


@pytest.fixture
def rules(tmp_path: Path, settings: Any) -> Path:
    for kind, values in RULES.items():
        folder = tmp_path / "Formats" / "Modern" / kind
        folder.mkdir(parents=True)
        for value in values:
            (folder / f"{value['Name']}.json").write_text(json.dumps(value), encoding="utf-8")
        (folder / "broken.json").write_text("{", encoding="utf-8")
    settings.ARCHETYPE_RULES = str(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("4 Lightning Bolt\n4 lava spike\n4 Rift Bolt\n48 Mountain", "Burn"),
        ("4 Lightning Bolt\n4 Lava Spike\n52 Mountain", ""),
        ("4 Lightning Bolt\n4 Lava Spike\n4 Rift Bolt\n48 Mountain\nSideboard\n1 Ragavan", ""),
        (
            "4 Lightning Bolt\n4 Skewer\n4 Rift Bolt\n48 Mountain\nSideboard\n1 Fire",
            "Burn with Ice",
        ),
        ("4 Counterspell\n4 Wrath\n52 Island", "Control"),
        ("4 Counterspell\n56 Island", ""),
        ("8 Wild Nacatl\n7 Counterspell\n45 Forest", "Zoo"),
        ("60 Island\nSideboard\n1 Black Lotus", "Lotus"),
        ("4 Lightning Bolt\n4 Lava Spike\n4 Rift Bolt\n48 Island\nSideboard\n1 Black Lotus", ""),
    ],
)
def test_a_folder_of_definitions_suggests_an_archetype(rules: Path, text: str, name: str) -> None:
    assert suggest(Event(game_format="Modern", games_to_win=2), text) == name


def test_another_format_and_no_folder_suggest_nothing(rules: Path, settings: Any) -> None:
    text = "4 Lightning Bolt\n4 Lava Spike\n4 Rift Bolt\n48 Mountain"
    assert suggest(Event(game_format="Legacy", games_to_win=2), text) == ""
    settings.ARCHETYPE_RULES = ""
    assert suggest(Event(game_format="Modern", games_to_win=2), text) == ""


@pytest.mark.parametrize(
    ("won", "of", "low", "high"), [(0, 0, 0, 1), (8, 10, 0.4902, 0.9433), (0, 10, 0, 0.2775)]
)
def test_wilson_s_interval_as_the_tables_have_it(
    won: int, of: int, low: float, high: float
) -> None:
    assert wilson(won, of) == pytest.approx((low, high), abs=0.0001)


@given(st.integers(0, 500), st.integers(0, 500))
@example(0, 235)
@example(235, 0)
def test_the_interval_holds_the_share(won: int, lost: int) -> None:
    low, high = wilson(won, won + lost)
    assert 0 <= low <= high <= 1
    if won + lost:
        share = won / (won + lost)
        assert low <= share <= high


@pytest.fixture
def named() -> Played:
    made = Played(["Anna", "Bob", "Carla", "Dan"], rounds=2)
    for number, name in ((1, "Burn"), (2, "Control"), (3, "burn"), (4, "")):
        save_decklist(
            event_id=made.event.pk,
            actor=made.organizer,
            number=number,
            state="received",
            text="60 Island",
            archetype=name,
        )
    return made


def test_the_table_counts_entries_records_and_the_matrix(named: Played) -> None:
    named.play(1)
    table = archetypes_of(named.event)
    assert [(row.name, row.entries, row.share) for row in table.rows] == [
        ("Burn", 2, 67), ("Control", 1, 33)
    ]  # fmt: skip
    assert table.unnamed == 1
    assert table.columns == ("Burn", "Control")
    [burn, control] = table.matrix
    assert burn[1][0] is None
    against, turned = burn[1][1], control[1][0]
    assert against is not None
    assert turned is not None
    assert (against.won, against.lost, against.drawn) == (turned.lost, turned.won, turned.drawn)
    total = sum(row.score.won + row.score.lost + row.score.drawn for row in table.rows)
    mirror = sum(
        {match.first.number, match.second.number} == {1, 3}
        for match in named.event.rounds.get(number=1).matches.select_related("first", "second")
        if match.second is not None
    )
    # Three players with archetypes have a match each; the match of the two Burn decks counts for
    # neither.
    assert total == 3 - 2 * mirror
    assert not table.has_cut


def test_shares_leave_out_draws() -> None:
    score = Score(won=3, lost=1, drawn=2)
    assert (score.percent, score.decided, score.matches) == (75, 4, 6)
    assert Score().percent is None


def test_the_table_takes_the_same_queries_for_few_and_many(named: Played) -> None:
    client = factories.client_of(named.organizer)
    url = address(named.event, "archetypes")
    few = queries_of(lambda: client.get(url))
    named.play(1)
    client.get(url)
    assert queries_of(lambda: client.get(url)) == few


def test_all_staff_see_the_table(named: Played) -> None:
    check_access(named.event, Route("decks/archetypes/", Action.SEE))


def test_the_form_names_what_was_changed_also_after_the_event(named: Played, rules: Path) -> None:
    named.play(1)
    named.play(2)
    finish_event(event_id=named.event.pk, actor=named.organizer)
    client = factories.client_of(named.organizer)
    url = address(named.event, "archetypes")
    before = JournalEntry.objects.count()
    typed = {"before-4": "", "archetype-4": " Zoo  Two ", "before-1": "Burn", "archetype-1": "Burn"}
    assert client.post(url, typed).status_code == HTTPStatus.FOUND
    assert Decklist.objects.get(enrollment__number=4).archetype == "Zoo Two"
    assert JournalEntry.objects.count() == before + 1
    # The other person's form showed no name yet, so the existing one stays.
    answer = client.post(url, {"before-4": "", "archetype-4": "Control"}, follow=True)
    assert "Those changes were kept" in answer.content.decode()
    assert Decklist.objects.get(enrollment__number=4).archetype == "Zoo Two"


def test_a_name_that_is_too_long_keeps_what_was_typed(named: Played) -> None:
    client = factories.client_of(named.organizer)
    answer = client.post(
        address(named.event, "archetypes"), {"before-4": "", "archetype-4": "x" * 61}
    )
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "x" * 61 in answer.content.decode()


def test_a_player_names_the_own_archetype_when_handing_in() -> None:
    event, _owner = event_with_owner(2, private_pages=True, phone_decks=True)
    player = event.enrollments.get(number=1)
    hand_in_deck(event_id=event.pk, enrollment_id=player.pk, text="60 Island", archetype=" Mono  U")
    assert Decklist.objects.get().archetype == "Mono U"
    hand_in_deck(event_id=event.pk, enrollment_id=player.pk, text="61 Island")
    assert Decklist.objects.get().archetype == "Mono U"


def test_players_see_open_archetypes_once_the_event_is_finished(
    named: Played, client: Client
) -> None:
    url = named.url("decks")
    FactSheet.objects.update_or_create(
        event=named.event, defaults={"decklists": FactSheet.Decklists.OPEN}
    )
    named.play(1)
    named.play(2)
    assert "Control" not in client.get(url).content.decode()
    finish_event(event_id=named.event.pk, actor=named.organizer)
    page = client.get(url).content.decode()
    assert "Control" in page
    assert "Anna" not in page.partition("Archetypes")[2].partition("</table>")[0]


def test_closed_archetypes_stay_with_the_staff(named: Played, client: Client) -> None:
    named.play(1)
    named.play(2)
    finish_event(event_id=named.event.pk, actor=named.organizer)
    assert "Control" not in client.get(named.url("decks")).content.decode()


def test_archetypes_travel_in_the_archive(named: Played) -> None:
    archive = read_archive(as_bytes(export_archive(named.event)))
    copy = import_archive(archive=archive, actor=named.organizer)
    names = Decklist.objects.filter(enrollment__event=copy).values_list("archetype", flat=True)
    assert sorted(names) == ["", "Burn", "Control", "burn"]


def printed(browser: Client, address: str) -> str:
    """The words of a PDF in one line."""
    return " ".join(" ".join(texts(pages_of(browser, address))).split())


def test_the_report_of_a_finished_event_has_the_archetypes(client: Client) -> None:
    played = Played([f"Player {number}" for number in range(1, 9)], rounds=2)
    for number, player in enumerate(played.event.enrollments.order_by("number")):
        name = "A very long name of an archetype that nobody should cut" if number % 2 else "Burn"
        Decklist.objects.create(enrollment=player, text="4 Lightning Bolt", archetype=name)
    for number in (1, 2):
        played.play(number)
        played.publish(number)
    staff = factories.client_of(played.organizer)
    own, public = f"/staff/e/{played.event.slug}/report/", played.url("report")
    heading = 'id="archetypes"'
    assert heading not in staff.get(own).content.decode()
    finish_event(event_id=played.event.pk, actor=played.organizer)
    assert heading in staff.get(own).content.decode()
    event = Event.objects.get(pk=played.event.pk)
    found = event_report(event).archetypes
    assert found is not None
    assert sum(row.entries for row in found.rows) == 8
    pdf = url(event, "report-pdf")
    assert "A very long name of an archetype that nobody should cut" in printed(staff, pdf)
    Decklist.objects.update(archetype="")
    assert "archetype" not in printed(staff, pdf)
    Decklist.objects.update(archetype="Burn")
    # Public only where decklists are open.
    assert heading not in client.get(public).content.decode()
    FactSheet.objects.update_or_create(event=event, defaults={"decklists": "open"})
    event.refresh_from_db()
    assert event_report(event, shown_names(event)).archetypes is not None
