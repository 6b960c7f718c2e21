"""The wheel: installed into an empty environment without a network, played, upgraded, removed."""

import json
import os
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from events.hosting.rehearsal.own_server import free_port
from tests.databases import migrated_file
from tests.faults.running import PREPARE, Desk, Server
from tests.faults.waiting import starts
from tests.package.kept_event import lay_kept_data, play_on
from tests.shared import ROOT

pytestmark = pytest.mark.slow

PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
NEXT = "99.0.0"
NEXT_MIGRATION = """
from django.db import migrations

class Migration(migrations.Migration):
    dependencies = [("events", "{newest}")]
    operations = []
"""


def build(source: Path, into: Path) -> Path:
    """The wheel of these sources, as `make package` builds it."""
    how = ("--no-deps", "--no-build-isolation", "--wheel-dir", str(into))
    subprocess.run([*PIP, "wheel", *how, str(source)], cwd=source, check=True)
    return next(into.glob("matchslip-*.whl"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folders of wheels: this version, the next one, and what both need."""
    folder = tmp_path_factory.mktemp("package")
    needed = ("--requirement", str(ROOT / "requirements/base.txt"))
    subprocess.run([*PIP, "wheel", *needed, "--wheel-dir", str(folder / "needed")], check=True)
    sources = folder / "sources"
    names = subprocess.run(
        ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--", ":!tests"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.decode()
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (sources / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, sources / name)
    subprocess.run(
        [sys.executable, "manage.py", "compile_translations"],
        cwd=sources,
        env={**os.environ, "MATCHSLIP_VAR": str(folder / "var")},
        check=True,
    )
    migrated_file(sources / "events/hosting/empty.sqlite3")
    build(sources, folder / "today")
    project = sources / "pyproject.toml"
    lines = project.read_text("utf-8").split("\n")
    place = next(place for place, line in enumerate(lines) if line.startswith("version = "))
    lines[place] = f'version = "{NEXT}"'
    project.write_text("\n".join(lines), encoding="utf-8")
    newest = max(path.stem for path in (sources / "events/migrations").glob("0*.py"))
    (sources / "events/migrations/0999_next.py").write_text(NEXT_MIGRATION.format(newest=newest))
    build(sources, folder / "next")
    return folder


class Installed:
    """An environment that has the package, and a home of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "a home"
        self.home.mkdir()
        subprocess.run([sys.executable, "-m", "venv", str(folder / "env")], check=True)

    def pip(self, *words: str) -> None:
        python = str(self.folder / "env/bin/python")
        subprocess.run([python, *PIP[1:], *words], check=True)

    def install(self, wheels: Path) -> None:
        needed = wheels.parent / "needed"
        places = ("--find-links", str(needed), "--find-links", str(wheels))
        self.pip("install", "--no-index", "--upgrade", *places, "matchslip")

    def go_back(self, wheels: Path) -> None:
        """Install an older file, as the guide has it."""
        needed = ("--no-index", "--find-links", str(wheels.parent / "needed"))
        self.pip("install", *needed, str(next(wheels.glob("*.whl"))))

    def environment(self) -> dict[str, str]:
        """Nothing of this machine but where programs are."""
        return {"PATH": "/usr/bin:/bin", "HOME": str(self.home), "LANG": "C.UTF-8"}

    def command(self, *words: str) -> list[str]:
        return [str(self.folder / "env/bin/matchslip"), *words]

    def run(self, *words: str) -> bytes:
        """What a command prints, run far from any sources."""
        return subprocess.run(
            self.command(*words),
            cwd=self.home,
            env=self.environment(),
            stdout=subprocess.PIPE,
            check=True,
        ).stdout

    def refused(self, *words: str) -> str:
        """The words of a command that ends with status 1."""
        done = subprocess.run(
            self.command(*words),
            cwd=self.home,
            env=self.environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1, done.stderr
        return done.stderr

    @contextmanager
    def served(self) -> Generator[Server]:
        port = free_port()
        process = subprocess.Popen(
            self.command("serve", "--no-demo", "--port", str(port)),
            cwd=self.home,
            env=self.environment(),
            stdout=subprocess.DEVNULL,
        )
        server = Server(self.home, port, process)
        try:
            assert starts(process, server.answers)
            yield server
        finally:
            server.stop()

    def data(self) -> Path:
        return self.home / ".local/share/matchslip"


def entered(server: Server, line: str) -> None:
    desk = Desk(server)
    assert desk.log_in() == 200
    assert desk.enter(line)[0] == 200


def exported(installed: Installed) -> dict[str, Any]:
    """The event's archive, whatever version wrote it."""
    archive: dict[str, Any] = json.loads(installed.run("export", "open"))
    del archive["written_by"]
    return archive


def _results(archive: dict[str, Any]) -> int:
    matches = [match for round_ in archive["rounds"] for match in round_["matches"]]
    return sum("games" in match for match in matches)


def test_a_wheel_takes_one_name_in_an_environment(folder: Path) -> None:
    with zipfile.ZipFile(next((folder / "today").glob("*.whl"))) as wheel:
        names = wheel.namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {"matchslip"}
    assert "matchslip/app/locale/ja/LC_MESSAGES/django.mo" in names
    assert "matchslip/app/events/hosting/empty.sqlite3" in names
    assert not [name for name in names if "/tests/" in name or name.endswith((".po", ".pyc"))]


def test_it_is_installed_played_upgraded_and_removed(folder: Path) -> None:
    installed = Installed(folder)
    installed.install(folder / "today")
    installed.run("migrate", "--verbosity", "0")
    installed.run("shell", "-c", PREPARE)
    with installed.served() as server:
        entered(server, "1 20")
        assert installed.data().joinpath("matchslip.sqlite3").exists()
        assert "stylesheet" in server.ask("/e/open/pairings/1/")[1]
    before = exported(installed)

    installed.install(folder / "next")
    with installed.served() as server:
        entered(server, "2 21")
    after = exported(installed)
    assert _results(after) == _results(before) + 1
    assert installed.run("backup").startswith(bytes(installed.data() / "backups"))

    installed.go_back(folder / "today")
    words = installed.refused("serve", "--port", str(free_port()))
    assert f"of a newer version (Matchslip {NEXT})" in words
    named = shlex.split(words.rpartition("matchslip restore ")[2])[0]
    assert named.endswith("-before-update.zip")
    installed.run("restore", named)
    assert exported(installed) == before
    with installed.served() as server:
        entered(server, "2 21")

    installed.pip("uninstall", "--yes", "matchslip")
    left = [path for path in (folder / "env").rglob("*matchslip*") if path.suffix != ".pyc"]
    assert left == []
    assert installed.data().joinpath("matchslip.sqlite3").exists()


def test_an_event_in_round_3_survives_the_upgrade(folder: Path, tmp_path: Path) -> None:
    installed = Installed(tmp_path)
    installed.install(folder / "today")
    lay_kept_data(installed.data())
    with installed.served() as server:
        play_on(server, installed.data(), installed.run)
