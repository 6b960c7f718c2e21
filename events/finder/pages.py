"""The pages and actions of an event that its state and a person's roles offer."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from events.core.eligibility.queries import fact_sheet_of
from events.core.events.additions import unused_additions
from events.core.guards import has_results
from events.core.players.waiting_list import sign_up_settings
from events.core.stages.stage_words import complete_words, post_words, reopen_words
from events.finder.said import SAID
from events.models import Round
from events.web.access import Action, Desk, may

UNDO_KEY, NEXT_KEY = "Ctrl Z", "Ctrl Enter"


@dataclass(frozen=True, slots=True)
class FinderLine:
    """A page or an action: name, address, other words, key.

    `words`: everyday words in English; their translation finds it as well.
    """

    name: str | Promise
    address: str
    words: str = ""
    key: str = ""

    @property
    def spellings(self) -> list[str]:
        """Other words that find it, in English and in the reader's language."""
        return list(dict.fromkeys([self.words, _(self.words)])) if self.words else []


def pages(desk: Desk) -> Iterator[FinderLine]:
    """Return the pages that this person may open."""
    for label, name, action in _pages_of_event():
        if may(desk.roles, action):
            yield FinderLine(label, reverse(name, args=[desk.event.slug]), SAID[name])
    yield FinderLine(_("Change your password"), reverse("password"), SAID["password"])
    yield FinderLine(_("Second factor and logins"), reverse("account"), SAID["account"])
    yield from _beside_the_event(desk)
    keys = reverse("staff:keys", args=[desk.event.slug])
    guide = reverse("staff:help", args=[desk.event.slug])
    yield FinderLine(_("Help"), guide, SAID["help"])
    yield FinderLine(_("Shortcuts"), keys, SAID["keys"], "?")


def _beside_the_event(desk: Desk) -> Iterator[FinderLine]:
    """Yield pages outside staff or event: player view, screen, new event and others."""
    slug = desk.event.slug
    yield FinderLine(_("Player view"), reverse("public:event", args=[slug]), SAID["public"])
    yield FinderLine(
        _("Show on a screen"), reverse("public:projector", args=[slug]), SAID["screen"]
    )
    yield FinderLine(_("New event"), reverse("staff:new"), SAID["new"])
    yield FinderLine(_("Import a file"), reverse("staff:import"), SAID["import"])
    yield FinderLine(_("Take over an event"), reverse("staff:take-over"), SAID["take-over"])
    yield FinderLine(_("Venues"), reverse("staff:venues"), SAID["venues"])
    yield FinderLine(_("Organisations"), reverse("staff:organisations"), SAID["organisations"])
    yield FinderLine(_("Language"), reverse("account"), SAID["language"])


def _pages_of_event() -> tuple[tuple[str, str, Action], ...]:
    return (
        (_("Desk"), "staff:desk", Action.SEE),
        (_("Roster"), "staff:roster", Action.SEE),
        (_("Check-in"), "staff:roster-check-in", Action.CHECK_IN),
        (_("Standings"), "staff:standings", Action.SEE),
        (_("Floor"), "staff:floor", Action.SEE),
        (_("Shift hand-over"), "staff:hand-over", Action.SEE),
        (_("Announcements"), "staff:announcements", Action.SEE),
        (_("Penalties and appeals"), "staff:penalties", Action.SEE),
        (_("Decklists"), "staff:decks", Action.SEE),
        (_("Pool registration"), "staff:pools", Action.SEE),
        (_("Draft and deck construction clock"), "staff:preparation", Action.SEE),
        (_("Feature match"), "staff:feature", Action.SEE),
        (_("Sign-up"), "staff:sign-ups", Action.EDIT_ROSTER),
        (_("Eligibility"), "staff:eligibility", Action.EDIT_ROSTER),
        (_("Print"), "staff:paper", Action.SEE),
        (_("Room"), "staff:room", Action.SEE),
        (_("Journal"), "staff:journal", Action.SEE),
        (_("Stages and cut"), "staff:stages", Action.SEE),
        (_("Staff"), "staff:staff", Action.SEE),
        (_("Settings"), "staff:settings", Action.EDIT_EVENT),
        (_("Fact sheet"), "staff:facts", Action.EDIT_EVENT),
        (_("Phones"), "staff:phones", Action.EDIT_EVENT),
        (_("Names"), "staff:names", Action.EDIT_EVENT),
        (_("Integrations"), "staff:integrations", Action.EDIT_EVENT),
        (_("Overlays and embeds"), "staff:stream", Action.EDIT_EVENT),
        (_("Prizes"), "staff:prizes", Action.SEE),
        (_("Report"), "staff:report", Action.EXPORT),
        (_("Export"), "staff:export", Action.EXPORT),
        (_("Deck checks"), "staff:deck-checks", Action.SEE),
        (_("Archetypes"), "staff:archetypes", Action.SEE),
        (_("Decklist visibility"), "staff:shown-lists", Action.SEE),
        (_("Investigation notes"), "staff:investigations", Action.CHANGE_PENALTY),
        (_("Draft call"), "staff:draft-call", Action.SEE),
        (_("Prize list"), "staff:prize-list", Action.SEE),
        (_("Logo"), "staff:logo", Action.EDIT_EVENT),
        (_("Access tokens"), "staff:tokens", Action.EDIT_EVENT),
        (_("Delete event"), "staff:delete-event", Action.EDIT_EVENT),
    )


