"""The pages and actions of an event that one can go to, as its state and a person's roles allow."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from events.core.eligibility.queries import fact_sheet_of
from events.core.events.additions import unused_additions
from events.core.players.waiting_list import sign_up_settings
from events.core.stages.stage_words import complete_words, post_words
from events.models import Round
from events.web.access import Action, Desk, may

UNDO_KEY, NEXT_KEY = "Ctrl Z", "Ctrl Enter"


@dataclass(frozen=True, slots=True)
class Line:
    """A page or an action: its name, its address, what else finds it, and its key.

    `words`: as people say it, in English; their translation finds it, too.
    """

    name: str | Promise
    address: str
    words: str = ""
    key: str = ""

    @property
    def spellings(self) -> list[str]:
        """What finds it besides its name: the words in English and in the reader's language."""
        return list(dict.fromkeys([self.words, _(self.words)])) if self.words else []


def pages(desk: Desk) -> Iterator[Line]:
    """Return each page that this person may open."""
    for label, name, action, sought in _pages_of_event():
        if may(desk.roles, action):
            yield Line(label, reverse(name, args=[desk.event.slug]), sought)
    yield Line(
        _("Change your password"), reverse("password"), gettext_noop("password login account")
    )
    yield Line(
        _("Second factor and logins"), reverse("account"), gettext_noop("passkey phone logout")
    )
    keys = reverse("staff:keys", args=[desk.event.slug])
    guide = reverse("staff:help", args=[desk.event.slug])
    yield Line(_("Help"), guide, gettext_noop("help guide manual how"))
    yield Line(_("Shortcuts"), keys, gettext_noop("keys keyboard"), "?")


def _pages_of_event() -> tuple[tuple[str, str, Action, str], ...]:
    return (
        (_("Desk"), "staff:desk", Action.SEE, gettext_noop("results enter start home")),
        (_("Roster"), "staff:roster", Action.SEE, gettext_noop("players bye byes names list")),
        (
            _("Check-in"),
            "staff:roster-check-in",
            Action.CHECK_IN,
            gettext_noop("present here missing"),
        ),
        (_("Standings"), "staff:standings", Action.SEE, gettext_noop("ranking rank place points")),
        (_("Floor"), "staff:floor", Action.SEE, gettext_noop("judge judges calls tables")),
        (
            _("Announcements"),
            "staff:announcements",
            Action.SEE,
            gettext_noop("message notice players"),
        ),
        (
            _("Penalties and appeals"),
            "staff:penalties",
            Action.SEE,
            gettext_noop("penalty warning game loss disqualification infraction"),
        ),
        (_("Decklists"), "staff:decks", Action.SEE, gettext_noop("deck check decks lists")),
        (
            _("Draft and deck construction clock"),
            "staff:preparation",
            Action.SEE,
            gettext_noop("draft sealed timer build"),
        ),
        (_("Feature match"), "staff:feature", Action.SEE, gettext_noop("camera stream video")),
        (
            _("Sign-up"),
            "staff:sign-ups",
            Action.EDIT_ROSTER,
            gettext_noop("register waiting list fee"),
        ),
        (
            _("Eligibility"),
            "staff:eligibility",
            Action.EDIT_ROSTER,
            gettext_noop("suspended banned age invited"),
        ),
        (_("Print"), "staff:paper", Action.SEE, gettext_noop("paper pdf poster labels sign-in")),
        (_("Room"), "staff:room", Action.SEE, gettext_noop("venue map tables seats hall")),
        (_("Journal"), "staff:journal", Action.SEE, gettext_noop("log history who changed")),
        (
            _("Stages and cut"),
            "staff:stages",
            Action.SEE,
            gettext_noop("top 8 top 4 playoff final day 2 number of rounds"),
        ),
        (_("Staff"), "staff:staff", Action.SEE, gettext_noop("people roles scorekeeper invite")),
        (
            _("Settings"),
            "staff:settings",
            Action.EDIT_EVENT,
            gettext_noop("round time minutes format name date rules"),
        ),
        (
            _("Fact sheet"),
            "staff:facts",
            Action.EDIT_EVENT,
            gettext_noop("wifi Wi-Fi description entry"),
        ),
        (
            _("Phones"),
            "staff:phones",
            Action.EDIT_EVENT,
            gettext_noop("QR code player link results"),
        ),
        (_("Names"), "staff:names", Action.EDIT_EVENT, gettext_noop("privacy alias initials")),
        (
            _("Integrations"),
            "staff:integrations",
            Action.EDIT_EVENT,
            gettext_noop("webhook token API Discord Slack LINE program"),
        ),
        (
            _("Overlays and embeds"),
            "staff:stream",
            Action.EDIT_EVENT,
            gettext_noop("overlay OBS stream website"),
        ),
        (_("Prizes"), "staff:prizes", Action.SEE, gettext_noop("prize packs money payout")),
        (
            _("Report"),
            "staff:report",
            Action.EXPORT,
            gettext_noop("results summary share statistics"),
        ),
        (
            _("Export"),
            "staff:export",
            Action.EXPORT,
            gettext_noop("backup archive CSV Excel download"),
        ),
    )


def actions(desk: Desk, newest: Round | None) -> list[Line]:
    """Return what this person can do now, each with the page that has its button.

    The next step of the round is first, where Enter is on it.
    """
    return sorted(_actions(desk, newest), key=lambda line: line.key != NEXT_KEY)


