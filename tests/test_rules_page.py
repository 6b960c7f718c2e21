"""docs/reference/rules.md names a test for every rule, and that test is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
NAMED = re.compile(r"`(test_\w+)::(\w+)`")


def test_every_rule_has_a_test_that_is_there() -> None:
    page = (ROOT / "docs" / "reference" / "rules.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    without = [row for row in rows if not row.endswith("| test |") and not NAMED.search(row)]
    assert not without
    there = {
        (path.stem, name)
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def test_(\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert set(NAMED.findall(page)) <= there, set(NAMED.findall(page)) - there
