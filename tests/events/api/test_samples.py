"""The samples of the documentation run as they stand, against a server."""

import contextlib
import io
import os
import shutil
import subprocess
from collections.abc import Callable
from html import unescape
from urllib.error import HTTPError

import pytest
from django.test import Client
from pytest_django.live_server_helper import LiveServer

from events.api.calls import WRITES
from events.api.reads import LISTEN, READS
from events.api.samples import Sample, sample_of, sample_of_stream, sample_of_write
from tests.events.api.scenes import BY_NAME, VERSION_FROM, address_of, scene_for
from tests.events.support.public_events import Played

pytestmark = pytest.mark.django_db(transaction=True)

NOT_THERE = {"bracket", "pods", "report"}
CURL = shutil.which("curl")
Run = Callable[[str, dict[str, str]], str]


def by_curl(text: str, values: dict[str, str]) -> str:
    text = text.replace("curl ", f"{CURL} --fail-with-body --silent --show-error ")
    run = subprocess.run(
        ["/bin/sh", "-c", text], env={**os.environ, **values}, capture_output=True, timeout=60
    )
    assert run.returncode == 0, (text, run.stdout.decode(), run.stderr.decode())
    return run.stdout.decode()


def by_python(text: str, values: dict[str, str]) -> str:
    printed = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(printed):
        for name, value in values.items():
            patch.setenv(name, value)
        exec(compile(text, "sample", "exec"), {})
    return printed.getvalue()


def text_of(sample: Sample, run: Run) -> str:
    return sample.python if run is by_python else sample.curl


@pytest.mark.parametrize("run", [by_curl, by_python])
def test_every_sample_runs(run: Run, live_server: LiveServer) -> None:
    if run is by_curl and CURL is None:
        pytest.skip("curl is not installed")
    played = Played(["Anna", "Bob", "Cy", "Di"])
    played.play(1)
    played.publish(1)
    values = {"SITE": live_server.url, "EVENT": played.event.slug}
    for operation in READS:
        if operation.name not in NOT_THERE:
            assert run(text_of(sample_of(operation), run), values).strip().startswith("{")
    listened = run(text_of(sample_of_stream(LISTEN), run), values)
    assert '"rounds"' in listened.replace("'", '"')


@pytest.mark.parametrize("run", [by_curl, by_python])
def test_every_sample_of_a_write_runs(run: Run, live_server: LiveServer) -> None:
    if run is by_curl and CURL is None:
        pytest.skip("curl is not installed")
    failed = []
    for write in WRITES:
        scene = scene_for(write)
        values = {"SITE": live_server.url, **scene.values}
        if write.name in VERSION_FROM:
            read = BY_NAME[VERSION_FROM[write.name]]
            asked = {"Authorization": f"Bearer {scene.secret}"}
            values["VERSION"] = Client().get(address_of(read, scene), headers=asked)["ETag"]
        if write.name == "change-penalty":
            values["VERSION"] = "*"
        try:
            assert run(text_of(sample_of_write(write), run), values).strip().startswith("{")
        except (AssertionError, HTTPError) as error:
            said = error.read().decode() if isinstance(error, HTTPError) else str(error)
            failed.append((write.name, said[-400:]))
    assert failed == []


def test_the_page_shows_each_of_them(client: Client, db: None) -> None:
    page = unescape(client.get("/api/v1/docs").content.decode())
    samples = [*map(sample_of, READS), sample_of_stream(LISTEN), *map(sample_of_write, WRITES)]
    for sample in samples:
        assert sample.curl in page
        assert sample.python in page
    shown = page.split("<pre", 1)[1].split("</main>")[0]
    assert "http" not in shown.replace("https://league.example", "")
