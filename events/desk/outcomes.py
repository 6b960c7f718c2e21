"""The outcomes offered for a table without a result, each with its slip."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.template.loader import render_to_string
from django.utils.html import escape, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from domain.table_marks import USUAL_TABLE
from events.core.refusals import RefusedError
from events.core.results.match_rules import MatchRules
from events.core.results.round_rules import Choice, check_result_in, result_pad, rules_of
from events.core.results.slips import Slip, parse_slip
from events.core.results.table_slips import parse_table_result
from events.models import Round

FIRST, SECOND = 0, 1
# Placeholders for names in options that are rendered once for all tables: private-use letters,
# which no name contains.
PLACES = ("\ue000first\ue001", "\ue000second\ue001")


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way to settle a match.

    `value` is the form's value. `words` name the player at the place `about`: FIRST or SECOND.
    """

    value: str
    words: str
    slip: Slip
    about: int = FIRST

    @property
    def text(self) -> str:
        """The words with a placeholder for the player's name."""
        return self.words % {"name": PLACES[self.about]}


class Outcomes:
    """The outcomes that a round allows, composed once for all its tables."""

    def __init__(self, round: Round) -> None:
        self.results = list(_results(round))
        self.absences = list(_absences(round))
        self._slips = {outcome.value: outcome.slip for outcome in (*self.results, *self.absences)}

    def slip(self, value: str, _seats: int = 2) -> Slip | None:
        """Return the slip of a chosen outcome; None for a value that the round does not offer."""
        return self._slips.get(value)

    def options(self, names: Sequence[str], chosen: str) -> SafeString:
        """Return a table's options with its players' names, with the chosen one selected.

        Two hundred tables have the same options, so a template renders them once.
        """
        text = self._options
        for place, name in zip(PLACES, names, strict=True):
            text = text.replace(place, escape(name))
        if chosen in self._slips:
            text = text.replace(f'value="{chosen}"', f'value="{chosen}" selected', 1)
        return mark_safe(text)  # noqa: S308 A template wrote it, and names are escaped.

    def options_of_the_rest(self, chosen: str) -> SafeString:
        """Return the options for many tables: "first" and "second" by name order."""
        names = _("the first player listed"), _("the second player listed")
        return self.options(names, chosen)

    @cached_property
    def _options(self) -> str:
        groups = {"results": self.results, "absences": self.absences}
        return render_to_string("desk/completing/options.html", groups).strip()


class TableOutcomes(Outcomes):
    """The outcomes of tables of three to five: a seat wins, all draw, everyone loses."""

    def __init__(self, round: Round) -> None:
        self._draws = round.draws_allowed
        self._by_place = rules_of(round).by_place

    def slip(self, value: str, seats: int = USUAL_TABLE) -> Slip | None:
        """Return the slip of a chosen outcome at a table with the given number of seats."""
        if not value or (value.startswith("d") and not self._draws):
            return None
        try:
            result, drops = parse_table_result([value], seats, by_place=self._by_place)
        except RefusedError:
            return None
        return Slip(result, seat_drops=drops)

    def options(self, names: Sequence[str], chosen: str) -> SafeString:
        """Return a table's options with its players' names, with the chosen one selected."""
        won = _("%(name)s wins (seat %(seat)d)")
        choices = [
            (str(seat), won % {"name": name, "seat": seat}) for seat, name in enumerate(names, 1)
        ]
        if self._draws:
            choices.append(("d", _("Draw of all players")))
            choices.append(("dt", _("Draw: time was called")))
        choices.append(("0", _("All players lose")))
        choices.append(("0n", _("Not played: all players lose")))
        picked = mark_safe(" selected")
        return format_html_join(
            "",
            '<option value="{}"{}>{}</option>',
            ((value, picked if value == chosen else "", words) for value, words in choices),
        )

    def options_of_the_rest(self, chosen: str) -> SafeString:
        """Return the options for many tables, without any that names a seat."""
        return self.options((), chosen)


def outcomes_of(round: Round) -> Outcomes:
    """Return the outcomes that a round allows, by the size of its tables."""
    return TableOutcomes(round) if round.stage.is_tables else Outcomes(round)


def _results(round: Round) -> Iterator[Outcome]:
    """Yield the usual results as on the table's page, wins of the first player first."""
    rules = rules_of(round)
    pad = result_pad(rules)
    won = _("%(name)s wins %(figures)s")
    for about, choices in (
        (FIRST, pad.first),
        (None, _draws(rules, pad.draw)),
        (SECOND, pad.second),
    ):
        for choice in choices:
            try:
                slip = parse_slip([choice.value], rules)
                check_result_in(round, slip.result, 2)
            except RefusedError:
                # Teams type some results by seat.
                continue
            if about is None:
                yield Outcome(choice.value, choice.figures, slip)
            else:
                words = won.replace("%(figures)s", choice.figures)
                yield Outcome(choice.value, words, slip, about)


def _draws(rules: MatchRules, even: Choice | None) -> list[Choice]:
    """Return the draws: played, unfinished, agreed."""
    if even is None:
        return []
    figures = {"figures": even.figures}
    draws = [Choice(even.value, _("Draw %(figures)s") % figures)]
    if rules.timed_example:
        words = _("Draw %(figures)s, last game unfinished") % figures
        draws.append(Choice(rules.timed_example, words))
    return [*draws, Choice("d", _("Draw by agreement"))]


def _absences(round: Round) -> Iterator[Outcome]:
    """Yield the outcomes of absence (MTR 2.9); a playoff match needs a winner."""
    won = Slip.of(round.games_to_win, 0, no_show=True)
    lost = Slip.of(0, round.games_to_win, no_show=True)
    dropped = _("%(name)s did not appear: dropped")
    yield Outcome("no-show-first", dropped, replace(lost, drop_first=True), FIRST)
    yield Outcome("no-show-second", dropped, replace(won, drop_second=True), SECOND)
    if round.stage.is_elimination:
        return
    neither = Slip.of(0, 0, double_loss=True, no_show=True)
    words = _("Neither appeared: double loss, both dropped")
    yield Outcome("no-show-both", words, replace(neither, drop_first=True, drop_second=True))
    stays = _("%(name)s did not appear, but stays")
    yield Outcome("no-show-first-stays", stays, lost, FIRST)
    yield Outcome("no-show-second-stays", stays, won, SECOND)
    yield Outcome("no-show-both-stay", _("Neither appeared: double loss, both stay"), neither)
    yield Outcome("double-loss", _("Double loss"), Slip.of(0, 0, double_loss=True))
