"""Pages with places for their long lists, which are encoded and compressed once for all pages."""

import re
from functools import lru_cache

from django.utils.safestring import SafeString, mark_safe

from events.public_site.compressed_pages import LongPart
from events.public_site.lists.table_rows import between_words, in_words
from events.public_site.page import QUICK

# Letters from which on a part is worth a place.
LONG = 10_000
# Letters of private use, which no event and no player is called by.
_PLACE = re.compile("\ue000part([0-9]+)\ue001")


@lru_cache(24)
def _long_part(text: str) -> LongPart:
    return LongPart(text, QUICK)


class Parts:
    """The long parts of pages that are written with places for them."""

    def __init__(self) -> None:
        self._parts: list[LongPart] = []

    def in_words(self, rows: str) -> SafeString:
        """Return rows in the active language as `rows.in_words` does, the longest run a place."""
        runs = between_words(rows)
        longest = max(runs, key=len)
        if len(longest) < LONG:
            return in_words(rows)
        place = f"\ue000part{len(self._parts)}\ue001"
        self._parts.append(_long_part(longest))
        if len(runs) == 1:
            return mark_safe(place)  # noqa: S308 - letters of our own
        at = rows.index(longest)
        before, after = rows[:at], rows[at + len(longest) :]
        return mark_safe(in_words(before) + place + in_words(after))  # noqa: S308 - as in_words

    def pieces(self, text: str) -> list[bytes | LongPart]:
        """Return a page in pieces: what is between the places, and the parts."""
        cut = _PLACE.split(text)
        return [
            self._parts[int(piece)] if at % 2 else piece.encode() for at, piece in enumerate(cut)
        ]
