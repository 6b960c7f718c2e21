"""Taking over an event in the middle of a round: points are exact, nobody meets again."""

import os
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from events.core.results.actions import enter_result
from events.core.results.slips import parse_slip
from events.core.rounds.actions import complete_round, post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.models import Event, Match
from interchange.taking_over import going_on
from interchange.values import FoundEvent, FoundRound, Pairing
from tests import factories
from tests.events.transfer.take_overs import Cut, cut
from tests.markup import flat
from tests.shared import SHARED, shared_files

pytestmark = pytest.mark.django_db
ADDRESS = "/staff/take-over/"
# A few per run; MATCHSLIP_TAKE_OVERS=20 runs twenty.
COUNT = int(os.environ.get("MATCHSLIP_TAKE_OVERS", "2"))
FILES = shared_files("corpus", "*.json")
CHOSEN = (
    FILES[8:][:COUNT]
    if COUNT > 2
    else [name for name in FILES if "0021" in str(name)]
    + [name for name in FILES if "0177" in str(name)]
)


def lists(taken: Cut) -> dict[str, Any]:
    return {
        "name": "Moved Cup",
        "number": str(taken.number),
        "planned": str(taken.number + 2),
        "current": taken.current,
        "standings": taken.standings,
        "earlier": taken.earlier,
    }


def finish_round(event: Event, owner: User, number: int) -> None:
    same: Any = {"event_id": event.pk, "actor": owner, "number": number}
    tables = event.rounds.get(number=number).matches.filter(official_report=None)
    for table in tables.exclude(table=None).values_list("table", flat=True):
        enter_result(**same, table=table or 0, slip=parse_slip(["20"]))
    complete_round(**same)


@pytest.mark.parametrize("name", CHOSEN or FILES[:1])
def test_a_real_event_goes_on_without_a_rematch(name: str) -> None:
    taken = cut(SHARED / "corpus" / name)
    owner = factories.user()
    client = factories.client_of(owner)
    page = flat(client.post(ADDRESS, lists(taken)).content.decode())
    assert f"All {len(taken.points)} rows match ours." in page
    response = client.post(ADDRESS, lists(taken) | {"confirm": "1"})
    assert response.status_code == 302, flat(response.content.decode())[:2000]
    event = Event.objects.get()
    assert event.rounds.get(number=taken.number).state == "posted"
    finish_round(event, owner, taken.number)
    pair_next_round(event_id=event.pk, actor=owner, number=taken.number + 1)
    post_round(event_id=event.pk, actor=owner, number=taken.number + 1)
    pairs = Match.objects.filter(round__event=event, round__number=taken.number + 1)
    played = {
        frozenset((match.first.player.name, match.second.player.name))
        for match in pairs.select_related("first__player", "second__player")
        if match.second is not None
    }
    assert len(played) > 3
    assert not played & taken.met


def test_without_the_earlier_rounds_points_are_exact_and_the_rest_is_said() -> None:
    client = factories.client_of(factories.user())
    data = {
        "name": "Cup",
        "number": "3",
        "current": "1 \tAda\tBob\n2\tCy\tDi\n",
        "standings": "1\tAda\t6\n2\tBob\t3\n3\tCy\t3\n4\tDi\t0\n",
    }
    page = flat(client.post(ADDRESS, data).content.decode())
    assert "The earlier pairings are not known" in page
    assert "All 4 rows match ours." in page
    drawn = flat(client.post(ADDRESS, data | {"standings": "1\tAda\t4\n"}).content.decode())
    assert "A draw cannot be carried over without the opponent." in drawn


def test_a_difference_is_shown_with_both_figures() -> None:
    client = factories.client_of(factories.user())
    data = {
        "name": "Cup",
        "earlier": "Round,Player 1,Player 2,Result\n1,Ada,Bob,2-0\n1,Cy,Di,2-0\n",
        "current": "1\tAda\tCy\n2\tBob\tDi\n",
        "standings": "Rank,Name,Points\n1,Ada,3\n2,Bob,3\n3,Cy,3\n4,Di,0\n",
    }
    page = flat(client.post(ADDRESS, data).content.decode())
    assert "3 of 4 rows match ours." in page
    figures = '<td>Points</td><td class="num">3</td><td class="num">0</td>'
    assert figures in page.replace("> <", "><")


