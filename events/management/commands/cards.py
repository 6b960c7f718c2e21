"""Load card names and legality from a file."""

import datetime
import sqlite3
import zlib
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from events.core.cards.card_file import loaded, store
from events.core.cards.reading import CardFileError, read_cards


class Command(BaseCommand):
    """`manage.py cards`."""

    help = (
        "Load card names and legality from Scryfall's bulk JSON or JSON Lines, or MTGJSON's "
        "AtomicCards, gzipped or not; without a file, say what is loaded."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the file."""
        parser.add_argument("file", nargs="?", metavar="FILE")

    def handle(self, *_args: Any, file: str | None, **_options: Any) -> None:
        """Load the file; print how many cards it has and its age."""
        if file is not None:
            self._load(Path(file))
        about = loaded()
        if about is None:
            self.stdout.write("No card file is loaded: decks are counted, names are not checked.")
            return
        days = (timezone.now() - about.made_at).days
        self.stdout.write(f"{about.cards} cards from {about.source}, {days} days old")

    def _load(self, path: Path) -> None:
        try:
            written = datetime.datetime.fromtimestamp(path.stat().st_mtime, datetime.UTC)
            store(read_cards(path), path.name, written)
        except (OSError, CardFileError, EOFError, zlib.error, sqlite3.Error) as error:
            raise CommandError(f"{path.name}: {error}. The loaded cards were kept.") from error
