"""What is published is what a stranger's phone reads; an interruption leaves whole pages."""

import gzip
import json
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from events.core.rounds.actions import post_round
from events.hosting.personal_data.actions import delete_event
from events.hosting.publishing.files import PublicFile, Step
from events.hosting.publishing.folder import LIST, Folder, FolderError
from events.hosting.publishing.publisher import Publisher
from events.models import Event
from tests import factories
from tests.events.support.public_events import Played

LANGUAGES = ("en", "ja")


class Watched(Folder):
    """A folder that notes what is done to it, and fails after `left` files."""

    def __init__(self, path: Path, left: int | None = None) -> None:
        super().__init__(path)
        self.left = left
        self.put_steps: list[Step] = []

    def put(self, files: Sequence[PublicFile]) -> None:
        """Write the files; FolderError in the middle of the one that is one too many."""
        for file in files:
            self.put_steps.append(file.step)
            super().put([file])

    def _write(self, name: str, content: bytes) -> None:
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                beside = (self.path / name).with_name(f".{Path(name).name}.new")
                beside.parent.mkdir(parents=True, exist_ok=True)
                beside.write_bytes(content[: len(content) // 2])
                raise FolderError("the line is cut")
        super()._write(name, content)


def files_in(folder: Path) -> dict[str, bytes]:
    """Return what a web server would show of a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith(".") and path.name != LIST
    }


def delete(event: Event, actor: User) -> None:
    """Delete an event as its organizer does."""
    delete_event(event_id=event.pk, actor=actor, typed=event.name)


def test_a_folder_holds_what_phones_read(played: Played, tmp_path: Path) -> None:
    event = played.event
    assert Publisher(Folder(tmp_path), LANGUAGES).publish() > 20
    files, etags = files_in(tmp_path), json.loads((tmp_path / LIST).read_text())
    home = f"e/{event.slug}/"
    checked = 0
    for language in LANGUAGES:
        suffix = "" if language == "en" else ".ja"
        phone = factories.client_of()
        for name, address in {
            f"index{suffix}.html": "/",
            f"{home}index{suffix}.html": f"/{home}",
            f"{home}pairings/index{suffix}.html": f"/{home}pairings/",
            f"{home}standings/index{suffix}.html": f"/{home}standings/",
            f"{home}players/3/index{suffix}.html": f"/{home}players/3/",
            f"{home}rules/index{suffix}.html": f"/{home}rules/",
            f"{home}stamp{suffix}.json": f"/{home}stamp.json",
            f"{home}players/3.json": f"/{home}players/3.json",
            "manifest.webmanifest": "/manifest.webmanifest",
            "e/worker.js": "/e/worker.js",
        }.items():
            answer = phone.get(address, headers={"accept-language": language})
            assert answer.status_code == HTTPStatus.OK, address
            assert files[name] == answer.content, name
            assert etags[name] == answer["ETag"], name
            checked += 1
    assert checked == 20
    for name, content in files.items():
        if name.endswith(".gz"):
            assert gzip.decompress(content) == files[name.removesuffix(".gz")], name
    assert files["static/css/site.css"]
    # Explanations, pictures and all staff pages are not published.
    for name in files:
        assert not name.startswith(("staff", "me/")), name
        assert "/standings/1/players/" not in name, name


def test_only_what_changed_is_written_and_nothing_unposted(played: Played, tmp_path: Path) -> None:
    event = played.event
    target = Watched(tmp_path)
    publisher = Publisher(target, LANGUAGES)
    publisher.publish()
    assert target.put_steps == sorted(target.put_steps), "assets, pages, stamps, the list"
    assert {*target.put_steps} == {*Step}
    before = files_in(tmp_path)
    assert publisher.publish() == 0

    played.finish_round(1)
    played.publish(1)
    played.pair(2)
    publisher.publish()
    assert not any("pairings/2/" in name for name in files_in(tmp_path))
    target.put_steps = []
    post_round(event_id=event.pk, actor=played.organizer, number=2)
    publisher.publish()
    after = files_in(tmp_path)
    assert f"e/{event.slug}/pairings/1/index.html" in after
    assert after[f"e/{event.slug}/stamp.json"] != before[f"e/{event.slug}/stamp.json"]
    assert (
        after[f"e/{event.slug}/pairings/index.html"]
        != before[f"e/{event.slug}/pairings/index.html"]
    )
    assert Step.ASSETS not in target.put_steps


def test_a_cut_at_any_file_leaves_whole_pages_and_the_next_second_goes_on(
    played: Played, tmp_path: Path
) -> None:
    event = played.event
    (tmp_path / "finished").mkdir()
    Publisher(Folder(tmp_path / "cut"), LANGUAGES).publish()
    before = files_in(tmp_path / "cut")
    played.finish_round(1)
    played.publish(1)
    played.post(2)
    Publisher(Folder(tmp_path / "finished"), LANGUAGES).publish()
    after = files_in(tmp_path / "finished")
    stamp = f"e/{event.slug}/stamp.json"
    # Each is a new process, which only knows the stored list.
    for left in (0, 1, 7, 20, 33):
        target = Watched(tmp_path / "cut", left)
        with pytest.raises(FolderError, match="cut"):
            Publisher(target, LANGUAGES).publish()
        now = files_in(tmp_path / "cut")
        for name, content in now.items():
            assert content in (before.get(name), after.get(name)), name
        assert now[stamp] == before[stamp], "phones are not told before the pages are there"
    going_on = Watched(tmp_path / "cut", 2)
    publisher = Publisher(going_on, LANGUAGES)
    with pytest.raises(FolderError):
        publisher.publish()
    going_on.left = None
    assert publisher.publish()
    assert files_in(tmp_path / "cut") == after


def test_what_is_no_longer_public_goes_and_files_of_others_stay(
    played: Played, tmp_path: Path
) -> None:
    event = played.event
    other = factories.event(name="Side event")
    publisher = Publisher(Folder(tmp_path), LANGUAGES)
    publisher.publish()
    (tmp_path / "e" / event.slug / "hall-plan.pdf").write_bytes(b"plan")
    assert (tmp_path / "e" / other.slug / "index.html").exists()
    other.delete()
    assert publisher.publish()
    assert not (tmp_path / "e" / other.slug).exists()
    assert (tmp_path / "e" / event.slug / "index.html").exists()
    delete(event, played.organizer)
    publisher.publish()
    names = [path.name for path in (tmp_path / "e").rglob("*") if path.is_file()]
    assert "hall-plan.pdf" in names
    assert not [name for name in names if "index" in name]


def test_chosen_events_in_one_language_without_the_list(played: Played, tmp_path: Path) -> None:
    event = played.event
    other = factories.event(name="Side event")
    call_command("publish", str(tmp_path), "--once", event=[event.slug], languages=["ja"])
    files = files_in(tmp_path)
    assert "index.html" not in files
    assert not any(name.startswith(f"e/{other.slug}/") for name in files)
    assert b'lang="ja"' in files[f"e/{event.slug}/index.html"]
    assert not any(".ja." in name or ".en." in name for name in files)


def test_a_command_that_cannot_work_says_why(played: Played, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no event nowhere"):
        call_command("publish", str(tmp_path), "--once", event=["nowhere"])
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match="Not a directory"):
        call_command("publish", str(tmp_path / "file"), "--once")


def test_a_packed_folder_has_compressed_texts_alone(played: Played, tmp_path: Path) -> None:
    plain, packed = tmp_path / "plain", tmp_path / "packed"
    Publisher(Folder(plain), ["en"]).publish()
    call_command("publish", str(packed), "--once", "--packed", languages=["en"])
    expected = {
        name: content for name, content in files_in(plain).items() if not name.endswith(".gz")
    }
    pictures = (".png", ".svg", ".ico")
    assert {
        name: content if name.endswith(pictures) else gzip.decompress(content)
        for name, content in files_in(packed).items()
    } == expected
    # A folder is not made over: its list would hide that half of it has another form.
    for folder in (Folder(plain, packed=True), Folder(packed)):
        with pytest.raises(FolderError, match="name another folder"):
            Publisher(folder, ["en"]).publish()


def test_a_list_that_is_none_is_no_list(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    assert folder.published() == {}
    for text in ("", "half of", "[]"):
        (tmp_path / LIST).write_text(text)
        assert folder.published() == {}, text
    etags: Mapping[str, str] = {"index.html": 'W/"1"'}
    folder.keep_list(etags)
    assert folder.published() == etags
