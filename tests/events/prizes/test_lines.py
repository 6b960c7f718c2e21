"""The lines of a prize list as an organizer types them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.core.prizes.amounts import amount_of, amount_text, number_text
from events.core.prizes.lines import parse_lines, text_of
from events.core.prizes.templates import TEMPLATES, lines_of
from events.core.refusals import RefusedError
from events.models import Prize, PrizeList

FIELDS = (
    *("by", "first", "last", "least", "record", "label", "group"),
    *("money", "credit", "packs", "points", "thing"),
)


def values(prizes: list[Prize]) -> list[tuple[object, ...]]:
    return [tuple(getattr(prize, name) for name in FIELDS) for prize in prizes]


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("1: 100", "1: 100"),
        ("1st: $1,200 + Trophy, qualifier seat", "1: 1200 + Trophy, qualifier seat"),
        ("2-4: 3 packs", "2-4: 3 packs"),
        ("5th to 8th : 12.50", "5-8: 12.50"),
        ("5位：3パック", "5: 3 packs"),
        ("4-1: 2 boosters", "record 4-1: 2 packs"),
        ("4-0-1: 20 credit", "record 4-0-1: 20 credit"),
        ("record 2-3: 1 pack", "record 2-3: 1 packs"),
        ("12 points: 50 points", "12 points: 50 points"),
        ("Under 18: 50 + Sleeves", "Under 18: 50 + Sleeves"),
        ("Under 18 #2-3: 20", "Under 18 #2-3: 20"),
    ],
)
def test_a_line_reads_as_players_say_it(line: str, written: str) -> None:
    prizes = parse_lines(line, "USD")
    assert text_of(prizes, "USD") == written
    assert values(parse_lines(written, "USD")) == values(prizes)


def test_groups_begin_with_a_heading() -> None:
    text = "1: 100\n# Side prizes\nUnder 18: 20\n#\n2: 50"
    assert [prize.group for prize in parse_lines(text, "EUR")] == ["", "Side prizes", ""]
    assert text_of(parse_lines(text, "EUR"), "EUR") == text


@pytest.mark.parametrize(
    "line", ["100", "1:", "1: 12.345", "0: 5", "3 points 4", "1: 12.5.1", "4-2: 99999999999"]
)
def test_a_wrong_line_is_named(line: str) -> None:
    with pytest.raises(RefusedError) as refused:
        parse_lines(f"1: 10\n{line}", "USD")
    assert refused.value.field == "lines"
    assert "2" in str(refused.value)


def test_amounts_are_exact_in_each_currency() -> None:
    assert amount_of("¥1,200", "JPY") == 1200
    assert amount_of("1200円", "JPY") == 1200
    assert amount_of("12.5", "JPY") is None
    assert amount_of("CHF 12.5", "CHF") == 1250
    assert amount_text(120_000, "USD") == "$1,200"
    assert amount_text(3_334, "EUR") == "€33.34"
    assert amount_text(50, "CHF") == "CHF 0.50"


@given(st.integers(0, 10**9), st.sampled_from(("USD", "JPY", "KWD")))
def test_an_amount_is_read_as_it_is_written(amount: int, currency: str) -> None:
    assert amount_of(number_text(amount, currency), currency) == amount
    assert amount_of(amount_text(amount, currency), currency) == amount


@given(st.text(max_size=60))
def test_whatever_is_typed_is_refused_or_read_the_same_again(text: str) -> None:
    try:
        prizes = parse_lines(text, "USD")
    except RefusedError:
        return
    assert values(parse_lines(text_of(prizes, "USD"), "USD")) == values(prizes)


@pytest.mark.parametrize("template", [template.code for template in TEMPLATES])
@pytest.mark.parametrize("players", [3, 11, 226])
def test_templates_use_the_whole_pool(template: str, players: int) -> None:
    settings = PrizeList(currency="USD", per_entry=333, added=1_000)
    prizes = parse_lines(lines_of(template, settings, players, 0), "USD")
    paid = sum(prize.money * (prize.last - prize.first + 1) for prize in prizes)
    assert prizes
    assert paid in (0, 333 * players + 1_000)
