"""Serve the guides of docs/ as pages, and find the part that concerns a staff page."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils.html import escape
from django.utils.safestring import SafeString

# Guides on the site, by the name in their address.
GUIDES = {
    "scorekeeper": "how-to/scorekeeper.md",
    "players": "how-to/players.md",
    "streams": "how-to/streams.md",
    "convention": "convention.md",
    "organisations": "how-to/organisations.md",
    "commander": "how-to/commander.md",
    "moving-here": "how-to/moving-here.md",
}
# Guides in other languages, with the same headings in the same order.
TRANSLATED = {
    ("scorekeeper", "ja"): "how-to/scorekeeper.ja.md",
    ("players", "ja"): "how-to/players.ja.md",
    ("streams", "ja"): "how-to/streams.ja.md",
    ("convention", "ja"): "convention.ja.md",
    ("organisations", "ja"): "how-to/organisations.ja.md",
    ("commander", "ja"): "how-to/commander.ja.md",
    ("moving-here", "ja"): "how-to/moving-here.ja.md",
}
# Address names of staff pages, with the section of the guide about them.
PARTS: dict[str, str] = {
    "scorekeeper#a-round": "desk round pods stage-pods bracket",
    "scorekeeper#the-entry-box": "table enter sources reading",
    "scorekeeper#go-anywhere-by-keyboard": "find keys",
    "scorekeeper#several-events-at-once": "room floor-areas",
    "scorekeeper#completing-a-round": "complete preflight check-tables",
    "scorekeeper#paper-judges-announcements": (
        "paper floor announcements announcement penalties penalty penalty-give penalty-find "
        "investigations appeals appeal clock preparation draft-call decks deck deck-checks "
        "archetypes print-seats hand-over pools pool"
    ),
    "scorekeeper#players-who-drop-arrive-late-or-return": (
        "roster player roster-paste roster-check-in roster-drop-absent enroll personal"
    ),
    "scorekeeper#mistakes": "correct plans journal",
    "scorekeeper#the-end": (
        "standings standings-after explain report report-live export prizes prize-list stages "
        "stage cut announced"
    ),
    "scorekeeper#settings-and-staff": ("new settings settings-group staff tokens delete-event"),
    "players#sign-up": "sign-ups sign-up sign-up-settings eligibility",
    "players#the-player-link": "phones phones-print",
    "players#public-names": "names alias",
    "players#decklists": "shown-lists",
    "streams#overlays": "stream stream-scene feature integrations integration",
    "convention#venue": "venues venue",
    "convention#how-an-event-gets-tables": "venue-rooms venue-room",
    "convention#day": "events day-floor day-queues staff-board staff-board-list",
    "convention#badges": "badges badge",
    "convention#on-demand-queues": (
        "on-demand on-demand-new on-demand-change on-demand-add on-demand-stand on-demand-tickets"
    ),
    "convention#series": "series-list series series-new series-change",
    "organisations#begin": (
        "organisations organisation organisation-tokens organisation-integrations "
        "organisation-integration"
    ),
    "organisations#invite-people": "organisation-member",
    "organisations#show-the-events": "organisation-look logo",
    "moving-here#import-an-event": "import",
    "moving-here#take-over-a-running-event": "take-over",
}
# The same for events at tables of four, whose results and cuts are other ones.
PARTS_AT_TABLES: dict[str, str] = {
    "commander#each-round": "desk round",
    "commander#results-at-the-desk": "table enter sources reading",
    "commander#a-cut": "bracket stages stage cut",
}
_PART_OF = {page: part for part, pages in PARTS.items() for page in pages.split()}
_PART_AT_TABLES = _PART_OF | {
    page: part for part, pages in PARTS_AT_TABLES.items() for page in pages.split()
}
_LINK = re.compile(r"!?\[([^\]]*)\]\(([^)\s]+)\)")
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_HEADING = re.compile(r'(?<=<h\d )id="[^"]*"')
_ITEM = re.compile(r"(?:- |\d+\. )")
# From here on, characters are Japanese; the punctuation comes first.
_JAPANESE = 0x3000


def part_of(page: str, *, at_tables: bool = False) -> tuple[str, str]:
    """Return the guide and heading for a page; the first guide for an unknown page.

    `at_tables`: of an event at tables of four.
    """
    parts = _PART_AT_TABLES if at_tables else _PART_OF
    guide, _hash, heading = parts.get(page, "scorekeeper").partition("#")
    return guide, heading


def language_of(guide: str, wanted: str) -> str:
    """Return the language in which a guide is shown to a reader; English without a translation."""
    return wanted if (guide, wanted) in TRANSLATED else "en"


@cache
def guide_html(guide: str, language: str = "en") -> SafeString:
    """Return a guide of this release as HTML.

    The headings of a translation have the anchors of the English ones, so that links work.
    """
    html = _html_of(TRANSLATED.get((guide, language), GUIDES[guide]))
    if (guide, language) not in TRANSLATED:
        return SafeString(html)
    names = iter(_HEADING.findall(_html_of(GUIDES[guide])))
    return SafeString(_HEADING.sub(lambda _heading: next(names), html))


def _html_of(file: str) -> str:
    path = Path(settings.BASE_DIR) / "docs" / file
    return "\n".join(_blocks(path.read_text(encoding="utf-8").splitlines()))


def anchor(heading: str) -> str:
    """Return a heading's anchor."""
    return re.sub(r"[^\w]+", "-", heading.lower()).strip("-")


