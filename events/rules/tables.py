"""Tables as they are typed for paper: "12", "3, 7, 10-14"."""

import re
import unicodedata

from django.utils.translation import gettext as _

from events.rules.errors import RefusedError

MOST_TABLES = 2000
_RANGE = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?")
_DASHES = str.maketrans({"–": "-", "—": "-", "−": "-", "ー": "-", "、": ","})


def read_tables(text: str) -> list[int]:
    """Return the tables in order, each once.

    Raises RefusedError for what is no table or range, and for more than MOST_TABLES.
    """
    found: set[int] = set()
    plain = unicodedata.normalize("NFKC", text).translate(_DASHES)
    for part in re.split(r"[\s,;]+", re.sub(r"\s*-\s*", "-", plain).strip()):
        if not part:
            continue
        match = _RANGE.fullmatch(part)
        if not match:
            raise RefusedError(
                _("“%(part)s” is no table. Type numbers and ranges, for example 3, 10-14.")
                % {"part": part[:20]},
                "tables",
            )
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first:
            first, last = last, first
        if last - first >= MOST_TABLES or len(found) + last - first >= MOST_TABLES:
            raise RefusedError(
                _("At most %(most)d tables can be printed at once.") % {"most": MOST_TABLES},
                "tables",
            )
        found.update(range(first, last + 1))
    return sorted(found)
