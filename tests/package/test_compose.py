"""What `docker compose up` does, played from docker-compose.yml with the image that was built."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import psycopg
import pytest
import yaml

from events.hosting.rehearsal.own_server import free_port
from tests.faults.postgres import PROGRAMS, Cluster
from tests.faults.running import PREPARE, Desk, Server
from tests.faults.test_first_starts import newest_two
from tests.faults.waiting import starts
from tests.package.images import CAN_BUILD, Image
from tests.shared import ROOT

NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
pytestmark = [
    pytest.mark.minutes,
    *CAN_BUILD,
    pytest.mark.skipif(NGINX is None, reason="nginx is not installed"),
]


PASSWORD = "0123456789abcdef" * 3
_NAMED = re.compile(r"\$\{(\w+)(?::([-?])((?:[^{}]|\$\{[^{}]*\})*))?\}")


def filled_in(text: str, given: dict[str, str]) -> str:
    """Return a text of a compose file with the values of .env, as compose fills it in."""

    def value(named: re.Match[str]) -> str:
        name, kind, other = named.groups()
        assert kind != "?" or given.get(name), other
        return given.get(name) or filled_in(other or "", given)

    return _NAMED.sub(value, text)


class Composed:
    """What `docker compose up` would start, from the parsed file, with this computer's programs.

    PostgreSQL and nginx are this computer's own instead of their images. All share its network, so
    the names of containers are replaced by ports; this nginx is too old for `resolve`.
    """

    def __init__(self, image: Image, **given: str) -> None:
        words = (ROOT / "docker-compose.yml").read_text("utf-8")
        self.given = {"POSTGRES_PASSWORD": PASSWORD, **given}
        self.services = yaml.safe_load(words)["services"]
        self.image = image
        self.port = free_port()

    def environment(self, service: str) -> dict[str, str]:
        """Return the environment of a container."""
        pairs = self.services[service]["environment"].items()
        return {name: filled_in(str(value), self.given) for name, value in pairs}

    def for_web(self, cluster: Cluster) -> dict[str, str]:
        """Return the environment of `web`, with the database's port on this computer."""
        there = self.environment("web")
        address = there["DATABASE_URL"]
        assert "@db:5432/" in address
        at = f"@127.0.0.1:{cluster.port}/"
        return {**there, "DATABASE_URL": address.replace("@db:5432/", at)}

    def make_database(self, cluster: Cluster) -> None:
        """Make the role and the database that the image of PostgreSQL makes, and wait for them."""
        named = self.environment("db")
        with psycopg.connect(cluster.url, autocommit=True) as admin:
            role, password = named["POSTGRES_USER"], named["POSTGRES_PASSWORD"]
            admin.execute(f"ALTER ROLE {role} PASSWORD '{password}'".encode())
            admin.execute(f"CREATE DATABASE {named['POSTGRES_DB']} OWNER {role}".encode())
        # As POSTGRES_HOST_AUTH_METHOD has it: from the next connection on, a password is needed.
        rules = cluster.folder / "data" / "pg_hba.conf"
        rules.write_text(f"host all all all {named['POSTGRES_HOST_AUTH_METHOD']}\n")
        assert cluster.process is not None
        cluster.process.send_signal(signal.SIGHUP)
        healthy = self.services["db"]["healthcheck"]["test"]
        assert healthy[0] == "CMD-SHELL"
        where = {**os.environ, "PGHOST": "127.0.0.1", "PGPORT": str(cluster.port)}
        where["PATH"] = PROGRAMS
        subprocess.run(["sh", "-c", healthy[1]], env=where, stdout=subprocess.DEVNULL, check=True)

    @contextmanager
    def up(self, cluster: Cluster) -> Generator[Server]:
        """Start `web` on a database that is ready, then `front`; yield the site of the phones."""
        web, front = self.services["web"], self.services["front"]
        assert web["depends_on"]["db"]["condition"] == "service_healthy"
        assert front["depends_on"]["web"]["condition"] == "service_healthy"
        # As Image.command mounts it: read-only but for these.
        assert (web["read_only"], web["tmpfs"], web["volumes"]) == (
            True,
            ["/tmp"],
            ["var:/app/var"],
        )
        words = [filled_in(word, self.given) for word in web["command"]]
        assert NGINX is not None
        with (
            self.image.served(*words, **self.for_web(cluster)) as server,
            own_folder_of_nginx() as folder,
        ):
            settings = folder / "nginx.conf"
            settings.write_text(self.front_text(server, folder))
            process = subprocess.Popen([NGINX, "-c", str(settings), "-g", "daemon off;"])
            site = Server(folder, self.port, process)
            try:
                assert starts(process, site.answers)
                yield site
            finally:
                site.stop()

    def front_text(self, server: Server, folder: Path) -> str:
        """Fill in nginx's template as its image does: only the names that the filter allows."""
        front = self.services["front"]
        [template, inside] = front["volumes"][0].split(":")[:2]
        text: str = (ROOT / template).read_text("utf-8")
        named = self.environment("front")
        assert Path(inside).parent == Path("/etc/nginx/templates")
        assert named["NGINX_ENVSUBST_OUTPUT_DIR"] == "/etc/nginx"
        [_host, _port, listens] = filled_in(front["ports"][0], self.given).rsplit(":", 2)
        assert named["MATCHSLIP_LISTEN"].split()[0] == listens
        assert any(place.startswith(named["MATCHSLIP_FOLDER"]) for place in front["tmpfs"])
        here = {
            "MATCHSLIP_LISTEN": f"127.0.0.1:{self.port}",
            "MATCHSLIP_FOLDER": str(folder),
            "MATCHSLIP_RESOLVER": "",
            "MATCHSLIP_UPSTREAM": f"127.0.0.1:{server.port}",
        }
        for name, value in {**named, **here}.items():
            if re.search(named["NGINX_ENVSUBST_FILTER"], name):
                text = text.replace(f"${{{name}}}", value)
        assert re.findall(r"\$\{MATCHSLIP_[A-Z]+\}", text) == []
        return text


