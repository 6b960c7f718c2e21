"""An event in the state in which a call makes sense, with what its sample takes from outside."""

import datetime
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from events.api.calls import WRITES
from events.api.declared import Write
from events.api.token_actions import make_organisation_token
from events.appeals.actions import record_appeal
from events.core.clock.actions import pause_clock, start_clock
from events.core.clock.round_clock import clock_of
from events.core.events.announcement_actions import announce
from events.core.events.finishing_actions import finish_event
from events.core.judging.penalty_actions import give_penalty
from events.core.players.actions import check_in
from events.core.players.waiting_list_actions import change_sign_up
from events.core.results.actions import enter_result
from events.core.results.result_questions import ResultConflictError
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round
from events.core.sign_ups.actions import SignUpData, sign_up
from events.core.stages.cut_actions import confirm_cut
from events.core.stages.pod_actions import draw_stage_pods
from events.desk.unposted_actions import take_out_of_round
from events.integrations.actions import add_endpoint, send_test
from events.models import (
    Event,
    HookDelivery,
    Infraction,
    Match,
    Organisation,
    OrganisationMember,
    Round,
    Stage,
    TokenScope,
)
from events.roster.drop_actions import drop
from events.stages.playoff_end_actions import end_playoff
from tests import factories
from tests.events.scenario import event_with_owner, play_round, report, start_round

BY_NAME = {write.name: write for write in WRITES}


@dataclass
class Scene:
    """An event of an organisation, its owner, and the values that a sample reads."""

    event: Event
    owner: User
    organisation: Organisation
    secret: str = ""
    values: dict[str, str] = field(default_factory=dict)

    @property
    def who(self) -> dict[str, Any]:
        """The event and the actor, as actions take them."""
        return {"event_id": self.event.pk, "actor": self.owner}


Step = Callable[[Scene], None]


def _here(scene: Scene) -> None:
    for enrollment in scene.event.enrollments.all():
        check_in(**scene.who, number=enrollment.number)


def _paired(scene: Scene) -> None:
    start_round(scene.event, scene.owner, 1)
    Round.objects.filter(event=scene.event).update(state="unposted", posted_rows=None)


def _posted(scene: Scene) -> None:
    start_round(scene.event, scene.owner, 1)


def _reported(scene: Scene) -> None:
    _posted(scene)
    report(scene.event, scene.owner, 1)


def _complete(scene: Scene) -> None:
    play_round(scene.event, scene.owner, 1, publish=False)


def _winner_drops(scene: Scene) -> None:
    start_round(scene.event, scene.owner, 1)
    report(scene.event, scene.owner, 1, {1: Slip.of(2, 0, drop_first=True)})
    complete_round(**scene.who, number=1)


def _published(scene: Scene) -> None:
    play_round(scene.event, scene.owner, 1)


def _one_round(scene: Scene) -> None:
    scene.event.stages.update(rounds=1)
    _published(scene)


def _finished(scene: Scene) -> None:
    _one_round(scene)
    finish_event(**scene.who)


def _before_cut(scene: Scene) -> None:
    scene.event.stages.update(rounds=1, cut_by=Stage.Cut.RANK, cut_value=4)
    Stage.objects.create(event=scene.event, number=2, kind=Stage.Kind.SINGLE_ELIMINATION)
    _published(scene)


def _cut(scene: Scene) -> None:
    _before_cut(scene)
    confirm_cut(**scene.who, number=1, advancing=[1, 2, 3, 4])


def _playoff(scene: Scene) -> None:
    scene.event.stages.update(kind=Stage.Kind.SINGLE_ELIMINATION, rounds=None)
    _published(scene)


def _bracket(scene: Scene) -> None:
    scene.event.stages.update(kind=Stage.Kind.SINGLE_ELIMINATION, rounds=None)
    _posted(scene)


def _own_pages(scene: Scene) -> None:
    Event.objects.filter(pk=scene.event.pk).update(private_pages=True)


