"""Keys of each version of the format, and how an older file is read as the newest version."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from msgspec import inspect

from archive.decoding import explained
from archive.document import Json, short
from archive.errors import _, refuse
from archive.field_types import Part, bare
from archive.values import Archive
from domain.kinds import PreflightCode, Source, StageKind
from domain.penalties import Infraction

FORMAT = "event-archive"
FIRST, SECOND, THIRD, FOURTH, FIFTH = VERSIONS = (1, 2, 3, 4, 5)

# Keys that the rule profiles of other games added.
LATER_RULES = frozenset(
    {"bye_counts", "draw_share", "dropped_cap", "dropped_frozen", "opponents_mean", "cut_off"}
)
LATER_TIEBREAKERS = frozenset({"match-loss", "opponents-match-loss"})
LATER_INFRACTIONS = (Infraction.NOT_ANSWERING, Infraction.DISCONNECTION)
LATER_LINES = (
    PreflightCode.CUT_DIFFERS,
    PreflightCode.SEEDS_DIFFER,
    PreflightCode.PODS_DIFFER,
    PreflightCode.ORDER_DIFFERS,
    PreflightCode.LAST_ROUND_DIFFERS,
    PreflightCode.PAIRED_BEFORE,
    PreflightCode.STANDINGS_DIFFER,
    PreflightCode.PRIZES_DIFFER,
    PreflightCode.NOT_CERTIFIED,
)
# Sources that older versions all wrote as `slip`.
LATER_SOURCES = frozenset(
    (Source.TYPED, Source.CLICKED, Source.TOGETHER, Source.PROGRAM, Source.KEPT)
)
FIRST_KINDS = (StageKind.SWISS, StageKind.SINGLE_ELIMINATION)


def kinds_of(version: int) -> tuple[StageKind, ...]:
    """Return the kinds of stages that a version knows."""
    if version == FIRST:
        return FIRST_KINDS
    return tuple(kind for kind in StageKind if version >= FIFTH or not kind.at_tables)


def version_of(values: Json) -> int:
    """Return the version of a file; raise ArchiveError for other formats and unknown versions.

    Later versions have all keys of earlier ones, with the same meaning: older files stay readable.
    """
    if values.get("format") != FORMAT:
        raise refuse(
            "format",
            _("This is not an event archive: expected “%(format)s” here."),
            format=FORMAT,
        )
    version = values.get("version")
    if version is None:
        raise refuse("", _("“%(key)s” is missing."), key="version")
    if type(version) is not int:
        raise refuse(
            "version",
            _("Expected %(expected)s here, found %(value)s."),
            expected=_("a whole number"),
            value=short(version),
        )
    if version not in VERSIONS:
        raise refuse(
            "version",
            _("Version %(found)d is not supported. This software reads versions 1 to %(newest)d."),
            found=version,
            newest=VERSIONS[-1],
        )
    return version


def least_version(archive: Json) -> int:
    """Return the lowest version that can hold an archive, given as JSON values."""
    stages = archive["stages"]
    needs_second = any(
        stage["kind"] not in FIRST_KINDS or "rounds" not in stage for stage in stages
    )
    profile = archive["event"].get("profile", {})
    needs_third = (
        archive["event"].get("round_minutes") == 0
        or not LATER_RULES.isdisjoint(profile)
        or not LATER_TIEBREAKERS.isdisjoint(profile.get("tiebreakers", ()))
        or any(
            penalty["infraction"] in LATER_INFRACTIONS for penalty in archive.get("penalties", ())
        )
    )
    reports = (
        report
        for round in archive.get("rounds", ())
        for match in round["matches"]
        for report in match.get("reports", ())
    )
    needs_fourth = any(report.get("source") in LATER_SOURCES for report in reports)
    least = THIRD if needs_third else SECOND if needs_second else FIRST
    least = FOURTH if needs_fourth else least
    if any(answer["line"] in LATER_LINES for answer in archive.get("gate_answers", ())):
        least = FOURTH
    if any(StageKind(stage["kind"]).at_tables for stage in stages):
        least = FIFTH
    return max([least, *_brought(archive, Archive)])


def check_keys(values: Json, version: int) -> None:
    """Raise ArchiveError for a key that this version does not have, and for a null value."""
    _check(values, Archive, "", version, values)


def _check(value: Any, kind: type[Part], path: str, version: int, root: Json) -> None:
    if not isinstance(value, dict):
        return
    allowed = _keys(kind, version)
    prefix = f"{path}." if path else ""
    for key, item in value.items():
        if key not in allowed:
            raise refuse(path, _("%(key)s is not a valid key here."), key=short(key))
        inner = allowed[key]
        if item is None:
            raise explained(root, Archive, f"{prefix}{key}")
        if inner is not None and isinstance(item, list):
            for place, held in enumerate(item):
                _check(held, inner, f"{prefix}{key}[{place}]", version, root)
        elif inner is not None:
            _check(item, inner, f"{prefix}{key}", version, root)


def _brought(value: Any, kind: type[Part]) -> Iterator[int]:
    """Yield the versions that brought the keys of an object and of the objects in it."""
    brought, inner = since_of(kind), _keys(kind, VERSIONS[-1])
    for key, item in value.items():
        yield brought.get(key, FIRST)
        part = inner[key]
        if part is not None:
            for held in item if isinstance(item, list) else [item]:
                yield from _brought(held, part)


@cache
def since_of(kind: type[Part]) -> Mapping[str, int]:
    """Return the version that brought a key; every other key is as old as the format."""
    return {
        key.encode_name: key.type.extra["since"]
        for key in _fields(kind)
        if isinstance(key.type, inspect.Metadata) and key.type.extra
    }


def _fields(kind: type[Part]) -> tuple[inspect.Field, ...]:
    described: inspect.StructType = inspect.type_info(kind)  # type: ignore[assignment]
    return described.fields


@cache
def _keys(kind: type[Part], version: int) -> Mapping[str, type[Part] | None]:
    """Return the keys of an object in a version, with the kind of object that is in them."""
    brought = since_of(kind)
    keys: dict[str, type[Part] | None] = {
        key.encode_name: _part_in(bare(key.type))
        for key in _fields(kind)
        if brought.get(key.encode_name, FIRST) <= version
    }
    return keys | dict.fromkeys(("format", "version")) if kind is Archive else keys


def _part_in(expected: inspect.Type) -> type[Part] | None:
    """Return the kind of object that a value is, or a list is of."""
    if isinstance(expected, inspect.UnionType):
        return next(filter(None, map(_part_in, expected.types)), None)
    if isinstance(expected, inspect.VarTupleType):
        return _part_in(expected.item_type)
    if isinstance(expected, inspect.StructType) and issubclass(expected.cls, Part):
        return expected.cls
    return None