@contextmanager
def own_folder_of_nginx() -> Generator[Path]:
    """Make a folder that nginx's workers, which run as another user, may enter."""
    with tempfile.TemporaryDirectory(prefix="matchslip-nginx-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


def test_what_env_has_counts_and_the_rest_is_the_default() -> None:
    address = "${ADDRESS:-http://127.0.0.1:${PORT:-8000}/}"
    assert filled_in(address, {}) == "http://127.0.0.1:8000/"
    assert filled_in(address, {"PORT": "8001"}) == "http://127.0.0.1:8001/"
    assert filled_in(address, {"ADDRESS": "https://a.example/"}) == "https://a.example/"
    with pytest.raises(AssertionError, match="Put POSTGRES_PASSWORD"):
        filled_in("${POSTGRES_PASSWORD:?Put POSTGRES_PASSWORD=... into the file .env}", {})


def test_an_event_in_round_3_survives_an_upgrade_of_the_containers(
    image: Image, cluster: Cluster
) -> None:
    composed = Composed(image)
    composed.make_database(cluster)
    ask = partial(image.run, **composed.for_web(cluster))
    with composed.up(cluster) as site:
        status, page = Desk(site).get("/")
        assert status == 200
        assert "first-organizer" in page, "the first page makes the organizer's account"
    ask("shell", "-v0", "-c", PREPARE.replace("stop_in_round=1", "stop_in_round=3"))
    before, newest = newest_two()
    # As the version before left it.
    ask("migrate", "-v0", "events", before)
    with composed.up(cluster) as site:
        desk = Desk(site)
        assert desk.log_in() == 200
        assert desk.enter("1 20", round=3)[0] == 200
    [kept] = image.volume.glob("backups/*-before-update.zip")
    assert f"[X]  events.{newest}" in ask("showmigrations", "--plan", "events").decode()
    # The way back, as the guide has it: `web` is stopped, the database runs.
    ask("restore", f"/app/var/backups/{kept.name}")
    assert f"[ ]  events.{newest}" in ask("showmigrations", "--plan", "events").decode()
