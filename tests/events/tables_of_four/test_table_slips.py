"""Slips of tables of three to five as a scorekeeper types them."""

from dataclasses import replace

import pytest

from domain.results import Ending
from events.core.refusals import RefusedError
from events.core.results.match_rules import MatchRules
from events.core.results.slips import parse_entry

RULES = MatchRules(games_to_win=1, sizes=((12, 4), (13, 3), (14, 5)))


@pytest.mark.parametrize(
    ("typed", "marks", "drops"),
    [
        ("12 3", "llwl", ""),
        ("12.3", "llwl", ""),
        ("１２　３", "llwl", ""),
        ("12 d", "dddd", ""),
        ("12 d13", "dldl", ""),
        ("12 0", "llll", ""),
        ("12 3 x1", "llwl", "1"),
        ("12 3 x24", "llwl", "24"),
        ("13 1", "wll", ""),
        ("13 d", "ddd", ""),
        ("14 5 x5", "llllw", "5"),
        ("T12R4 2", "lwll", ""),
        ("12 llwl", "llwl", ""),
        ("12 3x1", "llwl", "1"),
        ("12 c124", "llwl", ""),
        ("12 c12 g4 x4", "llwl", "4"),
        ("13 c13", "lwl", ""),
        ("12 3 c1", "llwl", ""),
        ("12 d c2", "dldd", ""),
        ("12 dg2", "dldd", ""),
        ("12 d c124", "llwl", ""),
        ("12 0 g1234", "llll", ""),
    ],
)
def test_a_slip_is_read(typed: str, marks: str, drops: str) -> None:
    slip = parse_entry(typed, RULES).slip
    assert slip is not None
    assert slip.result.marks == marks
    assert "".join(str(seat) for seat, leaves in enumerate(slip.drops, 1) if leaves) == drops


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("12 21", "“21” is a result of two players. A table of four plays one game"),
        ("12 2-1", "“2-1” is a result of two players."),
        ("13 4", "This table has seats 1 to 3, not 4."),
        ("12 d15", "This table has seats 1 to 4, not 5."),
        ("12 d1", "A draw needs two different seats or more, such as d13."),
        ("12 d11", "A draw needs two different seats or more, such as d13."),
        ("12 x1", "“x1” is not a result. Type the seat that won, such as 3"),
        ("12 3 x1 x2", "Enter each dropping player once: x1, or x13 for two seats."),
        ("12 wwll", "“wwll” is not a result."),
        (
            "12 c2",
            "3 players are still in the game. Type its result when it ends, for example 1 c2.",
        ),
        ("12 2 c2", "Seat 2 cannot win after conceding or a game loss."),
        ("12 c1234", "“c1234” is not a result."),
        ("12 d c1234", "“d c1234” is not a result."),
        ("12 3n", "A table that did not play has a draw of all players (dn), or all lose (0n)."),
        ("12 dn c2", "A table that did not play"),
        ("12 dc", "A game that ends by concession has a winner."),
        ("12 p2134", "This event has no points by place."),
        ("12 t", "“t” is not a result."),
    ],
)
def test_what_is_no_slip_is_refused_with_the_reason(typed: str, words: str) -> None:
    with pytest.raises(RefusedError) as refused:
        parse_entry(typed, RULES)
    assert str(refused.value).startswith(words)


@pytest.mark.parametrize(
    ("typed", "marks", "ending", "drops"),
    [
        ("12 dt", "dddd", Ending.UNFINISHED, ""),
        ("12 d t x1", "dddd", Ending.UNFINISHED, "1"),
        ("12 d13 x1 t", "dldl", Ending.UNFINISHED, "1"),
        ("12 3t", "llwl", Ending.UNFINISHED, ""),
        ("12 dn", "dddd", Ending.NOT_PLAYED, ""),
        ("13 0n", "lll", Ending.NOT_PLAYED, ""),
        ("12 3c", "llwl", Ending.CONCEDED, ""),
        ("12 llwlc x1", "llwl", Ending.CONCEDED, "1"),
        ("12 c124", "llwl", Ending.CONCEDED, ""),
        ("12 3 c2", "llwl", None, ""),
    ],
)
def test_how_a_game_ended_is_read(
    typed: str, marks: str, ending: Ending | None, drops: str
) -> None:
    slip = parse_entry(typed, RULES).slip
    assert slip is not None
    assert (slip.result.marks, slip.result.table_ending) == (marks, ending)
    assert "".join(str(seat) for seat, leaves in enumerate(slip.drops, 1) if leaves) == drops


BY_PLACE = replace(RULES, by_place=True)


@pytest.mark.parametrize(
    ("typed", "marks"),
    [
        ("12 3142", "2413"),
        ("12 3 1 4 2", "2413"),
        ("12 31=42", "2412"),
        ("12 3=1=4=2", "1111"),
        ("13 213 x1", "213"),
        ("14 54321", "54321"),
        ("12 3142 t", "2413"),
        ("12 p2413", "2413"),
        ("12 3", "2212"),
        ("12 llwl", "2212"),
        ("12 d", "1111"),
        ("12 d13", "1313"),
        ("12 3 c2", "2412"),
        ("12 0", "llll"),
    ],
)
def test_a_finishing_order_is_read(typed: str, marks: str) -> None:
    slip = parse_entry(typed, BY_PLACE).slip
    assert slip is not None
    assert slip.result.marks == marks
    again = parse_entry(f"12 {slip.result.text}", replace(BY_PLACE, sizes=((12, len(marks)),)))
    assert again.slip is not None, "what is stored can be typed"
    assert again.slip.result.marks == marks


@pytest.mark.parametrize(
    "typed", ["12 31", "12 3122", "12 3145", "12 31=4", "12 p3142x", "13 3142"]
)
def test_what_is_no_finishing_order_is_refused(typed: str) -> None:
    with pytest.raises(RefusedError, match=r"is not a (finishing order|result)"):
        parse_entry(typed, BY_PLACE)


def test_the_winner_did_not_concede() -> None:
    with pytest.raises(RefusedError, match="Seat 3 cannot win"):
        parse_entry("12 3142 c3", BY_PLACE)
