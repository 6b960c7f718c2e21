"""Targets of published files: their interface, and a folder."""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from events.hosting.publishing.files import PublicFile

# The list of published files: entity tags by name.
LIST = "published.json"
PACKED = ".gz"


class TargetError(Exception):
    """A target could not be read or written; says why. The publisher tries again."""


class Target(Protocol):
    """A place for public files. Each file is replaced as a whole, or remains unchanged."""

    def published(self) -> dict[str, str]:
        """Return the entity tags of the files by name from the list; {} without a list."""

    def put(self, files: Sequence[PublicFile]) -> None:
        """Write these files."""

    def remove(self, names: Sequence[str]) -> None:
        """Remove these files; a missing one is no error."""

    def keep_list(self, etags: Mapping[str, str]) -> None:
        """Write the list of files."""


def list_text(etags: Mapping[str, str]) -> bytes:
    """Return the list as bytes to write."""
    return json.dumps(dict(sorted(etags.items())), indent=0).encode()


def listed(text: bytes) -> dict[str, str]:
    """Parse a list; {} for an invalid one, and without names that lead outside the target.

    Anybody with access to the target can change the list as well.
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
    """Whether a name leads to a file below the target, whatever the target's system."""
    parts = name.split("/")
    odd = any(letter in "\\:" or not letter.isprintable() for letter in name)
    return not odd and not any(part in ("", ".", "..") for part in parts)


class Folder:
    """A folder served by a web server; each text has a compressed copy, `NAME.gz`."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def published(self) -> dict[str, str]:
        """Return the entity tags of the files in the folder."""
        try:
            return listed((self.path / LIST).read_bytes())
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise TargetError(str(error)) from error

    def put(self, files: Sequence[PublicFile]) -> None:
        """Write each file next to its place and move it there."""
        for file in files:
            for name, content in contents(file):
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
            raise TargetError(str(error)) from error

    def keep_list(self, etags: Mapping[str, str]) -> None:
        """Write the list."""
        self._write(LIST, list_text(etags))

    def _place(self, name: str) -> Path:
        """Return the path of a file; TargetError for one outside, also through a linked folder."""
        path = self.path / name
        if not is_below(name) or not path.parent.resolve().is_relative_to(self.path.resolve()):
            raise TargetError(f"{name} is outside {self.path}.")
        return path

    def _write(self, name: str, content: bytes) -> None:
        path = self._place(name)
        beside = path.with_name(f".{path.name}.new")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(content)
            os.replace(beside, path)
        except OSError as error:
            raise TargetError(str(error)) from error


def contents(file: PublicFile) -> list[tuple[str, bytes]]:
    """Return a file's names and bytes in a folder."""
    plain = [(file.name, file.page.body(""))]
    return [*plain, (f"{file.name}{PACKED}", file.page.gzip)] if file.page.gzip else plain
