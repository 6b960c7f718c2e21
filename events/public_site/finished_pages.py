"""Pages of finished events as files below the data folder: they take no memory.

An event that finishes while phones watch stays in the page cache until nobody asks for it. From
then on each page is a file, made at the first request for it. The folder is named after revision
and edition, so that no page is older than the database.
"""

import datetime
import json
import logging
import os
import shutil
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple, TypeVar

from django.conf import settings

from events.core.read_snapshot import one_snapshot
from events.models import Event
from events.public_site import stored_builds
from events.public_site.build import Build, build, edition
from events.public_site.page import Page
from events.public_site.page_cache import page_cache
from events.public_site.reads import events
from events.public_site.reads.events import PublicEvent

# Events whose pages are being written, so that requests for one event are served in order.
MOST_OPEN = 2
# Limit of files of all events; beyond it the oldest are removed.
MOST_FILE_BYTES = 1024**3
# Events per database query.
SWEPT_AT_ONCE = 500
NAME_BYTES = 12

Found = TypeVar("Found", bound=Page | None)

log = logging.getLogger(__name__)


class FinishedEvent(NamedTuple):
    """A finished event that is not in memory, and its public revision."""

    pk: int
    slug: str
    created_at: datetime.datetime
    revision: int

    @property
    def folder(self) -> Path:
        """The folder of its pages in this revision and edition."""
        name = f"{edition()}-{self.created_at.timestamp():.6f}-{self.revision}"
        return _root() / str(self.pk) / name


class _OpenBuilds:
    """The builds that pages are being taken from, two at most."""

    def __init__(self) -> None:
        self._builds: OrderedDict[FinishedEvent, Build] = OrderedDict()
        self._changing = threading.Lock()

    def of(self, event: FinishedEvent) -> Build:
        """Return the build of an event; its built pages become files at once."""
        with self._changing:
            if event not in self._builds:
                self._builds[event] = built = _build(event)
                for (name, language), page in built.pages.items():
                    _write(event, name, language, page)
                while len(self._builds) > MOST_OPEN:
                    self._builds.popitem(last=False)
            self._builds.move_to_end(event)
            return self._builds[event]

    def __len__(self) -> int:
        """Return how many builds are held."""
        return len(self._builds)

    def forget(self) -> None:
        """Forget all of them."""
        with self._changing:
            self._builds.clear()


open_builds = _OpenBuilds()


def finished_event(slug: str) -> FinishedEvent | None:
    """Return a finished event whose pages are files; None for every other one. One query."""
    if not page_cache.watched or slug in page_cache.cached:
        return None
    columns = Event.objects.filter(slug=slug, state=Event.State.FINISHED)
    row = columns.values_list("pk", "slug", "created_at", "public_revision").first()
    return FinishedEvent(*row) if row else None


def built_page(
    event: FinishedEvent, name: str, language: str, choose: Callable[[Build], Page | None]
) -> Page | None:
    """Return a page that `choose` takes from the event's build; None where it has none."""
    return made_page(event, name, language, lambda: choose(open_builds.of(event)))


def made_page(
    event: FinishedEvent, name: str, language: str, make: Callable[[], Found]
) -> Page | Found:
    """Return the page with this name, from its file or made now."""
    written = _read(_path(event, name, language))
    if written is not None:
        return written
    with one_snapshot():
        page = make()
    if page is not None:
        _write(event, name, language, page)
    return page


@lru_cache(maxsize=MOST_OPEN)
def public_side(event: FinishedEvent) -> PublicEvent:
    """Return what is public of an event: every player has a picture of the same report."""
    return events.read_event(event.pk)


def has_files(event_id: int) -> bool:
    """Return whether pages of an event are files here."""
    return (_root() / str(event_id)).exists()


def remove(event_id: int) -> None:
    """Remove the files of an event that has changed."""
    shutil.rmtree(_root() / str(event_id), ignore_errors=True)


def sweep() -> None:
    """Remove pages of events that changed or are gone, and the oldest where there are too many.

    Another node may have changed an event: this one notices here.
    """
    folders = {int(path.name): path for path in _folders(_root()) if path.name.isdecimal()}
    numbers = sorted(folders)
    for at in range(0, len(numbers), SWEPT_AT_ONCE):
        keys = numbers[at : at + SWEPT_AT_ONCE]
        rows = Event.objects.filter(pk__in=keys, state=Event.State.FINISHED)
        columns = rows.values_list("pk", "slug", "created_at", "public_revision")
        current = {row[0]: FinishedEvent(*row).folder.name for row in columns}
        for pk in keys:
            for folder in _folders(folders[pk]):
                if folder.name != current.get(pk):
                    shutil.rmtree(folder, ignore_errors=True)
            if pk not in current:
                remove(pk)
    _remove_oldest(path for path in folders.values() if path.exists())


def _remove_oldest(folders: Iterator[Path]) -> None:
    weighed = []
    for folder in folders:
        with suppress(FileNotFoundError):
            size = sum(file.stat().st_size for file in folder.rglob("*"))
            weighed.append((folder.stat().st_mtime, size, folder))
    total = sum(size for _time, size, _folder in weighed)
    for _time, size, folder in sorted(weighed):
        if total <= MOST_FILE_BYTES:
            return
        shutil.rmtree(folder, ignore_errors=True)
        total -= size


@one_snapshot()
def _build(event: FinishedEvent) -> Build:
    stored = stored_builds.load(event.pk, event.slug)
    if stored is not None and stored.revision >= event.revision:
        return stored
    return build(public_side(event))


def _root() -> Path:
    return Path(settings.VAR_DIR) / "finished_pages"


def _folders(folder: Path) -> list[Path]:
    with suppress(FileNotFoundError):
        return [path for path in folder.iterdir() if path.is_dir()]
    return []


def _path(event: FinishedEvent, name: str, language: str) -> Path:
    # A part of an address may contain anything, so its digest is the file name.
    text = f"{language} {name}".encode()
    return event.folder / blake2b(text, digest_size=NAME_BYTES).hexdigest()


def _read(path: Path) -> Page | None:
    try:
        head, _line, body = path.read_bytes().partition(b"\n")
    except (FileNotFoundError, NotADirectoryError):
        return None
    values = json.loads(head)
    at = 0
    for name in ("plain", "gzip", "brotli"):
        size = values[name]
        values[name], at = body[at : at + size], at + size
    return Page(**values)


def _write(event: FinishedEvent, name: str, language: str, page: Page) -> None:
    values = {
        "stamp": page.stamp,
        "kind": page.kind,
        "for_programs": page.for_programs,
        "framed": page.framed,
        "plain": len(page.plain),
        "gzip": len(page.gzip),
        "brotli": len(page.brotli),
    }
    content = json.dumps(values).encode() + b"\n" + page.plain + page.gzip + page.brotli
    path = _path(event, name, language)
    # Two workers may write the same page, so each file is renamed when it is complete.
    part = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}.{time.time_ns()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(content)
        part.replace(path)
    except OSError:
        # A full disk must not break the pages; they are then rendered per request.
        log.exception("A page of event %s could not be written to %s.", event.pk, _root())
        with suppress(OSError):
            part.unlink()
