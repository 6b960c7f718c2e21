"""Names written in another way in a later round: a person says whether they are one."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from events.models import Event
from tests import factories
from tests.markup import flat

pytestmark = pytest.mark.django_db
IMPORT = "/staff/import/"
FILE = """Round,Table,Player 1,Player 2,Result
1,1,Ada Quill,Ben Rook,2-0
1,2,Cid Vane,Dot Hale,2-1
2,1,Ada Quil,Cid Vane,2-0
2,2,Ben Rook,Dot Hale,2-0
"""
ONE = "one\tAda Quill\tAda Quil"


def names() -> set[str]:
    return set(Event.objects.latest("pk").enrollments.values_list("name", flat=True))


def test_the_import_page_asks_whether_two_names_are_one_person() -> None:
    client = factories.client_of(factories.user())
    upload = {"file": SimpleUploadedFile("cup.csv", FILE.encode())}
    response = client.post(IMPORT, upload)
    page = flat(response.content.decode())
    assert "one person?" in page
    assert "round 2, table 1" in page
    sent = {
        "packed": response.context["packed"],
        "again": ONE,
        "shown": ["round", "table", "first", "second", "result"],
        "column": ["round", "table", "first", "second", "result"],
    }
    again = client.post(IMPORT, sent)
    page = flat(again.content.decode())
    assert "one person?" not in page
    assert not again.context["read_as"], "nobody chose other columns"
    client.post(IMPORT, {"packed": sent["packed"], "people": [ONE], "which": "0"})
    assert names() == {"Ada Quill", "Ben Rook", "Cid Vane", "Dot Hale"}
    assert Event.objects.get().rounds.count() == 2


def test_the_command_takes_the_answer_and_says_how(tmp_path: Path) -> None:
    factories.user()
    path = tmp_path / "cup.csv"
    path.write_text(FILE)
    err = StringIO()
    with pytest.raises(CommandError):
        call_command("import_event", str(path), stderr=err)
    assert "--one-person 'Ada Quill=Ada Quil'" in err.getvalue()
    assert not Event.objects.exists()
    with pytest.raises(CommandError, match="not two names"):
        call_command("import_event", str(path), "--one-person", "Ada Quill")
    call_command("import_event", str(path), "--two-people", "Ada Quil=Ada Quill", stdout=StringIO())
    assert len(names()) == 5
    call_command("import_event", str(path), "--one-person", "Ada Quil=Ada Quill", stdout=StringIO())
    assert len(names()) == 4


def test_a_row_of_a_bye_is_a_player_where_a_person_says_so() -> None:
    client = factories.client_of(factories.user())
    text = "Rank,Name,Points\n1,Ada Quill,9\n2,Ben Rook,6\n3,Freilos,3\n"
    response = client.post(IMPORT, {"file": SimpleUploadedFile("cup.csv", text.encode())})
    page = flat(response.content.decode())
    assert "a bye, not a player" in page
    assert 'value="player\tFreilos"' in response.content.decode()
    packed = response.context["packed"]
    again = client.post(IMPORT, {"packed": packed, "again": "player\tFreilos"})
    assert "a bye, not a player" not in flat(again.content.decode())
    assert again.context["people"] == ["player\tFreilos"]
    client.post(IMPORT, {"packed": packed, "people": ["player\tFreilos"], "which": "0"})
    assert names() == {"Ada Quill", "Ben Rook", "Freilos"}
