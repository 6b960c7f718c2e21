"""Forms to enter the games of a match one by one."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from domain.limits import EXTRA_GAMES
from domain.results import Ending, Game, Result, Side, Winner, result_of_games
from events.core.results.assigned_losses import Loss
from events.core.results.match_rules import MatchRules
from events.models import Match
from events.web.forms.worded_errors import WordedForm, WordedFormSet

ENDINGS = (
    (Ending.PLAYED.value, gettext_lazy("played out")),
    (Ending.UNFINISHED.value, gettext_lazy("unfinished when time was called")),
    (Ending.CONCEDED.value, gettext_lazy("conceded")),
    (Ending.GAME_LOSS.value, gettext_lazy("game loss (penalty)")),
    (Ending.AWARDED.value, gettext_lazy("awarded, not played")),
)


class GameForm(WordedForm):
    """One game: winner, ending, player on the play."""

    winner = forms.ChoiceField(label=gettext_lazy("Game winner"), required=False)
    play_first = forms.ChoiceField(label=gettext_lazy("On the play"), required=False)
    ending = forms.ChoiceField(
        label=gettext_lazy("How the game ended"), choices=ENDINGS, required=False
    )

    def __init__(self, *args: Any, names: tuple[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        first, second = names
        sides = [(Side.FIRST.value, first), (Side.SECOND.value, second)]
        winners = [("", "–"), *sides, (Winner.DRAWN.value, _("drawn"))]
        self.fields["winner"].choices = winners  # type: ignore[attr-defined]
        self.fields["play_first"].choices = [("", "–"), *sides]  # type: ignore[attr-defined]

    def game(self, number: int) -> Game | None:
        """Return the entered game, None for an empty form; call on a valid form."""
        data = self.cleaned_data
        if not data.get("winner"):
            return None
        play = Side(data["play_first"]) if data["play_first"] else None
        ending = Ending(data["ending"] or Ending.PLAYED)
        return Game(Winner(data["winner"]), ending, number, play)


class BaseGames(WordedFormSet):
    """The games of one match, in order; `games_to_win` as in MatchRules."""

    games_to_win = 2

    def clean(self) -> None:
        """Refuse an impossible sequence of games."""
        if any(self.errors):
            return
        entered = [form.game(number) for number, form in enumerate(self.forms, start=1)]
        games = [game for game in entered if game is not None]
        if not games:
            raise forms.ValidationError(_("Enter the winner of game 1, or a draw."))
        if entered[: len(games)] != games:
            missing = entered.index(None) + 1
            raise forms.ValidationError(
                _("Game %(number)d is missing. Enter the games in order.") % {"number": missing}
            )
        self._check(games)

    def _check(self, games: Sequence[Game]) -> None:
        wins = {Winner.FIRST: 0, Winner.SECOND: 0, Winner.DRAWN: 0}
        for game in games:
            number = {"number": game.number}
            if max(wins[Winner.FIRST], wins[Winner.SECOND]) >= self.games_to_win:
                raise forms.ValidationError(
                    _("The match was already won before game %(number)d.") % number
                )
            drawn = game.winner is Winner.DRAWN
            if game.ending is Ending.UNFINISHED and (not drawn or game is not games[-1]):
                raise forms.ValidationError(
                    _(
                        "Game %(number)d is unfinished. An unfinished game is a draw and must be "
                        "the last one."
                    )
                    % number
                )
            if drawn and game.ending not in (Ending.PLAYED, Ending.UNFINISHED):
                raise forms.ValidationError(
                    _("Game %(number)d needs a winner because it was conceded, lost or awarded.")
                    % number
                )
            wins[game.winner] += 1

    @property
    def result(self) -> Result:
        """The result of the games; call on a valid formset."""
        entered = (form.game(number) for number, form in enumerate(self.forms, start=1))
        return result_of_games(game for game in entered if game is not None)


def games_form(
    match: Match, rules: MatchRules, losses: Sequence[Loss] = (), data: Any = None
) -> BaseGames:
    """Return the form for a match's games: as reported, else prefilled with open game losses.

    `losses`: game losses not yet part of a result; each is offered as a game of that kind.
    """
    most = 2 * rules.games_to_win - 1
    count = 2 if rules.double_sided else most + EXTRA_GAMES
    factory = forms.formset_factory(
        GameForm, formset=BaseGames, extra=count, max_num=count, absolute_max=count
    )
    initial = _reported(match) or [
        {"winner": _opponent(loss.side), "ending": Ending.GAME_LOSS.value}
        for loss in losses
        if loss.side is not None and not loss.is_of_match
    ]
    made: BaseGames = factory(  # type: ignore[assignment]  # of that class by the factory
        data, prefix="games", initial=initial[:count], form_kwargs={"names": match.names}
    )
    made.games_to_win = rules.games_to_win
    return made


def _opponent(side: Side) -> str:
    return (Winner.SECOND if side is Side.FIRST else Winner.FIRST).value


def _reported(match: Match) -> list[dict[str, str]]:
    """Return the reported games if their order is known, else an empty list."""
    games = () if match.official_report is None else match.official_report.result_with_games.games
    if not games or any(game.number is None for game in games):
        return []
    return [
        {
            "winner": game.winner.value,
            "ending": game.ending.value,
            "play_first": game.play_first.value if game.play_first else "",
        }
        for game in games
    ]
