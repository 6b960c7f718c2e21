"""The lines of a pasted text that are one player or team each."""

import re
from collections.abc import Sequence
from itertools import pairwise

from domain.names import fold
from events.roster.parsing.asides import undecorated
from events.roster.parsing.column_words import is_title
from events.roster.parsing.fields import (
    GAP,
    LONGEST_LINE,
    SEPARATORS,
    cut,
    given_share,
    is_email,
    is_name,
    narrow,
)
from interchange.tables.clearing import without_markup
from interchange.tables.quoted_lines import whole_lines
from interchange.texts import BREAK
from interchange.workbooks import without_breaks

Row = tuple[int, str]
# The fewest names on a single line; fewer could be a person with a note.
LEAST_IN_ONE_LINE = 3
# The fewest messages, or addresses on lines of their own, and the most titles above them.
LEAST_MESSAGES, MOST_TITLES = 2, 3
# Names side by side: the share of lines with all names, and of names that begin with a given name.
MOST_FULL, LEAST_GIVEN = 0.6, 0.4
# Fewer names may be in order by chance.
LEAST_SORTED = 6
# "[20/11/26, 19:01:22] Ada Falk: I'm in"
_MESSAGE = re.compile(
    r"\s*\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?\]?"
    r"\s*(?:[-–]\s*)?(?P<sender>[^:\t]{2,40}):\s+(?P<text>\S.*)",
    re.I,
)
# Before the last name of a sentence.
_AND = re.compile(r"\s(?:and|und|et|e|y|en|og|och|i|&)\s")
# "Ada Falk  9:14 AM", "Ada Falk — Today at 9:14 AM": above a message.
_SENDER = re.compile(
    r"\s*(?P<sender>[^\W\d_][^:\t]{1,39}?)(?:\s{2,}|\s*[—–]\s*|\t)(?:[^\W\d_]+ (?:at|um|à) )?"
    r"\d{1,2}:\d{2}(?:\s?[ap]\.?m\.?)?\s*",
    re.I,
)
_BETWEEN_ADDRESSES = re.compile(r"(?<=[>＞])\s*[,;、]\s*")


def rows_of(text: str, seats: int = 0) -> list[Row]:
    """Return the lines that are not empty, with their numbers from 1.

    Addresses of one line, "Ada Falk <ada@example.org>, Bo Lind <…>", and a list of whole names
    that was typed in one line are a line each then; so is a team whose members are below it.
    """
    rows = [
        (number, line)
        for number, line in enumerate(_without_breaks(_plain_lines(text)), 1)
        if line.strip(" \t,;|")
    ]
    if seats:
        return _blocks(_bounded(rows), seats)
    several = [
        (number, part)
        for number, line in rows
        for part in (_BETWEEN_ADDRESSES.split(line) if len(line) <= LONGEST_LINE else [line])
        if part.strip()
    ]
    if len(several) > len(rows):
        return _bounded([(number, line) for number, (_old, line) in enumerate(several, 1)])
    people = [row for row in rows if not is_title(row[1][:LONGEST_LINE])]
    # "Players: Ada Falk, Bo Lind and Cy Moe"
    people = people or rows[:1]
    if len(people) > 1 and (split := beside_each_other([line for _n, line in people])):
        first = people[0][0]
        titles = [(number, line) for number, line in rows if number < first]
        return [*titles, *enumerate(split, first)]
    apart = _in_one_line(people[0][1]) if len(people) == 1 else []
    if apart:
        place = rows.index(people[0])
        lines = [
            *(line for _n, line in rows[:place]),
            *apart,
            *(line for _n, line in rows[place + 1 :]),
        ]
        return list(enumerate(lines, 1))
    return _bounded(rows)


def _without_breaks(lines: list[str]) -> list[str]:
    """Join lines that a quoted cell splits; what is below each name becomes a cell of its own."""
    joined = whole_lines(lines, BREAK)
    if not any(BREAK in line for line in joined):
        return joined
    mark = next((mark for mark in SEPARATORS if any(mark in line for line in joined)), "")
    rows = without_breaks([cut(line, mark) for line in joined])
    return ["\t".join(row).rstrip() if len(row) > 1 else "".join(row) for row in rows]


def _plain_lines(text: str) -> list[str]:
    lines = [without_markup(line) for line in text.lstrip("\ufeff").splitlines()]
    return _with_addresses(_of_chat(_below_senders(lines)))


def _below_senders(lines: list[str]) -> list[str]:
    """Join the messages of a chat with the names above them, if the text begins with a sender."""
    filled = [at for at, line in enumerate(lines) if line.strip()]
    hits = {at: hit for at in filled if (hit := _SENDER.fullmatch(lines[at]))}
    if len(hits) < LEAST_MESSAGES or filled[0] not in hits or len(hits) == len(filled):
        return lines
    joined = [""] * len(lines)
    sender = 0
    for at in filled:
        if at in hits:
            sender, joined[at] = at, hits[at]["sender"]
        else:
            joined[sender] += f" - {lines[at].strip()}"
    return joined


