"""No name of a folder's list leads out of the folder."""

import json
from pathlib import Path

import pytest

from events.hosting.publishing.folder import LIST, Folder, FolderError, is_below, listed
from events.hosting.publishing.publisher import Publisher
from tests.events.support.public_events import Played

OUTSIDE = [
    *("../outside", "e/../../outside", "e/gone/../../../outside", "/etc/outside", "e//outside"),
    *("e/./outside", "..", "", "e\\..\\outside", "C:outside", "e/a\nb", "e/a\0b", LIST),
]


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_list_names_nothing_outside(name: str) -> None:
    assert listed(json.dumps({name: "x", "e/a/index.html": "y"}).encode()) == {
        "e/a/index.html": "y"
    }


@pytest.mark.parametrize("text", [b"", b"[]", b"{", b"[" * 100_000, b'{"e/a": 1}', b"\xff"])
def test_a_list_that_is_none_is_empty(text: bytes) -> None:
    assert listed(text) == {}


@pytest.mark.parametrize("name", [name for name in OUTSIDE if name != LIST])
def test_nothing_outside_is_removed(name: str, tmp_path: Path) -> None:
    assert not is_below(name)
    outside = tmp_path / "outside"
    outside.write_text("stays")
    place = tmp_path / "site"
    place.mkdir()
    with pytest.raises((FolderError, ValueError), match="outside"):
        Folder(place).remove([name])
    assert outside.read_text() == "stays"


def test_a_linked_folder_leads_nowhere(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "index.html").write_text("stays")
    site = tmp_path / "site"
    (site / "e").mkdir(parents=True)
    (site / "e" / "gone").symlink_to(elsewhere)
    with pytest.raises(FolderError, match="outside"):
        Folder(site).remove(["e/gone/index.html"])
    assert (elsewhere / "index.html").read_text() == "stays"


def test_what_is_published_deletes_no_file_beside_it(played: Played, tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("stays")
    site = tmp_path / "site"
    site.mkdir()
    (site / LIST).write_text(json.dumps({"e/gone/../../../outside.txt": "x"}))
    Publisher(Folder(site), ("en",), [played.event.slug]).publish()
    assert outside.read_text() == "stays"
    assert (site / "e" / played.event.slug / "index.html").is_file()
