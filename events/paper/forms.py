"""Forms for the choices before printing."""

from functools import cached_property
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from events.core.adapters import tables_and_byes
from events.core.refusals import RefusedError
from events.core.seats.allocator import NextTables, next_tables
from events.core.seats.table_numbering import read_tables
from events.models import Event, Round
from events.web.forms.worded_errors import WordedForm

# Seats of teams need more room than an eighth of a sheet.
SLIPS_A_SHEET = (4, 6, 8)
SEATED_SLIPS_A_SHEET = (4, 6)
# A slip of a table of three to five is as wide as the sheet.
TABLE_SLIPS_A_SHEET = (4,)
USUAL_SLIPS = 6
NUMBERS_A_SHEET = (1, 2, 4, 8)
USUAL_NUMBERS = 2


class TablesField(forms.CharField):
    """Tables and ranges; the value is a list of numbers, empty where nothing is typed."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            label=_("Tables"),
            required=False,
            max_length=2000,
            widget=forms.TextInput(attrs={"placeholder": "3, 10-14", "autocomplete": "off"}),
            **options,
        )

    def clean(self, value: Any) -> Any:
        """Read the numbers; a mistake becomes the field's error."""
        try:
            return read_tables(super().clean(value))
        except RefusedError as refused:
            raise forms.ValidationError(str(refused)) from refused


class SlipsForm(WordedForm):
    """Which slips of a round, and how many share a sheet."""

    tables = TablesField(help_text=_("Leave blank to print every table in the round."))
    outstanding = forms.BooleanField(label=_("Only outstanding tables"), required=False)
    a_page = forms.ChoiceField(label=_("Slips per sheet"), required=False)

    def __init__(self, round: Round, data: QueryDict | None = None) -> None:
        super().__init__(data, auto_id="slips_%s")
        choices: tuple[int, ...] = SEATED_SLIPS_A_SHEET if round.by_seats else SLIPS_A_SHEET
        if round.stage.is_tables:
            choices = TABLE_SLIPS_A_SHEET
        self._usual = TABLE_SLIPS_A_SHEET[0] if round.stage.is_tables else USUAL_SLIPS
        _offer(self, choices, self._usual)

    @property
    def chosen_a_page(self) -> int:
        """How many slips share a sheet; the form must be valid."""
        return int(self.cleaned_data["a_page"] or self._usual)


class TableNumbersForm(WordedForm):
    """Which table numbers, and how many share a sheet."""

    tables = TablesField(help_text=_("Leave blank for as many as the players need."))
    a_page = forms.ChoiceField(label=_("Numbers per sheet"), required=False)

    def __init__(self, event: Event, players: int, data: QueryDict | None = None) -> None:
        super().__init__(data, auto_id="numbers_%s")
        _offer(self, NUMBERS_A_SHEET, USUAL_NUMBERS)
        self._event, self._count = event, max(1, tables_and_byes(event, players)[0])

    @cached_property
    def next_tables(self) -> NextTables:
        """The tables that the next round would be given now."""
        return next_tables(self._event, self._count)

    def clean(self) -> dict[str, Any] | None:
        """Refuse to leave the tables blank where the venue has too few."""
        if not self.cleaned_data.get("tables") and not self.errors and self.next_tables.refusal:
            self.add_error("tables", self.next_tables.refusal)
        return super().clean()

    @property
    def chosen_a_page(self) -> int:
        """How many numbers share a sheet; the form must be valid."""
        return int(self.cleaned_data["a_page"] or USUAL_NUMBERS)

    @property
    def chosen_tables(self) -> list[int]:
        """The tables to print; the form must be valid."""
        typed: list[int] = self.cleaned_data["tables"]
        return typed or list(self.next_tables.tables)


def _offer(form: forms.Form, choices: tuple[int, ...], usual: int) -> None:
    field = form.fields["a_page"]
    if isinstance(field, forms.ChoiceField):
        field.choices = [(number, str(number)) for number in choices]
        field.initial = usual
