"""Complete a round: settle each table without a result."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from domain.limits import MOST_TABLE
from domain.scans import read_scan
from events.core.guards import find_round_or_none, table_of
from events.core.progress.outstanding import OutstandingMatch, outstanding_matches
from events.core.questions.question import QuestionsError
from events.core.refusals import RefusedError
from events.core.results.round_rules import check_result_in, rules_of
from events.core.results.slips import Slip, parse_slip, plain_words
from events.core.rounds import actions as rounds
from events.core.seats.table_numbering import read_tables, tables_value
from events.core.stages.stage_words import completed_words, posted_words
from events.core.typed_values import whole_number
from events.core.words.result_words import short_words
from events.desk.outcomes import outcomes_of
from events.models import Event, Match, Report, Round
from events.web.access import Action, Desk, staff_view
from events.web.lookups import round_or_404
from events.web.staff_pages.entry_box import entry_of
from events.web.staff_pages.given_answers import Ask, given_answers

# In place of a table number: the choice for all tables without one of their own.
REST = "rest"
# Characters of a typed line that a message quotes.
MOST_REPEATED = 20
# Tables in the list. The choice for the rest and typed lines cover the others.
MOST_LISTED = 400


@staff_view(get=Action.COMPLETE, post=Action.COMPLETE)
def complete(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Complete a round, settling each table without a result."""
    round = round_or_404(desk, number)
    missing = outstanding_matches(round)
    if request.method == "GET":
        if not round.is_posted:
            return redirect("staff:round", desk.event.slug, number)
        return _page(request, desk, Answers(round, missing, None))
    answers = Answers(round, missing, request.POST)
    if answers.are_complete:
        try:
            rounds.complete_round(
                **desk.who,
                number=number,
                resolutions=answers.slips,
                sources=answers.sources,
                given=given_answers(request, desk),
            )
        except RefusedError as refused:
            return _page(request, desk, answers, refused)
        messages.success(request, completed_words(round))
        for words in _overtaken(request, answers):
            messages.warning(request, words)
        return redirect("staff:round", desk.event.slug, _go_on(request, desk.event, number))
    return _page(request, desk, answers)


def _page(
    request: HttpRequest, desk: Desk, answers: "Answers", error: RefusedError | None = None
) -> HttpResponse:
    context = {
        "desk": desk,
        "round": answers.round,
        "rules": rules_of(answers.round),
        "answers": answers,
        "error": None if isinstance(error, QuestionsError) else error,
        "ask": Ask.of(error),
        "overtaken": _overtaken(request, answers),
    }
    status = HTTPStatus.OK
    if request.method == "POST":
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    if isinstance(error, QuestionsError):
        status = HTTPStatus.CONFLICT
    return render(request, "desk/completing/complete.html", context, status=status)


def _go_on(request: HttpRequest, event: Event, number: int) -> int:
    """Return the round to show after a completed one: in a playoff the one posted by it."""
    following = find_round_or_none(event, number + 1)
    if following is None:
        return number
    messages.success(request, posted_words(following))
    return following.number


@dataclass(slots=True)
class TypedLine:
    """A line of the box for other results: the typed text, and the table and slip it yields."""

    text: str
    place: int
    table: int | None = None
    slip: Slip | None = None
    message: str = ""


@dataclass(slots=True)
class Row:
    """A table on the page: its options, the chosen one, typed lines, and an error."""

    match: OutstandingMatch
    choice: str = ""
    typed: list[str] = field(default_factory=list)
    message: str = ""

    @property
    def table(self) -> str:
        """Its number as text, because a template formats a number again at each of six places."""
        return str(self.match.table)


