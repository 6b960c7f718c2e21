"""Compile translations on a machine without GNU gettext."""

import os
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand


def compile_translations() -> list[Path]:
    """Write the .mo file of every .po file that is newer; return the files written.

    Raises OSError (polib's) for a .po file that cannot be read.
    """
    written = []
    for folder in settings.LOCALE_PATHS:
        for source in sorted(Path(folder).glob("*/LC_MESSAGES/*.po")):
            target = source.with_suffix(".mo")
            if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
                continue
            # A server may be reading the old file, so it is replaced atomically.
            fresh = source.with_suffix(f".{os.getpid()}.mo")
            polib.pofile(str(source)).save_as_mofile(str(fresh))
            fresh.replace(target)
            written.append(target)
    return written


class Command(BaseCommand):
    """`manage.py compile_translations`."""

    help = "Compile every translation in locale/ that has changed."
    requires_system_checks = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Compile the translations and print each file written."""
        for path in compile_translations():
            self.stdout.write(f"Compiled {path.relative_to(settings.BASE_DIR)}")
