"""The commands: check, show."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from archive.folders import archive_files, archives_in
from archive.values import Archive
from standings import PROFILES, compute
from standings.__main__ import main
from standings.check import mismatches
from tests.shared import shared
from tests.standings.test_archive import EVENT, changed, read, tournament
from tests.work import calls_of


def event(rows: list[dict[str, Any]], *, follow: bool = True) -> dict[str, Any]:
    return changed("published", {"ranks_follow_tiebreakers": follow, "rows": rows})


def right_rows() -> list[dict[str, Any]]:
    """Return another system's printout of the sample event, to seven digits."""
    return [
        {
            "rank": row.place,
            "player": row.player,
            "points": row.points,
            "omw": round(float(row.exact(row.scales.names[0])), 7),
            "gw": round(row.game_points / (3 * row.games), 7) if row.games else 0,
            "ogw": round(float(row.exact(row.scales.names[2])), 7),
        }
        for row in compute(tournament(EVENT))
    ]


def test_every_published_row_of_the_real_events_is_met(capsys: pytest.CaptureFixture[str]) -> None:
    folder = shared("corpus")
    assert main(["check", str(folder)]) == 0
    count = len(list(folder.glob("*.json")))
    assert count >= 28
    output = capsys.readouterr().out.splitlines()
    assert len(output) == 1
    said = output[0].replace(",", "").split()
    assert said[:2] == [str(count), "archives"]
    assert int(said[2]) >= 3112
    assert said[4:] == ["0", "mismatches"]


@pytest.mark.parametrize(
    "name",
    [
        "0048-players-06-rounds-f02576.json",
        "0081-players-05-rounds-64578c.json",
        "0117-players-05-rounds-ec2829.json",
    ],
)
def test_events_that_print_and_rank_gw_without_the_floor_are_in_exact_order(name: str) -> None:
    data = json.loads(shared("corpus", name).read_text("utf-8"))
    data["published"]["ranks_follow_tiebreakers"] = True
    assert any(one.figure == "order" for one in mismatches(read(data)))
    data["event"]["profile"] = PROFILES["one-third-raw"].to_dict()
    assert mismatches(read(data)) == []


def test_the_floor_of_the_platform_is_not_the_literal_one() -> None:
    path = shared("corpus", "1193-players-18-rounds-44c366.json")
    data = json.loads(path.read_text("utf-8"))
    data["event"]["profile"] = PROFILES["mtr"].to_dict()
    assert mismatches(read(data))
    del data["event"]["profile"]
    del data["stages"][0]["advance"]
    assert mismatches(read(data))


def test_right_rows_are_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "right.json"
    path.write_text(json.dumps(event(right_rows())))
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out == "1 archives, 5 rows, 0 mismatches\n"


@pytest.mark.parametrize(
    ("figure", "change"),
    [("points", 1), ("omw", 0.000002), ("gw", -0.000002), ("ogw", 0.000002)],
)
def test_a_wrong_figure_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], figure: str, change: float
) -> None:
    rows = right_rows()
    row = rows[0]
    row[figure] += change
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(event(rows)))
    assert main(["check", str(path)]) == 1
    line, total = capsys.readouterr().out.splitlines()
    assert line.startswith(f"{path}: player {row['player']} {figure} expected {row[figure]}")
    assert " computed " in line
    assert total == "1 archives, 5 rows, 1 mismatches"


def test_an_order_that_tiebreakers_deny_is_named() -> None:
    rows = right_rows()
    rows[0]["rank"], rows[1]["rank"] = rows[1]["rank"], rows[0]["rank"]
    archive = read(event(rows))
    (found,) = mismatches(archive)
    assert (found.player, found.figure) == (rows[0]["player"], "order")
    archive = read(event(rows, follow=False))
    assert mismatches(archive) == []


def test_either_way_to_print_a_game_win_percentage_is_right() -> None:
    rows = right_rows()
    loser = next(row for row in rows if row["gw"] == 0)
    loser["gw"] = 0.3333333
    archive = read(event(rows))
    assert mismatches(archive) == []
    loser["gw"] = 0.33
    archive = read(event(rows))
    assert [item.figure for item in mismatches(archive)] == ["gw"]


def test_lines_compressed_and_folders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = json.dumps(event(right_rows()))
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "a.json").write_text(json.dumps(event(right_rows()), indent=2))
    (tmp_path / "b.jsonl").write_text(f"{line}\n\n{line}\n")
    with gzip.open(tmp_path / "c.jsonl.gz", "wt") as stream:
        stream.write(f"{line}\n{line}\n{line}\n")
    (tmp_path / "notes.txt").write_text("not an archive")
    assert main(["check", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "6 archives, 30 rows, 0 mismatches\n"
    assert [path.name for path in archive_files(tmp_path)] == ["b.jsonl", "c.jsonl.gz", "a.json"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("broken.json", b"{"),
        ("other.json", b"[]"),
        ("latin.json", b'{"name": "\xe9"}'),
        ("not.jsonl.gz", b"plain text"),
        ("cut.jsonl.gz", gzip.compress(b'{"format": 1}\n' * 1000, mtime=0)[:-12]),
        ("deep.json", json.dumps(changed("rounds/0/matches/0/games", [2, 1000, 0])).encode()),
    ],
)
def test_unreadable_input_is_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, content: bytes
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert main(["check", str(path)]) == 2
    captured = capsys.readouterr()
    assert str(path) in captured.err
    assert captured.out == "0 archives, 0 rows, 0 mismatches\n"
    if name.endswith(".json"):
        assert main(["show", str(path)]) == 2


def test_the_rest_is_still_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text("\n".join(["{}", json.dumps(event(right_rows())), "nonsense"]))
    assert main(["check", str(path), str(tmp_path / "absent.json")]) == 2
    captured = capsys.readouterr()
    assert captured.out == "1 archives, 5 rows, 0 mismatches\n"
    first, second, third = captured.err.splitlines()
    assert first.startswith(f"{path}:1: ")
    assert second.startswith(f"{path}:3: ")
    assert "absent.json" in third


def test_an_empty_folder_is_unreadable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path)]) == 2
    assert "no archive" in capsys.readouterr().err


def test_show_prints_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "event.json"
    path.write_text(json.dumps(EVENT))
    assert main(["show", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Sample (rules: one-third, floor 1/3)"
    assert lines[1].split() == ["place", "points", "record", "OMW", "GW", "OGW", "name"]
    assert lines[2].split() == ["1", "4", "1-0-1", "50.00", "60.00", "41.67", "Player", "3"]
    assert len(lines) == 8
    assert main(["show", str(path), "--round", "1"]) == 0
    assert "1-0-0" in capsys.readouterr().out.splitlines()[2]


def test_reading_and_checking_is_little_work() -> None:
    path = shared("corpus", "0117-players-05-rounds-ec2829.json")

    def check() -> None:
        for _, archive in archives_in(path):
            assert isinstance(archive, Archive)
            assert mismatches(archive) == []

    assert calls_of(check) < 100_000
