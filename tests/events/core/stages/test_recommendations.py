"""The recommended number of rounds against the published tables."""

import json
from typing import Any

import pytest

from events.core.progress.recommendations import Follows, RoundsTable, Why, counted_players, propose
from tests.shared import shared

Tables = dict[str, Any]


@pytest.fixture(scope="module")
def tables() -> Tables:
    text = shared("rules", "vectors.json").read_text(encoding="utf-8")
    found: Tables = json.loads(text)["round_tables"]
    return found


def sizes(row: Tables) -> list[int]:
    least, most = row["players"]
    return [least, most if most is not None else least * 20]


def test_mtr_rows_are_proposed_at_both_ends(tables: Tables) -> None:
    swiss = [row for row in tables["mtr"]["rows"] if "swiss" in row]
    assert len(swiss) == 7
    for row in swiss:
        for players in sizes(row):
            proposal = propose([0] * players)
            assert (proposal.rounds, proposal.playoff) == (row["swiss"], row["playoff"]), players
            assert proposal.table is RoundsTable.MTR


def test_small_fields_get_as_many_rounds_as_their_elimination(tables: Tables) -> None:
    small = [row for row in tables["mtr"]["rows"] if "swiss" not in row]
    assert [row["players"] for row in small] == [[4, 4], [5, 8]]
    for row in small:
        for players in sizes(row):
            proposal = propose([0] * players)
            assert proposal.rounds == row["single_elimination_rounds"]
            assert proposal.alternatives[0].why is Why.SINGLE_ELIMINATION
            assert proposal.first_choice == proposal.alternatives[0]
    assert propose([0] * 9).first_choice is None
    assert propose([0] * 8, RoundsTable.JA_2008).first_choice is None, (
        "the guide has a row for 5 to 8"
    )


def test_limited_with_a_draft_playoff_is_an_alternative(tables: Tables) -> None:
    (row,) = [row for row in tables["mtr"]["rows"] if "limited_with_draft_playoff" in row]
    for players in sizes(row):
        found = {one.why: one for one in propose([0] * players).alternatives}[Why.DRAFT_PLAYOFF]
        said = row["limited_with_draft_playoff"]
        assert (found.rounds, found.playoff) == (said["swiss"], said["playoff"])


def test_japanese_guide_is_used_for_its_profile(tables: Tables) -> None:
    for row in tables["ja-2008"]["rows"]:
        for players in sizes(row):
            proposal = propose([0] * players, RoundsTable.JA_2008)
            assert (proposal.rounds, proposal.playoff) == (row["swiss"], 0), players
    assert propose([0] * 257, RoundsTable.JA_2008).rounds == 9


def test_without_a_playoff_the_guide_is_the_alternative() -> None:
    assert [(one.why, one.rounds) for one in propose([0] * 12).alternatives] == [
        (Why.DRAFT_PLAYOFF, 4),
        (Why.NO_PLAYOFF, 4),
    ]
    assert propose([0] * 20).alternatives == ()
    assert [one.rounds for one in propose([0] * 240).alternatives] == [8]


def test_awarded_byes_count_as_in_the_table(tables: Tables) -> None:
    for byes, counted in tables["mtr"]["a_player_with_awarded_byes_counts_as"].items():
        assert counted_players([int(byes)]) == counted
    # 16 players would be five rounds with a top 4; two of them with 3 byes make 30.
    proposal = propose([0] * 14 + [3, 3])
    assert (proposal.players, proposal.counted, proposal.rounds, proposal.playoff) == (16, 30, 5, 8)


@pytest.mark.parametrize(("players", "rounds"), [(0, 1), (1, 1), (2, 1), (3, 2)])
def test_below_four_players_no_table_is_named(players: int, rounds: int) -> None:
    proposal = propose([0] * players)
    assert proposal.table is None
    assert proposal.rounds == rounds


def test_without_a_playoff_the_guide_decides_whatever_the_profile(tables: Tables) -> None:
    for table in (RoundsTable.MTR, RoundsTable.JA_2008):
        for row in tables["ja-2008"]["rows"]:
            for players in sizes(row):
                proposal = propose([0] * players, table, Follows.NOTHING)
                assert (proposal.rounds, proposal.playoff) == (row["swiss"], 0), players
        assert propose([0] * 300, table, Follows.NOTHING).rounds == 9


def test_with_a_playoff_the_mtr_table_decides_whatever_the_profile(tables: Tables) -> None:
    swiss = [row for row in tables["mtr"]["rows"] if "swiss" in row]
    for table in (RoundsTable.MTR, RoundsTable.JA_2008):
        for row in swiss:
            for players in sizes(row):
                proposal = propose([0] * players, table, Follows.PLAYOFF)
                assert (proposal.rounds, proposal.playoff) == (row["swiss"], row["playoff"])


def test_a_draft_playoff_has_its_own_row_up_to_16_players() -> None:
    assert [propose([0] * 16, follows=Follows.DRAFT_PLAYOFF).rounds] == [4]
    assert [propose([0] * 17, follows=Follows.DRAFT_PLAYOFF).rounds] == [5]


def test_the_number_with_a_playoff_is_the_alternative_without_one() -> None:
    found = propose([0] * 11, follows=Follows.NOTHING)
    assert [(one.why, one.rounds, one.playoff) for one in found.alternatives] == [
        (Why.PLAYOFF, 5, 4),
        (Why.DRAFT_PLAYOFF, 4, 8),
    ]


@pytest.mark.parametrize(
    ("players", "rounds", "cut"),
    [(4, 2, 4), (16, 2, 4), (17, 3, 4), (34, 3, 4), (35, 4, 10), (65, 5, 16), (129, 6, 16)],
)
def test_tables_of_four_have_a_table_of_their_own(players: int, rounds: int, cut: int) -> None:
    proposal = propose([0] * players, RoundsTable.TABLES)
    assert (proposal.rounds, proposal.playoff) == (rounds, 0)
    assert propose([0] * players, RoundsTable.TABLES, Follows.PLAYOFF).playoff == cut