def actions(desk: Desk, rounds: Sequence[Round]) -> list[FinderLine]:
    """Return the actions available to this person, each with the page of its button.

    `rounds`: those of the event with their stage, in order. The round's next step, which Enter
    triggers, is first.
    """
    return sorted(_actions(desk, rounds), key=lambda line: line.key != NEXT_KEY)


def _actions(desk: Desk, rounds: Sequence[Round]) -> Iterator[FinderLine]:
    slug, can = desk.event.slug, partial(may, desk.roles)
    newest = rounds[-1] if rounds else None
    if not desk.event.is_finished:
        if newest is None:
            if can(Action.PAIR):
                here = reverse("staff:desk", args=[slug])
                yield FinderLine(_("Pair round 1"), here, SAID["pair-first"], NEXT_KEY)
        else:
            yield from _of_round(desk, newest)
            yield from _reopening(desk, rounds)
        yield from _of_players(desk, newest)
        yield from _of_judges(desk)
        if can(Action.ANNOUNCE):
            page = reverse("staff:announcements", args=[slug])
            yield FinderLine(_("Announce"), page, SAID["announce"])
    elif newest is not None and can(Action.FINISH):
        page = reverse("staff:round", args=[slug, newest.number])
        yield FinderLine(_("Reopen event"), page, SAID["reopen"])
    if newest is not None:
        of_round = [slug, newest.number]
        pairings = reverse("staff:pdf-pairings", args=of_round)
        yield FinderLine(_("Print pairings"), pairings, SAID["print-pairings"])
        slips = reverse("staff:pdf-slips", args=of_round)
        yield FinderLine(_("Print slips"), slips, SAID["print-slips"])
        if newest.is_posted and can(Action.ENTER_RESULT):
            reading = reverse("staff:reading", args=of_round)
            yield FinderLine(_("Verify the slips"), reading, SAID["verify"])


def _of_players(desk: Desk, newest: Round | None) -> Iterator[FinderLine]:
    slug, can = desk.event.slug, partial(may, desk.roles)
    roster = reverse("staff:roster", args=[slug])
    if can(Action.EDIT_ROSTER):
        paste = reverse("staff:roster-paste", args=[slug])
        yield FinderLine(
            _("Add players"),
            paste,
            SAID["add-players"],
        )
        if newest is not None:
            yield FinderLine(_("Add a late player"), f"{roster}?add=", SAID["add-late"])
        yield FinderLine(_("Merge two players"), roster, SAID["merge"])
    if can(Action.DISQUALIFY):
        yield FinderLine(_("Disqualify a player"), roster, SAID["disqualify"])
    if can(Action.DROP):
        yield FinderLine(_("Drop a player"), roster, SAID["drop"])
    if can(Action.REINSTATE) and newest is not None:
        page = f"{roster}?show=dropped"
        yield FinderLine(_("Reinstate a player"), page, SAID["reinstate"])


def _of_judges(desk: Desk) -> Iterator[FinderLine]:
    """Return judges' records of players; each page lists them and starts a new one."""
    slug, can = desk.event.slug, partial(may, desk.roles)
    if can(Action.PENALTY):
        yield FinderLine(
            _("Record a penalty"), reverse("staff:penalties", args=[slug]), SAID["penalty"]
        )
    if can(Action.APPEAL):
        yield FinderLine(
            _("Record an appeal"), reverse("staff:appeals", args=[slug]), SAID["appeal"]
        )


def additions(desk: Desk, newest: Round | None) -> Iterator[FinderLine]:
    """Return additions to the event, each with the button that adds it."""
    event = desk.event
    if event.is_finished or not may(desk.roles, Action.EDIT_EVENT):
        return
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
        yield FinderLine(str(addition.button), there, str(addition.name))


