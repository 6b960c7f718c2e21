"""Backups: one file each with all data, read back and checked before it counts."""

from events.hosting.backups.creation import Backup, make_backup, read_backup
from events.hosting.backups.errors import BackupError
from events.hosting.backups.restore import restore_backup
