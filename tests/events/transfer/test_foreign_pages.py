"""Files of other tools through the import page and the command."""

import base64
import json
import re
import zlib
from io import StringIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from events.core.rounds.pairing_actions import pair_next_round
from events.models import Event, Match
from tests import factories
from tests.interchange.test_absent_players import TRF
from tests.interchange.test_formats import CACHE, TABLE, TOM
from tests.interchange.test_hostile import LAUGHS
from tests.markup import flat
from tests.shared import shared

pytestmark = pytest.mark.django_db
IMPORT = "/staff/import/"


def upload(client: Client, data: bytes) -> str:
    """Return the page that shows what is in a file, flat."""
    response = client.post(IMPORT, {"file": SimpleUploadedFile("file.bin", data)})
    assert response.status_code == 200
    return flat(response.content.decode())


def packed(page: str) -> str:
    found = re.search(r'name="packed" value="([^"]+)"', page)
    assert found
    return found[1]


def test_the_page_says_what_was_found_then_makes_the_event() -> None:
    person = factories.user()
    client = factories.client_of(person)
    page = upload(client, json.dumps(CACHE).encode())
    assert "File format: Decklist cache" in page
    assert "All 3 rows match ours." in page
    assert not Event.objects.exists()
    client.post(IMPORT, {"packed": packed(page), "which": "0"})
    event = Event.objects.get()
    assert (event.name, event.staff.get().user) == ("Cup", person)
    assert event.rounds.count() == 1


def test_the_page_lists_what_could_not_be_read() -> None:
    page = upload(factories.client_of(factories.user()), TABLE.encode())
    assert "1 line could not be read" in page
    assert "round 3, Ada – Bob: “what” is not a result." in page


def test_one_of_several_events_is_chosen() -> None:
    client = factories.client_of(factories.user())
    page = upload(client, TOM.encode())
    assert "Choose an event to import" in page
    client.post(IMPORT, {"packed": packed(page), "which": "1"})
    assert Event.objects.get().name == "League Master"
    assert client.post(IMPORT, {"packed": packed(page), "which": "2"}).status_code == 422


@pytest.mark.parametrize("data", [LAUGHS.encode(), b"a" * 30_000_000, b"PK\x03\x04", b"<html/>"])
def test_a_hostile_file_is_an_error_on_the_page(data: bytes) -> None:
    client = factories.client_of(factories.user())
    assert client.post(IMPORT, {"file": SimpleUploadedFile("x", data)}).status_code == 422
    hidden = base64.b64encode(zlib.compress(data)).decode()
    assert client.post(IMPORT, {"packed": hidden}).status_code == 422
    assert not Event.objects.exists()


def test_the_command_imports_every_event_and_compares(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("cup.json", "league.tdf", "bad.xml")]
    for path, text in zip(files, (json.dumps(CACHE), TOM, LAUGHS), strict=True):
        path.write_text(text)
    out, errors = StringIO(), StringIO()
    with pytest.raises(CommandError, match="1 of 3 files"):
        call_command("import_event", *map(str, files), stdout=out, stderr=errors)
    assert Event.objects.count() == 3
    assert "3 of 3 rows of its standings are equal to ours" in out.getvalue()
    assert "document type or entities" in errors.getvalue()


@pytest.mark.parametrize("pattern", ["konami-*", "wer-63*", "cache-073*"])
def test_real_files_become_events(pattern: str) -> None:
    path = next(shared("foreign").glob(pattern))
    client = factories.client_of(factories.user())
    page = upload(client, path.read_bytes())
    client.post(IMPORT, {"packed": packed(page), "which": "0"})
    assert Event.objects.get().rounds.count() >= 8


def test_a_player_without_any_match_is_not_paired_after_the_import() -> None:
    """Cy and Di withdrew before round 1: an import of the running event does not pair them."""
    person = factories.user()
    client = factories.client_of(person)
    page = upload(client, TRF.encode())
    client.post(IMPORT, {"packed": packed(page), "which": "0"})
    event = Event.objects.get()
    assert event.state == "running"
    gone = event.enrollments.filter(state="dropped", dropped_after=0)
    assert set(gone.values_list("player__name", flat=True)) == {"Cy Young", "Di Zimmer"}
    pair_next_round(event_id=event.pk, actor=person, number=2)
    paired = event.rounds.get(number=2).matches.values_list("first__number", "second__number")
    assert {number for pair in paired for number in pair} == {1, 2, 5, 6}


SHORT_HEAD = "Rank,Player Name,Points,OMW%\n1,1,Ada Quill,9,44.4\n2,2,Ben Rook,6,66.6\n"
READ_AS = ["rank", "", "first", "points", "omw"]


def names() -> list[str]:
    return sorted(Event.objects.get().enrollments.values_list("name", flat=True))


def test_a_doubtful_table_is_read_again_with_the_columns_that_a_person_chose() -> None:
    client = factories.client_of(factories.user())
    page = upload(client, SHORT_HEAD.encode())
    assert "Check how the file was read before you import it." in page
    assert "“1” does not look like the name of a player." in page
    again = client.post(IMPORT, {"packed": packed(page), "again": "1", "column": READ_AS})
    page = flat(again.content.decode())
    assert "Check how the file was read" not in page
    assert 'name="read_as" value="rank,,first,points,omw"' in page
    assert not Event.objects.exists()
    client.post(IMPORT, {"packed": packed(page), "read_as": ",".join(READ_AS), "which": "0"})
    assert names() == ["Ada Quill", "Ben Rook"]


WORDS = "Round,Player 1,Player 2,Result\n1,Ada,Bob,victoire A\n1,Cy,Di,victoire A\n1,Ed,Flo,2-1\n"


