"""The samples of the documentation run as they stand, against a server."""

import contextlib
import datetime
import io
import os
import shutil
import subprocess
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

from events.api.calls import WRITES
from events.api.reads import LISTEN, READS
from events.api.samples import Sample, sample_of, sample_of_stream, sample_of_write
from events.api.token_actions import make_token
from events.models import Event, TokenScope
from tests.events.scenario import event_with_owner
from tests.events.support.public_events import Played

pytestmark = pytest.mark.django_db(transaction=True)

# Each call finds the event as the one before it left it.
STORY = (
    *("enroll", "check-in", "undo-check-in", "pair", "post", "enter", "table", "correct", "undo"),
    *("announce", "complete", "publish", "drop", "reinstate"),
)
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
    event, owner = event_with_owner(3, rounds=2)
    scopes = [scope.value for scope in TokenScope]
    _token, secret = make_token(event_id=event.pk, actor=owner, name="Pad", scopes=scopes)
    until = timezone.now() + datetime.timedelta(hours=1)
    values |= {"EVENT": event.slug, "TOKEN": secret, "UNTIL": until.isoformat()}
    by_name = {write.name: write for write in WRITES}
    assert set(STORY) == by_name.keys()
    for name in STORY:
        _before(name, event, values)
        assert run(text_of(sample_of_write(by_name[name]), run), values).strip().startswith("{")
    assert event.rounds.get().snapshots.exists()
    assert event.announcements.get().text_ja == "13:00 まで昼休みです"


def _before(name: str, event: Event, values: dict[str, str]) -> None:
    """Bring the event to where the next sample makes sense."""
    asked = {"Authorization": f"Bearer {values['TOKEN']}"}
    base = f"/api/v1/events/{event.slug}"
    if name == "undo-check-in":
        return
    if name == "pair":
        for number in range(1, 5):
            Client().post(f"{base}/players/{number}/check-in", headers=asked)
    if name == "correct":
        table = Client().get(f"{base}/rounds/1/tables/1/result", headers=asked)
        values["VERSION"] = table.json()["version"]
    if name == "complete":
        result = {"games": [2, 0, 0]}
        Client().post(f"{base}/rounds/1/tables/2/result", result, "application/json", headers=asked)


def test_the_page_shows_each_of_them(client: Client, db: None) -> None:
    page = unescape(client.get("/api/v1/docs").content.decode())
    samples = [*map(sample_of, READS), sample_of_stream(LISTEN), *map(sample_of_write, WRITES)]
    for sample in samples:
        assert sample.curl in page
        assert sample.python in page
    assert "http" not in page.split("<pre", 1)[1].split("</main>")[0]
