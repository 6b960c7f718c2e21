"""The card file: every name and legality in one small SQLite file in the data folder.

`store` writes a new file next to it and swaps it in atomically. Lookups open it read-only; without
a file every lookup finds nothing.
"""

import datetime
import difflib
import json
import os
import re
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from events.core.cards.reading import Card
from events.core.decks.deck_words import folded

_FACES = re.compile(r"\s*/{1,3}\s*")
# Prefix of keys that find a name in another spelling.
LOOSE = "~"
# Arena's rebalanced cards have names such as "A-Name".
_REBALANCED = "a-"
_LIGATURES = str.maketrans({"ø": "o", "đ": "d", "ł": "l", "ß": "ss", "ð": "d", "þ": "th"})


def card_key(name: str) -> str:
    """Return the folded whole name with its faces joined in one way: "Fire // Ice", "fire/ice"."""
    return " // ".join(faces_of(name))


def faces_of(name: str) -> list[str]:
    """Return the folded names of the faces, the front first."""
    return [face for face in _FACES.split(folded(name).translate(_LIGATURES)) if face]


def loose_key(name: str) -> str:
    """Return only the letters and figures of the faces; "" for a name without any.

    It finds "Urzas Saga", "Snow Covered Island", "Minsc and Boo" and every kind of quotation mark
    when no card has the name as typed. No card's own key begins like it.
    """
    faces = (face.replace("&", " and ") for face in faces_of(name))
    plain = ["".join(filter(str.isalnum, face)) for face in faces]
    return LOOSE + "/".join(plain) if any(plain) else ""


def keys_to_try(name: str) -> list[str]:
    """Return the keys to try for a typed name, the best first."""
    faces = faces_of(name)
    keys = [" // ".join(faces)]
    if len(faces) == 2:
        keys.append(" // ".join(reversed(faces)))
    keys += faces[:1]
    keys += [key.removeprefix(_REBALANCED) for key in keys if key.startswith(_REBALANCED)]
    keys += [loose for key in keys if (loose := loose_key(key))]
    return list(dict.fromkeys(keys))


FILE = "cards.sqlite3"
# Tolerances of a misspelled name: distance, and difference in length.
_LIKENESS, _LENGTH = 0.78, 4
_TABLES = """
CREATE TABLE about (cards INTEGER, made_at TEXT, source TEXT);
CREATE TABLE card (id INTEGER PRIMARY KEY, name TEXT, legalities TEXT);
CREATE TABLE name (key TEXT PRIMARY KEY, card INTEGER, rank INTEGER) WITHOUT ROWID;
"""
# Priority of names: a whole name, a face, a name in another language. Each of them precedes names
# in another spelling.
_RANKS = _WHOLE, _FACE, _ALSO = range(3)
_NAME = """
INSERT INTO name VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE
SET card = excluded.card, rank = excluded.rank WHERE excluded.rank < name.rank
"""


@dataclass(frozen=True, slots=True)
class CardFile:
    """The loaded card file: its number of cards, its source and its date."""

    cards: int
    source: str
    made_at: datetime.datetime
    stamp: tuple[int, int]


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A card in the card file; `legalities` by the file's name of the format."""

    name: str
    legalities: tuple[tuple[str, str], ...]

    def status(self, game_format: str) -> str:
        """Return `legal`, `banned`, `restricted`, or "" in a format that does not have the card."""
        return dict(self.legalities).get(game_format, "")


def card_file_path() -> Path:
    """Return the path of the card file, whether it exists or not."""
    return Path(settings.VAR_DIR) / FILE


def store(cards: Iterable[Card], source: str, made_at: datetime.datetime) -> int:
    """Write cards to a new file and swap it in; return the number of cards."""
    path = card_file_path()
    handle, name = tempfile.mkstemp(prefix=".cards-", suffix=".part", dir=path.parent)
    os.close(handle)
    try:
        count = _write(Path(name), cards, source, made_at)
        os.replace(name, path)
    finally:
        Path(name).unlink(missing_ok=True)
    return count