def _of_chat(lines: list[str]) -> list[str]:
    """Return the messages of a chat's export without times; each player wrote one, or one all."""
    hits = [_MESSAGE.fullmatch(line) for line in lines if line.strip()]
    sent = [hit for hit in hits if hit]
    if len(sent) < LEAST_MESSAGES or len(sent) < len(hits):
        return lines
    senders = {hit["sender"] for hit in sent}
    own = len(senders) == len(sent)
    if not own and len(senders) > 1:
        return lines
    pattern = r"\g<sender> - \g<text>" if own else r"\g<text>"
    return [_MESSAGE.sub(pattern, line) for line in lines]


def _with_addresses(lines: list[str]) -> list[str]:
    """Join each name with the address on the line below it, if the whole list is like that."""
    filled = [at for at, line in enumerate(lines) if line.strip()]
    mails = [at for at in filled if is_email(lines[at])]
    names = [filled[filled.index(at) - 1] for at in mails if at != filled[0]]
    if len(mails) < LEAST_MESSAGES or len(names) < len(mails) or {*names} & {*mails}:
        return lines
    # A title may be above the first name.
    if len(filled) > 2 * len(mails) + MOST_TITLES:
        return lines
    joined = [*lines]
    for name, mail in zip(names, mails, strict=True):
        joined[name] = f"{lines[name].rstrip()} <{lines[mail].strip()}>"
        joined[mail] = ""
    return joined


def _bounded(rows: list[Row]) -> list[Row]:
    """Truncate lines that are too long to be read, so that reading takes linear time."""
    return [(number, line[: LONGEST_LINE + 1]) for number, line in rows]


def _in_one_line(line: str) -> list[str]:
    text = narrow(line)
    _title, colon, behind = text.partition(":")
    for piece in (behind, text) if colon else (text,):
        for mark in (",", ";", "|", "/", "・"):
            parts = [*piece.split(mark)]
            parts[-1:] = _AND.split(parts[-1])
            parts = [undecorated(part).strip(" .\t\u3000") for part in parts]
            parts = [part for part in parts if part]
            if max(map(len, parts), default=0) > LONGEST_LINE:
                continue
            if len(parts) >= LEAST_IN_ONE_LINE and all(map(_is_whole_name, parts)):
                return parts
    return []


def beside_each_other(lines: Sequence[str]) -> list[str]:
    """Return the names of a list that has several in each line, column by column, else nothing.

    Both columns are whole names, and a sign shows that both are people: given names, commas
    ("Quill, Ada"), numbers before them, or an order of the alphabet that goes on from one column to
    the next. A club, a deck or the other part of a name has none of them.
    """
    for pattern in (r"\t", ";", r"\|", GAP):
        rows = [[part.strip() for part in re.split(pattern, line.strip())] for line in lines]
        names = [[undecorated(part) for part in row if not part.isdigit()] for row in rows]
        names = [list(filter(None, row)) for row in names]
        wide = max(map(len, names))
        if wide < 2 or not all(_is_whole_name(part) for row in names for part in row):
            continue
        full = [row for row in names if len(row) == wide]
        if len(full) < MOST_FULL * len(lines):
            continue
        columns = [[row[at] for row in names if at < len(row)] for at in range(wide)]
        numbers = [[int(part) for part in row if part.isdigit()] for row in rows]
        counted = [row[at] for at in range(wide) for row in numbers if at < len(row)]
        all_names = [name for column in columns for name in column]
        numbered = len(counted) == len(all_names) and all(a < b for a, b in pairwise(counted))
        if numbered or _are_people(columns) or _are_sorted(all_names):
            return all_names
    return []


def _are_people(columns: Sequence[Sequence[str]]) -> bool:
    """Return whether all columns have given names, or all names are like "Quill, Ada"."""
    family_first = all("," in name for column in columns for name in column)
    shares = [given_share(name.split()[0] for name in column) for column in columns]
    return family_first or min(shares) >= LEAST_GIVEN


def _are_sorted(names: Sequence[str]) -> bool:
    """Return whether so many names are in the order of the alphabet, by their first or last word.

    A column beside names in that order is in it only by chance.
    """
    return len(names) >= LEAST_SORTED and any(
        all(a <= b for a, b in pairwise([fold(name.split()[at]) for name in names]))
        for at in (0, -1)
    )


def _is_whole_name(part: str) -> bool:
    several = (
        " " in part or "\u3000" in part or (not part.isascii() and part.isalpha() and len(part) > 2)
    )
    return is_name(part) and several


def _blocks(rows: list[Row], seats: int) -> list[Row]:
    """Join a team and the lines of its members below it, "Red:", "- Anna", into one line."""
    matched: list[Row] = []
    at = 0
    while at < len(rows):
        number, line = rows[at]
        members = [undecorated(piece).strip() for _number, piece in rows[at + 1 : at + 1 + seats]]
        title = undecorated(line).strip(" *_#")
        if (
            title.endswith((":", "："))
            and len(members) == seats
            and all(map(is_name, members))
            and not any(mark in member for member in members for mark in ",;\t|/:")
        ):
            matched.append((number, f"{title} {', '.join(members)}"))
            at += 1 + seats
        else:
            matched.append((number, line))
            at += 1
    return matched
