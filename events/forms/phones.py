"""What an event lets players do on their phones."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from events.forms.moments import in_its_zone
from events.models import Event
from events.services.phones import PhoneData

if TYPE_CHECKING:
    PhonesFormBase = forms.ModelForm[Event]
else:
    PhonesFormBase = forms.ModelForm

NEED_ADDRESSES = (
    "slip_codes",
    "phone_check_in",
    "phone_decks",
    "opponent_decks",
    "phone_drops",
    "judge_calls",
)


class PhonesForm(PhonesFormBase):
    """What players see and do on their phones."""

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
        widgets = {"phone_reports": forms.RadioSelect}
        labels = {
            "show_recorded": _("Players see at once what was recorded of their own match"),
            "private_pages": _("Every player gets a private address"),
            "phone_games": _("Players also tell game by game, as the games end"),
            "phone_check_in": _("Players check in by phone, while the desk has opened it"),
            "check_in_from": _("The check-in by phone opens by itself at"),
            "check_in_until": _("and closes at"),
            "phone_decks": _("Players hand in their decklists by phone"),
            "opponent_decks": _("Players see the open list of their opponent"),
            "phone_drops": _("Players drop by phone"),
            "judge_calls": _("Players call a judge to their table by phone"),
            "slip_codes": _("The codes of both players stand on the result slips"),
        }
        help_texts = {
            "show_recorded": _(
                "“Recorded: you lost 1-2”, with the time, on the player's own page. Standings stay "
                "as published."
            ),
            "private_pages": _(
                "A code that makes a phone the player's own, without an account. The desk shows it "
                "on the player's page and at check-in, and can give a new one at any time."
            ),
            "phone_reports": _("The desk always has the last word, and both phones say so."),
            "phone_games": _(
                "Who won and who was on the play. The desk sees who plays the third game, and when "
                "the round is likely to end. Not for teams of three: of their match it is kept "
                "who won each seat, not the games there."
            ),
            "check_in_from": _("Empty: the desk opens it. The desk can always open and close it."),
            "phone_decks": _("Until the deadline of the fact sheet; without one, until round 1."),
            "opponent_decks": _(
                "Once a round is posted, on the own pages of both, where the fact sheet says that "
                "lists are open."
            ),
            "slip_codes": _(
                "Who holds the slip can scan both codes, the opponent too. Showing each player "
                "their own at the desk is safer."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        in_its_zone(self, self.instance, "check_in_from", "check_in_until")

    def clean(self) -> dict[str, Any]:
        """Refuse what players could not reach."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        self._check_games(cleaned)
        opens, closes = cleaned.get("check_in_from"), cleaned.get("check_in_until")
        if opens and closes and closes <= opens:
            self.add_error("check_in_until", _("It closes before it opens."))
        if cleaned.get("private_pages"):
            return cleaned
        for name in NEED_ADDRESSES:
            if cleaned.get(name):
                self.add_error(name, _("This needs private addresses: switch them on above."))
        if cleaned.get("phone_reports") != Event.PhoneReports.OFF:
            words = _("This needs private addresses: switch them on above.")
            self.add_error("phone_reports", words)
        return cleaned

    def _check_games(self, cleaned: dict[str, Any]) -> None:
        if not cleaned.get("phone_games"):
            return
        if self.instance.team_size == Event.TeamSize.THREE:
            words = _("Teams of three tell who won each seat, not single games.")
            self.add_error("phone_games", words)
        if cleaned.get("phone_reports") == Event.PhoneReports.OFF:
            self.add_error("phone_games", _("This needs results from phones: choose them above."))

    def data_of_phones(self) -> PhoneData:
        """Return what was chosen, for the service; the form must be valid."""
        return PhoneData(**self.cleaned_data)
