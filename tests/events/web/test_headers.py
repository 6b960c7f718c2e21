"""Headers: limits on loading and caching, and the additions for HTTPS."""

import base64
import gzip
import hashlib
import os
import re
import subprocess
import sys

import pytest
from django.test import Client

from events.models import Event, Role
from events.web.middleware import AT_ONCE
from tests import factories
from tests.events.support.doors import address
from tests.events.support.entry_box import HTMX, enter, playing
from tests.shared import ROOT

pytestmark = pytest.mark.django_db


def test_nothing_inline_runs_and_nobody_keeps_a_staff_page() -> None:
    event = factories.event()
    browser = factories.client_of(factories.staff_member(event, list(Role)))
    for url in ("/staff/", address(event, "desk"), address(event, "export-file"), "/login/"):
        answer = browser.get(url)
        assert {"private", "no-store"} <= set(answer["Cache-Control"].split(", ")), url
        policy = answer["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
    assert Client().get(address(event, "desk"))["Cache-Control"] == "private, no-store"
    public = Client().get(f"/e/{event.slug}/")
    assert "no-store" not in public["Cache-Control"]
    assert "default-src 'self'" in public["Content-Security-Policy"]


def test_pages_for_staff_alone_may_use_the_camera() -> None:
    event = factories.event()
    browser = factories.client_of(factories.staff_member(event, list(Role)))
    for url in ("/staff/", address(event, "roster-check-in"), address(event, "floor")):
        assert "camera=(self)" in browser.get(url)["Permissions-Policy"], url
    for url in ("/login/", f"/e/{event.slug}/", "/"):
        assert "camera=()" in Client().get(url)["Permissions-Policy"], url


def test_the_one_inline_style_is_named_by_its_hash() -> None:
    answer = Client().get(f"/e/{factories.event().slug}/")
    styles = re.findall(r"<style>(.*?)</style>", answer.content.decode(), re.DOTALL)
    assert len(styles) == 1
    digest = base64.b64encode(hashlib.sha256(styles[0].encode()).digest()).decode()
    assert f"style-src 'self' 'sha256-{digest}'" in answer["Content-Security-Policy"]
    assert "<style" not in Client().get("/login/").content.decode()


def test_the_worker_of_players_pages_is_a_script_above_them_and_not_above_staff() -> None:
    for script in ("/e/worker.js", "/me/worker.js"):
        answer = Client().get(script)
        assert answer["Content-Type"].startswith("text/javascript")
        assert "Service-Worker-Allowed" not in answer
    assert "no-store" not in Client().get("/e/worker.js")["Cache-Control"]
    assert Client().get("/worker.js").status_code == 404


def test_no_template_has_an_inline_script_or_style() -> None:
    inline = ("<style", " style=", "<script>", " onclick=", "hx-on", "javascript:")
    for path in (ROOT / "templates").rglob("*.html"):
        text = path.read_text("utf-8")
        assert not [word for word in inline if word in text], path


def test_with_https_everything_is_secure_and_the_deployment_check_is_clean() -> None:
    environment = {
        **os.environ,
        "MATCHSLIP_HTTPS": "1",
        "MATCHSLIP_HOSTS": "swiss.example",
        "MATCHSLIP_ORIGINS": "https://swiss.example",
    }
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_is_long_is_packed_and_what_fits_a_few_packets_is_not() -> None:
    event, _owner, browser = playing()
    packing = {"Accept-Encoding": "gzip"}
    page = browser.get(address(event, "desk"), headers=packing)
    assert page["Content-Encoding"] == "gzip"
    assert len(gzip.decompress(page.content)) >= AT_ONCE
    enter(browser, event, "2 20")
    since = Event.objects.get().revision - 1
    part = browser.get(address(event, "live", number=1), {"since": since}, headers=HTMX | packing)
    assert "Content-Encoding" not in part
    assert b"desk-head" in part.content


def test_no_template_asks_the_browser_to_evaluate_a_condition() -> None:
    """A filter in `hx-trigger` is code in a string: our policy refuses it, and nothing is asked."""
    pages = (ROOT / "templates").rglob("*.html")
    trigger = re.compile(r'hx-trigger="[^"]*\[')
    assert not [page.name for page in pages if trigger.search(page.read_text(encoding="utf-8"))]
