"""Addresses, the demonstration's login, and what `manage.py serve` refuses."""

import io
import os
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import authenticate, get_user_model
from django.core.management import CommandError, call_command
from django.test import RequestFactory, override_settings
from django.urls import reverse

from events.hosting.rehearsal.own_server import free_port
from events.management.commands.serve import DESK, Command, serves_a_network
from events.management.database import place_of_data
from events.web.demonstration import (
    DEMO_PASSWORD,
    DEMO_USERNAME,
    make_demo_account,
    settle_demo_password,
)
from events.web.site_address import (
    is_loopback,
    network_addresses,
    resolve,
    web_address,
    why_no_offline_copy,
    why_not_free,
)
from tests.shared import ROOT


def test_host_names_become_addresses() -> None:
    assert resolve("127.0.0.1") == "127.0.0.1"
    assert resolve("0.0.0.0") == "0.0.0.0"
    assert is_loopback(resolve("localhost"))
    with pytest.raises(ValueError, match="HOST=no such host is no address"):
        resolve("no such host")


@pytest.mark.parametrize(
    ("address", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.1.20", False),
        ("", False),
        ("unix:", False),
    ],
)
def test_only_loopback_addresses_are_loopback(address: str, loopback: bool) -> None:
    assert is_loopback(address) is loopback


def test_network_addresses_are_those_others_can_reach() -> None:
    assert not any(is_loopback(address) for address in network_addresses())


def test_web_addresses() -> None:
    assert web_address("192.168.1.20", 8000) == "http://192.168.1.20:8000/"
    assert web_address("192.168.1.20", 80) == "http://192.168.1.20/"
    assert web_address("::1", 8000) == "http://[::1]:8000/"


def test_a_port_in_use_says_what_to_do() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen(1)
        port = taken.getsockname()[1]
        problem = why_not_free("127.0.0.1", port)
        with pytest.raises(CommandError, match=f"make run PORT={port + 1}"):
            call_command("serve", port=port)
    assert f"make run PORT={port + 1}" in problem
    assert why_not_free("127.0.0.1", port) == ""


def test_an_address_of_another_computer_or_no_port_is_refused() -> None:
    assert "does not have the address 192.0.2.7" in why_not_free("192.0.2.7", free_port())
    assert "is not a port" in why_not_free("127.0.0.1", 70000)
    with pytest.raises(CommandError, match="is no address of this computer"):
        call_command("serve", host="no such host")


@pytest.mark.parametrize(
    ("ip", "address", "hosts", "origins", "network"),
    [
        ("127.0.0.1", "", ["*"], [], False),
        ("127.0.0.1", "", ["localhost", "127.0.0.1"], [], False),
        ("0.0.0.0", "", ["*"], [], True),
        ("192.168.1.20", "", ["*"], [], True),
        # Host names, origins or an address indicate a proxy on this computer.
        ("127.0.0.1", "", ["swiss.example"], [], True),
        ("127.0.0.1", "", ["*"], ["https://swiss.example"], True),
        ("127.0.0.1", "https://swiss.example/", ["*"], [], True),
    ],
)
def test_what_counts_as_a_network(
    ip: str, address: str, hosts: list[str], origins: list[str], network: bool
) -> None:
    with override_settings(ALLOWED_HOSTS=hosts, CSRF_TRUSTED_ORIGINS=origins):
        assert serves_a_network(ip, address) is network


def demo_password_is(password: str) -> bool:
    return get_user_model().objects.get(username=DEMO_USERNAME).check_password(password)


@pytest.mark.django_db
class TestDemoPassword:
    def test_a_network_gets_a_generated_one_that_stays_until_this_computer_is_served(
        self, tmp_path: Path
    ) -> None:
        make_demo_account()
        kept_in = tmp_path / "demo_password"
        here = settle_demo_password(network=False, kept_in=kept_in)
        assert here is not None
        assert here.password == DEMO_PASSWORD

        first = settle_demo_password(network=True, kept_in=kept_in)
        again = settle_demo_password(network=True, kept_in=kept_in)
        assert first is not None
        assert first.password is not None
        assert len(first.password) >= 12
        assert first == again
        assert demo_password_is(first.password)
        assert not demo_password_is(DEMO_PASSWORD)
        assert kept_in.stat().st_mode & 0o077 == 0

        back = settle_demo_password(network=False, kept_in=kept_in)
        assert back == here
        assert demo_password_is(DEMO_PASSWORD)
        assert not kept_in.exists()
        assert settle_demo_password(network=True, kept_in=kept_in) != first

    @pytest.mark.parametrize("network", [True, False])
    def test_an_own_password_is_left_alone(self, tmp_path: Path, network: bool) -> None:
        user = make_demo_account()
        user.set_password("chosen by a person")
        user.save()
        login = settle_demo_password(network=network, kept_in=tmp_path / "demo_password")
        assert login is not None
        assert login.password is None
        assert demo_password_is("chosen by a person")

    def test_there_is_nothing_to_settle_without_the_account(self, tmp_path: Path) -> None:
        assert settle_demo_password(network=True, kept_in=tmp_path / "demo_password") is None
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize(
        ("meta", "accepted"),
        [
            ({"REMOTE_ADDR": "127.0.0.1"}, True),
            ({"REMOTE_ADDR": "::1"}, True),
            ({"REMOTE_ADDR": "192.168.1.20"}, False),
            ({"REMOTE_ADDR": ""}, False),
            ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "127.0.0.1"}, False),
            ({"REMOTE_ADDR": "127.0.0.1", "HTTP_FORWARDED": "for=127.0.0.1"}, False),
        ],
    )
    def test_the_well_known_login_works_from_this_computer_only(
        self, meta: dict[str, str], accepted: bool
    ) -> None:
        make_demo_account()
        request = RequestFactory().post("/login/")
        request.META.update(meta)
        user = authenticate(request, username=DEMO_USERNAME, password=DEMO_PASSWORD)
        assert (user is not None) is accepted

    def test_everybody_else_logs_in_from_anywhere(self) -> None:
        get_user_model().objects.create_user(username="rossi", password="demo")
        request = RequestFactory(REMOTE_ADDR="192.168.1.20").post("/login/")
        assert authenticate(request, username="rossi", password="demo") is not None
        assert authenticate(request, username="rossi", password="wrong") is None


