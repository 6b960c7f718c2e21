"""Where public files go: what every target does, and a folder."""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from events.hosting.publishing.files import PublicFile

# The list of what was published: entity tags by name.
LIST = "published.json"
PACKED = ".gz"


class TargetError(Exception):
    """A target that could not be read or written; says why. It is tried again."""


class Target(Protocol):
    """A place for public files. Each file is replaced as a whole, or stays as it was."""

    def published(self) -> dict[str, str]:
        """Return the entity tags of what is there, by name, as the list says; {} without one."""

    def put(self, files: Sequence[PublicFile]) -> None:
        """Write these files."""

    def remove(self, names: Sequence[str]) -> None:
        """Remove these files; one that is not there is no error."""

    def keep_list(self, etags: Mapping[str, str]) -> None:
        """Write the list of what is there."""


def list_text(etags: Mapping[str, str]) -> bytes:
    """Return the list as it is written."""
    return json.dumps(dict(sorted(etags.items())), indent=0).encode()


def listed(text: bytes) -> dict[str, str]:
    """Read a list; {} for what is none."""
    try:
        values = json.loads(text)
    except ValueError:
        return {}
    return values if isinstance(values, dict) else {}


class Folder:
    """A folder that a web server serves; next to each text its compressed form, as `NAME.gz`."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def published(self) -> dict[str, str]:
        """Return the entity tags of what is in the folder."""
        try:
            return listed((self.path / LIST).read_bytes())
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise TargetError(str(error)) from error

    def put(self, files: Sequence[PublicFile]) -> None:
        """Write each file beside its place and move it there."""
        for file in files:
            for name, content in contents(file):
                self._write(name, content)

    def remove(self, names: Sequence[str]) -> None:
        """Remove files with their compressed forms, and folders that are empty then."""
        try:
            for name in names:
                for path in (self.path / name, self.path / f"{name}{PACKED}"):
                    path.unlink(missing_ok=True)
                for folder in (self.path / name).parents:
                    if folder == self.path or not folder.is_dir() or any(folder.iterdir()):
                        break
                    folder.rmdir()
        except OSError as error:
            raise TargetError(str(error)) from error

    def keep_list(self, etags: Mapping[str, str]) -> None:
        """Write the list."""
        self._write(LIST, list_text(etags))

    def _write(self, name: str, content: bytes) -> None:
        path = self.path / name
        beside = path.with_name(f".{path.name}.new")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(content)
            os.replace(beside, path)
        except OSError as error:
            raise TargetError(str(error)) from error


def contents(file: PublicFile) -> list[tuple[str, bytes]]:
    """Return the names and bytes that a file has in a folder."""
    plain = [(file.name, file.page.body(""))]
    return [*plain, (f"{file.name}{PACKED}", file.page.gzip)] if file.page.gzip else plain
