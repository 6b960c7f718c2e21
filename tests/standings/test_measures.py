"""The sums behind the tiebreakers, where values are larger than a machine word."""

from hypothesis import given
from hypothesis import strategies as st

from standings.ledger import NOBODY, Ledger
from standings.means import sums_over_opponents
from standings.profile import MTR
from standings.types import Match

Event = tuple[Ledger, list[int]]


@st.composite
def events(draw: st.DrawFn) -> Event:
    """Some rounds in which players meet at random, and a value of up to 400 bits for each."""
    size = draw(st.integers(1, 9))
    ledger = Ledger(MTR, range(size))
    for number in range(1, draw(st.integers(0, 6)) + 1):
        order = draw(st.permutations(range(size)))
        tables = draw(st.integers(0, size // 2))
        pairs = zip(order[:tables], order[tables : 2 * tables], strict=True)
        ledger.add(number, [Match(number, one, two, (2, 0, 0)) for one, two in pairs])
    bits = draw(st.sampled_from((0, 1, 59, 60, 61, 62, 63, 64, 130, 400)))
    most = st.just((1 << bits) - 1) | st.integers(0, (1 << bits) - 1)
    return ledger, draw(st.lists(most, min_size=size, max_size=size))


@given(events())
def test_sums_are_exact_whatever_the_size_of_the_values(event: Event) -> None:
    ledger, values = event
    expected = [0] * len(values)
    for book in ledger.rounds.values():
        for position, opponent in enumerate(book.opponents):
            expected[position] += 0 if opponent == NOBODY else values[opponent]
    assert sums_over_opponents(ledger.tally(), values) == expected