def _blocks(lines: Sequence[str]) -> Iterator[str]:
    at = 0
    while at < len(lines):
        end = at + 1
        first = lines[at]
        if not first.strip():
            at = end
            continue
        if first.startswith("```"):
            while end < len(lines) and not lines[end].startswith("```"):
                end += 1
            yield _code(lines[at + 1 : end])
            at = end + 1
            continue
        while end < len(lines) and lines[end].strip() and not first.startswith("#"):
            end += 1
        yield _block(lines[at:end])
        at = end


def _block(lines: Sequence[str]) -> str:
    first = lines[0]
    if first.startswith("#"):
        level = len(first) - len(first.lstrip("#"))
        title = first[level:].strip()
        return f'<h{level} id="{anchor(title)}">{_inline(title)}</h{level}>'
    if first.startswith("    "):
        return _code([line[4:] for line in lines])
    if first.startswith("|"):
        return _table(lines)
    if _ITEM.match(first):
        return _list(lines)
    return f"<p>{_inline(_joined(*lines))}</p>"


def _joined(*lines: str) -> str:
    """Return lines joined into one; Japanese is joined without spaces."""
    text = ""
    for line in lines:
        is_japanese = bool(text) and ord(text[-1]) >= _JAPANESE and ord(line[0]) >= _JAPANESE
        text += line if is_japanese or not text else f" {line}"
    return text


def _code(lines: Sequence[str]) -> str:
    return f"<pre><code>{escape(chr(10).join(lines))}</code></pre>"


def _list(lines: Sequence[str]) -> str:
    items: list[list[str]] = []
    for line in lines:
        text = line.strip()
        if _ITEM.match(line):
            items.append([_ITEM.sub("", line, count=1)])
        elif _ITEM.match(text):
            items[-1].append(_ITEM.sub("", text, count=1))
        else:
            items[-1][-1] = _joined(items[-1][-1], text)
    tag = "ul" if lines[0].startswith("- ") else "ol"
    return f"<{tag}>{''.join(map(_item, items))}</{tag}>"


def _item(parts: Sequence[str]) -> str:
    """Return a list item with its nested items."""
    below = "".join(f"<li>{_inline(part)}</li>" for part in parts[1:])
    return f"<li>{_inline(parts[0])}{f'<ul>{below}</ul>' if below else ''}</li>"


def _table(lines: Sequence[str]) -> str:
    rows = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines]
    heads = "".join(f'<th scope="col">{_inline(cell)}</th>' for cell in rows[0])
    body = "".join(
        f"<tr>{''.join(f'<td>{_inline(cell)}</td>' for cell in row)}</tr>" for row in rows[2:]
    )
    return (
        f'<div class="scroll"><table class="data"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _inline(text: str) -> str:
    """Return inline marks as HTML: code, bold, links to served guides."""
    parts = text.split("`")
    return "".join(
        f"<code>{escape(part)}</code>" if place % 2 else _marked(part)
        for place, part in enumerate(parts)
    )


def _marked(text: str) -> str:
    linked = _LINK.sub(_link, escape(text))
    return _BOLD.sub(r"<strong>\1</strong>", linked)


def _link(match: re.Match[str]) -> str:
    words, target = match[1], match[2]
    path, _hash, heading = target.partition("#")
    served = {Path(file).name: guide for guide, file in GUIDES.items()}
    guide = served.get(Path(path).name) if path else ""
    if match[0].startswith("!") or guide is None:
        return words
    there = f"../{guide}/" if guide else ""
    return f'<a href="{there}{f"#{heading}" if heading else ""}">{words}</a>'
