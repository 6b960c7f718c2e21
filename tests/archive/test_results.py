"""The result of one match as a value."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.results import (
    Ending,
    Game,
    Result,
    Side,
    Winner,
    parse_result,
    result_of,
    result_of_games,
    result_of_seats,
)

counts = st.integers(0, 9)
results = st.one_of(
    st.builds(Result, counts, counts, counts),
    st.just(Result(0, 0, double_loss=True)),
    st.text("wld-", min_size=3, max_size=3).map(result_of_seats),
)


@pytest.mark.parametrize(
    ("text", "counts", "winner"),
    [
        ("2-1", (2, 1, 0), Winner.FIRST),
        ("0-2", (0, 2, 0), Winner.SECOND),
        ("1-1-1", (1, 1, 1), Winner.DRAWN),
        ("1-0-1", (1, 0, 1), Winner.FIRST),
        ("0-0-3", (0, 0, 3), Winner.DRAWN),
        ("0-0", (0, 0, 0), Winner.DRAWN),
        ("dl", (0, 0, 0), Winner.NOBODY),
        ("wlw", (2, 1, 0), Winner.FIRST),
        ("ld-", (0, 1, 1), Winner.SECOND),
    ],
)
def test_a_result_is_written_and_read(
    text: str, counts: tuple[int, int, int], winner: Winner
) -> None:
    result = parse_result(text)
    assert (result.text, result.counts, result.winner) == (text, counts, winner)
    assert result.winner.is_first is (winner == Winner.FIRST)
    assert result.winner.is_second is (winner == Winner.SECOND)


@pytest.mark.parametrize(("typed", "text"), [("21", "2-1"), ("201", "2-0-1"), ("d", "0-0-3")])
def test_a_result_is_read_as_it_is_typed(typed: str, text: str) -> None:
    assert parse_result(typed).text == text


@pytest.mark.parametrize("text", ["", "2", "2-", "10-1", "wl", "wlx", "2-1-0-0", "²-1", "2 1"])
def test_what_is_no_result_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a result"):
        parse_result(text)


def test_a_result_is_worth_match_points() -> None:
    assert Result(2, 1).points(3, 1, 0) == (3, 0)
    assert Result(1, 2).points(3, 1, 0) == (0, 3)
    assert Result(1, 1, 1).points(3, 1, 0) == (1, 1)
    assert Result(0, 0, double_loss=True).points(3, 1, 0) == (0, 0)
    assert Result(2, 0).points(2, 1, -1) == (2, -1)


@pytest.mark.parametrize(
    ("result", "points"),
    [
        (Result(2, 0), (14, 4)),
        (Result(1, 1), (9, 9)),
        (Result(2, 1, 1), (19, 14)),
        (Result(0, 1, 2), (8, 13)),
        (Result(2, 1, 1, double_loss=True), (0, 0)),
    ],
)
def test_in_a_double_sided_match_each_game_is_worth_points(
    result: Result, points: tuple[int, int]
) -> None:
    assert result.points(7, 3, 2, per_game=True) == points


@pytest.mark.parametrize(
    ("text", "outcome", "printed", "drawn"),
    [
        ("2-1", "won", "2-1", False),
        ("0-2", "lost", "0-2", False),
        ("1-1-1", "drawn", "1-1-1", True),
        ("dl", "double-loss", "0-0", False),
        ("wlw", "won", "2-1 (wlw)", False),
    ],
)
def test_a_result_has_words_for_code_and_for_paper(
    text: str, outcome: str, printed: str, drawn: bool
) -> None:
    result = parse_result(text)
    assert (result.outcome, result.printed, result.is_draw) == (outcome, printed, drawn)


@given(results)
def test_a_result_survives_being_written(result: Result) -> None:
    assert parse_result(result.text) == result


@given(results)
def test_both_sides_tell_the_same_match(result: Result) -> None:
    turned = result.turned()
    assert turned.turned() == result
    assert turned.points(3, 1, 0) == result.points(3, 1, 0)[::-1]
    assert turned.drawn == result.drawn


@given(results)
def test_the_games_make_the_counts(result: Result) -> None:
    again = result_of_games(result.games)
    assert again.counts == result.counts
    assert again.games == result.games


def test_games_that_were_told_keep_their_order_and_how_they_ended() -> None:
    told = (
        Game(Winner.SECOND, Ending.GAME_LOSS, 1),
        Game(Winner.FIRST, Ending.PLAYED, 2, Side.FIRST),
        Game(Winner.DRAWN, Ending.UNFINISHED, 3, Side.SECOND),
    )
    result = result_of_games(told)
    assert (result.text, result.is_draw, result.games) == ("1-1-1", True, told)
    assert result.turned().games[1] == Game(Winner.SECOND, Ending.PLAYED, 2, Side.SECOND)
    assert result != Result(1, 1, 1)
    assert result.equals(Result(1, 1, 1))


def test_games_are_open_where_nobody_told_them() -> None:
    assert Result(2, 1).games == (
        Game(Winner.FIRST),
        Game(Winner.FIRST),
        Game(Winner.SECOND),
    )
    assert {game.ending for game in Result(0, 0, 3).games} == {Ending.NOT_PLAYED}
    assert [game.seat for game in result_of_seats("w-d").games] == ["A", "B", "C"]
    assert result_of_seats("w-d").games[0] == Game(Winner.FIRST, seat="A")
    assert result_of_seats("w-d").games[1] == Game(Winner.NOBODY, Ending.UNFINISHED, seat="B")


@pytest.mark.parametrize(
    "result", [Result(0, 0, 1), Result(1, 1, 1), Result(0, 0, 4), Result(0, 0, 3, double_loss=True)]
)
def test_a_drawn_game_was_played_unless_the_match_was_drawn_by_agreement(result: Result) -> None:
    endings = {game.ending for game in result.games if game.winner is Winner.DRAWN}
    assert endings == {Ending.PLAYED}


def test_seats_that_are_not_three_make_no_games() -> None:
    with pytest.raises(ValueError, match="zip"):
        Result(1, 1, seats="wl").games  # noqa: B018 - reading it is what is tested


def test_values_can_be_counted_and_compared() -> None:
    assert len({Result(2, 1), Result(2, 1), Result(1, 2)}) == 2
    assert len({Game(Winner.FIRST), Game(Winner.FIRST), Game(Winner.DRAWN)}) == 2
    assert not Result(2, 1).equals(Result(2, 0))


def test_a_result_that_was_given_says_so_of_every_game() -> None:
    given_win = Result(2, 0).ended(Ending.AWARDED)
    assert [game.ending for game in given_win.games] == [Ending.AWARDED, Ending.AWARDED]
    assert given_win.counts == (2, 0, 0)


def test_readers_of_many_rows_share_values() -> None:
    assert result_of(2, 1) is result_of(2, 1)
    assert result_of(2, 1) == Result(2, 1)
