"""Rate limits: one table, each limit counted by its key, and the page that lists them."""

import re

import pytest

from events.core.players.waiting_list import CROWD, CROWD_SECONDS, RUSH, RUSH_SECONDS
from events.web.rate_limits import LIMITS, MOST_KEYS, RateLimit
from tests.shared import ROOT

PAGE = ROOT / "docs" / "reference" / "security.md"
MODULE = ROOT / "events" / "web" / "rate_limits.py"


@pytest.mark.usefixtures("rate_limits")
def test_a_key_may_ask_again_after_a_while() -> None:
    limit = RateLimit("pages", 2, 10, "address")
    assert [limit.allows("a", now) for now in (0, 1, 2, 10.5, 11.5)] == [
        True, True, False, True, True,
    ]  # fmt: skip
    # However many keys send requests, only a few are remembered.
    for number in range(MOST_KEYS):
        limit.allows(f"b{number}", 12)
    assert limit.allows("a", 12)


def test_every_limit_is_in_the_table_and_in_use() -> None:
    source = MODULE.read_text("utf-8")
    named = re.findall(r"^([A-Z_]+) = RateLimit\(", source, re.MULTILINE)
    table = re.findall(r"^    ([A-Z_]+),$", source[source.index("LIMITS = (") :], re.MULTILINE)
    assert named == table
    others = [path.read_text("utf-8") for path in (ROOT / "events").rglob("*.py") if path != MODULE]
    for name in named:
        # Imported and then referred to.
        assert any(len(re.findall(rf"\b{name}\b", text)) > 1 for text in others), name
    assert not [text for text in others if "RateLimit(" in text]


def test_the_page_on_security_has_the_table() -> None:
    rows = [
        f"| {limit.name} | {limit.key} | {limit.most} in {_period(limit.seconds)} | "
        for limit in LIMITS
    ]
    table = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| ")]
    start = next(at for at, line in enumerate(table) if line.startswith("| limit on "))
    listed = table[start + 1 : start + 1 + len(LIMITS)]
    for limit, row, line in zip(LIMITS, rows, listed, strict=True):
        assert line.startswith(row)
        assert str(limit.words) in line
    crowd = f"{CROWD} in {_period(CROWD_SECONDS)} or {RUSH} in {_period(RUSH_SECONDS)}"
    assert f"after {crowd}." in PAGE.read_text("utf-8")


def _period(seconds: float) -> str:
    for name, length in (("day", 86_400), ("minute", 60)):
        count, rest = divmod(seconds, length)
        if count and not rest:
            return f"{count:.0f} {name}" + ("s" if count > 1 else "")
    return f"{seconds:.0f} seconds"