def test_a_person_says_once_what_a_word_for_a_result_means() -> None:
    client = factories.client_of(factories.user())
    page = upload(client, WORDS.encode())
    assert "“victoire A” means" in page
    said = {"packed": packed(page), "read_as": "", "word": "victoire A", "means": "second"}
    page = flat(client.post(IMPORT, said | {"again": "1"}).content.decode())
    assert '<option value="second" selected>' in page
    assert "is not a result" not in page
    assert not Event.objects.exists()
    client.post(IMPORT, said | {"packed": packed(page), "which": "0"})
    matches = Event.objects.get().rounds.get(number=1).matches.order_by("table")
    games = [(match.first_wins, match.second_wins) for match in matches]
    assert games == [(0, 2), (0, 2), (2, 1)]


def test_the_command_is_told_what_a_word_means(tmp_path: Path) -> None:
    path = tmp_path / "words.csv"
    path.write_text(WORDS)
    errors = StringIO()
    call_command("import_event", str(path), word=["victoire A=first"], stderr=errors)
    assert "is not a result" not in errors.getvalue()
    assert Event.objects.get().rounds.get().matches.filter(first_wins=2).count() == 3
    with pytest.raises(CommandError, match="no meaning of a result"):
        call_command("import_event", str(path), word=["victoire A=who"], stdout=StringIO())


def test_columns_without_a_name_say_so_and_keep_the_file() -> None:
    client = factories.client_of(factories.user())
    page = upload(client, SHORT_HEAD.encode())
    again = client.post(IMPORT, {"packed": packed(page), "again": "1", "column": ["rank"]})
    page = flat(again.content.decode())
    assert "The file cannot be read with these columns:" in page
    assert packed(page)
    assert 'name="read_as" value=""' in page


def test_the_command_imports_no_doubtful_table_without_its_columns(tmp_path: Path) -> None:
    path = tmp_path / "short.csv"
    path.write_text(SHORT_HEAD)
    told = StringIO()
    with pytest.raises(CommandError):
        call_command("import_event", str(path), stdout=StringIO(), stderr=told)
    assert "Nothing was imported." in told.getvalue()
    assert not Event.objects.exists()
    columns = ",".join(word or "-" for word in READ_AS)
    call_command("import_event", str(path), columns=columns, stdout=StringIO(), stderr=told)
    assert names() == ["Ada Quill", "Ben Rook"]
    with pytest.raises(CommandError, match="no meaning of a column"):
        call_command("import_event", str(path), columns="rank,who", stdout=StringIO())


def test_a_file_goes_on_into_the_take_over_with_its_columns() -> None:
    client = factories.client_of(factories.user())
    page = upload(client, b"1;Ada Quill;9;3-0-0\n2;Ben Rook;6;2-1-0\n3;Cid Vane;3;1-2-0\n")
    assert "Add the names only" in page
    columns = ["rank", "first", "points", "record"]
    sent = {"packed": packed(page), "carried": "0", "column": columns, "shown": [""] * 4}
    carried = client.post("/staff/take-over/", sent)
    assert carried.status_code == 200
    assert "<small>filled from the file</small>" in flat(carried.content.decode())
    text = carried.context["form"]["standings"].value()
    assert text.splitlines()[1] == "1\tAda Quill\t9\t3-0-0"
    taken = client.post("/staff/take-over/", {"standings": text, "step": "rounds", "name": "Cup"})
    assert len(taken.context["form"].parts["standings"].printed) == 3
    assert not Event.objects.exists()


def test_rounds_of_a_file_go_into_the_box_that_asks_for_them() -> None:
    client = factories.client_of(factories.user())
    lists = {
        "earlier": "Round,Table,Player 1,Player 2,Result\n1,1,Ada,Ben,2-0\n1,2,Cid,Dee,2-1\n",
        "current": "Table,Player 1,Player 2,Result\n1,Ada,Cid,\n2,Ben,Dee,\n",
    }
    for box, text in lists.items():
        sent = {"packed": packed(upload(client, text.encode())), "carried": "0"}
        form = client.post("/staff/take-over/", sent).context["form"]
        assert form[box].value() == text
        assert not form["standings"].value()


def test_a_file_read_again_keeps_headings_that_nobody_knows() -> None:
    client = factories.client_of(factories.user())
    people = ("Ada Quill", "Ben Rook", "Cleo Marsh", "Omar Haddad", "Imre Szűcs", "Yuki Mori")
    rows = "".join(f"{100 + at};{name};{9 - at}\n" for at, name in enumerate(people))
    page = upload(client, f"Nr;Wer;Pkt\n{rows}".encode())
    sent = {"packed": packed(page), "again": "1", "column": ["rank", "first", "points"]}
    again = client.post(IMPORT, {**sent, "shown": ["id", "first", "points"]})
    page = flat(again.content.decode())
    assert "<span>Wer</span>" in page
    assert ">Wer</td>" not in page
    sent = {"packed": packed(page), "read_as": "rank,first,points", "which": "0"}
    client.post(IMPORT, sent)
    assert names() == sorted(people)


def test_reading_again_keeps_a_meaning_that_few_tables_have() -> None:
    client = factories.client_of(factories.user())
    page = upload(client, b"Winner,Loser\nAda Quill,Ben Rook\nCleo Marsh,Omar Haddad\n")
    assert re.search(r'<option value="loser"\s+selected>', page)
    client.post(IMPORT, {"packed": packed(page), "read_as": "first,loser", "which": "0"})
    assert Match.objects.filter(round__event=Event.objects.get()).count() == 2
    assert all(match.result for match in Match.objects.all())
