"""Prize lists and labels as the organizer types them: "1: 100", "Under 18: 3, 7, Ada"."""

import re
from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from domain.limits import MOST_PLAYERS, MOST_POINTS, NOTE_LENGTH, SHORT_LENGTH
from events.core.players.queries import typed_player
from events.core.prizes.amounts import amount_of, number_text
from events.core.refusals import RefusedError
from events.core.typed_values import checked_text
from events.models import Enrollment, Event, Prize, PrizeLabel

MOST_LINES = 200
LINES_LENGTH = 10_000
MOST_COUNT = 100_000
GROUP = "#"
_SIDES = re.compile(r"\s*[:：\t]\s*")
_PARTS = re.compile(r"\s*(?:[+＋;、]|,\s)\s*")
_PLACE = re.compile(r"(\d{1,5})(?:st|nd|rd|th|位)?")
_PLACES = re.compile(
    r"(\d{1,5})(?:st|nd|rd|th|位)?\s*(?:-|–|~|〜|to|から)\s*(\d{1,5})(?:st|nd|rd|th|位)?"
)
_RECORD = re.compile(r"(\d{1,2})-(\d{1,2})(?:-(\d{1,2}))?")
_POINTS = re.compile(r"(\d{1,4})\s*(?:match points?|points?|pts?|点)(?:\s*以上|\+)?")
_OF_LABEL = re.compile(r"(.*\S)\s*#(\d{1,5})(?:-(\d{1,5}))?")
_PACKS = re.compile(r"(\d{1,6})\s*(?:packs?|boosters?|パック)")
_PRIZE_POINTS = re.compile(r"(\d{1,6})\s*(?:prize points?|points?|pts?|ポイント)")
_CREDIT = re.compile(r"(.*?)\s*(?:(?:store )?credit|クレジット)")


def parse_lines(text: str, currency: str) -> list[Prize]:
    """Parse the lines of a list to rows without an event, not saved.

    Raises RefusedError at the field `lines`, naming the line, for one that is no prize.
    """
    text = checked_text(text, LINES_LENGTH, "lines")
    prizes: list[Prize] = []
    group = ""
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if bare.startswith(GROUP):
            group = _short(bare.lstrip(GROUP).strip(), number)
        elif bare:
            prizes.append(_parsed(bare, number, group, currency))
    if len(prizes) > MOST_LINES:
        words = _("Use at most %(most)d lines; this list has %(count)d.")
        raise RefusedError(words % {"most": MOST_LINES, "count": len(prizes)}, "lines")
    return prizes


def _refused(number: int, line: str) -> RefusedError:
    words = _(
        "Line %(number)d is not a prize: %(line)s. Write a place, a colon and the prize, for "
        "example 2-4: 3 packs."
    )
    return RefusedError(words % {"number": number, "line": line[:NOTE_LENGTH]}, "lines")


def _short(text: str, number: int) -> str:
    if len(text) > SHORT_LENGTH:
        words = _("Line %(number)d: use at most %(most)d characters for a label or group.")
        raise RefusedError(words % {"number": number, "most": SHORT_LENGTH}, "lines")
    return text


def _parsed(line: str, number: int, group: str, currency: str) -> Prize:
    sides = _SIDES.split(line, maxsplit=1)
    if len(sides) != 2 or not all(sides):
        raise _refused(number, line)
    prize = _winners(sides[0], number)
    prize.group = group
    for part in _PARTS.split(sides[1]):
        if part and not _add(prize, part, currency):
            raise _refused(number, line)
    if not _fits(prize):
        raise _refused(number, line)
    return prize


def _winners(text: str, number: int) -> Prize:
    """Return a prize with its winners set: by record, place, points or label."""
    bare = text.casefold().removeprefix("record ").strip()
    forced = bare != text.casefold().strip()
    record, places = _RECORD.fullmatch(bare), _PLACES.fullmatch(bare)
    rising = places is not None and int(places[1]) <= int(places[2])
    if record and (forced or not rising):
        return Prize(by=Prize.By.RECORD, record=bare)
    if places and rising:
        return Prize(by=Prize.By.PLACE, first=int(places[1]), last=int(places[2]))
    if place := _PLACE.fullmatch(bare):
        return Prize(by=Prize.By.PLACE, first=int(place[1]), last=int(place[1]))
    if points := _POINTS.fullmatch(bare):
        return Prize(by=Prize.By.POINTS, least=int(points[1]))
    if best := _OF_LABEL.fullmatch(text):
        first = int(best[2])
        return Prize(
            by=Prize.By.LABEL,
            label=_short(best[1], number),
            first=first,
            last=int(best[3] or first),
        )
    return Prize(by=Prize.By.LABEL, label=_short(text.strip(), number))