class TestBanner:
    def banner(self, ip: str, address: str = "") -> str:
        out = io.StringIO()
        Command(stdout=out).print_address(ip, 8000, address)
        return out.getvalue()

    def test_this_computer_only(self) -> None:
        text = self.banner("127.0.0.1")
        assert "http://127.0.0.1:8000/staff/" in text
        assert "phones" not in text

    def test_a_network_address_comes_with_a_qr_code(self) -> None:
        text = self.banner("192.168.1.20")
        assert "http://192.168.1.20:8000/staff/" in text
        assert len(text.splitlines()) > 15

    def test_everywhere_shows_the_addresses_of_this_computer(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        target = "events.management.commands.serve.network_addresses"
        monkeypatch.setattr(target, lambda: ["192.168.1.20", "10.0.0.3"])
        text = self.banner("0.0.0.0")
        assert "http://127.0.0.1:8000/staff/" in text
        assert "phones:    http://192.168.1.20:8000/\n" in text
        assert "phones:    http://10.0.0.3:8000/\n" in text
        monkeypatch.setattr(target, list)
        assert "on no network" in self.banner("0.0.0.0")

    def test_behind_a_proxy_people_see_its_address(self) -> None:
        text = self.banner("127.0.0.1", "https://swiss.example/")
        assert "https://swiss.example/staff/" in text
        assert "8000" not in text


def test_a_certificate_is_named_with_its_key() -> None:
    for given in ({"certificate": "c.pem", "key": ""}, {"certificate": "", "key": "k.pem"}):
        with pytest.raises(CommandError, match="CERT and KEY belong together"):
            Command().tls(given)


@pytest.mark.parametrize(
    ("vendor", "place", "words"),
    [
        ("sqlite", {"NAME": "/data/matchslip.sqlite3"}, "/data"),
        ("sqlite", {"NAME": "/elsewhere/a.sqlite3"}, "/elsewhere/a.sqlite3"),
        (
            "postgresql",
            {"NAME": "swiss", "HOST": "db", "USER": "ada", "PASSWORD": "secret"},
            "the PostgreSQL database swiss on db",
        ),
        (
            "postgresql",
            {"NAME": "swiss", "HOST": "", "OPTIONS": {"host": "a,b"}},
            "the PostgreSQL database swiss on a,b",
        ),
    ],
)
def test_the_terminal_says_where_the_data_stays(
    vendor: str, place: dict[str, Any], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = SimpleNamespace(vendor=vendor)
    monkeypatch.setitem(settings.DATABASES, "default", place)
    monkeypatch.setattr("events.management.database.connection", database)
    with override_settings(VAR_DIR=Path("/data")):
        assert place_of_data() == words


@pytest.mark.parametrize(
    ("address", "own", "why"),
    [
        ("http://10.0.2.7:8000/", False, "this is plain HTTP"),
        ("https://10.0.2.7:8443/", True, "no phone trusts the certificate"),
        ("https://swiss.example/", False, ""),
        ("http://127.0.0.1:8000/", False, ""),
        ("http://localhost:8000/", False, ""),
        ("", False, ""),
    ],
)
def test_the_terminal_says_where_phones_keep_no_offline_copy(
    address: str, own: bool, why: str
) -> None:
    said = why_no_offline_copy(address, own_certificate=own)
    assert why in said
    assert bool(said) is bool(why)


def test_a_start_imports_no_page_no_engine_and_no_driver_that_it_does_not_need() -> None:
    """Three processes start at once: each import counts three times, in time and in memory."""
    assert reverse("staff:events") == DESK
    unwanted = ("config.urls", "numpy", "psycopg", "events.public_site.page_cache")
    program = f"""
import sys
import django
django.setup()
from events.management.commands import serve
print([name for name in {unwanted} if name in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": "", "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[]\n"
