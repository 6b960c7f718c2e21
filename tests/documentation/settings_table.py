"""The table of the settings in the reference, from their declarations.

python -m tests.documentation.settings_table
"""

from config.declared import ALL
from tests.shared import ROOT

PAGE = ROOT / "docs" / "reference" / "server.md"
BEGIN, END = "<!-- settings -->", "<!-- end of settings -->"


def table() -> str:
    """Return the table as the page has it."""
    rows = ["| variable | meaning | allowed | default |", "|---|---|---|---|"]
    rows += [
        f"| `{declared.name}` | {declared.meaning} | {declared.allowed} | {declared.shown} |"
        for declared in ALL
    ]
    return "\n".join(rows)


def with_table(text: str) -> str:
    """Return the page with the table of today."""
    before, _begin, rest = text.partition(BEGIN)
    _old, _end, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{table()}\n\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text("utf-8")), "utf-8")
