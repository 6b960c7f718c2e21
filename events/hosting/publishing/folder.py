"""The folder of published files, and the command that copies it elsewhere."""

import gzip
import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from events.hosting.publishing.files import PublicFile

# The list of published files: entity tags by name.
LIST = "published.json"
PACKED = ".gz"
# The first bytes of everything compressed.
GZIP = b"\x1f\x8b"
# A command that makes progress may take long on a slow line. It limits its own silence.
LONGEST = 600


class FolderError(Exception):
    """The folder could not be read or written, or not be copied; says why. It is tried again."""


def list_text(etags: Mapping[str, str]) -> bytes:
    """Return the list as bytes to write."""
    return json.dumps(dict(sorted(etags.items())), indent=0).encode()


def listed(text: bytes) -> dict[str, str]:
    """Parse a list; {} for an invalid one, and without names that lead outside the folder.

    Anybody with access to the folder can change the list as well.
    """
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(values, dict):
        return {}
    return {
        name: etag
        for name, etag in values.items()
        if isinstance(etag, str) and is_below(name) and name != LIST
    }


def is_below(name: str) -> bool:
    """Whether a name leads to a file below the folder, whatever the system."""
    parts = name.split("/")
    odd = any(letter in "\\:" or not letter.isprintable() for letter in name)
    return not odd and not any(part in ("", ".", "..") for part in parts)


class Folder:
    """A folder for a web server. Each file is replaced as a whole, or remains unchanged.

    Each text has a compressed copy, `NAME.gz`. With `packed` it has only compressed bytes under its
    own name, for a store of objects.
    """

    def __init__(self, path: Path, *, packed: bool = False) -> None:
        self.path = path
        self._packed = packed

    def published(self) -> dict[str, str]:
        """Return the entity tags of the files in the folder."""
        try:
            known = listed((self.path / LIST).read_bytes())
            pages = (self._place(name) for name in known if name.endswith(".html"))
            page = next((page for page in pages if page.exists()), None)
            if page is not None and page.read_bytes().startswith(GZIP) != self._packed:
                raise FolderError(f"{self.path} is compressed otherwise: name another folder.")
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise FolderError(str(error)) from error
        return known

    def put(self, files: Sequence[PublicFile]) -> None:
        """Write each file next to its place and move it there."""
        for file in files:
            for name, content in self._contents(file):
                self._write(name, content)

    def remove(self, names: Sequence[str]) -> None:
        """Remove files with their compressed copies, and folders left empty."""
        try:
            for name in names:
                place = self._place(name)
                for path in (place, place.with_name(f"{place.name}{PACKED}")):
                    path.unlink(missing_ok=True)
                for folder in place.parents:
                    if folder == self.path or not folder.is_dir() or any(folder.iterdir()):
                        break
                    folder.rmdir()
        except OSError as error:
            raise FolderError(str(error)) from error

    def keep_list(self, etags: Mapping[str, str]) -> None:
        """Write the list."""
        self._write(LIST, list_text(etags))

    def _place(self, name: str) -> Path:
        """Return the path of a file; FolderError for one outside, also through a linked folder."""
        path = self.path / name
        if not is_below(name) or not path.parent.resolve().is_relative_to(self.path.resolve()):
            raise FolderError(f"{name} is outside {self.path}.")
        return path

    def _write(self, name: str, content: bytes) -> None:
        path = self._place(name)
        beside = path.with_name(f".{path.name}.new")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(content)
            os.replace(beside, path)
        except OSError as error:
            raise FolderError(str(error)) from error

    def _contents(self, file: PublicFile) -> list[tuple[str, bytes]]:
        page = file.page
        if page.kind.startswith("image/"):
            return [(file.name, page.body(""))]
        if self._packed:
            return [(file.name, page.gzip or gzip.compress(page.body(""), mtime=0))]
        copies = [(f"{file.name}{PACKED}", page.gzip)] if page.gzip else []
        return [(file.name, page.body("")), *copies]


def run_on(command: Sequence[str]) -> None:
    """Run the command that copies the folder elsewhere; FolderError with its words if it fails."""
    try:
        done = subprocess.run(  # noqa: S603 - the operator's own command, no shell
            command, text=True, capture_output=True, timeout=LONGEST
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise FolderError(f"{command[0]}: {error}") from error
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"it ended with {done.returncode}."]
        raise FolderError(f"{command[0]}: {lines[0]}")
