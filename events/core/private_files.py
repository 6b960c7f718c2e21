"""Small files in `var/`, written whole or not at all, and locks on files."""

import errno
import os
import secrets
import shlex
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO

from domain.operating_system import is_ours, lock

OTHERS = stat.S_IRWXG | stat.S_IRWXO


def write_whole(path: Path, text: str) -> None:
    """Write `text` to a file that only its owner can read, synced: all of it or nothing.

    Raises OSError; the old file is then untouched.
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
    """Remove other users' access to a file or folder of ours; return whether none has any now.

    A missing file counts as private. A folder that is shared on purpose, such as /tmp, stays
    shared.
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
    """Open a file for `open(..., opener=only_owner_opens)`: a new one is its owner's alone."""
    return os.open(path, flags, 0o600)


def why_unusable(error: OSError, folder: Path) -> str:
    """Return what is wrong with a file or folder of the data in `folder`, and what to do."""
    place = Path(os.fsdecode(error.filename)) if error.filename else folder
    return f"{place} can't be read or written: {error.strerror}. {_way_out(error, place, folder)}"


def _way_out(error: OSError, place: Path, folder: Path) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "Free some space on this disk, then run the same command again."
    if error.errno == errno.EIO:
        return "This disk is full or failing: free some space on it, or move to another disk."
    if error.errno == errno.EILSEQ:
        return "Put it back from a backup, or move it away to get a new one; all logins then end."
    if error.errno in (errno.EEXIST, errno.EISDIR, errno.ENOTDIR) and place != folder:
        return "Move it away, then run the same command again."
    if error.errno not in (errno.EACCES, errno.EPERM) or not folder.exists():
        return "Name a folder that can be written: MATCHSLIP_VAR=folder"
    named = shlex.quote(str(folder))
    if all(is_ours(path.stat()) for path in (folder, place) if path.exists()):
        return f"Allow yourself to write there: chmod -R u+rwX {named}"
    return (
        "It may belong to another user, because a start with sudo made it. Give it to yourself: "
        f"sudo chown -R $(id -u) {named}"
    )


def make_private_file(path: Path) -> None:
    """Create an empty file that only its owner can open, unless it exists."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    open(path, "ab", opener=only_owner_opens).close()


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that its entries survive a power cut; Windows opens no folders."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def hold(path: Path, *, alone: bool, wait: bool = False) -> IO[str] | None:
    """Lock a file until the handle is closed or the process ends, however it ends.

    Several processes can share the lock; with `alone` none can. Returns None if others hold it,
    unless `wait` is set.
    """
    handle = path.open("a")
    if lock(handle, alone=alone, wait=wait):
        return handle
    handle.close()
    return None


def _new_key() -> str:
    return secrets.token_urlsafe(50)


def kept_secret(path: Path, make: Callable[[], str] = _new_key) -> str:
    """Return the secret stored in this file; it is made on the first call and never changes.

    Several first starts at once get the same one. An empty file gets a new one. Raises OSError,
    also for a file that holds no secret of this kind.
    """
    if path.exists() and (kept := _read_secret(path)):
        return kept
    handle = hold(path.with_name(f"{path.name}.lock"), alone=True, wait=True)
    assert handle is not None  # noqa: S101 - it waited
    with handle:
        kept = _read_secret(path) if path.exists() else ""
        if not kept:
            kept = make()
            write_whole(path, kept)
    return kept


def _read_secret(path: Path) -> str:
    text = path.read_text(encoding="latin-1").strip()
    # A key in several lines is a secret, too.
    if not (text.isascii() and text.replace("\n", "").isprintable()):
        raise OSError(errno.EILSEQ, "It is damaged", str(path))
    return text
