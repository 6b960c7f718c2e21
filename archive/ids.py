"""Ids in an archive: of players of the file, each once in a list."""

from collections.abc import Collection, Iterable

from archive.errors import _, refuse


def check_ids(path: str, ids: Iterable[int], known: Collection[int]) -> None:
    """Refuse unknown players, and players named twice."""
    seen: set[int] = set()
    for place, number in enumerate(ids):
        check_known(f"{path}[{place}]", number, known)
        if number in seen:
            raise refuse(f"{path}[{place}]", _("Player %(number)d appears twice."), number=number)
        seen.add(number)


def check_known(path: str, number: int, known: Collection[int]) -> None:
    """Refuse an id that is not one of a player of the file."""
    if number not in known:
        raise refuse(path, _("Player %(number)d is not in “players”."), number=number)
