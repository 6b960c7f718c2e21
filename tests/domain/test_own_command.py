"""A message names a command as its reader types it."""

import sys

import pytest

from domain.own_command import PACKAGE, named, typed, typed_serve


@pytest.mark.parametrize(
    ("package", "restore", "serve", "backup"),
    [
        (
            "",
            "/usr/bin/python manage.py restore 'the shop'\"'\"'s.zip'",
            "make run PORT=8001",
            "manage.py backup",
        ),
        (
            "1",
            "matchslip restore 'the shop'\"'\"'s.zip'",
            "matchslip serve --port 8001",
            "matchslip backup",
        ),
    ],
)
def test_commands_are_those_of_a_clone_or_of_the_package(
    monkeypatch: pytest.MonkeyPatch, package: str, restore: str, serve: str, backup: str
) -> None:
    if package:
        monkeypatch.setenv(PACKAGE, package)
    else:
        monkeypatch.delenv(PACKAGE, raising=False)
    monkeypatch.setattr(sys, "executable", "/usr/bin/python")
    assert typed("restore", "the shop's.zip") == restore
    assert typed_serve(port=8001) == serve
    assert named("backup") == backup


def test_the_program_names_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/the shop/matchslip")
    assert typed("backup") == "'/the shop/matchslip' backup"
