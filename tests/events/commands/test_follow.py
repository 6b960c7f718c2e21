"""The command that makes a second laptop follow."""

import shlex
import shutil
import subprocess

import pytest

from events.management.commands.follow import Command
from tests.shared import ROOT


@pytest.mark.parametrize("token", ["sUnny", "-dark", "--darker="])
def test_a_token_may_begin_with_any_of_its_characters(token: str) -> None:
    if shutil.which("make") is None:
        pytest.skip("make, which runs the command, is not installed")
    shown = subprocess.run(
        ["make", "-n", "follow", "DESK=http://127.0.0.1:1/", f"TOKEN={token}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    [line] = [line for line in shown.stdout.splitlines() if "manage.py follow" in line]
    typed = shlex.split(line.partition("manage.py follow")[2])
    assert Command().create_parser("manage.py", "follow").parse_args(typed).token == token