def _add(prize: Prize, part: str, currency: str) -> bool:
    """Add one part of the winnings; False for a number that is no amount of this currency."""
    bare = part.casefold()
    if (money := amount_of(part, currency)) is not None:
        prize.money += money
    elif packs := _PACKS.fullmatch(bare):
        prize.packs += int(packs[1])
    elif points := _PRIZE_POINTS.fullmatch(bare):
        prize.points += int(points[1])
    elif (credit := _CREDIT.fullmatch(bare)) and (amount := amount_of(credit[1], currency)):
        prize.credit += amount
    elif re.fullmatch(r"[\d.,]+", bare):
        return False
    else:
        prize.thing = f"{prize.thing}, {part}" if prize.thing else part
    return True


def _fits(prize: Prize) -> bool:
    return (
        1 <= prize.first <= prize.last <= MOST_PLAYERS
        and prize.least <= MOST_POINTS
        and max(prize.packs, prize.points) <= MOST_COUNT
        and len(prize.thing) <= NOTE_LENGTH
    )


def text_of(prizes: Iterable[Prize], currency: str) -> str:
    """Return the list as lines from which `parse_lines` makes the same list."""
    return "\n".join(_texts(prizes, currency))


def _texts(prizes: Iterable[Prize], currency: str) -> Iterator[str]:
    group = ""
    for prize in prizes:
        if prize.group != group:
            group = prize.group
            yield f"{GROUP} {group}".strip()
        yield f"{_who(prize)}: {' + '.join(_what(prize, currency))}"


def _who(prize: Prize) -> str:
    both = str(prize.first) if prize.first == prize.last else f"{prize.first}-{prize.last}"
    if prize.by == Prize.By.PLACE:
        return both
    if prize.by == Prize.By.RECORD:
        return f"record {prize.record}"
    if prize.by == Prize.By.POINTS:
        return f"{prize.least} points"
    return prize.label if both == "1" else f"{prize.label} #{both}"


def _what(prize: Prize, currency: str) -> Iterator[str]:
    empty = not (prize.credit or prize.packs or prize.points or prize.thing)
    if prize.money or empty:
        yield number_text(prize.money, currency)
    if prize.credit:
        yield f"{number_text(prize.credit, currency)} credit"
    if prize.packs:
        yield f"{prize.packs} packs"
    if prize.points:
        yield f"{prize.points} points"
    if prize.thing:
        yield prize.thing


def labels_of(event: Event) -> list[PrizeLabel]:
    """Return the labels of the players. One query."""
    labels = PrizeLabel.objects.filter(enrollment__event=event)
    return list(labels.select_related("enrollment").order_by("label", "enrollment__number"))


def labels_text(labels: Iterable[PrizeLabel]) -> str:
    """Return the labels as lines from which `parse_labels` makes the same; players by number."""
    numbers: dict[str, list[str]] = {}
    for held in labels:
        numbers.setdefault(held.label, []).append(str(held.enrollment.number))
    return "\n".join(f"{label}: {', '.join(players)}" for label, players in numbers.items())


def parse_labels(event: Event, text: str) -> dict[str, list[Enrollment]]:
    """Return the players with each label; two queries and one for each name.

    Raises RefusedError at the field `labels` for a line or a player that does not exist.
    """
    labels: dict[str, list[Enrollment]] = {}
    lines = checked_text(text, LINES_LENGTH, "labels").splitlines()
    people = {player.number: player for player in event.enrollments.all()} if lines else {}
    for line in filter(str.strip, lines):
        label, _colon, players = line.replace("：", ":").partition(":")
        label = label.strip()
        if not label or not players.strip() or len(label) > SHORT_LENGTH:
            words = _(
                "Write a label, a colon and players, for example Under 18: 3, 7. Found: %(line)s"
            )
            raise RefusedError(words % {"line": line[:SHORT_LENGTH]}, "labels")
        for typed in filter(str.strip, players.replace("、", ",").split(",")):
            number = typed_player(event, typed, "labels")
            if number not in people:
                words = _("No player has the number %(number)d.")
                raise RefusedError(words % {"number": number}, "labels")
            held = labels.setdefault(label, [])
            if people[number] not in held:
                held.append(people[number])
    return labels