class Answers:
    """The answers on the page: a choice for each table, one for the rest, and typed lines.

    `slips` has the decision for each settled table, `sources` the way it was made.
    """

    def __init__(
        self, round: Round, missing: Sequence[OutstandingMatch], posted: QueryDict | None
    ) -> None:
        self.round = round
        self.form = form = posted or QueryDict()
        self._outcomes = outcomes_of(round)
        self._seats = {match.table: len(match.players) for match in missing}
        self.rows = [Row(match, form.get(f"choice-{match.table}", "")) for match in missing]
        self.rest_choice = form.get(f"choice-{REST}", "")
        self.rest_options = self._outcomes.options_of_the_rest(self.rest_choice)
        self.other = form.get("other", "")
        self.lines = [
            self._read_line(text, place)
            for place, text in enumerate(self.other.splitlines(), start=1)
            if plain_words(text)
        ]
        self.slips: dict[int, Slip] = {}
        self.sources: dict[int, Report.Source] = {}
        if posted is not None:
            self._decide()

    @property
    def listed(self) -> list[tuple[Row, SafeString]]:
        """The listed tables, each with its options.

        Of a large number only the first ones, preceded by those with an answer of their own.
        """
        rows = self.rows
        if len(rows) > MOST_LISTED:
            answered = [row for row in rows if row.choice or row.typed]
            others = [row for row in rows if not (row.choice or row.typed)]
            rows = answered + others[: max(0, MOST_LISTED - len(answered))]
        return [(row, self._outcomes.options(row.match.names, row.choice)) for row in rows]

    @property
    def unlisted(self) -> int:
        """How many tables without a result are omitted from the list."""
        return len(self.rows) - len(self.listed)

    @property
    def are_complete(self) -> bool:
        """Whether each table has an answer and no answer is wrong."""
        return not self.wrong_lines and not any(row.message for row in self.rows)

    @property
    def wrong_lines(self) -> list[TypedLine]:
        """The typed lines that could not be used."""
        return [line for line in self.lines if line.message]

    @property
    def without_outcome(self) -> int:
        """How many tables have a message shown with them."""
        return sum(1 for row in self.rows if row.message)

    @property
    def tables(self) -> str:
        """The tables shown on the page, the only ones that the choice for the rest concerns."""
        return tables_value(row.match.table for row in self.rows if row.match.table is not None)

    @property
    def answered(self) -> dict[int, str]:
        """The tables answered on the page, with the lines typed for them."""
        answered: dict[int, str] = {}
        for name, value in self.form.items():
            box, _dash, of = name.partition("-")
            table = whole_number(of, MOST_TABLE)
            if box == "choice" and str(value).strip() and table is not None:
                answered[table] = ""
        for line in self.lines:
            if line.table is not None and not line.message:
                answered[line.table] = " ".join(line.text.split()[1:])[:MOST_REPEATED]
        return answered

    def _read_line(self, text: str, place: int) -> TypedLine:
        """Parse a line like the entry box; keep its table even if its result is wrong."""
        line = TypedLine(text.strip(), place)
        table, *words = plain_words(read_scan(text))
        rules = rules_of(self.round)
        try:
            line.table = entry_of(self.round.number, rules, table).table
            if not words:
                raise RefusedError(_("Type the result after the table."))
            line.slip = parse_slip(words, rules, line.table)
            check_result_in(self.round, line.slip.result, self._seats.get(line.table, 2))
        except RefusedError as refused:
            line.message = str(refused)
        return line

    def _decide(self) -> None:
        """Settle each table: by its typed line, by its choice, or by the one for the rest."""
        by_table: dict[int, list[TypedLine]] = {}
        for line in self.lines:
            if line.table is not None:
                by_table.setdefault(line.table, []).append(line)
        seen = _seen_tables(self.form) if self.rest_choice else set()
        for row in self.rows:
            table = row.match.table or 0
            lines = by_table.pop(table, [])
            row.typed = [line.text for line in lines]
            seats = len(row.match.players)
            rest = self._outcomes.slip(self.rest_choice, seats)
            slip = self._outcomes.slip(row.choice, seats)
            if lines and row.choice:
                row.message = _("Choose one: this table also has a line under “Another result”.")
                slip = None
            elif len(lines) > 1:
                row.message = _("Choose one: this table has several lines below.")
            elif lines:
                slip = None if lines[0].message else lines[0].slip
                row.message = lines[0].message
            elif slip is None:
                slip = rest if table in seen else None
                row.message = "" if slip else _("Choose an outcome for this table.")
            if slip is not None:
                self.slips[table] = slip
                self.sources[table] = (
                    Report.Source.TYPED
                    if lines
                    else Report.Source.CLICKED
                    if row.choice
                    else Report.Source.TOGETHER
                )
        self._check_tables(by_table)

    def _check_tables(self, left: dict[int, list[TypedLine]]) -> None:
        """Refuse lines about tables outside the round."""
        for table, lines in left.items():
            try:
                table_of(self.round, table)
            except RefusedError as refused:
                for line in lines:
                    line.message = line.message or str(refused)


def _seen_tables(form: QueryDict) -> set[int]:
    """Return the tables that the page listed as missing; empty for a value no page sends."""
    try:
        return set(read_tables(form.get("tables", ""), MOST_TABLE))
    except RefusedError:
        return set()


def _overtaken(request: HttpRequest, answers: Answers) -> list[str]:
    """Return a sentence for each answer that was ignored because a result came in meanwhile."""
    answered = answers.answered
    matches = answers.round.matches.reported().filter(table__in=answered)
    words = []
    for match in matches.select_related("official_report__account").order_by("table"):
        table, official = match.table or 0, match.official_report
        own = official is not None and official.account == request.user
        if own and table in answers.slips and _holds(match, answers.slips[table]):
            continue
        values = {
            "table": table,
            "score": short_words(match, match.result) if match.result else "–",
            "who": official.who if official else "-",
            "typed": answered[table],
        }
        if answered[table]:
            text = _(
                "Table %(table)d already has %(score)s, entered by %(who)s. Your %(typed)s was "
                "not used."
            )
        else:
            text = _(
                "Table %(table)d already has %(score)s, entered by %(who)s. Your choice "
                "was not used."
            )
        words.append(text % values)
    return words


def _holds(match: Match, slip: Slip) -> bool:
    """Whether a match already has this result."""
    return match.result is not None and slip.result.equals(match.result)