def _of_round(desk: Desk, round: Round) -> Iterator[FinderLine]:
    here, can = [desk.event.slug, round.number], partial(may, desk.roles)
    page = reverse("staff:round", args=here)
    if round.is_unposted and can(Action.POST_ROUND):
        yield FinderLine(post_words(round), page, SAID["post"], NEXT_KEY)
    if round.is_unposted and can(Action.PAIR):
        yield FinderLine(_("Change by hand"), page, SAID["by-hand"])
        yield FinderLine(_("Pair an unposted round again"), page, SAID["pair-again"])
        yield FinderLine(_("Discard an unposted round"), page, SAID["discard"])
    if round.is_posted:
        yield from _of_posted_round(desk, round, page)
    if round.is_complete:
        if can(Action.PUBLISH):
            published = _("Publish standings after round %(number)s") % {"number": round.number}
            yield FinderLine(
                published,
                page,
                SAID["publish"],
                NEXT_KEY,
            )
        if can(Action.PAIR):
            paired = _("Pair round %(next_number)s") % {"next_number": round.number + 1}
            yield FinderLine(paired, page, SAID["pair-next"], NEXT_KEY)
        if can(Action.CONFIRM_CUT) and round.stage.cut_by and not round.stage.has_cut:
            cut = reverse("staff:cut", args=[desk.event.slug, round.stage.number])
            yield FinderLine(_("Confirm who advances"), cut, SAID["cut"])
        if can(Action.FINISH):
            yield FinderLine(_("Finish event"), f"{page}#finish", SAID["finish"])
    if can(Action.CORRECT) and not round.is_unposted:
        yield FinderLine(_("Correct a result"), page, SAID["correct"])
    sources = reverse("staff:sources", args=here)
    yield FinderLine(_("Result audit"), sources, SAID["sources"])


def _reopening(desk: Desk, rounds: Sequence[Round]) -> Iterator[FinderLine]:
    """Return the step that reopens a round; published standings must be withdrawn first."""
    round, can = _ended(rounds), partial(may, desk.roles)
    if round is None:
        return
    here = [desk.event.slug, round.number]
    if not round.snapshots.filter(withdrawn=False).exists():
        if can(Action.COMPLETE):
            page = reverse("staff:round", args=here)
            yield FinderLine(reopen_words(round), page, SAID["reopen-round"])
    elif can(Action.WITHDRAW):
        page = reverse("staff:standings-after", args=here)
        words = _("Withdraw the standings after round %(number)s") % {"number": round.number}
        yield FinderLine(words, page, SAID["withdraw"])


def _ended(rounds: Sequence[Round]) -> Round | None:
    """Return the round that can be reopened: in a playoff the one before the newest."""
    newest = rounds[-1]
    if newest.is_complete:
        return newest
    before = [round for round in rounds[:-1] if round.stage == newest.stage]
    return before[-1] if before and newest.stage.is_elimination else None


def _of_posted_round(desk: Desk, round: Round, page: str) -> Iterator[FinderLine]:
    here, can = [desk.event.slug, round.number], partial(may, desk.roles)
    floor = reverse("staff:floor", args=here[:1])
    if can(Action.WITHDRAW) and not has_results(round):
        yield FinderLine(_("Unpost a round"), page, SAID["unpost"])
    if can(Action.CLOCK) and round.minutes:
        clock = reverse("staff:clock", args=here)
        yield FinderLine(
            _("Set the clock"),
            clock,
            SAID["clock"],
        )
        yield FinderLine(_("Pause the clock"), clock, SAID["pause"])
    if can(Action.COMPLETE):
        complete = reverse("staff:complete", args=here)
        yield FinderLine(
            complete_words(round),
            complete,
            SAID["complete"],
            NEXT_KEY,
        )
    if can(Action.REPAIRING) and round.stage.is_swiss:
        plans = reverse("staff:plans", args=here)
        yield FinderLine(
            _("Re-pair the round"),
            plans,
            SAID["repair"],
        )
    if can(Action.ENTER_RESULT):
        yield FinderLine(
            _("Undo the last result"),
            page,
            SAID["undo"],
            UNDO_KEY,
        )
        yield FinderLine(
            _("Report a no-show"),
            floor,
            SAID["no-show"],
        )
    if can(Action.EXTEND):
        yield FinderLine(
            _("Give a time extension"),
            floor,
            SAID["extend"],
        )
