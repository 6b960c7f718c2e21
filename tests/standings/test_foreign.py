"""Published events of other games, recomputed: every figure and every place that was printed."""

from dataclasses import replace
from fractions import Fraction

import pytest

from standings import compute
from standings.rule_values import Mean, Tiebreaker
from standings.types import Tournament
from tests.shared import shared
from tests.standings.foreign import konami, thousandths, tom


def figures(tournament: Tournament) -> list[tuple[int | float, str, str]]:
    return [
        (
            row.points,
            thousandths(row.shown(Tiebreaker.OMW)),
            thousandths(row.shown(Tiebreaker.OOMW)),
        )
        for row in compute(tournament)
    ]


def test_kts_printed_these_figures_for_all_21_players() -> None:
    tournament, printed = konami(shared("foreign", "konami-21-players.Tournament"))
    assert len(printed) == 21
    assert figures(tournament) == sorted(printed, reverse=True)


@pytest.mark.parametrize("mean", [Mean.EACH, Mean.FLAT])
def test_no_mean_of_percentages_gives_what_kts_printed(mean: Mean) -> None:
    tournament, printed = konami(shared("foreign", "konami-21-players.Tournament"))
    other = replace(tournament, profile=replace(tournament.profile, opponents_mean=mean))
    assert figures(other) != sorted(printed, reverse=True)


@pytest.mark.parametrize(
    ("name", "category", "places"),
    [("tom-33-players.tdf", "0", 23), ("tom-16-players.tdf", "2", 12)],
)
def test_tom_printed_these_places(name: str, category: str, places: int) -> None:
    tournament, printed = tom(shared("foreign", name), category)
    assert len(printed.order) == places
    order = [row.player for row in compute(tournament) if row.player in set(printed.order)]
    assert order == [player for player in printed.order if player not in printed.absent]
    assert set(printed.order[len(order) :]) == printed.absent, "who played no match comes last"


@pytest.mark.parametrize(
    "changed",
    [
        {"draw_share": Fraction(0)},
        {"bye_counts": True},
        {"dropped_frozen": False},
    ],
    ids=str,
)
def test_each_rule_of_pokemon_decides_a_printed_place(changed: dict[str, object]) -> None:
    tournament, printed = tom(shared("foreign", "tom-33-players.tdf"), "0")
    other = replace(tournament.profile, **changed)  # type: ignore[arg-type]
    order = [row.player for row in compute(replace(tournament, profile=other))]
    assert order != [player for player in printed.order if player not in printed.absent]
