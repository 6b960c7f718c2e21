"""Clear chats and lists of senders, and read byes below a word for a bye."""

import re
from collections.abc import Callable, Iterator, Sequence

from interchange.tables.column_words import RESULT_WORDS, SECTIONS, compact
from interchange.tables.plausibility import is_plausible_name

MOST = 0.8
_DATE = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
_TIME = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?m\.?)?"
# "[27/11/2026, 19:03] Hans: ", "27.11.26, 19:03 - Hans: ", "19:03 Hans<tab>"
_SENDER = re.compile(
    rf"\s*(?:\[?(?:{_DATE},?\s+)?{_TIME}\]?\s*(?:[-–]\s*)?[^:\t\n]{{1,40}}(?::\s|\t)\s*)", re.I
)
# "Hans  7:03 PM", "Hans — Today at 19:03": on a separate line.
_HEAD = re.compile(
    rf"\s*[^\d\t:]{{1,40}}?\s*(?:[—–-]\s*)?(?:(?:today|yesterday|heute|gestern|aujourd.hui|hier|hoy"
    rf"|ayer|oggi|ieri|hoje|ontem)\s*(?:at|um|à|a las|alle|às)?\s*|{_DATE},?\s+)?\b{_TIME}\s*",
    re.I,
)
# "Hans, [28.11.26 19:03]", "Hans — Today at 19:03": a head beyond doubt, even alone.
_DATED_HEAD = re.compile(
    rf"\s*[^\d\t:\[]{{1,40}}?,\s*\[{_DATE},?\s+{_TIME}\]\s*"
    rf"|\s*[^\d\t:]{{1,40}}?\s*[—–-]\s*(?:today|yesterday)\s+at\s+{_TIME}\s*",
    re.I,
)
_ALONE = re.compile(rf"\s*(?:today at\s+)?{_TIME}\s*", re.I)
_EDITED = re.compile(r"\s*\((?:edited|bearbeitet|modifié|editado|modificato)\)\s*", re.I)
_BYES = RESULT_WORDS["bye"] | {f"{word}s" for word in RESULT_WORDS["bye"]}
_PARTS = re.compile(r"\s*(?:[,;、，]|\s(?:&|and|und|et|y|e)\s)\s*")
# "Byes: Ada Quill, Ben Rook"
_LABELLED = re.compile(r"(?P<label>[^:：]{2,30})\s*[:：]\s*(?P<names>\S.*)")
# "Seat 1: Ada Quill", and "Pod 1" above it.
_SEATED = re.compile(r"(?P<word>[^\W\d_]{1,12})\s*#?\d{1,3}\s*[.:：)–-]\s*(?P<name>\S.*)")
_POD = re.compile(r"(?P<word>[^\W\d_]{1,12})\s*#?\d{1,3}\s*[.:：]?")
_SEATS = frozenset(map(compact, (*SECTIONS["seat"], *SECTIONS["name"])))
_PODS = frozenset(map(compact, (*SECTIONS["table pod"], *SECTIONS["table table"])))


def without_seats(lines: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return only the names after "Seat 1:", if every line is such a seat or a pod's title."""
    hits = [(at, _SEATED.fullmatch(line.strip()), line) for at, line in lines]
    seated = [
        (at, hit["name"]) for at, hit, _line in hits if hit and compact(hit["word"]) in _SEATS
    ]
    titles = [
        pod
        for _at, hit, line in hits
        if not hit and (pod := _POD.fullmatch(line.strip())) and compact(pod["word"]) in _PODS
    ]
    return seated if seated and len(seated) + len(titles) == len(lines) else [*lines]


def without_senders(lines: Sequence[str]) -> list[str]:
    """Remove date, time and sender from lines of a chat, if nearly all begin with them."""
    if any(map(_DATED_HEAD.fullmatch, lines)):
        lines = ["" if _DATED_HEAD.fullmatch(line) else line for line in lines]
        lines = ["" if _EDITED.fullmatch(line) else line for line in lines]
    times = [at for at, line in enumerate(lines) if _ALONE.fullmatch(line)]
    if len(times) > 1:
        # "7:03 PM" below the sender's name.
        gone = {*times} | {at - 1 for at in times if at}
        lines = ["" if at in gone else line for at, line in enumerate(lines)]
    heads = [line for line in lines if _HEAD.fullmatch(line)]
    if len(heads) > 1:
        lines = ["" if _HEAD.fullmatch(line) else line for line in lines]
    filled = [line for line in lines if line.strip()]
    sent = sum(bool(_SENDER.match(line)) for line in filled)
    if sent < 2 or sent < MOST * len(filled):
        return [*lines]
    return [_SENDER.sub("", line, count=1) for line in lines]


def with_byes(lines: Sequence[str], is_footer: Callable[[str], bool]) -> Iterator[tuple[int, str]]:
    """Yield numbered lines; each name below or after a word for a bye becomes its own line.

    A footer of the page ends the names below such a word.
    """
    below = False
    for at, line in enumerate(lines, start=1):
        plain = line.strip(" \t*_-•·#")
        if compact(plain) in _BYES:
            below = True
            yield at, ""
            continue
        hit = _LABELLED.fullmatch(plain)
        names = _PARTS.split(hit["names"]) if hit and compact(hit["label"]) in _BYES else []
        below = below and not is_footer(line)
        if below and plain and is_plausible_name(plain):
            names = [plain]
        elif plain and not names:
            below = False
        if names and all(map(is_plausible_name, names)):
            yield from ((at, f"{name}: bye") for name in names)
        else:
            yield at, line
