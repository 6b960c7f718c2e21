"""How long a player waits: the own table on a cold phone, and a posted round on one that watches.

`python -m tests.browser.bench_phones` makes an event, serves it as `make run` does, and looks at it
in a Chromium with the network and the processor of a poor phone (docs/reference/benchmarks.md).
"""

import argparse
import os
import random
import re
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.windows import ARGUMENTS, PHONE, chromium_program
from tests.events.hosting.server.test_serve_process import serving

if TYPE_CHECKING:
    from events.models import Event

PASSWORD = "a long password of the bench"
PHONE_OF_A_PLAYER: dict[str, Any] = {**PHONE, "locale": "en-US"}
# 100 kbit/s, 400 ms, a quarter of the processor.
NETWORK = {
    "offline": False,
    "latency": 400,
    "downloadThroughput": 12_500,
    "uploadThroughput": 12_500,
}
SLOWER = 4
PATIENCE = 60_000
FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"


def main() -> None:
    """Print a line for each thing that was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=1200)
    parser.add_argument("--runs", type=int, default=5, help="cold phones of each kind")
    parser.add_argument("--rounds", type=int, default=3, help="rounds posted to watching phones")
    parser.add_argument("--phones", type=int, default=6, help="phones that watch")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["DATABASE_URL"] = f"sqlite:///{folder / 'matchslip.sqlite3'}"
        os.environ["MATCHSLIP_VAR"] = str(folder)
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
        event, names = _made_up(options.players)
        with serving(folder, "--no-demo") as (port, _printed), sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=chromium_program(whole=True), args=ARGUMENTS
            )
            site = f"http://127.0.0.1:{port}/e/{event.slug}/"
            # The server has built its pages before the first phone without a cache arrives.
            browser.new_page().goto(f"{site}players/1/")
            draw = random.Random(1)
            _say("own table by own address", _cold_own(browser, site, options, draw))
            _say("own table by search", _cold_search(browser, site, names, options.runs, draw))
            _say("posted round seen", _watched(browser, site, event, options, draw))
            browser.close()


def _say(what: str, seconds: list[float]) -> None:
    print(
        f"{what:<28} median {statistics.median(seconds):5.1f} s, "
        f"best {min(seconds):5.1f} s, worst {max(seconds):5.1f} s, {len(seconds)} times"
    )


def _made_up(players: int) -> "tuple[Event, list[str]]":
    import django

    django.setup()
    import datetime

    from django.contrib.auth.models import User
    from django.core.management import call_command

    from events.core.events.actions import create_event
    from events.core.events.declared_settings import EventData
    from events.core.players.enrollment_actions import enroll
    from events.core.players.player_entries import NewEnrollment
    from events.core.rounds.actions import post_round
    from events.core.rounds.pairing_actions import pair_next_round
    from events.simulation.names import make_names

    call_command("migrate", verbosity=0)
    actor = User.objects.create_user("bench", password=PASSWORD)
    data = EventData(name="Bench", date=datetime.datetime.now(tz=datetime.UTC).date(), rounds=15)
    event = create_event(actor=actor, data=data)
    names = make_names(players, random.Random(1))
    enroll(event_id=event.pk, actor=actor, entries=[NewEnrollment(name=name) for name in names])
    pair_next_round(event_id=event.pk, actor=actor, number=1, seed=1)
    post_round(event_id=event.pk, actor=actor, number=1)
    return event, names


def _cold(browser: Browser, look: Callable[[Page], float]) -> float:
    """Look at something with a poor phone that knows nothing; return what `look` measured."""
    context = browser.new_context(**PHONE_OF_A_PLAYER)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", NETWORK)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    try:
        return look(page)
    finally:
        context.close()


def _cold_own(
    browser: Browser, site: str, options: argparse.Namespace, draw: random.Random
) -> list[float]:
    def look(page: Page) -> float:
        page.goto(f"{site}players/{draw.randint(1, options.players)}/", wait_until="commit")
        page.locator(".table-number").wait_for()
        page.wait_for_load_state()
        return float(page.evaluate(FIRST_PAINT)) / 1000

    return [_cold(browser, look) for _run in range(options.runs)]


def _cold_search(
    browser: Browser, site: str, names: list[str], runs: int, draw: random.Random
) -> list[float]:
    """From opening the list to the own line, typed as soon as there is a box to type in."""

    def look(page: Page) -> float:
        name = draw.choice(names)
        began = time.monotonic()
        page.goto(f"{site}pairings/", wait_until="commit")
        page.locator("#q").fill(name)
        page.locator("#q").press("Enter", no_wait_after=True)
        # The family name has its own element.
        own = page.locator(".p", has_text=re.compile(f"^{re.escape(name)}$"))
        line = page.locator("#list tbody tr", has=own)
        line.first.wait_for()
        page.locator("#list tbody tr:visible").nth(5).wait_for(state="hidden")
        return time.monotonic() - began

    return [_cold(browser, look) for _run in range(runs)]


def _watched(
    browser: Browser, site: str, event: "Event", options: argparse.Namespace, draw: random.Random
) -> list[float]:
    from django.contrib.auth.models import User

    from events.core.rounds.pairing_actions import pair_next_round
    from events.core.standings.actions import publish_standings
    from events.simulation.made_up_results import report_and_complete

    desk = browser.new_page(locale="en-US")
    desk.set_default_timeout(PATIENCE)
    staff = site.replace("/e/", "/staff/e/")
    desk.goto(f"{staff}rounds/1/")
    desk.locator("[name=username]").fill("bench")
    desk.locator("[name=password]").fill(PASSWORD)
    desk.locator("[name=password]").press("Enter")
    desk.wait_for_url("**/rounds/1/")
    phones = [browser.new_page(**PHONE_OF_A_PLAYER) for _phone in range(options.phones)]
    for phone in phones:
        phone.goto(f"{site}players/{draw.randint(1, options.players)}/")
    actor = User.objects.get(username="bench")
    seconds = []
    for number in range(2, options.rounds + 2):
        report_and_complete(event, number - 1, draw)
        publish_standings(event_id=event.pk, actor=actor, number=number - 1, reason="")
        pair_next_round(event_id=event.pk, actor=actor, number=number, seed=number)
        desk.goto(f"{staff}rounds/{number}/")
        # Waits about as long as a person reads the pairing, with some variation.
        desk.wait_for_timeout(15_000 + draw.random() * 5_000)
        desk.get_by_role("button", name=f"Post round {number}").first.click(no_wait_after=True)
        began = time.monotonic()
        waiting = list(phones)
        while waiting and time.monotonic() - began < 60:
            for phone in list(waiting):
                if phone.title().startswith(f"● Round {number}"):
                    seconds.append(time.monotonic() - began)
                    waiting.remove(phone)
            desk.wait_for_timeout(50)
        seconds += [60.0] * len(waiting)
        for phone in phones:
            phone.keyboard.press("Shift")
    return seconds


if __name__ == "__main__":
    main()
