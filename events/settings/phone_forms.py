"""Forms for the phone settings of an event."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from events.core.phones.actions import NEED_ADDRESSES, PhoneData, faults_of_phones
from events.models import Event
from events.web.forms.dates import in_its_zone
from events.web.forms.worded_errors import WordedErrors

if TYPE_CHECKING:
    PhonesFormBase = forms.ModelForm[Event]
else:
    PhonesFormBase = forms.ModelForm

NEED_LINKS = (*NEED_ADDRESSES, "phone_reports", "phone_games", "check_in_from", "check_in_until")


class PhonesForm(WordedErrors, PhonesFormBase):
    """Form for the settings of players' phones."""

    class Meta:
        model = Event
        fields = [
            "show_recorded",
            "private_pages",
            "phone_reports",
            "phone_games",
            "phone_check_in",
            "check_in_from",
            "check_in_until",
            "phone_decks",
            "opponent_decks",
            "phone_drops",
            "judge_calls",
            "slip_codes",
        ]
        labels = {
            "show_recorded": _("Players see the recorded result of their own match immediately"),
            "private_pages": _("Every player gets a player link"),
            "phone_games": _("Players can also report game by game"),
            "phone_check_in": _("Players can check in by phone while check-in is open"),
            "check_in_from": _("Check-in by phone opens automatically at"),
            "check_in_until": _("and closes at"),
            "phone_decks": _("Players can submit decklists by phone"),
            "opponent_decks": _("Players can see the open decklists of their opponents"),
            "phone_drops": _("Players can drop by phone"),
            "judge_calls": _("Players can call a judge to their table by phone"),
            "slip_codes": _("Print each player's code on the result slips"),
        }
        help_texts = {
            "show_recorded": _(
                "The player's own page shows “Recorded: you won” and the time. In a playoff the "
                "bracket shows each result at once. Standings stay as published."
            ),
            "private_pages": _(
                "A code links a phone to the player without an account. The desk shows it and "
                "can replace it. Results, check-in, decklists, drops and judge calls by phone "
                "need it."
            ),
            "phone_reports": _("The desk always has the final say, and the phones show this."),
            "phone_games": _(
                "Players report the winner and who was on the play. The desk sees which tables "
                "are in game 3 and when the round is likely to end. Not for teams of three, "
                "which report seats, not games."
            ),
            "check_in_from": _(
                "Leave blank to open check-in at the desk. The desk can open and"
                " close it at any time."
            ),
            "phone_decks": _(
                "Until the decklist deadline on the fact sheet, or until round 1 "
                "if there is no deadline."
            ),
            "opponent_decks": _(
                "Shown on the players' own pages once the round is posted, if the fact sheet "
                "says that decklists are open."
            ),
            "slip_codes": _(
                "Anyone holding the slip can scan every code on it, so an opponent can too. "
                "Showing players their own code at the desk is safer."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        in_its_zone(self, self.instance, "check_in_from", "check_in_until")
        if self.instance.at_tables:
            # A table of three to five plays one game.
            del self.fields["phone_games"]

    def clean(self) -> dict[str, Any]:
        """Refuse what players could not reach."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for name, words in faults_of_phones(self.instance, cleaned):
            self.add_error(name, words)
        return cleaned

    def data_of_phones(self) -> PhoneData:
        """Return what was chosen, for the service; the form must be valid."""
        return PhoneData(**self.cleaned_data)
