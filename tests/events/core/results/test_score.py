"""The notations that the entry box accepts, as slips are written."""

import pytest

from domain.results import Ending, Result
from events.core.refusals import RefusedError
from events.core.results.match_rules import MatchRules, typed
from events.core.results.slips import (
    Entry,
    Slip,
    check_score,
    parse_entry,
    scan_code,
)
from events.core.words.result_words import full_words, result_words


@pytest.mark.parametrize(
    ("text", "table", "score"),
    [
        ("12 21", 12, Slip.of(2, 1)),
        ("12 2-1", 12, Slip.of(2, 1)),
        ("12 2:1", 12, Slip.of(2, 1)),
        ("12 2 1", 12, Slip.of(2, 1)),
        ("12 2-0-1", 12, Slip.of(2, 0, 1)),
        ("12 201", 12, Slip.of(2, 0, 1)),
        ("  7   00 ", 7, Slip.of(0, 0)),
        ("12 d", 12, Slip.of(0, 0, 3)),
        ("12 D", 12, Slip.of(0, 0, 3)),
        ("12 dl", 12, Slip.of(0, 0, double_loss=True)),
        ("12 2-0 x2", 12, Slip.of(2, 0, drop_second=True)),
        ("12 2-0 X1", 12, Slip.of(2, 0, drop_first=True)),
        ("12 02 x12", 12, Slip.of(0, 2, drop_first=True, drop_second=True)),
        ("12 2-0 ×2", 12, Slip.of(2, 0, drop_second=True)),
        ("１２ ２ー１", 12, Slip.of(2, 1)),
        ("12　21", 12, Slip.of(2, 1)),
    ],
)
def test_entries_as_they_are_typed(text: str, table: int, score: Slip) -> None:
    assert parse_entry(text) == Entry(table, score)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("T12R4", Entry(12, None, 4)),
        ("t12r4 21", Entry(12, Slip.of(2, 1), 4)),
        ("Ｔ１２Ｒ４ 2-0 x1", Entry(12, Slip.of(2, 0, drop_first=True), 4)),
        ("12 2 T13R4", Entry(13, None, 4)),
        ("T12R4 T13R4 d", Entry(13, Slip.of(0, 0, 3), 4)),
        (scan_code(10, 1200), Entry(1200, None, 10)),
        ("T&àR&", Entry(10, None, 1)),
        ("T&ÀR& 21", Entry(10, Slip.of(2, 1), 1)),
        ('T&éR"', Entry(12, None, 3)),
        ("T-R_", Entry(6, None, 8)),
        ("T!R§", Entry(8, None, 6)),
        ("T1R2 T'(Rçà d", Entry(45, Slip.of(0, 0, 3), 90)),
    ],
)
def test_the_code_of_a_slip_stands_for_its_table(text: str, expected: Entry) -> None:
    assert parse_entry(text) == expected


def test_a_table_alone_is_an_entry_without_a_score() -> None:
    assert parse_entry("31") == Entry(31, None)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("", "table"),
        ("x", "table"),
        ("-3 21", "table"),
        ("1234567 21", "table"),
        ("12 2", "score"),
        ("12 21x", "score"),
        ("12 2-1-0-0", "score"),
        ("12 2-0 x", "score"),
        ("12 2-0 x3", "score"),
        ("12 x2", "score"),
        ("12 10-0", "score"),
        ("12 2-10", "score"),
    ],
)
def test_what_can_not_be_read_names_the_part(text: str, field: str) -> None:
    with pytest.raises(RefusedError) as refused:
        parse_entry(text)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("score", "games_to_win", "possible"),
    [
        (Slip.of(2, 0), 2, True),
        (Slip.of(1, 0), 2, True),
        (Slip.of(1, 1, 1), 2, True),
        (Slip.of(2, 0, 1), 2, True),
        (Slip.of(0, 0), 2, True),
        (Slip.of(0, 0, 3), 1, True),
        (Slip.of(3, 0), 2, False),
        (Slip.of(2, 2), 2, False),
        (Slip.of(2, 1, 3), 2, False),
        (Slip.of(2, 0), 1, False),
        (Slip.of(1, 0), 1, True),
        (Slip.of(3, 2), 3, True),
        (Slip.of(4, 0), 3, False),
    ],
)
def test_scores_that_can_happen(score: Slip, games_to_win: int, possible: bool) -> None:
    if possible:
        check_score(score.result, games_to_win, draws_allowed=True)
        return
    with pytest.raises(RefusedError):
        check_score(score.result, games_to_win, draws_allowed=True)


