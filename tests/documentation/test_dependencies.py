"""docs/reference/dependencies.md says what each library of an installation is for."""

import re
import tomllib

from packaging.requirements import Requirement

from tests.shared import ROOT

PAGE = ROOT / "docs/reference/dependencies.md"


def test_every_library_has_its_line() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked_for = {Requirement(line).name for line in project["dependencies"]}
    listed = re.findall(
        r"^\| ([\w-]+) \| (?:\d+|below 1) \|", PAGE.read_text("utf-8"), re.MULTILINE
    )
    assert len(listed) == len(set(listed))
    assert set(listed) == asked_for
