"""Forms to change an unposted round by hand; each one carries out its change."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django import forms
from django.contrib.auth.models import User
from django.db.models import Q
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from domain.limits import MOST_SEED, MOST_TABLE
from events.core.players.queries import typed_player
from events.core.typed_values import whole_number
from events.desk import unposted_actions as unposted_changes
from events.models import Event, Match, Round
from events.web.forms.refusals import ShowRefusal
from events.web.forms.worded_errors import WordedForm


class PlayerField(forms.CharField):
    """A player of the event by number or name, completed from the list by the browser.

    The service refuses an empty field, because it can word what is missing.
    """

    widget = forms.TextInput(attrs={"list": "players", "required": True})


class TableField(forms.CharField):
    """The number of a table."""

    widget = forms.TextInput(attrs={"inputmode": "numeric"})

    default_error_messages = {
        "required": _("Enter a table number."),
        "invalid": _("Enter a table number."),
    }

    def clean(self, value: Any) -> int:
        """Return the number; ValidationError if it is not a table number."""
        number = super().clean(value)
        table = whole_number(number, MOST_TABLE)
        if table is None:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return table


def first_error(form: forms.Form) -> str:
    """Return a form's first error in words; empty without one."""
    return next((str(words) for line in form.errors.values() for words in line), "")


class ChangeForm(WordedForm):
    """One change to an unposted round: its fields are the service's arguments.

    `heading` and `action` are the heading above the form and the label of its button.
    """

    change: ClassVar[str]
    heading: ClassVar[Promise]
    action: ClassVar[Promise]
    service: ClassVar[Callable[..., Round]]
    done: ClassVar[Promise]
    # Whether repeating the request would undo it.
    has_token: ClassVar[bool] = False

    def __init__(self, event: Event, data: QueryDict | None = None) -> None:
        super().__init__(data, auto_id=f"{self.change}-%s")
        self.event = event

    def clean(self) -> dict[str, Any]:
        """Replace typed players by the players found."""
        for name, field in self.fields.items():
            if isinstance(field, PlayerField):
                with ShowRefusal(self):
                    typed = self.cleaned_data.get(name, "")
                    self.cleaned_data[name] = typed_player(self.event, typed, name)
        return self.cleaned_data

    def write(self, *, actor: User, number: int, token: str) -> None:
        """Carry out the change of a valid form; raise the service's RefusedError."""
        more = {"token": token} if self.has_token else {}
        service = type(self).service
        service(event_id=self.event.pk, actor=actor, number=number, **more, **self.cleaned_data)

    def undo(self, _number: int) -> Mapping[str, str | int]:
        """Return the form data of the change that reverts this one; {} if none does."""
        return {}

    @property
    def refusal(self) -> str:
        """The first error in words; empty without one."""
        return first_error(self)


class SwapForm(ChangeForm):
    """Swap two players."""

    change = "swap"
    heading = _("Swap two players")
    action = _("Swap")
    service = unposted_changes.swap_players
    has_token = True
    done = _("The two players were swapped.")
    first = PlayerField(label=_("This player"), required=False)
    second = PlayerField(label=_("swaps with"), required=False)

    def undo(self, number: int) -> Mapping[str, str | int]:
        """Return the same swap; {} for a player with an assigned loss, which would not return."""
        numbers = (self.cleaned_data["first"], self.cleaned_data["second"])
        of_either = Q(first__number__in=numbers) | Q(second__number__in=numbers)
        matches = Match.objects.filter(round__event=self.event, round__number=number)
        if matches.assigned_losses().filter(of_either).exists():
            return {}
        return {"change": self.change, "first": numbers[0], "second": numbers[1]}


class MoveForm(ChangeForm):
    """Move a match to another table."""

    change = "table"
    heading = _("Move a match")
    action = _("Move")
    service = unposted_changes.set_table
    has_token = True
    done = _("The match was moved.")
    table = TableField(label=_("From table"))
    to = TableField(label=_("to table"))

    def undo(self, _number: int) -> Mapping[str, str | int]:
        """Return the opposite move; a match that was there moves back as well."""
        return {
            "change": self.change,
            "table": self.cleaned_data["to"],
            "to": self.cleaned_data["table"],
        }


class AddForm(ChangeForm):
    """Add a player to the round."""

    change = "add"
    service = unposted_changes.add_to_round
    done = _("The player was added to the unposted round.")
    player = PlayerField(label=_("Player"), required=False)


class TakeOutForm(ChangeForm):
    """Remove a player from the round."""

    change = "take-out"
    heading = _("Remove a player")
    action = _("Remove player")
    service = unposted_changes.take_out_of_round
    done = _("The player was removed from the unposted round.")
    player = PlayerField(
        label=_("Player"),
        help_text=_("The opponent plays the player with the bye, or gets the bye."),
        required=False,
    )


CHANGES: Mapping[str, type[ChangeForm]] = {
    form.change: form for form in (SwapForm, MoveForm, AddForm, TakeOutForm)
}


def change_forms(round: Round, refused: ChangeForm | None) -> list[ChangeForm]:
    """Return the forms for changes on the page of an unposted round.

    `refused` replaces the form of its kind, as typed. In a bracket only tables can be changed.
    """
    bracket = round.stage.is_elimination
    kinds = [MoveForm] if bracket else [SwapForm, MoveForm, TakeOutForm]
    offered = [refused if type(refused) is kind else kind(round.event) for kind in kinds]
    if round.stage.is_tables:
        for form in offered:
            if isinstance(form, TakeOutForm):
                form["player"].help_text = _("The others move up by a seat.")
    return offered


_NOT_A_SEED = _("A seed is a whole number below 2^63. Leave blank to draw a new one.")


class ReasonedForm(WordedForm):
    """A reason that players read on the page of the draw, checked by the service."""

    change: ClassVar[str]
    reason = forms.CharField(required=False, strip=False)

    @property
    def refusal(self) -> str:
        """The first error in words; empty without one."""
        return first_error(self)


class DiscardForm(ReasonedForm):
    """The reason for discarding an unposted round."""

    change = "discard"


class PairAgainForm(ReasonedForm):
    """The reason for pairing a round again, and the seed; empty: a new one."""

    change = "again"
    seed = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=MOST_SEED,
        error_messages={
            "invalid": _NOT_A_SEED,
            "min_value": _NOT_A_SEED,
            "max_value": _NOT_A_SEED,
        },
    )
