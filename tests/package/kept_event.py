"""An event in round 3 that the oldest kept version played: it goes on after the upgrade."""

import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.faults.running import DATABASE, PASSWORD, Desk, Server
from tests.upgrades.make import KEPT

VERSION = "0.1.0"
SLUG = "simulated-swiss"
OWNER = "simulator"
LET_IN = f"""
from django.contrib.auth.models import User
owner = User.objects.get(username="{OWNER}")
owner.set_password("{PASSWORD}")
owner.save()
"""

Run = Callable[..., bytes]


def lay_kept_data(folder: Path) -> None:
    """Let a data folder be one that the oldest kept version left."""
    folder.mkdir(parents=True, exist_ok=True)
    packed = (KEPT / f"{VERSION}.sqlite3.xz").read_bytes()
    folder.joinpath(DATABASE).write_bytes(lzma.decompress(packed))


def play_on(server: Server, folder: Path, run: Run) -> None:
    """Check what a new version has made of that data, and enter a result of round 3.

    `folder`: the data folder; `run` calls a command of the new version.
    """
    assert list(folder.glob("backups/*")), "no backup was made before the tables changed"
    before = _round_3(run)
    missing = [match["table"] for match in before if _open(match)]
    assert len(missing) == 2
    run("shell", "-c", LET_IN)
    desk = Desk(server)
    assert desk.log_in(OWNER) == 200
    entered = desk.post(f"/staff/e/{SLUG}/rounds/3/enter/", entry=f"{missing[0]} 20")
    assert entered[0] == 200
    after = _round_3(run)
    assert [match["table"] for match in after if _open(match)] == missing[1:]
    untouched = [match for match in before if match.get("table") != missing[0]]
    assert [match for match in after if match.get("table") != missing[0]] == untouched


def _round_3(run: Run) -> list[dict[str, Any]]:
    archive = json.loads(run("export", SLUG))
    matches: list[dict[str, Any]] = archive["rounds"][2]["matches"]
    return matches


def _open(match: dict[str, Any]) -> bool:
    return match.get("table") is not None and "games" not in match