def _actions(desk: Desk, newest: Round | None) -> Iterator[Line]:
    slug, can = desk.event.slug, partial(may, desk.roles)
    if not desk.event.is_finished:
        if newest is None:
            if can(Action.PAIR):
                here = reverse("staff:desk", args=[slug])
                yield Line(_("Pair round 1"), here, gettext_noop("start begin"), NEXT_KEY)
        else:
            yield from _of_round(desk, newest)
        yield from _of_players(desk, newest)
        if can(Action.ANNOUNCE):
            page = reverse("staff:announcements", args=[slug])
            yield Line(_("Announce"), page, gettext_noop("message tell players"))
        if can(Action.EDIT_EVENT):
            yield from _additions(desk, newest)
    if newest is not None:
        of_round = [slug, newest.number]
        pairings = reverse("staff:pdf-pairings", args=of_round)
        yield Line(_("Print pairings"), pairings, gettext_noop("paper wall list"))
        slips = reverse("staff:pdf-slips", args=of_round)
        yield Line(_("Print slips"), slips, gettext_noop("result slips"))


def _of_players(desk: Desk, newest: Round | None) -> Iterator[Line]:
    slug, can = desk.event.slug, partial(may, desk.roles)
    roster = reverse("staff:roster", args=[slug])
    if can(Action.EDIT_ROSTER):
        paste = reverse("staff:roster-paste", args=[slug])
        yield Line(_("Add players"), paste, gettext_noop("enroll register add player list"))
        if newest is not None:
            yield Line(_("Add a late player"), f"{roster}?add=", gettext_noop("late latecomer"))
    if can(Action.DROP):
        yield Line(_("Drop a player"), roster, gettext_noop("leave withdraw quit"))
    if can(Action.REINSTATE) and newest is not None:
        page = f"{roster}?show=dropped"
        yield Line(_("Reinstate a player"), page, gettext_noop("undo drop come back"))


def _additions(desk: Desk, newest: Round | None) -> Iterator[Line]:
    """Return what can be added to the event, by the button that adds it."""
    event = desk.event
    unused = unused_additions(
        event,
        stages=tuple(event.stages.order_by("number")),
        sign_up=sign_up_settings(event),
        sheet=fact_sheet_of(event),
        has_areas=event.areas.exists(),
        is_paired=newest is not None,
    )
    page = reverse("staff:desk" if newest is None else "staff:settings", args=[event.slug])
    for addition in unused:
        there = reverse(addition.address, args=[event.slug]) if addition.is_link else page
        yield Line(str(addition.button), there, str(addition.name))


def _of_round(desk: Desk, round: Round) -> Iterator[Line]:
    here, can = [desk.event.slug, round.number], partial(may, desk.roles)
    page = reverse("staff:round", args=here)
    if round.is_unposted and can(Action.POST_ROUND):
        yield Line(post_words(round), page, gettext_noop("show pairings to players"), NEXT_KEY)
    if round.is_unposted and can(Action.PAIR):
        yield Line(_("Change by hand"), page, gettext_noop("swap players move table"))
    if round.is_posted:
        yield from _of_posted_round(desk, round, page)
    if round.is_complete:
        if can(Action.PUBLISH):
            published = _("Publish standings after round %(number)s") % {"number": round.number}
            yield Line(published, page, gettext_noop("show standings to players"), NEXT_KEY)
        if can(Action.PAIR):
            paired = _("Pair round %(next_number)s") % {"next_number": round.number + 1}
            yield Line(paired, page, gettext_noop("next round"), NEXT_KEY)
        if can(Action.FINISH):
            yield Line(_("Finish event"), f"{page}#finish", gettext_noop("end close winner"))
    if can(Action.CORRECT) and not round.is_unposted:
        yield Line(_("Correct a result"), page, gettext_noop("wrong result change fix"))
    sources = reverse("staff:sources", args=here)
    yield Line(_("Result sources"), sources, gettext_noop("audit certify dispute"))


def _of_posted_round(desk: Desk, round: Round, page: str) -> Iterator[Line]:
    here, can = [desk.event.slug, round.number], partial(may, desk.roles)
    floor = reverse("staff:floor", args=here[:1])
    if can(Action.CLOCK) and round.minutes:
        clock = reverse("staff:clock", args=here)
        yield Line(_("Set the clock"), clock, gettext_noop("round time timer minutes start"))
        yield Line(_("Pause the clock"), clock, gettext_noop("stop resume halt"))
    if can(Action.COMPLETE):
        complete = reverse("staff:complete", args=here)
        yield Line(complete_words(round), complete, gettext_noop("end missing results"), NEXT_KEY)
    if can(Action.REPAIRING) and round.stage.is_swiss:
        plans = reverse("staff:plans", args=here)
        yield Line(_("Re-pair the round"), plans, gettext_noop("swap wrong pairing change"))
    if can(Action.ENTER_RESULT):
        yield Line(_("Undo the last result"), page, gettext_noop("undo mistake back"), UNDO_KEY)
        yield Line(_("Report a no-show"), floor, gettext_noop("no-show absent tardy not here"))
        reading = reverse("staff:reading", args=here)
        yield Line(_("Verify the slips"), reading, gettext_noop("second check compare"))
    if can(Action.EXTEND):
        yield Line(_("Give a time extension"), floor, gettext_noop("extension extra time"))
