"""The form for a queue's settings."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.dateparse import parse_date
from django.utils.translation import gettext_lazy as _

from domain.limits import MOST_FIRST_TABLE
from events.core.seats.allocator import NextTables, others_at_tables
from events.core.typed_values import row_key
from events.models import Organisation, Queue
from events.on_demand.queries import templates_of
from events.on_demand.waiting import tickets_of_text, tickets_text
from events.web.forms.worded_errors import WordedErrors

if TYPE_CHECKING:
    QueueFormBase = forms.ModelForm[Queue]
else:
    QueueFormBase = forms.ModelForm

MOST_SIZE, MOST_WAIT, MOST_ROUNDS = 64, 600, 9
# Fields that are always in sight; the others have usual values behind "More options".
FIRST = ("name", "size", "first_table", "last_table")


class QueueForm(WordedErrors, QueueFormBase):
    """The settings of a queue; `values` are the columns for the action."""

    tickets = forms.CharField(
        label=_("Tickets by record"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("One record per line, such as 3-0: 12. Other records earn no tickets."),
    )

    class Meta:
        model = Queue
        fields = (
            *("name", "date", "like", "game_format", "play", "rounds", "size", "least"),
            *("wait_minutes", "round_minutes", "first_table", "last_table", "public_names"),
            *("by_phone", "tickets"),
        )
        widgets = {"date": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}
        labels = {"like": _("Copy settings from")}
        help_texts = {
            "name": _("Players see this name. Each pod adds its number."),
            "like": _("Each pod is a new event with the settings of this one."),
            "least": _("Leave blank to wait until the pod is full."),
            "by_phone": _("Off: only the desk adds players."),
        }

    def __init__(self, organisation: Organisation, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        like = self.fields["like"]
        like.queryset = templates_of(organisation)  # type: ignore[attr-defined]
        like.empty_label = _("Standard settings")  # type: ignore[attr-defined]
        if self.instance.pk:
            self.initial["tickets"] = tickets_text(self.instance.tickets)
        for name, most in (
            ("size", MOST_SIZE),
            ("least", MOST_SIZE),
            ("rounds", MOST_ROUNDS),
            ("wait_minutes", MOST_WAIT),
            ("round_minutes", MOST_WAIT),
            ("first_table", MOST_FIRST_TABLE),
            ("last_table", MOST_FIRST_TABLE),
        ):
            least = 2 if name in ("size", "least") else 0 if name == "wait_minutes" else 1
            number = self.fields[name]
            number.min_value, number.max_value = least, most  # type: ignore[attr-defined]
            number.widget.attrs |= {"min": least, "max": most}

        # Below both numbers, which it is about; as a hint of one it would push them apart.
        self.in_use = self._events_at_tables(organisation).in_use

    @property
    def more(self) -> list[forms.BoundField]:
        """The fields behind "More options"."""
        return [field for field in self if field.name not in FIRST]

    @property
    def more_errors(self) -> bool:
        """Whether one of these fields has an error."""
        return any(field.errors for field in self.more)

    @property
    def summary(self) -> str:
        """Describe the usual values of the other fields."""
        play = dict(Queue.Play.choices).get(self["play"].value() or Queue.Play.DRAFT, "")
        values = {"play": play, "minutes": self["round_minutes"].value()}
        return _("%(play)s, %(minutes)s minutes a round") % values

    def _events_at_tables(self, organisation: Organisation) -> NextTables:
        """Return the events with tables of the queue, by the date and tables entered."""
        numbers = [row_key(str(self[name].value())) for name in ("first_table", "last_table")]
        try:
            date = parse_date(str(self["date"].value()))
        except ValueError:
            date = None
        first, last = (number or 0 for number in numbers)
        if date is None or not first <= last <= MOST_FIRST_TABLE:
            return NextTables(())
        return others_at_tables(organisation, date, self.instance.pk, range(first, last + 1))

    def clean_tickets(self) -> dict[str, int]:
        """Parse the lines of the ticket list."""
        tickets = tickets_of_text(self.cleaned_data["tickets"])
        if tickets is None:
            raise forms.ValidationError(_("Write one record per line, such as 3-0: 12."))
        return tickets

    def clean(self) -> dict[str, Any]:
        """Check that sizes and tables fit together."""
        cleaned = super().clean() or {}
        size, least = cleaned.get("size"), cleaned.get("least")
        if size is not None and not 2 <= size <= MOST_SIZE:
            self.add_error("size", _("A pod has 2 to 64 players."))
        if size and least is not None and not 2 <= least < size:
            self.add_error(
                "least", _("The smaller pod has at least 2 players, fewer than a full one.")
            )
        first, last = cleaned.get("first_table"), cleaned.get("last_table")
        if first is not None and first < 1:
            self.add_error("first_table", _("Tables are numbered from 1."))
        elif size and first and last is not None and last - first + 1 < (size + 1) // 2:
            self.add_error("last_table", _("One pod needs more tables than these."))
        if not 1 <= (cleaned.get("rounds") or 1) <= MOST_ROUNDS:
            self.add_error("rounds", _("A pod plays 1 to 9 rounds."))
        return cleaned

    @property
    def values(self) -> dict[str, Any]:
        """The chosen columns of the queue."""
        return {name: self.cleaned_data[name] for name in self.Meta.fields}
