"""The example of the prize list is in the syntax that the page describes."""

from events.core.prizes.lines import parse_lines
from events.core.prizes.templates import EXAMPLE
from events.models import Prize


def test_every_line_of_the_example_is_a_prize() -> None:
    prizes = parse_lines(EXAMPLE, "USD")
    by = Prize.By
    kinds = [prize.by for prize in prizes]
    assert kinds == [by.PLACE, by.PLACE, by.RECORD, by.POINTS, by.LABEL, by.PLACE]
    assert [prize.group for prize in prizes] == ["", "", "", "", "", "Side prizes"]
    assert prizes[4].credit
