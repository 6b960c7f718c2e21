"""Publish changes to a folder; after a failure, retry with the newest state."""

from collections.abc import Mapping, Sequence

from django.http import Http404
from django.urls import reverse

from events.hosting.publishing.files import (
    EventFiles,
    PublicFile,
    Step,
    asset_files,
    file_name,
    index_files,
    links_of,
)
from events.hosting.publishing.folder import Folder
from events.models import Event
from events.public_site.event_list import event_list
from events.public_site.page_cache import page_cache

# Older events are published only when named.
NEWEST_EVENTS = 24


class Publisher:
    """Compares the public files of some events with those in a folder.

    `slugs` names the events. Without it, the newest events and the list of events are published.
    The first of `languages` has the plain file names.
    """

    def __init__(self, folder: Folder, languages: Sequence[str], slugs: Sequence[str] = ()) -> None:
        self.folder = folder
        self.languages = languages
        self.slugs = slugs
        self._known: dict[str, str] | None = None
        self._read: dict[str, EventFiles] = {}
        # The public state of the last run, its files, and whether the folder has them.
        self._shown: tuple[object, ...] = ()
        self._files: dict[str, PublicFile] = {}
        self._is_there = False

    def publish(self) -> int:
        """Write changed files to the folder, then remove files that are no longer public.

        Return how many files were written or removed. After FolderError the next call does
        the rest.
        """
        index = self._look()
        shown = (*(id(read.build) for read in self._read.values()), *(file.etag for file in index))
        if shown != self._shown:
            self._shown, self._files, self._is_there = shown, self._read_files(index), False
        if self._is_there:
            return 0
        if self._known is None:
            self._known = self.folder.published()
        changed = self._bring(self._known, self._files)
        self._is_there = True
        return changed

    def _bring(self, known: dict[str, str], files: Mapping[str, PublicFile]) -> int:
        """Update the folder to these files; `known`: entity tags of the files it has."""
        changed = [file for file in files.values() if known.get(file.name) != file.etag]
        gone = sorted(name for name in known.keys() - files.keys() if self._is_over(name))
        if changed or gone:
            # Written before the first file, so that an interruption forgets no file.
            self.folder.keep_list({**dict.fromkeys((file.name for file in changed), ""), **known})
            for step in Step:
                now = [file for file in changed if file.step == step]
                self.folder.put(now)
                known.update((file.name, file.etag) for file in now)
            self.folder.remove(gone)
            for name in gone:
                del known[name]
            self.folder.keep_list(known)
        return len(changed) + len(gone)

    def _look(self) -> list[PublicFile]:
        """Load current pages; return the list of events, empty if events were chosen."""
        page_cache.look()
        event_list.look()
        read = {slug: self._event(slug) for slug in self._chosen()}
        self._read = {slug: files for slug, files in read.items() if files is not None}
        return [] if self.slugs else list(index_files(self.languages))

    def _read_files(self, index: Sequence[PublicFile]) -> dict[str, PublicFile]:
        """Return all files to publish, by name."""
        links = set[str]().union(*(read.links for read in self._read.values()))
        home = reverse("public:events")
        links |= set[str]().union(*(links_of(home, file.page) for file in index))
        files = [file for read in self._read.values() for file in read.files]
        return {file.name: file for file in (*asset_files(links), *files, *index)}

    def _chosen(self) -> list[str]:
        events = Event.objects.order_by("-date", "-pk")
        if self.slugs:
            events = events.filter(slug__in=self.slugs)
        return list(events.values_list("slug", flat=True)[:NEWEST_EVENTS])

    def _event(self, slug: str) -> EventFiles | None:
        try:
            build = page_cache.open(slug).build
        except Http404:
            return None
        read = self._read.get(slug)
        if read is None or read.build is not build:
            read = EventFiles(build, self.languages)
        return read

    def _is_over(self, name: str) -> bool:
        """Whether a file of the folder must be removed: its page or its event is gone.

        Events outside this run stay, and so do assets that old pages use.
        """
        first = file_name(reverse("public:event", args=["-"])).partition("/")[0]
        folder, _slash, rest = name.partition("/")
        if folder != first or "/" not in rest:
            return False
        slug = rest.partition("/")[0]
        return slug in self._read or not Event.objects.filter(slug=slug).exists()