@pytest.mark.parametrize("score", [Slip.of(0, 0), Slip.of(1, 1), Slip.of(0, 0, 3)])
def test_no_draws_where_the_event_has_none(score: Slip) -> None:
    with pytest.raises(RefusedError, match="no draws"):
        check_score(score.result, 2, draws_allowed=False)


def test_a_double_loss_is_no_draw() -> None:
    check_score(Slip.of(0, 0, double_loss=True).result, 2, draws_allowed=False)


@pytest.mark.parametrize("games_to_win", [1, 2, 3])
@pytest.mark.parametrize("draws_allowed", [True, False])
def test_the_offered_scores_are_possible_and_typed_as_they_stand_there(
    games_to_win: int, draws_allowed: bool
) -> None:
    rules = MatchRules(games_to_win, draws_allowed)
    offered = [*rules.played_out(), *rules.at_time(), *rules.between_games(), *rules.conceded()]
    assert len({typed(result) for result in offered}) == len(offered)
    for result in offered:
        check_score(result, games_to_win, draws_allowed)
        slip = parse_entry(f"1 {typed(result)}", rules).slip
        assert slip is not None
        assert typed(slip.result) == typed(result)


@pytest.mark.parametrize(
    ("text", "typed_again"),
    [
        ("12 11t", "1-1-1t"),
        ("12 1-1 t", "1-1-1t"),
        ("12 111t", "1-1-1t"),
        ("12 10t", "1-0-1t"),
        ("12 01t", "0-1-1t"),
        ("12 101t", "1-0-1t"),
        ("12 t", "0-0-1t"),
        ("12.11t", "1-1-1t"),
        ("１２　１１ｔ", "1-1-1t"),
    ],
)
def test_equal_game_wins_if_time_runs_out_unfinished_games_count_as_drawn(
    text: str, typed_again: str
) -> None:
    slip = parse_entry(text).slip
    assert slip is not None
    assert typed(slip.result) == typed_again
    last = slip.result.reported_games[-1]
    assert (last.ending, last.number) == (Ending.UNFINISHED, sum(slip.result.counts))


@pytest.mark.parametrize(
    ("text", "games_to_win", "typed_again", "drops"),
    [
        ("12 c2", 2, "2-0c2", (False, False)),
        ("12 c1", 2, "0-2c1", (False, False)),
        ("12 01c2", 2, "2-1c2", (False, False)),
        ("12 11c2", 2, "2-1c2", (False, False)),
        ("12 21c2", 2, "2-1c2", (False, False)),
        ("12 11 c1 x1", 2, "1-2c1", (True, False)),
        ("12 1-1x1c1", 2, "1-2c1", (True, False)),
        ("12 1-0-1 c2", 2, "2-0-1c2", (False, False)),
        ("12 c2", 1, "1-0c2", (False, False)),
        ("12 12c2", 3, "3-2c2", (False, False)),
        ("12 20c1", 2, "1-2c1", (False, False)),
        ("12 21c1", 2, "1-2c1", (False, False)),
        ("12 02c2", 2, "2-1c2", (False, False)),
        ("12 12c2 x2", 2, "2-1c2", (False, True)),
        ("12 2-0-1 c1", 2, "1-2-1c1", (False, False)),
        ("12 10c1", 1, "0-1c1", (False, False)),
        ("12 31c1", 3, "2-3c1", (False, False)),
    ],
)
def test_who_concedes_keeps_the_games_won(
    text: str, games_to_win: int, typed_again: str, drops: tuple[bool, bool]
) -> None:
    slip = parse_entry(text, MatchRules(games_to_win)).slip
    assert slip is not None
    assert (typed(slip.result), slip.drops) == (typed_again, drops)
    assert [game.ending for game in slip.result.reported_games].count(Ending.CONCEDED) == 1


@pytest.mark.parametrize("sign", [".", "+", "*", "/", ",", "。", "．"])
def test_a_number_pad_parts_table_and_games(sign: str) -> None:
    assert parse_entry(f"12{sign}21") == Entry(12, Slip.of(2, 1))


