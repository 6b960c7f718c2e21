"""Choose the match on camera, count its games, and create private overlay addresses."""

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from domain.limits import MOST_TOLD_GAMES
from events.core.event_write import Write, event_write, show_again
from events.core.guards import posted_table
from events.core.refusals import RefusedError
from events.core.results.delayed_results import is_public, show_delayed, waiting_results
from events.models import FeatureMatch, StreamLink, Verb
from events.models.programs.feature import draw_token


def choose_feature(*, event_id: int, actor: User, number: int, table: int) -> FeatureMatch:
    """Put a table of the current round on camera, in place of another.

    A match that was on camera before keeps its games. RefusedError for a table that does not exist.
    """
    with event_write(event_id, actor) as write:
        match = posted_table(write.event, number, table)
        _on_camera(write).update(on_camera=False)
        feature, _made = FeatureMatch.objects.update_or_create(
            match=match, defaults={"on_camera": True, "chosen_at": timezone.now()}
        )
        write.journal(Verb.FEATURE_CHANGED, round=match.round, match=match, change="chosen")
    return feature


def end_feature(*, event_id: int, actor: User) -> None:
    """Take the match off camera; its games are kept. RefusedError if none is on camera."""
    with event_write(event_id, actor, finished=True) as write:
        feature = _current(write)
        feature.on_camera = False
        feature.save(update_fields=["on_camera"])
        match = feature.match
        write.journal(Verb.FEATURE_CHANGED, round=match.round, match=match, change="ended")


def count_games(*, event_id: int, actor: User, first: int, second: int, seen: str) -> FeatureMatch:
    """Set both players' won games in the match on camera.

    `seen`: the table and score that the caller saw, such as "12 1-0", so that two people who count
    the same game count it once. RefusedError if the score has changed, and for more games than a
    match has.
    """
    with event_write(event_id, actor) as write:
        feature = _current(write)
        match = feature.match
        if seen != seen_of(feature):
            raise RefusedError(
                _("The score on camera is now %(score)s.") % {"score": feature.score}
            )
        most = match.round.games_to_win
        if not (0 <= first <= most and 0 <= second <= most and first + second < 2 * most):
            raise RefusedError(
                _("A player can win at most this many games in the match: %(most)d.")
                % {"most": most}
            )
        feature.first_games, feature.second_games = first, second
        counted = [timezone.now().isoformat(), first, second]
        feature.counts = [*(feature.counts or ()), counted][-MOST_TOLD_GAMES:]
        feature.save(update_fields=["first_games", "second_games", "counts"])
        write.journal(
            Verb.FEATURE_CHANGED,
            round=match.round,
            match=match,
            change="counted",
            score=feature.score,
        )
    return feature


def show_result(*, event_id: int, actor: User, match_id: int) -> None:
    """Publish the result of a match on camera before its delay is over.

    RefusedError unless its result is delayed.
    """
    with event_write(event_id, actor) as write:
        waiting = {feature.match_id: feature for feature, _at in waiting_results(write.event)}
        if match_id not in waiting:
            raise RefusedError(_("This result is not delayed."))
        _show(write, waiting[match_id])


def show_due_result(*, event_id: int, feature_id: int) -> bool:
    """Record that a result's delay is over; False if it was corrected meanwhile."""
    with event_write(event_id, None, finished=True) as write:
        joined = ("match__official_report", "match__first", "match__second", "match__round__stage")
        feature = FeatureMatch.objects.filter(pk=feature_id).select_related(*joined).first()
        if feature is None or not is_public(feature, write.event, timezone.now()):
            return False
        _show(write, feature)
    return True


def _show(write: Write, feature: FeatureMatch) -> None:
    show_delayed(write, feature)
    show_again(write.event.pk)


def renew_stream_link(*, event_id: int, actor: User) -> StreamLink:
    """Give the overlays a new private address; the previous one stops working."""
    with event_write(event_id, actor, finished=True) as write:
        link, _made = StreamLink.objects.update_or_create(
            event=write.event, defaults={"token": draw_token()}
        )
        write.journal(Verb.STREAM_LINK_CHANGED)
    return link


def end_stream_link(*, event_id: int, actor: User) -> None:
    """Revoke the private address of the overlays."""
    with event_write(event_id, actor, finished=True) as write:
        StreamLink.objects.filter(event=write.event).delete()
        write.journal(Verb.STREAM_LINK_CHANGED, ended=True)


def seen_of(feature: FeatureMatch) -> str:
    """Return the table and score that a form was shown with."""
    return f"{feature.match.table} {feature.score}"


def _on_camera(write: Write) -> QuerySet[FeatureMatch]:
    return FeatureMatch.objects.filter(match__round__event=write.event, on_camera=True)


def _current(write: Write) -> FeatureMatch:
    joined = ("match__first", "match__second", "match__round__stage")
    feature = _on_camera(write).select_related(*joined).first()
    if feature is None:
        raise RefusedError(_("No match is on camera."))
    feature.match.round.event = write.event
    return feature
