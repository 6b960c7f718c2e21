"""Settings of the environment: what is allowed, what is refused, and names that are none."""

import errno
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import declared, settings
from tests.shared import ROOT

NO_ADDRESS = "http:" + "//["
A_KEY = "a signing key of the tests that is long enough"
# For each setting: accepted texts, and refused ones.
VALUES: dict[str, tuple[list[str], list[str]]] = {
    "DATABASE_URL": (
        ["postgres://a:b@host:5432/name", "sqlite:////tmp/a.sqlite3"],
        ["nonsense://x", "mysql://user@host/name"],
    ),
    "PORT": (["1", "8001", "65535"], ["0", "65536", "http", "²"]),
    "MATCHSLIP_SECRET_KEY": ([A_KEY], ["short"]),
    "MATCHSLIP_HOSTS": (["swiss.example, localhost", "*", "[::1]"], ["https://swiss.example"]),
    "MATCHSLIP_ORIGINS": (
        ["https://swiss.example,https://b.example"],
        ["swiss.example", NO_ADDRESS],
    ),
    "MATCHSLIP_HTTPS": (["1", "0", "true", "No", "on"], ["maybe", "2", "enabled"]),
    "MATCHSLIP_DEBUG": (["0", "false"], ["maybe"]),
    "MATCHSLIP_VAR": (["/tmp"], []),
    "MATCHSLIP_ARCHETYPES": (["/tmp"], []),
    "MATCHSLIP_BACKUP_MINUTES": (["0", "0.5", "3"], ["-1", "nan", "inf", "three"]),
    "MATCHSLIP_BACKUPS_ALSO": (["/media/stick"], []),
    "MATCHSLIP_PAGES_MB": (["1", "512"], ["0", "1.5", "many", "9" * 5000]),
    "MATCHSLIP_PUBLIC_SECONDS": (["0", "1.5"], ["-1", "a second"]),
    "MATCHSLIP_CONNECTIONS": (["0", "512"], ["-1", "all"]),
    "MATCHSLIP_PROXIES": (["10.0.0.1, 192.168.0.0/16"], ["proxy.example", "10.0.0.0/40"]),
    "MATCHSLIP_MAIL": (
        ["smtp+tls://a:b@mail.example:587"],
        ["mail.example", "smtp://a:x"],
    ),
    "MATCHSLIP_MAIL_FROM": (
        ["desk@swiss.example", "Desk <desk@swiss.example>"],
        ["desk"],
    ),
    "MATCHSLIP_SITE": (["https://swiss.example/"], ["swiss.example", "ftp://a", NO_ADDRESS]),
    "MATCHSLIP_PUSH_KEY": ([], []),
    "MATCHSLIP_PUSH_CONTACT": (["mailto:desk@swiss.example"], ["desk@swiss.example"]),
    "MATCHSLIP_SECURITY_CONTACT": (["https://swiss.example/security"], ["call us"]),
    "MATCHSLIP_SECOND_FACTOR": (["required", "optional", "Required"], ["yes", "1", "on"]),
    "MATCHSLIP_HOOK_NETWORKS": (["192.168.1.0/24"], ["192.168.1.5/24", "shop"]),
    "MATCHSLIP_METRICS": (["1"], ["all"]),
    "MATCHSLIP_METRICS_TOKEN": (["a token"], []),
    "MATCHSLIP_LOG": (["json", "text"], ["xml"]),
}


@pytest.fixture(autouse=True)
def _empty_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [*os.environ]:
        if name.startswith("MATCHSLIP_") or name in ("PORT", "DATABASE_URL"):
            monkeypatch.delenv(name)


@pytest.mark.parametrize("setting", declared.ALL, ids=lambda setting: setting.name)
def test_each_setting_takes_what_is_allowed_and_names_itself_otherwise(
    setting: declared.Declared[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    _default = setting.value
    monkeypatch.setenv(setting.name, "  ")
    assert setting.value == _default, "empty is as not set"
    taken, refused = VALUES[setting.name]
    for text in taken:
        monkeypatch.setenv(setting.name, text)
        assert setting.value != "", text
    for text in refused:
        monkeypatch.setenv(setting.name, text)
        with pytest.raises(ImproperlyConfigured, match=f"^{setting.name}: .* Allowed is") as error:
            _value = setting.value
        assert not setting.secret or text not in str(error.value)


def test_everything_wrong_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MATCHSLIP_HTTPS", "maybe")
    monkeypatch.setenv("MATCHSLIP_MAIL", "smtp://mail.example")
    monkeypatch.setenv("MATCHSLIP_SECONDFACTOR", "required")
    monkeypatch.setenv("MATCHSLIP_COLOUR", "red")
    with pytest.raises(ImproperlyConfigured) as error:
        declared.check()
    assert str(error.value).splitlines() == [
        "MATCHSLIP_HTTPS: “maybe” is not allowed. Allowed is 1 or 0.",
        "MATCHSLIP_MAIL needs MATCHSLIP_MAIL_FROM: an email address.",
        "MATCHSLIP_MAIL needs MATCHSLIP_SITE: an address such as https://swiss.example.",
        "MATCHSLIP_SECONDFACTOR is not a setting. Did you mean MATCHSLIP_SECOND_FACTOR?",
    ]


def test_unknown_names_are_reported_and_those_of_a_cluster_are_none() -> None:
    names = ("MATCHSLIP_SIDE", "MATCHSLIP_COLOUR", "MATCHSLIP_PORT_8000_TCP_ADDR", "HOME")
    cluster = ("MATCHSLIP_SERVICE_HOST", "MATCHSLIP_PORT", "MATCHSLIP_SERVICE_PORT_HTTP")
    unknown = declared.unknown_names(dict.fromkeys((*names, *cluster), "1"))
    assert unknown == {"MATCHSLIP_COLOUR": "", "MATCHSLIP_SIDE": "MATCHSLIP_SITE"}


def started(var: Path, *command: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "MATCHSLIP_VAR": str(var), **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_a_wrong_setting_stops_every_command_with_a_sentence(tmp_path: Path) -> None:
    done = started(tmp_path, "check", MATCHSLIP_SECOND_FACTOR="yes")
    assert done.returncode == 1
    assert done.stderr == (
        "MATCHSLIP_SECOND_FACTOR: “yes” is not allowed. Allowed is required or optional.\n"
    )


def test_a_folder_of_somebody_else_says_whose_it_may_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(_path: Path) -> str:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(settings, "kept_secret", closed)
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path / "the shop's var")
    with pytest.raises(ImproperlyConfigured) as error:
        settings._secret_key()
    assert "can't be read or written: Permission denied" in str(error.value)
    assert str(error.value).endswith(shlex.quote(str(tmp_path / "the shop's var")))


def test_a_file_in_the_place_of_the_folder_is_named(tmp_path: Path) -> None:
    place = tmp_path / "var"
    place.write_text("no folder")
    done = started(place, "check")
    assert done.returncode == 1
    assert f"{place} can't be read or written: " in done.stderr
    assert done.stderr.endswith("Name a folder that can be written: MATCHSLIP_VAR=folder\n")
    assert "Traceback" not in done.stderr


def test_a_database_that_does_not_answer_is_a_sentence(tmp_path: Path) -> None:
    nobody_there = "postgres://root:secret@127.0.0.1:1/matchslip"
    done = started(tmp_path, "serve", "--no-demo", DATABASE_URL=nobody_there)
    assert done.returncode == 1
    assert "The database does not answer: " in done.stderr
    assert done.stderr.endswith("Start the database, or correct DATABASE_URL.\n")
    assert "Traceback" not in done.stderr
    assert "secret" not in done.stderr
