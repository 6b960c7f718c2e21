"""Load an event archive from the bytes of a file, and check that the event can have happened."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from archive.checks import check
from archive.decoding import shaped
from archive.document import Json, near_path, parse, short
from archive.errors import ArchiveError, _, refuse
from archive.values import Archive
from archive.versions import check_keys, version_of

Check = Callable[[Archive], None]


def read_archive(data: bytes, *more: Check) -> Archive:
    """Read an event archive of any version.

    Raises ArchiveError, which names the place, for a file that is not an archive or describes an
    impossible event; nothing is guessed and no key is ignored. `more`: further checks to run.
    """
    return archive_of(parse(data), *more)


def archive_of(values: object, *more: Check, lenient: bool = False) -> Archive:
    """Build an archive from decoded JSON values; raises ArchiveError as read_archive does.

    `lenient`: for callers that only compute with it. Keys that the format does not name are
    ignored, keys that no engine needs may be absent or null, and impossible events are accepted as
    long as they can be computed with. Both modes give the values the same meaning.
    """
    if not isinstance(values, dict):
        raise refuse(
            "",
            _("Expected %(expected)s here, found %(value)s."),
            expected=_("an object"),
            value=short(values),
        )
    with _located(values):
        version = version_of(values)
        if not lenient:
            check_keys(values, version)
        archive = shaped(_filled(values) if lenient else values, Archive)
        check(archive, version, lenient=lenient)
        for check_more in more:
            check_more(archive)
    return archive


@contextmanager
def _located(values: Json) -> Iterator[None]:
    """Add the round and the table to errors that these JSON values cause."""
    try:
        yield
    except ArchiveError as error:
        if error.near is None:
            error.near = near_path(values, error.path)
        raise


def _filled(values: Json) -> Json:
    """Fill in keys that no engine needs; code that needs a missing floor refuses the empty text."""
    filled = {"drops": [], **values}
    event = values.get("event")
    if isinstance(event, dict):
        rules = event.get("rules")
        if isinstance(rules, dict):
            event = {**event, "rules": {"floor": "", "games_to_win": 2, **rules}}
        filled["event"] = {"date": "0001-01-01", "game_format": "", **event}
    return filled
