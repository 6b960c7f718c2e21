"""Labels of players as the organizer types them: "Under 18: 3, 7, Ada"."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from domain.limits import SHORT_LENGTH
from events.core.players.queries import typed_player
from events.core.prizes.lines import LINES_LENGTH
from events.core.refusals import RefusedError
from events.core.typed_values import checked_text
from events.models import Enrollment, Event, PrizeLabel


def labels_of(event: Event) -> list[PrizeLabel]:
    """Return the labels that players have. One query."""
    labels = PrizeLabel.objects.filter(enrollment__event=event)
    return list(labels.select_related("enrollment").order_by("label", "enrollment__number"))


def labels_text(labels: Iterable[PrizeLabel]) -> str:
    """Return the labels as lines that `parse_labels` reads the same; players by number."""
    numbers: dict[str, list[str]] = {}
    for held in labels:
        numbers.setdefault(held.label, []).append(str(held.enrollment.number))
    return "\n".join(f"{label}: {', '.join(players)}" for label, players in numbers.items())


def parse_labels(event: Event, text: str) -> dict[str, list[Enrollment]]:
    """Return the players with each label; two queries and one a name.

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
