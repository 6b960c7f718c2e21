"""The three steps of a take-over: what each has read so far, and what its page shows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from events.transfer.take_over_form import STEP_OF, STEPS, TakeOverForm
from interchange.checking import Checked
from interchange.printed.settling import points_lines
from interchange.values import FoundEvent, FoundRound

HEADINGS = {
    "rounds": _("Rounds so far"),
    "round": _("This round"),
    "standings": _("Standings"),
}
FILES = ("earlier_file", "current_file", "standings_file")


@dataclass(frozen=True, slots=True)
class RoundCount:
    """One round as it was read: how many tables, results and byes."""

    number: int
    tables: int
    results: int
    byes: int

    @classmethod
    def of(cls, round: FoundRound, number: int | None = None) -> "RoundCount":
        """Count the matches of a round; `number` where it is another one than in its list."""
        tables = [pairing for pairing in round.pairings if pairing.second is not None]
        results = sum(pairing.games is not None or pairing.double_loss for pairing in tables)
        byes = len(round.pairings) - len(tables)
        return cls(number or round.number, len(tables), results, byes)


@dataclass(frozen=True, slots=True)
class DifferenceOfPoints:
    """One player whose points differ, as the page shows it; `change` settles it."""

    name: str
    ours: str
    printed: str
    difference: str
    why: str
    change: str


# The boxes that a file can fill.
BOXES = ("earlier", "current", "standings")


@dataclass(slots=True)
class Step:
    """One step: open, finished or to come; its fields, its sum in words, and what was read."""

    name: str
    number: int
    heading: Promise
    is_open: bool
    is_done: bool
    sum: str = ""
    fields: Sequence[BoundField] = ()
    rounds: Sequence[RoundCount] = field(default_factory=list)
    repeats: int | None = None


def steps_of(form: TakeOverForm) -> list[Step]:
    """Return the steps of a form as its page shows them."""
    now = STEPS.index(form.step)
    steps = []
    for at, name in enumerate(STEPS):
        fields = [form[key] for key, step in STEP_OF.items() if step == name]
        if at != now:
            fields = [item for item in fields if item.name not in FILES]
        steps.append(Step(name, at + 1, HEADINGS[name], at == now, at < now, fields=fields))
    if form.is_bound and hasattr(form, "parts"):
        _sum_up(steps, form)
    for step in steps if not form.is_bound else ():
        # A file from the import page may belong to a step that is not open.
        if any(form.initial.get(item.name) for item in step.fields if item.name in BOXES):
            step.sum = gettext("filled from the file")
    return steps


def _sum_up(steps: Sequence[Step], form: TakeOverForm) -> None:
    earlier, current = form.parts["earlier"], form.parts["current"]
    if earlier is not None:
        steps[0].rounds = [RoundCount.of(round) for round in earlier.rounds]
        results = sum(item.results for item in steps[0].rounds)
        steps[0].sum = ", ".join(
            [
                _counted(_people(earlier, form), _players),
                _counted(len(earlier.rounds), _rounds),
                _counted(results, _results),
            ]
        )
    if current is not None:
        numbers = _numbers_of(current, form.checked)
        steps[1].rounds = [*map(RoundCount.of, current.rounds, numbers)]
        tables, results = (
            sum(getattr(item, key) for item in steps[1].rounds) for key in ("tables", "results")
        )
        steps[1].sum = f"{_counted(tables, _tables)}, {_counted(results, _results)}"
        if form.checked is not None and len(numbers) == 1:
            words = gettext("round %(number)d: %(counts)s")
            steps[1].sum = words % {"number": numbers[0], "counts": steps[1].sum}
        steps[1].repeats = _repeats(earlier, current)
    elif steps[1].is_done:
        steps[1].sum = gettext("between rounds")
    if form.checked is not None and form.checked.comparison.rows:
        compared = form.checked.comparison
        words = gettext("%(equal)s of %(rows)s players agree")
        steps[2].sum = words % {"equal": compared.equal, "rows": compared.rows}


def _numbers_of(current: FoundEvent, checked: Checked | None) -> list[int]:
    """Return the numbers of the rounds being played: they are the last ones of the event."""
    rounds = current.rounds if checked is None else checked.event.rounds[-len(current.rounds) :]
    return [round.number for round in rounds]


def _people(event: FoundEvent, form: TakeOverForm) -> int:
    """Count the people of a part; two names of one person count once."""
    names = {person.name for person in event.persons.values()}
    joined = [pair for pair, same in form.people.items() if same and len(pair) > 1]
    return len(event.persons) - sum(pair <= names for pair in joined)


def _repeats(earlier: FoundEvent | None, current: FoundEvent) -> int | None:
    """Count the tables of this round whose players met before; None without earlier rounds."""
    if earlier is None:
        return None
    met = {frozenset(pair) for pair in _pairs(earlier)}
    return sum(frozenset(pair) in met for pair in _pairs(current))


def _pairs(event: FoundEvent) -> list[tuple[str, str]]:
    return [
        (event.persons[pairing.first].name, event.persons[pairing.second].name)
        for round in event.rounds
        for pairing in round.pairings
        if pairing.second is not None
    ]


def differences_of(checked: Checked | None) -> list[DifferenceOfPoints]:
    """Return the players whose points differ; one change is offered once, at its first player."""
    lines: list[DifferenceOfPoints] = []
    offered: set[str] = set()
    for line in points_lines(checked) if checked is not None else ():
        change = line.change.text if line.change is not None else ""
        lines.append(
            DifferenceOfPoints(
                line.name,
                _plain(line.ours),
                _plain(line.printed),
                _signed(line.difference),
                line.why.text(gettext),
                "" if change in offered else change,
            )
        )
        offered.add(change)
    return lines


def _plain(points: Fraction) -> str:
    return f"{float(points):g}"


def _signed(points: Fraction) -> str:
    return f"+{_plain(points)}" if points > 0 else f"−{_plain(-points)}"


def _counted(count: int, words: Callable[[int], str]) -> str:
    return words(count) % {"count": count}


def _players(count: int) -> str:
    return ngettext("%(count)d player", "%(count)d players", count)


def _rounds(count: int) -> str:
    return ngettext("%(count)d round", "%(count)d rounds", count)


def _results(count: int) -> str:
    return ngettext("%(count)d result", "%(count)d results", count)


def _tables(count: int) -> str:
    return ngettext("%(count)d table", "%(count)d tables", count)