def _signed_up(scene: Scene) -> None:
    change_sign_up(**scene.who, values={"is_open": True, "approval": True})
    data = SignUpData(name="Zoe New", key="zoe")
    scene.values["SIGN_UP"] = str(sign_up(event_id=scene.event.pk, data=data).pk)


def _ended(scene: Scene) -> None:
    _playoff(scene)
    end_playoff(**scene.who, number=1, reason="split")


def _draft(scene: Scene) -> None:
    scene.event.stages.update(pods=True, rounds=3)


def _drawn(scene: Scene) -> None:
    _draft(scene)
    draw_stage_pods(**scene.who, stage=1)


def _disputed(scene: Scene) -> None:
    _posted(scene)
    enter_result(**scene.who, number=1, table=1, slip=Slip.of(2, 0))
    try:
        enter_result(**scene.who, number=1, table=1, slip=Slip.of(0, 2))
    except ResultConflictError:
        return
    raise AssertionError("a different result is a conflict")


def _five(scene: Scene) -> None:
    factories.enroll_players(scene.event, ["Ada Again"])


def _absent(scene: Scene) -> None:
    for number in (1, 2):
        check_in(**scene.who, number=number)


def _dropped(scene: Scene) -> None:
    drop(**scene.who, number=1)


def _lost_bye(scene: Scene) -> None:
    drop(**scene.who, number=1)
    _posted(scene)
    late = scene.event.enrollments.get(number=1)
    Match.assigned_loss(scene.event.rounds.get(), late).save()
    scene.event.enrollments.filter(number=1).update(
        awarded_byes=1, state="active", dropped_after=None
    )


def _out(scene: Scene) -> None:
    _paired(scene)
    take_out_of_round(**scene.who, number=1, player=1)


def _running(scene: Scene) -> None:
    _posted(scene)
    start_clock(**scene.who, number=1)


def _paused(scene: Scene) -> None:
    _running(scene)
    token = clock_of(scene.event.rounds.get()).token
    pause_clock(**scene.who, number=1, token=token)


def _announced(scene: Scene) -> None:
    until = timezone.now() + datetime.timedelta(hours=1)
    made = announce(**scene.who, until=until, text_en=f"Lunch {timezone.now()}")
    scene.values["ANNOUNCEMENT"] = str(made.pk)


def _penalty(scene: Scene) -> None:
    made = give_penalty(**scene.who, number=1, infraction=Infraction.SLOW_PLAY)
    scene.values["PENALTY"] = str(made.pk)


def _judges(scene: Scene) -> None:
    for name, columns in (("bea", {"judge": True}), ("anna", {"head_judge": True})):
        known = User.objects.filter(username=name).first() or factories.user(name)
        factories.StaffMemberFactory.create(event=scene.event, user=known, **columns)


def _appeal(scene: Scene) -> None:
    _judges(scene)
    made = record_appeal(
        **scene.who, number=1, ruling="late", ruled_by="bea", heard_by="anna", outcome="upheld"
    )
    scene.values["APPEAL"] = str(made.pk)


def _program(scene: Scene, of: int | Organisation) -> None:
    made = add_endpoint(
        of=of,
        actor=scene.owner,
        name="",
        address=f"https://swiss.example/hook/{HookDelivery.objects.count()}",
        kinds=["round.posted"],
    )
    failed = send_test(of=of, actor=scene.owner, endpoint_id=made.pk)
    HookDelivery.objects.update(state=HookDelivery.State.GAVE_UP)
    scene.values |= {"WEBHOOK": str(made.pk), "DELIVERY": str(failed.pk)}


def _webhook(scene: Scene) -> None:
    _program(scene, scene.event.pk)


def _webhook_of_many(scene: Scene) -> None:
    _program(scene, scene.organisation)


