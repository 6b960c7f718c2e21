"""Reading an event archive: from the bytes of a file to values that can have happened."""

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

    Raises ArchiveError, which names the place, for anything that is not one or can't have
    happened; nothing is guessed and no key is passed over. `more` are checks of the caller's.
    """
    return archive_of(parse(data), *more)


def archive_of(values: object, *more: Check, lenient: bool = False) -> Archive:
    """Return the archive that decoded JSON values are; ArchiveError as read_archive.

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
    """Let errors of these JSON values name the round and the table they are about."""
    try:
        yield
    except ArchiveError as error:
        if error.near is None:
            error.near = near_path(values, error.path)
        raise


def _filled(values: Json) -> Json:
    """Fill in what no engine needs; a floor that is not said is refused where it is needed."""
    filled = {"drops": [], **values}
    event = values.get("event")
    if isinstance(event, dict):
        rules = event.get("rules")
        if isinstance(rules, dict):
            event = {**event, "rules": {"floor": "", "games_to_win": 2, **rules}}
        filled["event"] = {"date": "0001-01-01", "game_format": "", **event}
    return filled
