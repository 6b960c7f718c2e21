"""Backups: one file each with everything, opened and checked before it counts as one."""

from events.hosting.backups.making import Backup, BackupError, make_backup, read_backup
from events.hosting.backups.restoring import restore_backup

__all__ = ["Backup", "BackupError", "make_backup", "read_backup", "restore_backup"]
