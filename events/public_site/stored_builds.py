"""Builds in the database, from where every web process takes them up."""

import gzip
import json
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import connection, transaction

from events.core.read_snapshot import one_snapshot
from events.models import PublicBuild, PublicPart
from events.public_site.build import LANGUAGES, STAMP, Build, OwnPages, edition
from events.public_site.page import JSON, Page, stamp_of

OWN, CARDS = "own", "cards"
# Other processes read these parts once, so fast writing matters more than size.
QUICK = 1
# PostgreSQL's notification when a build is stored.
NEWS = "matchslip_build"


def save(build: Build) -> None:
    """Store a build, unless a newer one of this edition exists; writes only changed parts."""
    with transaction.atomic():
        kept, _created = PublicBuild.objects.select_for_update().get_or_create(
            event_id=build.event_id, defaults={"revision": 0, "edition": ""}
        )
        if kept.edition == edition() and kept.revision > build.revision:
            return
        parts = {(part.name, part.language): part for part in _parts(build)}
        stamps = _stamps(build.event_id)
        changed = [part for key, part in parts.items() if stamps.get(key) != part.stamp]
        PublicPart.objects.bulk_create(
            changed,
            update_conflicts=True,
            unique_fields=["build", "name", "language"],
            update_fields=["revision", "stamp", "gzip", "brotli"],
        )
        for name, language in stamps.keys() - parts.keys():
            PublicPart.objects.filter(build=kept, name=name, language=language).delete()
        kept.revision, kept.edition = build.revision, edition()
        kept.save(update_fields=["revision", "edition", "built_at"])
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f"NOTIFY {NEWS}")


def _stamps(event_id: int) -> dict[tuple[str, str], str]:
    parts = PublicPart.objects.filter(build=event_id).order_by()
    return {
        (name, code): stamp for name, code, stamp in parts.values_list("name", "language", "stamp")
    }


def _parts(build: Build) -> Iterable[PublicPart]:
    def part(
        name: str, language: str, stamp: str, packed: bytes, brotli: bytes = b""
    ) -> PublicPart:
        return PublicPart(
            build_id=build.event_id,
            name=name,
            language=language,
            revision=build.revision,
            stamp=stamp,
            gzip=packed,
            brotli=brotli,
        )

    for (name, language), page in build.pages.items():
        packed = page.gzip or gzip.compress(page.plain, QUICK, mtime=0)
        yield part(name, language, page.stamp, packed, page.brotli)
    for language, own in build.own.items():
        content = _json(
            {"shell": own.shell, "names": dict(own.names), "contents": dict(own.contents)}
        )
        yield part(OWN, language, stamp_of(content), gzip.compress(content, QUICK, mtime=0))
    content = _json(dict(build.cards))
    yield part(CARDS, "", stamp_of(content), gzip.compress(content, QUICK, mtime=0))


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


@one_snapshot()
def load(event_id: int, slug: str, before: Build | None = None) -> Build | None:
    """Return the stored build, or None without one of this edition.

    Parts that have not changed since `before` are not read again.
    """
    kept = PublicBuild.objects.filter(event=event_id, edition=edition()).first()
    if kept is None:
        return None
    parts = PublicPart.objects.filter(build=kept)
    same = _unchanged(before, _stamps(event_id)) if before else {}
    for name, language in same:
        parts = parts.exclude(name=name, language=language)
    pages = dict(same)
    own: dict[str, OwnPages] = {}
    cards: dict[int, str] = {}
    for part in parts:
        packed = bytes(part.gzip)
        if part.name == OWN:
            own[part.language] = _own(json.loads(gzip.decompress(packed)))
        elif part.name == CARDS:
            cards = _numbered(json.loads(gzip.decompress(packed)))
        elif part.name == STAMP:
            pages[part.name, part.language] = Page(part.stamp, JSON, plain=gzip.decompress(packed))
        else:
            pages[part.name, part.language] = Page(
                part.stamp, gzip=packed, brotli=bytes(part.brotli)
            )
    if own.keys() != set(LANGUAGES):
        return None
    return Build(event_id, slug, kept.revision, pages, own, cards)


def _unchanged(before: Build, stamps: Mapping[tuple[str, str], str]) -> dict[tuple[str, str], Page]:
    return {key: page for key, page in before.pages.items() if stamps.get(key) == page.stamp}


def _own(stored: dict[str, Any]) -> OwnPages:
    return OwnPages(stored["shell"], _numbered(stored["names"]), _numbered(stored["contents"]))


def _numbered(stored: dict[str, str]) -> dict[int, str]:
    return {int(number): text for number, text in stored.items()}
