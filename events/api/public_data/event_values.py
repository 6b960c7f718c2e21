"""An event and the list of events, for programs."""

from typing import cast

from django.urls import reverse

from events.api.answer_values import EventLine, EventValue, StageKind, StageValue, State
from events.models import Event, Stage
from events.public_site.reads.events import PublicEvent

PARTS = (
    *("rounds", "standings", "bracket", "pods", "decklists"),
    *("announcements", "clock", "report", "archive", "stream"),
)


def event_value(shown: PublicEvent) -> EventValue:
    """Return the public values of an event, with the addresses of its parts."""
    event, newest = shown.event, shown.round()
    line = event_line(event)
    fields = {name: getattr(line, name) for name in line.__struct_fields__}
    return EventValue(
        **fields,
        players=shown.players,
        platform=event.platform,
        games_to_win=event.games_to_win,
        round_minutes=event.round_minutes,
        planned_rounds=shown.planned_rounds,
        round=newest.number if newest else None,
        results_through=shown.results_through or None,
        finished_at=event.finished_at,
        rules=shown.profile.to_dict(),
        stages=tuple(stages(shown)),
        links={part: reverse(f"public:api-{part}", args=[event.slug]) for part in PARTS},
    )


def event_line(event: Event) -> EventLine:
    """Return an event as a line of the list."""
    return EventLine(
        slug=event.slug,
        name=event.name,
        date=event.date,
        time_zone=event.time_zone,
        venue=event.venue,
        game_format=event.game_format,
        state=cast(State, event.state),
        team_size=event.team_size,
        url=reverse("public:api-event", args=[event.slug]),
    )


def stages(shown: PublicEvent) -> list[StageValue]:
    """Return the stages; one query if a round is posted after a cut."""
    advanced = _advanced(shown)
    values = []
    for stage in shown.stages:
        numbers = [round.number for round in shown.rounds if round.stage.number == stage.number]
        values.append(
            StageValue(
                number=stage.number,
                kind=cast(StageKind, stage.kind),
                rounds=stage.rounds,
                first_round=min(numbers, default=None),
                last_round=max(numbers, default=None),
                advancing=advanced.get(stage.number),
            )
        )
    return values


def _advanced(shown: PublicEvent) -> dict[int, tuple[int, ...]]:
    """Return the players who advanced from each stage with a cut, once pairings show it."""
    newest = shown.round()
    before = [stage for stage in shown.stages if newest and stage.number < newest.stage.number]
    cut = {stage.pk: stage.number for stage in before if stage.has_cut}
    if not cut:
        return {}
    people = Stage.advancing.through.objects.filter(stage__in=cut)
    advanced: dict[int, list[int]] = {number: [] for number in cut.values()}
    for stage, number in people.values_list("stage_id", "enrollment__number"):
        advanced[cut[stage]].append(number)
    return {stage: tuple(sorted(numbers)) for stage, numbers in advanced.items()}
