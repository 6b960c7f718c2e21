"""The page on trust and promises: each section names the tests that hold it, and they exist."""

import re

from tests.shared import ROOT

PAGE = ROOT / "docs" / "reference" / "security.md"
# Sections with measurements or links.
WITHOUT_TESTS = {"Measured"}
NAMED = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")


def test_each_section_names_tests_that_exist() -> None:
    without, missing = [], []
    for section in PAGE.read_text("utf-8").split("\n## ")[1:]:
        title = section.partition("\n")[0]
        named = NAMED.findall(section)
        if title not in WITHOUT_TESTS and not (named or "`tests/" in section):
            without.append(title)
        for path, name in named:
            text = (ROOT / path).read_text("utf-8") if (ROOT / path).exists() else ""
            if not text or (name and not re.search(rf"^\s*def {name}\(", text, re.MULTILINE)):
                missing.append(f"{path}::{name}")
    assert (without, missing) == ([], [])