WITH_WEBHOOK = (
    *("webhook", "change-webhook", "remove-webhook", "renew-secret", "test-webhook"),
    *("deliveries", "send-again", "send-failed-again"),
)
# The state that a call needs in addition to a Swiss event with four players.
STEPS: dict[str, Step] = {
    "pair": _here,
    "merge-players": _five,
    "undo-check-in-list": _here,
    "drop-absent": _absent,
    "play-first": _bracket,
    "change-announced": _posted,
    "player-link": _own_pages,
    **dict.fromkeys(("accept-sign-up", "refuse-sign-up"), _signed_up),
    **dict.fromkeys(("reinstate", "undo-drop-list"), _dropped),
    "give-byes": _lost_bye,
    "draw-pods": _draft,
    "post-pods": _drawn,
    **dict.fromkeys(("pairings", "pair-again", "discard", "swap", "move-table", "post"), _paired),
    "take-out-of-round": _paired,
    "add-to-round": _out,
    **dict.fromkeys(("enter", "table", "unpost", "extend", "extension", "round-clock"), _posted),
    **dict.fromkeys(("start-clock", "enter-results"), _posted),
    **dict.fromkeys(("correct", "undo", "complete"), _reported),
    "keep-result": _disputed,
    **dict.fromkeys(("publish", "reopen-round"), _complete),
    "answer-questions": _winner_drops,
    "withdraw": _published,
    **dict.fromkeys(("pause-clock", "add-time", "restart-clock", "stop-clock"), _running),
    "resume-clock": _paused,
    **dict.fromkeys(("cut", "confirm-cut", "remove-stage"), _before_cut),
    "undo-cut": _cut,
    "end-playoff": _playoff,
    "resume-playoff": _ended,
    "finish": _one_round,
    "reopen-event": _finished,
    "take-down": _announced,
    **dict.fromkeys(("change-penalty", "remove-penalty"), _penalty),
    "record-appeal": _judges,
    "remove-appeal": _appeal,
    **dict.fromkeys(WITH_WEBHOOK, _webhook),
    **dict.fromkeys([f"organisation-{name}" for name in WITH_WEBHOOK], _webhook_of_many),
}
# The call that reads, with its version, what another one changes.
VERSION_FROM = {
    "change-settings": "settings",
    "change-fact-sheet": "fact-sheet",
    "change-phones": "phones",
    "change-sign-up": "sign-up",
    "change-announced": "announced",
    "lay-out-stages": "stages",
    "change-player": "player",
    "swap": "pairings",
    "move-table": "pairings",
    **dict.fromkeys(("correct", "keep-result", "play-first"), "table"),
    "extend": "extension",
    "change-webhook": "webhook",
    "organisation-change-webhook": "organisation-webhook",
    "save-decklist": "decklist",
}


def scene_for(write: Write) -> Scene:
    """Return an event in which the sample of a call makes sense, with a token for everything."""
    event, owner = event_with_owner(4, rounds=3)
    shop = Organisation.objects.create(slug=f"shop-{event.pk}", name="Corner Shop")
    OrganisationMember.objects.create(organisation=shop, user=owner, owner=True)
    Event.objects.filter(pk=event.pk).update(organisation=shop)
    event.refresh_from_db()
    scopes = [scope.value for scope in TokenScope]
    _token, secret = make_organisation_token(
        organisation=shop, actor=owner, name="Pad", scopes=scopes
    )
    until = timezone.now() + datetime.timedelta(hours=1)
    scene = Scene(event, owner, shop, secret)
    scene.values = {
        "EVENT": event.slug,
        "ORGANISATION": shop.slug,
        "TOKEN": secret,
        "UNTIL": until.isoformat(),
    }
    if write.name in STEPS:
        STEPS[write.name](scene)
    return scene


def address_of(write: Write, scene: Scene) -> str:
    """Return the address of a call's sample in a scene."""
    path = write.path
    for name in ("number", "table", "player", "stage"):
        path = path.replace(f"{{{name}}}", "1")
    for name, value in scene.values.items():
        path = path.replace(f"{{{name.lower()}}}", value)
    return path
