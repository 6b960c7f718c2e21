"""A message names a command as its reader types it."""

import sys

import pytest

from domain.own_command import typed, typed_serve


@pytest.mark.parametrize(
    ("started", "restore", "serve"),
    [
        (
            "/a clone/matchslip/manage.py",
            "/usr/bin/python manage.py restore 'the shop'\"'\"'s.zip'",
            "make run PORT=8001",
        ),
        (
            "/env/bin/matchslip",
            "matchslip restore 'the shop'\"'\"'s.zip'",
            "matchslip serve --port 8001",
        ),
        (
            "/env/site-packages/matchslip/__main__.py",
            "matchslip restore 'the shop'\"'\"'s.zip'",
            "matchslip serve --port 8001",
        ),
    ],
)
def test_commands_are_those_of_a_clone_or_of_the_package(
    monkeypatch: pytest.MonkeyPatch, started: str, restore: str, serve: str
) -> None:
    monkeypatch.setattr(sys, "argv", [started, "serve"])
    monkeypatch.setattr(sys, "executable", "/usr/bin/python")
    assert typed("restore", "the shop's.zip") == restore
    assert typed_serve(port=8001) == serve


def test_the_program_names_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/the shop/matchslip")
    assert typed("backup") == "'/the shop/matchslip' backup"
