"""Early warnings on the desk: little disk space, a large database, old backups."""

import os
import shutil
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.core.words.venue_times import zone_time
from events.hosting.backups.retention import Status, read_status
from events.hosting.parent_process import served_here
from events.hosting.standby.leadership import Registry, Successor
from events.hosting.watch_failures import Part, read_failures

MEGABYTE = 1024 * 1024
LITTLE = 300 * MEGABYTE
LARGE = 1024 * MEGABYTE
OLD = 10 * 60
SILENT = 3 * 60
LOOK_EVERY = 10.0


class _Seen:
    """Values found at this process's last check."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._at = -LOOK_EVERY
        self._found: tuple[int, int, Status | None] = (0, 0, None)

    def get(self) -> tuple[int, int, Status | None]:
        """Return free bytes, the database's bytes, and the backup process's status."""
        with self._lock:
            if time.monotonic() - self._at >= LOOK_EVERY:
                self._found = shutil.disk_usage(_data()).free, _database_bytes(), read_status()
                self._at = time.monotonic()
            return self._found


_seen = _Seen()


def desk_warnings() -> list[str]:
    """Return the current warnings for the laptop's operator, in words; usually none."""
    successor = Registry(_data()).successor()
    if successor is not None:
        return [f"{taken_over_words(successor)} {successor.address}"]
    free, size, status = _seen.get()
    warnings = warnings_of(free, size) + watch_warnings(read_failures(_data()))
    if served_here() and settings.BACKUP_SECONDS:
        warnings += backup_warnings(status, time.monotonic())
    return warnings


def taken_over_words(successor: Successor) -> str:
    """Return a sentence about the laptop that took over, and when it did."""
    since = datetime.fromtimestamp(successor.claim.since, UTC)
    return _("Another laptop took over at %(time)s. This laptop no longer saves anything.") % {
        "time": zone_time(timezone.get_default_timezone_name(), since)
    }


def warnings_of(free: int, size: int) -> list[str]:
    """Return the warnings for an amount of free bytes, and a database size in bytes."""
    warnings = []
    if free < max(LITTLE, 5 * size):
        warnings.append(
            _(
                "Only %(free)s MB of disk space left. Free up space before results can no longer "
                "be saved."
            )
            % {"free": number_format(free // MEGABYTE)}
        )
    if size > LARGE:
        warnings.append(
            _("The database has grown to %(size)s MB. Export and remove old events after today.")
            % {"size": number_format(size // MEGABYTE)}
        )
    return warnings


def backup_warnings(status: Status | None, now: float) -> list[str]:
    """Return warnings from the last status of the backup process.

    `now` is monotonic. A status from before a restart of the computer may lie in its future.
    """
    if status is None or not 0 <= now - status.seen <= SILENT:
        return [_("No backups are being made. Stop the server and start it again.")]
    warnings = []
    if status.unsaved is not None and now - status.unsaved > OLD:
        minutes = int(now - status.unsaved) // 60
        words = ngettext(
            "Entries from the last %(minutes)d minute are not in any backup.",
            "Entries from the last %(minutes)d minutes are not in any backup.",
            minutes,
        )
        warnings.append(words % {"minutes": minutes})
    if status.trouble:
        warnings.append(_("The last backup failed: %(why)s") % {"why": status.trouble})
    if status.second:
        warnings.append(_("The second backup failed: %(why)s") % {"why": status.second})
    return warnings


def watch_warnings(failures: dict[Part, str]) -> list[str]:
    """Return warnings about background work that failed and was restarted."""
    names = {
        Part.BACKUPS: _("Backup job"),
        Part.LAPTOPS: _("Standby monitoring"),
        Part.MAIL: _("Email delivery"),
        Part.PHONES: _("Phone notification delivery"),
        Part.PROGRAMS: _("Delivery to integrations"),
        Part.QUEUES: _("Automatic calls of on-demand pods"),
        Part.FEATURES: _("Publication of delayed results"),
    }
    return [
        _("%(work)s failed (%(kind)s) and was restarted. See the server log for details.")
        % {"work": names[part], "kind": kind}
        for part, kind in failures.items()
    ]


def _data() -> Path:
    return Path(settings.VAR_DIR)


def _database_bytes() -> int:
    """Return the size of an SQLite database; a database server watches its own disk."""
    if connection.vendor != "sqlite":
        return 0
    path = str(settings.DATABASES["default"]["NAME"])
    return os.path.getsize(path) if os.path.exists(path) else 0
