"""Errors of backups, in words for the person at the terminal."""


class BackupError(Exception):
    """A backup that could not be made, read or restored; says why and what to do."""
