"""Backups: one file each with everything, opened and checked before it counts as one."""

from events.hosting.backups.creation import Backup, make_backup, read_backup
from events.hosting.backups.errors import BackupError
from events.hosting.backups.restore import restore_backup
