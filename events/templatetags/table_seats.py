"""Players of a table of three to five, by seat."""

from collections.abc import Iterable

from django.utils.safestring import SafeString, mark_safe


def seat_names(names: Iterable[str], more: Iterable[str] = ()) -> SafeString:
    """Return the players of a table in the order of the seats, each with its number.

    `names` are markup already, and so is `more`, which follows each name.
    """
    after = list(more)
    parts = [
        f'<span class="seat"><span class="seat-no">{seat}</span> {name}'
        f"{after[seat - 1] if after else ''}</span>"
        for seat, name in enumerate(names, 1)
    ]
    return mark_safe(f'<span class="seats">{" ".join(parts)}</span>')  # noqa: S308
