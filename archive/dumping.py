"""Dump an archive as JSON values, without keys that have their default value."""

import datetime
from collections import Counter
from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Any

from msgspec import structs
from msgspec.structs import replace

from archive.document import Json
from archive.field_types import Part
from archive.implied_values import implied_seed
from archive.seed_drawings import ArchivedDrawing
from archive.values import Archive, ArchivedStage
from archive.versions import FORMAT, least_version, since_of


def values_of(archive: Archive) -> Json:
    """Return an archive as JSON values of the lowest version that can hold it.

    Values that a file implies without a key are not written. The program that wrote the file is
    named only if the version has a key for it. The key alone does not raise the version, so that
    older software can still read the file.
    """
    values = _object(replace(_without_implied(archive), written_by=""))
    version = least_version(values)
    head: Json = {"format": FORMAT, "version": version}
    if archive.written_by and version >= since_of(Archive)["written_by"]:
        head["written_by"] = archive.written_by
    return head | values


def _without_implied(archive: Archive) -> Archive:
    """Remove values that follow from the rest of the archive."""
    event = archive.event
    if event.said_state == archive.implied_state:
        event = replace(event, said_state=None)
    if event.said_seed == implied_seed(event.name, event.date):
        event = replace(event, said_seed=None)
    implied = archive.standings == archive.implied_standings
    return replace(
        archive,
        event=event,
        stages=tuple(map(_stage_without_implied, archive.stages)),
        rounds=tuple(
            replace(round, said_state=None) if round.said_state is round.implied_state else round
            for round in archive.rounds
        ),
        said_standings=None if implied else archive.said_standings,
        said_drawings=_without_implied_drawings(archive),
    )


def _stage_without_implied(stage: ArchivedStage) -> ArchivedStage:
    if stage.said_seats == stage.bracket:
        stage = replace(stage, said_seats=None)
    drawn = tuple(replace(drawing, at=None) for drawing in stage.said_pod_drawings)
    if drawn and drawn == replace(stage, said_pod_drawings=()).pod_drawings:
        stage = replace(stage, said_pod_drawings=())
    return stage


def _without_implied_drawings(archive: Archive) -> tuple[ArchivedDrawing, ...]:
    """Remove the drawings of rounds that were drawn once, as `implied_drawings` gives them."""
    implied = {drawing.round: drawing for drawing in archive.implied_drawings}
    per_round = Counter(drawing.round for drawing in archive.said_drawings)
    return tuple(
        drawing
        for drawing in archive.said_drawings
        if per_round[drawing.round] > 1 or replace(drawing, at=None) != implied.get(drawing.round)
    )


def _object(part: Part) -> Json:
    values = {}
    for name, key, default in _fields(type(part)):
        value = getattr(part, name)
        if value != default:
            values[key] = plain(value)
    return values


def plain(value: Any) -> Any:
    """Convert a value to JSON: times to ISO text, tuples to lists."""
    if isinstance(value, Part):
        return _object(value)
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, Enum):
        return value.value
    return dict(value) if isinstance(value, Mapping) else value


@cache
def _fields(kind: type[Part]) -> tuple[tuple[str, str, Any], ...]:
    """Return each field's name, key in the file, and default (msgspec's NODEFAULT if required)."""
    return tuple((key.name, key.encode_name, key.default) for key in structs.fields(kind))
