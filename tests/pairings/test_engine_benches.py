"""The benches of the engines."""

import pytest

from standings import compute
from tests.bench.engines import standings
from tests.bench.engines.__main__ import main


def test_pairing_prints_a_line_a_size(capsys: pytest.CaptureFixture[str]) -> None:
    main(["pairing", "--players", "8", "20", "--events", "1", "--rounds", "3"])
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[1:]]
    assert [(row[0], row[1], row[-2]) for row in rows] == [("8", "3", "3/3"), ("20", "3", "3/3")]


def test_the_re_pairing_bench_prints_a_line_with_few_and_with_all_tables_unlocked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["repairing", "--players", "20", "64", "--events", "1", "--peers"])
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[1:]]
    assert [(row[0], row[1], row[2], row[6]) for row in rows] == [
        ("20", "all", "4", "4/4"),
        ("64", "30", "5", "5/5"),
        ("64", "all", "5", "5/5"),
    ]
    assert all(row[-1] == "x" for row in rows)


def test_the_measured_events_are_what_they_say() -> None:
    event = standings.make(101, rounds=6)
    assert len(event.players) == 101
    assert len(event.matches) == 6 * 51
    exact, floating = compute(event), standings.float_pass(event)
    assert [row.points for row in exact] == [row.points for row in floating]
    for row in exact:
        other = next(item for item in floating if item.player == row.player)
        values = [float(row.exact(name)) for name in row.scales.names]
        assert values == pytest.approx(list(other.ranked))


def test_standings_print_a_line_a_size(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standings, "SIZES", (20, 40))
    # The default of 2,000 turns for such a small event is more precise than a test needs.
    fastest = standings.fastest
    monkeypatch.setattr(
        standings, "fastest", lambda passes, event, turns: fastest(passes, event, 5)
    )
    main(["standings"])
    table = [line.split() for line in capsys.readouterr().out.splitlines()[-2:]]
    assert [line[:2] for line in table] == [["20", "15"], ["40", "15"]]
    assert all(float(line[4]) > 0 for line in table)


def test_linear_in_the_size_of_the_field() -> None:
    small, big = (
        standings.fastest([compute], standings.make(size, rounds=8), 5)[0]
        for size in (1_000, 4_000)
    )
    assert big < 12 * small
