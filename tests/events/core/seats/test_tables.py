"""Tables as they are typed for paper."""

import pytest

from events.core.refusals import RefusedError
from events.core.seats.table_numbering import MOST_TABLES, read_tables


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("7", [7]),
        ("3, 7,10-12", [3, 7, 10, 11, 12]),
        ("5 4;4", [4, 5]),
        ("12 - 10", [10, 11, 12]),
        ("１０～", None),
        ("１０ー１２、３", [3, 10, 11, 12]),
        ("x", None),
        ("1-", None),
    ],
)
def test_ranges(text: str, expected: list[int] | None) -> None:
    if expected is None:
        with pytest.raises(RefusedError) as refused:
            read_tables(text)
        assert refused.value.field == "tables"
    else:
        assert read_tables(text) == expected


def test_no_more_than_can_be_printed() -> None:
    assert len(read_tables(f"1-{MOST_TABLES}")) == MOST_TABLES
    for text in (f"1-{MOST_TABLES + 1}", f"1-{MOST_TABLES - 1}, 5000-5001", "1-999999"):
        with pytest.raises(RefusedError, match=str(MOST_TABLES)):
            read_tables(text)
