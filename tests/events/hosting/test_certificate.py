"""TLS by the server itself: a certificate of its own, or one that was given."""

import http.client
import ssl
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from events.hosting import certificate as certificates
from events.hosting.certificate import fingerprint, own_certificate, why_not_usable
from events.management.commands.serve import Command
from tests.faults.running import Server, prepare, running


def test_made_once_and_again_for_another_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    networks = ["192.168.1.20"]
    monkeypatch.setattr(certificates, "network_addresses", lambda: networks)
    certificate, key, is_new = own_certificate(tmp_path / "tls")
    before, kept = fingerprint(certificate), key.read_text()
    assert is_new
    assert key.stat().st_mode & 0o077 == 0, "only its owner reads the key"
    assert why_not_usable(certificate, key) == ""
    assert own_certificate(tmp_path / "tls")[2] is False
    assert fingerprint(certificate) == before

    networks.append("10.0.0.5")
    assert own_certificate(tmp_path / "tls")[2] is True
    assert fingerprint(certificate) != before
    assert key.read_text() == kept
    certificate.write_text("half of a certif")
    assert own_certificate(tmp_path / "tls")[2] is True


@pytest.mark.parametrize("odd", ["", "half of a key", "\x00"])
def test_a_damaged_key_is_made_again_with_its_certificate(tmp_path: Path, odd: str) -> None:
    certificate, key, _is_new = own_certificate(tmp_path)
    key.write_text(odd)
    assert own_certificate(tmp_path)[2] is True
    assert why_not_usable(certificate, key) == ""


def test_files_that_are_no_certificate_are_refused_in_words(tmp_path: Path) -> None:
    certificate = own_certificate(tmp_path / "tls")[0]
    other = own_certificate(tmp_path / "other")[1]
    assert "is not there" in why_not_usable(certificate, tmp_path / "none.pem")
    assert "no certificate with its key" in why_not_usable(certificate, other)
    with pytest.raises(CommandError, match="CERT and KEY name the two files"):
        Command().tls({"certificate": str(certificate), "key": str(other), "tls": False})


def test_a_certificate_that_ended_is_refused_with_its_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certificates, "DAYS", 0.5)
    certificate, key, _is_new = own_certificate(tmp_path)
    assert f"The certificate {certificate} ended on 20" in why_not_usable(certificate, key)


def asked(server: Server, certificate: Path, path: str) -> http.client.HTTPResponse:
    """Fetch as a browser that trusts this certificate and no other."""
    trusted = ssl.create_default_context(cafile=certificate)
    line = http.client.HTTPSConnection("127.0.0.1", server.port, timeout=30, context=trusted)
    with closing(line):
        line.request("GET", path, headers={"Accept-Encoding": "gzip"})
        answer = line.getresponse()
        answer.read()
    return answer


@pytest.mark.slow
def test_served_over_tls(tmp_path: Path) -> None:
    prepare(tmp_path)
    certificate, key = tmp_path / "tls" / "certificate.pem", tmp_path / "tls" / "key.pem"
    with running(tmp_path, "--tls") as server:
        printed = (tmp_path / f"printed-{server.port}.txt").read_text()
        assert f"https://127.0.0.1:{server.port}/staff/" in printed
        assert fingerprint(certificate) in printed
        assert asked(server, certificate, "/e/open/pairings/").status == 200
        login = asked(server, certificate, "/login/")
        assert login.status == 200
        assert "Secure" in login.headers["Set-Cookie"]
        for answer in (login, asked(server, certificate, "/e/open/players/1/")):
            told = answer.headers["Strict-Transport-Security"]
            assert told is None, "on another day this laptop is served without TLS"
    with running(tmp_path, f"--certificate={certificate}", f"--key={key}") as server:
        for path in ("/login/", "/e/open/players/1/"):
            answer = asked(server, certificate, path)
            assert "max-age=2592000" in answer.headers["Strict-Transport-Security"]
