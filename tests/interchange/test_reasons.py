"""Reasons for standings that differ: each is given only where the file shows it."""

import json
from typing import Any

from interchange.checking import Checked
from tests.interchange.reading import matches, notes, only

Match = tuple[str, str | None, str]


def cache(rounds: list[list[Match]], standings: list[dict[str, Any]], **names: str) -> Checked:
    """Return the event of a decklist cache with these rounds, named by number or `names`."""
    values = {
        "Tournament": {"Name": "Cup", "Date": "2026-01-02"},
        "Rounds": [
            {
                "RoundName": names.get(f"r{number}", f"Round {number}"),
                "Matches": [
                    {"Player1": one, "Player2": two, "Result": result} for one, two, result in pairs
                ],
            }
            for number, pairs in enumerate(rounds, start=1)
        ],
        "Standings": standings,
        "Decks": [],
    }
    return only(json.dumps(values), "decklist-cache")


def line(player: str, points: int, record: str, **figures: float) -> dict[str, Any]:
    wins, losses, draws = map(int, record.split("-"))
    counts = {"Points": points, "Wins": wins, "Losses": losses, "Draws": draws}
    return {"Player": player} | counts | {key.upper(): value for key, value in figures.items()}


def reasons(event: Checked) -> dict[str, int]:
    return {reason.value: count for reason, count in event.comparison.reasons.items()}


FIRST: list[Match] = [("A", "B", "2-0-0"), ("C", "D", "2-1-0")]
SECOND: list[Match] = [("A", "C", "2-0-0"), ("B", "D", "2-0-0")]


def test_noise_of_binary_numbers_is_no_digit() -> None:
    event = cache([FIRST], [line("A", 3, "1-0-0", omwp=0.33299999999999996, gwp=1.0)])
    assert event.comparison.equal == 1


def test_a_bye_can_be_the_first_player_and_can_be_lost() -> None:
    rounds: list[list[Match]] = [
        [("A", "B", "2-0-0"), ("Bye", "C", "0-2-0")],
        [("A", "C", "2-0-0"), ("Bye", "B", "2-0-0")],
    ]
    event = cache(rounds, [line("B", 0, "0-2-0"), line("C", 3, "1-1-0"), line("A", 6, "2-0-0")])
    assert [match[2:4] for match in matches(event)][1::2] == [["C", "bye"], ["B", "unpaired"]]
    assert event.comparison.equal == 3


def test_a_drop_that_loses_the_rounds_after_it() -> None:
    """B beat C and left: 50 % here, a third where the third round counts as lost."""
    rounds: list[list[Match]] = [
        [("A", "B", "2-0-0"), ("C", "D", "2-0-0")],
        [("B", "C", "2-0-0"), ("A", "D", "2-0-0")],
        [("A", "C", "2-0-0")],
    ]
    assert reasons(cache(rounds, [line("A", 9, "3-0-0", omwp=0.3333)])) == {"drops": 1}
    assert reasons(cache(rounds, [line("A", 9, "3-0-0", omwp=0.1111)])) == {"unexplained": 1}


def test_opponents_met_twice_and_byes_as_opponents() -> None:
    again = [FIRST, SECOND, FIRST]
    assert reasons(cache(again, [line("D", 0, "0-3-0", omwp=0.5)])) == {"rematch": 1}
    byes: list[list[Match]] = [
        [("A", "B", "2-0-0"), ("C", "Bye", "2-0-0")],
        [("A", "C", "2-0-0"), ("B", "Bye", "2-0-0")],
    ]
    assert reasons(cache(byes, [line("C", 3, "1-1-0", omwp=0.6667)])) == {"byes": 1}


def test_two_players_of_one_name_are_two_players() -> None:
    rounds: list[list[Match]] = [[("A", "B", "2-0-0"), ("A", "C", "0-2-0")]]
    event = cache(rounds, [line("A", 3, "1-0-0"), line("A", 0, "0-1-0"), line("B", 0, "0-1-0")])
    assert [player.name for player in event.archive.players].count("A") == 2
    assert len(matches(event)) == 2
    assert notes(event) == ["A: Two players have this name. Check who plays whom."]
    assert event.comparison.equal == 3


def test_an_unplayed_draw_and_an_empty_column_of_records() -> None:
    rounds: list[list[Match]] = [[("A", "B", "0-0-0"), ("C", "D", "0-0-0")]]
    standings = [line("A", 1, "0-0-1"), line("B", 1, "0-0-1"), line("C", 0, "0-1-0")]
    assert cache(rounds, standings).comparison.equal == 3
    assert [match[3] for match in matches(cache(rounds, standings))] == ["played", "dl"]
    empty = [line("A", 3, "0-0-0"), line("B", 0, "0-0-0"), line("C", 3, "0-0-0")]
    assert cache([FIRST], empty).comparison.equal == 3


def test_points_that_a_tool_gives_are_found_from_its_standings() -> None:
    standings = [line("A", 10, "2-0-0"), line("B", 5, "1-1-0"), line("C", 5, "1-1-0")]
    event = cache([FIRST, SECOND], [*standings, line("D", 0, "0-2-0")])
    assert event.archive.event.rules.win == 5
    assert event.comparison.equal == 4


