"""A Chromium for the tests; Playwright drives the one that the system has."""

import os
from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest
from django.core.servers.basehttp import ThreadedWSGIServer
from django.db import connections
from django.test.testcases import LiveServerThread
from playwright.sync_api import Browser, BrowserContext, Playwright, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.browser.venue import TIMEOUT
from tests.browser.windows import ARGUMENTS, PHONE, chromium_program


@pytest.fixture(scope="session")
def driver() -> Generator[Playwright]:
    """Playwright, which drives the browsers."""
    # Playwright keeps an event loop in the tests' thread, which Django would take for async code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    expect.set_options(timeout=TIMEOUT)
    # In that loop Django opens new connections; the earlier ones would never be closed.
    connections.close_all()
    with sync_playwright() as playwright:
        yield playwright
        connections.close_all()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture(scope="session")
def chromium(driver: Playwright) -> Iterator[Browser]:
    """One browser for all tests."""
    yield from launched(driver, chromium_program())


@pytest.fixture(scope="session")
def whole_chromium(driver: Playwright) -> Iterator[Browser]:
    """One for the tests of what the headless shell has not."""
    yield from launched(driver, chromium_program(whole=True))


def launched(driver: Playwright, program: str | None) -> Iterator[Browser]:
    """Start this browser, and end it."""
    if program is None:
        pytest.skip("no chromium on this machine")
    browser = driver.chromium.launch(executable_path=program, args=ARGUMENTS)
    yield browser
    browser.close()


class PromptServer(ThreadedWSGIServer):
    """Ends at once: Django's own looks only twice a second whether it is to end."""

    def serve_forever(self, poll_interval: float = 0.02) -> None:
        """Answer until the test ends."""
        super().serve_forever(poll_interval)


@pytest.fixture(autouse=True, scope="session")
def servers_end_promptly() -> Iterator[None]:
    """Spare each test the quarter of a second that its server took to end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LiveServerThread, "server_class", PromptServer)
        yield


@pytest.fixture
def live_server(file_database: None) -> Iterator[LiveServer]:
    """A server whose requests have connections of their own, as they do in a venue."""
    server = LiveServer("localhost")
    yield server
    server.stop()


@pytest.fixture
def open_window(chromium: Browser, live_server: LiveServer) -> Iterator[Callable[..., Any]]:
    """Open browsers that share no state, and close them before the server."""
    opened: list[BrowserContext] = []

    def open_one(**options: Any) -> BrowserContext:
        context = chromium.new_context(**options)
        context.set_default_timeout(TIMEOUT)
        opened.append(context)
        return context

    yield open_one
    for context in opened:
        context.close()


@pytest.fixture
def phone(open_window: Callable[..., BrowserContext]) -> BrowserContext:
    """A telephone: narrow, touched, remembering only what this test gives it."""
    return open_window(**PHONE, locale="en-US")
