"""Thin out backups, copy them to a second folder, and store the status for the desk."""

import errno
import json
import os
import re
import shutil
import tempfile
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
from django.conf import settings

from events.core.private_files import only_owner_opens, sync_folder, write_whole
from events.hosting.backups.creation import made_at
from events.hosting.backups.errors import BackupError

AUTOMATIC = "by-itself"
DENSE = timedelta(hours=1)
MOST_ROUNDS = 100
MOST_LATER = 20
STATUS = "status.json"
_NAME = re.compile(r"\d{8}T\d{12}Z-rounds-(?P<rounds>\d{4,})-" + AUTOMATIC + r"\.zip")


@dataclass(frozen=True)
class Status:
    """Status of the process that makes backups.

    Times are from the computer's monotonic clock, which all its processes share.

    `seen`: its last check. `saved`: its last backup. `unsaved`: since when a change is in no backup
    (None: all changes are saved). `trouble`: why the last backup failed. `second`: why the second
    folder has no copy.
    """

    seen: float
    saved: float | None = None
    unsaved: float | None = None
    trouble: str = ""
    second: str = ""


def backups_folder() -> Path:
    """Return the folder for automatic backups."""
    return Path(settings.VAR_DIR) / "backups"


def why_no_backups(folder: Path, *, make: bool) -> str:
    """Return why no backup can be written to a folder now, or "" if it can.

    `make`: create it if it is missing; otherwise it is a stick's and has to be there.
    """
    try:
        if make:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        elif not folder.is_dir():
            raise FileNotFoundError(errno.ENOENT, "It is not there: is the stick plugged in?")
        with tempfile.TemporaryFile(dir=folder):
            return ""
    except OSError as error:
        return f"No backups can be written to {folder}: {error.strerror}"


def write_status(status: Status) -> None:
    """Write the status of backups; OSError if it cannot be written."""
    write_whole(backups_folder() / STATUS, json.dumps(asdict(status)))


def read_status() -> Status | None:
    """Return the last status written; None if there is none that can be read."""
    try:
        return msgspec.convert(json.loads((backups_folder() / STATUS).read_bytes()), Status)
    except (OSError, ValueError):
        return None


def thin_out(folder: Path, now: datetime | None = None) -> list[Path]:
    """Remove automatic backups that are no longer needed; return them.

    Backups of the last hour are kept; of older ones the newest of each round, which holds all
    entries until the next round was posted. Of backups dated in the future, because the clock was
    set back, an hour's worth is kept. Other files are not touched.
    """
    now = now or datetime.now(UTC)
    kept_rounds: set[int] = set()
    removed = []
    paths = sorted(folder.glob(f"*-{AUTOMATIC}.zip"), reverse=True)
    later = 0
    for path in paths:
        name, made = _NAME.fullmatch(path.name), made_at(path.name)
        if name is None or made is None:
            continue
        rounds = int(name["rounds"])
        wanted = rounds not in kept_rounds and len(kept_rounds) < MOST_ROUNDS
        kept_rounds.add(rounds)
        later += made > now
        dense = now - made <= DENSE and (made <= now or later <= MOST_LATER)
        if not wanted and not dense:
            path.unlink(missing_ok=True)
            removed.append(path)
    return removed


def copy_backup(backup: Path, folder: Path) -> None:
    """Copy a backup into another folder, whole or not at all; BackupError on failure."""
    if not folder.is_dir():
        raise BackupError(f"{folder} is not there: is the stick plugged in?")
    half = folder / f".{backup.name}.half"
    try:
        half.unlink(missing_ok=True)
        with backup.open("rb") as whole, open(half, "xb", opener=only_owner_opens) as handle:
            shutil.copyfileobj(whole, handle)
            handle.flush()
            os.fsync(handle.fileno())
        half.replace(folder / backup.name)
        sync_folder(folder)
        thin_out(folder)
    except OSError as error:
        half.unlink(missing_ok=True)
        raise BackupError(f"No backup could be written to {folder}: {error.strerror}") from error
