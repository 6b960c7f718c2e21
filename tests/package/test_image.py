"""The image: what is in it, and an event that is played, backed up, restored and upgraded in it."""

import json
import re
from collections.abc import Callable
from functools import partial

import pytest

from tests.faults.postgres import Cluster
from tests.faults.running import Desk, Server
from tests.package.images import CAN_BUILD, Image, own
from tests.package.kept_event import lay_kept_data, play_on

pytestmark = [pytest.mark.minutes, *CAN_BUILD]


def test_it_has_no_compiler_and_starts_nothing_as_root(built: Image) -> None:
    programs = {path.name for path in (built.root / "usr/bin").iterdir()}
    assert not programs & {"cc", "gcc", "make", "git"}
    assert built.settings["User"] == "matchslip"
    assert built.settings["Volumes"].keys() == {"/app/var"}


def test_no_start_compiles_it(built: Image) -> None:
    """Nothing can be written there: what is not compiled is compiled at each start."""
    sources = [
        path for path in (built.root / "app").rglob("*.py") if "migrations" not in path.parts
    ]
    assert len(sources) > 500
    assert [
        path for path in sources if not list(path.parent.glob(f"__pycache__/{path.stem}.*.pyc"))
    ] == []


def test_an_event_is_played_backed_up_and_restored(image: Image, cluster: Cluster) -> None:
    ask = partial(image.run, DATABASE_URL=cluster.url)
    with image.served(DATABASE_URL=cluster.url) as server:
        desk = logged_in(server)
        assert desk.enter("1 20")[0] == 200
        slips = desk.opener.open(f"{desk.site}/staff/e/open/rounds/1/print/slips.pdf")
        assert slips.read().startswith(b"%PDF-")
        printed = ask("backup").decode()
        assert desk.enter("2 20")[0] == 200
    assert recorded(ask) == [1, 2]
    [kept] = re.findall(r"/app/var/backups/\S+[.]zip", printed)
    ask("restore", kept)
    with image.served(DATABASE_URL=cluster.url) as server:
        assert logged_in(server).enter("3 20")[0] == 200
    assert recorded(ask) == [1, 3]


def recorded(ask: Callable[..., bytes]) -> list[int]:
    """The tables of round 1 that have a result."""
    [round] = json.loads(ask("export", "open"))["rounds"]
    return sorted(
        match["table"] for match in round["matches"] if "games" in match and "table" in match
    )


def logged_in(server: Server) -> Desk:
    desk = Desk(server)
    assert desk.log_in() == 200
    return desk


def test_an_event_in_round_3_survives_the_upgrade(image: Image) -> None:
    lay_kept_data(image.volume)
    own(image.volume, image.root / "app/var")
    with image.served() as server:
        play_on(server, image.volume, image.run)
