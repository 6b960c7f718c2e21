"""Changes in the preview of a list, and the meaning that each part of a line was given."""

import hashlib
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from domain.names import clean_name
from events.core.players.player_entries import NewEnrollment
from events.roster.parsing.absences import says_away
from events.roster.parsing.listed_players import PreviewLine, turned_name
from events.roster.parsing.people import RosterLine
from interchange.tables.plausibility import is_plausible_name

Words = str | Promise

_LINE_NUMBER = re.compile(r"\d{1,4}")
# Mentions, ticks, words of consent, pronouns and forms of address are not part of a name.
_NO_PART = re.compile(
    r"@.*|x|ok|(?:un)?paid|yes|done|ja|bezahlt|bet[a]{1,2}ld|payé|pagad?t?o|confirmed|dropped|late|tbc"
    r"|(?:vip|guest|gast|invité|invitado|ospite)\s*:?|\w+(?:\s?/\s?\w+)+"
    r"|(?:(?:mr|mrs|ms|mx|miss|dr|prof|herr|frau|mme|mlle|sig|sra|ing|dipl|m|sr|hr|fr)\.?\s*)+"
    r"|(?:さん|さま|様|氏|選手|님|선수).*",
    re.I,
)
LEAST_LETTERS = 2
_ODD = re.compile(r"[€$£¥+=<>~*|?\\\[\]]|:\s|\s/\s|\d[.:/]\d")
# "Ada & Ben": two people, in an event without teams.
_TWO = re.compile(r"\S\s*&\s*\S|\s(?:and|und)\s")


@dataclass(frozen=True, slots=True)
class Edits:
    """Names that a person typed in the preview, and the lines that they left out, by number.

    `read` has the names as the page showed them and `digest` the list of that page: a name that
    was not touched is read again, and in another list a number means another player.
    """

    names: Mapping[int, str] = field(default_factory=dict)
    read: Mapping[int, str] = field(default_factory=dict)
    left_out: frozenset[int] = frozenset()
    put_back: frozenset[int] = frozenset()
    digest: str = ""

    def typed(self, number: int) -> str | None:
        """Return the name that a person typed for a line; None where they changed nothing."""
        name = clean_name(self.names.get(number, ""))
        return name if name and name != clean_name(self.read.get(number, "")) else None

    def applied(self, line: RosterLine) -> RosterLine:
        """Return a line with the name that a person gave it."""
        if line.number in self.put_back and (parts := parts_of_name(line)):
            whole = [line.name, *parts]
            return replace(line, name=" ".join(whole), unused=_without(line, parts))
        typed = self.typed(line.number)
        return line if typed is None else replace(line, name=typed, sort_name="", typed=True)

    def of(self, text: str) -> "Edits":
        """Return the edits where they were made in this list; none for another one."""
        return self if self.digest == digest_of(text) else Edits()


def digest_of(text: str) -> str:
    """Return a fingerprint of a list, whatever ends its lines."""
    return hashlib.sha256("\n".join(text.split("\n")).replace("\r", "").encode()).hexdigest()[:16]


def _without(line: RosterLine, parts: list[str]) -> tuple[str, ...]:
    return tuple(text for text in line.unused if text not in parts)


def parts_of_name(line: RosterLine) -> list[str]:
    """Return the parts that were taken off a name and look like a part of one."""
    return [
        text
        for text in line.unused
        if sum(map(str.isalpha, text)) >= LEAST_LETTERS
        and not _NO_PART.fullmatch(text)
        and is_plausible_name(text)
        and text in line.text
    ]


def reviewed(item: PreviewLine, *, turned: bool) -> PreviewLine:
    """Return a line of the preview with what each part of it was taken for."""
    return replace(
        item,
        understood=tuple(_understood(item.line, item.entry, turned=turned)),
        parted=tuple(parts_of_name(item.line)) if not item.line.typed else (),
        odd=not item.line.typed and _is_odd(item.entry.name, alone=not item.entry.members),
        away=item.line.waiting or says_away(item.line.unused),
    )


def _is_odd(name: str, *, alone: bool) -> bool:
    """Whether a name has characters that names do not have: amounts, strokes, pictures, colons.

    `alone`: it should be one person's.
    """
    if alone and _TWO.search(name):
        return True
    return (
        bool(_ODD.search(name))
        or name.count('"') % 2 == 1
        or any(unicodedata.category(sign) == "So" for sign in name)
    )


def _understood(line: RosterLine, entry: NewEnrollment, *, turned: bool) -> list[Words]:
    words: list[Words] = [
        _("%(text)s: number of the line") % {"text": text}
        for text in line.unused
        if _is_line_number(line, text)
    ]
    others = [text for text in line.unused if not _is_line_number(line, text)]
    others.sort(key=line.text.find)
    if others:
        words.append(_("left out: %(text)s") % {"text": ", ".join(others)})
    if turned and not line.typed and turned_name(clean_name(line.name)) != clean_name(line.name):
        words.append(_("family name first"))
    if entry.email:
        words.append(_("email: %(text)s") % {"text": entry.email})
    if entry.platform_id:
        words.append(_("%(text)s: player ID") % {"text": entry.platform_id})
    if entry.awarded_byes:
        count = entry.awarded_byes
        words.append(ngettext_lazy("%(count)s bye", "%(count)s byes", count) % {"count": count})
    if entry.paid:
        words.append(_("paid"))
    if line.waiting:
        words.append(_("on the waiting list"))
    return words


def _is_line_number(line: RosterLine, text: str) -> bool:
    return bool(_LINE_NUMBER.fullmatch(text)) and line.text.lstrip(" #(").startswith(text)