@pytest.mark.parametrize(
    ("text", "rules", "words"),
    [
        ("7 x2", MatchRules(), "Type the result before x2, for example 21 x2."),
        ("7 x2", MatchRules(1), "Type the result before x2, for example 10 x2."),
        ("7 g1", MatchRules(), "Type the result before g1, for example 21 g1."),
        (
            "7 20t",
            MatchRules(),
            "The match was already won at 2-0, so no game was in progress when time was called.",
        ),
        ("7 30c1", MatchRules(), "3-0 is not a possible score before a concession."),
        ("7 22c1", MatchRules(), "2-2 is not a possible score before a concession."),
        (
            "7 11c",
            MatchRules(),
            "Name the player who conceded: c1 for the first-named player, c2 for the second.",
        ),
        (
            "7 21g",
            MatchRules(),
            "Name the player with the game loss: g1 for the first-named player, g2 for the second.",
        ),
        (
            "7 20g1",
            MatchRules(),
            "A game loss counts as a win for the opponent, but 2-0 has no such win left.",
        ),
        (
            "7 dt",
            MatchRules(),
            "“0-0-3” already says how the match ended. Type the games instead, for example 11t.",
        ),
        ("7 won", MatchRules(draws_allowed=False), "“won” is not a result. Type 21 or dl."),
        ("7 won", MatchRules(by_seats=True), "“won” is not a result. Type wlw, 21, d or dl."),
        ("7 won", MatchRules(double_sided=True), "“won” is not a result. Type 20, d or dl."),
        ("7 won", MatchRules(3, False, playoff=True), "“won” is not a result. Type 32 or c1."),
        (
            "7 11t",
            MatchRules(by_seats=True),
            "Type - for an unfinished seat, for example wl-.",
        ),
        ("", MatchRules(1), "Type a table and a result, for example 12 10."),
    ],
)
def test_errors_fit_the_event(text: str, rules: MatchRules, words: str) -> None:
    with pytest.raises(RefusedError) as refused:
        parse_entry(text, rules)
    assert str(refused.value) == words


@pytest.mark.parametrize(
    ("text", "rules", "game"),
    [
        ("1 11", MatchRules(), 3),
        ("1 10", MatchRules(), 2),
        ("1 00", MatchRules(), 1),
        ("1 21", MatchRules(3), 4),
        ("1 21", MatchRules(), None),
        ("1 111", MatchRules(), None),
        ("1 11t", MatchRules(), None),
        ("1 d", MatchRules(), None),
        ("1 dl", MatchRules(), None),
        ("1 11", MatchRules(by_seats=True), None),
        ("1 11", MatchRules(double_sided=True), None),
        ("1 10", MatchRules(playoff=True), None),
        ("1 11", MatchRules(digital=True), None),
        ("1 10", MatchRules(digital=True), None),
    ],
)
def test_a_game_that_may_be_unfinished_is_asked_about(
    text: str, rules: MatchRules, game: int | None
) -> None:
    slip = parse_entry(text, rules).slip
    assert slip is not None
    assert rules.game_at_time(slip.result) == game


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 11t", "Rossi and 田中 draw 1-1-1, game 3 unfinished"),
        ("1 c1", "田中 beats Rossi 2-0, Rossi concedes"),
        ("1 12 g1", "田中 beats Rossi 2-1, game loss for Rossi"),
    ],
)
def test_how_a_match_ended_in_words(text: str, words: str) -> None:
    slip = parse_entry(text).slip
    assert slip is not None
    assert full_words(("Rossi", "田中"), slip.result).replace("\u2011", "-") == words


@pytest.mark.parametrize(
    ("games", "double_loss", "words"),
    [
        ((2, 1, 0), False, "Rossi beats 田中 2-1"),
        ((1, 2, 0), False, "田中 beats Rossi 2-1"),
        ((2, 0, 1), False, "Rossi beats 田中 2-0-1"),
        ((1, 1, 1), False, "Rossi and 田中 draw 1-1-1"),
        ((0, 0, 3), False, "Rossi and 田中 draw by agreement"),
        ((0, 0, 0), True, "Rossi and 田中 both lose"),
    ],
)
def test_results_in_words(games: tuple[int, int, int], double_loss: bool, words: str) -> None:
    assert (
        result_words(("Rossi", "田中"), Result(*games, double_loss)).replace("\u2011", "-") == words
    )


@pytest.mark.parametrize(
    "rules", [MatchRules(), MatchRules(games_to_win=3), MatchRules(playoff=True)]
)
@pytest.mark.parametrize("text", ["1 11tt", "1 tt", "1 11 t t", "1 c1c1", "1 20c2c2", "1 c1g1c1"])
def test_a_mark_that_is_typed_twice_is_refused(text: str, rules: MatchRules) -> None:
    with pytest.raises(RefusedError, match="” appears 2 times"):
        parse_entry(text, rules)


def test_two_who_concede_are_refused() -> None:
    with pytest.raises(RefusedError, match="Only one player can concede"):
        parse_entry("1 c1c2")


def test_several_game_losses_of_one_player_are_no_repeated_mark() -> None:
    entry = parse_entry("1 02g1g1")
    assert entry.slip is not None
    assert typed(entry.slip.result) == "0-2g1g1"
