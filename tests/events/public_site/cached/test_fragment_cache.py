"""The cached parts of pages equal those rendered again, after any change."""

import datetime
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest
from django.conf import LazySettings
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.safestring import mark_safe

from domain.kinds import PublicNames
from events.core.clock.actions import pause_clock, start_clock
from events.core.events.announcement_actions import announce
from events.core.events.finishing_actions import finish_event
from events.core.players.privacy_actions import choose_public_names
from events.core.rounds.actions import extend_time, post_round, unpost_round
from events.core.stages.plans import StagePlan
from events.core.stages.pod_actions import draw_stage_pods, post_pods
from events.core.standings.actions import withdraw_standings
from events.models import Event, Role, Stage
from events.public_site import fragment_cache as kept
from events.public_site import pages
from events.public_site.build import LANGUAGES
from events.public_site.fragment_cache import forget
from events.public_site.own import player_section as own
from events.public_site.own.player_section import shell
from events.public_site.pages import BUILT
from events.public_site.reads.events import PublicEvent, public_side
from events.templatetags.clock import clock_mark
from tests import factories
from tests.events.public_site.cached.conftest import FOUR
from tests.events.scenario import start_round
from tests.events.support.public_events import Played
from tests.events.support.stages import confirm, finish_round, play_swiss, staged

# For each type of field, another value to change a row.
OTHER: Mapping[type, Callable[[Any], Any]] = {
    bool: lambda value: not value,
    str: lambda value: f"{value}x",
    datetime.date: lambda value: value + datetime.timedelta(days=1),
    int: lambda value: value + 1,
}
CHOSEN = {
    "time_zone": "Asia/Tokyo",
    "state": Event.State.FINISHED,
    "room": "1-5",
    "blocked_tables": "9",
    "feature_tables": "1",
}
# Fields with a single valid value, or set by the database.
NOT_CHANGED = ("id", "created_at")


def texts(event: Event, languages: Sequence[str] = LANGUAGES) -> dict[tuple[str, str], str | None]:
    """Every page of an event, in these languages."""
    shown = public_side(Event.objects.get(pk=event.pk))
    made: dict[tuple[str, str], str | None] = {}
    for language in languages:
        with translation.override(language):
            made |= {(name, language): make(shown) for name, make in BUILT.items()}
            made["own", language] = shell(shown)
    return made


def whole(_shown: PublicEvent, template: str, context: Mapping[str, Any], **of_frame: Any) -> str:
    """The page as its template has it, without a frame."""
    return render_to_string(template, {**context, **of_frame})


def without_layout(text: str | None) -> str | None:
    """A page without the spaces and lines between its tags."""
    return text if text is None else re.sub(r"\s*(<[^>]*>)\s*", r"\1", text)


def check(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that cached parts, parts rendered again and whole templates say the same."""
    warm = texts(event)
    forget()
    assert texts(event) == warm
    forget()
    with monkeypatch.context() as patch:
        patch.setattr(pages, "in_frame", whole)
        patch.setattr(own, "in_frame", whole)
        plain = texts(event)
    for key, text in warm.items():
        assert without_layout(text) == without_layout(plain[key]), key


def changed(event: Event, field: Any) -> object:
    """Another value of a column."""
    value = getattr(event, field.name)
    if field.name in CHOSEN:
        return CHOSEN[field.name]
    if field.choices:
        return next(code for code, _words in field.choices if code != value)
    return OTHER[type(value)](value)


@pytest.fixture
def running(db: None) -> Iterator[Played]:
    """Two rounds, of which the first is published and the second is being played.

    The likely end of the round is not shown: it changes with every minute.
    """
    made = Played([*FOUR, "Eve <&>"], show_forecast=False)
    made.play(1)
    made.publish(1)
    made.post(2)
    yield made
    forget()


def test_every_setting(running: Played) -> None:
    event = running.event
    texts(event)
    tried = set()
    for field in Event._meta.concrete_fields:
        event.refresh_from_db()
        before = getattr(event, field.name)
        if field.name in NOT_CHANGED or type(before) not in OTHER:
            continue
        tried.add(field.name)
        Event.objects.filter(pk=event.pk).update(**{field.name: changed(event, field)})
        warm = texts(event, ("ja",))
        forget()
        assert texts(event, ("ja",)) == warm, field.name
        Event.objects.filter(pk=event.pk).update(**{field.name: before})
    assert tried >= {"slug", "name", "date", "time_zone", "venue", "games_to_win", "team_size"}


def test_every_step_of_an_event(
    db: None, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    # With a site address, the page's head has a picture for link previews.
    settings.SITE = "https://play.example"
    played = Played([*FOUR, "Eve <&>"], show_forecast=False)
    event = played.event
    who: dict[str, Any] = {"event_id": event.pk, "actor": played.organizer}
    head_judge = factories.staff_member(event, Role.HEAD_JUDGE)
    soon = timezone.now() + datetime.timedelta(hours=1)
    steps: list[Callable[[], object]] = [
        lambda: None,
        lambda: played.post(1),
        lambda: start_clock(**who, number=1),
        lambda: extend_time(**who, number=1, table=1, minutes=5),
        lambda: pause_clock(**who, number=1, token=clock_mark(event.rounds.get())),
        lambda: played.finish_round(1),
        lambda: played.publish(1),
        lambda: announce(**who, text_en="Lunch", until=soon),
        lambda: played.post(2),
        lambda: unpost_round(**who, number=2, reason="again"),
        lambda: post_round(**who, number=2),
        lambda: choose_public_names(**who, names=PublicNames.INITIAL),
        lambda: played.finish_round(2),
        lambda: played.publish(2),
        lambda: withdraw_standings(**who, number=2, reason="wrong"),
        lambda: played.publish(2, reason="right"),
        lambda: finish_event(event_id=event.pk, actor=head_judge, early=True, reason="hall"),
    ]
    for step in steps:
        step()
        check(event, monkeypatch)


@pytest.mark.parametrize("kind", [Stage.Kind.SINGLE_ELIMINATION, Stage.Kind.DOUBLE_ELIMINATION])
def test_a_bracket(db: None, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    swiss = StagePlan(rounds=2, cut_by=Stage.Cut.RANK, cut_value=4)
    event, owner = staged(8, swiss, StagePlan(kind=kind), show_forecast=False)
    play_swiss(event, owner, 1, 2)
    check(event, monkeypatch)
    confirm(event, owner, 1)
    start_round(event, owner, 3)
    check(event, monkeypatch)
    finish_round(event, owner, 3)
    check(event, monkeypatch)


def test_pods(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    event, owner = staged(8, StagePlan(pods=True, rounds=3), show_forecast=False)
    draw_stage_pods(event_id=event.pk, actor=owner, stage=1, seed=1)
    check(event, monkeypatch)
    post_pods(event_id=event.pk, actor=owner, stage=1)
    check(event, monkeypatch)


def test_what_is_kept_sees_plain_values_only(running: Played) -> None:
    """Equal values of other types, and mutable values, would be cached under a wrong key."""
    for value in (mark_safe("<b>"), timezone.now(), running.event, [1], ("a", [1])):
        with pytest.raises(TypeError):
            kept.cached_fragment("public_site/event/rules.html", {"slug": value})


def test_one_is_not_true(settings: LazySettings) -> None:
    settings.PUBLIC_SECONDS = 600
    values = {"slug": "x", "tab": "pairings", "numbers": (1, 2)}
    first = kept.cached_fragment("public_site/rounds_nav.html", {**values, "current": 1})
    assert (
        kept.cached_fragment("public_site/rounds_nav.html", {**values, "numbers": (True, 2)})
        != first
    )
