"""Where the pairs of a plan sit: at their posted tables as far as they go on."""

from collections.abc import Container, Iterable, Sequence

Two = tuple[int, int]


class Seats:
    """The posted tables; a table's number is its place in the posted pairs."""

    def __init__(self, posted: Sequence[Two], seated: Container[int]) -> None:
        self._posted = list(posted)
        self._seated = seated
        self._table = {player: at for at, two in enumerate(posted) for player in two}

    def order(self, pairs: Iterable[Two]) -> tuple[tuple[Two, ...], tuple[int | None, ...]]:
        """Return the pairs in posted order, new ones in the places of those that stop, and places.

        A pair with a seated player keeps that player's place (the first-named one's, where two
        meet). Another new pair takes the place of one of its players where that is free, so that
        one of the two stays put. The other pairs fill the remaining places, and are last, without a
        place, when there is none.
        """
        table = self._table
        places: list[Two | None] = [None] * len(self._posted)
        new: list[Two] = []
        for first, second in pairs:
            at = table.get(first)
            if at is not None and at == table.get(second):
                places[at] = self._posted[at]
            else:
                new.append((first, second))
        new = [pair for pair in new if not self._stays(pair, places)]
        left = iter(_settled(new, table, places))
        filled = [pair if pair is not None else next(left, None) for pair in places]
        kept = [(pair, at) for at, pair in enumerate(filled) if pair is not None]
        more = list(left)
        return (
            (*(pair for pair, _ in kept), *more),
            (*(at for _, at in kept), *(None for _ in more)),
        )

    def _stays(self, pair: Two, places: list[Two | None]) -> bool:
        """Put a new pair where one of its players is seated; say whether there is one."""
        at = next((self._table.get(player) for player in pair if player in self._seated), None)
        if at is None or places[at] is not None:
            return False
        places[at] = pair
        return True


def _settled(new: list[Two], table: dict[int, int], places: list[Two | None]) -> list[Two]:
    """Put new pairs at a table that one of their players had; return those without one.

    Pairs with one such table go first. Pairs that share the taken table are next, with one table
    less to choose from, so all get a table until there are more pairs than tables.
    """
    options = [
        [table[player] for player in pair if player in table and places[table[player]] is None]
        for pair in new
    ]
    sharing: dict[int, list[int]] = {}
    for at, own in enumerate(options):
        for number in own:
            sharing.setdefault(number, []).append(at)
    homeless = []
    waiting = [True] * len(new)
    for start in sorted(range(len(new)), key=lambda at: len(options[at])):
        chain = [start]
        while chain:
            at = chain.pop()
            if not waiting[at]:
                continue
            waiting[at] = False
            taken = next((number for number in options[at] if places[number] is None), None)
            if taken is None:
                homeless.append(new[at])
            else:
                places[taken] = new[at]
                chain += sharing[taken]
    return homeless
