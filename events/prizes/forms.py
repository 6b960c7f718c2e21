"""The prize list as the organizer types it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events.core.prizes.amounts import CURRENCIES, amount_of, number_text
from events.core.prizes.lines import LINES_LENGTH
from events.core.prizes.queries import Award
from events.core.prizes.templates import EXAMPLE
from events.models import PrizeList
from events.prizes.actions import PrizeData
from events.web.forms.worded_errors import WordedForm

AMOUNT_LENGTH = 20


class AmountField(forms.CharField):
    """An amount of money in the currency of the form; empty means none."""

    def __init__(self, **options: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(required=False, max_length=AMOUNT_LENGTH, widget=widget, **options)


class PrizesForm(WordedForm):
    """The pool, the list, how it is shared, and the labels of players."""

    currency = forms.ChoiceField(
        label=gettext_lazy("Currency"), choices=[(code, code) for code in CURRENCIES]
    )
    per_entry = AmountField(
        label=gettext_lazy("From each entry"),
        help_text=gettext_lazy("The part of each entry fee that goes into the pool."),
    )
    added = AmountField(
        label=gettext_lazy("Added"),
        help_text=gettext_lazy("A fixed amount from the organizer or a sponsor."),
    )
    lines = forms.CharField(
        label=gettext_lazy("Prizes"),
        max_length=LINES_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 9, "spellcheck": "false", "placeholder": EXAMPLE}),
        help_text=gettext_lazy(
            "One prize per line: the winner, a colon, the prize. The winner is a place (2-4), a "
            "record (record 4-1), points (12 points) or a label (Under 18). A number alone is "
            "money. A line with # starts a group."
        ),
    )
    ties = forms.ChoiceField(
        label=gettext_lazy("Players on equal points"),
        choices=PrizeList.TIES_WORDS,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("Cents that cannot be split go to the higher-placed players."),
    )
    one_each = forms.BooleanField(
        label=gettext_lazy("Each player wins only the most valuable prize of a group"),
        required=False,
    )
    labels = forms.CharField(
        label=gettext_lazy("Players with a label"),
        max_length=LINES_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=gettext_lazy("One line per label: Under 18: 3, 7, Ada"),
    )
    shown = forms.BooleanField(
        label=gettext_lazy("Players see the list"),
        required=False,
        help_text=gettext_lazy("On the event page, and in the final report with the winners."),
    )

    def clean(self) -> dict[str, Any]:
        """Turn both amounts into minor units of the currency."""
        cleaned = super().clean() or {}
        for name in ("per_entry", "added"):
            typed = cleaned.get(name)
            if typed is None or "currency" not in cleaned:
                continue
            amount = amount_of(typed, cleaned["currency"]) if typed else 0
            if amount is None:
                words = _("%(amount)s is not an amount in %(currency)s.")
                values = {"amount": typed, "currency": cleaned["currency"]}
                self.add_error(name, words % values)
            cleaned[name] = amount
        return cleaned

    def data_of_list(self) -> PrizeData:
        """Return the typed text; the form must be valid."""
        return PrizeData(**self.cleaned_data)


def initial_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return stored values as the form shows them: amounts without their currency."""
    amounts = {
        name: number_text(values[name], values["currency"]) if values[name] else ""
        for name in ("per_entry", "added")
    }
    return {**values, **amounts}


def typed_split(
    left: Sequence[Award], posted: Mapping[str, Any], currency: str
) -> dict[int, int] | None:
    """Return the amounts of an agreed split by player; None where one is no amount."""
    amounts = {
        award.number: amount_of(str(posted.get(f"amount-{award.number}", "")), currency)
        for award in left
    }
    if any(amount is None for amount in amounts.values()):
        return None
    return {number: amount or 0 for number, amount in amounts.items()}
