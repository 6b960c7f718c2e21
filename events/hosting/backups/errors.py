"""Errors of backups, in words for the person at the terminal."""


class BackupError(Exception):
    """A failed backup or restore; says why and what to do."""
