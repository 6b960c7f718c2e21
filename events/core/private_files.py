"""Small files in `var/`, written whole or not at all, and locks on them."""

import os
import secrets
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO

from domain.operating_system import is_ours, lock

OTHERS = stat.S_IRWXG | stat.S_IRWXO


def write_whole(path: Path, text: str) -> None:
    """Put `text` into a file that only its owner reads, synced: all of it or nothing.

    Raises OSError; what was there is then untouched.
    """
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    half = Path(name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as handle:
            handle.write(text)
            handle.flush()
            os.fsync(handle.fileno())
        half.replace(path)
    except OSError:
        half.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def keep_private(path: Path) -> bool:
    """Let only its owner into a file or folder of ours; return whether nobody else has access now.

    A missing file counts as private. A folder that is shared on purpose, as /tmp is, stays shared.
    """
    try:
        status = path.stat()
    except FileNotFoundError:
        return True
    if not status.st_mode & OTHERS:
        return True
    if status.st_mode & stat.S_ISVTX or not is_ours(status):
        return False
    path.chmod(stat.S_IMODE(status.st_mode) & ~OTHERS)
    return True


def only_owner_opens(path: str, flags: int) -> int:
    """Open for `open(..., opener=only_owner_opens)`: a file made so is its owner's alone."""
    return os.open(path, flags, 0o600)


def make_private_file(path: Path) -> None:
    """Make an empty file that only its owner opens, unless there is one."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    open(path, "ab", opener=only_owner_opens).close()


def sync_folder(folder: Path) -> None:
    """Make sure that the names in a folder outlive a power cut; Windows opens no folders."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def hold(path: Path, *, alone: bool, wait: bool = False) -> IO[str] | None:
    """Hold a lock file until the handle is closed or the process ends, however it ends.

    Many can hold it together; `alone` nobody else. Returns None when others are in the way, unless
    told to wait for them.
    """
    handle = path.open("a")
    if lock(handle, alone=alone, wait=wait):
        return handle
    handle.close()
    return None


def _new_key() -> str:
    return secrets.token_urlsafe(50)


def kept_secret(path: Path, make: Callable[[], str] = _new_key) -> str:
    """Return the secret that this file keeps, made at the first call and the same ever after.

    Several first starts at once get the same one. A file that was left empty gets a new one.
    """
    if path.exists() and (kept := path.read_text(encoding="ascii").strip()):
        return kept
    handle = hold(path.with_name(f"{path.name}.lock"), alone=True, wait=True)
    assert handle is not None  # noqa: S101 - it waited
    with handle:
        kept = path.read_text(encoding="ascii").strip() if path.exists() else ""
        if not kept:
            kept = make()
            write_whole(path, kept)
    return kept