def test_a_player_who_is_written_in_another_way_is_asked_about() -> None:
    client = factories.client_of(factories.user())
    data = {
        "name": "Cup",
        "earlier": "Round,Player 1,Player 2,Result\n1,Ada Quill,Bob Ito,2-0\n1,Cy Moe,Di Low,2-0\n",
        "current": "1\tAda Quil\tCy Moe\n2\tBob Ito\tDi Low\n",
    }
    page = flat(client.post(ADDRESS, data).content.decode())
    assert "Are “Ada Quill” and “Ada Quil” one person?" in page
    assert "Players who are in no later round count as dropped: Ada Quill" in page


def test_bad_input_stays_in_its_field() -> None:
    client = factories.client_of(factories.user())
    response = client.post(ADDRESS, {"name": "Cup", "current": "what is this", "number": "0"})
    page = response.content.decode()
    assert response.status_code == 422
    assert "what is this" in page
    assert client.post(ADDRESS, {}).status_code == 422
    assert not Event.objects.exists()


def test_a_stranger_has_to_log_in() -> None:
    assert factories.client_of(None).get(ADDRESS).status_code == 302
    assert factories.client_of(factories.user()).get(ADDRESS).status_code == 200


def test_files_are_taken_like_pasted_text(tmp_path: Path) -> None:
    client = factories.client_of(factories.user())
    text = "Round 4\nTable,Player 1,Player 2\n1,Ada,Bob\n"
    upload = SimpleUploadedFile("round.csv", text.encode("utf-16"))
    page = client.post(ADDRESS, {"name": "Cup", "number": "1", "current_file": upload})
    assert "1,Ada,Bob" in page.content.decode(), "the text is there for the next press"


def test_a_broken_line_in_a_cell_is_no_line_of_the_round() -> None:
    client = factories.client_of(factories.user())
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Round 4"
    for row in (["Table", "Player 1", "Player 2"], [1, "Ada\nLovelace", "Bob\tIto"]):
        sheet.append(row)
    book.save(packed := BytesIO())
    upload = SimpleUploadedFile("round.xlsx", packed.getvalue())
    page = client.post(ADDRESS, {"name": "Cup", "number": "1", "current_file": upload})
    assert "1\tAda Lovelace\tBob Ito" in page.content.decode()


PAIRED = "Table\tPlayer 1\tPlayer 2\n1\tAda\tBob\n2\tCy\tDi\n"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"current": f"Semifinals\n{PAIRED}"}, "This is a round of a playoff."),
        ({"current": "Rank,Name,Points\n1,Ada,3\n2,Bob,0\n"}, "No pairings were found here."),
        ({"current": PAIRED, "standings": PAIRED}, "No standings were found here."),
    ],
)
def test_a_box_refuses_another_kind_of_list(data: dict[str, str], words: str) -> None:
    client = factories.client_of(factories.user())
    response = client.post(ADDRESS, {"name": "Cup", "number": "3"} | data)
    assert response.status_code == 422
    assert words in response.content.decode()
    assert not Event.objects.exists()


def test_the_scoring_follows_the_box_that_tells_it() -> None:
    report = FoundEvent(profiles=("chess",), points=(2, 1, 0), points_per_draw=2, games_to_win=1)
    report.rounds = [FoundRound(1, [Pairing("Ada", "Bob", (1, 0, 0))])]
    table = FoundEvent(rounds=[FoundRound(2, [Pairing("Ada", "Bob")])])
    for person in ("Ada", "Bob"):
        report.person(person)
        table.person(person)
    event = going_on([report], table, None, 2)
    assert (event.points, event.points_per_draw, event.games_to_win) == ((2, 1, 0), 2, 1)
    assert event.profiles[0] == "chess"