def _write(path: Path, cards: Iterable[Card], source: str, made_at: datetime.datetime) -> int:
    ids: dict[str, int] = {}
    with closing(sqlite3.connect(path)) as file, file:
        file.executescript(_TABLES)
        for card in cards:
            # A bulk file lists a card once per printing.
            number = ids.get(card.name)
            if number is None:
                number = ids[card.name] = len(ids) + 1
                legalities = json.dumps(dict(card.legalities), separators=(",", ":"))
                file.execute("INSERT INTO card VALUES (?, ?, ?)", [number, card.name, legalities])
            keys = list(_keys(card))
            loose = [(key, rank) for name, rank in keys if (key := loose_key(name))]
            file.executemany(_NAME, [(key, number, rank) for key, rank in (*keys, *loose)])
        about = [len(ids), made_at.isoformat(), source]
        file.execute("INSERT INTO about VALUES (?, ?, ?)", about)
    return len(ids)


def _keys(card: Card) -> Iterator[tuple[str, int]]:
    yield card_key(card.name), _WHOLE
    faces = faces_of(card.name)
    for face in faces:
        yield face, _FACE if len(faces) > 1 else _WHOLE
    for other in card.also:
        yield card_key(other), _ALSO


def loaded() -> CardFile | None:
    """Return the loaded card file; None without one."""
    try:
        entry = card_file_path().stat()
    except OSError:
        return None
    return _about((entry.st_mtime_ns, entry.st_ino))


@lru_cache(maxsize=2)
def _about(stamp: tuple[int, int]) -> CardFile | None:
    try:
        with _file() as file:
            cards, made_at, source = file.execute("SELECT * FROM about").fetchone()
        return CardFile(int(cards), str(source), _moment(made_at), stamp)
    except (sqlite3.Error, TypeError, ValueError):
        return None


def _moment(text: str) -> datetime.datetime:
    moment = datetime.datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=datetime.UTC)


@contextmanager
def _file() -> Iterator[sqlite3.Connection]:
    address = f"{card_file_path().as_uri()}?mode=ro&immutable=1"
    with closing(sqlite3.connect(address, uri=True)) as file:
        yield file


def find_cards(about: CardFile, names: Iterable[str]) -> dict[str, KnownCard | None]:
    """Return the card of each name; None for a name that the file does not have."""
    return {name: _find(about.stamp, name) for name in names}


@lru_cache(maxsize=20_000)
def _find(_stamp: tuple[int, int], name: str) -> KnownCard | None:
    try:
        with _file() as file:
            for key in keys_to_try(name):
                row = file.execute(
                    "SELECT card.name, legalities FROM name JOIN card ON card.id = card "
                    "WHERE key = ?",
                    [key],
                ).fetchone()
                if row is not None:
                    return KnownCard(row[0], tuple(json.loads(row[1]).items()))
    # A file that was damaged after loading counts as one without cards.
    except (sqlite3.Error, TypeError, ValueError, AttributeError):
        return None
    return None


def nearest_name(about: CardFile, name: str) -> str | None:
    """Return the most similar card name, as a suggestion; None where none is close.

    Candidates begin with the same letter, or end with the same three, and are about as long.
    """
    key = card_key(name)
    return _nearest(about.stamp, key) if len(key) > _LENGTH // 2 else None


@lru_cache(maxsize=1_000)
def _nearest(_stamp: tuple[int, int], key: str) -> str | None:
    lengths = [len(key) - _LENGTH, len(key) + _LENGTH]
    try:
        with _file() as file:
            rows = file.execute(
                "SELECT key, card.name FROM name JOIN card ON card.id = card WHERE "
                "length(key) BETWEEN ? AND ? AND (substr(key, 1, 1) = ? OR substr(key, -3) = ?) "
                "AND substr(key, 1, 1) != ?",
                [*lengths, key[0], key[-3:], LOOSE],
            )
            names = dict(rows.fetchall())
    except sqlite3.Error:
        return None
    near = difflib.get_close_matches(key, names, n=1, cutoff=_LIKENESS)
    return names[near[0]] if near else None