def test_matches_for_lower_places_are_listed_and_the_final_is_kept() -> None:
    finals: list[list[Match]] = [[("A", "B", "2-0-0"), ("C", "D", "2-0-0")]]
    finals += [[("B", "D", "2-0-0")], [("A", "C", "2-0-0")]]
    names = {"r3": "Semifinals", "r4": "Match for 3rd and 4th places", "r5": "Finals"}
    event = cache([FIRST, SECOND, *finals], [], **names)
    assert [(stage.kind.value, stage.rounds) for stage in event.archive.stages] == [
        ("swiss", 2),
        ("single-elimination", 2),
    ]
    assert "below the final" in notes(event)[0]


def test_after_a_cut_figures_of_the_others_are_frozen() -> None:
    """Four of ten go on: later rounds do not change the opponents' figures of the rest."""
    pairs = [("A", "F"), ("B", "G"), ("C", "H"), ("D", "I"), ("E", "J")]
    others = [("A", "G"), ("B", "F"), ("C", "I"), ("D", "H"), ("J", "E")]
    third = [("A", "H"), ("B", "I"), ("C", "G"), ("D", "J"), ("F", "E")]
    day_two = [[("A", "B"), ("C", "D")], [("A", "C"), ("B", "D")]]
    rounds: list[list[Match]] = [
        [(one, two, "2-0-0") for one, two in round] for round in (pairs, others, third, *day_two)
    ]
    frozen = [line("H", 0, "0-3-0", omwp=1.0), line("I", 0, "0-3-0", omwp=1.0)]
    frozen += [line("G", 0, "0-3-0", omwp=1.0)]
    event = cache(rounds, frozen)
    assert event.event.cut_after == 3
    assert [stage.rounds for stage in event.archive.stages] == [3, 2]
    assert event.comparison.equal == 3


def test_a_result_that_standings_and_rounds_tell_apart_is_named() -> None:
    event = cache([FIRST, SECOND], [line("A", 3, "1-1-0"), line("B", 3, "1-1-0")])
    assert reasons(event) == {"other-result": 1}


def test_drawn_games_that_pay_nothing() -> None:
    """Two lines prove the rule; it then explains C, whose OGW% fits no rule, but whose GW% does."""
    drawn: list[list[Match]] = [
        [("A", "B", "0-0-3"), ("C", "D", "1-1-1"), ("E", "F", "2-0-0")],
        [("A", "C", "2-0-0"), ("B", "E", "2-1-0"), ("D", "F", "2-0-0")],
    ]
    standings = [
        line("A", 4, "1-0-1", gwp=0.4),
        line("B", 4, "1-0-1", gwp=0.333333),
        line("C", 1, "0-1-1", gwp=0.2),
    ]
    assert reasons(cache(drawn, standings)) == {"drawn-games": 3}
    odd = [*standings[:2], line("C", 1, "0-1-1", gwp=0.2, ogwp=0.987654)]
    found = [
        (item.figure, item.reason.value) for item in cache(drawn, odd).comparison.differences[2:]
    ]
    assert found == [("gw", "drawn-games"), ("ogw", "unexplained")]
    assert reasons(cache(drawn, [line("A", 4, "1-0-1", gwp=0.45)])) == {"unexplained": 1}


def test_no_opponent_and_no_game_is_no_bye() -> None:
    rounds: list[list[Match]] = [FIRST, [("A", "C", "2-0-0"), ("B", None, "0-0-0")]]
    event = cache(rounds, [line("A", 6, "2-0-0"), line("B", 0, "0-2-0"), line("C", 3, "1-1-0")])
    assert matches(event)[-1][2:4] == ["B", "unpaired"]
    assert event.comparison.equal == 3


def test_figures_of_a_player_without_any_match_are_of_missing_matches() -> None:
    """D has no match in the file, but figures that come from matches."""
    empty = [line("D", 0, "0-0-0", omwp=0.6), line("A", 3, "0-0-0")]
    assert reasons(cache([[("A", "B", "2-0-0")]], empty)) == {"missing-rounds": 1}


def test_places_against_the_points_of_the_same_file() -> None:
    standings = [line("D", 0, "0-2-0"), line("A", 6, "2-0-0"), line("C", 3, "1-1-0")]
    ranked = [{**row, "Rank": place} for place, row in enumerate(standings, start=1)]
    assert reasons(cache([FIRST, SECOND], ranked)) == {"own-order": 1}


def test_points_show_the_round_that_standings_were_printed_after() -> None:
    """Figures of three players fit neither round; the points of two fit only the first."""
    pairs: list[Match] = [(f"P{at}", f"Q{at}", "2-0-0") for at in range(7)]
    rounds: list[list[Match]] = [pairs, [("P0", "P1", "2-1-0"), ("P2", "P3", "2-1-0")]]
    odd = [line(f"P{at}", 3, "1-0-0", omwp=0.5) for at in (4, 5, 6)]
    event = cache(rounds, [line("P0", 3, "1-0-0"), line("P2", 3, "1-0-0"), *odd])
    assert event.comparison.after == 1
    assert reasons(event) == {"unexplained": 3}
