"""Files for other systems name settings, commands and addresses that exist. Nothing is started."""

import re

import pytest

from events.web.health import READY
from tests.shared import ROOT

FILES = (
    "deploy/systemd/matchslip.service",
    "deploy/Caddyfile",
    "deploy/kubernetes/matchslip.yaml",
    "deploy/nodes/node.env",
)
# Filled in by Caddy itself.
OF_CADDY = {"MATCHSLIP_NAME", "MATCHSLIP_UPSTREAM"}


@pytest.mark.parametrize("name", FILES)
def test_each_names_settings_that_exist(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    reference = (ROOT / "docs/reference/server.md").read_text("utf-8")
    named = set(re.findall(r"\b(?:MATCHSLIP_[A-Z_]+|DATABASE_URL)\b", text))
    known = set(re.findall(r"(?m)^\| `([A-Z_]+)` \|", reference))
    assert named
    assert named - known - OF_CADDY == set()


def test_they_serve_with_options_that_serve_takes() -> None:
    serve = (ROOT / "events/management/commands/serve.py").read_text("utf-8")
    for name in FILES:
        text = (ROOT / name).read_text("utf-8")
        lines = re.findall(r"(?m)^(?:ExecStart=.*|\s+args: .*|.*serve --.*)$", text)
        for option in re.findall(r"--[a-z-]+", " ".join(lines)):
            assert f'"{option}"' in serve, f"{name}: {option}"


def test_probes_ask_what_answers() -> None:
    text = (ROOT / "deploy/kubernetes/matchslip.yaml").read_text("utf-8")
    assert set(re.findall(r"path: (/\S*z)\b", text)) == {READY}


def test_the_unit_keeps_its_data_where_systemd_makes_the_folder() -> None:
    text = (ROOT / "deploy/systemd/matchslip.service").read_text("utf-8")
    folder = re.findall(r"(?m)^StateDirectory=(\S+)$", text)
    assert re.findall(r"(?m)^Environment=MATCHSLIP_VAR=/var/lib/(\S+)$", text) == folder
