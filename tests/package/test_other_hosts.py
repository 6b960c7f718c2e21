"""Files for other systems, read by the programs that they are for: `make image-test` runs these."""

import os
import shutil
import subprocess
import urllib.request
from pathlib import Path

import pytest

from events.hosting.rehearsal.own_server import free_port
from tests.faults.running import prepare, running
from tests.faults.waiting import wait_until_it_answers
from tests.shared import ROOT

INSTALLED = "/usr/local/lib/matchslip/bin/matchslip"


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")


pytestmark = pytest.mark.minutes


@needs("systemd-analyze")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    text = (ROOT / "deploy/systemd/matchslip.service").read_text("utf-8")
    assert INSTALLED in text
    unit = tmp_path / "matchslip.service"
    unit.write_text(text.replace(INSTALLED, "/bin/true"), "utf-8")
    verified = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=True
    )
    assert verified.stderr == ""


@needs("kubernetes-validate")
def test_kubernetes_knows_every_word_of_the_manifest() -> None:
    manifest = ROOT / "deploy/kubernetes/matchslip.yaml"
    subprocess.run(["kubernetes-validate", "--strict", str(manifest)], check=True)


@needs("caddy")
def test_caddy_serves_what_is_behind_it(tmp_path: Path) -> None:
    prepare(tmp_path)
    port, printed = free_port(), tmp_path / "caddy.txt"
    with running(tmp_path, MATCHSLIP_PROXIES="127.0.0.1") as server, printed.open("wb") as out:
        caddy = subprocess.Popen(
            ["caddy", "run", "--config", str(ROOT / "deploy/Caddyfile")],
            env={
                **os.environ,
                "HOME": str(tmp_path),
                "MATCHSLIP_NAME": f"http://127.0.0.1:{port}",
                "MATCHSLIP_UPSTREAM": f"127.0.0.1:{server.port}",
            },
            stdout=out,
            stderr=out,
        )
        try:
            wait_until_it_answers(caddy, port, printed)
            page = urllib.request.urlopen(f"http://127.0.0.1:{port}/e/open/pairings/", timeout=60)
            assert page.status == 200
            assert page.headers["Server"] == "Caddy"
        finally:
            caddy.terminate()
            caddy.wait(30)
