"""docs/reference/questions.md as values: by heading its screens, calls, codes and their answers."""

import re
from dataclasses import dataclass, field

from tests.shared import ROOT

DOCUMENT = ROOT / "docs" / "reference" / "questions.md"


@dataclass
class Section:
    """The lines below a heading; `answers`: those of a code."""

    screens: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    answers: dict[str, set[str]] = field(default_factory=dict)


def _sections() -> dict[str, Section]:
    sections: dict[str, Section] = {}
    section = Section()
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = sections.setdefault(line[3:], Section())
        elif line.startswith("Screen"):
            on_screens, _call, by_calls = line.partition("call")
            section.screens |= set(re.findall(r"`([\w-]+)`", on_screens))
            section.calls |= set(re.findall(r"`([\w-]+)`", by_calls))
        elif row := re.match(r"\| `([\w-]+)` \|.*\|(.*)\|", line):
            section.answers[row[1]] = set(re.findall(r"`([\w-]+)`", row[2]))
    return sections


SECTIONS = _sections()
